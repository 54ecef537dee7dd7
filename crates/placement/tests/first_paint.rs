//! What a reader sees first, and by the first few presses: the page's own numbers.
//!
//! cache-01 … cache-08 on a ring with 160 virtual nodes each, labels `{node}#{i}`, raw FNV-1a 32, 100,000 keys
//! `user:{i}`. Every number was computed by a script in another language from the definitions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::*;
use placement::{
    algorithm::{Geometry, ring::Ring},
    fleet::NodeId,
    measure::{Balance, Movement, clump, theory},
    number::Ratio,
    scenario::{Command, Scenario},
    snapshot::{Snapshot, modulo},
};

fn first() -> Snapshot {
    Snapshot::place(&Scenario::default(), None)
}

fn ring_of(snapshot: &Snapshot) -> &Ring {
    let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
    ring
}

/// Busiest and lightest over the fair share.
fn times(snapshot: &Snapshot) -> (String, String) {
    let (busiest, lightest, _) = extremes(snapshot, 3);
    (busiest, lightest)
}

fn letters(balance: &Balance) -> (String, String) {
    (balance.busiest().unwrap().id.letter(), balance.lightest().unwrap().id.letter())
}

#[test]
fn a_lumpy_ring() {
    let first = first();
    assert_eq!(first.counts(), [10841, 16616, 16891, 9009, 11672, 13106, 15077, 6788]);
    assert_eq!(times(&first), ("1.351".into(), "0.543".into()));
    let balance = Balance::of(&first);
    assert_eq!(letters(&balance), ("C".into(), "H".into()));
    assert_eq!((balance.keys, balance.counted), (100_000, 8));
    assert_eq!(millionths(&first), [117895, 169005, 164960, 80469, 121418, 127595, 153008, 65650]);

    let ring = ring_of(&first);
    assert_eq!((ring.points().len(), ring.followed_by_own()), (1_280, 553));
    // By chance (V - 1) / (nV - 1) of them would be.
    let chance = theory::followed_by_own([160; 8]);
    assert_eq!((chance.part * 1_279, chance.whole * 159), (159 * chance.whole, 1_279 * chance.part));
    assert_eq!(chance.percent(), "12.4 %");
    assert!(!theory::is_within_chance(553, 1_280, chance));
}

#[test]
fn the_finaliser_spreads_it() {
    let first = first();
    let (spread, movement) = change(&first, [set("fin", "1")]);
    assert_eq!(spread.counts(), [12205, 13357, 14272, 13863, 11776, 10392, 11616, 12519]);
    assert_eq!(times(&spread), ("1.142".into(), "0.831".into()));
    assert_eq!(letters(&Balance::of(&spread)), ("C".into(), "F".into()));
    assert_eq!(millionths(&spread), [121192, 134556, 141839, 137450, 118138, 104508, 116360, 125956]);
    assert_eq!(ring_of(&spread).followed_by_own(), 161);
    assert!(theory::is_within_chance(161, 1_280, theory::followed_by_own([160; 8])));

    // A dial moves keys as well; it has no roster to be fair to.
    assert_eq!((movement.moved, movement.between), (87_566, 87_566));
    assert_eq!((movement.necessary, movement.fair.is_none()), (None, true));
    assert_eq!(movement.share().percent(), "87.6 %");

    // The usual spread of eight nodes of 160 points is 7.4 % of the fair share; raw FNV-1a is far out of it.
    let (raw, fine) = (Balance::of(&first), Balance::of(&spread));
    assert_eq!(format!("{:.1}", raw.usual_spread * 100.0), "7.4");
    assert!(raw.spread > 3.0 * raw.usual_spread && fine.spread < 1.5 * fine.usual_spread);

    // And back again with one press.
    let (back, movement) = change(&spread, [set("fin", "0")]);
    assert_eq!((back.scenario(), movement.moved), (first.scenario(), 87_566));
    assert_eq!(back.owner_seats(), first.owner_seats());
}

