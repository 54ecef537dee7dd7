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
    last_first: false,
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
        keys.keys().for_each(|at, key| {
            let owner = &mut owners[at as usize];
            if !loads.has_room(*owner) && loads.has_any_room() {
                *owner = self.best_of(key, keys.values()[at as usize], &mut text, |seat| loads.has_room(seat));
            }
            loads.add(*owner);
        });
        owners
    }
}
