//! last.fm's libketama, the first ketama.
//!
//! Source: RJ/ketama `libketama/ketama.c` (18cf9a7); run: PyPI `ketama` 0.1.1, the same file.
//! Labels of a server: the share of its weight in single precision, times 40, times the number of servers, both in
//! double, then rounded to single precision and cut. Four points for each label, all of them with the port. A key belongs
//! to the first point at or after its first word. Of equal points that of the server first in the file counts (glibc).
//! The file cannot say that a server is down: who is down is left out.

use super::{
    circle::{Equals, HashedCircle, Search},
    error::SystemError,
    ketama::{self, Weights},
    member::{Member, live},
};

/// Labels of a server of this weight, among so many servers of this total weight.
#[must_use]
pub fn labels(weight: f64, total: f64, servers: usize) -> u64 {
    let share = weight as f32 / total as f32;
    (f64::from(share) * 40.0 * servers as f64) as f32 as u64
}

/// Places the points of the servers that are up.
///
/// # Errors
/// Where a weight is not a whole number, or there are too many points.
pub fn ring(members: &[Member]) -> Result<HashedCircle<u32>, SystemError> {
    let counted = ketama::counted(&live(members), Weights::Whole, &|one| labels(one.weight, one.total, one.members))?;
    Ok(HashedCircle::of(ketama::ring(&counted, 4, Equals::FirstStays, Search::AtOrAfter)?, ketama::key))
}
