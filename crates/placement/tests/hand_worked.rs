//! Small fleets worked out on paper: every position, arc and score is written out.
//!
//! The numbers come from the published FNV-1a vectors (Noll's test_fnv.c):
//!
//! | text | 32 bits | 64 bits |
//! |---|---|---|
//! | (none) | 2166136261 | 0xcbf29ce484222325 |
//! | a | 3826002220 | 0xaf63dc4c8601ec8c |
//! | b | 3876335077 | 0xaf63df4c8601f1a5 |
//! | foobar | 3214735720 | 0x85944171f73967e8 |
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::*;
use placement::{
    algorithm::{Geometry, Seat, ring::Ring},
    explain::{BoundedWay, Explanation, LocalWay, NodeScore, RingWay, SlotRule},
    fleet::{Fleet, NodeId, Removed},
    keys::{KeyList, Keys},
    link::encode,
    measure::{Balance, Movement},
    number::Ratio,
    scenario::{Command, ScenarioError},
    shards::{SHARDS, ShardError},
    snapshot::Snapshot,
    weight::Weight,
};

const A: Seat = 0;
const B: Seat = 1;
const FOOBAR: Seat = 2;

/// One point a node at the hash of its bare name: on 32 bits foobar stands first, then a, then b.
fn three(more: &str) -> Snapshot {
    let list = Keys::List(KeyList::parse("a\nb\nfoobar\nuser:0\nfoo").unwrap());
    Snapshot::place(&scenario(&format!("ring vn=1 label={{node}}{more}"), ["a", "b", "foobar"], list), None)
}

fn ring_of(snapshot: &Snapshot) -> &Ring {
    let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
    ring
}

fn shares(snapshot: &Snapshot) -> Vec<u128> {
    snapshot.placed().exact_shares().unwrap().iter().map(|share| share.part).collect()
}

fn assert_owners(snapshot: &Snapshot, expected: &[(u64, Seat)]) {
    for &(position, seat) in expected {
        assert_eq!(snapshot.placed().owner(b"", position), seat, "{position}");
    }
}

#[test]
fn clockwise_to_the_first_point_at_or_after() {
    let snapshot = three("");
    let positions: Vec<(u64, Seat)> = ring_of(&snapshot).points().iter().map(|one| (one.position, one.seat)).collect();
    assert_eq!(positions, [(3_214_735_720, FOOBAR), (3_826_002_220, A), (3_876_335_077, B)]);
    assert_owners(
        &snapshot,
        &[
            (0, FOOBAR),             // before the first
            (3_214_735_720, FOOBAR), // exactly on it
            (3_214_735_721, A),      // one past it
            (3_826_002_220, A),
            (3_826_002_221, B),
            (3_876_335_077, B),
            (3_876_335_078, FOOBAR), // after the last: wraps
            (4_294_967_295, FOOBAR),
        ],
    );
    // Keys named like nodes stand on their points; user:0 is at 1813662008 and foo at 2851307223, both before foobar.
    assert_eq!(snapshot.owner_seats(), [A, B, FOOBAR, FOOBAR, FOOBAR]);
    assert_eq!(snapshot.counts(), [1, 1, 3]);
    // foobar's arc goes round: 3214735720 + 4294967296 - 3876335077. Then 3826002220 - 3214735720 and the rest.
    assert_eq!(shares(&snapshot), [611_266_500, 50_332_857, 3_633_367_939]);
    assert_eq!(611_266_500 + 50_332_857 + 3_633_367_939, 1u64 << 32);
}

#[test]
fn counter_clockwise_to_the_last_point_at_or_before() {
    let snapshot = three(" dir=ccw");
    assert_owners(
        &snapshot,
        &[
            (0, B), // before the first: wraps to the last
            (3_214_735_719, B),
            (3_214_735_720, FOOBAR), // exactly on it
            (3_826_002_219, FOOBAR),
            (3_826_002_220, A),
            (3_876_335_076, A),
            (3_876_335_077, B),
            (4_294_967_295, B), // after the last
        ],
    );
    assert_eq!(snapshot.owner_seats(), [A, B, FOOBAR, B, B]);
    // The same three arcs, each now its beginning's.
    assert_eq!(shares(&snapshot), [50_332_857, 3_633_367_939, 611_266_500]);
}

#[test]
fn a_key_on_its_way() {
    let way = |snapshot: &Snapshot, key: &str| -> RingWay {
        let Explanation::Ring(Some(way)) = snapshot.placed().explain(key.as_bytes()) else { panic!("no way") };
        way
    };
    // No text stands at 2166136261: 1048599459 before foobar, and 2584768480 after b across the start.
    let clockwise = RingWay {
        position: 2_166_136_261,
        bits: 32,
        point: 3_214_735_720,
        label: "foobar".into(),
        distance: 1_048_599_459,
        wraps: false,
        owner: NodeId(2),
    };
    assert_eq!(way(&three(""), ""), clockwise);
    let back = RingWay {
        point: 3_876_335_077,
        label: "b".into(),
        distance: 2_584_768_480,
        wraps: true,
        owner: NodeId(1),
        ..clockwise
    };
    assert_eq!(way(&three(" dir=ccw"), ""), back);
    // On a point there is no way to go.
    let here = way(&three(" dir=ccw"), "a");
    assert_eq!((here.distance, here.wraps, here.owner), (0, false, NodeId(0)));
}

#[test]
fn sixty_four_bits_round_the_end() {
    let snapshot = three(" hash=fnv1a64 space=64");
    let positions: Vec<u64> = ring_of(&snapshot).points().iter().map(|one| one.position).collect();
    assert_eq!(positions, [0x8594_4171_f739_67e8, 0xaf63_dc4c_8601_ec8c, 0xaf63_df4c_8601_f1a5]);
    assert_owners(
        &snapshot,
        &[
            (0, FOOBAR),
            (0x8594_4171_f739_67e8, FOOBAR),
            (0x8594_4171_f739_67e9, A),
            (0xaf63_dc4c_8601_ec8d, B),
            (0xaf63_df4c_8601_f1a5, B),
            (0xaf63_df4c_8601_f1a6, FOOBAR),
            (u64::MAX, FOOBAR),
        ],
    );
    // a - foobar; b - a; and foobar + 2^64 - b, which no 64-bit difference of two positions may lose.
    let arcs = [0x29cf_9ada_8ec8_84a4, 0x0000_0300_0000_0519, 0xd630_6225_7137_7643];
    assert_eq!(shares(&snapshot), arcs);
    assert_eq!(arcs.iter().sum::<u128>(), 1 << 64);
    // No text stands past b: to foobar it is 0x85944171f73967e8 + 2^64 - 0xcbf29ce484222325.
    let Explanation::Ring(Some(way)) = snapshot.placed().explain(b"") else { panic!("no way") };
    assert_eq!((way.bits, way.distance, way.wraps, way.owner), (64, 0xb9a1_a48d_7317_44c3, true, NodeId(2)));
}

