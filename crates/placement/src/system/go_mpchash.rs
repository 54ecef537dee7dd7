//! The Go package go-mpchash: one point for each bucket, and a key that looks from several places.
//!
//! Source: dgryski/go-mpchash (7382f34); Appleton, O'Reilly: Multi-Probe Consistent Hashing, arXiv:1505.00062. The hash is
//! SipHash-2-4 whose first key word is a seed and whose second is 0: seed 0 for buckets, two seeds for keys. Probe i is
//! first + i · second; its point is the first above it, strictly. The shortest way up wins, and of equal ones the
//! first probe. Of two buckets at one point the last one counts. Weights do not count.

use std::hash::Hasher as _;

use siphasher::sip::SipHasher24;

use super::{
    circle::{Circle, Equals, Search},
    error::{SystemError, in_range},
    member::{Member, live},
};

/// Probes of the paper's recommendation.
pub const PROBES: u32 = 21;

/// Buckets on the circle.
#[derive(Clone, Debug)]
pub struct GoMpchash {
    circle: Circle<u64>,
    seeds: [u64; 2],
    probes: u32,
}

fn hash(bytes: &[u8], seed: u64) -> u64 {
    let mut hasher = SipHasher24::new_with_keys(seed, 0);
    hasher.write(bytes);
    hasher.finish()
}

impl GoMpchash {
    /// Places the buckets that are up.
    ///
    /// # Errors
    /// Where there are no probes, or more than 10,000.
    pub fn new(members: &[Member], seeds: [u64; 2], probes: u32) -> Result<Self, SystemError> {
        in_range("probes", probes.into(), 1, 10_000)?;
        let point = |(place, member): (u32, &Member)| (hash(member.text().as_bytes(), 0), place);
        let points: Vec<(u64, u32)> = live(members).into_iter().map(point).collect();
        Ok(Self { circle: Circle::new(&points, Equals::LastStays, Search::After), seeds, probes })
    }

    /// The points in order.
    #[must_use]
    pub fn points(&self) -> &[(u64, u32)] {
        self.circle.points()
    }

    /// The two numbers of a key, from which its probes are made.
    #[must_use]
    pub fn hash(&self, key: &[u8]) -> [u64; 2] {
        self.seeds.map(|seed| hash(key, seed))
    }

    /// The place of the bucket of two such numbers.
    #[must_use]
    pub fn owner_of(&self, [first, second]: [u64; 2]) -> Option<usize> {
        let way = |probe: u32| {
            let position = first.wrapping_add(second.wrapping_mul(probe.into()));
            let (point, place) = self.points()[self.circle.point_of(position)?];
            Some((point.wrapping_sub(position), place))
        };
        (0..self.probes)
            .filter_map(way)
            .reduce(|best, one| if one.0 < best.0 { one } else { best })
            .map(|best| best.1 as usize)
    }

    /// The place of the bucket of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(self.hash(key))
    }
}
