//! What a placement holds, in bytes as the allocator gave them: docs/performance.md says so by key and by point.
#![allow(clippy::unwrap_used)]

use std::alloc::System;

use cap::Cap;
use placement::{
    algorithm::ring::{self, VIRTUAL_NODES},
    fleet::Fleet,
    keys::{HashedKeys, Keys},
    parameter::Value,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// What is made, and the bytes that it holds.
fn held<T>(make: impl FnOnce() -> T) -> (T, usize) {
    let before = HEAP.allocated();
    let made = make();
    (made, HEAP.allocated() - before)
}

// One test alone: others at the same time would be counted too.
#[test]
fn bytes_of_a_key_and_of_a_point() {
    const KEYS: usize = 1_000_000;
    const POINTS: usize = 100 * 1_000;
    // Whatever does not go by keys or points: names, scenario, lists of nodes, vectors that grew by doubling.
    const REST: usize = 200_000;
    let about = |bytes: usize, expected: usize| {
        assert!((expected..expected + REST).contains(&bytes), "{bytes} bytes, expected {expected}");
    };

    let mut scenario = Scenario {
        fleet: Fleet::from_names((0..100).map(|at| format!("n{at}"))).unwrap(),
        keys: Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: KEYS as u32 },
        ..Scenario::default()
    };
    scenario.apply(Command::Set(&VIRTUAL_NODES, Value::Count(1_000))).unwrap();
    let hashing = (scenario.algorithm.build)(&scenario.fleet, &scenario.settings).key_hashing();

    let (keys, bytes) = held(|| HashedKeys::new(&scenario.keys, hashing));
    about(bytes, 4 * KEYS);
    let ((), bytes) = held(|| keys.prepare());
    about(bytes, 4 * KEYS + 4 * 32_768);
    drop(keys);

    // Owners, points of 16 bytes, and an index of 4 bytes for each power of two of points.
    let (first, bytes) = held(|| Snapshot::place(&scenario, None));
    let points = 16 * POINTS + 4 * 65_536;
    assert_eq!(ring::table_bytes_of(POINTS as u64), points as u64 + 4);
    about(bytes, (4 + 2) * KEYS + points);
    first.keys().prepare();

    // A change shares the keys' numbers; each key that moved is kept with both its owners.
    scenario.apply(Command::AddNode { name: "one-more".into(), weight: Weight::ONE }).unwrap();
    let (after, bytes) = held(|| Snapshot::place(&scenario, Some(&first)));
    let moved = after.moves_since(&first).unwrap().len();
    about(bytes, 2 * KEYS + points + 16 * 1_000 + 8 * moved);
}
