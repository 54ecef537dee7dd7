//! What Envoy's ring hash and Maglev share: which hosts count, their weights, and the hash of a request.
//!
//! Source: envoyproxy/envoy `thread_aware_lb_impl.cc` (0336fd61), `hash_policy.cc` (02a06681); run: Envoy 1.40.0.
//! The hash of a request is XXH64, seed 0, of the header's value. Hosts that are unhealthy leave ring and table, unless so
//! many are that Envoy panics: then all count.

use super::{
    error::SystemError,
    member::{Member, all, live},
};
use crate::hash::xxhash64;

/// Below this percentage of healthy hosts Envoy panics, by default.
pub const PANIC_THRESHOLD_PERCENT: u32 = 50;

/// The hash of a request's key.
#[must_use]
pub fn hash(key: &[u8]) -> u64 {
    xxhash64::value64(key)
}

/// A host that counts.
#[derive(Clone, Debug)]
pub(super) struct Host<'a> {
    pub place: u32,
    pub label: &'a str,
    pub weight: NormalizedWeight,
}

/// A weight as a share of all weights, in double precision as Envoy divides it.
pub(super) type NormalizedWeight = f64;

/// The hosts that count: those that are up, or all of them where strictly fewer than the threshold are up, by number.
///
/// # Errors
/// Where a weight is not a whole number from 1 on.
pub(super) fn hosts(members: &[Member], panic_threshold_percent: u32) -> Result<Vec<Host<'_>>, SystemError> {
    let healthy = live(members);
    let is_panicking = healthy.len() as u64 * 100 < members.len() as u64 * u64::from(panic_threshold_percent);
    let counting = if is_panicking { all(members) } else { healthy };
    let weight = |member: &Member| match member.whole_weight()? {
        0 => Err(member.refused("whole numbers from 1 on")),
        weight => Ok(weight),
    };
    let weights: Vec<u32> = counting.iter().map(|(_, member)| weight(member)).collect::<Result<_, _>>()?;
    let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let host = |((place, member), weight): ((u32, _), u32)| {
        let member: &Member = member;
        Host { place, label: member.text(), weight: f64::from(weight) * 1.0 / sum as f64 }
    };
    Ok(counting.into_iter().zip(weights).map(host).collect())
}
