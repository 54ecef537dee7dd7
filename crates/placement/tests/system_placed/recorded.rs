//! Owners that were recorded from the systems.

use std::{fs, path::PathBuf};

use crate::common::*;
use placement::{
    algorithm::Geometry,
    fleet::{Fleet, Node, NodeId},
    keys::{KeyList, Keys},
    number::Ratio,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};
use serde_json::Value;

fn vector(name: &str) -> Value {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name).with_extension("json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().map_or_else(Vec::new, |all| all.iter().map(|one| one.as_str().unwrap()).collect())
}

/// What a node is called in the page: its label, where the configuration gives one.
fn named(node: &Value) -> &str {
    node["label"].as_str().or(node["name"].as_str()).unwrap()
}

/// The owners of keys that can stand in a list, by what they are called in the page.
fn wanted(file: &Value) -> Vec<Option<&str>> {
    let nodes = file["nodes"].as_array().unwrap();
    let called = |owner: &str| nodes.iter().find(|node| node["name"] == owner).map(named);
    let keys = texts(&file["keys"]).into_iter().chain(texts(&file["extra_keys"]));
    let owners = texts(&file["owners"]).into_iter().chain(texts(&file["extra_owners"]));
    keys.zip(owners).filter(|(key, _)| !key.is_empty()).map(|(_, owner)| called(owner)).collect()
}

/// The scenario of a recorded file, by a system with settings as a link writes them.
fn recorded(how: &str, file: &Value) -> Scenario {
    let down = texts(&file["settings"]["down"]);
    let node = |(at, one): (u32, &Value)| {
        let name = named(one).to_owned();
        // Ids that the configuration gives are those of nodes, counted from 1.
        let id = one["id"].as_u64().filter(|_| how.contains("haids=explicit")).map_or(at, |id| id as u32 - 1);
        let weight = (one["weight"].as_f64().unwrap_or(1.0) * 100.0).round() as u32;
        let weight = Weight::from_hundredths(weight).unwrap();
        Node { id: NodeId(id), up: !down.contains(&name.as_str()), name, weight, bucket: at }
    };
    let fleet = Fleet::from_nodes((0..).zip(file["nodes"].as_array().unwrap()).map(node)).unwrap();
    let keys: Vec<&str> = texts(&file["keys"]).into_iter().chain(texts(&file["extra_keys"])).collect();
    let keys = Keys::List(KeyList::parse(&keys.join("\n")).unwrap());
    let base = scenario(how, ["a"], keys);
    after(&base, [Command::SetFleet(fleet)])
}

