//! Rendezvous hashing from an earlier placement: only the nodes to which something happened score anew.
//!
//! The owner of a key has beaten all others. A node that is new, or of more weight, has to beat that owner alone: one
//! score more for each key, and the owner's own. A node that is gone, or of less weight, loses at most its own keys, and
//! only these are scored by everybody again. No score is kept between placements: to make the owner's again takes as long
//! as to read it, and a snapshot stays as small as it is.
//!
//! A node with another name is another node, as its scores are others. Among nodes of equal weight weighted scores stand
//! in the order of the raw ones, so weights may become equal or unequal on the way.

use std::iter;

use super::{Contender, MIX_32, Rendezvous, Score};
use crate::{
    algorithm::{GONE, NO_SEAT, Seat, seats_that_stay},
    hash::fmix32,
    keys::HashedKeys,
};

/// What became of the nodes of an earlier placement.
struct Change {
    /// For each seat of before the seat now, where the node can lose its keys to challengers only; [`NO_SEAT`] where
    /// they are to be scored by everybody.
    seat_now: Vec<Seat>,
    /// Places of the nodes that are new or of more weight, in the order of names.
    challengers: Vec<usize>,
}

impl Change {
    fn between(before: &Rendezvous, after: &Rendezvous) -> Self {
        let seat_before = seats_that_stay(&after.seats, &before.seats);
        let mut seat_now = vec![NO_SEAT; before.seats.len()];
        let mut challengers = Vec::new();
        for (place, node) in after.contenders.iter().enumerate() {
            let was = Some(seat_before[node.seat as usize]).filter(|&seat| seat != GONE);
            let Some(was) = was.map(|seat| before.contender(seat)).filter(|was| was.name == node.name) else {
                challengers.push(place);
                continue;
            };
            // Equal weights play no part, whatever they are.
            let weights_count = before.weighted || after.weighted;
            if weights_count && node.weight > was.weight {
                challengers.push(place);
            }
            if !weights_count || node.weight >= was.weight {
                seat_now[was.seat as usize] = node.seat;
            }
        }
        Self { seat_now, challengers }
    }

    /// Is it less work than to let everybody score every key?
    fn pays(&self, nodes: usize) -> bool {
        let lost = self.seat_now.iter().filter(|&&seat| seat == NO_SEAT).count();
        self.challengers.len() + lost == 0 || 2 * (1 + self.challengers.len() + lost) <= nodes
    }
}

impl Rendezvous {
    /// The owners of all keys, from those of an earlier placement; `None` where too much has changed.
    pub(super) fn challenge(&self, keys: &HashedKeys, before: &Self, owners: &[Seat]) -> Option<Vec<Seat>> {
        if self.hashing != before.hashing || self.score != before.score || self.is_empty() || before.is_empty() {
            return None;
        }
        let change = Change::between(before, self);
        if !change.pays(self.contenders.len()) {
            return None;
        }
        let mut text = Vec::new();
        let values = keys.values();
        if self.score.reads_names() {
            let mut seats = Vec::with_capacity(values.len());
            keys.keys().for_each(|at, key| {
                let at = at as usize;
                seats.push(self.challenged(&change, owners[at], key, values[at], &mut text));
            });
            return Some(seats);
        }
        if !self.weighted && self.hashing.bits == 32 {
            return Some(self.challenge_by_hashes(&change, values, owners));
        }
        let pairs = values.iter().zip(owners);
        Some(pairs.map(|(&value, &owner)| self.challenged(&change, owner, &[], value, &mut text)).collect())
    }

    fn challenged(&self, change: &Change, owner: Seat, key: &[u8], value: u64, text: &mut Vec<u8>) -> Seat {
        let holder = change.seat_now[owner as usize];
        if holder == NO_SEAT {
            return self.best(key, value, text);
        }
        if change.challengers.is_empty() {
            return holder;
        }
        let challengers = || change.challengers.iter().map(|&place| &self.contenders[place]);
        let holder = self.contender(holder);
        if self.weighted {
            let raw = self.raw_score(holder, key, value, text);
            let is_beaten = |node: &Contender, text: &mut Vec<u8>| {
                let challenge = self.raw_score(node, key, value, text);
                self.surely_beats((raw, holder.weight), (challenge, node.weight))
            };
            if challengers().all(|node| is_beaten(node, text)) {
                return holder.seat;
            }
        }
        self.highest(key, value, text, iter::once(holder).chain(challengers()))
    }

    /// As [`Rendezvous::place_by_hashes`]: equal weights and 32-bit scores made of the two hashes.
    fn challenge_by_hashes(&self, change: &Change, values: &[u64], owners: &[Seat]) -> Vec<Seat> {
        let factor = if self.score == Score::Mix { MIX_32 } else { 1 };
        let hash = |node: &Contender| (node.hash as u32).wrapping_mul(factor);
        // A score over the complement of the place: the larger is the higher score, of equal ones the smaller name.
        let rated =
            |value: u64, hash: u32, place: u32| u64::from(fmix32(value as u32 ^ hash)) << 32 | u64::from(!place);
        let everybody: Vec<(u32, u32)> = self.contenders.iter().map(hash).zip(0..).collect();
        let challengers: Vec<(u32, u32)> = change.challengers.iter().map(|&place| everybody[place]).collect();
        let holders: Vec<Option<(u32, u32)>> = change
            .seat_now
            .iter()
            .map(|&seat| (seat != NO_SEAT).then(|| everybody[self.place_of[seat as usize] as usize]))
            .collect();
        let best = |value: u64, nodes: &[(u32, u32)], least: u64| {
            nodes.iter().fold(least, |best, &(hash, place)| best.max(rated(value, hash, place)))
        };
        values
            .iter()
            .zip(owners)
            .map(|(&value, &owner)| {
                let best = match holders[owner as usize] {
                    Some(_) if challengers.is_empty() => return change.seat_now[owner as usize],
                    Some((hash, place)) => best(value, &challengers, rated(value, hash, place)),
                    None => best(value, &everybody, 0),
                };
                self.contenders[!(best as u32) as usize].seat
            })
            .collect()
    }
}
