//! Envoy's Maglev: a table that the hosts fill by turns, weighted in double precision.
//!
//! Source: envoyproxy/envoy `maglev_lb.cc` (104df3de); run: Envoy 1.40.0 with its own trace of the tables.
//! Hosts take turns in the order of their labels. In round i, from 1 on, a host waits while i times its weight is less
//! than what it has been credited with; a turn credits the largest weight. Attempt a of a retry, from 1 on, flips the
//! hash: xor with 2^64 - a.

use super::{
    envoy::{self, hosts},
    error::{SystemError, prime_size},
    member::Member,
    slots,
};
use crate::{
    algorithm::maglev::{Order, fill},
    order,
};

/// The default size of the table, a prime.
pub const TABLE_SIZE: u64 = 65_537;

/// Hosts in Envoy's table.
#[derive(Clone, Debug)]
pub struct EnvoyMaglev(Vec<u32>);

impl EnvoyMaglev {
    /// Fills a table of this size for the hosts that count.
    ///
    /// # Errors
    /// Where a weight is not a whole number from 1 on, or the size is not a prime in range.
    pub fn new(members: &[Member], table_size: u64, panic_threshold_percent: u32) -> Result<Self, SystemError> {
        let size = prime_size(table_size)?;
        let unsorted = hosts(members, panic_threshold_percent)?;
        let by_label = order::places(unsorted.len(), &|a, b| unsorted[a].label.cmp(unsorted[b].label));
        let hosts: Vec<_> = by_label.into_iter().map(|at| &unsorted[at]).collect();
        let orders: Vec<Order> = hosts
            .iter()
            .map(|host| {
                let hash = |seed| twox_hash::XxHash64::oneshot(seed, host.label.as_bytes());
                Order { offset: (hash(0) % table_size) as u32, skip: (hash(1) % (table_size - 1)) as u32 + 1 }
            })
            .collect();
        let heaviest = hosts.iter().map(|host| host.weight).fold(0.0, f64::max);
        let mut credits = vec![0.0; hosts.len()];
        let mut rounds = (1u32..).flat_map(|round| (0..hosts.len()).map(move |at| (round, at)));
        let mut turns = std::iter::from_fn(|| {
            let (_, at) = rounds.find(|&(round, at)| f64::from(round) * hosts[at].weight >= credits[at])?;
            credits[at] += heaviest;
            Some(at)
        });
        if hosts.is_empty() {
            return Ok(Self(Vec::new()));
        }
        Ok(Self(fill(size, &orders, &mut turns).into_iter().map(|at| hosts[at as usize].place).collect()))
    }

    /// The place of the host of each slot.
    #[must_use]
    pub fn table(&self) -> &[u32] {
        &self.0
    }

    /// The place of the host of a request's hash, in this attempt, from 0 on.
    #[must_use]
    pub fn owner_of(&self, hash: u64, attempt: u32) -> Option<usize> {
        let flipped = if attempt > 0 { hash ^ u64::from(attempt).wrapping_neg() } else { hash };
        slots::owner_of(&self.0, flipped)
    }

    /// The place of the host of a key, in the first attempt.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(envoy::hash(key), 0)
    }
}
