//! Numbers of points where single precision, double precision and whole numbers part, and what else hangs on the order of
//! floating-point steps.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod by_scan;

use by_scan::{members, weighted};
use placement::{
    algorithm::maglev,
    system::{
        envoy_maglev::EnvoyMaglev,
        envoy_ring::{EnvoyRing, Options},
        haproxy::KeyHash,
        haproxy_map::HaproxyMap,
        hash::memcached::KeyFunction,
        last_fm,
        libmemcached::{self, Continuum, Points},
        npm_hashring, npm_ketama, pypi_hashring, redis_cluster, twemproxy, uhashring,
        varnish_shard::VarnishShard,
    },
};

/// Labels of the first server, out of points of four (or so many) a label.
fn labels_of_first(points: &[(u32, u32)], points_per_label: usize) -> usize {
    points.iter().filter(|point| point.1 == 0).count() / points_per_label
}

// Recorded: libmemcached and twemproxy have 39 labels of 40 at n = 25, last.fm at 61 and not at 25 or 47, npm hashring at 7
// and 49; uhashring and PyPI hashring always 40.
#[test]
fn equal_servers() {
    for (count, single, mixed, double) in
        [(8, 40, 40, 40), (7, 40, 40, 39), (25, 39, 40, 40), (47, 39, 40, 40), (49, 40, 40, 39), (61, 39, 39, 40)]
    {
        let servers = members(count);
        let libmemcached = Continuum::new(&servers, Points::Weighted, KeyFunction::Md5).unwrap();
        let twemproxy = twemproxy::Ketama::new(&servers, KeyFunction::Md5).unwrap();
        let spy = Continuum::new(&servers, Points::Spy, KeyFunction::Md5).unwrap();
        for points in [libmemcached.points(), twemproxy.points(), spy.points()] {
            assert_eq!(labels_of_first(points, 4), single, "single precision, {count}");
        }
        assert_eq!(labels_of_first(last_fm::ring(&servers).unwrap().points(), 4), mixed, "last.fm, {count}");
        assert_eq!(labels_of_first(npm_hashring::ring(&servers, 40, 4).unwrap().points(), 4), double, "npm, {count}");
        assert_eq!(labels_of_first(npm_hashring::ring(&servers, 40, 3).unwrap().points(), 3), double, "npm, {count}");
        assert_eq!(labels_of_first(uhashring::ketama_ring(&servers, 40, 4).unwrap().points(), 4), 40);
        assert_eq!(labels_of_first(pypi_hashring::ring(&servers, 40, 3).unwrap().points(), 3), 40);
    }
}

// Recorded of libmemcached and twemproxy: 15 labels and not 16 for weight 2 of {2, 7, 7, 2, 7}; 15 and 31 and not 16 and 32
// for weights 1 and 2 of ten servers 1, 2, 5 …; 23 and 71 and not 24 and 72 of fifteen servers 1, 1, 3 ….
#[test]
fn weighted_servers_in_single_precision() {
    let cycle = |weights: &[u32], count: usize| weights.iter().copied().cycle().take(count).collect::<Vec<u32>>();
    for (weights, exact, single) in [
        (vec![2, 7, 7, 2, 7], [(2, 16), (7, 56)], [(2, 15), (7, 56)]),
        (cycle(&[1, 2, 5], 10), [(1, 16), (2, 32)], [(1, 15), (2, 31)]),
        (cycle(&[1, 1, 3], 15), [(1, 24), (3, 72)], [(1, 23), (3, 71)]),
    ] {
        let (count, total) = (weights.len() as u64, weights.iter().map(|&weight| u64::from(weight)).sum::<u64>());
        for ((weight, exact), (_, single)) in exact.into_iter().zip(single) {
            assert_eq!(40 * count * weight / total, exact, "in whole numbers");
            assert_eq!(
                libmemcached::labels(weight as f64, total as f64, weights.len()),
                single,
                "{weights:?}, weight {weight}"
            );
        }
        let servers = weighted(&weights);
        let of_first = |points: &[(u32, u32)]| labels_of_first(points, 4) as u64;
        let libmemcached = Continuum::new(&servers, Points::Weighted, KeyFunction::Md5).unwrap();
        assert_eq!(of_first(libmemcached.points()), single[0].1);
        assert_eq!(of_first(twemproxy::Ketama::new(&servers, KeyFunction::Md5).unwrap().points()), single[0].1);
        assert_eq!(of_first(uhashring::ketama_ring(&servers, 40, 4).unwrap().points()), exact[0].1);
    }
}

