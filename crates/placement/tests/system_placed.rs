//! Real systems as placements: owners, shares, moves and ways are those of the systems themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::{fs, path::PathBuf};

use common::*;
use placement::{
    algorithm::{Algorithm, Geometry, NO_SEAT, Weights},
    explain::Explanation,
    fleet::{Fleet, Node, NodeId},
    keys::{KeyList, Keys},
    link::decode,
    measure::Balance,
    number::Ratio,
    scenario::{Command, Scenario, ScenarioError},
    snapshot::Snapshot,
    system::{
        self,
        cache_memcached_fast::CacheMemcachedFast,
        caddy, cassandra, clandestined,
        clickhouse::kostik,
        crate_conhash, crate_hashring, envoy,
        envoy_maglev::EnvoyMaglev,
        envoy_ring::{EnvoyRing, Options},
        ex_hash_ring, groupcache,
        haproxy::KeyHash,
        haproxy_consistent::HaproxyConsistent,
        haproxy_map::HaproxyMap,
        hash::{haproxy, memcached::KeyFunction},
        key::KeyEncoding,
        last_fm,
        libmemcached::{self, Continuum, Points},
        member::Member,
        nginx_consistent::NginxConsistent,
        nginx_hash::NginxHash,
        npm_hashring, npm_ketama,
        npm_node_hashring::NodeHashring,
        pymemcache, pypi_hashring, redis_cluster, riak,
        twemproxy::{Ketama, Modula},
        uhashring,
        varnish_hash::VarnishHash,
        varnish_shard::VarnishShard,
    },
    walk::{self, Step},
    weight::Weight,
};
use proptest::{prelude::*, sample::select};
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

// By hand: what is given stays with the name, and what a node leaves is nobody's, or the next one's.
#[test]
fn what_is_given_goes_by_names() {
    let given = scenario("redis-cluster ranges=a=0-9999,b=10000-16383", ["a", "b"], keys("user:{i}", 1_000));
    let counts = |scenario: &Scenario| Snapshot::place(scenario, None).counts().to_vec();
    let all = counts(&given);
    assert_eq!(all.iter().sum::<u32>(), 1_000);
    // A new node owns nothing.
    assert_eq!(counts(&after(&given, [add("c")])), [all[0], all[1], 0]);
    let removed = after(&given, [Command::RemoveNode(NodeId(0))]);
    assert_eq!(counts(&removed), [all[1]]);
    assert_eq!(counts(&after(&removed, [add("a")])), [all[1], all[0]]);
    let renamed = after(&given, [Command::Rename { id: NodeId(0), name: "x=y".into() }]);
    assert_eq!(counts(&renamed), all);
    let written = placement::link::encode(&renamed).query;
    assert!(written.contains("&ranges=x~%3Dy%3D0-9999,b%3D10000-16383&"), "{written}");
    assert_eq!(decode(&written).scenario, renamed);
    // A reader's plus and equals signs need no escapes.
    let typed = decode("sys=redis-cluster&ranges=a=0-4+5,b=9&nodes=a,b");
    assert_eq!(
        (typed.notes.len(), typed.scenario.settings.assignment(&system::settings::REDIS_RANGES).text()),
        (0, "a=0-5,b=9".to_owned())
    );
    let tokens = scenario("cassandra-murmur3 casstokens=a=-10+10,b=0", ["a", "b", "c"], keys("user:{i}", 1_000));
    let all = counts(&tokens);
    assert_eq!((all[0] > all[1], all[2]), (true, 0));
    assert_eq!(counts(&after(&tokens, [Command::RemoveNode(NodeId(0))])), [1_000, 0]);
    assert_eq!(counts(&after(&tokens, [Command::SetUp { id: NodeId(0), up: false }]))[..2], [0, 1_000]);
    let faulty = decode("sys=redis-cluster&ranges=a=0-9,b=5");
    assert_eq!(
        faulty.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["ranges: “a=0-9,b=5” is not taken; the default stands. a and b both have slot 5."]
    );
    assert_eq!(faulty.scenario.settings, Default::default());
}

/// A system itself, built apart from the placement.
type Owner = Box<dyn Fn(&[u8]) -> Option<usize>>;

fn without_usual_port(members: &[Member]) -> Vec<Member> {
    let label = |member: &Member| member.name.split(":11211").next().map(str::to_owned);
    members.iter().map(|member| Member { label: label(member), ..member.clone() }).collect()
}

