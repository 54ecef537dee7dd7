//! DxHash: a key tries the slots of an array in a random order of its own until it finds one with a node.
//!
//! Dong, Wang: DxHash, A Scalable Consistent Hash Based on the Pseudo-Random Sequence (2021), arXiv:2107.07930. The array
//! has a power of two of slots, at least the capacity and at least as many as buckets. The node of bucket b is in slot
//! b. A key's slots are the low bits of SplitMix64's values, seeded with its number. It takes size over live slots tries
//! on average.
//!
//! A node that is down leaves its slot empty, and comes back to it: only its own keys move, in whatever order nodes go
//! and come. So does a node that is added, while the array is large enough; when it has to double, keys move between
//! others. A node that is removed for good gives its bucket away by the rule that closes gaps, as in `jump`: to see what
//! the paper's removal does, take it down. Replicas are the nodes of the next live slots. Weights do not count.

use super::{Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights, jump, seated};
use crate::{
    explain::{Explanation, SlotRule, SlotWay},
    fleet::{Fleet, NodeId},
    hash::SplitMix64,
    keys::{KeyForm, KeyHashing},
    number::Ratio,
    order,
    parameter::{self, Kind, Parameter, Settings},
};

/// For how many nodes there are slots.
pub static CAPACITY: Parameter = Parameter {
    field: "cap",
    name: "Capacity",
    help: "For how many nodes there is room, rounded up to a power of two; more nodes than that double it.",
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
    parameters: &[&CAPACITY, &jump::GAP, &parameter::HASH, &parameter::FINALISER],
    build: |fleet, settings| Box::new(Dx::new(fleet, settings)),
};

/// A fleet in an array of slots.
#[derive(Debug)]
pub struct Dx {
    hashing: KeyHashing,
    seats: Vec<NodeId>,
    /// The seat in each slot, or [`NO_SEAT`].
    slots: Vec<Seat>,
    /// The nodes in the order of their slots, the empty ones left out.
    live: Vec<NodeId>,
    /// The place of each seat among them.
    place_of: Vec<u32>,
}

impl Dx {
    /// Puts every node that is up into its slot.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        let (nodes, _) = seated(fleet, |node| node.up);
        let buckets = fleet.nodes().iter().map(|node| node.bucket + 1).max().unwrap_or(1);
        let size = settings.count(&CAPACITY).max(buckets).next_power_of_two();
        let mut slots = vec![NO_SEAT; size as usize];
        for (node, seat) in nodes.iter().zip(0..) {
            slots[node.bucket as usize] = seat;
        }
        let in_order = order::places(nodes.len(), &|a, b| nodes[a].bucket.cmp(&nodes[b].bucket));
        let mut place_of = vec![0; nodes.len()];
        for (place, &seat) in (0..).zip(&in_order) {
            place_of[seat] = place;
        }
        let choice = Hashing::from_settings(settings).points;
        Self {
            hashing: KeyHashing { choice, form: KeyForm::Jump },
            seats: nodes.iter().map(|node| node.id).collect(),
            slots,
            live: in_order.into_iter().map(|seat| nodes[seat].id).collect(),
            place_of,
        }
    }

    /// The slots that a key tries, without end.
    fn tries(&self, value: u64) -> impl Iterator<Item = usize> {
        let mut random = SplitMix64::new(value);
        let mask = self.slots.len() - 1;
        std::iter::repeat_with(move || random.next_value() as usize & mask)
    }
}

impl Placed for Dx {
    fn seats(&self) -> &[NodeId] {
        &self.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.hashing
    }

    fn owner(&self, _key: &[u8], value: u64) -> Seat {
        if self.seats.is_empty() {
            return NO_SEAT;
        }
        self.tries(value).map(|slot| self.slots[slot]).find(|&seat| seat != NO_SEAT).unwrap_or(NO_SEAT)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let most = most.min(self.seats.len());
        let mut seen = vec![false; self.seats.len()];
        let mut owners = Vec::with_capacity(most);
        let mut tries = self.tries(self.hashing.value(key));
        while owners.len() < most {
            let seat = tries.next().map_or(NO_SEAT, |slot| self.slots[slot]);
            if seat != NO_SEAT && !std::mem::replace(&mut seen[seat as usize], true) {
                owners.push(self.seats[seat as usize]);
            }
        }
        owners
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.hashing.value(key);
        if self.seats.is_empty() {
            return Explanation::Slots(None);
        }
        let mut tries = 0;
        let found = self.tries(value).inspect(|_| tries += 1).find(|&slot| self.slots[slot] != NO_SEAT);
        Explanation::Slots(found.map(|slot| {
            let seat = self.slots[slot] as usize;
            SlotWay {
                rule: SlotRule::Tries { tries, slot: slot as u32, size: self.slots.len() as u32 },
                value,
                slots: self.live.len() as u32,
                visited: vec![self.place_of[seat]],
                owner: self.seats[seat],
            }
        }))
    }

    /// The live slots only.
    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.live)
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }
}
