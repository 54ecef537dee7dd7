//! Modulo: `nodes[hash(key) % N]`, the line that everyone writes first. Almost every key moves when N changes.
//!
//! Slots are the nodes that are up, in the order of their rows: a node that is down or removed moves all after it one
//! slot down. Replicas are the next slots, wrapping. No paper; the first source document's "Option A".

use super::{Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights, seated};
use crate::{
    explain::{Explanation, SlotRule, SlotWay},
    fleet::{Fleet, NodeId},
    keys::KeyHashing,
    number::Ratio,
    parameter::{self, Settings},
    walk::{Step, Walk},
};

/// What modulo says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "modulo",
    name: "modulo",
    preposition: "by",
    source: "nodes[hash(key) % N]",
    weights: Weights::Ignored("Modulo knows no weights: every node that is up has one slot."),
    parameters: &[&parameter::HASH, &parameter::FINALISER, &parameter::SPACE],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(Modulo::new(fleet, settings)),
};

/// A fleet by modulo.
#[derive(Debug)]
pub struct Modulo {
    hashing: Hashing,
    seats: Vec<NodeId>,
}

impl Modulo {
    /// Numbers the nodes that are up.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        let (nodes, _) = seated(fleet, |node| node.up);
        let points = Hashing::from_settings(settings);
        // Only keys are hashed here, and by the one hash that the page shows.
        let hashing = Hashing { keys: points.points, ..points };
        Self { hashing, seats: nodes.iter().map(|node| node.id).collect() }
    }
}

impl Placed for Modulo {
    fn seats(&self) -> &[NodeId] {
        &self.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.hashing.of_keys()
    }

    fn owner(&self, _key: &[u8], value: u64) -> Seat {
        // A fleet has at most 10,000 nodes, so a slot number fits a seat.
        value.checked_rem(self.seats.len() as u64).map_or(NO_SEAT, |slot| slot as Seat)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let count = self.seats.len();
        let first = self.owner(key, self.key_hashing().value(key)) as usize;
        (0..most.min(count)).map(|step| self.seats[(first + step) % count]).collect()
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.key_hashing().value(key);
        let slot = self.owner(key, value);
        Explanation::Slots(self.seats.get(slot as usize).map(|&owner| SlotWay {
            rule: SlotRule::Remainder,
            value,
            slots: self.seats.len() as u32,
            visited: vec![u32::from(slot)],
            owner,
        }))
    }

    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk) {
        let (slots, first) = (self.seats.len() as u32, u32::from(self.owner(key, value)));
        walk.tell(Step::Remainder { value, slots, slot: first });
        walk.meet_slots(first, &self.seats);
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.seats)
    }

    fn table_bytes(&self) -> u64 {
        0
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        let count = self.seats.len() as u128;
        let space = 1u128 << self.hashing.bits;
        // The first (space mod N) slots have one value more.
        Some((0..count).map(|slot| Ratio::new(space / count + u128::from(slot < space % count), space)).collect())
    }
}
