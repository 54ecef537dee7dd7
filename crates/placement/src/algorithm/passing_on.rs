//! Placements whose nodes take only so many keys, and pass on to the next what is too much.
//!
//! Who owns a key hangs on the other keys then, so the owners are made once, when all keys are there, and kept. What a node
//! takes and who comes next is the placement's own: see `bounded` for the books and `system/placed/in_flight` for real
//! systems. A key that is none of those placed comes last.

use std::sync::{Arc, OnceLock};

use super::{Geometry, NO_SEAT, Placed, Seat};
use crate::{
    explain::{BoundedWay, Explanation},
    fleet::{Fleet, NodeId},
    keys::{HashedKeys, KeyHashing},
    number::Ratio,
    owners::{Onward, Owners},
    parameter::Settings,
    walk::Walk,
};

/// What came of a placement once the keys were there.
#[derive(Debug)]
pub(crate) struct Filled<K> {
    pub(crate) keys: Arc<HashedKeys>,
    pub(crate) owners: Vec<Seat>,
    /// What the nodes have by then.
    pub(crate) kept: K,
}

/// Where a key comes to, and what it passes.
pub(crate) struct Stop {
    /// All nodes in the order of the key.
    pub(crate) order: Vec<NodeId>,
    /// How many of them are passed.
    pub(crate) passed: usize,
    pub(crate) owner: Seat,
}

/// A placement on top of another, whose nodes pass keys on.
pub(crate) trait PassesOn: Send + Sync {
    /// What the nodes have once the keys are there.
    type Kept;

    /// The placement without any bound.
    fn below(&self) -> &dyn Placed;

    /// Where the keys are kept once they are there.
    fn filled(&self) -> &OnceLock<Filled<Self::Kept>>;

    /// Places within the bound, given the owners without it.
    fn fill(&self, keys: &Arc<HashedKeys>, unbounded: Vec<Seat>) -> Filled<Self::Kept>;

    /// Where a key comes to; `None` where there is nobody.
    fn stop(&self, key: &[u8], value: u64) -> Option<Stop>;

    /// What a node has and takes, once the keys are there.
    fn load(&self, seat: Seat) -> (u32, u32);

    /// Tells how a key goes from node to node.
    fn walk_on(&self, _stop: &Stop, key: &[u8], value: u64, walk: &mut Walk) {
        self.below().walk(key, value, walk);
    }

    /// See [`Placed::rebuilt`].
    fn rebuilt(&self, _fleet: &Fleet, _settings: &Settings) -> Option<Box<dyn Placed>> {
        None
    }

    /// See [`Placed::place_from`].
    fn place_from(&self, _keys: &Arc<HashedKeys>, _earlier: &dyn Placed) -> Option<Onward> {
        None
    }

    /// See [`Placed::unbounded_owners`].
    fn unbounded_owners(&self) -> Option<&Owners> {
        None
    }
}

impl<P: PassesOn> Placed for P {
    fn seats(&self) -> &[NodeId] {
        self.below().seats()
    }

    fn key_hashing(&self) -> KeyHashing {
        self.below().key_hashing()
    }

    fn owner(&self, key: &[u8], value: u64) -> Seat {
        self.stop(key, value).map_or(NO_SEAT, |stop| stop.owner)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let Some(mut stop) = self.stop(key, self.key_hashing().value(key)) else { return Vec::new() };
        stop.order.rotate_left(stop.passed);
        stop.order.truncate(most);
        stop.order
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let way = self.below().explain(key);
        let Some(stop) = self.stop(key, self.key_hashing().value(key)) else { return way };
        let (load, capacity) = self.load(stop.owner);
        let mut full = stop.order;
        let owner = full[stop.passed];
        full.truncate(stop.passed);
        Explanation::Bounded(Box::new(BoundedWay { way, full, owner, load, capacity }))
    }

    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk) {
        if let Some(stop) = self.stop(key, value) {
            walk.bound(&stop.order[..stop.passed], self.load(stop.owner));
            self.walk_on(&stop, key, value, walk);
            walk.meet_full();
        }
    }

    fn geometry(&self) -> Geometry<'_> {
        self.below().geometry()
    }

    /// None: a share of the hash space says nothing of keys that go on.
    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }

    /// As without the bound.
    fn usual_deviation(&self, seat: usize, share: f64, keys: u32) -> f64 {
        self.below().usual_deviation(seat, share, keys)
    }

    fn table_bytes(&self) -> u64 {
        // How many keys each node has and takes.
        self.below().table_bytes() + 8 * self.seats().len() as u64
    }

    fn needs_all_keys(&self) -> bool {
        true
    }

    fn place(&self, keys: &Arc<HashedKeys>) -> Vec<Seat> {
        match self.filled().get() {
            // The first keys are kept, for questions about single ones.
            Some(filled) if !filled.keys.fits(keys.keys(), keys.hashing()) => {
                self.fill(keys, self.below().place(keys)).owners
            }
            Some(filled) => filled.owners.clone(),
            None => self.settle(keys, self.below().place(keys)),
        }
    }

    /// Without the bound.
    fn place_part(&self, part: &Arc<HashedKeys>) -> Vec<Seat> {
        self.below().place_part(part)
    }

    fn settle(&self, keys: &Arc<HashedKeys>, owners: Vec<Seat>) -> Vec<Seat> {
        self.filled().get_or_init(|| self.fill(keys, owners)).owners.clone()
    }

    fn rebuilt(&self, fleet: &Fleet, settings: &Settings) -> Option<Box<dyn Placed>> {
        PassesOn::rebuilt(self, fleet, settings)
    }

    fn place_from(&self, keys: &Arc<HashedKeys>, earlier: &dyn Placed, _owners: &Owners) -> Option<Onward> {
        PassesOn::place_from(self, keys, earlier)
    }

    fn unbounded_owners(&self) -> Option<&Owners> {
        PassesOn::unbounded_owners(self)
    }
}
