//! Varnish's `directors.hash`: a share of the total weight, not a consistent hash.
//!
//! Source: varnish `vmod_directors_hash.c`, `vmod_directors.c` (1b49d568); run: 7.1.1 (Debian).
//! The shard director's 32-bit hash over 2^32, times the weight of the healthy backends, is a place on their weights laid
//! end to end.

use super::{
    error::SystemError,
    member::{Member, live},
    varnish_shard,
};

/// Backends on the hash director.
#[derive(Clone, Debug)]
pub struct VarnishHash {
    total: f64,
    /// The sum of the weights up to and with a backend, and its place.
    ends: Vec<(f64, u32)>,
}

impl VarnishHash {
    /// Lays the weights of the healthy backends end to end.
    ///
    /// # Errors
    /// Where a weight is no number from 0 on.
    pub fn new(members: &[Member]) -> Result<Self, SystemError> {
        let mut total = 0.0;
        let mut ends = Vec::with_capacity(members.len());
        for (place, member) in live(members) {
            total += member.number_weight()?;
            ends.push((total, place));
        }
        Ok(Self { total, ends })
    }

    /// The number of a key.
    #[must_use]
    pub fn hash(key: &[u8]) -> u32 {
        varnish_shard::hash(key)
    }

    /// How far a number is on the weights laid end to end.
    fn weight_at(&self, number: u32) -> f64 {
        f64::from(number) / (1u64 << 32) as f64 * self.total
    }

    /// The last number of each backend that has any, and the backend's place.
    #[must_use]
    pub fn ends(&self) -> Vec<(u32, u32)> {
        let mut ends: Vec<(u32, u32)> = Vec::new();
        for &(end, place) in &self.ends {
            // The first number that is beyond it.
            let (mut within, mut beyond) = (0, 1u64 << 32);
            while within < beyond {
                let middle = u64::midpoint(within, beyond);
                if self.weight_at(middle as u32) < end { within = middle + 1 } else { beyond = middle }
            }
            if let Some(last) =
                within.checked_sub(1).filter(|&last| ends.last().is_none_or(|one| u64::from(one.0) < last))
            {
                ends.push((last as u32, place));
            }
        }
        ends
    }

    /// The place of the backend of a number.
    #[must_use]
    pub fn owner_of(&self, number: u32) -> Option<usize> {
        let weight = self.weight_at(number);
        self.ends.iter().find(|&&(end, _)| weight < end).map(|&(_, place)| place as usize)
    }

    /// The place of the backend of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(Self::hash(key))
    }
}
