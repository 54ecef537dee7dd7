//! npm ketama: not ketama's points, but SHA-1 read as signed numbers.
//!
//! Source: ketama 1.0.0 (npm); run: 1.0.0.
//! A node has 50 · weight points, rounded half up, at the first four bytes of the SHA-1 of its name, a zero byte and i, which
//! counts down to 1. They are signed and big-endian, and so is a key's position. A key belongs to the first point at or
//! after it; of equal points the first node of the list counts.

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    error::SystemError,
    ketama::Label,
    member::{Member, live, within_limit},
};
use crate::hash::sha1;

/// The first four bytes of the SHA-1, big-endian and signed.
fn hash(bytes: &[u8]) -> i32 {
    (sha1::value64(bytes) >> 32) as i32
}

/// Places so many points per weight, 50 by default.
///
/// # Errors
/// Where a weight is no number from 0 on, or there are too many points.
pub fn ring(members: &[Member], replicas: u32) -> Result<HashedCircle<i32>, SystemError> {
    let members = live(members);
    let count = |member: &Member| {
        let replicas = f64::from(member.points.unwrap_or(replicas));
        member.number_weight().map(|weight| (replicas * weight + 0.5) as u64)
    };
    let counts: Vec<u64> = members.iter().map(|(_, member)| count(member)).collect::<Result<_, _>>()?;
    let mut points = Vec::with_capacity(within_limit(counts.iter().copied())?);
    for ((place, member), count) in members.into_iter().zip(counts) {
        let mut label = Label::new(member.text().as_bytes(), &[0]);
        points.extend((1..=count).rev().map(|number| (hash(label.numbered(number)), place)));
    }
    Ok(HashedCircle::new(Circle::new(&points, Equals::FirstStays, Search::AtOrAfter), hash))
}
