//! Walks of keys against rings, scores and tables worked by hand: those of hand_worked, where their sources stand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
mod drawn;

use common::*;
use drawn::*;
use placement::{
    algorithm::{Geometry, NO_SEAT},
    fleet::NodeId,
    keys::{KeyList, Keys},
    measure::Unwrapped,
    scenario::Command,
    snapshot::Snapshot,
    walk::{By, Met, PASSED_IN_A_ROW, Place, Step, steps},
};
use proptest::prelude::*;

fn placed(how: &str, names: &[&str]) -> Snapshot {
    let list = Keys::List(KeyList::parse("a\nb\nfoobar\nuser:0\nfoo").unwrap());
    Snapshot::place(&scenario(how, names, list), None)
}

fn go(snapshot: &Snapshot, id: u32) -> Snapshot {
    change(snapshot, [Command::SetUp { id: NodeId(id), up: false }]).0
}

/// The steps after the bytes and the hash, a few letters each; the points that are looked at are left out.
fn told(snapshot: &Snapshot, key: &str, most: usize) -> Vec<String> {
    let steps = steps(snapshot.placed(), key.as_bytes(), most);
    let value = snapshot.placed().key_hashing().value(key.as_bytes());
    assert_eq!(steps[0], Step::Bytes(key.len()));
    assert!(matches!(steps[1], Step::Hash { value: hashed, .. } if hashed == value));
    steps[2..].iter().filter(|step| !matches!(step, Step::Look { .. })).map(letters).collect()
}

fn letters(step: &Step) -> String {
    let place = |at: &Place| match at {
        Place::Nowhere => String::new(),
        Place::Point(at) => format!(" at point {at}"),
        Place::Slot(at) => format!(" at slot {at}"),
        Place::Node(id) => format!(" at node {}", id.0),
    };
    let leads = |leads: bool| if leads { " leads" } else { "" };
    match step {
        Step::Bytes(_) | Step::Hash { .. } | Step::Look { .. } => String::new(),
        Step::Index { entry, entries, from, to } => format!("entry {entry} of {entries}: {from}..{to}"),
        Step::Wrap => "wrap".into(),
        Step::Point { point, way } => format!("point {point} of {} in {}", way.owner.0, way.distance),
        Step::Probe { probe, position, node, distance, leads: is_best, .. } => {
            format!("probe {probe} {position} to {} in {distance}{}", node.0, leads(*is_best))
        }
        Step::Remainder { value, slots, slot } => format!("{value} mod {slots} = {slot}"),
        Step::Shard { shard, shards, version } => format!("shard {shard} of {shards} v{version}"),
        Step::Pinned(tenant) => format!("pinned {tenant}"),
        Step::Bucket { bucket, by, has_node, at } => {
            let by = match by {
                By::Jump => "jump".into(),
                By::JumpBack => "back".into(),
                By::Hash(among) => format!("hash {among}"),
                By::Successor => "instead".into(),
            };
            assert_eq!(*has_node, *at != Place::Nowhere);
            format!("{by} {bucket}{}", if *has_node { "" } else { " empty" })
        }
        Step::Score { score, leads: is_best, .. } => {
            format!("{} scores {}{}", score.node.0, score.raw, leads(*is_best))
        }
        Step::Candidate { node, at, is_up } => {
            format!("candidate {}{}{}", node.0, place(at), if *is_up { "" } else { " down" })
        }
        Step::Meet { node, at, met } => {
            let met = match met {
                Met::Owner => "owner",
                Met::Replica => "replica",
                Met::Again => "again",
                Met::Full => "full",
            };
            format!("{met} {}{}", node.0, place(at))
        }
        Step::Room { load, capacity } => format!("has {load} of {capacity}"),
        Step::More(count) => format!("{count} more"),
        Step::Nobody => "nobody".into(),
    }
}

