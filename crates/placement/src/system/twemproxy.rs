//! twemproxy (nutcracker): ketama or modula over servers that it sorts by the length of their labels.
//!
//! Source: twitter/twemproxy `src/hashkit/*`, `nc_conf.c`, `nc_server.c` (60aaf855); run: 0.5.0 (Debian).
//! A label is the name that the configuration gives, or host and port without the usual port. Servers stand in the order
//! of (length of the label, its bytes), whatever the configuration says. Ketama has libmemcached's weighted points, by
//! MD5 whatever hashes the keys; of equal points the earlier server's counts (glibc). Modula repeats each server as often
//! as its weight. An empty key, or any key of a single server, has the hash 0. An ejected server is left out, and the
//! counts of the others are made anew.

use super::{
    circle::{Equals, HashedCircle, KeyPosition, Search},
    error::SystemError,
    hash::memcached::KeyFunction,
    ketama, libmemcached,
    member::{Member, live, within_limit},
    slots,
};
use crate::order;

/// The servers that are up, in twemproxy's own order.
fn sorted(members: &[Member]) -> Vec<(u32, &Member)> {
    let live = live(members);
    let rank = |at: usize| (live[at].1.text().len(), live[at].1.text());
    order::places(live.len(), &|a, b| rank(a).cmp(&rank(b))).into_iter().map(|at| live[at]).collect()
}

/// How many servers there are, and what hashes keys.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    function: KeyFunction,
    servers: usize,
}

impl KeyPosition<u32> for Keys {
    fn position(&self, key: &[u8]) -> u32 {
        if self.servers == 1 || key.is_empty() { 0 } else { self.function.value32(key) }
    }
}

/// `distribution: ketama`.
pub type Ketama = HashedCircle<u32, Keys>;

impl Ketama {
    /// Places the points of the servers that are up; keys are hashed by `function`.
    ///
    /// # Errors
    /// Where a weight is not a whole number, or there are too many points.
    pub fn new(members: &[Member], function: KeyFunction) -> Result<Self, SystemError> {
        let members = sorted(members);
        let counted = libmemcached::weighted(&members)?;
        let circle = ketama::ring(&counted, 4, Equals::FirstStays, Search::AtOrAfter)?;
        Ok(Self::of(circle, Keys { function, servers: members.len() }))
    }
}

/// `distribution: modula`.
#[derive(Clone, Debug)]
pub struct Modula {
    keys: Keys,
    slots: Vec<u32>,
}

impl Modula {
    /// Repeats the servers that are up, each as often as its weight.
    ///
    /// # Errors
    /// Where a weight is not a whole number, or there are too many slots.
    pub fn new(members: &[Member], function: KeyFunction) -> Result<Self, SystemError> {
        let members = sorted(members);
        let weights: Vec<u32> = members.iter().map(|(_, member)| member.whole_weight()).collect::<Result<_, _>>()?;
        let mut slots = Vec::with_capacity(within_limit(weights.iter().map(|&weight| u64::from(weight)))?);
        for (&(place, _), &weight) in members.iter().zip(&weights) {
            slots.extend((0..weight).map(|_| place));
        }
        Ok(Self { keys: Keys { function, servers: members.len() }, slots })
    }

    /// The place of the server of each slot.
    #[must_use]
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// The number of a key.
    #[must_use]
    pub fn hash(&self, key: &[u8]) -> u32 {
        self.keys.position(key)
    }

    /// The place of the server of a number.
    #[must_use]
    pub fn owner_of(&self, number: u32) -> Option<usize> {
        slots::owner_of(&self.slots, number.into())
    }

    /// The place of the server of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(self.hash(key))
    }
}
