//! Keys that hit a point exactly, that are one below or one above it, and that are half way between two: there the rules
//! of real rings part. Keys are searched for; expectations come from a look at every point.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod by_scan;

use std::{collections::HashMap, fmt::Debug};

use by_scan::{Rule, members, position_of, search_key};
use placement::system::{
    circle::{HashedCircle, Position},
    crate_conhash, crate_hashring, envoy_ring, ex_hash_ring, groupcache,
    haproxy::KeyHash,
    haproxy_consistent::HaproxyConsistent,
    hash::haproxy::KeyFunction,
    hash::memcached,
    key::KeyEncoding,
    last_fm,
    libmemcached::{Continuum, Points},
    member::Member,
    nginx_consistent::NginxConsistent,
    npm_hashring, npm_ketama,
    npm_node_hashring::NodeHashring,
    pypi_hashring, twemproxy, uhashring,
    varnish_shard::{self, VarnishShard},
};

/// Holds positions at, below and above every point, and at both ends of the space, against a look at every point.
fn check_positions<P: Position + Debug + 'static>(
    points: &[(P, u32)],
    ends: [P; 2],
    step: P,
    add: fn(P, P) -> P,
    rule: Rule,
    owner_of: &dyn Fn(P) -> Option<usize>,
) {
    let owners: HashMap<String, usize> =
        points.iter().map(|&(point, place)| (format!("{point:?}"), place as usize)).collect();
    let positions: Vec<P> = points.iter().map(|point| point.0).collect();
    let distance = |from: P, to: P| to.after(from);
    assert!(positions.len() > 5, "too few points to tell rules apart");
    let near = positions.iter().flat_map(|&point| [point, add(point, step), point.after(step)]);
    for key in near.chain(ends) {
        let expected = position_of(&positions, key, rule, &distance);
        assert_eq!(owner_of(key), owners.get(&format!("{expected:?}")).copied(), "{rule:?} at {key:?}");
    }
}

fn check_circle<P: Position + Debug + 'static>(
    circle: &HashedCircle<P>,
    ends: [P; 2],
    step: P,
    add: fn(P, P) -> P,
    rule: Rule,
) {
    check_positions(circle.points(), ends, step, add, rule, &|key| circle.owner_of(key));
}

// The rules: systems' sources as named in the files; that exact hits go so was recorded from runs of all but the crates.
#[test]
fn positions_at_and_beside_every_point() {
    let few = members(3);
    let u32s = [0, u32::MAX];
    let add = u32::wrapping_add;
    check_circle(&last_fm::ring(&few).unwrap(), u32s, 1, add, Rule::AtOrAfter);
    check_circle(&groupcache::ring(&few, 50).unwrap(), u32s, 1, add, Rule::AtOrAfter);
    check_circle(&npm_hashring::ring(&few, 40, 4).unwrap(), u32s, 1, add, Rule::AtOrAfter);
    check_circle(&uhashring::ketama_ring(&few, 40, 4).unwrap(), u32s, 1, add, Rule::After);
    check_circle(&pypi_hashring::ring(&few, 40, 3).unwrap(), u32s, 1, add, Rule::After);
    let backwards = NodeHashring::new(&few, 80, KeyEncoding::Utf16LowByte).unwrap();
    check_positions(backwards.points(), u32s, 1, add, Rule::AtOrBefore, &|key| backwards.owner_of(key));
    let signed = npm_ketama::ring(&few, 50).unwrap();
    check_circle(&signed, [i32::MIN, i32::MAX], 1, i32::wrapping_add, Rule::AtOrAfter);
    let wide = uhashring::ring(&few, 160).unwrap();
    check_circle(&wide, [0, u128::MAX], 1, u128::wrapping_add, Rule::After);
    let wide = crate_conhash::ring(&few, 20).unwrap();
    check_circle(&wide, [0, u128::MAX], 1, u128::wrapping_add, Rule::AtOrAfter);
    check_circle(&crate_hashring::ring(&members(8)), [0, u64::MAX], 1, u64::wrapping_add, Rule::AtOrAfter);
    check_circle(&ex_hash_ring::ring(&few, 512).unwrap(), [0, u64::MAX], 1, u64::wrapping_add, Rule::After);

    let nginx = NginxConsistent::new(&few).unwrap();
    check_positions(nginx.points(), u32s, 1, add, Rule::AtOrAfter, &|key| nginx.owner_of(key));
    let varnish = VarnishShard::new(&few, 67).unwrap();
    check_positions(varnish.points(), u32s, 1, add, Rule::NoWrap, &|key| varnish.owner_of(key));
    let haproxy = HaproxyConsistent::new(&few, KeyHash::CONSISTENT).unwrap();
    check_positions(haproxy.points(), u32s, 1, add, Rule::Nearest, &|key| haproxy.owner_of(key));
    let envoy = envoy_ring::EnvoyRing::new(&few, &envoy_ring::Options::default()).unwrap();
    check_positions(envoy.points(), [0, u64::MAX], 1, u64::wrapping_add, Rule::AtOrAfter, &|key| {
        envoy.owner_of(key, 0)
    });
}

