//! Real systems as placements: a fleet and settings become a configuration, and what the system makes of it is found on
//! a ring of its own points or in a table of its own slots.
//!
//! Nodes are the servers of a configuration in the order of their rows, named as they are; a weight is a weight. Who is
//! down keeps its line and is out of service. What a system refuses, it refuses here: [`Card::check`].

mod envoy;
mod groupcache;
mod haproxy;
mod in_slots;
mod ketama;
mod key_number;
mod nginx;
mod on_ring;
mod twemproxy;

pub use key_number::{KeyNumber, SystemKey};

/// Settings of the systems that others name.
pub mod settings {
    pub use super::{
        envoy::TABLE as ENVOY_TABLE,
        haproxy::{FUNCTION as HAPROXY_FUNCTION, IDS as SERVER_IDS},
        twemproxy::FUNCTION as TWEMPROXY_FUNCTION,
    };
}

use self::{in_slots::Table, on_ring::Circular};
use super::{error::SystemError, member::Member};
use crate::{
    algorithm::{Algorithm, NO_SEAT, Placed, Seat},
    fleet::{Fleet, NodeId},
    parameter::Settings,
};

/// The real systems that a scenario can be placed by, in the order that the page offers.
pub static ALL: [Algorithm; 13] = [
    Algorithm::of(&nginx::CONSISTENT),
    Algorithm::of(&nginx::HASH),
    Algorithm::of(&haproxy::CONSISTENT),
    Algorithm::of(&haproxy::MAP_BASED),
    Algorithm::of(&envoy::RING_HASH),
    Algorithm::of(&envoy::MAGLEV),
    Algorithm::of(&twemproxy::KETAMA),
    Algorithm::of(&twemproxy::MODULA),
    Algorithm::of(&ketama::LIBMEMCACHED),
    Algorithm::of(&ketama::LAST_FM),
    Algorithm::of(&ketama::NPM_HASHRING),
    Algorithm::of(&ketama::PYPI_HASHRING),
    Algorithm::of(&groupcache::DECLARATION),
];

/// What there is to know of a real system.
#[derive(Debug)]
pub struct Card {
    /// What it does, in three lines.
    pub does: [&'static str; 3],
    /// What was run to check it, with the version.
    pub checked: &'static str,
    /// What it does where a configuration says nothing, in one sentence.
    pub defaults: &'static str,
    /// What it makes of a fleet.
    pub(crate) shape: Shaper,
}

/// Makes the points or the slots of a fleet.
type Shaper = fn(&Fleet, &Settings) -> Result<Shape, SystemError>;

impl Card {
    /// Does the system take this fleet and these settings? All of it is built to find out.
    ///
    /// # Errors
    /// What it refuses, in a sentence.
    pub fn check(&self, fleet: &Fleet, settings: &Settings) -> Result<(), SystemError> {
        (self.shape)(fleet, settings).map(|_| ())
    }
}

/// What a system makes of its members.
pub(crate) enum Shape {
    /// Points on a circle.
    Ring(Circular),
    /// Numbered slots.
    Slots(Table),
}

/// The placement that a system makes of a fleet; where it refuses, nobody owns anything.
fn build(card: &Card, fleet: &Fleet, settings: &Settings, weights_count: bool) -> Box<dyn Placed> {
    let seating = Seating::new(fleet, weights_count);
    match (card.shape)(fleet, settings) {
        Ok(Shape::Ring(circular)) => Box::new(on_ring::OnRing::new(circular, seating)),
        Ok(Shape::Slots(table)) => Box::new(in_slots::InSlots::new(table, seating)),
        Err(_) => Box::new(in_slots::InSlots::new(Table::empty(), seating)),
    }
}

/// The members of a configuration, in the order of the rows.
fn members(fleet: &Fleet) -> Vec<Member> {
    let member = |node: &crate::fleet::Node| {
        // Hundredths over 100 are whole where the weight is.
        let weight = f64::from(node.weight.hundredths()) / 100.0;
        Member { up: node.up, ..Member::new(node.name.clone(), weight) }
    };
    fleet.nodes().iter().map(member).collect()
}

/// The same, with labels that leave out memcached's usual port.
fn members_without_usual_port(fleet: &Fleet) -> Vec<Member> {
    let mut members = members(fleet);
    for member in &mut members {
        member.label = member.name.strip_suffix(":11211").filter(|host| !host.is_empty()).map(str::to_owned);
    }
    members
}

/// The texts that members' points are named by.
fn texts(members: &[Member]) -> Vec<String> {
    members.iter().map(|member| member.text().to_owned()).collect()
}

/// Who can own keys.
pub(crate) struct Seating {
    seats: Vec<NodeId>,
    /// The seat of each member, or [`NO_SEAT`].
    seat_of: Vec<Seat>,
}

impl Seating {
    fn new(fleet: &Fleet, weights_count: bool) -> Self {
        let (mut seats, mut seat_of) = (Vec::new(), Vec::with_capacity(fleet.nodes().len()));
        for node in fleet.nodes() {
            if node.up && (!weights_count || node.weight.hundredths() > 0) {
                seat_of.push(seats.len() as Seat);
                seats.push(node.id);
            } else {
                seat_of.push(NO_SEAT);
            }
        }
        Self { seats, seat_of }
    }

    fn seat(&self, place: usize) -> Seat {
        self.seat_of.get(place).copied().unwrap_or(NO_SEAT)
    }
}
