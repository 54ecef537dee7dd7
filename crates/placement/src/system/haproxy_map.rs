//! HAProxy, `hash-type map-based`: a table of as many slots as the total weight, dealt out by smooth weighted round robin.
//!
//! Source: haproxy/haproxy `src/lb_map.c` (50872daa, v2.6.0); run: 2.6.12 (Debian).
//! Weights are divided by their greatest common divisor, that of all servers. For each slot the score of every server
//! grows by its weight; the first with the largest (score + total) / total, cut, has the slot, and its score falls by the
//! total. A key's slot is its hash modulo the size. For servers that are down the table is made without them.

use super::{
    error::{SystemError, in_range},
    haproxy::KeyHash,
    member::{Member, live, within_limit},
    slots,
};

/// Most steps that dealing the slots may take: some tenths of a second.
const MOST_STEPS: u64 = 200_000_000;

/// The servers that are up with their weights over the greatest common divisor of all.
fn servers(members: &[Member]) -> Result<Vec<(u32, i64)>, SystemError> {
    let weights: Vec<i64> = members.iter().map(|one| one.whole_weight().map(i64::from)).collect::<Result<_, _>>()?;
    let divisor = weights.iter().copied().fold(0, greatest_common_divisor).max(1);
    // A server of weight 0 is out of the balance.
    let servers = live(members).into_iter().map(|(place, _)| (place, weights[place as usize] / divisor));
    Ok(servers.filter(|&(_, weight)| weight > 0).collect())
}

/// HAProxy's table.
#[derive(Clone, Debug)]
pub struct HaproxyMap {
    key_hash: KeyHash,
    table: Vec<u32>,
}

impl HaproxyMap {
    /// Deals out the slots to the servers that are up.
    ///
    /// # Errors
    /// Where a weight is not a whole number, or there are too many slots.
    pub fn new(members: &[Member], key_hash: KeyHash) -> Result<Self, SystemError> {
        let servers = servers(members)?;
        let total: i64 = servers.iter().map(|&(_, weight)| weight).sum();
        let mut table = Vec::with_capacity(within_limit([total as u64])?);
        let mut scores = vec![0; servers.len()];
        for _ in 0..total {
            let mut best: Option<(i64, usize)> = None;
            for (at, &(_, weight)) in servers.iter().enumerate() {
                scores[at] += weight;
                let rank = (scores[at] + total) / total;
                if best.is_none_or(|(best, _)| rank > best) {
                    best = Some((rank, at));
                }
            }
            if let Some((_, at)) = best {
                scores[at] -= total;
                table.push(servers[at].0);
            }
        }
        Ok(Self { key_hash, table })
    }

    /// Are the slots within the limit, and the steps that it takes to deal them?
    ///
    /// # Errors
    /// Where a weight is not a whole number, or there are too many slots.
    pub fn count(members: &[Member]) -> Result<(), SystemError> {
        let servers = servers(members)?;
        let total: i64 = servers.iter().map(|&(_, weight)| weight).sum();
        within_limit([total as u64])?;
        // Every slot asks every server.
        in_range("slots times servers", total as u64 * servers.len() as u64, 0, MOST_STEPS).map(|_| ())
    }

    /// The place of the server of each slot.
    #[must_use]
    pub fn table(&self) -> &[u32] {
        &self.table
    }

    /// The number of a key.
    #[must_use]
    pub fn hash(&self, key: &[u8]) -> u32 {
        self.key_hash.hash(key)
    }

    /// The place of the server of a number.
    #[must_use]
    pub fn owner_of(&self, number: u32) -> Option<usize> {
        slots::owner_of(&self.table, number.into())
    }

    /// The place of the server of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(self.hash(key))
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
