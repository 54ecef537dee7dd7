//! npm ketama: not ketama's points, but SHA-1 read as signed numbers.
//!
//! Source: ketama 1.0.0 (npm); run: 1.0.0.
//! A node has 50 · weight points, rounded half up, at the first four bytes of the SHA-1 of its name, a zero byte and i, which
//! counts down to 1. They are signed and big-endian, and so is a key's position. A key belongs to the first point at or
//! after it; of equal points the first node of the list counts.

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    error::SystemError,
    label::{self, Labelled},
    member::{Member, live},
};
use crate::hash::sha1;

/// The first four bytes of the SHA-1, big-endian and signed.
pub(super) fn hash(bytes: &[u8]) -> i32 {
    (sha1::value64(bytes) >> 32) as i32
}

/// Points of a node.
///
/// # Errors
/// Where its weight is no number from 0 on.
pub(super) fn points_of(member: &Member, replicas: u32) -> Result<u64, SystemError> {
    let replicas = f64::from(member.points.unwrap_or(replicas));
    member.number_weight().map(|weight| (weight * replicas + 0.5) as u64)
}

/// Places so many points per weight, 50 by default.
///
/// # Errors
/// Where a weight is no number from 0 on, or there are too many points.
pub fn ring(members: &[Member], replicas: u32) -> Result<HashedCircle<i32>, SystemError> {
    let count = |member: &Member| points_of(member, replicas);
    // The library counts down; the points are the same.
    let labelled = Labelled { count: &count, text: &label::text, separator: &[0], first: 1, hash: &hash };
    let points = labelled.points(&live(members))?;
    Ok(HashedCircle::of(Circle::new(&points, Equals::FirstStays, Search::AtOrAfter), hash))
}