fn itself(how: &str, members: Vec<Member>) -> Owner {
    let options = Options { panic_threshold_percent: 0, ..Options::default() };
    match how {
        "nginx-consistent" => {
            let system = NginxConsistent::new(&members).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "nginx-hash" => {
            let system = NginxHash::new(&members).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "haproxy-consistent" | "haproxy-consistent haids=explicit" => {
            let members: Vec<Member> = if how.contains("explicit") {
                // Nodes here have the ids 10, 13, 16 …
                members.into_iter().zip(0..).map(|(one, at)| Member { id: Some(3 * at + 11), ..one }).collect()
            } else {
                members
            };
            let system = HaproxyConsistent::new(&members, KeyHash::CONSISTENT).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "haproxy-map hafn=djb2 haav=1" => {
            let hash = KeyHash { function: haproxy::KeyFunction::Djb2, avalanche: true };
            let system = HaproxyMap::new(&members, hash).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "envoy-ring-hash envmin=100" => {
            let system = EnvoyRing::new(&members, &Options { min_ring_size: 100, ..options }).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "envoy-maglev envtable=251" => {
            let system = EnvoyMaglev::new(&members, 251, 0).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "twemproxy-ketama twhash=crc32a" => {
            let system = Ketama::new(&without_usual_port(&members), KeyFunction::Crc32).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "twemproxy-modula" => {
            let system = Modula::new(&without_usual_port(&members), KeyFunction::Fnv1aOf64).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "libmemcached-ketama-weighted" => {
            let system = Continuum::new(&without_usual_port(&members), Points::Weighted, KeyFunction::Md5).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "lastfm-ketama" => {
            let system = last_fm::ring(&members).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "npm-hashring" => {
            let system = npm_hashring::ring(&members, 40, 4).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "pypi-hashring" => {
            let system = pypi_hashring::ring(&members, 40, pypi_hashring::POINTS_PER_LABEL).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "groupcache gcrep=9" => {
            let system = groupcache::ring(&members, 9).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "varnish-shard vsrep=20" => {
            let system = VarnishShard::new(&members, 20).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "varnish-hash" => {
            let system = VarnishHash::new(&members).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "caddy-rendezvous" | "caddy-rendezvous caddyv=later" => {
            let version = if how.contains("later") { caddy::Version::XxHash } else { caddy::Version::Fnv };
            let system = caddy::Caddy::new(&members, version);
            Box::new(move |key| system.owner(key))
        }
        "pymemcache-rendezvous" => {
            let system = pymemcache::Pymemcache::new(&members, 0);
            Box::new(move |key| system.owner(&KeyEncoding::CodePointLowByte.bytes(std::str::from_utf8(key).unwrap())))
        }
        "clandestined" => {
            let system = clandestined::Clandestined::new(&members, 0, KeyEncoding::Utf8);
            Box::new(move |key| system.owner(std::str::from_utf8(key).unwrap()))
        }
        "libmemcached-modula lmhash=murmur3" => {
            let system = libmemcached::Modula::new(&members, KeyFunction::Murmur3);
            Box::new(move |key| system.owner(key))
        }
        "libmemcached-consistent" | "libmemcached-ketama lmhash=fnv1a_32" => {
            let function = if how.contains("fnv") { KeyFunction::Fnv1aOf32 } else { KeyFunction::OneAtATime };
            let is_weighted = members.iter().any(|member| member.up && member.weight > 1.0);
            let points = if is_weighted { Points::Weighted } else { Points::Unweighted };
            let system = Continuum::new(&without_usual_port(&members), points, function).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "libmemcached-ketama-spy" => {
            let system = Continuum::new(&members, Points::Spy, KeyFunction::Md5).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "cache-memcached-fast" | "cache-memcached-fast cmfpoints=9" => {
            let points = if how.contains('=') { 9 } else { 0 };
            let system = CacheMemcachedFast::new(&members, points).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "uhashring" => {
            let system = uhashring::ring(&members, 160).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "uhashring-ketama" => {
            let system = uhashring::ketama_ring(&members, 40, 4).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "npm-ketama" => {
            let system = npm_ketama::ring(&members, 50).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "npm-node-hashring" => {
            let system = NodeHashring::new(&members, 80, KeyEncoding::Utf16LowByte).unwrap();
            Box::new(move |key| system.owner(&KeyEncoding::Utf16LowByte.bytes(std::str::from_utf8(key).unwrap())))
        }
        "crate-hashring" => {
            let system = crate_hashring::ring(&members);
            Box::new(move |key| system.owner(key))
        }
        "crate-conhash conrep=7" => {
            let system = crate_conhash::ring(&members, 7).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "ex-hash-ring" => {
            let own = |member: Member| Member { points: Some(member.weight as u32 * 512), ..member };
            let members: Vec<Member> = members.into_iter().map(own).collect();
            let system = ex_hash_ring::ring(&members, 512).unwrap();
            Box::new(move |key| system.owner(key))
        }
        "clickhouse-kostik" => {
            let up: Vec<usize> = (0..members.len()).filter(|&at| members[at].up).collect();
            Box::new(move |key| Some(*up.get(kostik(envoy::hash(key), up.len() as u32).ok()? as usize)?))
        }
        "redis-cluster" => {
            let ranges = redis_cluster::default_ranges(members.len() as u32, redis_cluster::SLOTS).unwrap();
            Box::new(move |key| {
                let slot = u32::from(redis_cluster::slot(key));
                let place = ranges.iter().position(|&(first, last)| (first..=last).contains(&slot));
                place.filter(|&place| members[place].up)
            })
        }
        REDIS_GIVEN => Box::new(move |key| {
            let name = match redis_cluster::slot(key) {
                0..=8_000 => "cache-8:11211",
                8_001..=9_000 | 12_000 => "cache-9:11211",
                _ => return None,
            };
            members.iter().position(|member| member.up && member.name == name)
        }),
        "cassandra-murmur3" => {
            let step = (1i128 << 64) / members.len() as i128;
            let tokens: Vec<i64> = (0..members.len()).map(|at| (step * at as i128 - (1 << 63)) as i64).collect();
            Box::new(move |key| {
                let token = cassandra::server_token(key);
                // They are in order: from the first at or after the key's on, the first that is up.
                let from = tokens.iter().position(|&one| one >= token).unwrap_or(0);
                (from..tokens.len()).chain(0..from).find(|&at| members[at].up)
            })
        }
        CASSANDRA_GIVEN => Box::new(move |key| {
            let token = cassandra::server_token(key);
            let all = [(-5_000_000_000_000_000_000, 8), (-7, 9), (0, 8), (6_000_000_000_000_000_000, 10)];
            let from = all.iter().position(|&(one, _)| one >= token).unwrap_or(0);
            let up = |number: i32| members.iter().position(|one| one.up && one.name == cache(number as usize - 8));
            all[from..].iter().chain(&all[..from]).find_map(|&(_, number)| up(number))
        }),
        "riak-chash riaksize=16" => Box::new(move |key| {
            let list = riak::preference_list(riak::hash(b"default", key), 16, 16).unwrap();
            let place = list.iter().map(|&partition| partition as usize % members.len());
            place.into_iter().find(|&place| members[place].up)
        }),
        _ => panic!("{how}"),
    }
}

const REDIS_GIVEN: &str = "redis-cluster ranges=cache-8:11211=0-8000,cache-9:11211=8001-9000+12000,gone=12001-16383";
const CASSANDRA_GIVEN: &str = "cassandra-murmur3 casstokens=cache-8:11211=-5000000000000000000+0,cache-9:11211=-7,\
                               cache-10:11311=6000000000000000000";

const SYSTEMS: [&str; 39] = [
    "nginx-consistent",
    "nginx-hash",
    "haproxy-consistent",
    "haproxy-consistent haids=explicit",
    "haproxy-map hafn=djb2 haav=1",
    "envoy-ring-hash envmin=100",
    "envoy-maglev envtable=251",
    "twemproxy-ketama twhash=crc32a",
    "twemproxy-modula",
    "libmemcached-ketama-weighted",
    "lastfm-ketama",
    "npm-hashring",
    "pypi-hashring",
    "groupcache gcrep=9",
    "redis-cluster",
    REDIS_GIVEN,
    "cassandra-murmur3",
    CASSANDRA_GIVEN,
    "riak-chash riaksize=16",
    "varnish-shard vsrep=20",
    "varnish-hash",
    "caddy-rendezvous",
    "caddy-rendezvous caddyv=later",
    "pymemcache-rendezvous",
    "clandestined",
    "libmemcached-modula lmhash=murmur3",
    "libmemcached-consistent",
    "libmemcached-ketama lmhash=fnv1a_32",
    "libmemcached-ketama-spy",
    "cache-memcached-fast",
    "cache-memcached-fast cmfpoints=9",
    "uhashring",
    "uhashring-ketama",
    "npm-ketama",
    "npm-node-hashring",
    "crate-hashring",
    "crate-conhash conrep=7",
    "ex-hash-ring",
    "clickhouse-kostik",
];

/// Where the owner of a key hangs on the keys before it, or on how many are down.
const LIMITED: [&str; 5] = [
    "haproxy-consistent habal=110",
    "envoy-ring-hash envmin=100 envbal=100",
    "envoy-maglev envtable=251 envbal=125",
    "envoy-ring-hash envmin=100 envpanic=50",
    "envoy-maglev envtable=251 envpanic=100 envbal=150",
];

/// The name of the node in a row.
fn cache(at: usize) -> String {
    // Two lengths, some with another port than the usual one.
    format!("cache-{}:11{}11", at + 8, 2 + at % 3 / 2)
}

/// Nodes with the ids 10, 13, 16 …, each of a weight and up or down.
fn placed(how: &str, nodes: &[(u32, bool)], keys: Keys) -> Scenario {
    let node = |(at, &(weight, up)): (u32, &(u32, bool))| Node {
        id: NodeId(3 * at + 10),
        name: cache(at as usize),
        weight: Weight::from_hundredths(weight * 100).unwrap(),
        up,
        bucket: at,
    };
    let fleet = Fleet::from_nodes((0..).zip(nodes).map(node)).unwrap();
    after(&scenario(how, ["a"], keys), [Command::SetFleet(fleet)])
}

fn members_of(scenario: &Scenario) -> Vec<Member> {
    let member = |node: &Node| Member {
        up: node.up,
        ..Member::new(node.name.clone(), f64::from(node.weight.hundredths()) / 100.0)
    };
    scenario.fleet.nodes().iter().map(member).collect()
}

fn explained_owner(way: &Explanation) -> Option<NodeId> {
    match way {
        Explanation::Ring(way) => way.as_ref().map(|way| way.owner),
        Explanation::Slots(way) => way.as_ref().map(|way| way.owner),
        Explanation::Scores { scores, .. } => scores.first().map(|score| score.node),
        Explanation::Bounded(way) => Some(way.owner),
        _ => panic!("{way:?}"),
    }
}

fn check_as_itself(how: &str, nodes: &[(u32, bool)]) {
    let scenario = placed(how, nodes, keys("user:{i}", 150));
    let system = itself(how, members_of(&scenario));
    let snapshot = Snapshot::place(&scenario, None);
    for at in 0..150 {
        let key = scenario.keys.key(at);
        let wanted = system(key.as_bytes()).map(|place| scenario.fleet.nodes()[place].id);
        assert_eq!(snapshot.owner(at), wanted, "{how} {key} {nodes:?}");
    }
    check_ways(how, &snapshot);
}

/// Does every account of a key lead to its owner?
fn check_ways(how: &str, snapshot: &Snapshot) {
    let (scenario, placed) = (snapshot.scenario(), snapshot.placed());
    for at in 0..150 {
        let key = scenario.keys.key(at);
        let wanted = snapshot.owner(at);
        assert_eq!(explained_owner(&placed.explain(key.as_bytes())), wanted, "{how} {key}");
        let owners = placed.owners(key.as_bytes(), 3);
        assert_eq!(owners.first().copied(), wanted);
        assert!((1..owners.len()).all(|at| !owners[..at].contains(&owners[at])));
        assert!(owners.iter().all(|&id| scenario.fleet.get(id).unwrap().up || how.contains("envpanic")));
        let met: Vec<NodeId> = walk::steps(placed, key.as_bytes(), 3)
            .into_iter()
            .filter_map(|step| match step {
                Step::Meet { node, met: walk::Met::Owner | walk::Met::Replica, .. } => Some(node),
                _ => None,
            })
            .collect();
        assert_eq!(met, owners, "{how} {key}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn owners_are_the_systems_own(
        how in select(SYSTEMS.to_vec()),
        nodes in prop::collection::vec((1..6u32, prop::bool::weighted(0.8)), 1..12),
    ) {
        check_as_itself(how, &nodes);
    }

    // What is found by counting is what is then built: nobody is left without an owner whom the system takes.
    #[test]
    fn what_a_system_takes_it_places(
        system in select(system::ALL.to_vec()),
        weights in prop::collection::vec(select(vec![0, 50, 100, 150, 200, 700, 25_700]), 1..8),
    ) {
        let node = |(at, &weight): (u32, &u32)| Node {
            id: NodeId(at),
            name: cache(at as usize),
            weight: Weight::from_hundredths(weight).unwrap(),
            up: true,
            bucket: at,
        };
        let fleet = Fleet::from_nodes((0..).zip(&weights).map(node)).unwrap();
        let scenario = Scenario { algorithm: system, fleet, keys: keys("user:{i}", 50), ..Scenario::default() };
        let is_taken = scenario.check().is_ok();
        let counts = matches!(system.weights, Weights::Ignored(_)) || weights.iter().any(|&weight| weight > 0);
        let owned: u32 = Snapshot::place(&scenario, None).counts().iter().sum();
        prop_assert_eq!(owned, if is_taken && counts { 50 } else { 0 }, "{:?} {:?}", system, weights);
    }

    #[test]
    fn what_is_passed_on_is_told(
        how in select(LIMITED.to_vec()),
        nodes in prop::collection::vec((1..6u32, prop::bool::weighted(0.8)), 1..12),
    ) {
        check_ways(how, &Snapshot::place(&placed(how, &nodes, keys("user:{i}", 150)), None));
    }

    // Numbers are kept and placements go on from others: what comes of it is what a fresh one gives.
    #[test]
    fn a_change_leads_where_a_fresh_placement_does(
        how in select([&SYSTEMS[..], &LIMITED[..]].concat()),
        nodes in prop::collection::vec((1..4u32, prop::bool::weighted(0.7)), 2..10),
        steps in prop::collection::vec((0..10usize, 0..4u8), 1..6),
    ) {
        let mut now = Snapshot::place(&placed(how, &nodes, keys("user:{i}", 3_000)), None);
        for (at, kind) in steps {
            let fleet = &now.scenario().fleet;
            let node = fleet.nodes()[at % fleet.nodes().len()].clone();
            let command = match kind {
                0 if fleet.nodes().len() > 1 => Command::RemoveNode(node.id),
                1 => add(&format!("new-{}:11211", fleet.next_id().0)),
                2 => weigh(node.id, "3"),
                _ => Command::SetUp { id: node.id, up: !node.up },
            };
            let scenario = after(now.scenario(), [command]);
            let next = Snapshot::place(&scenario, Some(&now));
            let fresh = Snapshot::place(&scenario, None);
            prop_assert_eq!(next.owner_seats(), fresh.owner_seats());
            prop_assert_eq!(next.counts(), fresh.counts());
            now = next;
        }
    }
}

// With 39 of 40 servers down nginx gives up after twenty points more for most keys.
#[test]
fn nginx_gives_up_and_nobody_has_the_key() {
    let mut nodes = [(1, false); 40];
    nodes[17].1 = true;
    for how in ["nginx-consistent", "nginx-hash"] {
        check_as_itself(how, &nodes);
        let snapshot = Snapshot::place(&placed(how, &nodes, keys("user:{i}", 150)), None);
        let owned = snapshot.counts()[17];
        assert!((20..130).contains(&owned), "{how}: {owned}");
        assert_eq!(snapshot.placed().exact_shares(), None);
    }
    check_as_itself("nginx-consistent", &[(1, false); 3]);
}

// ---- Shares ----

/// How much of the space each member has, found by asking the system at both ends of every stretch: between two points
/// the owner changes once at most.
fn shares_by_asking(
    points: &[(u64, u32)],
    bits: u32,
    members: usize,
    owner_of: &dyn Fn(u64) -> Option<usize>,
) -> Vec<u128> {
    let end = u64::MAX >> (64 - bits);
    let mut owned = vec![0u128; members];
    let mut give = |from: u64, to: u64| {
        if from > to {
            return;
        }
        let (first, last) = (owner_of(from).unwrap(), owner_of(to).unwrap());
        let (mut own, mut beyond) = (from, to);
        while first != last && beyond - own > 1 {
            let middle = own + (beyond - own) / 2;
            if owner_of(middle) == Some(first) { own = middle } else { beyond = middle }
        }
        let own = if first == last { to } else { own };
        owned[first] += u128::from(own - from) + 1;
        owned[last] += u128::from(to - own);
    };
    let mut from = 0;
    for &(position, _) in points {
        give(from, position);
        from = position + 1;
    }
    // Behind the last point two changes are possible, one on either side of the end of the space.
    give(from, end);
    owned
}

#[test]
fn exact_shares_are_what_the_systems_own() {
    let nodes = [(3, true), (1, true), (1, false), (2, true), (1, true)];
    let wide = |points: &[(u32, u32)]| points.iter().map(|&(at, member)| (at.into(), member)).collect::<Vec<_>>();
    for (how, bits) in [
        ("nginx-consistent", 32),
        ("haproxy-consistent", 32),
        ("envoy-ring-hash envmin=100", 64),
        ("twemproxy-ketama twhash=crc32a", 32),
        ("libmemcached-ketama-weighted", 32),
        ("lastfm-ketama", 32),
        ("pypi-hashring", 32),
        ("varnish-shard", 32),
        ("varnish-hash", 32),
    ] {
        let scenario = placed(how, &nodes, keys("user:{i}", 10));
        let members = members_of(&scenario);
        let asked = match how {
            "nginx-consistent" => {
                let system = NginxConsistent::new(&members).unwrap();
                shares_by_asking(&wide(system.points()), bits, 5, &|at| system.owner_of(at as u32))
            }
            "haproxy-consistent" => {
                let system = HaproxyConsistent::new(&members, KeyHash::CONSISTENT).unwrap();
                shares_by_asking(&wide(system.points()), bits, 5, &|at| system.owner_of(at as u32))
            }
            "envoy-ring-hash envmin=100" => {
                let options = Options { min_ring_size: 100, panic_threshold_percent: 0, ..Options::default() };
                let system = EnvoyRing::new(&members, &options).unwrap();
                shares_by_asking(system.points(), bits, 5, &|at| system.owner_of(at, 0))
            }
            "twemproxy-ketama twhash=crc32a" => {
                let system = Ketama::new(&without_usual_port(&members), KeyFunction::Crc32).unwrap();
                shares_by_asking(&wide(system.points()), bits, 5, &|at| system.owner_of(at as u32))
            }
            "libmemcached-ketama-weighted" => {
                let system = Continuum::new(&without_usual_port(&members), Points::Weighted, KeyFunction::Md5).unwrap();
                shares_by_asking(&wide(system.points()), bits, 5, &|at| system.owner_of(at as u32))
            }
            "varnish-shard" => {
                let system = VarnishShard::new(&members, 67).unwrap();
                shares_by_asking(&wide(system.points()), bits, 5, &|at| system.owner_of(at as u32))
            }
            "varnish-hash" => {
                let system = VarnishHash::new(&members).unwrap();
                // Borders by the definition, a quarter of a stretch apart from where they are.
                let seventh = (1u64 << 32) / 7;
                let near: Vec<(u64, u32)> = (1..=6).map(|at| (at * seventh - seventh / 4, 0)).collect();
                shares_by_asking(&near, bits, 5, &|at| system.owner_of(at as u32))
            }
            "pypi-hashring" => {
                let system = pypi_hashring::ring(&members, 40, pypi_hashring::POINTS_PER_LABEL).unwrap();
                let points = wide(system.points());
                // A point itself belongs to the next one.
                let ends: Vec<(u64, u32)> = points.iter().map(|&(at, member)| (at - 1, member)).collect();
                shares_by_asking(&ends, bits, 5, &|at| system.owner_of(at as u32))
            }
            _ => {
                let system = last_fm::ring(&members).unwrap();
                shares_by_asking(&wide(system.points()), bits, 5, &|at| system.owner_of(at as u32))
            }
        };
        let snapshot = Snapshot::place(&scenario, None);
        let shares = snapshot.placed().exact_shares().expect(how);
        let up: Vec<Ratio> = asked
            .iter()
            .zip(&nodes)
            .filter(|(_, node)| node.1)
            .map(|(&owned, _)| Ratio::new(owned, 1u128 << bits))
            .collect();
        assert_eq!(shares, up, "{how}");
        assert_eq!(asked.iter().sum::<u128>(), 1 << bits, "{how}");
        assert_eq!(asked[2], 0, "{how}");
    }
}

#[test]
fn exact_shares_of_tables_are_counted() {
    // nginx's plain hash has 32,768 numbers: all of them modulo the total weight of 6.
    let scenario = placed("nginx-hash", &[(3, true), (1, true), (2, true)], keys("user:{i}", 10));
    let mut counts = [0u32; 3];
    (0..32_768).for_each(|number| counts[[0, 0, 0, 1, 2, 2][number % 6]] += 1);
    let shares = Snapshot::place(&scenario, None).placed().exact_shares().unwrap();
    assert_eq!(shares, counts.map(|count| Ratio::new(count, 32_768u32)));
    // 2^32 modulo 3 is 1: the first slot has one number more. Of a server that is down twemproxy has no slot.
    let scenario = placed("twemproxy-modula", &[(1, true), (1, true), (1, false), (1, true)], keys("user:{i}", 10));
    let shares = Snapshot::place(&scenario, None).placed().exact_shares().unwrap();
    let third = (1u64 << 32) / 3;
    assert_eq!(shares.iter().map(|share| share.part).max(), Some(u128::from(third) + 1));
    assert_eq!(shares.iter().map(|share| share.part).sum::<u128>(), 1 << 32);
}

// ---- What is known of them ----

fn eight(how: &str, count: u32) -> Snapshot {
    let names: Vec<String> = names("cache-", 1, 8, 2).iter().map(|name| format!("{name}:11211")).collect();
    Snapshot::place(&scenario(how, names, keys("user:{i}", count)), None)
}

// Source: the recorded files of eight and seven servers, compared by hand (docs/systems.md has the rules).
#[test]
fn the_fourth_of_eight_is_removed() {
    for (how, moved, necessary) in [
        ("nginx-consistent", 15, 15),
        ("nginx-hash", 90, 13),
        ("haproxy-consistent", 62, 11),
        ("haproxy-consistent haids=explicit", 11, 11),
        ("haproxy-map", 93, 12),
        ("envoy-ring-hash", 26, 12),
        ("envoy-maglev", 9, 9),
        ("envoy-maglev envtable=251", 17, 11),
        ("twemproxy-ketama twhash=md5", 13, 13),
        ("libmemcached-ketama-weighted", 13, 13),
        ("lastfm-ketama", 14, 14),
        ("npm-hashring", 17, 14),
        ("groupcache", 13, 13),
    ] {
        let movement = change(&eight(how, 100), [Command::RemoveNode(NodeId(3))]).1;
        assert_eq!((movement.moved, movement.necessary), (moved, Some(necessary)), "{how}");
    }
    // A server that is down keeps its line, and so the others keep their numbers.
    let down = change(&eight("haproxy-consistent", 100), [Command::SetUp { id: NodeId(3), up: false }]).1;
    assert_eq!((down.moved, down.necessary), (11, Some(11)));
}

// Source: twemproxy_ketama_default_n8 and _crc32_n8 have 90 and 100 of 100 keys on one server.
#[test]
fn look_alike_keys_on_one_server() {
    for (how, most) in [("twemproxy-ketama", 90), ("twemproxy-ketama twhash=crc32", 100)] {
        assert_eq!(eight(how, 100).counts().iter().max(), Some(&most), "{how}");
    }
    assert!(eight("twemproxy-ketama twhash=md5", 100).counts().iter().all(|&count| count < 25));
    assert_eq!(eight("haproxy-consistent hafn=sdbm", 100).counts().iter().max(), Some(&90));
}

// Source: the runs of 25 servers have 156 points each (libmemcached, twemproxy), and 160 in the first ketama.
#[test]
fn single_precision_loses_points_at_twenty_five() {
    for (how, points) in [("libmemcached-ketama-weighted", 156), ("twemproxy-ketama", 156), ("lastfm-ketama", 160)] {
        let names: Vec<String> = names("cache-", 1, 25, 2);
        let snapshot = Snapshot::place(&scenario(how, names, keys("user:{i}", 10)), None);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
        assert_eq!(ring.points().len(), 25 * points, "{how}");
    }
}

#[test]
fn nginx_keeps_the_points_of_who_is_down() {
    let before = eight("nginx-consistent", 1_000);
    let (after, movement) = change(&before, [Command::SetUp { id: NodeId(3), up: false }]);
    let points = |snapshot: &Snapshot| match snapshot.geometry() {
        Geometry::Ring(ring) => ring.points().iter().map(|point| (point.position, ring.label_text(point))).collect(),
        _ => Vec::new(),
    };
    assert_eq!(points(&before).len(), 1_280);
    assert_eq!(points(&before), points(&after));
    assert!(movement.pairs.iter().all(|pair| pair.from == Some(NodeId(3)) && pair.to.is_some()));
    // Removed, they go.
    let (removed, _) = change(&before, [Command::RemoveNode(NodeId(3))]);
    assert_eq!(points(&removed).len(), 1_120);
}

// Points by hand: a label names what was hashed.
#[test]
fn points_are_called_what_they_are() {
    let label = |how: &str, position: u64| {
        let snapshot = eight(how, 1);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
        let point = ring.points().iter().find(|point| point.position == position).expect("a point");
        (ring.label_text(point), snapshot.placed().seats()[point.seat as usize])
    };
    let hash = envoy::hash(b"cache-05:11211_17");
    assert_eq!(label("envoy-ring-hash", hash), ("cache-05:11211_17".into(), NodeId(4)));
    // The second word of the MD5 of cache-02-9, which is the key function of all of it cut at four bytes.
    let snapshot = eight("libmemcached-ketama-weighted", 1);
    let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
    let first = u64::from(KeyFunction::Md5.value32(b"cache-02-9"));
    let point = ring.points().iter().find(|point| point.position == first).expect("a point");
    assert_eq!(ring.label_text(point), "cache-02-9, word 1");
}

// ---- What they refuse ----

#[test]
fn what_a_system_refuses_is_refused_with_a_sentence() {
    let mut nginx = eight("nginx-consistent", 10).scenario().clone();
    let error = nginx.apply(weigh(NodeId(0), "1.5")).expect_err("a fraction");
    assert_eq!(
        error.to_string(),
        "The weight of cache-01:11211 does not go here: this system takes whole numbers from 0 on."
    );
    let error = nginx.apply(weigh(NodeId(0), "0")).expect_err("nothing");
    assert!(error.to_string().ends_with("takes whole numbers from 1 on."), "{error}");
    let mut haproxy = eight("haproxy-consistent", 10).scenario().clone();
    assert!(matches!(haproxy.apply(weigh(NodeId(0), "257")), Err(ScenarioError::System(_))));
    let mut envoy = eight("envoy-ring-hash", 10).scenario().clone();
    let error = envoy.apply(set("envmax", "1000")).expect_err("less than the minimum");
    assert_eq!(error.to_string(), "1,024 points at least do not go: there are 1 to 1,000.");
    // And what goes elsewhere does not come here.
    let ring = after(&Scenario::default(), [weigh(NodeId(0), "0.5")]);
    // Some take fractions, or no weights at all.
    let takes = [
        "npm-hashring",
        "pypi-hashring",
        "varnish-shard",
        "varnish-hash",
        "cache-memcached-fast",
        "uhashring",
        "npm-ketama",
        "crate-conhash",
        "ex-hash-ring",
    ];
    for system in system::ALL {
        let mut scenario = ring.clone();
        let is_taken = takes.contains(&system.id) || matches!(system.weights, Weights::Ignored(_));
        assert_eq!(scenario.apply(Command::SetAlgorithm(system)).is_ok(), is_taken, "{system:?}");
        if is_taken {
            continue;
        }
        assert_eq!(scenario, ring);
        // Built all the same, nobody owns anything.
        let snapshot = Snapshot::place(&Scenario { algorithm: system, ..ring.clone() }, None);
        assert!(snapshot.owner_seats().iter().all(|&seat| seat == NO_SEAT));
        assert_eq!(Balance::of(&snapshot).keys, 100_000);
    }
}

#[test]
fn bounds_and_numbers_of_servers_are_refused_with_a_sentence() {
    let refused = |how: &str, command: Command| {
        let mut scenario = eight(how, 10).scenario().clone();
        scenario.apply(command).expect_err(how).to_string()
    };
    assert_eq!(
        refused("haproxy-consistent", set("habal", "100")),
        "100 per cent as a hash-balance-factor do not go: there are 101 to 1,000."
    );
    assert_eq!(
        refused("haproxy-consistent habal=101", Command::SetNodeCount(257)),
        "4,112 points under a hash-balance-factor do not go: there are 0 to 4,096."
    );
    assert_eq!(
        refused("envoy-maglev", set("envbal", "99")),
        "99 per cent as a hash_balance_factor do not go: there are 100 to 1,000."
    );
    assert_eq!(
        refused("envoy-ring-hash envbal=100", Command::SetNodeCount(1_001)),
        "1,001 hosts under a hash_balance_factor do not go: there are 0 to 1,000."
    );
    // The real one aborts.
    assert_eq!(
        refused("libmemcached-consistent", Command::SetNodeCount(101)),
        "101 servers do not go: there are 0 to 100."
    );
    assert_eq!(
        refused("varnish-shard", weigh(NodeId(0), "0")),
        "The weight of cache-01:11211 does not go here: this system takes numbers above 0."
    );
    // Found by counting: 670,000,000 points would have to be hashed, or as many slots be dealt.
    let heavy: Vec<String> = (0..1_000).map(|at| format!("n{at}*1000")).collect();
    let said = |link: &str| decode(link).notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let link = format!("sys=varnish-shard&nodes={}", heavy[..150].join(","));
    assert!(said(&link).contains("This makes 10,050,000 points; 10,000,000 are the most."), "{}", said(&link));
    let uneven: Vec<String> = (0..300).map(|at| format!("n{at}*{}", 999 + at % 2)).collect();
    let link = format!("sys=haproxy-map&nodes={}", uneven[..300].join(","));
    assert_eq!(decode(&link).scenario.algorithm.id, "haproxy-map");
    let uneven: Vec<String> = (0..600).map(|at| format!("n{at}*{}", 999 + at % 2)).collect();
    let link = format!("sys=haproxy-map&nodes={}", uneven.join(","));
    assert!(said(&link).contains("slots times servers do not go"), "{}", said(&link));
}

// Source: docs/systems.md, and `envoy.rs`: strictly below the threshold, by number, all hosts count.
#[test]
fn envoy_panics_below_the_threshold() {
    for how in ["envoy-ring-hash envpanic=50", "envoy-maglev envpanic=50"] {
        let down = |ids: std::ops::Range<u32>| ids.map(|id| Command::SetUp { id: NodeId(id), up: false });
        let all = eight(how, 1_000);
        let (half, _) = change(&all, down(0..4));
        assert_eq!(half.counts()[..4], [0; 4]);
        assert_eq!(half.counts().iter().sum::<u32>(), 1_000);
        let (panic, _) = change(&half, down(4..5));
        assert_eq!(panic.counts(), all.counts(), "{how}");
        assert_eq!(owner_names(&panic), owner_names(&all));
        // Who is down has its fair share again.
        let balance = Balance::of(&panic);
        assert!(balance.loads.iter().all(|load| load.fair == Ratio::new(1u32, 8u32)), "{how}");
    }
}

#[test]
fn a_link_that_a_system_refuses_is_placed_by_the_ring() {
    let decoded = decode("v=1&sys=haproxy-consistent&nodes=a*300,b&n=10");
    assert_eq!(decoded.scenario.algorithm, Algorithm::default());
    assert_eq!(decoded.scenario.fleet.nodes().len(), 2);
    let notes: Vec<String> = decoded.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        ["sys: “haproxy-consistent” is not taken; the default stands. \
          The weight of a does not go here: this system takes whole numbers from 0 to 256."]
    );
    let both = decode("v=1&sys=nginx-hash&alg=jump");
    assert_eq!((both.scenario.algorithm.id, both.notes.len()), ("nginx-hash", 1));
    let unknown = decode("v=1&sys=nginks&alg=jump");
    assert_eq!((unknown.scenario.algorithm.id, unknown.notes.len()), ("jump", 1));
    let compared = decode("v=1&cmp=haproxy-consistent*haids:explicit,envoy-maglev");
    let ids: Vec<&str> = compared.beside.variants.iter().map(|one| one.algorithm.id).collect();
    assert_eq!((ids, compared.notes.len()), (vec!["haproxy-consistent", "envoy-maglev"], 0));
}

// Every system on the fleets that a reader can make: none panics, all place.
#[test]
fn every_system_takes_fleets_of_any_size() {
    for system in system::ALL {
        for count in [0, 1, 2, 100] {
            let scenario = Scenario { algorithm: system, keys: keys("user:{i}", 500), ..Scenario::default() };
            let snapshot = Snapshot::place(&after(&scenario, [Command::SetNodeCount(count)]), None);
            // What is counted beforehand is what is then built.
            let card = system.card.unwrap();
            assert_eq!(card.check(&snapshot.scenario().fleet, &snapshot.scenario().settings), Ok(()));
            let owned: u32 = snapshot.counts().iter().sum();
            assert_eq!(owned, if count == 0 { 0 } else { 500 }, "{system:?} {count}");
        }
    }
}
