//! Movement read closer: who inherits, what a dial moves in theory, and which part of a ring changes hands. Owners are
//! counted here key by key, circles are cut here at sorted points; the formulas are written out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::BTreeMap;

use common::*;
use placement::{
    algorithm::{Geometry, ring::Ring},
    fleet::NodeId,
    measure::{
        Heirs, Movement,
        dial::{Dial, Expected},
    },
    number::Ratio,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
};

/// Who owns the keys that a node had, by counting owners key by key.
fn heirs_by_looking(before: &Snapshot, after: &Snapshot, of: NodeId) -> BTreeMap<NodeId, u32> {
    let mut heirs = BTreeMap::new();
    for at in (0..before.scenario().keys.len()).filter(|&at| before.owner(at) == Some(of)) {
        *heirs.entry(after.owner(at).unwrap()).or_default() += 1;
    }
    heirs
}

#[test]
fn one_neighbour_inherits_with_one_virtual_node_and_everybody_with_many() {
    for (how, expected) in [("ring fin=1 vn=1", 1), ("ring fin=1 vn=160", 7), ("rendezvous", 7)] {
        let before = Snapshot::place(&scenario(how, names("cache-", 1, 8, 2), keys("user:{i}", 100_000)), None);
        for id in (0..8).map(NodeId) {
            for command in [Command::RemoveNode(id), Command::SetUp { id, up: false }] {
                let (after, movement) = change(&before, [command]);
                let heirs = Heirs::of(&before, &after, &movement).expect("heirs");
                let counted = heirs_by_looking(&before, &after, id);
                assert_eq!((heirs.of, heirs.others, heirs.heirs.len()), (id, 7, expected), "{how}");
                assert_eq!(heirs.heirs.iter().copied().collect::<BTreeMap<_, _>>(), counted, "{how}");
                assert_eq!(heirs.keys, counted.values().sum::<u32>());
                assert!(heirs.heirs.windows(2).all(|two| two[0].1 >= two[1].1), "{heirs:?}");
                assert_eq!(heirs.even, Some(Ratio::new(1u32, 7u32)));
            }
        }
    }
}

#[test]
fn a_change_that_is_no_failure_has_no_heirs() {
    let before = Snapshot::place(&Scenario::default(), None);
    let none = |command: Command| {
        let (after, movement) = change(&before, [command]);
        assert_eq!(Heirs::of(&before, &after, &movement), None);
    };
    none(add("cache-09"));
    none(set("vn", "80"));
    none(set("fin", "1"));
    // Five go at once.
    none(Command::SetNodeCount(3));
    // Nobody is left.
    let one = Snapshot::place(&scenario("ring", ["only"], keys("{i}", 10)), None);
    let (after, movement) = change(&one, [Command::RemoveNode(NodeId(0))]);
    assert_eq!(Heirs::of(&one, &after, &movement), None);
    // Weights differ: no share is the even one.
    let (heavy, _) = change(&before, [weigh(NodeId(1), "2")]);
    let (after, movement) = change(&heavy, [Command::RemoveNode(NodeId(0))]);
    assert_eq!(Heirs::of(&heavy, &after, &movement).expect("heirs").even, None);
}

/// What is expected of some commands, and what they move, as shares.
fn expected(before: &Snapshot, commands: impl IntoIterator<Item = Command>) -> (Option<Expected>, f64) {
    let (after, movement) = change(before, commands);
    (Expected::between(before, &after), movement.share().value())
}

// (1 - V/V')(1 - 1/N), against the published fleet of the article: measured 16.4, 41.5, 58.6 and 74.0 %.
#[test]
fn more_virtual_nodes_move_what_the_formula_says() {
    let names = names("cache-", 1, 8, 2);
    let before = Snapshot::place(&scenario("ring fin=1", names, keys("session:user:{i}", 1_000_000)), None);
    for (virtual_nodes, percent, measured) in
        [(200, "17.5 %", 0.164), (320, "43.8 %", 0.415), (500, "59.5 %", 0.586), (1_000, "73.5 %", 0.740)]
    {
        let (expected, moved) = expected(&before, [set("vn", &virtual_nodes.to_string())]);
        let expected = expected.expect("a formula");
        assert_eq!(expected.dial, Dial::VirtualNodes { from: 160, to: virtual_nodes });
        assert_eq!(expected.share, Ratio::new((virtual_nodes - 160) * 7, virtual_nodes * 8));
        assert_eq!(expected.share.percent(), percent);
        assert!((moved - measured).abs() < 0.000_5, "{virtual_nodes}: {moved}");
    }
    // The way back is the same.
    let (many, _) = change(&before, [set("vn", "500")]);
    let (back, moved) = expected(&many, [set("vn", "160")]);
    assert_eq!(back.expect("a formula").share, Ratio::new(340u32 * 7, 500u32 * 8));
    assert!((moved - 0.586_465).abs() < 1e-9);
}

