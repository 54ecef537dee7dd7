//! npm hashring: ketama in double precision.
//!
//! Source: hashring 3.2.0 (npm) `index.js`; run: 3.2.0. npm memcached uses it, and drops the usual port from labels.
//! Labels of a server: the floor of weight / total · 40 · servers, each step in double precision: for 7 equal servers 39.
//! Four points a label, or three in the mode that is compatible with hash_ring. A key belongs to the first point at or
//! after its first word; of equal points the first server of the list counts.

use super::{
    circle::{Equals, HashedCircle, Search},
    error::SystemError,
    ketama,
    member::{Member, live},
};

/// Labels of a server of this weight.
#[must_use]
pub fn labels(replicas: u32, weight: u32, total: u64, servers: usize) -> u64 {
    (f64::from(weight) / total as f64 * f64::from(replicas) * servers as f64) as u64
}

/// Places about `replicas` labels for a server of average weight, 40 by default, and so many points for each.
///
/// # Errors
/// Where a weight is not a whole number, or there are too many points.
pub fn ring(members: &[Member], replicas: u32, points_per_label: usize) -> Result<HashedCircle<u32>, SystemError> {
    let counted = ketama::counted(&live(members), &|weight, total, servers| labels(replicas, weight, total, servers))?;
    let circle = ketama::ring(&counted, points_per_label, Equals::FirstStays, Search::AtOrAfter)?;
    Ok(HashedCircle::new(circle, ketama::key))
}
