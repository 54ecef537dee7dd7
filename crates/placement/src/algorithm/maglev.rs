//! Maglev: a lookup table of prime size in which the nodes take slots by turns, each in an order of its own.
//!
//! Eisenbud, Yi, Contavalli et al.: Maglev, A Fast and Reliable Software Network Load Balancer (NSDI 2016), section 3.4.
//! A node with the hash h visits the slots offset, offset + skip, offset + 2 · skip … modulo M, where offset = h mod M
//! and skip = h' mod (M - 1) + 1; h' is the finaliser (fmix32 or fmix64, by the space) of h + 2^bits/golden ratio, where
//! the paper has a second hash. In its turn a node takes the next slot of its order that is free. The slot of a key is
//! its number modulo M.
//!
//! Turns go in the order of names (by bytes, then by id), so that the order of rows does not matter; of two nodes with
//! one hash value the smaller name goes first. Weights as in Envoy (maglev_lb.cc), but in whole numbers, where Envoy's
//! floating-point sums give a turn now and then to another node: in round i a node waits while i · w is less than the
//! largest weight for each turn that it has had. So every node has a slot, as long as there are as many slots as nodes. A node that is down or of weight 0 takes no turns: the table is made anew without
//! it, and some slots move between others. The paper has no replicas: here they are the nodes of the slots that follow.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights, bytes_of, distinct, seated};
use crate::{
    explain::{Explanation, SlotRule, SlotWay},
    fleet::{Fleet, NodeId},
    hash::{fmix32, fmix64},
    keys::KeyHashing,
    number::Ratio,
    parameter::{self, Choice, Kind, Parameter, Settings},
    walk::{Step, Walk},
    weight::Weight,
};

/// How many slots the table has: primes only, as only then each order visits every slot.
pub static TABLE: Parameter = Parameter {
    field: "table",
    name: "Table size",
    help: "How many slots the table has. Only a prime lets every node visit every slot.",
    phrase: ("with a table of", "slots"),
    prominent: true,
    kind: Kind::Choice(&[
        Choice { id: "65537", name: "65,537", help: "The paper's small table, and Envoy's." },
        Choice { id: "13", name: "13", help: "Small enough to follow by hand." },
        Choice { id: "31", name: "31", help: "Small enough to see every slot." },
        Choice { id: "251", name: "251", help: "Cilium's smallest." },
        Choice { id: "1021", name: "1,021", help: "" },
        Choice { id: "4093", name: "4,093", help: "" },
        Choice { id: "16381", name: "16,381", help: "Cilium's." },
        Choice { id: "131071", name: "131,071", help: "Cilium's largest." },
        Choice { id: "655373", name: "655,373", help: "The paper's large table." },
    ]),
};

/// The numbers of slots, in the order of the choices.
const SIZES: [u32; 9] = [65_537, 13, 31, 251, 1_021, 4_093, 16_381, 131_071, 655_373];

/// What Maglev says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "maglev",
    name: "Maglev",
    preposition: "by",
    source: "Eisenbud et al., Maglev: A Fast and Reliable Software Network Load Balancer, NSDI 2016",
    weights: Weights::Used,
    parameters: &[&TABLE, &parameter::HASH, &parameter::FINALISER, &parameter::SPACE],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(Maglev::new(fleet, settings)),
};

/// The order in which a node wants the slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The first slot, less than the size of the table.
    pub offset: u32,
    /// From one slot to the next, from 1 to the size of the table less 1.
    pub skip: u32,
}

/// Fills a table of `size` slots, a prime, by turns: the place among `orders` of the node of each slot. Empty where the
/// turns end before the table is full.
#[must_use]
pub fn fill(size: u32, orders: &[Order], turns: &mut dyn Iterator<Item = usize>) -> Vec<u32> {
    let mut table = vec![u32::MAX; size as usize];
    let mut next: Vec<u32> = orders.iter().map(|order| order.offset).collect();
    for _ in 0..size {
        let Some(at) = turns.next() else { return Vec::new() };
        let slot = &mut next[at];
        while table[*slot as usize] != u32::MAX {
            // Both are less than the size: no division is needed to stay below it.
            *slot += orders[at].skip;
            *slot -= if *slot >= size { size } else { 0 };
        }
        table[*slot as usize] = at as u32;
    }
    table
}

