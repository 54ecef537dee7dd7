//! The most common fault of home-made rings: a binary search finds no point after the last one, and nobody goes on at
//! the first. Which keys have no owner then, and where they lie.

use crate::{algorithm::ring::Ring, snapshot::Snapshot};

/// Keys that only the wrap leads to an owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwrapped {
    /// How many.
    pub keys: u32,
    /// The first of them, by number.
    pub first: Vec<u32>,
    /// Where they lie: the first position, and the one beyond the last.
    pub positions: (u128, u128),
}

impl Unwrapped {
    /// Counts the keys of a placement on a ring, and names the first `most` of them.
    #[must_use]
    pub fn of(snapshot: &Snapshot, ring: &Ring, most: usize) -> Self {
        let (from, to) = ring.beyond_the_end();
        let mut found = Self { keys: 0, first: Vec::new(), positions: (from, to) };
        for (value, at) in snapshot.keys().values().zip(0..) {
            if (from..to).contains(&u128::from(value)) {
                found.keys += 1;
                if found.first.len() < most {
                    found.first.push(at);
                }
            }
        }
        found
    }
}
