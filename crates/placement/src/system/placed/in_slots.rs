//! A real system with numbered slots: a key's number leads to one of them by the system's own rule. Where a slot's server is
//! down, or the slot has none, the system knows what to do; the picture then has the slots of those that are up.

use std::sync::Arc;

use super::{KeyNumber, Seating, SystemKey};
use crate::{
    algorithm::{Geometry, NO_SEAT, Placed, Seat, bytes_of, distinct},
    explain::{Explanation, SlotRule, SlotWay},
    fleet::NodeId,
    keys::{HashedKeys, KeyHashing},
    number::Ratio,
    system::{clickhouse, nginx_hash, riak},
    walk::{By, Place, Step, Walk},
};

/// From a key's number to its slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SlotBy {
    /// The remainder of a division by the number of slots.
    Remainder,
    /// Riak's: the partition after the one that the number is in.
    Partition,
    /// Jumps, as published.
    Jump,
    /// ClickHouse's scheme in constant time.
    Kostik,
}

impl SlotBy {
    fn slot(self, value: u64, slots: u64) -> u64 {
        match self {
            Self::Remainder => value % slots,
            Self::Partition => riak::first_partition(value, slots as u32).into(),
            Self::Jump => clickhouse::jump(value, slots as u32).into(),
            // There are as many slots as the function takes.
            Self::Kostik => clickhouse::kostik(value, slots as u32).unwrap_or(0).into(),
        }
    }
}

/// What becomes of a key whose slot has nobody that is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Empty {
    /// nginx hashes it again, some times.
    Again,
    /// Nobody has it.
    Nobody,
    /// The next slot that has somebody has it.
    Next,
}

/// Slots of a system, to be seated.
pub(crate) struct Table {
    /// The number of a key.
    pub keys: SystemKey,
    /// How the slot is found.
    pub by: SlotBy,
    /// How many numbers there are, where each slot has as many of them as another: a number is less than that.
    pub space: u128,
    /// The member of each slot, or a number that is no member's.
    pub slots: Vec<u32>,
    /// What comes of an empty one.
    pub empty: Empty,
}

impl Table {
    /// A remainder of a number of 32 bits.
    pub fn of_remainders(keys: SystemKey, slots: Vec<u32>) -> Self {
        Self { keys, by: SlotBy::Remainder, space: 1 << 32, slots, empty: Empty::Nobody }
    }

    /// No slots at all.
    pub fn empty() -> Self {
        Self::of_remainders(SystemKey::whole(KeyNumber::Zero), Vec::new())
    }
}

/// A system's table with its seats.
#[derive(Debug)]
pub(super) struct InSlots {
    keys: KeyHashing,
    by: SlotBy,
    space: u128,
    empty: Empty,
    seats: Vec<NodeId>,
    /// The seat of each slot, or [`NO_SEAT`] where it has nobody that is up.
    seat_of_slot: Vec<Seat>,
    /// The seats of the slots that have one, and their nodes.
    live: Vec<Seat>,
    nodes: Vec<NodeId>,
    /// Of each slot, how many before it have a seat; nothing where all have.
    live_before: Vec<u32>,
}

impl InSlots {
    pub fn new(table: Table, seating: Seating) -> Self {
        let Table { keys, by, space, slots, empty } = table;
        let seat_of_slot: Vec<Seat> = slots.into_iter().map(|place| seating.seat(place as usize)).collect();
        let live: Vec<Seat> = seat_of_slot.iter().copied().filter(|&seat| seat != NO_SEAT).collect();
        let nodes = live.iter().map(|&seat| seating.seats[seat as usize]).collect();
        let mut live_before = Vec::new();
        if live.len() < seat_of_slot.len() {
            let mut before = 0;
            live_before.extend(seat_of_slot.iter().map(|&seat| {
                let here = before;
                before += u32::from(seat != NO_SEAT);
                here
            }));
        }
        let keys = KeyHashing::of_system(keys);
        Self { keys, by, space, empty, seats: seating.seats, seat_of_slot, live, nodes, live_before }
    }

    /// Has every slot a server that is up?
    fn is_full(&self) -> bool {
        self.live.len() == self.seat_of_slot.len()
    }

    fn first_slot(&self, value: u64) -> Option<u32> {
        let slots = self.seat_of_slot.len() as u64;
        (slots > 0).then(|| self.by.slot(value, slots) as u32)
    }

