//! The ring, with several probes and with bounded loads.

use crate::{A, B, FOOBAR, assert_owners, common::*, ring_of, shares, three};
use placement::{
    algorithm::Seat,
    explain::{BoundedWay, Explanation, RingWay},
    fleet::NodeId,
    keys::{KeyList, Keys},
    measure::Balance,
    scenario::Command,
    snapshot::Snapshot,
};

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
