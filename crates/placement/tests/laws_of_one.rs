//! What must hold for one algorithm alone, or at the ends of its ranges: ties, wraps, spreads, published tables.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
mod drawn;

use common::*;
use drawn::*;
use placement::{
    algorithm::{
        ALL, Geometry, NO_SEAT, Weights,
        jump::jump,
        jump_back::jump_back,
        maglev::{Order, fill, turns},
    },
    fleet::{Fleet, Node, NodeId},
    hash::{HashFn, SplitMix64},
    measure::Balance,
    number::Ratio,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};
use proptest::prelude::*;
use sha1::{Digest, Sha1};
use twox_hash::XxHash64;

// Two names with one hash value stand on one point: the smaller owns it, whichever stands first.
#[test]
fn the_smaller_name_wins_a_tie_of_probes() {
    for (twins, hash) in [(&*FNV_TWINS, HashFn::Fnv1a32), (&*CRC_TWINS, HashFn::Crc32)] {
        let [small, large] = twins;
        for order in [[small.as_str(), large, "other"], [large, "other", small]] {
            let snapshot = place(&scenario(&format!("multiprobe hash={}", hash.id()), order, keys("user:{i}", 1_000)));
            let count = |name: &str| snapshot.counts()[order.iter().position(|one| *one == name).unwrap()];
            assert!(count(small) > 0 && count("other") > 0, "{order:?}");
            assert_eq!(count(large), 0, "{order:?}");
        }
    }
}

// With one probe it is the ring of one point a node at the hash of its name.
#[test]
fn one_probe_is_a_ring_of_one_point() {
    for hash in ["hash=fnv1a32", "hash=md5 khash=crc32", "hash=xxhash64 space=64"] {
        let fleet = names("cache-", 1, 40, 2);
        let one = place(&scenario(&format!("multiprobe probes=1 {hash}"), &fleet, keys("user:{i}", 5_000)));
        let ring = place(&scenario(&format!("ring vn=1 label={{node}} {hash}"), &fleet, keys("user:{i}", 5_000)));
        assert_eq!(one.owner_seats(), ring.owner_seats(), "{hash}");
        for key in ["", "user:42"] {
            let replicas = one.placed().owners(key.as_bytes(), 7);
            assert_eq!(replicas, ring.placed().owners(key.as_bytes(), 7), "{hash}");
        }
    }
}

// The spread that is usual for multi-probe, held against a hundred fleets: within an eighth, as small arcs are rare and
// weigh much. With k = 21 it is 1/sqrt(2k - 1) = 15.6 %, whatever the number of nodes.
#[test]
fn the_spread_of_multi_probe_is_as_usual() {
    for (nodes, probes) in [(2, 3), (10, 1), (10, 2), (10, 21), (100, 5)] {
        let (mut squares, mut usual) = (0.0, 0.0);
        for fleet in 0..100 {
            let how = format!("multiprobe probes={probes} hash=xxhash64 space=64");
            let names = names(&format!("fleet-{fleet}-node-"), 1, nodes, 1);
            let balance = Balance::of(&place(&scenario(&how, names, keys("user:{i}", 5_000))));
            squares += balance.spread.powi(2) / 100.0;
            usual += balance.usual_spread.powi(2) / 100.0;
        }
        let (spread, usual) = (squares.sqrt(), usual.sqrt());
        assert!((spread / usual - 1.0).abs() < 0.125, "{nodes} nodes, {probes} probes: {spread} for {usual}");
    }
}

// The spread that is usual for local rendezvous, held against forty fleets: within an eighth, as the law is of many nodes.
#[test]
fn the_spread_of_local_rendezvous_is_as_usual() {
    for (nodes, tokens, candidates) in [(10, 40, 1), (10, 40, 4), (10, 40, 8), (100, 20, 8), (40, 20, 30)] {
        let (mut squares, mut usual) = (0.0, 0.0);
        for fleet in 0..40 {
            let how = format!("lrh cand={candidates} tokens={tokens} hash=murmur3");
            let names = names(&format!("fleet-{fleet}-node-"), 1, nodes, 1);
            let balance = Balance::of(&place(&scenario(&how, names, keys("user:{i}", 20_000))));
            squares += balance.spread.powi(2) / 40.0;
            usual += balance.usual_spread.powi(2) / 40.0;
        }
        let (spread, usual) = (squares.sqrt(), usual.sqrt());
        assert!((spread / usual - 1.0).abs() < 0.125, "{nodes} nodes, {tokens} tokens: {spread} for {usual}");
    }
}