#[test]
fn one_point_owns_everything() {
    for how in ["", " dir=ccw", " hash=fnv1a64 space=64", " hash=fnv1a64 space=64 dir=ccw"] {
        let how = format!("ring vn=1 label={{node}}{how}");
        let snapshot = Snapshot::place(&scenario(&how, ["a"], keys("user:{i}", 100)), None);
        let ring = ring_of(&snapshot);
        assert_eq!(ring.arc_length(0), ring.circumference(), "{how}");
        assert_eq!(snapshot.counts(), [100], "{how}");
        let point = ring.points()[0].position;
        let ends = [0, point - 1, point, point + 1, u64::MAX >> (64 - ring.bits())];
        assert!(ends.iter().all(|&position| ring.point_at(position) == Some(0)), "{how}");
        assert_eq!((ring.followed_by_own(), snapshot.placed().owners(b"x", 5)), (0, vec![NodeId(0)]), "{how}");
    }
}

#[test]
fn no_weight_no_points() {
    // Without a, what was its own goes on to b: 611266500 + 50332857.
    let before = three("");
    for command in [weigh(NodeId(0), "0"), Command::SetUp { id: NodeId(0), up: false }] {
        let (after, movement) = change(&before, [command]);
        assert_eq!(after.placed().seats(), [NodeId(1), NodeId(2)]);
        assert_eq!(shares(&after), [661_599_357, 3_633_367_939]);
        assert_eq!(after.counts(), [0, 2, 3]);
        assert_eq!((movement.moved_keys.as_slice(), movement.from_shrunk), ([0].as_slice(), 1));
        // It should own nothing, so it is neither busiest nor lightest: 3 of 5 keys for half, 2 of 5 for half.
        let balance = Balance::of(&after);
        assert_eq!((balance.busiest, balance.lightest, balance.counted), (Some(2), Some(1), 2));
        assert_eq!(balance.busiest().unwrap().times_fair.unwrap().times(), "1.20");
        assert!(balance.loads[0].times_fair.is_none() && balance.loads[0].exact.is_none());
    }
}

#[test]
fn points_on_one_place_count_once() {
    // Weight 3 without a number in the label: three points for a, all on 3826002220; only the first has an arc.
    let (after, movement) = change(&three(""), [weigh(NodeId(0), "3")]);
    let ring = ring_of(&after);
    let arcs: Vec<(Seat, u32, u128)> =
        ring.points().iter().enumerate().map(|(at, one)| (one.seat, one.label, ring.arc_length(at))).collect();
    assert_eq!(arcs, [(FOOBAR, 0, 3_633_367_939), (A, 0, 611_266_500), (A, 1, 0), (A, 2, 0), (B, 0, 50_332_857)]);
    assert_eq!((ring.followed_by_own(), movement.moved), (2, 0));
    // 5 keys, 3 of weight 3 + 1 + 1: fair shares 3/5 and 1/5 of what is asked.
    let fair: Vec<String> = Balance::of(&after).loads.iter().map(|load| load.fair.percent()).collect();
    assert_eq!(fair, ["60.0 %", "20.0 %", "20.0 %"]);
}

// Rendezvous by raw FNV-1a 32, computed in Python. Highest first in brackets.
//
// | score | key | node-1 | node-2 | node-3 |
// |---|---|---|---|---|
// | key + node | key-0 | 2832344207 | 2849121826 | [2865899445] |
// | | key-1 | 1825097620 | [1875430477] | 1858652858 |
// | | key-2 | [3444014273] | 3393681416 | 3410459035 |
// | node + key | key-0 | 2356532959 | 2014040400 | [3168117989] |
// | | key-1 | 2339755340 | 2030818019 | [3151340370] |
// | xor | key-0 | 2474226829 | 1459804586 | [3894027552] |
// | | key-2 | [4082944360] | 1945588481 | 1178425798 |
// | mix | key-0 | [3544593896] | 1323560517 | 2266466571 |
// | | key-2 | 205887771 | [2879127457] | 1043454741 |
#[test]
fn scores() {
    for (score, key, row) in [
        ("kn", "key-0", [2832344207, 2849121826, 2865899445]),
        ("kn", "key-1", [1825097620, 1875430477, 1858652858]),
        ("kn", "key-2", [3444014273, 3393681416, 3410459035]),
        ("nk", "key-0", [2356532959, 2014040400, 3168117989]),
        ("nk", "key-1", [2339755340, 2030818019, 3151340370]),
        ("xor", "key-0", [2474226829, 1459804586, 3894027552]),
        ("xor", "key-2", [4082944360, 1945588481, 1178425798]),
        ("mix", "key-0", [3544593896, 1323560517, 2266466571]),
        ("mix", "key-2", [205887771, 2879127457, 1043454741]),
    ] {
        let fleet = scenario(&format!("rendezvous score={score}"), names("node-", 1, 3, 1), keys("key-{i}", 3));
        let placed = Snapshot::place(&fleet, None);
        let mut expected: Vec<(u64, NodeId)> = row.iter().zip(0..).map(|(&score, id)| (score, NodeId(id))).collect();
        expected.sort_unstable_by(|a, b| b.cmp(a));

        let Explanation::Scores { bits, scores } = placed.placed().explain(key.as_bytes()) else { panic!("no scores") };
        let found: Vec<(u64, NodeId)> = scores.iter().map(|one| (one.raw, one.node)).collect();
        assert_eq!((bits, &found), (32, &expected), "{score} {key}");
        assert!(scores.iter().all(|one| one.weighted.is_none()), "equal weights need no logarithm");
        let order: Vec<NodeId> = expected.iter().map(|one| one.1).collect();
        assert_eq!(placed.placed().owners(key.as_bytes(), 9), order, "{score} {key}");
        let at = key[4..].parse().unwrap();
        assert_eq!(placed.owner(at), Some(order[0]), "{score} {key}");
    }
}

// The same first row with node-2 of weight 4: -w / ln((h + 0.5) / 2^32) is 2.4018875, 9.7458021 and 2.4718109, here
// times 100 because weights are held in hundredths.
#[test]
fn weighted_scores() {
    let fleet = scenario("rendezvous score=kn", names("node-", 1, 3, 1), keys("key-{i}", 1));
    let placed = Snapshot::place(&after(&fleet, [weigh(NodeId(1), "4")]), None);
    let Explanation::Scores { scores, .. } = placed.placed().explain(b"key-0") else { panic!("no scores") };
    let expected = [
        (NodeId(1), 2849121826, 974.5802066529299),
        (NodeId(2), 2865899445, 247.18108664254407),
        (NodeId(0), 2832344207, 240.1887516600626),
    ];
    assert_eq!(scores.len(), 3);
    for (NodeScore { node, raw, weighted }, expected) in scores.into_iter().zip(expected) {
        assert_eq!((node, raw), (expected.0, expected.1));
        assert!((weighted.unwrap() / expected.2 - 1.0).abs() < 1e-13, "{weighted:?}");
    }
    assert_eq!(placed.owner(0), Some(NodeId(1)));
}

