//! Envoy's two consistent hashes as placements.
//!
//! Envoy panics where too few hosts are healthy, and then sends requests to all of them. That is off here
//! (`healthy_panic_threshold: 0`), though Envoy's own default is 50: links that say nothing of it were made without it.

use super::{
    Card, Family, KeyNumber, Seating, Shape, SystemKey, build_for, in_flight::Limits, in_slots::Table, members,
    on_ring::Circular, texts,
};
use crate::{
    algorithm::{Declaration, Weights},
    fleet::Fleet,
    parameter::{Choice, Kind, Parameter, Settings},
    system::{
        envoy::hosts,
        envoy_bounded::Bounds,
        envoy_maglev::EnvoyMaglev,
        envoy_ring::{EnvoyRing, Options, PointFunction},
        error::{SystemError, in_range},
        member::Member,
    },
};

/// `minimum_ring_size`.
pub static MINIMUM: Parameter = Parameter {
    field: "envmin",
    name: "Minimum ring size",
    help: "How many points the ring has at least, all hosts together.",
    phrase: ("with at least", "points in all"),
    prominent: true,
    kind: Kind::Count { least: 1, most: 1_048_576, default: 1_024, logarithmic: true },
};

/// `maximum_ring_size`.
pub static MAXIMUM: Parameter = Parameter {
    field: "envmax",
    name: "Maximum ring size",
    help: "How many points the ring has at most, all hosts together.",
    phrase: ("at most", "points in all"),
    prominent: false,
    kind: Kind::Count { least: 1, most: 8_388_608, default: 8_388_608, logarithmic: true },
};

/// What hashes the points.
pub static FUNCTION: Parameter = Parameter {
    field: "envhash",
    name: "Hash of the points",
    help: "The function that places hosts; requests are hashed with XXH64 whatever stands here.",
    phrase: ("points hashed with", ""),
    prominent: false,
    kind: Kind::Choice(&[
        Choice { id: "xx", name: "XX_HASH", help: "XXH64, seed 0." },
        Choice { id: "murmur2", name: "MURMUR_HASH_2", help: "MurmurHash64A with the seed of libstdc++." },
    ]),
};

/// Maglev's table.
pub static TABLE: Parameter = Parameter {
    field: "envtable",
    name: "Envoy table size",
    help: "How many slots the table has; Envoy takes primes only.",
    phrase: ("with a table of", "slots"),
    prominent: true,
    kind: Kind::Choice(&[
        Choice { id: "65537", name: "65,537", help: "Where nothing is said." },
        Choice { id: "251", name: "251", help: "Small enough to see every slot." },
        Choice { id: "1021", name: "1,021", help: "" },
        Choice { id: "16381", name: "16,381", help: "" },
        Choice { id: "655373", name: "655,373", help: "" },
    ]),
};

/// The numbers of slots, in the order of the choices.
const SIZES: [u64; 5] = [65_537, 251, 1_021, 16_381, 655_373];

/// `healthy_panic_threshold`.
pub static PANIC: Parameter = Parameter {
    field: "envpanic",
    name: "Panic threshold",
    help: "Where fewer hosts are healthy, all have requests, the unhealthy ones too; Envoy's default is 50 %, and 0 never panics.",
    phrase: ("panicking below", "% healthy"),
    prominent: false,
    kind: Kind::Count { least: 0, most: 100, default: 0, logarithmic: false },
};

/// `hash_balance_factor`.
pub static BALANCE: Parameter = Parameter {
    field: "envbal",
    name: "Hash balance factor",
    help: "The most requests that a host has at once, in per cent of its share: from 100 on; 0 sets no bound. Here all keys are under way at once.",
    phrase: ("hash_balance_factor", "%"),
    prominent: false,
    kind: Kind::Count { least: 0, most: 1_000, default: 0, logarithmic: false },
};

/// Most hosts that a bound is reckoned for: a request may pass all of them.
const MOST_BOUNDED_HOSTS: u64 = 1_000;

/// Do so few healthy hosts make Envoy panic?
pub(crate) fn panics(fleet: &Fleet, settings: &Settings) -> bool {
    let all = fleet.nodes().len() as u64;
    // Nodes that are down are remembered in a list, which is shorter to go through than the fleet.
    let healthy = all - (fleet.removed().len() - fleet.vacancies()) as u64;
    healthy * 100 < all * u64::from(settings.count(&PANIC))
}

fn seating(fleet: &Fleet, settings: &Settings) -> Seating {
    if panics(fleet, settings) { Seating::of_all(fleet) } else { Seating::new(fleet, true) }
}