proptest! {
    #[test]
    fn jump_back_only_ever_goes_to_the_new_bucket(key in any::<u64>(), buckets in 1..1u32 << 31) {
        for buckets in [buckets, buckets % 5_000 + 1] {
            let (here, next) = (jump_back(key, buckets), jump_back(key, buckets + 1));
            prop_assert!(here < buckets);
            prop_assert!(next == here || next == buckets, "{} of {} and {} of one more", here, buckets, next);
        }
    }
}

// Two names on one point: the smaller owns it in both directions, whichever stands first, and the other follows it.
#[test]
fn the_smaller_name_owns_a_tie_on_the_ring() {
    for (twins, hash) in [(&*FNV_TWINS, HashFn::Fnv1a32), (&*CRC_TWINS, HashFn::Crc32)] {
        let [small, large] = twins;
        assert_eq!(hash.value32(small.as_bytes()), hash.value32(large.as_bytes()));
        for order in [[small.as_str(), large, "other"], [large, "other", small]] {
            for direction in ["cw", "ccw"] {
                // Without a number in the label all points of a node stand on one place.
                for virtual_nodes in [1, 7] {
                    let how = format!("ring vn={virtual_nodes} label={{node}} hash={} dir={direction}", hash.id());
                    let snapshot = place(&scenario(&how, order, keys("user:{i}", 1_000)));
                    let count = |name: &str| snapshot.counts()[order.iter().position(|one| *one == name).unwrap()];
                    assert!(count(small) > 0 && count("other") > 0, "{how}");
                    assert_eq!((count(large), count(small) + count("other")), (0, 1_000), "{how} {order:?}");
                    let key =
                        (0..1_000).find(|&at| snapshot.owner(at) == Some(id(snapshot.scenario(), small))).unwrap();
                    let replicas = snapshot.placed().owners(format!("user:{key}").as_bytes(), 2);
                    assert_eq!(replicas[1], id(snapshot.scenario(), large), "{how} {order:?}");
                }
            }
        }
    }
}

// Two names with one hash value have one score for every key, where the score is made of the values or begins with the
// name: all that the two win goes to the smaller, unless the other is heavier.
#[test]
fn the_smaller_name_wins_a_tie_of_scores() {
    for (twins, hash) in [(&*FNV_TWINS, HashFn::Fnv1a32), (&*CRC_TWINS, HashFn::Crc32)] {
        let [small, large] = twins;
        for order in [[small.as_str(), large, "other"], [large, "other", small]] {
            for score in ["mix", "xor", "nk"] {
                let how = format!("rendezvous score={score} hash={}", hash.id());
                let equal = scenario(&how, order, keys("user:{i}", 1_000));
                let count = |snapshot: &Snapshot, name: &str| {
                    snapshot.counts()[order.iter().position(|one| *one == name).unwrap()]
                };
                let snapshot = place(&equal);
                assert_eq!(count(&snapshot, large), 0, "{how} {order:?}");
                assert!(count(&snapshot, small) > 0, "{how}");
                // Unequal weights elsewhere put the logarithm to work: still a tie.
                let snapshot = place(&after(&equal, [weigh(id(&equal, "other"), "2")]));
                assert_eq!(count(&snapshot, large), 0, "{how} {order:?}");
                assert!(count(&snapshot, small) > 0, "{how}");
                let snapshot = place(&after(&equal, [weigh(id(&equal, large), "1.01")]));
                assert_eq!(count(&snapshot, small), 0, "{how} {order:?}");
                assert!(count(&snapshot, large) > 0, "{how}");
            }
        }
    }
}

// A key beyond the last point belongs to the first one and, counter-clockwise, a key before the first to the last:
// asked at the very ends of the space.
#[test]
fn the_ring_wraps_at_both_ends() {
    for (space, end) in [(32, u64::from(u32::MAX)), (64, u64::MAX)] {
        for direction in ["cw", "ccw"] {
            let how = format!("ring vn=3 hash=xxhash64 space={space} dir={direction}");
            let snapshot = place(&scenario(&how, names("cache-", 1, 8, 2), keys("{i}", 0)));
            let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
            let (first, last) = (ring.points()[0], *ring.points().last().unwrap());
            assert!(first.position > 0 && last.position < end);
            let owner = |position: u64| snapshot.placed().owner(b"", position);
            let at_the_ends = if direction == "cw" { first.seat } else { last.seat };
            assert_ne!(first.seat, last.seat);
            assert_eq!([owner(0), owner(end)], [at_the_ends; 2], "{how}");
            let (next_to_first, next_to_last) = (owner(first.position - 1), owner(last.position + 1));
            assert_eq!([next_to_first, next_to_last], [at_the_ends; 2], "{how}");
            assert_eq!([owner(first.position), owner(last.position)], [first.seat, last.seat], "{how}");
        }
    }
}

