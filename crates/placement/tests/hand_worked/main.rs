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

#[path = "../common/mod.rs"]
mod common;

mod coordinator;
mod ring;
mod scores;
mod slots;

use common::*;
use placement::{
    algorithm::{Geometry, Seat, ring::Ring},
    fleet::NodeId,
    keys::{KeyList, Keys},
    measure::Movement,
    scenario::Command,
    snapshot::Snapshot,
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
