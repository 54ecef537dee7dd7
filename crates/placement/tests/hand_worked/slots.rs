//! Numbered slots and buckets.

use crate::{A, B, FOOBAR, common::*, shares};
use placement::{
    algorithm::Geometry,
    explain::{Explanation, SlotRule},
    fleet::{NodeId, Removed},
    keys::{KeyList, Keys},
    link::encode,
    number::Ratio,
    scenario::Command,
    snapshot::Snapshot,
    weight::Weight,
};

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