// Recorded from Envoy's own trace: with minimum = maximum the ring can have one point more.
#[test]
fn envoy_has_one_point_over_the_maximum() {
    for (hosts, size, points) in
        [(7, 1_000, 1_001), (9, 100, 101), (11, 37, 38), (8, 1_024, 1_024), (7, 100, 100), (8, 1_000, 1_000)]
    {
        let options = Options { min_ring_size: size, max_ring_size: size, ..Options::default() };
        assert_eq!(EnvoyRing::new(&members(hosts), &options).unwrap().points().len(), points, "{hosts} hosts, {size}");
    }
    // Ceil(1,024 / 8) and ceil(1,024 / 7) points for each of equal hosts.
    let points = |hosts| EnvoyRing::new(&members(hosts), &Options::default()).unwrap().points().len();
    assert_eq!([points(8), points(7)], [8 * 128, 7 * 147]);
}

// Recorded from Envoy: it panics where healthy hosts, by number, are strictly below half of all; weights do not count.
#[test]
fn envoy_panics_strictly_below_half() {
    for (hosts, up, panics) in [(8, 4, false), (8, 3, true), (7, 4, false), (7, 3, true), (2, 1, false), (1, 0, true)] {
        let mut members = members(hosts);
        members.iter_mut().skip(up).for_each(|member| member.up = false);
        members[0].weight = 100.0;
        let counting = if panics { hosts } else { up };
        let ring = EnvoyRing::new(&members, &Options::default()).unwrap();
        let mut places: Vec<u32> = ring.points().iter().map(|point| point.1).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), counting, "{up} of {hosts}");
        let table = EnvoyMaglev::new(&members, 251, 50).unwrap().table().to_vec();
        assert_eq!((0..hosts as u32).filter(|place| table.contains(place)).count(), counting, "{up} of {hosts}");
    }
}

/// Envoy's Maglev by its rule, round by round.
fn maglev_by_rule(labels: &[String], weights: &[u32], size: u64) -> Vec<u32> {
    let sum: u32 = weights.iter().sum();
    let normal: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / f64::from(sum)).collect();
    let largest = normal.iter().copied().fold(0.0, f64::max);
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by_key(|&at| &labels[at]);
    let (mut table, mut free) = (vec![None; size as usize], size);
    let (mut target, mut next) = (vec![0.0; labels.len()], vec![0u64; labels.len()]);
    for round in 1u32.. {
        for &at in &order {
            if f64::from(round) * normal[at] < target[at] {
                continue;
            }
            target[at] += largest;
            let hash = |seed| twox_hash::XxHash64::oneshot(seed, labels[at].as_bytes());
            let (offset, skip) = (hash(0) % size, hash(1) % (size - 1) + 1);
            let slot = loop {
                let slot = (offset + skip * next[at]) % size;
                next[at] += 1;
                if table[slot as usize].is_none() {
                    break slot;
                }
            };
            table[slot as usize] = Some(at as u32);
            free -= 1;
            if free == 0 {
                return table.into_iter().flatten().collect();
            }
        }
    }
    unreachable!()
}

/// The table that turns in whole numbers give.
fn maglev_in_whole_numbers(labels: &[String], weights: &[u32], size: u64) -> Vec<u32> {
    let order = |label: &String| {
        let hash = |seed| twox_hash::XxHash64::oneshot(seed, label.as_bytes());
        maglev::Order { offset: (hash(0) % size) as u32, skip: (hash(1) % (size - 1)) as u32 + 1 }
    };
    let orders: Vec<maglev::Order> = labels.iter().map(order).collect();
    maglev::fill(size as u32, &orders, &mut maglev::turns(weights))
}

// Sums in double precision give turns to other hosts than whole numbers do with weights {1, 2} and 2,039 slots, and {3, 7}
// and 251. Hosts for whom that shows in the table are searched for.
#[test]
fn envoy_maglev_in_double_precision() {
    for (weights, size) in [(vec![1, 2], 2_039), (vec![3, 7], 251)] {
        let labels = |number: u32| [format!("a{number}:80"), format!("b{number}:80")];
        let telling = |labels: &[String; 2]| {
            maglev_by_rule(labels, &weights, size) != maglev_in_whole_numbers(labels, &weights, size)
        };
        let labels = (0..2_000).map(labels).find(telling).expect("hosts for whom it shows");
        let mut members = weighted(&weights);
        members.iter_mut().zip(&labels).for_each(|(member, label)| member.name = label.clone());
        let table = EnvoyMaglev::new(&members, size, 50).unwrap();
        assert_eq!(table.table(), maglev_by_rule(&labels, &weights, size), "{weights:?}, {size}");
    }
    let members = members(3);
    let labels: Vec<String> = members.iter().map(|member| member.name.clone()).collect();
    let table = EnvoyMaglev::new(&members, 251, 50).unwrap();
    assert_eq!(table.table(), maglev_in_whole_numbers(&labels, &[1, 1, 1], 251));
}

