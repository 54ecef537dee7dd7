//! The Rust crate hashring: one point a node, by SipHash-2-4 with a zero key.
//!
//! Source: hashring 0.3.6 (crates.io) `lib.rs`; run: 0.3.6.
//! Nodes and keys are strings, which Rust hashes as their bytes and 0xff. A key belongs to the first point at or after its
//! own hash. Weights do not count. One point a node makes it very uneven.

use std::hash::Hasher as _;

use siphasher::sip::SipHasher24;

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    member::{Member, live},
};

pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = SipHasher24::new();
    hasher.write(bytes);
    hasher.write_u8(0xff);
    hasher.finish()
}

/// Places a point for each node.
#[must_use]
pub fn ring(members: &[Member]) -> HashedCircle<u64> {
    let point = |(place, member): (u32, &Member)| (hash(member.text().as_bytes()), place);
    let points: Vec<(u64, u32)> = live(members).into_iter().map(point).collect();
    HashedCircle::of(Circle::new(&points, Equals::FirstStays, Search::AtOrAfter), hash)
}