/// A key whose hash is a point, found by search, where the next point has another owner: with `>=` the point's own
/// member has it, with `>` the next point's.
fn check_exact_hit<P: Position + std::hash::Hash + Debug>(
    points: &[(P, u32)],
    is_strict: bool,
    hash: &dyn Fn(&[u8]) -> P,
    owner: &dyn Fn(&[u8]) -> Option<usize>,
) {
    let telling: HashMap<P, (u32, u32)> = (0..points.len())
        .map(|at| (points[at].0, (points[at].1, points[(at + 1) % points.len()].1)))
        .filter(|(_, (here, next))| here != next)
        .collect();
    let key = search_key(|key| telling.contains_key(&hash(key)));
    let (here, next) = telling[&hash(&key)];
    assert_eq!(owner(&key), Some(if is_strict { next } else { here } as usize), "{}", String::from_utf8_lossy(&key));
}

fn check_exact_hit_of<P: Position + std::hash::Hash + Debug>(circle: &HashedCircle<P>, is_strict: bool) {
    check_exact_hit(circle.points(), is_strict, &|key| circle.hash(key), &|key| circle.owner(key));
}

#[test]
fn keys_that_hit_a_point_exactly() {
    let many: Vec<Member> = members(40);
    check_exact_hit_of(&last_fm::ring(&many).unwrap(), false);
    check_exact_hit_of(&groupcache::ring(&many, 50).unwrap(), false);
    check_exact_hit_of(&npm_hashring::ring(&many, 40, 4).unwrap(), false);
    check_exact_hit_of(&npm_ketama::ring(&many, 50).unwrap(), false);
    check_exact_hit_of(&uhashring::ketama_ring(&many, 40, 4).unwrap(), true);
    check_exact_hit_of(&pypi_hashring::ring(&many, 40, 3).unwrap(), true);
    let nginx = NginxConsistent::new(&many).unwrap();
    check_exact_hit(nginx.points(), false, &crc32fast::hash, &|key| nginx.owner(key));
    let varnish = VarnishShard::new(&many, 67).unwrap();
    check_exact_hit(varnish.points(), false, &varnish_shard::hash, &|key| varnish.owner(key));
    let md5 = memcached::KeyFunction::Md5;
    let libmemcached = Continuum::new(&many, Points::Weighted, md5).unwrap();
    check_exact_hit(libmemcached.points(), false, &|key| md5.value32(key), &|key| libmemcached.owner(key));
    let libmemcached = Continuum::new(&many, Points::Unweighted, memcached::KeyFunction::OneAtATime).unwrap();
    check_exact_hit(libmemcached.points(), false, &|key| libmemcached.hash(key), &|key| libmemcached.owner(key));
    let twemproxy = twemproxy::Ketama::new(&many, md5).unwrap();
    check_exact_hit(twemproxy.points(), false, &|key| md5.value32(key), &|key| twemproxy.owner(key));
}