// With nobody up there is no owner, whatever the algorithm.
#[test]
fn nobody_owns_anything_in_an_empty_fleet() {
    for how in ALL.map(|one| one.id) {
        let none: [&str; 0] = [];
        let empty = place(&scenario(how, none, keys("user:{i}", 10)));
        let one = scenario(how, ["a"], keys("user:{i}", 10));
        let (down, movement) = change(&place(&one), [Command::SetUp { id: NodeId(0), up: false }]);
        for snapshot in [&empty, &down] {
            assert_eq!(snapshot.owner_seats(), [NO_SEAT; 10], "{how}");
            assert_eq!(snapshot.placed().owners(b"user:1", 3), [], "{how}");
            assert_eq!(explained_owner(&snapshot.placed().explain(b"user:1")), None, "{how}");
        }
        assert_eq!((movement.moved, movement.from_shrunk), (10, 10), "{how}");
        assert_eq!(movement.pairs.len(), 1, "{how}");
    }
}

// Whatever the fleet, an algorithm answers and is quick about it: one node, light and heavy ones, ten thousand.
#[test]
fn fleets_at_the_limits() {
    for algorithm in ALL {
        let fleet = |count| scenario(algorithm.id, names("node-", 1, count, 5), keys("user:{i}", 300));
        let one = place(&fleet(1));
        assert_eq!(one.counts(), [300], "{algorithm:?}");
        let weightless = place(&after(&fleet(3), (0..3).map(|at| weigh(NodeId(at), "0"))));
        let owned = if algorithm.weights == Weights::Used { 0 } else { 300 };
        assert_eq!(weightless.counts().iter().sum::<u32>(), owned, "{algorithm:?}");

        let (light, heavy) = ("0.01".parse::<Weight>().unwrap(), Weight::MAX);
        let many = fleet(10_000).fleet.nodes().to_vec().into_iter().map(|node| Node {
            weight: if node.id.0 == 5_000 { heavy } else { light },
            up: node.id.0 % 10 != 7,
            ..node
        });
        let many = Scenario { fleet: Fleet::from_nodes(many).unwrap(), ..fleet(0) };
        let snapshot = place(&many);
        assert_eq!(snapshot.counts().iter().sum::<u32>(), 300, "{algorithm:?}");
        assert!(snapshot.counts().iter().skip(7).step_by(10).all(|&count| count == 0), "{algorithm:?}");
        if algorithm.weights == Weights::Used && algorithm.id != "lrh" {
            // 1,000 of 1,000 and 8,999 times 0.01: 91.7 % of the weight.
            assert!(snapshot.counts()[5_000] > 200, "{algorithm:?}: {}", snapshot.counts()[5_000]);
        }
        let replicas = snapshot.placed().owners(b"user:1", 50);
        assert_eq!(replicas.len(), 50, "{algorithm:?}");
        assert_eq!(explained_owner(&snapshot.placed().explain(b"user:1")), snapshot.owner(1), "{algorithm:?}");
        let shares = snapshot.placed().exact_shares();
        assert!(shares.is_none_or(|shares| shares.len() == snapshot.placed().seats().len()));
    }
}

// More nodes than shards: the first 256 own one each, and one more moves nothing.
#[test]
fn more_nodes_than_shards() {
    let many = place(&scenario("coordinator", names("node-", 1, 9_999, 5), keys("user:{i}", 1_000)));
    let shares = many.placed().exact_shares().unwrap();
    assert!(shares.iter().enumerate().all(|(row, share)| share.part == u128::from(row < 256)));
    assert_eq!(moved(&many, [add("one more")]), 0);
    assert_eq!(many.placed().owners(b"user:1", 300).len(), 300);
    // One that goes is followed by the first that has none.
    let (fewer, _) = change(&many, [Command::RemoveNode(NodeId(7))]);
    assert_eq!(fewer.scenario().fleet.shards().owners()[7], Some(NodeId(256)));
}