// foobar 3214735720, a 3826002220, b 3876335077; no text is at 2166136261. Three points are under an index of 2 entries, by
// the highest bit, which all three have. user:0 at 1813662008 has it not: nothing is left to compare there.
#[test]
fn along_a_ring_of_three_points() {
    let three = placed("ring vn=1 label={node}", &["a", "b", "foobar"]);
    let on_to = ["owner 2 at point 0", "replica 0 at point 1", "replica 1 at point 2"];
    assert_eq!(told(&three, "", 9), [&["entry 1 of 2: 0..3", "point 0 of 2 in 1048599459"], &on_to[..]].concat());
    assert_eq!(told(&three, "user:0", 9)[..2], ["entry 0 of 2: 0..0", "point 0 of 2 in 1401073712"]);
    assert_eq!(told(&three, "b", 1)[1..], ["point 2 of 1 in 0", "owner 1 at point 2"]);
    // Back from no text there is only the end of the space, and b.
    let back = placed("ring vn=1 label={node} dir=ccw", &["a", "b", "foobar"]);
    assert_eq!(told(&back, "", 1)[1..], ["wrap", "point 2 of 1 in 2584768480", "owner 1 at point 2"]);
    // Weight 3 puts three points of a on one place: two of them are passed over.
    let heavy = Snapshot::place(&after(three.scenario(), [weigh(NodeId(0), "3")]), None);
    assert_eq!(
        told(&heavy, "", 3)[2..],
        [
            "owner 2 at point 0",
            "replica 0 at point 1",
            "again 0 at point 2",
            "again 0 at point 3",
            "replica 1 at point 4"
        ]
    );
    let bound = placed("bounded c=100 vn=1 label={node}", &["a", "b", "foobar"]);
    let light = Snapshot::place(&after(bound.scenario(), [weigh(NodeId(2), "0.5")]), None);
    assert_eq!(
        told(&light, "foo", 3)[2..],
        ["full 2 at point 0", "full 0 at point 1", "owner 1 at point 2", "has 2 of 2", "replica 2", "replica 0"]
    );
}

#[test]
fn through_remainders_scores_and_probes() {
    let modulo = placed("modulo", &["x", "y", "z"]);
    assert_eq!(told(&modulo, "a", 2), ["3826002220 mod 3 = 1", "owner 1 at slot 1", "replica 2 at slot 2"]);
    let scores = Snapshot::place(&scenario("rendezvous score=kn", names("node-", 1, 3, 1), keys("key-{i}", 3)), None);
    assert_eq!(
        told(&scores, "key-1", 2),
        [
            "0 scores 1825097620 leads",
            "1 scores 1875430477 leads",
            "2 scores 1858652858",
            "owner 1 at node 1",
            "replica 2 at node 2"
        ]
    );
    let probes = placed("multiprobe probes=4", &["a", "b", "foobar"]);
    assert_eq!(
        told(&probes, "user:11", 2),
        [
            "probe 0 3127117710 to 2 in 87618010 leads",
            "probe 1 3357500497 to 0 in 468501723",
            "probe 2 4025238801 to 2 in 3484464215",
            "probe 3 3858488828 to 1 in 17846249 leads",
            "owner 1 at point 2",
            "replica 2 at point 0"
        ]
    );
    // node-2 has both its tokens behind those of the others, and is no candidate.
    let local = scenario("lrh cand=2 tokens=2 score=kn", names("node-", 1, 3, 1), keys("key-{i}", 3));
    let local = Snapshot::place(&local, None);
    let window = ["candidate 0 at point 0", "candidate 2 at point 2"];
    let race = ["0 scores 1825097620 leads", "2 scores 1858652858 leads", "owner 2 at point 2", "replica 0 at point 0"];
    assert_eq!(told(&local, "key-1", 2)[2..], [&window[..], &race[..]].concat());
    assert_eq!(told(&go(&local, 2), "key-1", 1)[3..5], ["candidate 2 at point 2 down", "0 scores 1825097620 leads"]);
}

// The jumps among 8 buckets of user:9, whose number is 0x651a3e33 twice over, and the buckets above 4 that user:11 of
// 0xba64078e jumps back from, by a Python port of the published code.
#[test]
fn by_jumps_and_back() {
    let eight = Snapshot::place(&scenario("jump", names("n", 0, 7, 1), keys("user:{i}", 12)), None);
    assert_eq!(told(&eight, "user:9", 1), ["jump 0", "jump 1", "jump 3", "jump 4", "jump 7", "owner 7 at slot 7"]);
    let five = Snapshot::place(&scenario("jumpback", names("n", 0, 4, 1), keys("user:{i}", 12)), None);
    assert_eq!(told(&five, "user:11", 1), ["back 5 empty", "back 5 empty", "back 3", "owner 3 at slot 3"]);
    assert_eq!(told(&five, "user:10", 1), ["back 0", "owner 0 at slot 0"]);
}

