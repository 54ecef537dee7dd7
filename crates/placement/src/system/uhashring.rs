//! uhashring, the Python library, with its own hash and with ketama's.
//!
//! Source: uhashring 2.5 (PyPI) `ring.py`, `ring_ketama.py`; run: 2.5.
//! A key belongs to the first point after its hash, strictly; of equal points the last one added counts. Its own ring has
//! 160 points per weight, `name-i`, at the MD5 as a number of 128 bits, big-endian. Ketama's has labels of which the
//! number is the floor of 40 · nodes · weight / total weight, without rounding, and four points each.

use ::md5::{Digest, Md5};

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    error::SystemError,
    ketama::{self, Label},
    member::{Member, live, points_by_weight, within_limit},
};

/// The MD5 of these bytes as a big-endian number.
pub(super) fn digest(bytes: &[u8]) -> u128 {
    u128::from_be_bytes(Md5::digest(bytes).into())
}

/// uhashring's own ring, with so many points per weight, 160 by default.
///
/// # Errors
/// Where a weight is not a whole number, or there are too many points.
pub fn ring(members: &[Member], replicas: u32) -> Result<HashedCircle<u128>, SystemError> {
    labelled(members, replicas, b"-", Search::After)
}

/// Points at the digests of `name`, separator and number; a later one takes the place of an equal one.
pub(super) fn labelled(
    members: &[Member],
    replicas: u32,
    separator: &[u8],
    search: Search,
) -> Result<HashedCircle<u128>, SystemError> {
    let members = live(members);
    let counts: Vec<u64> =
        members.iter().map(|(_, member)| points_by_weight(member, replicas)).collect::<Result<_, _>>()?;
    let mut points = Vec::with_capacity(within_limit(counts.iter().copied())?);
    for ((place, member), count) in members.into_iter().zip(counts) {
        let mut label = Label::new(member.text().as_bytes(), separator);
        points.extend((0..count).map(|number| (digest(label.numbered(number)), place)));
    }
    Ok(HashedCircle::new(Circle::new(&points, Equals::LastStays, search), digest))
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
    let labels = |weight: u32, total: u64, nodes: usize| {
        (u128::from(replicas) * nodes as u128 * u128::from(weight) / u128::from(total)) as u64
    };
    let counted = ketama::counted(&live(members), &labels)?;
    let circle = ketama::ring(&counted, points_per_label, Equals::LastStays, Search::After)?;
    Ok(HashedCircle::new(circle, ketama::key))
}
