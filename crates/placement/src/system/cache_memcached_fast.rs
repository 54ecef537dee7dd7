//! Cache::Memcached::Fast, the Perl client that nginx's two hashes are compatible with.
//!
//! Source: Cache::Memcached::Fast `src/dispatch_key.c`; run: 0.28 (Debian).
//! With `ketama_points` it is nginx's chain of CRC-32, ketama_points · weight + 1/2 points for each server, cut; of equal
//! points that of the earlier server counts. Without, servers share the space in proportion to their weights, which may
//! have fractions: for whole ones that is nginx's plain `hash` with all servers up. With one server keys are not hashed.

use super::{
    circle::{Circle, Equals, HashedCircle, KeyPosition, Search},
    error::SystemError,
    member::{Member, live, within_limit},
    nginx_consistent::add_chain,
};

/// Points of a server.
///
/// # Errors
/// Where its weight is no number above 0.
pub(super) fn points_of(member: &Member, ketama_points: u32) -> Result<u64, SystemError> {
    if member.weight > 0.0 && member.weight.is_finite() {
        Ok((f64::from(ketama_points) * member.weight + 0.5) as u64)
    } else {
        Err(member.refused("numbers above 0"))
    }
}

/// The position of a key where servers share the space by their weights, `total` in all.
pub(super) fn in_shares(total: f64, key: &[u8]) -> u32 {
    let buckets = ((total + 0.5) as u32).max(1);
    let bucket = (crc32fast::hash(key) >> 16 & 0x7fff) % buckets;
    // The borders belong to the server below them, so the position is one further.
    ((f64::from(bucket) / total * f64::from(u32::MAX) + 0.5) as u32).wrapping_add(1)
}

/// What hashes keys.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    /// The sum of the weights where there is no ketama; else `None`.
    pub shares_of: Option<f64>,
}

impl KeyPosition<u32> for Keys {
    fn position(&self, key: &[u8]) -> u32 {
        self.shares_of.map_or_else(|| crc32fast::hash(key), |total| in_shares(total, key))
    }
}

/// Servers as Cache::Memcached::Fast places them; without ketama each point is the end of a server's share.
pub type CacheMemcachedFast = HashedCircle<u32, Keys>;

impl CacheMemcachedFast {
    /// Places servers, with so many points per weight, or in proportion to their weights where that is 0.
    ///
    /// # Errors
    /// Where a weight is no number above 0, or there are too many points.
    pub fn new(members: &[Member], ketama_points: u32) -> Result<Self, SystemError> {
        let members = live(members);
        let mut points = Vec::new();
        if ketama_points == 0 {
            let mut total = 0.0;
            for &(place, member) in &members {
                points_of(member, 0)?;
                // Each new server takes its share from all before it, cut every time.
                total += member.weight;
                let share = member.weight / total;
                for (end, _) in &mut points {
                    *end = (f64::from(*end) - f64::from(*end) * share) as u32;
                }
                points.push((u32::MAX, place));
            }
            let circle = Circle::new(&points, Equals::FirstStays, Search::AtOrAfter);
            return Ok(Self::of(circle, Keys { shares_of: Some(total) }));
        }
        let counts: Vec<u64> =
            members.iter().map(|(_, member)| points_of(member, ketama_points)).collect::<Result<_, _>>()?;
        points.reserve(within_limit(counts.iter().copied())?);
        for ((place, member), count) in members.into_iter().zip(counts) {
            add_chain(&mut points, place, member.text(), count);
        }
        Ok(Self::of(Circle::new(&points, Equals::FirstStays, Search::AtOrAfter), Keys { shares_of: None }))
    }
}