/// Is a bound one that Envoy takes?
fn bound_fits(fleet: &Fleet, settings: &Settings) -> Result<(), SystemError> {
    if settings.count(&BALANCE) > 0 {
        in_range("per cent as a hash_balance_factor", settings.count(&BALANCE).into(), 100, 1_000)?;
        in_range("hosts under a hash_balance_factor", fleet.nodes().len() as u64, 0, MOST_BOUNDED_HOSTS)?;
    }
    Ok(())
}

/// The same shape, with the bound where there is one.
fn bounded(shape: Shape, members: &[Member], settings: &Settings) -> Result<Shape, SystemError> {
    Ok(match settings.count(&BALANCE) {
        0 => shape,
        factor => {
            let bounds = Bounds::new(members, factor, settings.count(&PANIC))?;
            Shape::Limited(Box::new(shape), Limits::Envoy(bounds))
        }
    })
}

/// `ring_hash`.
pub static RING_HASH: Declaration = Declaration {
    id: "envoy-ring-hash",
    name: "Envoy ring hash",
    preposition: "by",
    source: "Envoy, ring_hash_lb.cc, 0d2acde2",
    weights: Weights::Used,
    parameters: &[&MINIMUM, &MAXIMUM, &FUNCTION, &BALANCE, &PANIC],
    remembers: None,
    card: Some(&RING_HASH_CARD),
    build: |fleet, settings| build_for(&RING_HASH_CARD, fleet, settings, seating(fleet, settings)),
};

static RING_HASH_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "Each host has as many points as bring the lightest one to a whole number and the ring to its minimum size.",
        "A point is the XXH64 of label_i; a request belongs to the first point at or after the XXH64 of its key.",
        "A host that is unhealthy leaves the ring, and the points of the others are counted anew. Under a hash_balance_factor real loads are requests at one time; here they are all keys, in their order.",
    ],
    checked: "Envoy 1.40.0",
    defaults: "1,024 points at least and 8,388,608 at most; panic below 50 % healthy hosts, which is off here unless it is set.",
    takes: |fleet, settings| {
        bound_fits(fleet, settings)?;
        EnvoyRing::count(&members(fleet), &options(settings))
    },
    shape: |fleet, settings| {
        let members = members(fleet);
        let system = EnvoyRing::new(&members, &options(settings))?;
        let name = |text: &str, number: u32, _: u64| format!("{text}_{number}");
        let keys = SystemKey::whole(KeyNumber::Envoy);
        bounded(Shape::Ring(Circular::new(system.circle(), keys, texts(&members), name)), &members, settings)
    },
};

/// The settings of a ring.
fn options(settings: &Settings) -> Options {
    let function = if settings.choice(&FUNCTION) == 1 { PointFunction::Murmur2 } else { PointFunction::XxHash };
    Options {
        function,
        min_ring_size: settings.count(&MINIMUM).into(),
        max_ring_size: settings.count(&MAXIMUM).into(),
        panic_threshold_percent: settings.count(&PANIC),
    }
}

/// `maglev`.
pub static MAGLEV: Declaration = Declaration {
    id: "envoy-maglev",
    name: "Envoy Maglev",
    preposition: "by",
    source: "Envoy, maglev_lb.cc, 104df3de",
    weights: Weights::Used,
    parameters: &[&TABLE, &BALANCE, &PANIC],
    remembers: None,
    card: Some(&MAGLEV_CARD),
    build: |fleet, settings| build_for(&MAGLEV_CARD, fleet, settings, seating(fleet, settings)),
};

static MAGLEV_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "Hosts fill a table by turns, each along its own order of all slots; the heavier has more turns.",
        "A request's slot is the XXH64 of its key modulo the size of the table.",
        "A host that is unhealthy leaves the table, which is filled anew; a few slots of the others change too. Under a hash_balance_factor real loads are requests at one time; here they are all keys, in their order.",
    ],
    checked: "Envoy 1.40.0",
    defaults: "65,537 slots; panic below 50 % healthy hosts, which is off here unless it is set.",
    takes: |fleet, settings| {
        bound_fits(fleet, settings)?;
        hosts(&members(fleet), settings.count(&PANIC)).map(|_| ())
    },
    shape: |fleet, settings| {
        let size = SIZES.get(settings.choice(&TABLE)).copied().unwrap_or(SIZES[0]);
        let members = members(fleet);
        let system = EnvoyMaglev::new(&members, size, settings.count(&PANIC))?;
        let keys = SystemKey::whole(KeyNumber::Envoy);
        let table = Table { space: 1 << 64, ..Table::of_remainders(keys, system.table().to_vec()) };
        bounded(Shape::Slots(table), &members, settings)
    },
};
