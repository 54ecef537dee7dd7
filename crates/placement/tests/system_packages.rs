//! Packages of which no recorded placements are here: the examples that their sources print, and their rules by hand.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod by_scan;

use std::collections::HashMap;

use by_scan::members;
use md5::{Digest, Md5};
use placement::{
    hash::SplitMix64,
    system::{
        buraksezer_consistent::{BuraksezerConsistent, Options},
        cassandra, ex_hash_ring,
        go_maglev::GoMaglev,
        go_mpchash::GoMpchash,
        hash4j::{JumpBackAnchor, jump, jump_back},
        member::Member,
        riak,
    },
};
use sha1::Sha1;

fn named(names: impl IntoIterator<Item = String>) -> Vec<Member> {
    names.into_iter().map(|name| Member::new(name, 1.0)).collect()
}

// Source: the package's own test: seven slots for backend-0 to backend-2, and without backend-1.
#[test]
fn go_maglev_prints_this_table() {
    let mut backends = named((0..3).map(|number| format!("backend-{number}")));
    assert_eq!(GoMaglev::new(&backends, 7).unwrap().table(), [1, 2, 0, 2, 0, 1, 0]);
    backends[1].up = false;
    let without = GoMaglev::new(&backends, 7).unwrap();
    assert_eq!(without.table(), [0, 2, 0, 2, 0, 2, 0]);
    assert_eq!((without.owner_of(8), without.owner_of(u64::MAX)), (Some(2), without.owner_of(u64::MAX % 7)));
    assert!(GoMaglev::new(&backends, 8).is_err());
}

// Source: testdata/compat.out of the package: shard-1 to shard-6000 as buckets and as keys, seeds 1 and 2, 21 probes; the
// first lines of the file.
#[test]
fn go_mpchash_gives_these_shards() {
    let shards = named((1..=6_000).map(|number| format!("shard-{number}")));
    let mpchash = GoMpchash::new(&shards, [1, 2], 21).unwrap();
    for (number, shard) in (1..).zip([1_389, 4_257, 4_744, 4_613, 3_027, 1_872, 3_565, 5_494, 5_517, 3_009, 163, 2_061])
    {
        assert_eq!(mpchash.owner(format!("shard-{number}").as_bytes()), Some(shard - 1), "shard-{number}");
    }
}

/// Who has a key of Burak Sezer's package, from the rule, with every point in one sorted list.
fn partitions_by_rule(names: &[String], partitions: u64, replicas: u32, load: f64) -> Vec<usize> {
    let hash = |bytes: &[u8]| twox_hash::XxHash64::oneshot(0, bytes);
    let mut points: Vec<(u64, usize)> = (0..names.len())
        .flat_map(|at| (0..replicas).map(move |number| (number, at)))
        .map(|(number, at)| (hash(format!("{number}:{}", names[at]).as_bytes()), at))
        .collect();
    points.sort_unstable();
    let most = (partitions as f64 / names.len() as f64 * load).ceil() as u32;
    let mut loads = vec![0; names.len()];
    (0..partitions)
        .map(|partition| {
            let position = hash(&partition.to_le_bytes());
            let (below, from): (Vec<(u64, usize)>, Vec<_>) =
                points.iter().copied().partition(|point| point.0 < position);
            let owner = from.into_iter().chain(below).map(|point| point.1).find(|&at| loads[at] < most).unwrap();
            loads[owner] += 1;
            owner
        })
        .collect()
}

#[test]
fn buraksezer_deals_out_partitions_with_bounded_loads() {
    for (count, partitions, load) in [(8, 271, 1.25), (3, 71, 1.0), (5, 10, 2.0)] {
        let members = members(count);
        let names: Vec<String> = members.iter().map(|member| member.name.clone()).collect();
        let system = BuraksezerConsistent::new(&members, &Options { partitions, replicas: 20, load }).unwrap();
        let expected = partitions_by_rule(&names, partitions.into(), 20, load);
        assert_eq!(system.partitions().iter().map(|&place| place as usize).collect::<Vec<_>>(), expected);
        let key = b"user:1";
        let partition = twox_hash::XxHash64::oneshot(0, key) % u64::from(partitions);
        assert_eq!(system.owner(key), Some(expected[partition as usize]));
    }
    let tight = Options { partitions: 10, replicas: 20, load: 0.5 };
    assert!(BuraksezerConsistent::new(&members(3), &tight).is_err());
}

