//! The keys that moved, one by one: each with its place, the owner before and the owner after.

use crate::{fleet::NodeId, snapshot::Snapshot};

/// The keys that moved between two snapshots of the same keys.
#[derive(Clone, Copy, Debug)]
pub struct Moved<'a> {
    /// The placement before.
    pub before: &'a Snapshot,
    /// The placement after.
    pub after: &'a Snapshot,
    /// The numbers of the moved keys, rising.
    pub keys: &'a [u32],
}

/// One of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovedKey {
    /// Its text.
    pub text: String,
    /// The number that the later placement works on: on a ring the position.
    pub position: u64,
    /// The owner before; `None` where there was no node.
    pub from: Option<NodeId>,
    /// The owner after; `None` where there is no node.
    pub to: Option<NodeId>,
}

impl Moved<'_> {
    /// Key number `key`.
    #[must_use]
    pub fn key(&self, key: u32) -> MovedKey {
        let (keys, [from, to]) = (self.after.keys(), [self.before, self.after].map(|one| one.owner(key)));
        MovedKey { text: keys.keys().key(key), position: keys.value(key), from, to }
    }

    /// Bits of a position: 32 or 64.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.after.keys().hashing().bits()
    }
}