// By hand. 67 · 2.1 = 140.7 points are cut to 140, and Varnish takes a weight below 1 as 1 (recorded:
// varnish_shard_fractions_n3); 50 · 0.25 = 12.5 rounded to 13, as JavaScript rounds.
#[test]
fn fractional_weights() {
    let mut nodes = members(2);
    for (weight, points) in [(2.1, 140), (0.5, 67), (0.0, 67)] {
        nodes[0].weight = weight;
        let varnish = VarnishShard::new(&nodes, 67).unwrap();
        assert_eq!(varnish.points().iter().filter(|point| point.1 == 0).count(), points, "{weight}");
    }
    nodes[0].weight = 0.25;
    assert_eq!(npm_ketama::ring(&nodes, 50).unwrap().points().iter().filter(|point| point.1 == 0).count(), 13);
    // 1.5 of 2 with 2 nodes: 40 · 2 · 1.5 / 2 = 60 labels, and 20 for 0.5; npm hashring 1.5 / 2 · 40 · 2 = 60.
    let mut pair = members(2);
    (pair[0].weight, pair[1].weight) = (1.5, 0.5);
    let counts = |points: &[(u32, u32)]| [0, 1].map(|place| points.iter().filter(|point| point.1 == place).count());
    assert_eq!(counts(pypi_hashring::ring(&pair, 40, 3).unwrap().points()), [180, 60]);
    assert_eq!(counts(npm_hashring::ring(&pair, 40, 4).unwrap().points()), [240, 80]);
    assert!(uhashring::ketama_ring(&pair, 40, 4).is_err());
    // A number of its own: npm hashring takes it as it is, uhashring in place of the 40.
    (pair[0].weight, pair[1].weight, pair[0].points) = (1.0, 1.0, Some(10));
    assert_eq!(counts(npm_hashring::ring(&pair, 40, 4).unwrap().points()), [40, 160]);
    assert_eq!(counts(uhashring::ketama_ring(&pair, 40, 4).unwrap().points()), [40, 160]);
    assert!(last_fm::ring(&nodes).is_err() && HaproxyMap::new(&nodes, KeyHash::MAP_BASED).is_err());
    for weight in [-1.0, f64::NAN, f64::INFINITY] {
        nodes[0].weight = weight;
        assert!(VarnishShard::new(&nodes, 67).is_err() && npm_ketama::ring(&nodes, 50).is_err(), "{weight}");
    }
}

// Weights are divided by what they have in common: the table of 8, 4 and 4 is that of 2, 1 and 1, by hand: scores rise
// by (2, 1, 1) and the quotients are 1, 1, 1, so the first of the list is taken until its score is below zero.
#[test]
fn haproxy_map_by_hand() {
    for weights in [[2, 1, 1], [8, 4, 4]] {
        let map = HaproxyMap::new(&weighted(&weights), KeyHash::MAP_BASED).unwrap();
        // (2,1,1) → first, (-2,1,1); (0,2,2) → quotients 1,1,1 → first, (-4,2,2); (-2,3,3) → 0,1,1 → second, (-2,-1,3);
        // (0,0,4) → 1,1,2 → third.
        assert_eq!(map.table(), [0, 0, 1, 2]);
    }
}

// Recorded from redis-cli for 3, 7 and 8 masters; here 5, 6 and 11, and that nothing is left out.
#[test]
fn default_ranges_cover_all_slots() {
    for masters in 1..=200 {
        let ranges = redis_cluster::default_ranges(masters, 16_384).unwrap();
        assert_eq!((ranges.len() as u32, ranges[0].0, ranges.last().unwrap().1), (masters, 0, 16_383));
        assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0 && pair[0].0 <= pair[0].1));
    }
    assert!(redis_cluster::default_ranges(0, 16_384).is_err());
}
