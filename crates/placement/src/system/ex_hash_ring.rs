//! Discord's ex_hash_ring.
//!
//! Source: discord/ex_hash_ring 7.0.0 (627589b).
//! A point is bytes 8 to 15 of the MD5 of the name and i, with nothing between them, little-endian; a node has 512, or as
//! many as it says, which is its weight. A key belongs to the first point after its own hash, strictly. Which of two equal
//! points counts is not known: positions have 64 bits.

use ::md5::{Digest, Md5};

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    error::SystemError,
    label::{self, Labelled},
    member::{Member, live},
};

pub(super) fn hash(bytes: &[u8]) -> u64 {
    (u128::from_le_bytes(Md5::digest(bytes).into()) >> 64) as u64
}

/// Places so many points for each node, 512 by default.
///
/// # Errors
/// Where there are too many points.
pub fn ring(members: &[Member], replicas: u32) -> Result<HashedCircle<u64>, SystemError> {
    let count = label::unweighted(replicas);
    let labelled = Labelled { count: &count, text: &label::text, separator: b"", first: 0, hash: &hash };
    let points = labelled.points(&live(members))?;
    Ok(HashedCircle::of(Circle::new(&points, Equals::FirstStays, Search::After), hash))
}
