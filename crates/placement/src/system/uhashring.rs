//! uhashring, the Python library, with its own hash and with ketama's.
//!
//! Source: uhashring 2.5 (PyPI) `ring.py`, `ring_ketama.py`; run: 2.5.
//! A key belongs to the first point after its hash, strictly; of equal points the last one added counts. Its own ring has
//! 160 points per weight, `name-i`, at the MD5 as a number of 128 bits, big-endian. Ketama's has labels of which the
//! number is the floor of 40 · nodes · weight / total weight, without rounding, and four points each. A node's own number
//! of points (`vnodes`) stands in place of 160 or 40. Weights are whole numbers.

use ::md5::{Digest, Md5};

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    error::SystemError,
    ketama::{self, Share, Weights},
    label::{self, Labelled},
    member::{Member, live},
};

/// The MD5 of these bytes as a big-endian number.
pub(super) fn digest(bytes: &[u8]) -> u128 {
    u128::from_be_bytes(Md5::digest(bytes).into())
}

/// uhashring's own ring, with so many points per weight, 160 by default.
///
/// # Errors
/// Where a weight makes no whole number of points, or there are too many points.
pub fn ring(members: &[Member], replicas: u32) -> Result<HashedCircle<u128>, SystemError> {
    digests(members, replicas, b"-", Search::After)
}

/// Points of a node.
///
/// # Errors
/// Where its weight makes no whole number of them.
pub(super) fn points_of(member: &Member, replicas: u32) -> Result<u64, SystemError> {
    let product = f64::from(member.points.unwrap_or(replicas)) * member.number_weight()?;
    let count = product as u64;
    if count as f64 == product { Ok(count) } else { Err(member.refused("weights that make a whole number of points")) }
}

/// Points at the digests of name, separator and number; a later one takes the place of an equal one.
pub(super) fn digests(
    members: &[Member],
    replicas: u32,
    separator: &'static [u8],
    search: Search,
) -> Result<HashedCircle<u128>, SystemError> {
    let count = |member: &Member| points_of(member, replicas);
    let labelled = Labelled { count: &count, text: &label::text, separator, first: 0, hash: &digest };
    let points = labelled.points(&live(members))?;
    Ok(HashedCircle::of(Circle::new(&points, Equals::LastStays, search), digest))
}

/// uhashring's ketama ring: 40 labels for a node of average weight and four points a label, by default.
///
/// # Errors
/// Where a weight is not a whole number, or there are too many points.
pub fn ketama_ring(
    members: &[Member],
    replicas: u32,
    points_per_label: usize,
) -> Result<HashedCircle<u32>, SystemError> {
    let labels = |one: Share| {
        let labels = f64::from(one.points.unwrap_or(replicas)) * one.members as f64 * one.weight;
        // Whole numbers, so the quotient of doubles rounds to no whole number that it does not reach.
        (labels / one.total) as u64
    };
    let counted = ketama::counted(&live(members), Weights::Whole, &labels)?;
    let circle = ketama::ring(&counted, points_per_label, Equals::LastStays, Search::After)?;
    Ok(HashedCircle::of(circle, ketama::key))
}
