//! Envoy's ring hash: as many points for each host as bring the lightest to a whole number.
//!
//! Source: envoyproxy/envoy `ring_hash_lb.cc` (0d2acde2); run: Envoy 1.40.0 with its own trace of the rings.
//! All sums are in double precision, in the order of the hosts: with a minimum that is also the maximum the ring can have
//! one point more than that. Points are hashed from `label_i`, by XXH64 or by libstdc++'s MurmurHash64A; a request
//! belongs to the first point at or after its hash. Attempt a of a retry takes the a-th point behind that.

use super::{
    circle::{Circle, Equals, Search},
    envoy::{self, Host, hosts},
    error::{SystemError, in_range},
    hash::murmur2,
    label::Label,
    member::{Member, within_limit},
};
use crate::{hash::xxhash64, limits};

/// What hashes the points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PointFunction {
    /// XXH64, seed 0.
    #[default]
    XxHash,
    /// MurmurHash64A with the seed of libstdc++, 0xc70f6907.
    Murmur2,
}

/// The cluster's settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What hashes the points.
    pub function: PointFunction,
    /// `minimum_ring_size`, in points.
    pub min_ring_size: u64,
    /// `maximum_ring_size`, in points.
    pub max_ring_size: u64,
    /// Envoy panics below this percentage of healthy hosts.
    pub panic_threshold_percent: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            function: PointFunction::XxHash,
            min_ring_size: 1_024,
            max_ring_size: 8_388_608,
            panic_threshold_percent: envoy::PANIC_THRESHOLD_PERCENT,
        }
    }
}

/// Hosts on Envoy's ring.
#[derive(Clone, Debug)]
pub struct EnvoyRing(Circle<u64>);

impl EnvoyRing {
    /// Places the points of the hosts that count.
    ///
    /// # Errors
    /// Where a weight is not a whole number from 1 on, the sizes are out of range or out of order, or there are too many
    /// points.
    pub fn new(members: &[Member], options: &Options) -> Result<Self, SystemError> {
        let (hosts, scale) = Self::scaled(members, options)?;
        let mut points = Vec::with_capacity(within_limit([scale.ceil() as u64])?);
        let (mut current, mut target) = (0.0, 0.0);
        for host in hosts {
            target += scale * host.weight;
            let mut label = Label::new(host.label.as_bytes(), b"_");
            let mut number = 0;
            while current < target {
                let text = label.numbered(number);
                let point = match options.function {
                    PointFunction::XxHash => xxhash64::value64(text),
                    PointFunction::Murmur2 => murmur2::value64(text, 0xc70f_6907),
                };
                points.push((point, host.place));
                number += 1;
                current += 1.0;
            }
        }
        Ok(Self(Circle::new(&points, Equals::AllStay, Search::AtOrAfter)))
    }

    /// Are the sizes in order and the points within the limit? Nothing is hashed.
    ///
    /// # Errors
    /// As for [`EnvoyRing::new`].
    pub fn count(members: &[Member], options: &Options) -> Result<(), SystemError> {
        let (_, scale) = Self::scaled(members, options)?;
        within_limit([scale.ceil() as u64]).map(|_| ())
    }

    /// The hosts that count, and how many points a weight of all would have.
    fn scaled<'a>(members: &'a [Member], options: &Options) -> Result<(Vec<Host<'a>>, f64), SystemError> {
        in_range("points at least", options.min_ring_size, 1, options.max_ring_size)?;
        in_range("points at most", options.max_ring_size, 1, limits::SYSTEM_POINTS)?;
        let hosts = hosts(members, options.panic_threshold_percent)?;
        let lightest = hosts.iter().map(|host| host.weight).fold(1.0, f64::min);
        let scale = ((lightest * options.min_ring_size as f64).ceil() / lightest).min(options.max_ring_size as f64);
        Ok((hosts, scale))
    }

    /// The circle of all points.
    #[must_use]
    pub fn circle(&self) -> &Circle<u64> {
        &self.0
    }

    /// The points in order.
    #[must_use]
    pub fn points(&self) -> &[(u64, u32)] {
        self.0.points()
    }

    /// The place of the host of a request's hash, in this attempt, from 0 on.
    #[must_use]
    pub fn owner_of(&self, hash: u64, attempt: u32) -> Option<usize> {
        let points = self.points();
        self.0.point_of(hash).map(|at| points[(at + attempt as usize) % points.len()].1 as usize)
    }

    /// The place of the host of a key, in the first attempt.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(envoy::hash(key), 0)
    }
}
