//! Real systems that bound the load of a server: who has too many requests in flight passes the next one on.
//!
//! The systems count requests that are under way at the same time. Here all keys are, one request each, and come in their
//! order: so many the bound looks at. A key that is none of them comes last.

use std::sync::{Arc, OnceLock};

use crate::{
    algorithm::{
        NO_SEAT, Placed, Seat,
        passing_on::{Filled, PassesOn, Stop},
    },
    keys::HashedKeys,
    system::{envoy_bounded, haproxy_consistent},
    walk::{Place, Walk},
};

/// A system's rule, with the requests in flight.
#[derive(Clone, Debug)]
pub(crate) enum Limits {
    /// HAProxy's, on its ring.
    Haproxy(haproxy_consistent::Bounded),
    /// Envoy's, behind its ring or its table.
    Envoy(envoy_bounded::Bounds),
}

impl Limits {
    /// Sends a request of this number, which would go to the member at `first`; who takes it.
    fn send(&mut self, value: u64, first: usize) -> Option<usize> {
        match self {
            Self::Haproxy(bounded) => bounded.send_at(value as u32),
            Self::Envoy(bounds) => bounds.send(value, first),
        }
    }

    fn order(&self, value: u64, first: usize) -> Vec<usize> {
        match self {
            Self::Haproxy(bounded) => bounded.order(value as u32),
            Self::Envoy(bounds) => bounds.order(value, first),
        }
    }

    fn load(&self, place: usize) -> (u32, u32) {
        match self {
            Self::Haproxy(bounded) => bounded.load(place),
            Self::Envoy(bounds) => bounds.load(place),
        }
    }
}

/// A placement whose servers take only so many keys, and what came of it once the keys were there.
pub(super) struct InFlight {
    below: Box<dyn Placed>,
    /// The seat of each member, or [`NO_SEAT`], and the member of each seat.
    seat_of: Vec<Seat>,
    place_of: Vec<usize>,
    /// Before any request.
    limits: Limits,
    filled: OnceLock<Filled<Limits>>,
}

impl InFlight {
    pub fn new(below: Box<dyn Placed>, seat_of: Vec<Seat>, limits: Limits) -> Self {
        let mut place_of = vec![usize::MAX; below.seats().len()];
        for (place, &seat) in seat_of.iter().enumerate() {
            if let Some(own) = place_of.get_mut(seat as usize) {
                *own = place;
            }
        }
        Self { below, seat_of, place_of, limits, filled: OnceLock::new() }
    }

    fn seat_at(&self, place: usize) -> Seat {
        self.seat_of.get(place).copied().unwrap_or(NO_SEAT)
    }

    fn send(&self, limits: &mut Limits, value: u64, first: Seat) -> Seat {
        let first = self.place_of.get(first as usize);
        first.and_then(|&first| limits.send(value, first)).map_or(NO_SEAT, |place| self.seat_at(place))
    }
}

impl PassesOn for InFlight {
    type Kept = Limits;

    fn below(&self) -> &dyn Placed {
        &*self.below
    }

    fn filled(&self) -> &OnceLock<Filled<Limits>> {
        &self.filled
    }

    fn fill(&self, keys: &Arc<HashedKeys>, mut owners: Vec<Seat>) -> Filled<Limits> {
        let mut limits = self.limits.clone();
        for (owner, value) in owners.iter_mut().zip(keys.values()) {
            *owner = self.send(&mut limits, value, *owner);
        }
        Filled { keys: Arc::clone(keys), owners, kept: limits }
    }

    fn stop(&self, key: &[u8], value: u64) -> Option<Stop> {
        let first = self.below.owner(key, value);
        let owner = match self.filled.get() {
            None => first,
            Some(filled) => match filled.keys.find(key, value) {
                Some(at) => filled.owners.get(at as usize).copied()?,
                None => self.send(&mut filled.kept.clone(), value, first),
            },
        };
        let places = self.limits.order(value, self.place_of.get(first as usize).copied()?);
        let seats: Vec<Seat> =
            places.into_iter().map(|place| self.seat_at(place)).filter(|&one| one != NO_SEAT).collect();
        let passed = seats.iter().position(|&seat| seat == owner)?;
        let order = seats.into_iter().map(|seat| self.below.seats()[seat as usize]).collect();
        Some(Stop { order, passed, owner })
    }

    fn load(&self, seat: Seat) -> (u32, u32) {
        let limits = self.filled.get().map_or(&self.limits, |filled| &filled.kept);
        self.place_of.get(seat as usize).map_or((0, 0), |&place| limits.load(place))
    }

    fn walk_on(&self, stop: &Stop, key: &[u8], value: u64, walk: &mut Walk) {
        match self.limits {
            Limits::Haproxy(_) => self.below.walk(key, value, walk),
            Limits::Envoy(_) => {
                walk.tell_lookup(&*self.below, key, value);
                // No picture has the order in which hosts are drawn.
                for &node in &stop.order {
                    if walk.meet(Place::Nowhere, node) {
                        break;
                    }
                }
            }
        }
    }
}