#[test]
fn by_hashes_among_what_was_left() {
    let dx = Snapshot::place(&scenario("dx cap=8", ["a", "b", "c"], keys("user:{i}", 8)), None);
    let tries = [5, 6, 5, 7, 6, 5, 6, 7].map(|slot| format!("hash 8 {slot} empty"));
    assert_eq!(told(&dx, "user:1", 1), [&tries[..], &["hash 8 2".into(), "owner 2 at slot 2".into()]].concat());

    // Anchor of 8 with five nodes, as in the table there: user:2 comes to 6, which went when six were left.
    let five = |how: &str| Snapshot::place(&scenario(how, names("node-", 0, 4, 1), keys("user:{i}", 8)), None);
    let anchor = five("anchor cap=8");
    assert_eq!(told(&anchor, "user:1", 1), ["hash 8 3", "owner 3 at slot 3"]);
    assert_eq!(told(&anchor, "user:2", 1), ["hash 8 6 empty", "hash 6 0", "owner 0 at slot 0"]);
    // By 1, and 3, to 4: the third of the three that are left.
    let two = go(&go(&anchor, 1), 3);
    let way = told(&two, "user:3", 1);
    assert_eq!((&way[0], &way[way.len() - 1]), (&"hash 8 1 empty".into(), &"owner 4 at slot 2".into()));
    let memento = five("memento");
    assert_eq!(told(&memento, "user:3", 1), ["jump 1", "owner 1 at slot 1"]);
    let way = told(&go(&memento, 1), "user:3", 1);
    assert_eq!((way[0].as_str(), &way[way.len() - 1]), ("jump 1 empty", &"owner 3 at slot 2".into()));
    assert!(way[1].starts_with("hash 4 "), "{way:?}");
}

#[test]
fn by_tables() {
    let maglev = placed("maglev table=13", &["a", "b", "foobar"]);
    assert_eq!(
        told(&maglev, "foo", 3),
        ["2851307223 mod 13 = 11", "owner 2 at slot 11", "replica 0 at slot 12", "replica 1 at slot 0"]
    );
    // 0 is of b, and 1 to 3 are of a.
    assert_eq!(
        told(&maglev, "a", 2),
        ["3826002220 mod 13 = 1", "owner 0 at slot 1", "again 0 at slot 2", "again 0 at slot 3", "replica 1 at slot 4"]
    );
    let table = placed("coordinator", &["n0", "n1", "n2"]);
    assert_eq!(told(&table, "foo", 2), ["shard 169 of 256 v1", "owner 1 at slot 169", "replica 2 at slot 170"]);
    let pin = Command::Pin { tenant: "fo".into(), to: NodeId(2) };
    let pinned = Snapshot::place(&after(table.scenario(), [pin]), None);
    assert_eq!(
        told(&pinned, "foo", 3),
        [
            "shard 169 of 256 v2",
            "pinned fo",
            "owner 2",
            "replica 1 at slot 169",
            "again 2 at slot 170",
            "replica 0 at slot 171"
        ]
    );
}

#[test]
fn what_leads_nowhere_is_counted_beyond_a_dozen() {
    let alone = Snapshot::place(&scenario("dx cap=1024", ["a"], keys("user:{i}", 100)), None);
    let longest = (0..100).map(|at| steps(alone.placed(), format!("user:{at}").as_bytes(), 1)).max_by_key(Vec::len);
    let longest = longest.unwrap();
    assert_eq!(longest.len() as u32, 2 + PASSED_IN_A_ROW + 3);
    assert!(matches!(longest[2 + PASSED_IN_A_ROW as usize], Step::More(count) if count > 0));
    let nobody = go(&placed("ring", &["a"]), 0);
    assert_eq!(told(&nobody, "a", 3), ["nobody"]);
}