// The two ends of the score. A value of 1742312192 xor the hash of node-1 (1422144387) finalises to the highest score
// of all: where the score is mapped to a closed interval, its logarithm is 0, -w / 0 is minus infinity and the best
// score loses. The hash of node-1 itself gives 0, which loses against any other. In 64 bits the same with
// 0x6f3369cc43bd8169 and the hash 0xe696ecc2207879c3: there a double has no room for the highest value and its half.
#[test]
fn the_highest_score_wins_and_the_lowest_loses() {
    for (how, highest, lowest) in [
        ("rendezvous score=xor", 1_742_312_192, 1_422_144_387),
        ("rendezvous score=xor hash=fnv1a64 space=64", 0x6f33_69cc_43bd_8169, 0xe696_ecc2_2078_79c3),
    ] {
        let fleet = scenario(how, names("node-", 1, 3, 1), keys("key-{i}", 1));
        for weight in ["1", "4", "0.01"] {
            let placed = Snapshot::place(&after(&fleet, [weigh(NodeId(0), weight)]), None);
            assert_eq!(placed.placed().owner(b"", highest), 0, "{how}, weight {weight}");
            // node-2 scores more than node-3 there: 1175308031 and 90745907, 0xe1d5544d460da5a4 and 0x2aa17cf33df8293f.
            assert_eq!(placed.placed().owner(b"", lowest), 1, "{how}, weight {weight}");
        }
    }
}

// 3826002220, 3876335077, 3214735720, 1813662008 and 2851307223 leave 1, 1, 1, 2 and 0 modulo 3, and 0, 1, 0, 0 and 3
// modulo 4. With the low 64 bits a leaves 1, b 1 and foobar 0 modulo 3.
#[test]
fn remainders() {
    let list = Keys::List(KeyList::parse("a\nb\nfoobar\nuser:0\nfoo").unwrap());
    let three = Snapshot::place(&scenario("modulo", ["x", "y", "z"], list.clone()), None);
    assert_eq!(three.owner_seats(), [1, 1, 1, 2, 0]);
    assert_eq!(three.counts(), [1, 3, 1]);
    let (four, movement) = change(&three, [add("w")]);
    assert_eq!(four.owner_seats(), [0, 1, 0, 0, 3]);
    // b stays; foo goes to the new node; a, foobar and user:0 go between old ones.
    assert_eq!(movement.moved_keys, [0, 2, 3, 4]);
    assert_eq!((movement.to_grown, movement.from_shrunk, movement.between), (1, 0, 3));
    assert_eq!((movement.necessary, movement.fair), (Some(1), Some(Ratio::new(1u32, 4u32))));
    // A down node moves all after it one slot down: y, z in the slots of x, y, and 3 becomes 2.
    let (two, _) = change(&three, [Command::SetUp { id: NodeId(0), up: false }]);
    let ids: Vec<u32> = (0..5).map(|at| two.owner(at).unwrap().0).collect();
    // All but b (3876335077), foo (2851307223) are even.
    assert_eq!(ids, [1, 2, 1, 1, 2]);
    assert_eq!(two.placed().owners(b"b", 5), [NodeId(2), NodeId(1)]);

    let wide = Snapshot::place(&scenario("modulo hash=fnv1a64 space=64", ["x", "y", "z"], list), None);
    assert_eq!(wide.owner_seats()[..3], [1, 1, 0]);
    // 2^64 is 1 modulo 3: the first slot has one value more.
    let shares: Vec<u128> = wide.placed().exact_shares().unwrap().iter().map(|share| share.part).collect();
    assert_eq!(shares, [6148914691236517206, 6148914691236517205, 6148914691236517205]);
}

// Fair shares of a change, by hand. Four nodes of weight 1: a fifth gets 1/5. From weights 4, 4, 1, 1 the third to 2:
// 2/11 - 1/10 = 9/110. One of four away: 1/4. A dial changes no roster, so nothing is necessary or fair about it.
#[test]
fn what_has_to_move() {
    let four = scenario("ring", ["a", "b", "c", "d"], keys("user:{i}", 100));
    let before = Snapshot::place(&four, None);
    let fair = |before: &Snapshot, command: Command| -> Option<(u128, u128)> {
        let ratio = change(before, [command]).1.fair?;
        let divisor = (1..=ratio.part).rev().find(|by| ratio.part % by == 0 && ratio.whole % by == 0).unwrap_or(1);
        Some((ratio.part / divisor, ratio.whole / divisor))
    };
    assert_eq!(fair(&before, add("e")), Some((1, 5)));
    assert_eq!(fair(&before, Command::RemoveNode(NodeId(2))), Some((1, 4)));
    assert_eq!(fair(&before, set("vn", "200")), None);
    assert_eq!(fair(&before, set("fin", "1")), None);
    let weighted = Snapshot::place(&after(&four, [weigh(NodeId(0), "4"), weigh(NodeId(1), "4")]), None);
    assert_eq!(fair(&weighted, weigh(NodeId(2), "2")), Some((9, 110)));
    // Other keys cannot be compared.
    let fewer = Snapshot::place(&after(&four, [Command::SetKeys(keys("user:{i}", 99))]), None);
    assert!(Movement::between(&before, &fewer).is_none());
}

// Multi-probe among the same three points. user:11 hashes to 3127117710; probe i looks at fmix32 of that + i · 0x9e3779b1
// modulo 2^32, computed in Python, with what lies between it and each point:
//
// | probe | position | a | b | foobar |
// |---|---|---|---|---|
// | 0 | 3127117710 | 698884510 | 749217367 | [87618010] |
// | 1 | 3357500497 | [468501723] | 518834580 | 4152202519 |
// | 2 | 4025238801 | 4095730715 | 4146063572 | [3484464215] |
// | 3 | 3858488828 | 4262480688 | [17846249] | 3651214188 |
//
// So foobar is nearest until the fourth probe finds b; the order of the rest is by the smallest number of each column.
#[test]
fn probes() {
    for (probes, owners, way) in [
        (1, [2, 0, 1], (3_127_117_710, 3_214_735_720, 87_618_010, 0)),
        (3, [2, 0, 1], (3_127_117_710, 3_214_735_720, 87_618_010, 0)),
        (4, [1, 2, 0], (3_858_488_828, 3_876_335_077, 17_846_249, 3)),
    ] {
        let how = format!("multiprobe probes={probes}");
        let snapshot = Snapshot::place(&scenario(&how, ["a", "b", "foobar"], keys("user:{i}", 12)), None);
        assert_eq!(snapshot.owner(11), Some(NodeId(owners[0])), "{how}");
        assert_eq!(snapshot.placed().owners(b"user:11", 5), owners.map(NodeId), "{how}");
        let Explanation::Probes(Some(found)) = snapshot.placed().explain(b"user:11") else { panic!("no probes") };
        assert_eq!((found.way.position, found.way.point, found.way.distance, found.probe), way, "{how}");
        assert_eq!((found.probes, found.way.wraps, found.way.owner), (probes, false, NodeId(owners[0])), "{how}");
        assert!(snapshot.placed().exact_shares().is_none());
    }
}