// hash4j's own law of its hashers: a bucket that is removed hands over its keys and no others, and the last removal is the
// first to be taken back. Buckets that were never removed are JumpBackHash's.
#[test]
fn jump_back_anchor_moves_only_keys_of_the_removed_bucket() {
    let mut draws = SplitMix64::new(7);
    let numbers: Vec<u64> = (0..3_000).map(|_| draws.next_value()).collect();
    let place =
        |anchor: &JumpBackAnchor| -> Vec<u32> { numbers.iter().map(|&one| anchor.bucket(one).unwrap()).collect() };
    let mut anchor = JumpBackAnchor::new(12);
    assert_eq!(place(&anchor), numbers.iter().map(|&one| jump_back(one, 12)).collect::<Vec<_>>());
    let mut states = vec![place(&anchor)];
    for bucket in [3, 11, 0, 7, 8, 1, 9] {
        anchor.remove(bucket);
        let now = place(&anchor);
        for (before, after) in states.last().unwrap().iter().zip(&now) {
            assert!(before == after || *before == bucket, "{before} moved to {after} when {bucket} was removed");
            assert_ne!(*after, bucket);
        }
        states.push(now);
    }
    assert_eq!(anchor.len(), 5);
    // Every bucket that is left has a fifth of the keys: within five deviations of sqrt(3,000 · 0.2 · 0.8) = 22.
    let mut counts = HashMap::new();
    states.last().unwrap().iter().for_each(|bucket| *counts.entry(*bucket).or_insert(0i32) += 1);
    assert!(counts.len() == 5 && counts.values().all(|count| (count - 600).abs() < 110), "{counts:?}");
    while states.len() > 1 {
        states.pop();
        anchor.add();
        assert_eq!(&place(&anchor), states.last().unwrap());
    }
    (0..12).for_each(|bucket| anchor.remove(bucket));
    assert_eq!(anchor.bucket(1), None);
}

// hash4j's jump hash: with one more bucket a key stays or goes to the new one, and each bucket has its share.
#[test]
fn hash4j_jump_is_monotone_and_even() {
    let mut draws = SplitMix64::new(11);
    let mut counts = [0i32; 10];
    for _ in 0..10_000 {
        let number = draws.next_value();
        for buckets in 1..40 {
            let (now, then) = (jump(number, buckets), jump(number, buckets + 1));
            assert!(then == now || then == buckets);
        }
        counts[jump(number, 10) as usize] += 1;
    }
    // Five deviations of sqrt(10,000 · 0.1 · 0.9) = 30.
    assert!(counts.iter().all(|count| (count - 1_000).abs() < 150), "{counts:?}");
    assert_eq!([jump(5, 0), jump(5, 1)], [0, 0]);
    assert!(jump(u64::MAX, u32::MAX) < 1 << 31);
}

// ex_hash_ring: bytes 8 to 15 of the MD5 of name and number, little-endian; the first point after the key, and copies are
// the next other nodes.
#[test]
fn ex_hash_ring_by_its_rule() {
    let nodes = members(4);
    let hash = |text: &str| u64::from_le_bytes(Md5::digest(text)[8..].try_into().unwrap());
    let mut points: Vec<(u64, usize)> = (0..4)
        .flat_map(|at| (0..512).map(move |number| (at, number)))
        .map(|(at, number)| (hash(&format!("{}{number}", nodes[at].name)), at))
        .collect();
    points.sort_unstable();
    let ring = ex_hash_ring::ring(&nodes, 512).unwrap();
    for number in 0..500 {
        let key = format!("user:{number}");
        let (below, after): (Vec<(u64, usize)>, Vec<_>) =
            points.iter().copied().partition(|point| point.0 <= hash(&key));
        let mut expected = Vec::new();
        for (_, at) in after.into_iter().chain(below) {
            if !expected.contains(&at) {
                expected.push(at);
            }
        }
        assert_eq!(ring.owner(key.as_bytes()), Some(expected[0]));
        assert_eq!(ring.owners(key.as_bytes(), 3), expected[..3]);
        assert_eq!(ring.owners(key.as_bytes(), 9), expected);
    }
}

