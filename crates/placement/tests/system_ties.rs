//! Two members that claim one point, in both orders of the configuration. The names are found by a birthday search over
//! their labels, and the points are hashed here anew.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod by_scan;

use std::collections::HashMap;

use by_scan::{Rule, position_of};
use md5::{Digest, Md5};
use placement::{
    hash::HashFn,
    system::{
        caddy::{Caddy, Version},
        circle::HashedCircle,
        clandestined::Clandestined,
        groupcache,
        haproxy::KeyHash,
        haproxy_consistent::HaproxyConsistent,
        hash::memcached::KeyFunction,
        key::KeyEncoding,
        last_fm,
        libmemcached::{Continuum, Points},
        member::Member,
        nginx_consistent::NginxConsistent,
        npm_hashring, npm_ketama,
        npm_node_hashring::NodeHashring,
        pymemcache::Pymemcache,
        pypi_hashring, twemproxy, uhashring,
        varnish_shard::{self, VarnishShard},
    },
};
use sha1::Sha1;
use sha2::Sha256;

/// Two names that share a point, and the point.
fn collision(points_of: &dyn Fn(&str) -> Vec<u32>) -> ([String; 2], u32) {
    birthday(points_of).expect("two names that share a point")
}

fn birthday(points_of: &dyn Fn(&str) -> Vec<u32>) -> Option<([String; 2], u32)> {
    let mut owners: HashMap<u32, String> = HashMap::new();
    for number in 0..400_000 {
        // CRC-32 tells short texts that differ in few digits always apart, so the names are from all over.
        let [low, high, ..] = words(&format!("{number}"));
        let name = format!("n{low:08x}{high:08x}");
        for point in points_of(&name) {
            if let Some(other) = owners.get(&point).filter(|&other| *other != name) {
                return Some(([other.clone(), name], point));
            }
            owners.insert(point, name.clone());
        }
    }
    None
}

fn words(label: &str) -> [u32; 4] {
    let digest: [u8; 16] = Md5::digest(label).into();
    [0, 4, 8, 12].map(|at| u32::from_le_bytes(digest[at..at + 4].try_into().unwrap()))
}

/// The points that ketama gives one of two equal servers: 40 labels, so many words of each.
fn ketama_points(name: &str, words_of_each: usize) -> Vec<u32> {
    (0..40).flat_map(|number| words(&format!("{name}-{number}"))[..words_of_each].to_vec()).collect()
}

/// Builds both orders of the two and asks who has the shared point.
fn owners(names: &[String; 2], owner: &dyn Fn(&[Member]) -> Option<usize>) -> [String; 2] {
    let [a, b] = names;
    [[a, b], [b, a]].map(|order| {
        let members: Vec<Member> = order.iter().map(|name| Member::new(name.as_str(), 1.0)).collect();
        members[owner(&members).unwrap()].name.clone()
    })
}

/// A position whose point, by the rule, is the shared one.
fn just_before(all: &[u32], point: u32, rule: Rule) -> u32 {
    let position = if rule == Rule::After { point.wrapping_sub(1) } else { point };
    assert_eq!(position_of(all, position, rule, &|_, _| 0), point);
    position
}

/// Who wins: the first of the list, or the last.
fn check(names: &[String; 2], first_wins: bool, owner: &dyn Fn(&[Member]) -> Option<usize>) {
    let [a, b] = names.clone();
    assert_eq!(owners(names, owner), if first_wins { [a, b] } else { [b, a] });
}

fn circle_owner(
    ring: &'static dyn Fn(&[Member]) -> HashedCircle<u32>,
    position: u32,
) -> impl Fn(&[Member]) -> Option<usize> {
    move |members| ring(members).owner_of(position)
}