// Over 40 sets of names the mean is the formula's, with weights too: shares 1/2, 1/4, 1/4 give 1 - 3/8.
#[test]
fn the_formula_is_the_mean_over_many_fleets() {
    let sum_of_squares = 0.25 + 0.0625 + 0.0625;
    let (mut moved, mut given) = (0.0, 0.0);
    for set_of_names in 0..40 {
        let names = ["a", "b", "c"].map(|name| format!("{name}{set_of_names}"));
        let first = scenario("ring fin=1 vn=50", names, keys("user:{i}", 20_000));
        let before = Snapshot::place(&after(&first, [weigh(NodeId(0), "2")]), None);
        let (expected, share) = expected(&before, [set("vn", "125")]);
        moved += share / 40.0;
        given = expected.expect("a formula").share.value();
    }
    assert!((given - (1.0 - 50.0 / 125.0) * (1.0 - sum_of_squares)).abs() < 1e-12, "{given}");
    // One fleet's share has a deviation of about 0.03, so the mean of 40 has 0.005.
    assert!((moved - given).abs() < 4.0 * 0.005, "{moved} {given}");
}

#[test]
fn what_is_placed_anew_stays_for_one_key_in_n() {
    let before = Snapshot::place(&scenario("ring fin=1", names("cache-", 1, 8, 2), keys("user:{i}", 100_000)), None);
    let rendezvous = || Command::SetAlgorithm(placement::algorithm::Algorithm::from_id("rendezvous").unwrap());
    let modulo = || Command::SetAlgorithm(placement::algorithm::Algorithm::from_id("modulo").unwrap());
    for command in [set("hash", "murmur3"), set("label", "{i}-{node}"), set("fin", "0"), rendezvous(), modulo()] {
        let (expected, moved) = expected(&before, [command.clone()]);
        let expected = expected.expect("placed anew");
        assert_eq!((expected.dial, expected.share), (Dial::Anew, Ratio::new(7u32, 8u32)), "{command:?}");
        // Clumps of raw FNV-1a make the owners a little uneven, and so the share.
        assert!((moved - 0.875).abs() < 0.02, "{command:?}: {moved}");
    }
    // Nothing simple can be said of these.
    let local = Command::SetAlgorithm(placement::algorithm::Algorithm::from_id("multiprobe").unwrap());
    for command in [set("dir", "ccw"), local, add("cache-09")] {
        assert_eq!(expected(&before, [command.clone()]).0, None, "{command:?}");
    }
    // Labels without a counter stand on one another.
    let (bare, _) = change(&before, [set("label", "{node}")]);
    assert_eq!(expected(&bare, [set("vn", "320")]).0, None);
}

#[test]
fn movement_of_a_dial_is_a_movement_of_the_same_keys() {
    let before = Snapshot::place(&Scenario::default(), None);
    let (after, movement) = change(&before, [set("vn", "320")]);
    let by_looking = (0..100_000).filter(|&at| before.owner(at) != after.owner(at)).count();
    assert_eq!(movement.moved as usize, by_looking);
    assert!(Movement::between(&before, &after).unwrap().fair.is_none());
}

fn ring_of(snapshot: &Snapshot) -> &Ring {
    let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
    ring
}

