//! Exact shares.

use crate::{common::*, fleets::*, itself::*};
use placement::{
    number::Ratio,
    snapshot::Snapshot,
    system::{
        envoy_ring::{EnvoyRing, Options},
        haproxy::KeyHash,
        haproxy_consistent::HaproxyConsistent,
        hash::memcached::KeyFunction,
        last_fm,
        libmemcached::{Continuum, Points},
        nginx_consistent::NginxConsistent,
        pypi_hashring,
        twemproxy::Ketama,
        varnish_hash::VarnishHash,
        varnish_shard::VarnishShard,
    },
};

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
