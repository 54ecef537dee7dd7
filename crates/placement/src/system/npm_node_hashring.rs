//! npm node-hashring: a ring that is walked backwards.
//!
//! Source: node-hashring 1.0.2 (npm); run: 1.0.2.
//! 80 points a node, `name.i`, at MurmurHash3 x86_32, seed 0xfff, over the low byte of each UTF-16 code unit; the length
//! is that in code units. A key belongs to the last point at or before it, and below the first to the last of all. Of
//! equal points the first node of the list counts. Weights do not count.

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    error::SystemError,
    ketama::Label,
    key::KeyEncoding,
    member::{Member, live, within_limit},
};
use crate::hash::murmur3;

fn hash(bytes: &[u8]) -> u32 {
    murmur3::value32(bytes, 0xfff)
}

/// Places so many points for each node, 80 by default. Labels are encoded as keys are, [`KeyEncoding::Utf16LowByte`] in
/// the library.
///
/// # Errors
/// Where there are too many points.
pub fn ring(members: &[Member], replicas: u32, encoding: KeyEncoding) -> Result<HashedCircle<u32>, SystemError> {
    let members = live(members);
    let count = |member: &Member| u64::from(member.points.unwrap_or(replicas));
    let mut points = Vec::with_capacity(within_limit(members.iter().map(|(_, member)| count(member)))?);
    for (place, member) in members {
        let mut label = Label::new(&encoding.bytes(member.text()), b".");
        points.extend((0..count(member)).map(|number| (hash(label.numbered(number)), place)));
    }
    Ok(HashedCircle::new(Circle::new(&points, Equals::FirstStays, Search::AtOrBefore), hash))
}