// All 16 runs of ten labels of each node stand too close together for chance, and none does with the finaliser.
#[test]
fn the_clumps_are_named() {
    let first = first();
    let (spread, _) = change(&first, [set("fin", "1")]);
    for node in Scenario::default().fleet.nodes() {
        let clumps = clump::clumps(ring_of(&first), node.id);
        assert_eq!(clumps.len(), 16, "{}", node.name);
        assert_eq!((clumps[0].first, clumps[0].last(), clumps[15].last()), (0, 9, 159));
        for run in &clumps {
            let percent = Ratio::new(run.span, 1u64 << 32).value() * 100.0;
            assert!((3.5..6.0).contains(&percent), "{}: {percent} %", node.name);
        }
        assert_eq!(clump::runs(ring_of(&spread), node.id).len(), 16);
        assert_eq!(clump::clumps(ring_of(&spread), node.id), [], "{}", node.name);
    }
    // cache-01#0 and cache-01#4.
    let run = &clump::clumps(ring_of(&first), NodeId(0))[0];
    assert_eq!((run.positions[0], run.positions[4]), (3836199032, 3903309508));
}

#[test]
fn a_ninth_node() {
    for (finaliser, expected) in [("0", 4_944), ("1", 10_918)] {
        let eight = Snapshot::place(&after(&Scenario::default(), [set("fin", finaliser)]), None);
        assert_eq!(eight.scenario().fleet.suggested_name(), "cache-09");
        let (nine, movement) = change(&eight, [add("cache-09")]);
        assert_eq!((movement.moved, movement.to_grown, movement.necessary), (expected, expected, Some(expected)));
        assert_eq!((movement.from_shrunk, movement.between), (0, 0));
        assert_eq!(nine.counts()[8], expected);
        assert!(movement.pairs.iter().all(|pair| pair.to == Some(NodeId(8))));
        assert_eq!(movement.fair.unwrap().percent(), "11.1 %");
    }
}

#[test]
fn what_modulo_would_have_moved() {
    for (finaliser, expected) in [("0", 88_650), ("1", 89_044)] {
        let eight = Snapshot::place(&after(&Scenario::default(), [set("fin", finaliser)]), None);
        let (nine, _) = change(&eight, [add("cache-09")]);
        let movement = Movement::between(&eight.by(modulo()), &nine.by(modulo())).unwrap();
        assert_eq!(movement.moved, expected);
        assert!(movement.between > 70_000, "nearly all of it between old nodes");
    }
    assert_eq!(first().by(modulo()).counts(), [12502, 12500, 12500, 12502, 12498, 12500, 12500, 12498]);
}

#[test]
fn dials_move_keys_too() {
    let first = first();
    let (more, movement) = change(&first, [set("vn", "500")]);
    assert_eq!(movement.moved, 57_126);
    assert_eq!(more.counts(), [13308, 12404, 18820, 10398, 12548, 10893, 10874, 10755]);
    let (turned, movement) = change(&first, [set("label", "{i}-{node}")]);
    assert_eq!(movement.moved, 87_275);
    assert_eq!(turned.counts(), [12986, 13241, 12749, 13786, 12309, 11730, 11790, 11409]);
}

#[test]
fn one_node_down_and_one_heavier() {
    let first = first();
    let (_, movement) = change(&first, [Command::SetUp { id: NodeId(2), up: false }]);
    assert_eq!((movement.moved, movement.from_shrunk, movement.left(NodeId(2))), (16_891, 16_891, 16_891));
    // It was the busiest, so more than its fair share has to move, and that is no fault.
    assert_eq!((movement.necessary, movement.fair.unwrap().percent()), (Some(16_891), "12.5 %".into()));

    let (_, movement) = change(&first, [weigh(NodeId(7), "2")]);
    assert_eq!((movement.moved, movement.to_grown), (9_014, 9_014));
    assert!(movement.pairs.iter().all(|pair| pair.to == Some(NodeId(7))));
    // From 1/8 to 2/9.
    assert_eq!(movement.fair.unwrap().percent(), "9.7 %");
}

// Where the fault lies: in the points. The finaliser on the keys alone changes next to nothing.
#[test]
fn keys_and_points_apart() {
    let first = first();
    let (keys_alone, _) = change(&first, [set("khash", "fnv1a32.fmix32")]);
    assert_eq!(keys_alone.counts(), [11686, 16718, 16593, 8219, 12129, 12740, 15320, 6595]);
    assert_eq!(times(&keys_alone).0, "1.337");
    let (points_alone, _) = change(&first, [set("fin", "1"), set("khash", "fnv1a32")]);
    assert_eq!(points_alone.counts(), [12285, 13380, 14227, 13657, 11829, 10428, 11675, 12519]);
    assert_eq!(times(&points_alone).0, "1.138");
}