// More nodes than slots: each slot has one, the others own nothing and are nobody's replica.
#[test]
fn a_table_that_is_too_small() {
    let snapshot = place(&scenario("maglev table=13", names("node-", 1, 10_000, 5), keys("user:{i}", 1_000)));
    assert_eq!(snapshot.counts().iter().filter(|&&count| count > 0).count(), 13);
    assert_eq!(snapshot.counts().iter().sum::<u32>(), 1_000);
    assert_eq!(snapshot.placed().owners(b"user:1", 50).len(), 13);
}

// Two tables of seven slots, by the paper's example (figure 2 and its text): three nodes with the orders 3 0 4 1 5 2 6,
// 0 2 4 6 1 3 5 and 3 4 5 6 0 1 2 fill seven slots as 1 0 1 0 2 2 0; without the second they become 0 0 0 0 2 2 2.
#[test]
fn maglev_is_the_table_of_the_paper() {
    let order = |offset, skip| Order { offset, skip };
    let (first, second, third) = (order(3, 4), order(0, 2), order(3, 1));
    assert_eq!(fill(7, &[first, second, third], &mut turns(&[1, 1, 1])), [1, 0, 1, 0, 2, 2, 0]);
    assert_eq!(fill(7, &[first, second, third], &mut turns(&[1, 0, 1])), [0, 0, 0, 0, 2, 2, 2]);
    assert!(fill(7, &[first], &mut turns(&[0])).is_empty());
}

// Source: tests/data/maglev.json, tables that Envoy 1.40 printed. Its two hashes are xxHash64 of the name with the seeds
// 0 and 1, and its turns go by sums of doubles. With equal weights our whole numbers give the same turns.
#[test]
fn maglev_equals_envoy() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("data/maglev.json")).unwrap();
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 6);
    for case in cases {
        let size = case["size"].as_u64().unwrap();
        let orders: Vec<Order> = case["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| {
                let hash = |seed| XxHash64::oneshot(seed, name.as_str().unwrap().as_bytes());
                Order { offset: (hash(0) % size) as u32, skip: (hash(1) % (size - 1)) as u32 + 1 }
            })
            .collect();
        let weights: Vec<u32> =
            case["weights"].as_array().unwrap().iter().map(|weight| weight.as_u64().unwrap() as u32).collect();
        let table = fill(size as u32, &orders, &mut envoys_turns(&weights).into_iter());
        if weights.iter().all(|&weight| weight == 1) {
            assert_eq!(fill(size as u32, &orders, &mut turns(&weights)), table);
        }
        let expected = case["table"].as_array().unwrap();
        assert!(expected.iter().zip(&table).all(|(expected, place)| expected == place), "{case}");
        let counts: Vec<usize> =
            (0..weights.len()).map(|at| table.iter().filter(|&&place| place as usize == at).count()).collect();
        assert_eq!(serde_json::json!(counts), case["counts"]);
        let text = table.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let digest: String = Sha1::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, case["sha1"]);
    }
}

/// The turns of `maglev_lb.cc`, as many as any table here needs.
fn envoys_turns(weights: &[u32]) -> Vec<usize> {
    let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    let weights: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / sum).collect();
    let most = weights.iter().copied().fold(0.0, f64::max);
    let mut targets = vec![0.0; weights.len()];
    let mut all = Vec::new();
    for round in 1..=65_537 {
        for (at, &weight) in weights.iter().enumerate() {
            if f64::from(round) * weight >= targets[at] {
                targets[at] += most;
                all.push(at);
            }
        }
    }
    all
}

// Shares follow weights. Of L points that lie by chance a node with v has a share p = v/L of mean, Beta(v, L - v) spread:
// variance p (1 - p) / (L + 1). Held to six standard deviations; MurmurHash3 and names that never change.
#[test]
fn ring_shares_follow_the_weights() {
    let weights = ["1", "2", "4", "0.5", "8", "1.5"];
    let points = [160.0, 320.0, 640.0, 80.0, 1280.0, 240.0];
    let all: f64 = points.iter().sum();
    for seed in 0..40 {
        let fleet = scenario("ring hash=murmur3", names(&format!("seed-{seed}-node-"), 0, 5, 1), keys("{i}", 0));
        let commands = weights.iter().enumerate().map(|(at, weight)| weigh(NodeId(at as u32), weight));
        let snapshot = place(&after(&fleet, commands));
        for (share, points) in snapshot.placed().exact_shares().unwrap().iter().zip(points) {
            let (share, p) = (share.value(), points / all);
            let deviation = (p * (1.0 - p) / (all + 1.0)).sqrt();
            assert!((share - p).abs() < 6.0 * deviation, "seed {seed}, {points} points: {share} for {p}");
        }
    }
}