// Maglev, 13 slots, FNV-1a 32. Modulo 13 a is 1, b is 4 and foobar is 1; fmix32 of hash + 0x9e3779b1, modulo 12 and one
// more, gives the steps 1, 9 and 5 (computed in Python). The orders, then, each turn's slot in brackets:
//
// a: [1] [2] [3] 4 [5] 6 7 8 9 10 11 [12] 0, b: [4] [0] [9] 5 1 [10] 6 2 11 7 3 12 8, foobar: 1 [6] [11] 3 [8] 0 5 10 2 [7]
//
// By turns: a 1, b 4, foobar 6; a 2, b 0, foobar 11; a 3, b 9, foobar 8; a 5, b 10, foobar 7; and 12 is left for a.
#[test]
fn turns_at_a_table() {
    let list = Keys::List(KeyList::parse("a\nb\nfoobar\nuser:0\nfoo").unwrap());
    let three = Snapshot::place(&scenario("maglev table=13", ["a", "b", "foobar"], list), None);
    let table = |snapshot: &Snapshot| -> Vec<u32> {
        let Geometry::Slots(slots) = snapshot.geometry() else { panic!("no slots") };
        slots.iter().map(|id| id.0).collect()
    };
    let (a, b, f) = (0, 1, 2);
    assert_eq!(table(&three), [b, a, a, a, b, a, f, f, f, b, b, f, a]);
    assert_eq!(shares(&three), [5, 4, 4]);
    // The keys a, b, foobar, user:0 and foo leave 1, 4, 1, 2 and 11. After slot 11 comes 12, and then 0.
    assert_eq!(three.owner_seats(), [A, B, A, A, FOOBAR]);
    assert_eq!(three.placed().owners(b"foo", 5), [f, a, b].map(NodeId));
    let Explanation::Slots(Some(way)) = three.placed().explain(b"foo") else { panic!("no slot") };
    assert_eq!((way.rule, way.slots, way.visited, way.owner), (SlotRule::Remainder, 13, vec![11], NodeId(f)));
    // With a of weight 2, b and foobar wait in rounds 3 and 5: a 1, b 4, foobar 6; a 2, b 0, foobar 11; a 3; a 5, b 9,
    // foobar 8; a 7; a 10, and b takes the last, 12.
    let (heavy, _) = change(&three, [weigh(NodeId(a), "2")]);
    assert_eq!(table(&heavy), [b, a, a, a, b, a, f, a, f, b, a, f, b]);
    // Without b its four slots go to both, and 7 and 12 change hands between the others.
    for command in [Command::RemoveNode(NodeId(b)), Command::SetUp { id: NodeId(b), up: false }, weigh(NodeId(b), "0")]
    {
        let (two, _) = change(&three, [command]);
        assert_eq!(table(&two), [f, a, a, a, a, a, f, a, f, a, f, f, f]);
    }
}

// Bounded loads on the ring of foobar, a and b. Of 5 keys a bound of 125 % lets each node have ceil(625 / 300) = 3 and
// changes nothing; one of 100 % lets it have 2. The keys a, b, foobar and user:0 fill foobar, and foo goes on to a.
#[test]
fn past_full_nodes() {
    let list = Keys::List(KeyList::parse("a\nb\nfoobar\nuser:0\nfoo").unwrap());
    let fleet = |bound: u32| {
        let how = format!("bounded c={bound} vn=1 label={{node}}");
        scenario(&how, ["a", "b", "foobar"], list.clone())
    };
    assert_eq!(Snapshot::place(&fleet(125), None).owner_seats(), [A, B, FOOBAR, FOOBAR, FOOBAR]);
    let tight = Snapshot::place(&fleet(100), None);
    assert_eq!(tight.owner_seats(), [A, B, FOOBAR, FOOBAR, A]);

    // With foobar at half the weight the bounds are ceil(500 · 100 / 25000) = 2, 2 and 1: user:0 passes foobar and fills
    // a, and foo passes both.
    let (light, movement) = change(&tight, [weigh(NodeId(2), "0.5")]);
    assert_eq!(light.owner_seats(), [A, B, FOOBAR, A, B]);
    assert_eq!((movement.from_shrunk, movement.between), (1, 1));
    let way = |key: &str| -> BoundedWay {
        let Explanation::Bounded(way) = light.placed().explain(key.as_bytes()) else { panic!("no bound") };
        *way
    };
    let foo = way("foo");
    assert_eq!((foo.full, foo.owner, foo.load, foo.capacity), (vec![NodeId(2), NodeId(0)], NodeId(1), 2, 2));
    let Explanation::Ring(Some(first)) = foo.way else { panic!("no ring") };
    assert_eq!((first.position, first.point, first.owner), (2_851_307_223, 3_214_735_720, NodeId(2)));
    assert_eq!(light.placed().owners(b"foo", 9), [1, 2, 0].map(NodeId));
    // No text stands before foobar and is none of the keys: of 6 keys foobar may have ceil(600 · 50 / 25000) = 2.
    assert_eq!((way("").full, way("").owner), (vec![], NodeId(2)));

    // The other way round user:0 and foo come to b first, which has b and then user:0; foobar has room for foo.
    let back = Snapshot::place(&after(&fleet(100), [set("dir", "ccw")]), None);
    assert_eq!(back.owner_seats(), [A, B, FOOBAR, B, A]);
}

// Rendezvous by the second rows of the table above: key-0 and key-2 are won by node-1 and key-1 is not, by mix. Of 3 keys
// and 3 nodes each may have one.
#[test]
fn the_next_best_score_with_room() {
    let free = scenario("rendezvous", names("node-", 1, 3, 1), keys("key-{i}", 3));
    let bounded = scenario("boundedrendezvous c=100", names("node-", 1, 3, 1), keys("key-{i}", 3));
    let (free, bounded) = (Snapshot::place(&free, None), Snapshot::place(&bounded, None));
    assert_eq!(bounded.counts(), [1, 1, 1]);
    let mut has = [false; 3];
    for at in 0..3 {
        let order = free.placed().owners(format!("key-{at}").as_bytes(), 3);
        let owner = *order.iter().find(|id| !has[id.0 as usize]).unwrap();
        has[owner.0 as usize] = true;
        assert_eq!(bounded.owner(at), Some(owner));
    }
}