/// Positions of another owner, by cutting the circle at every point of both rings: between two cuts nothing changes, so
/// the owners at one place tell those of all. With one place more to either side of each point.
fn changed_by_cutting(before: &Snapshot, after: &Snapshot) -> u128 {
    let rings = [before, after].map(ring_of);
    let end = rings[0].circumference();
    let mut cuts: Vec<u128> = vec![0, end];
    for point in rings.iter().flat_map(|ring| ring.points()) {
        cuts.extend([u128::from(point.position), u128::from(point.position) + 1]);
    }
    cuts.sort_unstable();
    cuts.dedup();
    let owner = |snapshot: &Snapshot, position: u128| {
        let ring = ring_of(snapshot);
        // The first point at or after the position, or the first of all; counter-clockwise the last at or before it.
        let points = ring.points();
        let found = if ring.is_clockwise() {
            points.iter().find(|point| u128::from(point.position) >= position).or(points.first())
        } else {
            points.iter().rev().find(|point| u128::from(point.position) <= position).or(points.last())
        };
        found.map(|point| snapshot.placed().seats()[point.seat as usize])
    };
    let inside = cuts.windows(2).filter(|two| two[0] < end && owner(before, two[0]) != owner(after, two[0]));
    inside.map(|two| two[1].min(end) - two[0]).sum()
}

#[test]
fn the_circle_that_changed_hands_is_what_cutting_it_finds() {
    let eight = || names("cache-", 1, 8, 2);
    for how in ["ring fin=1 vn=20", "ring vn=20 dir=ccw", "ring hash=xxhash64 space=64 vn=20", "ring vn=1"] {
        let before = Snapshot::place(&scenario(how, eight(), keys("user:{i}", 50_000)), None);
        let rename = Command::Rename { id: NodeId(3), name: "another".into() };
        let down = Command::SetUp { id: NodeId(0), up: false };
        let commands = [
            add("cache-09"),
            Command::RemoveNode(NodeId(2)),
            down,
            rename,
            set("vn", "33"),
            set("label", "{i}.{node}"),
        ];
        for command in commands {
            let (after, movement) = change(&before, [command.clone()]);
            let hands = ring_of(&after).changed_hands(ring_of(&before)).expect("one space");
            let changed = changed_by_cutting(&before, &after);
            assert_eq!(hands.share.part, changed, "{how} {command:?}");
            let in_arcs: u128 = hands.arcs.iter().map(|arc| u128::from(arc.last - arc.first) + 1).sum();
            assert_eq!(in_arcs, changed);
            // Keys are a sample of the circle: within five standard deviations.
            let (share, moved) = (hands.share.value(), movement.share().value());
            let deviation = (share * (1.0 - share) / 50_000.0).sqrt();
            // Raw FNV-1a does not spread keys by chance.
            let is_even = how.contains("fin=1") || how.contains("xxhash64");
            assert!(!is_even || (moved - share).abs() < 5.0 * deviation, "{how} {command:?}: {moved} {share}");
        }
    }
}

#[test]
fn an_added_node_takes_its_own_exact_share() {
    let before = Snapshot::place(&scenario("ring fin=1", names("cache-", 1, 8, 2), keys("user:{i}", 100_000)), None);
    let (after, _) = change(&before, [add("cache-09")]);
    let hands = ring_of(&after).changed_hands(ring_of(&before)).unwrap();
    assert_eq!(hands.share, after.placed().exact_shares().unwrap()[8]);
    assert!(hands.arcs.iter().all(|arc| arc.seat == 8));
    // The same the other way: what the node held changes hands again.
    let back = ring_of(&before).changed_hands(ring_of(&after)).unwrap();
    assert_eq!(back.share.part, hands.share.part);
}

#[test]
fn rings_without_points_and_of_other_spaces() {
    let before = Snapshot::place(&scenario("ring", ["a", "b"], keys("{i}", 10)), None);
    let (none, _) = change(&before, [Command::SetNodeCount(0)]);
    let share = |from: &Snapshot, to: &Snapshot| ring_of(to).changed_hands(ring_of(from)).unwrap().share.percent();
    assert_eq!([share(&before, &none), share(&none, &before), share(&none, &none)], ["100.0 %", "100.0 %", "0 %"]);
    assert_eq!(share(&before, &before), "0 %");
    let wide = Snapshot::place(&scenario("ring hash=xxhash64 space=64", ["a", "b"], keys("{i}", 10)), None);
    assert!(ring_of(&wide).changed_hands(ring_of(&before)).is_none());
}
