//! Cache::Memcached::Fast, the Perl client that nginx's two hashes are compatible with.
//!
//! Source: Cache::Memcached::Fast `src/dispatch_key.c`; run: 0.28 (Debian).
//! With `ketama_points` it is nginx's chain of CRC-32, ketama_points · weight + 1/2 points for each server, cut; of equal
//! points that of the earlier server counts. Without, servers share the space in proportion to their weights, which may
//! have fractions: for whole ones that is nginx's plain `hash` with all servers up. With one server keys are not hashed.

use super::{
    circle::{Circle, Equals, Search},
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

/// Servers as Cache::Memcached::Fast places them.
#[derive(Clone, Debug)]
pub struct CacheMemcachedFast {
    circle: Circle<u32>,
    /// The sum of the weights where there is no ketama; else `None`.
    shares_of: Option<f64>,
}

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
            return Ok(Self {
                circle: Circle::new(&points, Equals::FirstStays, Search::AtOrAfter),
                shares_of: Some(total),
            });
        }
        let counts: Vec<u64> =
            members.iter().map(|(_, member)| points_of(member, ketama_points)).collect::<Result<_, _>>()?;
        points.reserve(within_limit(counts.iter().copied())?);
        for ((place, member), count) in members.into_iter().zip(counts) {
            add_chain(&mut points, place, member.text(), count);
        }
        Ok(Self { circle: Circle::new(&points, Equals::FirstStays, Search::AtOrAfter), shares_of: None })
    }

    /// The circle of all points.
    #[must_use]
    pub fn circle(&self) -> &Circle<u32> {
        &self.circle
    }

    /// The sum of the weights where there is no ketama.
    #[must_use]
    pub fn total_weight(&self) -> Option<f64> {
        self.shares_of
    }

    /// The points in order; without ketama each is the end of a server's share.
    #[must_use]
    pub fn points(&self) -> &[(u32, u32)] {
        self.circle.points()
    }

    /// The position of a key.
    #[must_use]
    pub fn hash(&self, key: &[u8]) -> u32 {
        self.shares_of.map_or_else(|| crc32fast::hash(key), |total| in_shares(total, key))
    }

    /// The place of the server of a position.
    #[must_use]
    pub fn owner_of(&self, position: u32) -> Option<usize> {
        self.circle.owner_of(position)
    }

    /// The place of the server of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(self.hash(key))
    }
}
