//! npm node-hashring: a ring that is walked backwards.
//!
//! Source: node-hashring 1.0.2 (npm); run: 1.0.2.
//! 80 points a node, `name.i`, at MurmurHash3 x86_32, seed 0xfff, over the low byte of each UTF-16 code unit; the length
//! is that in code units. A key belongs to the last point at or before it, and below the first to the last of all. Of
//! equal points the first node of the list counts; the library then has a gap behind the highest point, and keys from
//! there on, or below the first point, have no owner. Weights do not count.

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    error::SystemError,
    key::KeyEncoding,
    label::{self, Labelled},
    member::{Member, live},
};
use crate::hash::murmur3;

pub(super) fn hash(bytes: &[u8]) -> u32 {
    murmur3::value32(bytes, 0xfff)
}

/// Nodes on the ring.
#[derive(Clone, Debug)]
pub struct NodeHashring {
    circle: HashedCircle<u32>,
    has_gaps: bool,
}

impl NodeHashring {
    /// Places so many points for each node, 80 by default. Labels are encoded as keys are, by
    /// [`KeyEncoding::Utf16LowByte`] in the library.
    ///
    /// # Errors
    /// Where there are too many points.
    pub fn new(members: &[Member], replicas: u32, encoding: KeyEncoding) -> Result<Self, SystemError> {
        let text = |member: &Member| encoding.bytes(member.text());
        let count = label::unweighted(replicas);
        let points =
            Labelled { count: &count, text: &text, separator: b".", first: 0, hash: &hash }.points(&live(members))?;
        let circle = Circle::new(&points, Equals::FirstStays, Search::AtOrBefore);
        let has_gaps = circle.points().len() < points.len();
        Ok(Self { circle: HashedCircle::of(circle, hash), has_gaps })
    }

    /// The circle of all points.
    #[must_use]
    pub fn circle(&self) -> &Circle<u32> {
        self.circle.circle()
    }

    /// Do keys beyond the highest point have no owner?
    #[must_use]
    pub fn has_gaps(&self) -> bool {
        self.has_gaps
    }

    /// The points in order.
    #[must_use]
    pub fn points(&self) -> &[(u32, u32)] {
        self.circle.points()
    }

    /// The position of a key.
    #[must_use]
    pub fn hash(&self, key: &[u8]) -> u32 {
        self.circle.hash(key)
    }

    /// The place of the node of a position.
    #[must_use]
    pub fn owner_of(&self, position: u32) -> Option<usize> {
        let beyond = |ends: &[(u32, u32)]| match ends {
            [(first, _), .., (last, _)] => position < *first || position >= *last,
            _ => true,
        };
        if self.has_gaps && beyond(self.points()) { None } else { self.circle.owner_of(position) }
    }

    /// The place of the node of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(self.hash(key))
    }
}