// Source: tests/vectors, recorded from the running systems.
#[test]
fn recorded_owners_are_those_of_snapshots() {
    let mut owners = 0;
    for (how, files) in [
        ("nginx-consistent", &["nginx_chash_n8", "nginx_chash_n7", "nginx_chash_w4411", "nginx_chash_n8_down04"][..]),
        ("nginx-hash", &["nginx_hash_n8", "nginx_hash_n7", "nginx_hash_w4411", "nginx_hash_n8_down04"]),
        ("haproxy-consistent hapart=first", &["haproxy_chash_default_n8", "haproxy_chash_default_n7_autoid"]),
        ("haproxy-consistent hapart=first", &["haproxy_chash_default_w4411", "haproxy_chash_default_n8_disabled04"]),
        (
            "haproxy-consistent hapart=first haids=explicit",
            &["haproxy_chash_default_n7_sameids", "haproxy_chash_default_n8_ids100-107"],
        ),
        ("haproxy-consistent hapart=first hafn=djb2", &["haproxy_chash_djb2_n8"]),
        ("haproxy-consistent hapart=first hafn=crc32 haav=1", &["haproxy_chash_crc32_avalanche_n8"]),
        (
            "haproxy-map hapart=first",
            &["haproxy_map_default_n8", "haproxy_map_default_n7", "haproxy_map_default_w4411"],
        ),
        ("haproxy-map hapart=first hafn=sdbm haav=1", &["haproxy_map_sdbm_avalanche_n8"]),
        ("haproxy-map hapart=first hafn=wt6", &["haproxy_map_wt6_n8"]),
        ("envoy-ring-hash", &["envoy_ringhash_n8", "envoy_ringhash_n7", "envoy_ringhash_w4411"]),
        ("envoy-ring-hash", &["envoy_ringhash_n8_unhealthy04"]),
        ("envoy-ring-hash envhash=murmur2", &["envoy_ringhash_murmur2_n8", "envoy_ringhash_murmur2_w4411"]),
        ("envoy-ring-hash envmin=64", &["envoy_ringhash_min64_w4411"]),
        ("envoy-maglev", &["envoy_maglev_n8", "envoy_maglev_n7", "envoy_maglev_w4411"]),
        ("envoy-maglev envtable=251", &["envoy_maglev_table251_n8", "envoy_maglev_table251_w4411"]),
        (
            "twemproxy-ketama",
            &["twemproxy_ketama_default_n8", "twemproxy_ketama_default_n7", "twemproxy_ketama_default_w4411"],
        ),
        ("twemproxy-ketama", &["twemproxy_ketama_default_port11311_n8", "twemproxy_ketama_default_n25"]),
        ("twemproxy-ketama twhash=md5", &["twemproxy_ketama_md5_n8", "twemproxy_ketama_md5_port11311_w4411"]),
        ("twemproxy-ketama twtag=1", &["twemproxy_ketama_hashtag_n8"]),
        ("twemproxy-modula", &["twemproxy_modula_fnv1a_64_n8", "twemproxy_modula_fnv1a_64_w4411"]),
        ("twemproxy-modula", &["twemproxy_modula_fnv1a_64_sorted"]),
        ("twemproxy-modula twhash=jenkins", &["twemproxy_modula_jenkins_n8"]),
        (
            "libmemcached-ketama-weighted",
            &[
                "libmemcached_ketama_weighted_n8",
                "libmemcached_ketama_weighted_n7",
                "libmemcached_ketama_weighted_w4411",
            ],
        ),
        (
            "libmemcached-ketama-weighted",
            &["libmemcached_ketama_weighted_n25", "libmemcached_ketama_weighted_port11311_w4411"],
        ),
        ("npm-hashring", &["npm_hashring_n8", "npm_hashring_n7", "npm_hashring_w4411"]),
        ("pypi-hashring", &["pyhashring_n8", "pyhashring_n7", "pyhashring_w4411"]),
        ("groupcache", &["groupcache_n8", "groupcache_n7", "groupcache_http_n8"]),
        ("groupcache gcrep=3", &["groupcache_r3_n8"]),
        ("lastfm-ketama", &["lastfm_ketama_n8", "lastfm_ketama_n7", "lastfm_ketama_w4411", "lastfm_ketama_n61"]),
        ("twemproxy-ketama", &["twemproxy_ketama_named_n8"]),
        ("varnish-shard", &["varnish_shard_n8", "varnish_shard_n7", "varnish_shard_n8_beyond_last_point"]),
        ("varnish-shard", &["varnish_shard_fractions_n3"]),
        ("varnish-hash", &["varnish_hash_n8", "varnish_hash_n7"]),
        ("caddy-rendezvous", &["caddy_hrw_n8", "caddy_hrw_n7"]),
        ("libmemcached-modula", &["libmemcached_modula_n8"]),
        ("libmemcached-consistent", &["libmemcached_consistent_n8"]),
        ("libmemcached-ketama", &["libmemcached_ketama_n8", "libmemcached_ketama_w4411_autoweighted"]),
        ("libmemcached-ketama lmhash=md5", &["libmemcached_ketama_n8_hash_md5"]),
        ("libmemcached-ketama-spy", &["libmemcached_ketama_spy_n8"]),
        ("cache-memcached-fast", &["cachememcachedfast_kp0_n8", "cachememcachedfast_kp0_n7"]),
        ("cache-memcached-fast", &["cachememcachedfast_kp0_w4411", "cachememcachedfast_kp0_port11311_n8"]),
        ("cache-memcached-fast cmfpoints=150", &["cachememcachedfast_kp150_n8", "cachememcachedfast_kp150_w4411"]),
        ("cache-memcached-fast cmfpoints=160", &["cachememcachedfast_kp160_n7", "cachememcachedfast_kp160_w4411"]),
        ("pymemcache-rendezvous", &["pymemcache_rendezvous_n8", "pymemcache_rendezvous_n7"]),
        ("clandestined", &["clandestined_n8", "clandestined_n7"]),
        ("uhashring", &["uhashring_default_n8", "uhashring_default_n7", "uhashring_default_w4411"]),
        ("uhashring-ketama", &["uhashring_ketama_n8", "uhashring_ketama_n7", "uhashring_ketama_w4411"]),
        ("npm-ketama", &["npm_ketamanpm_n8", "npm_ketamanpm_n7", "npm_ketamanpm_w4411"]),
        ("npm-node-hashring", &["npm_nodehashring_n8", "npm_nodehashring_n7"]),
        ("crate-hashring", &["crate_hashring_n8", "crate_hashring_n7"]),
        ("crate-conhash", &["crate_conhash_n8", "crate_conhash_n7"]),
        ("haproxy-consistent hapart=first habal=125", &["haproxy_bounded_b125_n8", "haproxy_bounded_b125_w4411"]),
        ("haproxy-consistent hapart=first habal=150", &["haproxy_bounded_b150_n8"]),
        ("envoy-ring-hash envbal=125", &["envoy_bounded_rh_b125_n8", "envoy_bounded_rh_b125_w4411"]),
        ("envoy-maglev envbal=150", &["envoy_bounded_mg_b150_n8"]),
    ] {
        for name in files {
            let file = vector(name);
            let how = match file["settings"]["hash_tag"].as_str() {
                Some("{}") if !how.contains("twtag") => format!("{how} twtag=1"),
                _ => how.to_owned(),
            };
            let snapshot = Snapshot::place(&recorded(&how, &file), None);
            let wanted = wanted(&file);
            assert_eq!(owner_names(&snapshot), wanted, "{name}");
            owners += wanted.len();
        }
    }
    assert!(owners > 11_000, "{owners}");
}

