//! Varnish's `directors.shard`: a ring that does not wrap.
//!
//! Source: varnish `vmod_directors_shard_cfg.c`, `shard_hash.c` (1b49d568, 0d68e21d), `vmod_directors_shard.c` (08b642d7);
//! run: 7.1.1 (Debian).
//! A point is the last four bytes of the SHA-256 of ident and decimal i, little-endian; a backend has replicas · weight of
//! them, cut. A weight below 1 is ignored, as if none were given. A key belongs to the first point at or after its hash,
//! and above the last point to that last one. Of equal points that of the backend added first comes first. From a backend
//! that is sick a lookup goes on upwards and round to the next that is healthy. `rampup` and `warmup` are off.

use sha2::{Digest, Sha256};

use super::{
    circle::{Circle, Equals, Search},
    error::SystemError,
    label::{self, Labelled},
    member::{Member, all},
};

/// Points per unit of weight, by default.
pub const REPLICAS: u32 = 67;

/// The last four bytes of SHA-256, little-endian: Varnish's hash of points and of keys.
#[must_use]
pub fn hash(bytes: &[u8]) -> u32 {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    let [.., a, b, c, d] = digest;
    u32::from_le_bytes([a, b, c, d])
}

/// Points of a backend.
///
/// # Errors
/// Where its weight is no number from 0 on.
pub(super) fn points_of(member: &Member, replicas: u32) -> Result<u64, SystemError> {
    let replicas = f64::from(member.points.unwrap_or(replicas));
    member.number_weight().map(|weight| (weight.max(1.0) * replicas) as u64)
}

/// Backends on the shard director's circle.
#[derive(Clone, Debug)]
pub struct VarnishShard {
    circle: Circle<u32>,
    up: Vec<bool>,
}

impl VarnishShard {
    /// Places the points of all backends, healthy or not.
    ///
    /// # Errors
    /// Where a weight is no number from 0 on, or there are too many points.
    pub fn new(members: &[Member], replicas: u32) -> Result<Self, SystemError> {
        let count = |member: &Member| points_of(member, replicas);
        let labelled = Labelled { count: &count, text: &label::text, separator: b"", first: 0, hash: &hash };
        let points = labelled.points(&all(members))?;
        let circle = Circle::new(&points, Equals::AllStay, Search::AtOrAfterWithoutWrap);
        Ok(Self { circle, up: members.iter().map(|member| member.up).collect() })
    }

    /// The circle of all points.
    #[must_use]
    pub fn circle(&self) -> &Circle<u32> {
        &self.circle
    }

    /// The points in order.
    #[must_use]
    pub fn points(&self) -> &[(u32, u32)] {
        self.circle.points()
    }

    /// The place of the backend of a position.
    #[must_use]
    pub fn owner_of(&self, position: u32) -> Option<usize> {
        self.circle.walk(position).find(|&place| self.up[place])
    }

    /// The place of the backend of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(hash(key))
    }
}