// Recorded in both orders: last.fm first in the file, libmemcached the lower index, npm hashring first; uhashring's ketama
// and PyPI hashring last; twemproxy the first by (length, bytes), whatever the configuration.
#[test]
fn ketama_points_of_two_servers() {
    let (names, point) = collision(&|name| ketama_points(name, 4));
    let all: Vec<u32> = names.iter().flat_map(|name| ketama_points(name, 4)).collect();
    let (at, before) = (just_before(&all, point, Rule::AtOrAfter), just_before(&all, point, Rule::After));
    check(&names, true, &circle_owner(&|members| last_fm::ring(members).unwrap(), at));
    check(&names, true, &circle_owner(&|members| npm_hashring::ring(members, 40, 4).unwrap(), at));
    check(&names, false, &circle_owner(&|members| uhashring::ketama_ring(members, 40, 4).unwrap(), before));
    check(&names, true, &|members| Continuum::new(members, Points::Weighted, KeyFunction::Md5).unwrap().owner_of(at));

    let mut sorted = names.clone();
    sorted.sort_by_key(|name| (name.len(), name.clone()));
    let twemproxy = owners(&names, &|members| twemproxy::Ketama::new(members, KeyFunction::Md5).unwrap().owner_of(at));
    assert_eq!(twemproxy, [sorted[0].clone(), sorted[0].clone()]);

    let (names, point) = collision(&|name| ketama_points(name, 3));
    let all: Vec<u32> = names.iter().flat_map(|name| ketama_points(name, 3)).collect();
    let before = just_before(&all, point, Rule::After);
    check(&names, false, &circle_owner(&|members| pypi_hashring::ring(members, 40, 3).unwrap(), before));
}

// groupcache: the peer added last.
#[test]
fn groupcache_points_of_two_peers() {
    let points = |name: &str| (0..50).map(|number| crc32fast::hash(format!("{number}{name}").as_bytes())).collect();
    let (names, point) = collision(&points);
    let all: Vec<u32> = names.iter().flat_map(|name| points(name)).collect();
    let at = just_before(&all, point, Rule::AtOrAfter);
    check(&names, false, &circle_owner(&|members| groupcache::ring(members, 50).unwrap(), at));
}

// nginx with glibc: the server first in the configuration, in 20 of 20 orders.
#[test]
fn nginx_points_of_two_servers() {
    let points = |name: &str| -> Vec<u32> {
        let chain = |previous: Option<u32>| {
            let previous = previous.unwrap_or(0).to_le_bytes();
            Some(crc32fast::hash(&[name.as_bytes(), &[0], &previous].concat()))
        };
        std::iter::successors(chain(None), |&point| chain(Some(point))).take(160).collect()
    };
    let (names, point) = collision(&points);
    check(&names, true, &|members| NginxConsistent::new(members).unwrap().owner_of(point));
    // The first one down: the point stays its own, and the lookup goes on.
    let all: Vec<u32> = names.iter().flat_map(|name| points(name)).collect();
    let next = position_of(&all, point, Rule::After, &|_, _| 0);
    let has_next = names.iter().position(|name| points(name).contains(&next)).unwrap();
    let mut members: Vec<Member> = names.iter().map(|name| Member::new(name.as_str(), 1.0)).collect();
    members[0].up = false;
    assert_eq!(NginxConsistent::new(&members).unwrap().points().iter().filter(|one| one.0 == point).count(), 1);
    let expected = if has_next == 1 { Some(1) } else { NginxConsistent::new(&members).unwrap().owner_of(next) };
    assert_eq!(NginxConsistent::new(&members).unwrap().owner_of(point), expected);
}

// Varnish: the backend added first, not the smaller name.
#[test]
fn varnish_points_of_two_backends() {
    let points = |name: &str| -> Vec<u32> {
        let last_four = |number: u32| {
            let digest: [u8; 32] = Sha256::digest(format!("{name}{number}")).into();
            u32::from_le_bytes(digest[28..].try_into().unwrap())
        };
        (0..67).map(last_four).collect()
    };
    let (names, point) = collision(&points);
    check(&names, true, &|members| VarnishShard::new(members, varnish_shard::REPLICAS).unwrap().owner_of(point));
}