// Local rendezvous by the scores key + node of the table above. The tokens node-1#0 and node-1#1 stand at 1548964720 and
// 1565742339, those of node-3 at 3515602698 and 3532380317, and those of node-2 (#1, then #0) at 3862886906 and
// 3879664525. All three keys stand before them: key-0 at 1491088857, key-1 at 1474311238 and key-2 at 1457533619. So of
// two candidates node-2 is none, and loses key-1 to node-3, which has the higher score of the rest.
#[test]
fn the_best_of_two_candidates() {
    let fleet = scenario("lrh cand=2 tokens=2 score=kn", names("node-", 1, 3, 1), keys("key-{i}", 3));
    let two = Snapshot::place(&fleet, None);
    assert_eq!(two.owner_seats(), [2, 2, 0]);
    assert_eq!(two.placed().owners(b"key-1", 9), [2, 0, 1].map(NodeId));
    let local = |snapshot: &Snapshot| -> LocalWay {
        let Explanation::Local(Some(way)) = snapshot.placed().explain(b"key-1") else { panic!("no candidates") };
        way
    };
    let way = local(&two);
    assert_eq!((way.way.position, way.way.point, way.way.label.as_str()), (1_474_311_238, 1_548_964_720, "node-1#0"));
    let scores: Vec<(u32, u64)> = way.scores.iter().map(|score| (score.node.0, score.raw)).collect();
    assert_eq!((scores, way.down), (vec![(2, 1_858_652_858), (0, 1_825_097_620)], vec![]));
    // Who is down is passed over; node-2 comes in only where both are.
    let down = |id| Command::SetUp { id: NodeId(id), up: false };
    let (one, _) = change(&two, [down(2)]);
    assert_eq!((one.owner(1), one.owner(2)), (Some(NodeId(0)), Some(NodeId(0))));
    assert_eq!(local(&one).down, [NodeId(2)]);
    let (beyond, _) = change(&one, [down(0)]);
    assert_eq!([0, 1, 2].map(|at| beyond.owner(at)), [Some(NodeId(1)); 3]);
    assert_eq!((local(&beyond).down, local(&beyond).scores.len()), (vec![NodeId(0), NodeId(2)], 1));
    // Removed, it has no tokens: node-2 is a candidate, and takes key-1 with 1875430477.
    let (gone, _) = change(&two, [Command::RemoveNode(NodeId(2))]);
    assert_eq!(gone.owner(1), Some(NodeId(1)));
}

// FNV-1a 32 of user:0 … user:7 twice over, (h << 32) | h, seeds SplitMix64; its values modulo 8, from Python:
//
// | key | slots |
// |---|---|
// | user:0 | 5 0 3 6 2 6 3 0 2 2 … |
// | user:1 | 5 6 5 7 6 5 6 7 2 2 … |
// | user:2 | 0 2 5 2 … |
// | user:3 | 6 3 2 0 … |
// | user:4 | 4 2 2 0 … |
// | user:5 | 5 4 6 5 3 2 7 0 4 1 … |
// | user:6 | 4 6 5 6 4 6 4 2 5 1 … |
// | user:7 | 6 0 4 3 2 1 … |
//
// Three nodes are in the slots 0, 1 and 2.
#[test]
fn tries_until_a_slot_has_a_node() {
    let fleet = |capacity: u32| scenario(&format!("dx cap={capacity}"), ["a", "b", "c"], keys("user:{i}", 8));
    // Any capacity from 5 to 8 is 8 slots.
    for capacity in [5, 8] {
        let three = Snapshot::place(&fleet(capacity), None);
        assert_eq!(three.owner_seats(), [0, 2, 0, 2, 2, 2, 2, 0]);
        assert_eq!(three.placed().owners(b"user:5", 9), [2, 0, 1].map(NodeId));
        assert_eq!(three.placed().owners(b"user:7", 9), [0, 2, 1].map(NodeId));
        let Explanation::Slots(Some(way)) = three.placed().explain(b"user:1") else { panic!("no slots") };
        let rule = SlotRule::Tries { tries: 9, slot: 2, size: 8 };
        assert_eq!((way.rule, way.slots, way.visited, way.owner), (rule, 3, vec![2], NodeId(2)));
        let (down, movement) = change(&three, [Command::SetUp { id: NodeId(2), up: false }]);
        assert_eq!((down.owner(5), down.owner(6)), (Some(NodeId(0)), Some(NodeId(1))));
        assert_eq!((movement.from_shrunk, movement.between), (5, 0));
        // A fourth node is in slot 3, which user:3 and user:5 try before their own.
        let (_, movement) = change(&three, [add("d")]);
        assert_eq!(movement.moved_keys, [3, 5]);
    }
}

// JumpBackHash of the same numbers for 3 and for 4 buckets, from a Python port that gives the author's checksum.
#[test]
fn back_to_a_bucket() {
    let three = Snapshot::place(&scenario("jumpback", ["a", "b", "c"], keys("user:{i}", 8)), None);
    assert_eq!(three.owner_seats(), [1, 2, 1, 2, 2, 1, 2, 2]);
    let (four, movement) = change(&three, [add("d")]);
    assert_eq!(four.owner_seats(), [3, 3, 1, 2, 2, 3, 2, 2]);
    assert_eq!((movement.to_grown, movement.between), (3, 0));
    let Explanation::Slots(Some(way)) = four.placed().explain(b"user:0") else { panic!("no buckets") };
    assert_eq!((way.rule, way.slots, way.visited, way.owner), (SlotRule::JumpsBack, 4, vec![3], NodeId(3)));
}

