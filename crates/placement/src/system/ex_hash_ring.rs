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
    ketama::Label,
    member::{Member, live, within_limit},
};

fn hash(bytes: &[u8]) -> u64 {
    (u128::from_le_bytes(Md5::digest(bytes).into()) >> 64) as u64
}

/// Places so many points for each node, 512 by default.
///
/// # Errors
/// Where there are too many points.
pub fn ring(members: &[Member], replicas: u32) -> Result<HashedCircle<u64>, SystemError> {
    let members = live(members);
    let count = |member: &Member| u64::from(member.points.unwrap_or(replicas));
    let mut points = Vec::with_capacity(within_limit(members.iter().map(|(_, member)| count(member)))?);
    for (place, member) in members {
        let mut label = Label::new(member.text().as_bytes(), b"");
        points.extend((0..count(member)).map(|number| (hash(label.numbered(number)), place)));
    }
    Ok(HashedCircle::new(Circle::new(&points, Equals::FirstStays, Search::After), hash))
}
