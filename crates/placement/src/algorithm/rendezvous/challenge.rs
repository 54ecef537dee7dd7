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

use super::{Contender, Rendezvous, lanes};
use crate::{
    algorithm::{GONE, NO_SEAT, Seat, seats_that_stay},
    keys::HashedKeys,
    owners::{Handover, Onward, Owners},
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
    pub(super) fn challenge(&self, keys: &HashedKeys, before: &Self, owners: &Owners) -> Option<Onward> {
        if self.hashing != before.hashing || self.score != before.score || self.is_empty() || before.is_empty() {
            return None;
        }
        let change = Change::between(before, self);
        if !change.pays(self.contenders.len()) {
            return None;
        }
        let (mut handover, numbers) = Handover::new(owners, &self.seats);
        // What was told by seats of before, by the numbers of the owners.
        let seat_of = seats_that_stay(handover.owners().holders(), &before.seats);
        let holder_of =
            |number: Seat| change.seat_now.get(seat_of[number as usize] as usize).copied().unwrap_or(NO_SEAT);
        let holders: Vec<Seat> = (0..seat_of.len() as Seat).map(holder_of).collect();

        if !self.score.reads_names()
            && let Some(values) = keys.narrow()
        {
            self.challenge_by_hashes(&change, &holders, values, &numbers, &mut handover);
            return Some(handover.finish());
        }
        let mut text = Vec::new();
        let mut each = |at: u32, key: &[u8], value: u64| {
            let holder = holders[handover.owners().numbers()[at as usize] as usize];
            let owner = self.challenged(&change, holder, key, value, &mut text);
            handover.give(at, numbers[owner as usize]);
        };
        if self.score.reads_names() {
            keys.keys().for_each(|at, key| each(at, key, keys.value(at)));
        } else {
            keys.for_each_part(|first, values| {
                values.iter().zip(first as u32..).for_each(|(&value, at)| each(at, &[], value));
            });
        }
        Some(handover.finish())
    }

    fn challenged(&self, change: &Change, holder: Seat, key: &[u8], value: u64, text: &mut Vec<u8>) -> Seat {
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

    /// 32-bit scores made of the two hashes: most keys are told in vectors, and only those that a challenger may have are
    /// looked at one by one.
    fn challenge_by_hashes(
        &self,
        change: &Change,
        holders: &[Seat],
        values: &[u32],
        numbers: &[Seat],
        handover: &mut Handover<'_>,
    ) {
        let mut text = Vec::new();
        let mut given: Vec<(u32, Seat)> = Vec::new();
        let owners = handover.owners().numbers();
        if change.seat_now.contains(&NO_SEAT) {
            let lost = |&(_, &owner): &(u32, &Seat)| holders[owner as usize] == NO_SEAT;
            let keys: Vec<u32> = (0..).zip(owners).filter(lost).map(|(key, _)| key).collect();
            let values: Vec<u32> = keys.iter().map(|&key| values[key as usize]).collect();
            let seats = if self.weighted {
                values.iter().map(|&value| self.best(&[], u64::from(value), &mut text)).collect()
            } else {
                self.place_by_hashes(&values)
            };
            given.extend(keys.into_iter().zip(seats.into_iter().map(|seat| numbers[seat as usize])));
        }
        if !change.challengers.is_empty() {
            let holder_of = |number: usize| holders.get(number).copied().filter(|&seat| seat != NO_SEAT);
            let hash = |number| holder_of(number).map_or(0, |seat| self.mixed[self.place_of[seat as usize] as usize]);
            let Some(nodes) = lanes::of_numbers(hash) else { return };
            let challengers: Vec<u32> = change.challengers.iter().map(|&place| self.mixed[place]).collect();
            let mut each = |key: usize| {
                // Whose node lost them have an owner by now.
                if let Some(holder) = holder_of(owners[key] as usize) {
                    let owner = self.challenged(change, holder, &[], u64::from(values[key]), &mut text);
                    given.push((key as u32, numbers[owner as usize]));
                }
            };
            if self.weighted {
                let weight = |node: &Contender| node.weight.hundredths() as f32;
                let weights = lanes::of_numbers(|number| {
                    holder_of(number).map_or(f32::INFINITY, |seat| weight(self.contender(seat)))
                });
                let Some(weights) = weights else { return };
                let weights_of = change.challengers.iter().map(|&place| weight(&self.contenders[place]));
                let challengers: Vec<(u32, f32)> = challengers.into_iter().zip(weights_of).collect();
                lanes::perhaps_beaten(values, owners, &lanes::Holders { nodes, weights }, &challengers, each);
            } else {
                lanes::challenged(values, owners, &nodes, &challengers, &mut each);
            }
        }
        given.into_iter().for_each(|(key, number)| handover.give(key, number));
    }
}
