//! The Rust crate conhash: points `name:i` at their MD5.
//!
//! Source: conhash 0.5.1 (crates.io) `lib.rs`, `md5`; run: 0.5.1.
//! Digests are compared byte by byte, that is, as big-endian numbers of 128 bits. A key belongs to the first point at or
//! after its own; of equal points the last one added counts. Each node says how many points it has; here that is a number
//! of points times the weight.

use super::{
    circle::{HashedCircle, Search},
    error::SystemError,
    member::Member,
    uhashring::digests,
};

/// Places so many points per weight.
///
/// # Errors
/// Where a weight makes no whole number of points, or there are too many points.
pub fn ring(members: &[Member], replicas: u32) -> Result<HashedCircle<u128>, SystemError> {
    digests(members, replicas, b":", Search::AtOrAfter)
}
