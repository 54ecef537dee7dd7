//! The lookup table with a coordinator: an explicit map from ranges of the hash to nodes, kept by one authority that all
//! clients ask or copy. Complete control: any shard can be moved, any tenant pinned, any node drained.
//!
//! In the spirit of Vitess and HBase, which keep such a map in a store like etcd or ZooKeeper; the first source document's
//! "Option B". The map here has 256 equal ranges of the 32-bit hash: the shard of a key are its highest 8 bits. How shards
//! are dealt, how they follow a change of the fleet and what the version counts is ours, and stands in `shards`. What a
//! coordinator costs in a running system, a lookup on the way to every read and copies that go stale, no placement shows.
//!
//! Weights count, to a whole shard: with a weight far below that of the others, or among more nodes than there are shards,
//! a node can own nothing. A node that is down gives its shards to the others and gets as many back when it comes up, but
//! not the same ones. There are no ties. Replicas are the owners of the shards that follow, wrapping, and at last nodes
//! that own no shard, in the order of rows. A tenant that is pinned has its node first and then those of its keys' shards.

use std::sync::Arc;

use super::{Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights, bytes_of, distinct};
use crate::{
    explain::{Explanation, SlotRule, SlotWay},
    fleet::{Fleet, NodeId},
    keys::{HashedKeys, KeyForm, KeyHashing},
    number::Ratio,
    order,
    parameter::{self, Settings},
    shards::{ById, Pin, SHARDS},
    walk::{Place, Step, Walk},
};

/// What the lookup table says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "coordinator",
    name: "lookup table",
    preposition: "by a",
    source: "A coordinator with a map from hash ranges to nodes, as in Vitess or HBase",
    weights: Weights::Used,
    parameters: &[&parameter::HASH, &parameter::FINALISER],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(Coordinator::new(fleet, settings)),
};

/// A fleet with its table.
#[derive(Debug)]
pub struct Coordinator {
    hashing: KeyHashing,
    seats: Vec<NodeId>,
    /// The seat of each shard; none where no node counts.
    seat_of_shard: Vec<Seat>,
    /// The node of each shard.
    slots: Vec<NodeId>,
    /// The pins whose nodes count, with their seats; the longest first.
    pins: Vec<(Pin, Seat)>,
    version: u32,
}

impl Coordinator {
    /// Reads the table of a fleet.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        let table = fleet.shards();
        let seats: Vec<NodeId> = table.counted(fleet).into_iter().map(|one| one.0).collect();
        let numbered: Vec<(NodeId, u32)> = seats.iter().copied().zip(0..).collect();
        let by_id = ById::new(&numbered);
        let seat_of = |id| by_id.get(id).map(|seat| seat as Seat);
        let slots: Vec<NodeId> = table.owners().iter().copied().flatten().collect();
        let seat_of_shard = slots.iter().map(|&id| seat_of(id).unwrap_or(NO_SEAT)).collect();
        let pins: Vec<(Pin, Seat)> =
            table.pins().iter().filter_map(|pin| Some((pin.clone(), seat_of(pin.node)?))).collect();
        let longest = order::places(pins.len(), &|a, b| pins[b].0.tenant.len().cmp(&pins[a].0.tenant.len()));
        let pins = longest.into_iter().map(|place| pins[place].clone()).collect();
        // Only keys are hashed here, and by the one hash that the page shows.
        let hashing = KeyHashing { choice: Hashing::from_settings(settings).points, form: KeyForm::Bits32 };
        Self { hashing, seats, seat_of_shard, slots, pins, version: table.version() }
    }

    /// The owner by shard.
    fn seat_of(&self, value: u64) -> Seat {
        self.seat_of_shard.get(shard_of(value) as usize).copied().unwrap_or(NO_SEAT)
    }

    /// The pin that decides over a key.
    #[inline(never)]
    fn pin(&self, key: &[u8]) -> Option<&(Pin, Seat)> {
        self.pins.iter().find(|(pin, _)| key.starts_with(pin.tenant.as_bytes()))
    }
}

/// The highest bits of a number of 32.
fn shard_of(value: u64) -> u32 {
    (value >> (32 - SHARDS.trailing_zeros())) as u32 % SHARDS
}

impl Placed for Coordinator {
    fn seats(&self) -> &[NodeId] {
        &self.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.hashing
    }

    fn owner(&self, key: &[u8], value: u64) -> Seat {
        match self.pin(key) {
            Some(&(_, seat)) => seat,
            None => self.seat_of(value),
        }
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let shard = shard_of(self.hashing.value(key)) as usize;
        let (before, after) = self.seat_of_shard.split_at(shard.min(self.seat_of_shard.len()));
        let pinned = self.pin(key).map(|one| &one.1);
        let without_shards = 0..self.seats.len() as Seat;
        distinct(&self.seats, most, &mut pinned.into_iter().chain(after).chain(before).copied().chain(without_shards))
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.hashing.value(key);
        let shard = shard_of(value);
        Explanation::Slots(self.slots.get(shard as usize).map(|&owner| {
            let pin = self.pin(key).map(|one| &one.0);
            let tenant = pin.map(|pin| pin.tenant.clone());
            SlotWay {
                rule: SlotRule::Shard { version: self.version, tenant },
                value,
                slots: SHARDS,
                visited: vec![shard],
                owner: pin.map_or(owner, |pin| pin.node),
            }
        }))
    }

    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk) {
        if self.slots.is_empty() {
            return;
        }
        let shard = shard_of(value);
        walk.tell(Step::Shard { shard, shards: SHARDS, version: self.version });
        if let Some((pin, _)) = self.pin(key) {
            walk.tell(Step::Pinned(pin.tenant.clone()));
            if walk.meet(Place::Nowhere, pin.node) {
                return;
            }
        }
        if !walk.meet_slots(shard, &self.slots) {
            walk.meet_rest(&self.seats);
        }
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.slots)
    }

    fn slot(&self, value: u64) -> Option<u32> {
        (!self.slots.is_empty()).then(|| shard_of(value))
    }

    fn table_bytes(&self) -> u64 {
        // A pin is a text and a node's number.
        let pins: usize = self.pins.iter().map(|(pin, _)| pin.tenant.len() + size_of::<Seat>()).sum();
        bytes_of(&self.seat_of_shard) + pins as u64
    }

    /// Shards over all shards. Of the hash space, so without what is pinned.
    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        let mut shards = vec![0u32; self.seats.len()];
        for &seat in &self.seat_of_shard {
            shards[seat as usize] += 1;
        }
        Some(shards.into_iter().map(|shards| Ratio::new(shards, SHARDS)).collect())
    }

    fn place(&self, keys: &Arc<HashedKeys>) -> Vec<Seat> {
        let mut owners: Vec<Seat> = keys.values().map(|value| self.seat_of(value)).collect();
        if !self.pins.is_empty() {
            keys.keys().for_each(|at, key| {
                if let Some(&(_, seat)) = self.pin(key) {
                    owners[at as usize] = seat;
                }
            });
        }
        owners
    }
}
