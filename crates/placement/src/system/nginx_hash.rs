//! nginx, plain `hash KEY`: a modulus of the total weight, and another hash for a server that is down.
//!
//! Source: nginx `ngx_http_upstream_hash_module.c` (3f6f7824); run: nginx 1.22.1 and 1.31.3.
//! Attempt r hashes the key behind the decimal r (behind nothing for r = 0), takes bits 16 to 30 of the CRC-32 and adds
//! them to the sum of the attempts before; the sum modulo the total weight, servers that are down included, is a place
//! in the list. After twenty attempts more, for an empty key, or with one server, nginx goes round robin: see
//! `nginx_consistent`.

use super::{
    error::SystemError,
    member::{Member, within_limit},
};

/// How many attempts follow the first.
const TRIES: u32 = 20;

/// Servers as nginx's plain `hash` counts them.
#[derive(Clone, Debug)]
pub struct NginxHash {
    /// For each server the sum of the weights up to and with it.
    ends: Vec<u64>,
    up: Vec<bool>,
}

impl NginxHash {
    /// Adds up the weights.
    ///
    /// # Errors
    /// Where a weight is not a whole number.
    pub fn new(members: &[Member]) -> Result<Self, SystemError> {
        let mut total = 0;
        let mut ends = Vec::with_capacity(members.len());
        for member in members {
            total += u64::from(member.whole_weight()?);
            ends.push(total);
        }
        Ok(Self { ends, up: members.iter().map(|member| member.up).collect() })
    }

    /// The place of the server of each slot: as many for each as its weight.
    ///
    /// # Errors
    /// Where there are too many.
    pub fn slots(&self) -> Result<Vec<u32>, SystemError> {
        let mut slots = Vec::with_capacity(within_limit(self.ends.last().copied())?);
        for (&end, place) in self.ends.iter().zip(0..) {
            slots.resize(end as usize, place);
        }
        Ok(slots)
    }

    /// The number that a key adds in this attempt, less than 2^15.
    #[must_use]
    pub fn hash(key: &[u8], attempt: u32) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        if attempt > 0 {
            hasher.update(itoa::Buffer::new().format(attempt).as_bytes());
        }
        hasher.update(key);
        hasher.finalize() >> 16 & 0x7fff
    }

    /// The place of the server of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        if self.up.len() == 1 {
            return self.up[0].then_some(0);
        }
        let total = *self.ends.last()?;
        if key.is_empty() || total == 0 {
            return None;
        }
        tries(key, total).find_map(|slot| {
            let place = self.ends.partition_point(|&end| end <= slot);
            self.up[place].then_some(place)
        })
    }
}

/// The slots that are tried for a key, one after the other, among as many as the total weight, which is not 0.
pub(super) fn tries(key: &[u8], total: u64) -> impl Iterator<Item = u64> {
    let mut sum = 0u32;
    (0..=TRIES).map(move |attempt| {
        sum = sum.wrapping_add(NginxHash::hash(key, attempt));
        u64::from(sum) % total
    })
}