// Source: guava_hashing and clickhouse_jump_kostik have the bucket of each key.
#[test]
fn recorded_buckets_are_rows() {
    let (guava, clickhouse) = (vector("guava_hashing"), vector("clickhouse_jump_kostik"));
    let users = Value::from((0..100).map(|at| format!("user:{at}")).collect::<Vec<_>>());
    let mut cases: Vec<(String, u32, &Value, &Value)> = Vec::new();
    for (id, field) in [
        ("murmur3_128", "murmur3_128_mod8"),
        ("murmur3_32", "murmur3_32_fixed_mod8"),
        ("md5", "md5_mod8"),
        ("sipHash24", "sipHash24_mod8"),
    ] {
        let how = format!("guava-consistent-hash guhash={id}");
        cases.push((how, 8, &users, &guava["consistentHash_HashCode"][field]));
    }
    for nodes in [1, 2, 3, 7, 8, 9, 10, 100, 1_000] {
        for (how, field) in [("clickhouse-jump", "jump"), ("clickhouse-kostik", "kostikConsistentHash")] {
            cases.push((how.into(), nodes, &clickhouse["keys"], &clickhouse[format!("{field}_{nodes}")]));
        }
    }
    let mut owners = 0;
    for (how, nodes, keys, buckets) in cases {
        let snapshot = Snapshot::place(&scenario(&how, names("n", 1, nodes, 1), keys_of(&["x"])), None);
        let placed = snapshot.placed();
        for (key, bucket) in texts(keys).into_iter().zip(buckets.as_array().unwrap()) {
            let seat = placed.owner(key.as_bytes(), placed.key_hashing().value(key.as_bytes()));
            assert_eq!(u64::from(seat), bucket.as_u64().unwrap(), "{how} {nodes} {key}");
            owners += 1;
        }
    }
    assert!(owners > 1_900, "{owners}");
}