/// Whose turn it is, by weights in any unit, without end: in round i, from 1, a node waits while i times its weight is
/// less than the largest weight times the turns that it has had. A weight of 0 has no turns.
pub fn turns(weights: &[u32]) -> impl Iterator<Item = usize> {
    let most = u64::from(weights.iter().copied().max().unwrap_or(0));
    // The next turn of each node: its round, its place, its number. Going through all rounds would take minutes where
    // one of ten thousand nodes has most of the weight.
    let everyone: Vec<usize> = (0..weights.len()).filter(|&at| weights[at] > 0).collect();
    // Of equal weights everyone has every turn.
    let is_even = everyone.iter().all(|&at| u64::from(weights[at]) == most);
    let mut even = everyone.clone().into_iter().cycle();
    let everyone = everyone.into_iter().filter(|_| !is_even);
    let mut next: BinaryHeap<Reverse<(u64, usize, u64)>> = everyone.map(|at| Reverse((1, at, 1))).collect();
    std::iter::from_fn(move || {
        if is_even {
            return even.next();
        }
        let Reverse((round, at, turn)) = next.pop()?;
        let waits_until = (turn * most).div_ceil(u64::from(weights[at]));
        next.push(Reverse(((round + 1).max(waits_until), at, turn + 1)));
        Some(at)
    })
}

/// A fleet in a table.
#[derive(Debug)]
pub struct Maglev {
    hashing: Hashing,
    seats: Vec<NodeId>,
    /// The seat of each slot.
    seat_of_slot: Vec<Seat>,
    /// The node of each slot.
    slots: Vec<NodeId>,
}

impl Maglev {
    /// Fills the table.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        let points = Hashing::from_settings(settings);
        // Keys and nodes go by the one hash that the page shows.
        let hashing = Hashing { keys: points.points, ..points };
        let size = SIZES.get(settings.choice(&TABLE)).copied().unwrap_or(SIZES[0]);
        let (nodes, by_name) = seated(fleet, |node| node.effective_weight() > Weight::ZERO);
        let orders: Vec<Order> = by_name
            .iter()
            .map(|&seat| {
                let hash = hashing.of_point(nodes[seat].name.as_bytes());
                let second = if hashing.bits == 64 {
                    fmix64(hash.wrapping_add(0x9e37_79b9_7f4a_7c15))
                } else {
                    u64::from(fmix32((hash as u32).wrapping_add(0x9e37_79b1)))
                };
                Order { offset: (hash % u64::from(size)) as u32, skip: (second % u64::from(size - 1)) as u32 + 1 }
            })
            .collect();
        let weights: Vec<u32> = by_name.iter().map(|&seat| nodes[seat].weight.hundredths()).collect();
        let table = fill(size, &orders, &mut turns(&weights));
        let seats: Vec<NodeId> = nodes.iter().map(|node| node.id).collect();
        let seat_of_slot: Vec<Seat> = table.into_iter().map(|place| by_name[place as usize] as Seat).collect();
        let slots = seat_of_slot.iter().map(|&seat| seats[seat as usize]).collect();
        Self { hashing, seats, seat_of_slot, slots }
    }
}

impl Placed for Maglev {
    fn seats(&self) -> &[NodeId] {
        &self.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.hashing.of_keys()
    }

    fn owner(&self, _key: &[u8], value: u64) -> Seat {
        self.slot(value).map_or(NO_SEAT, |slot| self.seat_of_slot[slot as usize])
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let Some(slot) = self.slot(self.key_hashing().value(key)) else { return Vec::new() };
        let (after, before) = (&self.seat_of_slot[slot as usize..], &self.seat_of_slot[..slot as usize]);
        distinct(&self.seats, most, &mut after.iter().chain(before).copied())
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.key_hashing().value(key);
        Explanation::Slots(self.slot(value).map(|slot| SlotWay {
            rule: SlotRule::Remainder,
            value,
            slots: self.slots.len() as u32,
            visited: vec![slot],
            owner: self.slots[slot as usize],
        }))
    }

    fn walk(&self, _key: &[u8], value: u64, walk: &mut Walk) {
        let Some(slot) = self.slot(value) else { return };
        walk.tell(Step::Remainder { value, slots: self.slots.len() as u32, slot });
        walk.meet_slots(slot, &self.slots);
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.slots)
    }

    fn slot(&self, value: u64) -> Option<u32> {
        value.checked_rem(self.slots.len() as u64).map(|slot| slot as u32)
    }

    /// Slots over the size of the table. What a slot gets of the hash space differs by one value at most.
    fn table_bytes(&self) -> u64 {
        bytes_of(&self.seat_of_slot)
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        let mut slots = vec![0u32; self.seats.len()];
        self.seat_of_slot.iter().for_each(|&seat| slots[seat as usize] += 1);
        Some(slots.into_iter().map(|slots| Ratio::new(slots, self.slots.len() as u32)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_are_the_choices_and_primes() {
        let Kind::Choice(choices) = &TABLE.kind else { unreachable!() };
        assert_eq!(choices.iter().map(|one| one.id.to_owned()).collect::<Vec<_>>(), SIZES.map(|size| size.to_string()));
        let is_prime = |size: u32| (2..).take_while(|by| by * by <= size).all(|by| !size.is_multiple_of(by));
        assert!(SIZES.into_iter().all(is_prime));
    }
}
