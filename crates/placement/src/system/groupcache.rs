//! groupcache's consistent hash: the number of a replica stands before the name.
//!
//! Source: golang/groupcache `consistenthash/consistenthash.go` (2c02b82); run: the Debian package of 8c9f03a.
//! A point is the CRC-32 of the decimal i and the peer; a key belongs to the first point at or after its CRC-32. Of equal
//! points that of the peer added last counts. Weights do not count; a peer that is down is left out, as by another `Set`.

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    error::SystemError,
    member::{Member, live, within_limit},
};

/// Places so many points for each peer, 50 in groupcache's own pool.
///
/// # Errors
/// Where there are too many points.
pub fn ring(members: &[Member], replicas: u32) -> Result<HashedCircle<u32>, SystemError> {
    let members = live(members);
    let count = |member: &Member| u64::from(member.points.unwrap_or(replicas));
    let mut points = Vec::with_capacity(within_limit(members.iter().map(|(_, member)| count(member)))?);
    for (place, member) in members {
        for number in 0..count(member) {
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(itoa::Buffer::new().format(number).as_bytes());
            hasher.update(member.text().as_bytes());
            points.push((hasher.finalize(), place));
        }
    }
    Ok(HashedCircle::of(Circle::new(&points, Equals::LastStays, Search::AtOrAfter), crc32fast::hash))
}
