//! Envoy's `hash_balance_factor`: a host that is overloaded hands a request to another in an order drawn from its hash.
//!
//! Source: envoyproxy/envoy `thread_aware_lb_impl.cc` (0336fd61); run: Envoy 1.40.0.
//! All hosts together have ((requests in flight + 1) · factor + 99) / 100 slots, cut, of which each has its share rounded
//! up, and one at least. A host is overloaded with more requests in flight than slots, so one more than its slots is
//! reached. Then the hosts are shuffled by MT19937, seeded with the low 32 bits of the hash, and the first that is not
//! overloaded takes the request, or else the least overloaded.

use rand_mt::Mt;

use super::{
    envoy::{NormalizedWeight, hosts},
    error::SystemError,
    member::Member,
};

/// Hosts with the requests that each has in flight.
#[derive(Clone, Debug)]
pub struct Bounds {
    factor_percent: u32,
    /// The place of each host and its share of the weight.
    hosts: Vec<(usize, NormalizedWeight)>,
    in_flight: Vec<u32>,
    /// All of them together.
    sent: u32,
    /// Which host is at a place of the configuration.
    host_at: Vec<Option<usize>>,
}

impl Bounds {
    /// No requests yet; the factor is a percentage.
    ///
    /// # Errors
    /// Where a weight is not a whole number from 1 on.
    pub fn new(members: &[Member], factor_percent: u32, panic_threshold_percent: u32) -> Result<Self, SystemError> {
        let hosts = hosts(members, panic_threshold_percent)?;
        let hosts: Vec<_> = hosts.into_iter().map(|host| (host.place as usize, host.weight)).collect();
        let mut host_at = vec![None; members.len()];
        for (host, &(place, _)) in hosts.iter().enumerate() {
            host_at[place] = Some(host);
        }
        Ok(Self { factor_percent, in_flight: vec![0; hosts.len()], sent: 0, hosts, host_at })
    }

    /// Sends one more request, which ring or table would give to `first`; the place of the host that takes it. It stays
    /// in flight.
    pub fn send(&mut self, hash: u64, first: usize) -> Option<usize> {
        let first = self.host_at.get(first).copied().flatten()?;
        let chosen = self.chosen(hash, first);
        self.in_flight[chosen] += 1;
        self.sent += 1;
        Some(self.hosts[chosen].0)
    }

    /// The slots of a host for one request more.
    fn slots(&self, host: usize) -> u32 {
        let all = self.sent.wrapping_add(1).wrapping_mul(self.factor_percent).wrapping_add(99) / 100;
        ((f64::from(all) * self.hosts[host].1).ceil() as u32).max(1)
    }

    fn chosen(&self, hash: u64, first: usize) -> usize {
        let overload = |host: usize| f64::from(self.in_flight[host]) / f64::from(self.slots(host));
        let mut least = (overload(first), first);
        if least.0 <= 1.0 {
            return first;
        }
        for host in Shuffled::new(hash, self.hosts.len()) {
            let overload = overload(host);
            if overload <= 1.0 {
                return host;
            }
            if overload < least.0 {
                least = (overload, host);
            }
        }
        least.1
    }

    /// The places of all hosts in the order in which a request comes to them from `first`.
    #[must_use]
    pub fn order(&self, hash: u64, first: usize) -> Vec<usize> {
        let shuffled = Shuffled::new(hash, self.hosts.len()).map(|host| self.hosts[host].0);
        std::iter::once(first).chain(shuffled.filter(|&place| place != first)).collect()
    }

    /// What the host at a place has in flight, and the most that it would take now: one more than its slots.
    #[must_use]
    pub fn load(&self, place: usize) -> (u32, u32) {
        let host = self.host_at.get(place).copied().flatten();
        host.map_or((0, 0), |host| (self.in_flight[host], self.slots(host).saturating_add(1)))
    }
}

/// Hosts as MT19937 shuffles them, one after the other.
struct Shuffled {
    order: Vec<usize>,
    at: usize,
    random: Mt,
}

impl Shuffled {
    fn new(hash: u64, hosts: usize) -> Self {
        Self { order: (0..hosts).collect(), at: 0, random: Mt::new(hash as u32) }
    }
}

impl Iterator for Shuffled {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let left = (self.order.len() - self.at) as u64;
        if left == 0 {
            return None;
        }
        let draw = loop {
            let draw = u64::from(self.random.next_u32()) / ((1 << 32) / left);
            if draw < left {
                break draw as usize;
            }
        };
        self.order.swap(self.at, self.at + draw);
        self.at += 1;
        Some(self.order[self.at - 1])
    }
}
