//! Rendezvous hashing with bounded loads: of the nodes that have room, the one with the highest score.
//!
//! Mirrokni, Thorup, Zadimoghaddam (SODA 2018) bound the ring; the same bound goes with any order of nodes for a key.
//! What the bound is and in which order keys arrive stands in `bounded`, all else in `rendezvous`.

use super::{
    Declaration, Seat, Weights,
    bounded::{Below, Bounded, FACTOR, Loads},
    rendezvous::{self, Rendezvous},
};
use crate::{
    fleet::Fleet,
    keys::HashedKeys,
    parameter::{self, Settings},
};

/// What rendezvous hashing with bounded loads says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "boundedrendezvous",
    name: "rendezvous of bounded loads",
    preposition: "by",
    source: "Mirrokni, Thorup and Zadimoghaddam, Consistent Hashing with Bounded Loads, SODA 2018",
    weights: Weights::Used,
    parameters: &[&FACTOR, &rendezvous::SCORE, &parameter::HASH, &parameter::FINALISER, &parameter::SPACE],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(Bounded::new(Rendezvous::new(fleet, settings), fleet, settings)),
};

impl Below for Rendezvous {
    fn on_to(&self, fleet: &Fleet, settings: &Settings) -> Self {
        Rendezvous::new(fleet, settings)
    }

    fn place_within(&self, keys: &HashedKeys, mut owners: Vec<Seat>, loads: &mut Loads) -> Vec<Seat> {
        if self.is_empty() {
            return owners;
        }
        let mut text = Vec::new();
        let mut place = |at: u32, key: &[u8]| {
            let owner = &mut owners[at as usize];
            if !loads.has_room(*owner) && loads.has_any_room() {
                *owner = self.best_of(key, keys.value(at), &mut text, |seat| loads.has_room(seat));
            }
            loads.add(*owner);
        };
        if self.reads_names() {
            keys.keys().for_each(|at, key| place(at, key));
        } else {
            // Their bytes are not asked for, and to write them all out takes longer than to place them.
            (0..keys.len() as u32).for_each(|at| place(at, &[]));
        }
        owners
    }
}
