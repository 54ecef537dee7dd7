//! A real system with a table: a key's number modulo the number of slots is its slot. nginx's plain hash tries further
//! slots while the server of one is down; the picture then has the slots of those that are up.

use std::sync::Arc;

use super::{KeyNumber, Seating, SystemKey};
use crate::{
    algorithm::{Geometry, NO_SEAT, Placed, Seat, bytes_of, distinct},
    explain::{Explanation, SlotRule, SlotWay},
    fleet::NodeId,
    keys::{HashedKeys, KeyHashing},
    number::Ratio,
    system::nginx_hash,
    walk::{By, Place, Step, Walk},
};

/// Slots of a system, to be seated.
pub(crate) struct Table {
    /// The number of a key.
    pub keys: SystemKey,
    /// How many numbers there are: a number is less than that.
    pub space: u128,
    /// The member of each slot.
    pub slots: Vec<u32>,
}

impl Table {
    /// No slots at all.
    pub fn empty() -> Self {
        Self { keys: SystemKey::whole(KeyNumber::Zero), space: 1 << 32, slots: Vec::new() }
    }
}

/// A system's table with its seats.
#[derive(Debug)]
pub(super) struct InSlots {
    keys: KeyHashing,
    space: u128,
    seats: Vec<NodeId>,
    /// The seat of each slot, or [`NO_SEAT`] where its server is down.
    seat_of_slot: Vec<Seat>,
    /// The seats of the slots whose server is up, and their nodes.
    live: Vec<Seat>,
    nodes: Vec<NodeId>,
}

impl InSlots {
    pub fn new(table: Table, seating: Seating) -> Self {
        let Table { keys, space, slots } = table;
        let seat_of_slot: Vec<Seat> = slots.into_iter().map(|place| seating.seat(place as usize)).collect();
        let live: Vec<Seat> = seat_of_slot.iter().copied().filter(|&seat| seat != NO_SEAT).collect();
        let nodes = live.iter().map(|&seat| seating.seats[seat as usize]).collect();
        Self { keys: KeyHashing::of_system(keys), space, seats: seating.seats, seat_of_slot, live, nodes }
    }

    /// Has every slot a server that is up?
    fn is_full(&self) -> bool {
        self.live.len() == self.seat_of_slot.len()
    }

    /// The slots that are tried for a key, down to the first with a server; empty where there is none.
    fn tries(&self, key: &[u8], value: u64) -> Vec<u32> {
        let slots = self.seat_of_slot.len() as u64;
        let Some(first) = value.checked_rem(slots) else { return Vec::new() };
        if self.is_full() {
            return vec![first as u32];
        }
        let mut tried = Vec::new();
        for slot in nginx_hash::tries(key, slots) {
            tried.push(slot as u32);
            if self.seat_of_slot[slot as usize] != NO_SEAT {
                return tried;
            }
        }
        Vec::new()
    }

    /// The place of a slot among those whose server is up.
    fn place_of(&self, slot: u32) -> u32 {
        if self.is_full() {
            return slot;
        }
        self.seat_of_slot[..slot as usize].iter().filter(|&&seat| seat != NO_SEAT).count() as u32
    }
}

impl Placed for InSlots {
    fn seats(&self) -> &[NodeId] {
        &self.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.keys
    }

    fn owner(&self, key: &[u8], value: u64) -> Seat {
        let Some(slot) = value.checked_rem(self.seat_of_slot.len() as u64) else { return NO_SEAT };
        match self.seat_of_slot[slot as usize] {
            NO_SEAT => self.tries(key, value).last().map_or(NO_SEAT, |&slot| self.seat_of_slot[slot as usize]),
            seat => seat,
        }
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let tried = self.tries(key, self.keys.value(key));
        let Some(&slot) = tried.last() else { return Vec::new() };
        let (before, from) = self.live.split_at(self.place_of(slot) as usize);
        distinct(&self.seats, most, &mut from.iter().chain(before).copied())
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.keys.value(key);
        let tried = self.tries(key, value);
        let way = tried.last().map(|&slot| {
            let place = self.place_of(slot);
            let size = self.seat_of_slot.len() as u32;
            let rule = match self.is_full() {
                true => SlotRule::Remainder,
                false => SlotRule::Tries { tries: tried.len() as u32, slot, size },
            };
            let slots = self.nodes.len() as u32;
            SlotWay { rule, value, slots, visited: vec![place], owner: self.nodes[place as usize] }
        });
        Explanation::Slots(way)
    }

    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk) {
        let tried = self.tries(key, value);
        let Some(&last) = tried.last() else { return };
        let slots = self.seat_of_slot.len() as u32;
        if self.is_full() {
            walk.tell(Step::Remainder { value, slots, slot: last });
        } else {
            for &slot in &tried {
                let has_node = self.seat_of_slot[slot as usize] != NO_SEAT;
                let at = if has_node { Place::Slot(self.place_of(slot)) } else { Place::Nowhere };
                walk.tell(Step::Bucket { bucket: slot, by: By::Hash(slots), has_node, at });
            }
        }
        walk.meet_slots(self.place_of(last), &self.nodes);
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.nodes)
    }

    fn slot(&self, value: u64) -> Option<u32> {
        value.checked_rem(self.seat_of_slot.len() as u64).filter(|_| self.is_full()).map(|slot| slot as u32)
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        if !self.is_full() {
            return None;
        }
        let mut owned = vec![0u128; self.seats.len()];
        let slots = (self.seat_of_slot.len() as u128).max(1);
        for (&seat, slot) in self.seat_of_slot.iter().zip(0..) {
            // The first (space mod slots) of them have one number more.
            owned[seat as usize] += self.space / slots + u128::from(slot < self.space % slots);
        }
        Some(owned.into_iter().map(|numbers| Ratio::new(numbers, self.space)).collect())
    }

    fn table_bytes(&self) -> u64 {
        bytes_of(&self.seat_of_slot)
    }

    fn place(&self, keys: &Arc<HashedKeys>) -> Vec<Seat> {
        let mut owners = Vec::with_capacity(keys.len());
        let mut texts = keys.keys().texts();
        keys.for_each_part(|first, values| {
            for (&value, at) in values.iter().zip(first as u32..) {
                // Only where a slot is empty the bytes are needed.
                let key = if self.is_full() { &[][..] } else { texts.get(at) };
                owners.push(self.owner(key, value));
            }
        });
        owners
    }
}
