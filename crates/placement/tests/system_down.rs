//! Members that are down: left out as if they were not in the list, or passed over so that nobody else's keys move.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod by_scan;

use by_scan::weighted;
use placement::system::{
    caddy::{Caddy, Version},
    envoy,
    envoy_bounded::Bounds,
    envoy_maglev::EnvoyMaglev,
    envoy_ring::{EnvoyRing, Options},
    haproxy::KeyHash,
    haproxy_consistent::{Bounded, HaproxyConsistent},
    haproxy_map::HaproxyMap,
    hash::memcached::KeyFunction,
    libmemcached::{self, Continuum, Points},
    member::Member,
    nginx_consistent::NginxConsistent,
    nginx_hash::NginxHash,
    npm_hashring, twemproxy,
    varnish_hash::VarnishHash,
    varnish_shard::VarnishShard,
};

/// Eight members of three weights, of which the third and the seventh are down; ids are explicit, so that they stay.
fn fleet() -> Vec<Member> {
    let mut members = weighted(&[1, 2, 5, 1, 2, 5, 1, 2]);
    for (member, id) in members.iter_mut().zip(11..) {
        member.id = Some(id);
    }
    (members[2].up, members[6].up) = (false, false);
    members
}

fn keys() -> impl Iterator<Item = Vec<u8>> {
    (0..400).map(|number| format!("user:{number}").into_bytes())
}

/// Names of the owners of all keys.
fn owners(members: &[Member], mut owner: impl FnMut(&[u8]) -> Option<usize>) -> Vec<Option<String>> {
    keys().map(|key| owner(&key).map(|place| members[place].name.clone())).collect()
}

/// A system that leaves out who is down has the owners of the list without them.
fn check_left_out(owners_of: &dyn Fn(&[Member]) -> Vec<Option<String>>) {
    let all = fleet();
    let without: Vec<Member> = all.iter().filter(|member| member.up).cloned().collect();
    let (left_out, expected) = (owners_of(&all), owners_of(&without));
    assert_eq!(left_out, expected);
    assert!(expected.iter().all(Option::is_some));
}

// Recorded of twemproxy with a server that was really dead, of HAProxy with disabled ones, and of Envoy with unhealthy ones.
#[test]
fn those_that_are_left_out() {
    let md5 = KeyFunction::Md5;
    check_left_out(&|all| {
        let system = twemproxy::Ketama::new(all, md5).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_left_out(&|all| {
        let system = twemproxy::Modula::new(all, md5).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_left_out(&|all| {
        let system = Continuum::new(all, Points::Weighted, md5).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_left_out(&|all| {
        let system = libmemcached::Modula::new(all, md5);
        owners(all, |key| system.owner(key))
    });
    check_left_out(&|all| {
        let system = HaproxyConsistent::new(all, KeyHash::CONSISTENT).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_left_out(&|all| {
        let system = HaproxyMap::new(all, KeyHash::MAP_BASED).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_left_out(&|all| {
        let system = EnvoyRing::new(all, &Options::default()).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_left_out(&|all| {
        let system = EnvoyMaglev::new(all, 2_039, 50).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_left_out(&|all| {
        let system = VarnishHash::new(all).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_left_out(&|all| {
        let system = npm_hashring::ring(all, 40, 4).unwrap();
        owners(all, |key| system.owner(key))
    });
}

// Recorded of both with a server out: sums, weights and totals are those of the live ones only.
#[test]
fn bounded_loads_count_live_members_only() {
    check_left_out(&|all| {
        let mut system = Bounded::new(all, KeyHash::CONSISTENT, 125).unwrap();
        owners(all, |key| system.send(key))
    });
    check_left_out(&|all| {
        let ring = EnvoyRing::new(all, &Options::default()).unwrap();
        let mut bounds = Bounds::new(all, 125, 50).unwrap();
        owners(all, |key| bounds.send(envoy::hash(key), ring.owner(key)?))
    });
}

// With the factor of 100 every server ends at its own share: of 160 requests a fair share each of equal servers, one more
// at most (HAProxy fills exactly; Envoy lets one more than the slots through).
#[test]
fn bounded_loads_are_bounded() {
    let members = weighted(&[1; 8]);
    let mut haproxy = Bounded::new(&members, KeyHash::CONSISTENT, 100).unwrap();
    let mut counts = [0; 8];
    keys().take(160).for_each(|key| counts[haproxy.send(&key).unwrap()] += 1);
    assert_eq!(counts, [20; 8]);

    let ring = EnvoyRing::new(&members, &Options::default()).unwrap();
    let mut bounds = Bounds::new(&members, 100, 50).unwrap();
    let mut counts = [0; 8];
    keys().take(160).for_each(|key| counts[bounds.send(envoy::hash(&key), ring.owner(&key).unwrap()).unwrap()] += 1);
    assert!(counts.iter().all(|&count| count <= 21) && counts.iter().sum::<i32>() == 160, "{counts:?}");
}

/// A system that passes over who is down moves their keys only, and none to them.
fn check_passed_over(owners_of: &dyn Fn(&[Member]) -> Vec<Option<String>>) {
    let some_down = fleet();
    let all_up: Vec<Member> = some_down.iter().map(|member| Member { up: true, ..member.clone() }).collect();
    let is_down =
        |name: &Option<String>| some_down.iter().any(|member| !member.up && Some(&member.name) == name.as_ref());
    let (before, after) = (owners_of(&all_up), owners_of(&some_down));
    let mut moved = 0;
    for (before, after) in before.iter().zip(&after) {
        assert!(!is_down(after) && after.is_some());
        assert_eq!(before != after, is_down(before), "{before:?} to {after:?}");
        moved += usize::from(before != after);
    }
    assert!(moved > 50, "only {moved} of 400 keys were on those that went down");
}

#[test]
fn those_that_are_passed_over() {
    check_passed_over(&|all| {
        let system = NginxConsistent::new(all).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_passed_over(&|all| {
        let system = NginxHash::new(all).unwrap();
        owners(all, |key| system.owner(key))
    });
    check_passed_over(&|all| {
        let system = VarnishShard::new(all, 67).unwrap();
        owners(all, |key| system.owner(key))
    });
    for version in [Version::Fnv, Version::XxHash] {
        check_passed_over(&|all| {
            let system = Caddy::new(all, version);
            owners(all, |key| system.owner(key))
        });
    }
}

// nginx: a single server that is down has nobody behind it; with several, an empty key goes round robin.
#[test]
fn nobody_is_left() {
    let mut one = weighted(&[1]);
    assert_eq!(NginxConsistent::new(&one).unwrap().owner(b""), Some(0));
    one[0].up = false;
    assert_eq!(NginxConsistent::new(&one).unwrap().owner(b"a"), None);
    assert_eq!(NginxHash::new(&one).unwrap().owner(b"a"), None);
    let two = weighted(&[1, 1]);
    assert_eq!(
        (NginxConsistent::new(&two).unwrap().owner(b""), NginxHash::new(&two).unwrap().owner(b"")),
        (None, None)
    );
    assert_eq!(HaproxyConsistent::new(&one, KeyHash::CONSISTENT).unwrap().owner(b"a"), None);
    assert_eq!(EnvoyMaglev::new(&[], 251, 50).unwrap().owner(b"a"), None);
    assert_eq!(VarnishShard::new(&one, 67).unwrap().owner(b"a"), None);
}
