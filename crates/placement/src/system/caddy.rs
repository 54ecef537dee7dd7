//! Caddy's `lb_policy header`, `uri`, `ip_hash` and the like: rendezvous, by another hash in later versions.
//!
//! Source: caddyserver/caddy `reverseproxy/selectionpolicies.go` (036895ed); run: 2.6.2 (Debian).
//! Up to 2.6 the value is FNV-1a 32 of the key and the upstream, later XXH64 of the upstream and the key. Of equal values
//! the first upstream counts. Upstreams that are not available are passed over; weights do not count. The upstream is the
//! dial address, with port 80 where none is written.

use super::{
    highest::{Ties, highest},
    member::Member,
};
use crate::hash::{fnv1a32, xxhash64};

/// Which function, and in which order the two texts are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Up to 2.6: FNV-1a 32 of key and upstream.
    Fnv,
    /// Later: XXH64 of upstream and key.
    XxHash,
}

/// Upstreams with Caddy's hash.
#[derive(Clone, Debug)]
pub struct Caddy {
    version: Version,
    upstreams: Vec<(String, bool)>,
}

impl Caddy {
    /// Upstreams in order.
    #[must_use]
    pub fn new(members: &[Member], version: Version) -> Self {
        Self { version, upstreams: members.iter().map(|member| (member.text().to_owned(), member.up)).collect() }
    }

    /// The place of the upstream of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        let value = |upstream: &str| match self.version {
            Version::Fnv => fnv1a32::value32(&[key, upstream.as_bytes()].concat()).into(),
            Version::XxHash => xxhash64::value64(&[upstream.as_bytes(), key].concat()),
        };
        let available = self.upstreams.iter().enumerate().filter(|(_, (_, up))| *up);
        highest(available.map(|(place, (upstream, _))| (place, upstream.as_str(), value(upstream))), Ties::First)
    }
}
