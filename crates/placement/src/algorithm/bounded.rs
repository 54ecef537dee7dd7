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
//! What is here serves `bounded_ring` and `bounded_rendezvous`. Down, weights and ties are those of the algorithm
//! below.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use super::{Geometry, NO_SEAT, Placed, Seat};
use crate::{
    explain::{BoundedWay, Explanation},
    fleet::{Fleet, NodeId},
    keys::{HashedKeys, KeyHashing},
    number::Ratio,
    owners::{Onward, Owners},
    parameter::{Kind, Parameter, Settings},
    walk::Walk,
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
    filled: OnceLock<Filled>,
}

#[derive(Debug)]
struct Filled {
    keys: Arc<HashedKeys>,
    /// Without the bound.
    unbounded: Owners,
    owners: Vec<Seat>,
    loads: Loads,
}

/// Where a key comes to, and what it passes.
struct Stop {
    /// All nodes in the order of the key.
    order: Vec<NodeId>,
    /// How many of them are passed.
    passed: usize,
    owner: Seat,
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
    fn fill(&self, keys: &Arc<HashedKeys>, unbounded: Owners) -> Filled {
        let takes = self.capacities(keys.keys().len());
        let open = takes.iter().filter(|&&takes| takes > 0).count();
        let mut loads = Loads { has: vec![0; takes.len()], takes, open };
        let owners = self.below.place_within(keys, unbounded.seats(self.seats()), &mut loads);
        Filled { keys: Arc::clone(keys), unbounded, owners, loads }
    }

    /// What each seat has and takes, once the keys are there.
    fn loads(&self, seat: Seat) -> (u32, u32) {
        let of = |all: &[u32]| all.get(seat as usize).copied().unwrap_or(0);
        self.filled.get().map_or((0, 0), |filled| (of(&filled.loads.has), of(&filled.loads.takes)))
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
                    seats().find(|&seat| filled.loads.has[seat as usize] < takes[seat as usize])
                }
            },
        }?;
        let passed = seats().position(|seat| seat == owner)?;
        Some(Stop { order, passed, owner })
    }
}

impl<B: Below> Placed for Bounded<B> {
    fn seats(&self) -> &[NodeId] {
        self.below.seats()
    }

    fn key_hashing(&self) -> KeyHashing {
        self.below.key_hashing()
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
        let way = self.below.explain(key);
        let Some(stop) = self.stop(key, self.key_hashing().value(key)) else { return way };
        let (load, capacity) = self.loads(stop.owner);
        let mut full = stop.order;
        let owner = full[stop.passed];
        full.truncate(stop.passed);
        Explanation::Bounded(Box::new(BoundedWay { way, full, owner, load, capacity }))
    }

    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk) {
        if let Some(stop) = self.stop(key, value) {
            walk.bound(&stop.order[..stop.passed], self.loads(stop.owner));
            self.below.walk(key, value, walk);
            walk.meet_full();
        }
    }

    fn geometry(&self) -> Geometry<'_> {
        self.below.geometry()
    }

    /// None: a share of the hash space says nothing of keys that go on.
    fn table_bytes(&self) -> u64 {
        // How many keys each node has and takes.
        self.below.table_bytes() + 8 * self.weights.len() as u64
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }

    /// As without the bound.
    fn usual_deviation(&self, seat: usize, share: f64, keys: u32) -> f64 {
        self.below.usual_deviation(seat, share, keys)
    }

    fn needs_all_keys(&self) -> bool {
        true
    }

    fn rebuilt(&self, fleet: &Fleet, settings: &Settings) -> Option<Box<dyn Placed>> {
        Some(Box::new(Self::new(self.below.on_to(fleet, settings), fleet, settings)))
    }

    fn place(&self, keys: &Arc<HashedKeys>) -> Vec<Seat> {
        match self.filled.get() {
            // The first keys are kept, for questions about single ones.
            Some(filled) if !filled.keys.fits(keys.keys(), keys.hashing()) => {
                self.fill(keys, Owners::by_seat(self.below.place(keys), self.seats())).owners
            }
            Some(filled) => filled.owners.clone(),
            None => self.settle(keys, self.below.place(keys)),
        }
    }

    /// Without the bound.
    fn place_part(&self, part: &Arc<HashedKeys>) -> Vec<Seat> {
        self.below.place_part(part)
    }

    fn settle(&self, keys: &Arc<HashedKeys>, owners: Vec<Seat>) -> Vec<Seat> {
        let fill = || self.fill(keys, Owners::by_seat(owners, self.seats()));
        self.filled.get_or_init(fill).owners.clone()
    }

    /// The owners without the bound from those of before; then all keys arrive anew, and only those walk on that find no
    /// room.
    fn place_from(&self, keys: &Arc<HashedKeys>, earlier: &dyn Placed, _owners: &Owners) -> Option<Onward> {
        let unbounded = self.below.place_from(keys, earlier, earlier.unbounded_owners()?)?.owners;
        let filled = self.filled.get_or_init(|| self.fill(keys, unbounded));
        Some(Onward { owners: Owners::by_seat(filled.owners.clone(), self.seats()), moves: None })
    }

    fn unbounded_owners(&self) -> Option<&Owners> {
        self.filled.get().map(|filled| &filled.unbounded)
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
