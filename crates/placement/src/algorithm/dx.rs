//! DxHash: a key tries the slots of an array in a random order of its own until it finds one with a node.
//!
//! Dong, Wang: DxHash, A Scalable Consistent Hash Based on the Pseudo-Random Sequence (2021), arXiv:2107.07930. The
//! array has a power of two of slots, at least the capacity and at least as many as buckets, the vacant ones counted.
//! The node of bucket b is in slot b. A key's slots are the low bits of SplitMix64's values, seeded with its number. It
//! takes size over live slots tries on average.
//!
//! A node that is down leaves its slot empty, and comes back to it; one that is removed for good leaves it to the next
//! that is new: only its own keys move, in whatever order nodes go and come. Of several vacant slots the one that was
//! left last is taken, and without one a new node goes behind all others: while the array is large enough it takes keys
//! for itself alone, and when it has to double, keys move between others. It does not shrink again when nodes go.
//! Replicas are the nodes of the next live slots. Weights do not count.

use super::{Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights, buckets::Slots};
use crate::{
    explain::Explanation,
    fleet::{Fleet, NodeId, TakesBack},
    hash::SplitMix64,
    keys::{KeyForm, KeyHashing},
    number::Ratio,
    parameter::{self, Kind, Parameter, Settings},
    walk::{By, Walk},
};

/// For how many nodes there are slots.
pub static CAPACITY: Parameter = Parameter {
    field: "cap",
    name: "Capacity",
    help: "For how many nodes there is room. DxHash rounds it up to a power of two; more nodes than that are room too.",
    phrase: ("with room for", "nodes"),
    prominent: true,
    kind: Kind::Count { least: 1, most: 1_024, default: 32, logarithmic: true },
};

/// What DxHash says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "dx",
    name: "DxHash",
    preposition: "by",
    source: "Dong and Wang, DxHash: A Scalable Consistent Hash Based on the Pseudo-Random Sequence, 2021",
    weights: Weights::Ignored("DxHash knows no weights here: every node that is up has one slot."),
    parameters: &[&CAPACITY, &parameter::HASH, &parameter::FINALISER],
    remembers: Some(TakesBack::Any),
    card: None,
    build: |fleet, settings| Box::new(Dx::new(fleet, settings)),
};

/// A fleet in an array of slots.
#[derive(Debug)]
pub struct Dx {
    hashing: KeyHashing,
    slots: Slots,
}

impl Dx {
    /// Puts every node that is up into its slot.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        let size = settings.count(&CAPACITY).max(fleet.buckets()).next_power_of_two();
        let choice = Hashing::from_settings(settings).points;
        Self { hashing: KeyHashing { choice, form: KeyForm::Jump }, slots: Slots::new(fleet, size) }
    }

    /// The slots that a key tries, without end.
    fn tries(&self, value: u64) -> impl Iterator<Item = u32> {
        let mut random = SplitMix64::new(value);
        let mask = self.slots.len() - 1;
        std::iter::repeat_with(move || random.next_value() as u32 & mask)
    }
}

impl Placed for Dx {
    fn seats(&self) -> &[NodeId] {
        &self.slots.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.hashing
    }

    fn owner(&self, _key: &[u8], value: u64) -> Seat {
        if self.slots.seats.is_empty() {
            return NO_SEAT;
        }
        self.tries(value).map(|slot| self.slots.seat(slot)).find(|&seat| seat != NO_SEAT).unwrap_or(NO_SEAT)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        self.slots.distinct(most, self.tries(self.hashing.value(key)))
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.hashing.value(key);
        if self.slots.seats.is_empty() {
            return Explanation::Slots(None);
        }
        let mut tries = 0;
        let found = self.tries(value).inspect(|_| tries += 1).find(|&slot| self.slots.seat(slot) != NO_SEAT);
        Explanation::Slots(found.map(|slot| self.slots.way(value, slot, tries)))
    }

    fn walk(&self, _key: &[u8], value: u64, walk: &mut Walk) {
        if self.slots.seats.is_empty() {
            return;
        }
        for slot in self.tries(value) {
            self.slots.tell(slot, By::Hash(self.slots.len()), walk);
            if self.slots.meet(slot, walk) {
                break;
            }
        }
    }

    /// The live slots only.
    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.slots.live)
    }

    fn table_bytes(&self) -> u64 {
        self.slots.table_bytes()
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }
}
