//! HAProxy, `hash-type consistent`: points from the server's id, and a key goes to the nearer of its two neighbours.
//!
//! Source: haproxy/haproxy `src/lb_chash.c` (50872daa, v2.6.0); run: 2.6.12 (Debian).
//! Point j of a server is the mix of id · 4096 + j in 32 bits, 16 points per unit of weight; names play no part. Half way
//! between two points the lower one has the key. The mix never gives two numbers the same value, so points are equal only
//! where ids are equal modulo 2^20; then the first server of the configuration counts upwards and the last downwards.
//! Servers that are down have no points.
//!
//! With `hash-balance-factor` a server that has all its requests in flight passes a new one to the next point upwards.
//! Sums are in 32 bits, as HAProxy's are.

use super::{
    circle::{Circle, Equals, HashedCircle, KeyPosition, Search},
    error::SystemError,
    haproxy::{KeyHash, ids},
    hash::haproxy::full_hash,
    member::{Member, live, within_limit},
};

/// Points per unit of weight.
pub const POINTS: u32 = 16;

/// Servers in HAProxy's tree.
pub type HaproxyConsistent = HashedCircle<u32, KeyHash>;

impl KeyPosition<u32> for KeyHash {
    fn position(&self, key: &[u8]) -> u32 {
        self.hash(key)
    }
}

impl HaproxyConsistent {
    /// Places the points of the servers that are up.
    ///
    /// # Errors
    /// Where a weight is not a whole number, or there are too many points.
    pub fn new(members: &[Member], key_hash: KeyHash) -> Result<Self, SystemError> {
        let ids = ids(members);
        let live = live(members);
        let counts: Vec<u64> =
            live.iter().map(|(_, one)| effective_weight(one).map(u64::from)).collect::<Result<_, _>>()?;
        let mut points = Vec::with_capacity(within_limit(counts.iter().copied())?);
        for ((place, _), count) in live.into_iter().zip(counts) {
            let base = ids[place as usize].wrapping_mul(4_096);
            points.extend((0..count as u32).map(|point| (full_hash(base.wrapping_add(point)), place)));
        }
        Ok(Self::of(Circle::new(&points, Equals::AllStay, Search::Nearest), key_hash))
    }
}

/// A weight in the unit in which HAProxy counts points and slots.
pub(super) fn effective_weight(member: &Member) -> Result<u32, SystemError> {
    // The manual: a weight is from 0 to 256.
    let weight = member.whole_weight()?;
    if weight > 256 { Err(member.refused("whole numbers from 0 to 256")) } else { Ok(weight * POINTS) }
}

/// The same servers with the requests that each has in flight.
#[derive(Clone, Debug)]
pub struct Bounded {
    servers: HaproxyConsistent,
    factor_percent: u32,
    /// Per member its weight and the sum of the weights before it, of the servers that are up; and what it has in flight.
    shares: Vec<Share>,
    total_weight: u32,
    in_flight: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Share {
    weight: u32,
    before: u32,
    in_flight: u32,
}

impl Bounded {
    /// No requests yet; the factor is a percentage.
    ///
    /// # Errors
    /// As for [`HaproxyConsistent::new`].
    pub fn new(members: &[Member], key_hash: KeyHash, factor_percent: u32) -> Result<Self, SystemError> {
        let servers = HaproxyConsistent::new(members, key_hash)?;
        let mut shares = vec![Share::default(); members.len()];
        let mut total_weight = 0u32;
        for (place, member) in live(members) {
            let weight = effective_weight(member)?;
            shares[place as usize] = Share { weight, before: total_weight, in_flight: 0 };
            total_weight = total_weight.wrapping_add(weight);
        }
        Ok(Self { servers, factor_percent, shares, total_weight, in_flight: 0 })
    }

    /// Sends a request with this key; the place of the server that takes it. It stays in flight.
    pub fn send(&mut self, key: &[u8]) -> Option<usize> {
        self.send_at(self.servers.hash(key))
    }

    /// The same for the position of a key.
    pub fn send_at(&mut self, position: u32) -> Option<usize> {
        if self.total_weight == 0 {
            return None;
        }
        let (each, rest) = self.slots();
        let has_room = |place: usize| self.shares[place].in_flight < self.allowed(place, each, rest);
        let mut walk = self.servers.circle().walk(position);
        let first = walk.next()?;
        let place = std::iter::once(first).chain(walk).find(|&place| has_room(place)).unwrap_or(first);
        self.shares[place].in_flight += 1;
        self.in_flight += 1;
        Some(place)
    }

    /// What a unit of weight has of the slots for one request more, and what is left of them.
    fn slots(&self) -> (u32, u32) {
        let slots = self.in_flight.wrapping_add(1).wrapping_mul(self.factor_percent).wrapping_add(99) / 100;
        let total = self.total_weight.max(1);
        (slots / total, slots % total)
    }

    fn allowed(&self, place: usize, each: u32, rest: u32) -> u32 {
        let Share { weight, before, .. } = self.shares[place];
        let part = |weight: u32| weight.wrapping_mul(rest) / self.total_weight.max(1);
        weight.wrapping_mul(each).wrapping_add(part(before.wrapping_add(weight)).wrapping_sub(part(before))).max(1)
    }

    /// The places of all servers in the order in which a position comes to them.
    #[must_use]
    pub fn order(&self, position: u32) -> Vec<usize> {
        let mut seen = vec![false; self.shares.len()];
        let walk = self.servers.circle().walk(position);
        walk.filter(|&place| !std::mem::replace(&mut seen[place], true)).collect()
    }

    /// What a server has in flight, and the most that it would take now.
    #[must_use]
    pub fn load(&self, place: usize) -> (u32, u32) {
        let (each, rest) = self.slots();
        (self.shares[place].in_flight, self.allowed(place, each, rest))
    }
}