// Of a, b, foobar, user:0 and foo none is past b, and three are not past foobar: on a ring that runs back, user:0 and foo
// are before the first point, and foobar is on it.
#[test]
fn keys_that_only_the_wrap_leads_on() {
    let ring = |how: &str| placed(how, &["a", "b", "foobar"]);
    let found = |snapshot: &Snapshot| {
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
        Unwrapped::of(snapshot, ring, 1)
    };
    let clockwise = found(&ring("ring vn=1 label={node}"));
    assert_eq!((clockwise.keys, clockwise.first, clockwise.positions), (0, vec![], (3_876_335_078, 1 << 32)));
    let back = found(&ring("ring vn=1 label={node} dir=ccw"));
    assert_eq!((back.keys, back.first, back.positions), (2, vec![3], (0, 3_214_735_720)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_walk_meets_the_owner_and_the_replicas(scenario in any_scenario(any_algorithm(), 0), most in 1..12usize) {
        let snapshot = place(&scenario);
        let placed = snapshot.placed();
        for at in (0..KEYS).step_by(5) {
            let key = snapshot.keys().keys().key(at);
            let walk = steps(placed, key.as_bytes(), most);
            let is = |wanted: Met| {
                let nodes = walk.iter().filter_map(move |step| match step {
                    Step::Meet { node, met, .. } if *met == wanted => Some(*node),
                    _ => None,
                });
                nodes.collect::<Vec<_>>()
            };
            let owner = placed.owner(key.as_bytes(), placed.key_hashing().value(key.as_bytes()));
            let owners: Vec<NodeId> = placed.seats().get(usize::from(owner)).copied().into_iter().collect();
            prop_assert_eq!(owner == NO_SEAT, owners.is_empty());
            prop_assert_eq!(&is(Met::Owner), &owners);
            prop_assert_eq!([owners, is(Met::Replica)].concat(), placed.owners(key.as_bytes(), most));
            prop_assert_eq!(walk.last() == Some(&Step::Nobody), owner == NO_SEAT);
        }
    }

    // Held against a look at every point: what is compared is told truly, lies within the entry, and the point found is the
    // first one at or after the key, or the lowest.
    #[test]
    fn the_search_is_that_of_the_ring(scenario in any_scenario(any_ring(), 1)) {
        let snapshot = place(&scenario);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
        for at in (0..KEYS).step_by(5) {
            let key = snapshot.keys().keys().key(at);
            let position = snapshot.placed().key_hashing().value(key.as_bytes());
            let (mut range, mut looks) = (0..0, 0);
            for step in steps(snapshot.placed(), key.as_bytes(), 1) {
                match step {
                    Step::Index { entry, entries, from, to } => {
                        range = from..to;
                        let of = |position: u64| (u128::from(position) * u128::from(entries)) >> ring.bits();
                        prop_assert_eq!(of(position), u128::from(entry));
                        for (at, point) in (0..).zip(ring.points()) {
                            prop_assert_eq!(of(point.position) == u128::from(entry), range.contains(&at));
                        }
                    }
                    Step::Look { point, position: here, is_before } => {
                        looks += 1;
                        prop_assert!(range.contains(&point));
                        prop_assert_eq!(here, ring.points()[point as usize].position);
                        prop_assert_eq!(is_before, if ring.is_clockwise() { here < position } else { here <= position });
                    }
                    Step::Point { point, way } => {
                        let nearest = ring.points().iter().map(|one| ring.distance(position, one)).min();
                        prop_assert_eq!(Some(way.distance), nearest);
                        prop_assert_eq!(Some(point as usize), ring.point_at(position));
                    }
                    _ => {}
                }
            }
            let most = if range.is_empty() { 0 } else { range.len().ilog2() + 2 };
            prop_assert!(looks <= most, "{} of {}", looks, range.len());
        }
    }

    // Held against a plain search of every key: no point at or after it (counter-clockwise: at or before).
    #[test]
    fn keys_without_a_wrap_are_those_that_a_plain_search_finds(scenario in any_scenario(any_ring(), 0)) {
        let snapshot = place(&scenario);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
        let lost = (0..KEYS).filter(|&at| {
            let position = snapshot.placed().key_hashing().value(snapshot.keys().keys().key(at).as_bytes());
            let leads_on = |point: u64| if ring.is_clockwise() { point >= position } else { point <= position };
            !ring.points().iter().any(|one| leads_on(one.position))
        });
        let lost: Vec<u32> = lost.collect();
        let found = Unwrapped::of(&snapshot, ring, 3);
        prop_assert_eq!((found.keys as usize, &found.first[..]), (lost.len(), &lost[..lost.len().min(3)]));
    }
}
