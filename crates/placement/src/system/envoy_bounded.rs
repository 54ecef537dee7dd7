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
}

impl Bounds {
    /// No requests yet; the factor is a percentage.
    ///
    /// # Errors
    /// Where a weight is not a whole number from 1 on.
    pub fn new(members: &[Member], factor_percent: u32, panic_threshold_percent: u32) -> Result<Self, SystemError> {
        let hosts = hosts(members, panic_threshold_percent)?;
        let hosts: Vec<_> = hosts.into_iter().map(|host| (host.place as usize, host.weight)).collect();
        Ok(Self { factor_percent, in_flight: vec![0; hosts.len()], hosts })
    }

    /// Sends one more request, which ring or table would give to `first`; the place of the host that takes it. It stays
    /// in flight.
    pub fn send(&mut self, hash: u64, first: usize) -> Option<usize> {
        let first = self.hosts.iter().position(|&(place, _)| place == first)?;
        let chosen = self.chosen(hash, first);
        self.in_flight[chosen] += 1;
        Some(self.hosts[chosen].0)
    }

    fn chosen(&self, hash: u64, first: usize) -> usize {
        let sent: u32 = self.in_flight.iter().sum();
        let slots = sent.wrapping_add(1).wrapping_mul(self.factor_percent).wrapping_add(99) / 100;
        let overload = |at: usize| {
            let own = (f64::from(slots) * self.hosts[at].1).ceil() as u32;
            f64::from(self.in_flight[at]) / f64::from(own.max(1))
        };
        let mut least = (overload(first), first);
        if least.0 <= 1.0 {
            return first;
        }
        let mut order: Vec<usize> = (0..self.hosts.len()).collect();
        let mut random = Mt::new(hash as u32);
        for at in 0..order.len() {
            let left = (order.len() - at) as u64;
            let draw = loop {
                let draw = u64::from(random.next_u32()) / ((1 << 32) / left);
                if draw < left {
                    break draw as usize;
                }
            };
            order.swap(at, at + draw);
            let here = order[at];
            let overload = overload(here);
            if overload <= 1.0 {
                return here;
            }
            if overload < least.0 {
                least = (overload, here);
            }
        }
        least.1
    }
}
