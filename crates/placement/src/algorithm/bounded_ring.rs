//! The hash ring with bounded loads: a key walks on, past the points of nodes that are full.
//!
//! Mirrokni, Thorup, Zadimoghaddam (SODA 2018); what the bound is and in which order keys arrive stands in `bounded`,
//! all else in `ring`. A key goes the ring's way to the first point whose node has room.

use super::{
    Declaration, NO_SEAT, Placed as _, Seat, Weights,
    bounded::{Below, Bounded, FACTOR, Loads},
    ring::{self, Ring},
};
use crate::{
    fleet::Fleet,
    keys::HashedKeys,
    parameter::{self, Settings},
};

/// What the ring with bounded loads says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "bounded",
    name: "ring of bounded loads",
    preposition: "on a",
    source: "Mirrokni, Thorup and Zadimoghaddam, Consistent Hashing with Bounded Loads, SODA 2018",
    weights: Weights::Used,
    parameters: &[
        &FACTOR,
        &ring::VIRTUAL_NODES,
        &ring::LABEL,
        &parameter::HASH,
        &parameter::FINALISER,
        &parameter::KEY_HASH,
        &ring::DIRECTION,
        &parameter::SPACE,
    ],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(Bounded::new(Ring::new(fleet, settings), fleet, settings)),
};

impl Below for Ring {
    fn on_to(&self, fleet: &Fleet, settings: &Settings) -> Self {
        Ring::on_from(Some(self), fleet, settings)
    }

    fn place_within(&self, keys: &HashedKeys, mut owners: Vec<Seat>, loads: &mut Loads) -> Vec<Seat> {
        let mut open = OpenPoints::new(self);
        for (owner, value) in owners.iter_mut().zip(keys.values()) {
            if *owner == NO_SEAT {
                continue;
            }
            if !loads.has_room(*owner) && loads.has_any_room() {
                *owner = self.point_at(value).map_or(*owner, |at| self.points()[open.find(at)].seat);
            }
            if loads.add(*owner) {
                open.close(self, *owner);
            }
        }
        owners
    }
}

/// From each point the next one whose node has room, found again in next to no time: with many full nodes a walk past
/// all their points, for each key anew, would take minutes.
struct OpenPoints {
    next: Vec<u32>,
    /// The points of each seat.
    of_seat: Vec<Vec<u32>>,
}

impl OpenPoints {
    fn new(ring: &Ring) -> Self {
        let mut of_seat = vec![Vec::new(); ring.seats().len()];
        for (at, point) in (0..).zip(ring.points()) {
            of_seat[point.seat as usize].push(at);
        }
        Self { next: (0..ring.points().len() as u32).collect(), of_seat }
    }

    fn close(&mut self, ring: &Ring, seat: Seat) {
        for at in std::mem::take(&mut self.of_seat[seat as usize]) {
            self.next[at as usize] = ring.next_point(at as usize) as u32;
        }
    }

    /// Halves the way of the next time. There must be an open point.
    fn find(&mut self, mut at: usize) -> usize {
        loop {
            let next = self.next[at] as usize;
            if next == at {
                return at;
            }
            self.next[at] = self.next[next];
            at = next;
        }
    }
}