// Five nodes in the buckets 0 to 4, the keys user:0 … user:7 by (h << 32) | h of FNV-1a 32. The buckets on each key's way,
// from a few lines of Python that keep the list of working buckets after each removal:
//
// | | removed | ways |
// |---|---|---|
// | Anchor of 8 | none | 0, 3, 6 0, 1, 4, 7 6 0, 2, 5 4 |
// | | 1 | 0, 3, 6 0, 1 3, 4, 7 6 0, 2, 5 4 |
// | | 1, 3 | 0, 3 4, 6 0, 1 3 4, 4, 7 6 0, 2, 5 4 |
// | | 3, 1 | 0, 3 1 4, 6 0, 1 2, 4, 7 6 0, 2, 5 4 |
// | Memento | none | 2, 2, 4, 1, 0, 0, 0, 0 |
// | | 1 | user:3 by 1 3 |
// | | 1, 3 | user:3 by 1 3 4 |
// | | 3, 1 | user:3 by 1 2 |
#[test]
fn the_order_of_removals_matters() {
    let go = |snapshot: &Snapshot, id| change(snapshot, [Command::SetUp { id: NodeId(id), up: false }]).0;
    let ids = |snapshot: &Snapshot| -> Vec<u32> { (0..8).map(|at| snapshot.owner(at).unwrap().0).collect() };
    let five = |how: &str| Snapshot::place(&scenario(how, names("node-", 0, 4, 1), keys("user:{i}", 8)), None);
    let anchor = five("anchor cap=8");
    assert_eq!(ids(&anchor), [0, 3, 0, 1, 4, 0, 2, 4]);
    let Explanation::Slots(Some(way)) = anchor.placed().explain(b"user:5") else { panic!("no buckets") };
    assert_eq!((way.rule, way.owner), (SlotRule::Tries { tries: 3, slot: 0, size: 8 }, NodeId(0)));
    assert_eq!(ids(&go(&anchor, 1)), [0, 3, 0, 3, 4, 0, 2, 4]);
    assert_eq!(ids(&go(&go(&anchor, 1), 3)), [0, 4, 0, 4, 4, 0, 2, 4]);
    let two = go(&go(&anchor, 3), 1);
    assert_eq!(ids(&two), [0, 4, 0, 2, 4, 0, 2, 4]);

    // Only the last removal, bucket 1, can be taken back: node-3 gets it, and node-1 is down in bucket 3.
    let (back, movement) = change(&two, [Command::SetUp { id: NodeId(3), up: true }]);
    let buckets: Vec<u32> = back.scenario().fleet.nodes().iter().map(|node| node.bucket).collect();
    assert_eq!((buckets, back.scenario().fleet.downs()), (vec![0, 3, 2, 1, 4], vec![NodeId(1)]));
    assert_eq!((movement.to_grown, movement.between), (movement.moved, 0));
    assert_eq!(back.owner(3), Some(NodeId(3)));
    // So does a new node, and the one that went last is down in the new bucket, as if it had never been.
    let (added, movement) = change(&two, [Command::AddNode { name: "new".into(), weight: Weight::ONE }]);
    let fleet = &added.scenario().fleet;
    let buckets: Vec<u32> = fleet.nodes().iter().map(|node| node.bucket).collect();
    assert_eq!((buckets, fleet.downs()), (vec![0, 5, 2, 3, 4, 1], [1, 3].map(NodeId).into()));
    assert_eq!((added.owner(3), movement.between), (Some(NodeId(5)), 0));

    let memento = five("memento");
    assert_eq!(ids(&memento), [2, 2, 4, 1, 0, 0, 0, 0]);
    assert_eq!(go(&memento, 1).owner(3), Some(NodeId(3)));
    assert_eq!(go(&go(&memento, 1), 3).owner(3), Some(NodeId(4)));
    assert_eq!(go(&go(&memento, 3), 1).owner(3), Some(NodeId(2)));
}

// The five nodes of the table above: who goes for good leaves the bucket vacant, and what is in the table stands all
// the same.
#[test]
fn a_node_that_is_gone_for_good_leaves_its_bucket_vacant() {
    let ids = |snapshot: &Snapshot| -> Vec<u32> { (0..8).map(|at| snapshot.owner(at).unwrap().0).collect() };
    let buckets = |snapshot: &Snapshot| -> Vec<u32> {
        snapshot.scenario().fleet.nodes().iter().map(|node| node.bucket).collect()
    };
    let gone = |id| Command::RemoveNode(NodeId(id));
    let five = |how: &str| Snapshot::place(&scenario(how, names("node-", 0, 4, 1), keys("user:{i}", 8)), None);

    let (one, movement) = change(&five("anchor cap=8"), [gone(3)]);
    assert_eq!((movement.from_shrunk, movement.between), (movement.moved, 0));
    let (two, movement) = change(&one, [gone(1)]);
    assert_eq!((movement.from_shrunk, movement.between), (movement.moved, 0));
    assert_eq!((ids(&two), buckets(&two)), (vec![0, 4, 0, 2, 4, 0, 2, 4], vec![0, 2, 4]));
    assert_eq!(two.scenario().fleet.removed(), [3, 1].map(Removed::Vacant));
    assert!(encode(two.scenario()).query.contains("&nodes=node-0,node-2@2,node-4@4&vacant=3,1&"));
    // The last removal is taken back first: user:1 had gone from bucket 1 to 4, and user:3 to 2.
    let (back, movement) = change(&two, [add("new")]);
    assert_eq!((ids(&back), buckets(&back)), (vec![0, 5, 0, 5, 4, 0, 2, 4], vec![0, 2, 4, 1]));
    assert_eq!((movement.moved_keys, movement.between), (vec![1, 3], 0));
    // Then bucket 3, from which user:1 had gone to 1.
    let (back, _) = change(&back, [add("newer")]);
    assert_eq!((ids(&back), buckets(&back)), (vec![0, 6, 0, 5, 4, 0, 2, 4], vec![0, 2, 4, 1, 3]));
    assert_eq!(back.scenario().fleet.removed(), []);
    // If node-1 is only down, it is so in the vacant bucket from then on.
    let (mixed, _) = change(&one, [Command::SetUp { id: NodeId(1), up: false }, add("new")]);
    assert_eq!((ids(&mixed), buckets(&mixed)), (ids(&change(&two, [add("new")]).0), vec![0, 3, 2, 4, 1]));
    assert_eq!(mixed.scenario().fleet.removed(), [Removed::Down(NodeId(1))]);

    // MementoHash: by 1, 3 and 3, 1 as above; the last bucket is none that need be remembered.
    let memento = five("memento");
    assert_eq!(change(&memento, [gone(1), gone(3)]).0.owner(3), Some(NodeId(4)));
    assert_eq!(change(&memento, [gone(3), gone(1)]).0.owner(3), Some(NodeId(2)));
    let (four, movement) = change(&memento, [gone(4)]);
    assert_eq!((movement.moved_keys, four.scenario().fleet.removed()), (vec![2], &[][..]));

    // DxHash of the table before: the keys of node c, slot 2, go to other slots, and d takes it and them.
    let list = ["user:0", "user:1", "user:2", "user:3", "user:4", "user:5", "user:6", "user:7"].join("\n");
    let three = scenario("dx cap=8", ["a", "b", "c"], Keys::List(KeyList::parse(&list).unwrap()));
    let (down, _) = change(&Snapshot::place(&three, None), [Command::SetUp { id: NodeId(2), up: false }]);
    let (two, _) = change(&Snapshot::place(&three, None), [gone(2)]);
    assert_eq!(ids(&two), ids(&down));
    let (again, _) = change(&two, [add("d")]);
    assert_eq!(ids(&again), ids(&Snapshot::place(&three, None)));
}

// Eight nodes, by hand: a position takes 8 bytes, a node's number 2. A ring of 8 x 160 has 1,280 points of 16 bytes (the
// label's number is kept too) and an index of 2^10 + 1 entries of 4.
#[test]
fn the_bytes_of_tables() {
    for (how, bytes) in [
        ("ring", 1_280 * 16 + 1_025 * 4),
        ("rendezvous score=xor", 8 * (8 + 4 + 2)),
        ("rendezvous score=kn", 8 * (8 + 4 + 2 + 8)),
        ("jump", 8 * 2),
        ("jumpback", 8 * 2),
        ("modulo", 0),
        ("maglev table=65537", 65_537 * 2),
        ("bounded vn=160", 1_280 * 16 + 1_025 * 4 + 8 * 8),
        ("dx cap=64", 64 * 2),
        ("anchor cap=64", 64 * (2 + 8)),
        ("memento", 8 * 2),
        ("coordinator", 256 * 2),
    ] {
        let fleet = scenario(how, names("cache-", 1, 8, 2), keys("{i}", 0));
        assert_eq!(Snapshot::place(&fleet, None).placed().table_bytes(), bytes, "{how}");
    }
}

