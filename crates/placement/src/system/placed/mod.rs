//! Real systems as placements: a fleet and settings become a configuration, and what the system makes of it is found on
//! a ring of its own points or in a table of its own slots.
//!
//! Nodes are the servers of a configuration in the order of their rows, named as they are; a weight is a weight. Who is
//! down keeps its line and is out of service. What a system refuses, it refuses here: [`Card::check`].

mod cache_memcached_fast;
mod cassandra;
mod envoy;
mod family;
mod groupcache;
mod haproxy;
mod in_flight;
mod in_slots;
mod ketama;
mod key_number;
mod libmemcached;
mod nginx;
mod npm;
mod numbered;
mod on_ring;
mod redis_cluster;
mod riak;
mod rings_of_crates;
mod scored;
mod twemproxy;
mod uhashring;
mod varnish;

pub(crate) use envoy::{PANIC as ENVOY_PANIC, panics as envoy_panics};
pub use family::Family;
pub use key_number::{KeyNumber, SystemKey};

/// Settings of the systems that others name.
pub mod settings {
    pub use super::{
        cache_memcached_fast::POINTS as KETAMA_POINTS,
        cassandra::TOKENS as CASSANDRA_TOKENS,
        envoy::{BALANCE as ENVOY_BALANCE, PANIC as ENVOY_PANIC, TABLE as ENVOY_TABLE},
        haproxy::{BALANCE as HAPROXY_BALANCE, FUNCTION as HAPROXY_FUNCTION, IDS as SERVER_IDS},
        libmemcached::FUNCTION as LIBMEMCACHED_FUNCTION,
        numbered::FUNCTION as GUAVA_FUNCTION,
        redis_cluster::RANGES as REDIS_RANGES,
        riak::{OWNERS as RIAK_OWNERS, RING_SIZE as RIAK_RING_SIZE},
        scored::VERSION as CADDY_VERSION,
        twemproxy::FUNCTION as TWEMPROXY_FUNCTION,
    };
}

use self::{in_flight::Limits, in_slots::Table, on_ring::Circular};
use super::{
    error::SystemError,
    member::{Member, within_limit},
};
use crate::{
    algorithm::{Algorithm, NO_SEAT, Placed, Seat, rendezvous::Rendezvous},
    fleet::{Fleet, NodeId},
    parameter::Settings,
};

/// The real systems that a scenario can be placed by, in the order that the page offers.
pub static ALL: [Algorithm; 36] = [
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
    Algorithm::of(&redis_cluster::DECLARATION),
    Algorithm::of(&cassandra::DECLARATION),
    Algorithm::of(&riak::DECLARATION),
    Algorithm::of(&varnish::SHARD),
    Algorithm::of(&varnish::HASH),
    Algorithm::of(&scored::CADDY),
    Algorithm::of(&libmemcached::MODULA),
    Algorithm::of(&libmemcached::CONSISTENT),
    Algorithm::of(&libmemcached::KETAMA),
    Algorithm::of(&libmemcached::SPY),
    Algorithm::of(&cache_memcached_fast::DECLARATION),
    Algorithm::of(&scored::PYMEMCACHE),
    Algorithm::of(&uhashring::OWN),
    Algorithm::of(&uhashring::KETAMA),
    Algorithm::of(&npm::KETAMA),
    Algorithm::of(&npm::NODE_HASHRING),
    Algorithm::of(&scored::CLANDESTINED),
    Algorithm::of(&rings_of_crates::HASHRING),
    Algorithm::of(&rings_of_crates::CONHASH),
    Algorithm::of(&rings_of_crates::EX_HASH_RING),
    Algorithm::of(&numbered::GUAVA),
    Algorithm::of(&numbered::CLICKHOUSE_JUMP),
    Algorithm::of(&numbered::CLICKHOUSE_KOSTIK),
];

/// What there is to know of a real system.
#[derive(Debug)]
pub struct Card {
    /// What kind of system it is.
    pub family: Family,
    /// What it does, in three lines.
    pub does: [&'static str; 3],
    /// What was run to check it, with the version.
    pub checked: &'static str,
    /// What it does where a configuration says nothing, in one sentence.
    pub defaults: &'static str,
    /// Finds what it refuses, by counting alone: every command asks, and millions of points take their time.
    pub(crate) takes: fn(&Fleet, &Settings) -> Result<(), SystemError>,
    /// What it makes of a fleet that it takes.
    pub(crate) shape: fn(&Fleet, &Settings) -> Result<Shape, SystemError>,
}

impl Card {
    /// Does the system take this fleet and these settings?
    ///
    /// # Errors
    /// What it refuses, in a sentence.
    pub fn check(&self, fleet: &Fleet, settings: &Settings) -> Result<(), SystemError> {
        (self.takes)(fleet, settings)
    }
}

/// What a system makes of its members.
pub(crate) enum Shape {
    /// Points on a circle.
    Ring(Circular),
    /// Numbered slots.
    Slots(Table),
    /// Every server has a score.
    Scores(Box<Rendezvous>),
    /// One of these where requests go on from servers that have too many.
    Limited(Box<Shape>, Limits),
}

/// The placement that a system makes of a fleet; where it refuses, nobody owns anything.
fn build(card: &Card, fleet: &Fleet, settings: &Settings, weights_count: bool) -> Box<dyn Placed> {
    build_for(card, fleet, settings, Seating::new(fleet, weights_count))
}

fn build_for(card: &Card, fleet: &Fleet, settings: &Settings, seating: Seating) -> Box<dyn Placed> {
    let shape = card.check(fleet, settings).and_then(|()| (card.shape)(fleet, settings));
    seated(shape.unwrap_or_else(|_| Shape::Slots(Table::empty())), seating)
}

fn seated(shape: Shape, seating: Seating) -> Box<dyn Placed> {
    match shape {
        Shape::Ring(circular) => Box::new(on_ring::OnRing::new(circular, seating)),
        Shape::Slots(table) => Box::new(in_slots::InSlots::new(table, seating)),
        Shape::Scores(rendezvous) => rendezvous,
        Shape::Limited(shape, limits) => {
            let seat_of = seating.seat_of.clone();
            Box::new(in_flight::InFlight::new(seated(*shape, seating), seat_of, limits))
        }
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

/// Are so many points of each member that is up within the limit?
fn count(members: &[Member], points: &dyn Fn(&Member) -> Result<u64, SystemError>) -> Result<(), SystemError> {
    let counts: Vec<u64> = members.iter().filter(|one| one.up).map(points).collect::<Result<_, _>>()?;
    within_limit(counts).map(|_| ())
}

/// Does every member that is up have a whole weight? What hangs on shares of weights alone has few points.
fn whole_weights(members: &[Member]) -> Result<(), SystemError> {
    count(members, &|member| member.whole_weight().map(|_| 0))
}

/// Whether members are up.
fn up(members: &[Member]) -> Vec<bool> {
    members.iter().map(|member| member.up).collect()
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

    /// Those that are down as well.
    fn of_all(fleet: &Fleet) -> Self {
        let seats: Vec<NodeId> = fleet.nodes().iter().map(|node| node.id).collect();
        Self { seat_of: (0..seats.len() as Seat).collect(), seats }
    }

    fn seat(&self, place: usize) -> Seat {
        self.seat_of.get(place).copied().unwrap_or(NO_SEAT)
    }
}
