//! The systems themselves, built apart from the placement.

use crate::fleets::*;
use placement::system::{
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
};

/// A system itself, built apart from the placement.
pub type Owner = Box<dyn Fn(&[u8]) -> Option<usize>>;

pub fn without_usual_port(members: &[Member]) -> Vec<Member> {
    let label = |member: &Member| member.name.split(":11211").next().map(str::to_owned);
    members.iter().map(|member| Member { label: label(member), ..member.clone() }).collect()
}

pub fn itself(how: &str, members: Vec<Member>) -> Owner {
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

pub const REDIS_GIVEN: &str =
    "redis-cluster ranges=cache-8:11211=0-8000,cache-9:11211=8001-9000+12000,gone=12001-16383";
pub const CASSANDRA_GIVEN: &str = "cassandra-murmur3 casstokens=cache-8:11211=-5000000000000000000+0,cache-9:11211=-7,\
                               cache-10:11311=6000000000000000000";