// npm ketama and node-hashring: a stable sort, the first of the list.
#[test]
fn npm_points_of_two_nodes() {
    let points = |name: &str| -> Vec<u32> {
        let signed = |number: u32| {
            let digest: [u8; 20] = Sha1::digest(format!("{name}\0{number}")).into();
            u32::from_be_bytes(digest[..4].try_into().unwrap())
        };
        (1..=50).map(signed).collect()
    };
    let (names, point) = collision(&points);
    check(&names, true, &|members| npm_ketama::ring(members, 50).unwrap().owner_of(point.cast_signed()));

    let points = |name: &str| -> Vec<u32> {
        let hash = |number: u32| murmur3::murmur3_32(&mut format!("{name}.{number}").as_bytes(), 0xfff).unwrap();
        (0..80).map(hash).collect()
    };
    let (names, point) = collision(&points);
    let backwards = |members: &[Member]| NodeHashring::new(members, 80, KeyEncoding::Utf16LowByte).unwrap();
    check(&names, true, &|members| backwards(members).owner_of(point));
    // A shared point leaves a gap behind the highest: from there on, and below the lowest, nobody is found.
    let pair = [Member::new(names[0].as_str(), 1.0), Member::new(names[1].as_str(), 1.0)];
    let all: Vec<u32> = names.iter().flat_map(|name| points(name)).collect();
    let (first, last) = (*all.iter().min().unwrap(), *all.iter().max().unwrap());
    let owners = [first - 1, first, last - 1, last, u32::MAX].map(|position| backwards(&pair).owner_of(position));
    assert_eq!(owners.map(|owner| owner.is_some()), [false, true, true, false, false]);
}

// Rendezvous: pymemcache and clandestined give a tie to the larger name, Caddy to the first of the list.
#[test]
fn two_nodes_with_one_value_for_a_key() {
    let key = "user:1";
    let murmur = |name: &str| vec![murmur3::murmur3_32(&mut format!("{name}-{key}").as_bytes(), 0).unwrap()];
    let (names, _) = collision(&murmur);
    let larger = names.iter().max().unwrap().clone();
    let of_pymemcache = owners(&names, &|members| Pymemcache::new(members, 0).owner(key.as_bytes()));
    assert_eq!(of_pymemcache, [larger.clone(), larger.clone()]);
    let of_clandestined = owners(&names, &|members| Clandestined::new(members, 0, KeyEncoding::Utf8).owner(key));
    assert_eq!(of_clandestined, [larger.clone(), larger]);

    let fnv = |name: &str| vec![HashFn::Fnv1a32.value32(format!("{key}{name}").as_bytes())];
    let (names, _) = collision(&fnv);
    check(&names, true, &|members| Caddy::new(members, Version::Fnv).owner(key.as_bytes()));
}

// HAProxy: ids that are equal modulo 2^20 have all points in common. Keys just below a point go to the first of the
// configuration, keys just above to the last. With 2^19 between them no point is shared.
#[test]
fn haproxy_ids_that_are_equal_modulo_two_to_the_twentieth() {
    let server = |name: &str, id: u32| Member { id: Some(id), ..Member::new(name, 1.0) };
    for ids in [[1, 1 + (1 << 20), 2], [1 + (1 << 20), 1, 2]] {
        let servers: Vec<Member> = ["a", "b", "c"].iter().zip(ids).map(|(name, id)| server(name, id)).collect();
        let haproxy = HaproxyConsistent::new(&servers, KeyHash::CONSISTENT).unwrap();
        let shared: Vec<u32> = haproxy.points().iter().filter(|point| point.1 == 0).map(|point| point.0).collect();
        assert_eq!((haproxy.points().len(), shared.len()), (48, 16));
        for point in shared {
            let below_and_above = [point.wrapping_sub(1), point, point.wrapping_add(1)].map(|at| haproxy.owner_of(at));
            assert_eq!(below_and_above, [Some(0), Some(0), Some(1)]);
        }
    }
    let apart = [server("a", 1), server("b", 1 + (1 << 19))];
    let haproxy = HaproxyConsistent::new(&apart, KeyHash::CONSISTENT).unwrap();
    assert!(haproxy.points().windows(2).all(|pair| pair[0].0 != pair[1].0));
    // Ids 1 to 8 plus 2^20 have the points of ids 1 to 8.
    let points = |offset: u32| {
        let servers: Vec<Member> = (1..=8).map(|id| server("s", id + offset)).collect();
        HaproxyConsistent::new(&servers, KeyHash::CONSISTENT).unwrap().points().to_vec()
    };
    assert_eq!(points(0), points(1 << 20));
    assert_ne!(points(0), points(1 << 19));
}
