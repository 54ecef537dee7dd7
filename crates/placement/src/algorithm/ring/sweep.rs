//! The owners of all keys at once, and from those of an earlier ring.
//!
//! Most of 65,536 slices of the space belong to one node from end to end: one look at the slice tells the owner, and only
//! where several nodes meet in one are points searched. After a change, only the keys are looked at that lie on stretches
//! which changed hands; where the keys do not stand by place yet, slices tell which those are.

use super::{Ring, stretches::Stretch};
use crate::{
    algorithm::{GONE, NO_SEAT, Placed as _, Seat},
    keys::HashedKeys,
    owners::{Handover, Onward, Owners},
};

/// Top bits of a position that tell its slice.
const SLICE_BITS: u32 = 16;

/// A slice in which nothing has changed.
const AS_BEFORE: Seat = GONE;
/// A slice in which not all positions have one answer.
const SEVERAL: Seat = NO_SEAT;

/// What is known of each slice of the space: a seat, or one of the two answers above.
struct Slices {
    answers: Vec<Seat>,
    shift: u32,
}

impl Slices {
    fn new(bits: u32, stretches: impl Iterator<Item = Stretch>) -> Self {
        let shift = bits - SLICE_BITS;
        let mut answers = vec![AS_BEFORE; 1 << SLICE_BITS];
        let inside = (1 << shift) - 1;
        for Stretch { first, last, seat } in stretches {
            let (from, to) = ((first >> shift) as usize, (last >> shift) as usize);
            answers[from..=to].fill(seat);
            if first & inside != 0 {
                answers[from] = SEVERAL;
            }
            if last & inside != inside {
                answers[to] = SEVERAL;
            }
        }
        Self { answers, shift }
    }

    fn answer(&self, position: u64) -> Seat {
        self.answers[(position >> self.shift) as usize]
    }
}

impl Ring {
    /// The owner of every key. Slices are worth their making for many keys on few points.
    pub(super) fn place_all(&self, keys: &HashedKeys) -> Vec<Seat> {
        let by_slices = !self.points.is_empty() && self.points.len() <= (keys.len() / 16).min(1 << (SLICE_BITS - 1));
        let slices = by_slices.then(|| Slices::new(self.hashing.bits, self.stretches(None)));
        let owner = |&value: &u64| match slices.as_ref().map_or(SEVERAL, |slices| slices.answer(value)) {
            SEVERAL => self.owner(&[], value),
            seat => seat,
        };
        let mut owners = Vec::with_capacity(keys.len());
        keys.for_each_part(|_, values| owners.extend(values.iter().map(owner)));
        owners
    }

    /// The owner of every key, from those on an earlier ring; `None` where there is nothing to go on from, or a walk along
    /// both rings is longer than the list of the keys.
    pub(super) fn place_from_ring(&self, keys: &HashedKeys, before: &Self, owners: &Owners) -> Option<Onward> {
        let points = [before.points.len(), self.points.len()];
        let is_same_space = self.hashing.bits == before.hashing.bits;
        if !is_same_space || points.contains(&0) || points.iter().sum::<usize>() > keys.len() {
            return None;
        }
        let seat_now = before.seats_now(&self.seats, |seat| &self.names[seat]);
        if seat_now.iter().all(|&seat| seat == GONE) {
            return None;
        }
        let (mut handover, numbers) = Handover::new(owners, &self.seats);
        let stretches = self.stretches(Some((before, &seat_now)));
        if let Some(by_place) = keys.by_place() {
            for Stretch { first, last, seat } in stretches {
                let number = numbers[seat as usize];
                by_place.for_each_within(keys, first, last, |key| handover.give(key, number));
            }
            return Some(handover.finish());
        }
        let slices = Slices::new(self.hashing.bits, stretches);
        keys.for_each_part(|first, values| {
            for (&value, key) in values.iter().zip(first as u32..) {
                let seat = match slices.answer(value) {
                    AS_BEFORE => continue,
                    SEVERAL => self.owner(&[], value),
                    seat => seat,
                };
                handover.give(key, numbers[seat as usize]);
            }
        });
        Some(handover.finish())
    }
}