// Rendezvous has no points: only the draw of K keys is left, variance p (1 - p) / K; and those without weights share alike.
#[test]
fn shares_follow_the_weights_without_points() {
    const KEYS: u32 = 100_000;
    for how in [
        "rendezvous score=mix",
        "rendezvous score=xor",
        "rendezvous score=kn",
        "rendezvous score=nk",
        "jump",
        "jumpback",
        "modulo",
        "dx",
        "anchor",
        "memento",
    ] {
        let weights = if how.starts_with("rendezvous") { [1.0, 2.0, 4.0, 0.5, 8.0, 1.5] } else { [1.0; 6] };
        let all: f64 = weights.iter().sum();
        for hash in ["hash=murmur3", "hash=xxhash64"] {
            let fleet = scenario(&format!("{how} {hash}"), names("node-", 0, 5, 1), keys("user:{i}", KEYS));
            let commands = weights.iter().enumerate().map(|(at, weight)| weigh(NodeId(at as u32), &weight.to_string()));
            let snapshot = place(&after(&fleet, commands));
            for (&count, weight) in snapshot.counts().iter().zip(weights) {
                let p = weight / all;
                let deviation = (p * (1.0 - p) / f64::from(KEYS)).sqrt();
                let share = Ratio::new(count, KEYS).value();
                assert!((share - p).abs() < 6.0 * deviation, "{how} {hash}: {share} for {p}");
            }
        }
    }
}

// The author's own test of hash4j (AbstractConsistentBucketHasherTest): a million buckets of random numbers of buckets and
// keys, drawn as Java's SplittableRandom does with the seed 0x0a55871a9d9103b7. There the KomiHash 5.0 of all buckets, 4
// bytes each, is 0x23d7a0d288cd67e7; of the bytes that have it, this is the SHA-1.
#[test]
fn jump_back_equals_its_author() {
    let mut seed = 0x0a55_871a_9d91_03b7;
    let mut next = || {
        let value = SplitMix64::new(seed).next_value();
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (seed, value)
    };
    // Java's nextInt mixes the same sequence in another way.
    let whole = |(seed, _): (u64, u64)| {
        let value = (seed ^ (seed >> 33)).wrapping_mul(0x62a9_d9ed_7997_05f5);
        ((value ^ (value >> 28)).wrapping_mul(0xcb24_d0a5_c88c_35b3) >> 32) as u32
    };
    let mut bytes = Vec::new();
    for _ in 0..1_000_000 {
        let (large, shift) = (whole(next()), whole(next()));
        let buckets = ((large >> 1) >> (shift % 32)).max(1);
        bytes.extend(jump_back(next().1, buckets).to_le_bytes());
    }
    let digest: String = Sha1::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, "9b01ec5a9d2d35d482fa80d889dc99f9048641ce");
}

// Source: tests/data/jump.json, runs of Guava 31.1. Guava widens a hash of 32 bits with zeros and takes the first eight
// bytes of MD5 lowest first; the page's own jump keys are other ones, so the loop is asked directly.
#[test]
fn jump_equals_guava() {
    let guava: serde_json::Value = serde_json::from_str(include_str!("data/jump.json")).unwrap();
    let numbers: Vec<u64> =
        guava["numbers"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().parse().unwrap()).collect();
    let buckets = |value: &serde_json::Value| -> Vec<u32> {
        value.as_array().unwrap().iter().map(|one| one.as_u64().unwrap() as u32).collect()
    };
    let by_count = guava["buckets"].as_object().unwrap();
    assert_eq!((numbers.len(), by_count.len()), (13, 13));
    for (count, expected) in by_count {
        let count: u32 = count.parse().unwrap();
        let ours: Vec<u32> = numbers.iter().map(|&number| jump(number, count)).collect();
        assert_eq!(ours, buckets(expected), "{count} buckets");
    }
    let of_8 = |number: &dyn Fn(&[u8]) -> u64| -> Vec<u32> {
        (0..100).map(|i| jump(number(format!("user:{i}").as_bytes()), 8)).collect()
    };
    assert_eq!(of_8(&|key| HashFn::Murmur3.value32(key).into()), buckets(&guava["murmur3_of_8"]));
    assert_eq!(of_8(&|key| HashFn::Md5.value64(key).unwrap().swap_bytes()), buckets(&guava["md5_of_8"]));
}