// Source: redis_cluster_keyslot has the slot of each key, redis_cluster_create_ranges the ranges of 3, 7 and 8 masters.
#[test]
fn redis_slots_belong_to_the_masters_that_were_dealt_them() {
    let (slots, dealt) = (vector("redis_cluster_keyslot"), vector("redis_cluster_create_ranges"));
    let recorded = [("keys", "owners"), ("extra_keys", "extra_owners")];
    let both = |which: fn(&(&'static str, &'static str)) -> &'static str| -> Vec<Value> {
        recorded.iter().flat_map(|pair| slots[which(pair)].as_array().unwrap().clone()).collect()
    };
    let (keys, slots) = (both(|pair| pair.0), both(|pair| pair.1));
    let mut owners = 0;
    for masters in [3, 7, 8] {
        let ranges = dealt["ranges"][masters.to_string()].as_array().unwrap().clone();
        let scenario = scenario("redis-cluster", names("m", 1, masters, 1), keys_of(&["x"]));
        let snapshot = Snapshot::place(&scenario, None);
        for (key, slot) in keys.iter().zip(&slots) {
            let key = key.as_str().unwrap().as_bytes();
            let wanted = ranges.iter().position(|range| {
                (range[0].as_u64().unwrap()..=range[1].as_u64().unwrap()).contains(&slot.as_u64().unwrap())
            });
            let placed = snapshot.placed();
            let seat = placed.owner(key, placed.key_hashing().value(key));
            assert_eq!(Some(seat as usize), wanted, "{masters} {key:?}");
            owners += 1;
        }
        let shares = snapshot.placed().exact_shares().unwrap();
        let wanted: Vec<Ratio> = ranges
            .iter()
            .map(|range| Ratio::new(4 * (range[1].as_u64().unwrap() - range[0].as_u64().unwrap() + 1), 1u64 << 16))
            .collect();
        assert_eq!(shares, wanted);
    }
    assert_eq!(owners, 3 * 128);
}

fn keys_of(keys: &[&str]) -> Keys {
    Keys::List(KeyList::parse(&keys.join("\n")).unwrap())
}

// Source: cassandra_murmur3_tokens has the token of each key; the owner is found among given tokens by hand's rule.
#[test]
fn cassandra_keys_belong_to_the_first_token_at_or_after_their_own() {
    let file = vector("cassandra_murmur3_tokens");
    let inputs: Vec<&str> = texts(&file["inputs_utf8"]).into_iter().filter(|key| !key.is_empty()).collect();
    let tokens: Vec<i64> = texts(&file["inputs_utf8"])
        .into_iter()
        .zip(texts(&file["tokens"]))
        .filter(|(key, _)| !key.is_empty())
        .map(|(_, token)| token.parse().unwrap())
        .collect();
    // One node has the very tokens of some keys, the other those just before.
    let (exact, before) = (tokens[0], tokens[1] - 1);
    let how = format!("cassandra-murmur3 casstokens=a={exact},b={before}");
    let snapshot = Snapshot::place(&scenario(&how, ["a", "b"], keys_of(&inputs)), None);
    let (low, high) = (exact.min(before), exact.max(before));
    let name = |token: i64| if token == exact { "a" } else { "b" };
    for (at, &token) in tokens.iter().enumerate() {
        let wanted = if token <= low || token > high { name(low) } else { name(high) };
        assert_eq!(snapshot.owner(at as u32).map(|id| name_of(&snapshot, id)), Some(wanted), "{}", inputs[at]);
    }
    let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
    let labels: Vec<String> = ring.points().iter().map(|point| ring.label_text(point)).collect();
    assert_eq!(labels, [low, high].map(|token| format!("{}, token {token}", name(token))));
}

fn name_of(snapshot: &Snapshot, id: NodeId) -> &str {
    name(snapshot.scenario(), id)
}
