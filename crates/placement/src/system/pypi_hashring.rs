//! PyPI hashring, and hash_ring which it goes on from: ketama's digests, three points of each.
//!
//! Source: hashring 1.5.1 (PyPI) `hashring/hash_ring.py`; run: 1.5.1.
//! Labels of a node: the floor of 40 · nodes · weight / total weight in double precision, which for whole weights is
//! exact. A key belongs to the first point after its first word, strictly; of equal points the last one added counts.

use super::{
    circle::{Equals, HashedCircle, Search},
    error::SystemError,
    ketama::{self, Share, Weights},
    member::{Member, live},
};

/// Points per label, by default.
pub const POINTS_PER_LABEL: usize = 3;

/// Places 40 labels for a node of average weight, by default, and so many points for each.
///
/// # Errors
/// Where a weight is no number from 0 on, or there are too many points.
pub fn ring(members: &[Member], replicas: u32, points_per_label: usize) -> Result<HashedCircle<u32>, SystemError> {
    let labels = |one: Share| {
        let labels = f64::from(one.points.unwrap_or(replicas)) * one.members as f64 * one.weight;
        (labels / one.total) as u64
    };
    let counted = ketama::counted(&live(members), Weights::Any, &labels)?;
    let circle = ketama::ring(&counted, points_per_label, Equals::LastStays, Search::After)?;
    Ok(HashedCircle::of(circle, ketama::key))
}
