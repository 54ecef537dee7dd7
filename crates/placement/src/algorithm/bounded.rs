//! Bounded loads: no node takes more than a factor of its fair share; what is too much goes on to the next.
//!
//! Mirrokni, Thorup, Zadimoghaddam: Consistent Hashing with Bounded Loads (SODA 2018), arXiv:1608.01350. Of m keys on
//! nodes of weight w, W in all, a node takes up to ceil(c · m · w / W), in whole numbers, with c in whole per cent. Keys
//! arrive in their order, and that order matters: a key that comes early has its place, a later one passes the nodes
//! that are full. After a change all keys arrive anew, so keys move between nodes to which nothing happened.
//!
//! The bound needs all keys, so the owners are made once and kept. A key that is none of them is answered as one that
//! comes last, m being one more. Of a key that stands twice in a list, the first is asked for. Replicas do not count as
//! load: they are the nodes after the owner, and at the end those that were full.
//!
//! What is here serves `bounded_ring` and `bounded_rendezvous`; how keys are passed on stands in `passing_on`. Down, weights and ties are those of the algorithm
//! below.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use super::{
    NO_SEAT, Placed, Seat,
    passing_on::{Filled, PassesOn, Stop},
};
use crate::{
    fleet::{Fleet, NodeId},
    keys::HashedKeys,
    owners::{Onward, Owners},
    parameter::{Kind, Parameter, Settings},
};

/// The most that a node takes, over its fair share.
pub static FACTOR: Parameter = Parameter {
    field: "c",
    name: "Bound",
    help: "The most that a node takes, in per cent of its fair share; what is too much goes on to the next node.",
    phrase: ("with at most", "% of the fair share each"),
    prominent: true,
    kind: Kind::Count { least: 100, most: 1_000, default: 125, logarithmic: true },
};

/// What a node takes of so many keys: ceil(c · m · w / W), with c in per cent. 0 where nobody has any weight.
#[must_use]
pub fn capacity(per_cent: u32, keys: u32, weight: u32, all_weight: u64) -> u32 {
    let asked = u128::from(per_cent) * u128::from(keys) * u128::from(weight);
    let whole = u128::from(all_weight) * 100;
    if whole == 0 { 0 } else { u32::try_from(asked.div_ceil(whole)).unwrap_or(u32::MAX) }
}

/// What nodes have and what they take, seat by seat.
#[derive(Debug)]
pub(crate) struct Loads {
    has: Vec<u32>,
    takes: Vec<u32>,
    /// How many are not full.
    open: usize,
}

impl Loads {
    /// Is there room on this seat?
    pub(crate) fn has_room(&self, seat: Seat) -> bool {
        self.has[seat as usize] < self.takes[seat as usize]
    }

    /// Is there room anywhere? All capacities together are at least the keys, so there is for every key.
    pub(crate) fn has_any_room(&self) -> bool {
        self.open > 0
    }

    /// A key more; is the seat full by it?
    pub(crate) fn add(&mut self, seat: Seat) -> bool {
        let (has, takes) = (&mut self.has[seat as usize], self.takes[seat as usize]);
        *has += 1;
        self.open -= usize::from(*has == takes);
        *has == takes
    }
}

/// An algorithm that has a next node for a key, and a next after that.
pub(crate) trait Below: Placed + Sized + 'static {
    /// As built for a fleet, taking over from this placement what stays.
    fn on_to(&self, fleet: &Fleet, settings: &Settings) -> Self;

    /// The owners of all keys in their order, where each goes on until there is room. Given are the owners without any
    /// bound.
    fn place_within(&self, keys: &HashedKeys, first: Vec<Seat>, loads: &mut Loads) -> Vec<Seat>;
}

/// A placement, and what came of it once the keys were there.
#[derive(Debug)]
pub(crate) struct Bounded<B> {
    below: B,
    per_cent: u32,
    /// Of each seat, in hundredths.
    weights: Vec<u32>,
    all_weight: u64,
    seat_of: BTreeMap<NodeId, Seat>,
    filled: OnceLock<Filled<Kept>>,
}

/// What the nodes have, and who would own the keys without the bound.
#[derive(Debug)]
pub(crate) struct Kept {
    loads: Loads,
    unbounded: Owners,
}

