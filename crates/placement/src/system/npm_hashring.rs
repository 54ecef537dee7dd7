//! npm hashring: ketama in double precision.
//!
//! Source: hashring 3.2.0 (npm) `index.js`; run: 3.2.0. npm memcached uses it, and drops the usual port from labels.
//! Labels of a server: the floor of weight / total · 40 · servers, each step in double precision: for 7 equal servers 39.
//! Four points a label, or three in the mode that is compatible with hash_ring. A key belongs to the first point at or
//! after its first word; of equal points the first server of the list counts. A server that says its own number of labels
//! (`vnodes`), other than the usual one, has as many, whatever its weight.

use super::{
    circle::{Equals, HashedCircle, Search},
    error::SystemError,
    ketama::{self, Share, Weights},
    member::{Member, live},
};

/// Labels of a server of this weight.
#[must_use]
pub fn labels(replicas: u32, weight: f64, total: f64, servers: usize) -> u64 {
    (weight / total * f64::from(replicas) * servers as f64) as u64
}

/// Places about `replicas` labels for a server of average weight, 40 by default, and so many points for each.
///
/// # Errors
/// Where a weight is no number from 0 on, or there are too many points.
pub fn ring(members: &[Member], replicas: u32, points_per_label: usize) -> Result<HashedCircle<u32>, SystemError> {
    let labels = |one: Share| match one.points {
        Some(own) if own > 0 && own != replicas => own.into(),
        _ => labels(replicas, one.weight, one.total, one.members),
    };
    let counted = ketama::counted(&live(members), Weights::Any, &labels)?;
    let circle = ketama::ring(&counted, points_per_label, Equals::FirstStays, Search::AtOrAfter)?;
    Ok(HashedCircle::of(circle, ketama::key))
}