// The highest 8 bits of the published values: a is in shard 0xe4 = 228, b in 0xe7 = 231, foobar in 0xbf = 191, and no text in
// 0x81 = 129. Of three nodes shard s is dealt to number s mod 3: 86, 85 and 85 shards.
fn table(names: &[&str]) -> Snapshot {
    let list = Keys::List(KeyList::parse("a\nb\nfoobar\nuser:0\nfoo").unwrap());
    Snapshot::place(&scenario("coordinator", names, list), None)
}

fn shards_of(snapshot: &Snapshot, id: u32) -> Vec<u32> {
    let table = snapshot.scenario().fleet.shards();
    (0..SHARDS).filter(|&shard| table.owners()[shard as usize] == Some(NodeId(id))).collect()
}

fn version(snapshot: &Snapshot) -> u32 {
    snapshot.scenario().fleet.shards().version()
}

#[test]
fn a_table_is_dealt_in_turn_and_levelled_shard_by_shard() {
    let three = table(&["n0", "n1", "n2"]);
    for number in 0..3 {
        assert_eq!(shards_of(&three, number), (number..SHARDS).step_by(3).collect::<Vec<_>>());
    }
    // user:0 is at 1813662008, in shard 108; foo at 2851307223, in shard 169.
    assert_eq!(three.owner_seats(), [0, 0, 2, 0, 1]);
    let way = |snapshot: &Snapshot, key: &[u8]| {
        let Explanation::Slots(Some(way)) = snapshot.placed().explain(key) else { panic!("no way") };
        way
    };
    let here = way(&three, b"");
    let rule = SlotRule::Shard { version: 1, tenant: None };
    assert_eq!((here.rule, here.slots, here.visited, here.owner), (rule, 256, vec![129], NodeId(0)));
    // The shards after 129 are of n1 and n2.
    assert_eq!(three.placed().owners(b"", 5), [0, 1, 2].map(NodeId));

    // A fourth has a target of 64. It takes 255 from n0, which has one more than the others, then by turns 252 of n0, 253 of
    // n1, 254 of n2 and so on down: the 64 highest shards, each a version.
    let (four, movement) = change(&three, [Command::AddNode { name: "n3".into(), weight: Weight::ONE }]);
    assert_eq!((shards_of(&four, 3), version(&four)), ((192..256).collect(), 65));
    assert_eq!((movement.moved_keys.as_slice(), movement.to_grown), ([0, 1].as_slice(), 2));
    // Without n0 the targets are 86, 85 and 85: its 189, 186 … 0 go by turns to n1, which is most below, then n1, n2 and n3.
    let (gone, _) = change(&four, [Command::RemoveNode(NodeId(0))]);
    let owners = gone.scenario().fleet.shards().owners().to_vec();
    let turns = [1, 1, 2, 3, 1, 2, 3, 1, 2, 3];
    for (step, node) in turns.into_iter().enumerate() {
        assert_eq!(owners[189 - 3 * step], Some(NodeId(node)), "{step}");
    }
    assert_eq!([1, 2, 3].map(|id| shards_of(&gone, id).len()), [86, 85, 85]);
    assert_eq!(version(&gone), 65 + 64);
}

#[test]
fn a_table_is_dealt_by_weight() {
    // Of 4.5 two have 256 · 2/4.5 = 113.8, and the last has 28.4. Two are rounded up: the last, as it has more and so keeps one,
    // and the first.
    let three = table(&["n0", "n1", "n2"]);
    let (by_weight, _) = change(&three, [weigh(NodeId(0), "2"), weigh(NodeId(1), "2"), weigh(NodeId(2), "0.5")]);
    assert_eq!([0, 1, 2].map(|id| shards_of(&by_weight, id).len()), [114, 113, 29]);
    let shares = by_weight.placed().exact_shares().unwrap();
    assert!(shares.iter().map(|share| (share.part, share.whole)).eq([(114, 256), (113, 256), (29, 256)]));
    // Dealt so from the start, the larger remainders are rounded up. All take turns until the last has its 28.
    let dealt = decode_fleet("alg=coordinator&nodes=n0*2,n1*2,n2*0.5");
    let owners = dealt.fleet.shards().owners().to_vec();
    assert_eq!([0, 81, 82, 83, 84, 85, 86, 255].map(|shard| owners[shard].unwrap().0), [0, 0, 1, 2, 0, 1, 0, 1]);
    // Beside the largest weight the smallest keeps one shard where it had more, and is dealt none.
    let (tiny, _) = change(&by_weight, [weigh(NodeId(0), "1000"), weigh(NodeId(1), "0.01"), weigh(NodeId(2), "0")]);
    assert_eq!([0, 1, 2].map(|id| shards_of(&tiny, id).len()), [255, 1, 0]);
    let dealt = decode_fleet("alg=coordinator&nodes=n0*1000,n1*0.01,n2*0");
    let dealt = Snapshot::place(&dealt, None);
    assert_eq!([0, 1, 2].map(|id| shards_of(&dealt, id).len()), [256, 0, 0]);
    assert_eq!(dealt.placed().owners(b"a", 5), [0, 1].map(NodeId));
}

fn decode_fleet(query: &str) -> placement::scenario::Scenario {
    placement::link::decode(query).scenario
}