impl<B: Below> Bounded<B> {
    pub(crate) fn new(below: B, fleet: &Fleet, settings: &Settings) -> Self {
        // Seats are the rows that have a weight and are up, in the order of rows.
        let weights = fleet.nodes().iter().map(|node| node.effective_weight().hundredths());
        let weights: Vec<u32> = weights.filter(|&weight| weight > 0).collect();
        let mut seat_of = BTreeMap::new();
        seat_of.extend(below.seats().iter().copied().zip(0..));
        let all_weight = weights.iter().copied().map(u64::from).sum();
        Self { below, per_cent: settings.count(&FACTOR), weights, all_weight, seat_of, filled: OnceLock::new() }
    }

    fn capacities(&self, keys: u32) -> Vec<u32> {
        self.weights.iter().map(|&weight| capacity(self.per_cent, keys, weight, self.all_weight)).collect()
    }

    /// Places within the bound, given the owners without it.
    fn fill_from(&self, keys: &Arc<HashedKeys>, unbounded: Owners) -> Filled<Kept> {
        let takes = self.capacities(keys.keys().len());
        let open = takes.iter().filter(|&&takes| takes > 0).count();
        let mut loads = Loads { has: vec![0; takes.len()], takes, open };
        let owners = self.below.place_within(keys, unbounded.seats(self.below.seats()), &mut loads);
        Filled { keys: Arc::clone(keys), owners, kept: Kept { loads, unbounded } }
    }
}

impl<B: Below> PassesOn for Bounded<B> {
    type Kept = Kept;

    fn below(&self) -> &dyn Placed {
        &self.below
    }

    fn filled(&self) -> &OnceLock<Filled<Kept>> {
        &self.filled
    }

    fn fill(&self, keys: &Arc<HashedKeys>, unbounded: Vec<Seat>) -> Filled<Kept> {
        self.fill_from(keys, Owners::by_seat(unbounded, self.below.seats()))
    }

    fn stop(&self, key: &[u8], value: u64) -> Option<Stop> {
        let order = self.below.owners(key, self.weights.len());
        let seats = || order.iter().map(|id| self.seat_of.get(id).copied().unwrap_or(NO_SEAT));
        let owner = match self.filled.get() {
            None => seats().next(),
            Some(filled) => match filled.keys.find(key, value) {
                Some(at) => filled.owners.get(at as usize).copied(),
                None => {
                    let takes = self.capacities(filled.keys.keys().len().saturating_add(1));
                    seats().find(|&seat| filled.kept.loads.has[seat as usize] < takes[seat as usize])
                }
            },
        }?;
        let passed = seats().position(|seat| seat == owner)?;
        Some(Stop { order, passed, owner })
    }

    fn load(&self, seat: Seat) -> (u32, u32) {
        let of = |all: &[u32]| all.get(seat as usize).copied().unwrap_or(0);
        self.filled.get().map_or((0, 0), |filled| (of(&filled.kept.loads.has), of(&filled.kept.loads.takes)))
    }

    fn rebuilt(&self, fleet: &Fleet, settings: &Settings) -> Option<Box<dyn Placed>> {
        Some(Box::new(Self::new(self.below.on_to(fleet, settings), fleet, settings)))
    }

    /// The owners without the bound from those of before; then all keys arrive anew, and only those walk on that find no
    /// room.
    fn place_from(&self, keys: &Arc<HashedKeys>, earlier: &dyn Placed) -> Option<Onward> {
        let unbounded = self.below.place_from(keys, earlier, earlier.unbounded_owners()?)?.owners;
        let filled = self.filled.get_or_init(|| self.fill_from(keys, unbounded));
        Some(Onward { owners: Owners::by_seat(filled.owners.clone(), self.below.seats()), moves: None })
    }

    fn unbounded_owners(&self) -> Option<&Owners> {
        self.filled.get().map(|filled| &filled.kept.unbounded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacities_are_whole_numbers() {
        // 1.1 · 100 / 10 is 11; in floating point it comes out a little higher, and its ceiling as 12.
        assert_eq!(capacity(110, 100, 100, 1_000), 11);
        assert_eq!(capacity(100, 10, 100, 300), 4);
        assert_eq!(capacity(125, 0, 100, 300), 0);
        assert_eq!(capacity(100, 1, 1, 100_001), 1);
        assert_eq!(capacity(1_000, 1_000_000, 100_000, 100_000), 10_000_000);
        assert_eq!(capacity(125, 10, 0, 0), 0);
    }
}