// Riak: the external form of {<<"b">>, <<"key">>} byte by byte, and 64 partitions by the top six bits of the SHA-1.
#[test]
fn riak_partitions_by_the_top_bits() {
    let mut external = vec![131, 104, 2, 109, 0, 0, 0, 1, b'b', 109, 0, 0, 0, 3];
    external.extend(b"key");
    let digest: [u8; 20] = Sha1::digest(&external).into();
    assert_eq!(riak::hash(b"b", b"key"), digest);
    for number in 0..200 {
        let hash = riak::hash(b"bucket", format!("key-{number}").as_bytes());
        let first = (u32::from(hash[0] >> 2) + 1) % 64;
        let expected: Vec<u32> = (0..3).map(|step| (first + step) % 64).collect();
        assert_eq!(riak::preference_list(hash, 64, 3), Ok(expected));
        assert_eq!(riak::first_index(first, 64)[0], (first << 2) as u8);
    }
    // Three partitions of 2^160 / 3, cut: their starts in hexadecimal are 0, 5555…55 and aaaa…aa.
    for (byte, next) in [(0x55, 2), (0x54, 1), (0xaa, 0), (0xa9, 2), (0x00, 1)] {
        assert_eq!(riak::preference_list([byte; 20], 3, 1), Ok(vec![next]), "{byte:x}");
    }
    assert_eq!(riak::first_index(1, 3), [0x55; 20]);
    assert!(riak::preference_list([0; 20], 0, 1).is_err());
}

// Cassandra: the first token at or after the key's, then the lowest; the server gives an empty key the lowest of all.
#[test]
fn cassandra_owners_of_given_tokens() {
    let tokens = [(-6_000_000_000_000_000_000, 0), (-1, 1), (4_000_000_000_000_000_000, 2), (-1_000, 0)];
    let ring = cassandra::ring(&tokens);
    for number in 0..500 {
        let key = format!("user:{number}").into_bytes();
        let token = cassandra::token(&key);
        let at_or_after = tokens.iter().filter(|one| one.0 >= token).min();
        let expected = at_or_after.or(tokens.iter().min()).unwrap().1;
        assert_eq!(ring.owner(&key), Some(expected as usize));
    }
    assert_eq!(
        [i64::MIN, -1_000, -999, -1, 0, i64::MAX].map(|token| ring.owner_of(token)),
        [0, 0, 1, 1, 2, 0].map(Some)
    );
    assert_eq!((cassandra::token(b""), cassandra::server_token(b"")), (0, i64::MIN));
}

/// What a page needs of a system that it keeps, copies and sends to a worker.
fn can_be_kept<T: Send + Sync + Clone + std::fmt::Debug>() {}

#[test]
fn systems_can_be_kept_and_sent() {
    use placement::system::{
        cache_memcached_fast, caddy, circle::HashedCircle, clandestined, envoy_bounded, envoy_maglev, envoy_ring,
        haproxy_consistent, haproxy_map, libmemcached, nginx_consistent, nginx_hash, npm_node_hashring, pymemcache,
        twemproxy, varnish_hash, varnish_shard,
    };
    can_be_kept::<HashedCircle<u32>>();
    can_be_kept::<HashedCircle<u128>>();
    can_be_kept::<cache_memcached_fast::CacheMemcachedFast>();
    can_be_kept::<caddy::Caddy>();
    can_be_kept::<clandestined::Clandestined>();
    can_be_kept::<envoy_bounded::Bounds>();
    can_be_kept::<envoy_maglev::EnvoyMaglev>();
    can_be_kept::<envoy_ring::EnvoyRing>();
    can_be_kept::<haproxy_consistent::HaproxyConsistent>();
    can_be_kept::<haproxy_consistent::Bounded>();
    can_be_kept::<haproxy_map::HaproxyMap>();
    can_be_kept::<libmemcached::Continuum>();
    can_be_kept::<nginx_consistent::NginxConsistent>();
    can_be_kept::<nginx_hash::NginxHash>();
    can_be_kept::<npm_node_hashring::NodeHashring>();
    can_be_kept::<pymemcache::Pymemcache>();
    can_be_kept::<twemproxy::Ketama>();
    can_be_kept::<varnish_hash::VarnishHash>();
    can_be_kept::<varnish_shard::VarnishShard>();
    can_be_kept::<GoMpchash>();
    can_be_kept::<BuraksezerConsistent>();
}