    /// The slots that are tried for a key, down to the first with a server; empty where there is none.
    fn tries(&self, key: &[u8], value: u64) -> Vec<u32> {
        let Some(first) = self.first_slot(value) else { return Vec::new() };
        let slots = self.seat_of_slot.len() as u32;
        let is_live = |slot: u32| self.seat_of_slot[slot as usize] != NO_SEAT;
        if is_live(first) {
            return vec![first];
        }
        let mut tried = Vec::new();
        let mut is_found = |slot: u32| {
            tried.push(slot);
            is_live(slot)
        };
        let found = match self.empty {
            Empty::Again => nginx_hash::tries(key, slots.into()).any(|slot| is_found(slot as u32)),
            Empty::Nobody => false,
            Empty::Next => (first..slots).chain(0..first).any(is_found),
        };
        if found { tried } else { Vec::new() }
    }

    /// The place of a slot among those whose server is up.
    fn place_of(&self, slot: u32) -> u32 {
        self.live_before.get(slot as usize).copied().unwrap_or(slot)
    }

    fn rule(&self, tried: &[u32], slot: u32) -> SlotRule {
        let size = self.seat_of_slot.len() as u32;
        match (self.by, self.empty) {
            (SlotBy::Remainder, _) if self.is_full() => SlotRule::Remainder,
            (SlotBy::Jump, _) => SlotRule::JumpsBack,
            (_, Empty::Nobody) => SlotRule::Given { slot, size },
            _ => SlotRule::Tries { tries: tried.len() as u32, slot, size },
        }
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
        let Some(slot) = self.first_slot(value) else { return NO_SEAT };
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
            let slots = self.nodes.len() as u32;
            let rule = self.rule(&tried, slot);
            SlotWay { rule, value, slots, visited: vec![place], owner: self.nodes[place as usize] }
        });
        Explanation::Slots(way)
    }

    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk) {
        let tried = self.tries(key, value);
        let slots = self.seat_of_slot.len() as u32;
        let bucket = |slot: u32, by| {
            let has_node = self.seat_of_slot[slot as usize] != NO_SEAT;
            let at = if has_node { Place::Slot(self.place_of(slot)) } else { Place::Nowhere };
            Step::Bucket { bucket: slot, by, has_node, at }
        };
        let Some(&last) = tried.last() else {
            // A slot with nobody is where the way ends.
            if let Some(slot) = self.first_slot(value).filter(|_| self.empty == Empty::Nobody) {
                walk.tell(bucket(slot, By::Hash(slots)));
            }
            return;
        };
        if self.by == SlotBy::Remainder && self.is_full() {
            walk.tell(Step::Remainder { value, slots, slot: last });
        } else {
            for &slot in &tried {
                let by = if self.by == SlotBy::Jump { By::Jump } else { By::Hash(slots) };
                walk.tell(bucket(slot, by));
            }
        }
        walk.meet_slots(self.place_of(last), &self.nodes);
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.nodes)
    }

    fn slot(&self, value: u64) -> Option<u32> {
        // Where others are tried, a slot has keys that are not its own.
        if self.nodes.is_empty() || !self.is_full() && self.empty != Empty::Nobody {
            return None;
        }
        let slot = self.first_slot(value)?;
        let has_node = self.seat_of_slot[slot as usize] != NO_SEAT;
        Some(if has_node { self.place_of(slot) } else { self.nodes.len() as u32 })
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        let is_even = matches!(self.by, SlotBy::Remainder | SlotBy::Partition);
        if !is_even || !self.is_full() && self.empty != Empty::Nobody {
            return None;
        }
        let mut owned = vec![0u128; self.seats.len()];
        let slots = (self.seat_of_slot.len() as u128).max(1);
        for (&seat, slot) in self.seat_of_slot.iter().zip(0..) {
            if seat != NO_SEAT {
                // The first (space mod slots) of them have one number more.
                owned[seat as usize] += self.space / slots + u128::from(slot < self.space % slots);
            }
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
                let needs_bytes = self.empty == Empty::Again && !self.is_full();
                let key = if needs_bytes { texts.get(at) } else { &[][..] };
                owners.push(self.owner(key, value));
            }
        });
        owners
    }
}