// node-hashring: the last point at or before the key; its exact hit belongs to the point, and what it must not be is the
// point before.
#[test]
fn a_key_that_hits_a_point_of_node_hashring() {
    let ring = NodeHashring::new(&members(40), 80, KeyEncoding::Utf16LowByte).unwrap();
    let points = ring.points();
    let telling: HashMap<u32, u32> =
        (1..points.len()).filter(|&at| points[at].1 != points[at - 1].1).map(|at| points[at]).collect();
    let key = search_key(|key| telling.contains_key(&ring.hash(key)));
    assert_eq!(ring.owner(&key), Some(telling[&ring.hash(&key)] as usize));
}

// HAProxy: of two points at the same distance the lower one has the key.
#[test]
fn a_key_half_way_between_two_points_of_haproxy() {
    let key_hash = KeyHash { function: KeyFunction::Crc32, avalanche: false };
    let mut servers = members(40);
    servers.iter_mut().for_each(|server| server.weight = 16.0);
    let haproxy = HaproxyConsistent::new(&servers, key_hash).unwrap();
    let points = haproxy.points();
    let half_ways: HashMap<u32, u32> = points
        .windows(2)
        .filter(|pair| (pair[1].0 - pair[0].0).is_multiple_of(2) && pair[0].1 != pair[1].1)
        .map(|pair| (u32::midpoint(pair[0].0, pair[1].0), pair[0].1))
        .collect();
    let key = search_key(|key| half_ways.contains_key(&crc32fast::hash(key)));
    let position = crc32fast::hash(&key);
    assert_eq!(haproxy.owner(&key), Some(half_ways[&position] as usize));
    // One further it is the upper one's.
    let upper = points.iter().find(|point| point.0 > position).unwrap().1;
    assert_eq!(haproxy.owner_of(position + 1), Some(upper as usize));
}

// HAProxy: an exact hit belongs to the point itself, however near the one before is.
#[test]
fn a_key_that_hits_a_point_of_haproxy() {
    let key_hash = KeyHash { function: KeyFunction::Crc32, avalanche: false };
    let mut servers = members(40);
    servers.iter_mut().for_each(|server| server.weight = 16.0);
    let haproxy = HaproxyConsistent::new(&servers, key_hash).unwrap();
    let points: HashMap<u32, u32> = haproxy.points().iter().copied().collect();
    let key = search_key(|key| points.contains_key(&crc32fast::hash(key)));
    assert_eq!(haproxy.owner(&key), Some(points[&crc32fast::hash(&key)] as usize));
}

// Varnish: from a sick backend on to the next healthy one, round behind the last point; a key above it stays there.
#[test]
fn a_sick_backend_at_the_end_of_the_ring() {
    let mut backends = members(5);
    let healthy = VarnishShard::new(&backends, 67).unwrap();
    let points = healthy.points().to_vec();
    let &(last, place) = points.last().unwrap();
    assert_eq!([last, last + 1, u32::MAX].map(|key| healthy.owner_of(key)), [Some(place as usize); 3]);
    backends[place as usize].up = false;
    let sick = VarnishShard::new(&backends, 67).unwrap();
    let next = points.iter().map(|point| point.1).find(|&other| other != place).unwrap();
    assert_eq!(sick.owner_of(u32::MAX), Some(next as usize));
}

// nginx: the next point, twenty times; then round robin, which has no owner of its own.
#[test]
fn nginx_goes_on_twenty_times() {
    let mut servers = members(12);
    let ring = NginxConsistent::new(&servers).unwrap().points().to_vec();
    servers.iter_mut().skip(1).for_each(|server| server.up = false);
    let nginx = NginxConsistent::new(&servers).unwrap();
    let mut ways = [0; 2];
    for at in 0..ring.len() {
        let steps = (0..ring.len()).find(|step| ring[(at + step) % ring.len()].1 == 0).unwrap();
        let expected = (steps <= 20).then_some(0);
        assert_eq!(nginx.owner_of(ring[at].0), expected, "{steps} steps");
        ways[usize::from(expected.is_some())] += 1;
    }
    assert!(ways.iter().all(|&ways| ways > 0), "both ways happen: {ways:?}");
}