#[test]
fn a_table_is_changed_by_hand() {
    let three = table(&["n0", "n1", "n2"]);
    // b's shard, and nothing else.
    let (moved, movement) = change(&three, [Command::MoveShard { shard: 231, to: NodeId(1) }]);
    assert_eq!((moved.owner_seats(), movement.moved_keys.as_slice()), (vec![0, 1, 2, 0, 1], [1].as_slice()));
    assert_eq!((movement.fair, version(&moved)), (None, 2));
    // n0 has 85, n1 86 and n2 85: that is as level as before. One more to n1 takes one move back, the highest.
    assert_eq!(moved.scenario().fleet.shards().moves_to_level(&moved.scenario().fleet), 0);
    let (uneven, _) = change(&moved, [Command::MoveShard { shard: 0, to: NodeId(1) }]);
    let (level, _) = change(&uneven, [Command::LevelShards]);
    assert_eq!(shards_of(&uneven, 1).len(), 87);
    assert_eq!((shards_of(&level, 0).contains(&253), shards_of(&level, 1).len(), version(&level)), (true, 86, 4));

    // A tenant is all that begins with its text; the longest text decides.
    let pins =
        [("foo", 0), ("foob", 1), ("u", 1)].map(|(tenant, to)| Command::Pin { tenant: tenant.into(), to: NodeId(to) });
    let (pinned, _) = change(&three, pins);
    assert_eq!((pinned.owner_seats(), version(&pinned)), (vec![0, 0, 1, 1, 0], 4));
    let Explanation::Slots(Some(way)) = pinned.placed().explain(b"foobar") else { panic!("no way") };
    let rule = SlotRule::Shard { version: 4, tenant: Some("foob".into()) };
    assert_eq!((way.rule, way.visited, way.owner), (rule, vec![191], NodeId(1)));
    // Its node, then those of its shard and the next.
    assert_eq!(pinned.placed().owners(b"foobar", 5), [1, 2, 0].map(NodeId));
    // While n1 is down the shorter pin holds, or the shard; gone, its pins are too.
    let (down, _) = change(&pinned, [Command::SetUp { id: NodeId(1), up: false }]);
    assert_eq!(down.owner(2), Some(NodeId(0)));
    let (up, _) = change(&down, [Command::SetUp { id: NodeId(1), up: true }]);
    assert_eq!(up.owner(2), Some(NodeId(1)));
    let (gone, _) = change(&up, [Command::RemoveNode(NodeId(1))]);
    assert_eq!(gone.scenario().fleet.shards().pins().len(), 1);

    // Drained, a node is up and owns nothing; that is a change of the roster. Then it has as many as before, by other moves.
    let (drained, movement) = change(&three, [Command::SetDrained { id: NodeId(0), drained: true }]);
    assert_eq!(([0, 1, 2].map(|id| shards_of(&drained, id).len()), version(&drained)), ([0, 128, 128], 87));
    assert_eq!((movement.from_shrunk, movement.fair.unwrap().percent()), (3, "33.3 %".into()));
    assert_eq!(drained.counts()[0], 0);
    let (back, _) = change(&drained, [Command::SetDrained { id: NodeId(0), drained: false }]);
    assert_eq!(([0, 1, 2].map(|id| shards_of(&back, id).len()), version(&back)), ([85, 86, 85], 172));
}

#[test]
fn what_a_table_cannot_do_is_said() {
    let pin = |tenant: &str, to| Command::Pin { tenant: tenant.into(), to: NodeId(to) };
    let mut state = after(
        table(&["n0", "n1", "n2", "n3"]).scenario(),
        [Command::SetUp { id: NodeId(1), up: false }, weigh(NodeId(2), "0"), pin("acme:", 0)],
    );
    for (command, said) in [
        (Command::MoveShard { shard: 256, to: NodeId(0) }, "There is no shard 256: they are numbered from 0 to 255."),
        (Command::MoveShard { shard: 0, to: NodeId(0) }, "Shard 0 is on n0 already."),
        (Command::MoveShard { shard: 0, to: NodeId(1) }, "n1 is down and can take nothing."),
        (Command::MoveShard { shard: 0, to: NodeId(2) }, "n2 has a weight of 0 and can take nothing."),
        (Command::MoveShard { shard: 0, to: NodeId(9) }, "There is no node J any more."),
        (Command::LevelShards, "The table is level: every node has as many shards as its weight calls for."),
        (pin("", 0), "A pin needs a text that keys begin with: user:42, for instance."),
        (pin(&"x".repeat(65), 0), "The text that keys begin with can have up to 64 bytes."),
        (pin("acme:", 0), "acme: is pinned to n0 already."),
        (pin("acme:", 1), "n1 is down and can take nothing."),
        (Command::Unpin("acme".into()), "acme is not pinned any more."),
        (Command::SetDrained { id: NodeId(0), drained: false }, "n0 is not drained any more."),
    ] {
        let before = state.clone();
        assert_eq!(state.apply(command).unwrap_err().to_string(), said);
        assert_eq!(state, before);
    }
    state = after(&state, [Command::SetDrained { id: NodeId(0), drained: true }]);
    for (command, said) in [
        (Command::SetDrained { id: NodeId(0), drained: true }, "n0 is drained already."),
        (
            Command::SetDrained { id: NodeId(3), drained: true },
            "n3 cannot be drained: no other node could take its shards.",
        ),
        (Command::MoveShard { shard: 0, to: NodeId(0) }, "n0 is drained and can take nothing."),
    ] {
        assert_eq!(state.apply(command).unwrap_err().to_string(), said);
    }
    for tenant in 1..32 {
        state = after(&state, [pin(&format!("tenant-{tenant}"), 3)]);
    }
    let refused = state.apply(pin("one more", 3)).unwrap_err();
    assert_eq!(refused, ScenarioError::Shards(ShardError::TooManyPins));
    assert_eq!(refused.to_string(), "Up to 32 tenants can be pinned. Unpin another one first.");
    let mut ring = after(&state, [Command::SetAlgorithm(placement::algorithm::Algorithm::default())]);
    let refused = ring.apply(Command::LevelShards).unwrap_err();
    assert_eq!(refused.to_string(), "Only the lookup table has shards to move: place by it first.");
}

#[test]
fn another_algorithm_leaves_the_table_until_the_fleet_changes() {
    let by = |id: &str| Command::SetAlgorithm(placement::algorithm::Algorithm::from_id(id).unwrap());
    let pin = Command::Pin { tenant: "foo".into(), to: NodeId(2) };
    let (moved, _) = change(&table(&["n0", "n1", "n2"]), [Command::MoveShard { shard: 231, to: NodeId(1) }, pin]);
    let kept = after(
        moved.scenario(),
        [by("ring"), Command::Rename { id: NodeId(0), name: "other".into() }, by("coordinator")],
    );
    assert_eq!(kept.fleet.shards(), moved.scenario().fleet.shards());
    // Dealt anew at version 1; the pin stays.
    let anew = after(moved.scenario(), [by("ring"), add("n3"), by("coordinator")]);
    assert_eq!((anew.fleet.shards().version(), anew.fleet.shards().owners()[231]), (1, Some(NodeId(3))));
    assert_eq!(anew.fleet.shards().pins().len(), 1);
    // With nobody the table ends, one version on, and the next node has all of it by one more.
    let none = after(moved.scenario(), (0..3).map(|id| Command::SetUp { id: NodeId(id), up: false }));
    let version = none.fleet.shards().version();
    assert!(none.fleet.shards().owners().iter().all(Option::is_none));
    let again = after(&none, [Command::SetUp { id: NodeId(1), up: true }]);
    assert_eq!(again.fleet.shards().version(), version + 1);
    assert!(again.fleet.shards().owners().iter().all(|&owner| owner == Some(NodeId(1))));
    // A fleet that is pasted takes over the nodes that it knows, and with them the table.
    let pasted = after(
        moved.scenario(),
        [Command::SetFleet(Fleet::from_nodes(moved.scenario().fleet.nodes()[1..].to_vec()).unwrap())],
    );
    assert_eq!((pasted.fleet.shards().owners()[231], pasted.fleet.shards().pins().len()), (Some(NodeId(1)), 1));
}
