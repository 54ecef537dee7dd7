//! Envoy's two consistent hashes as placements.
//!
//! Envoy panics where too few hosts are healthy, and then sends requests to all of them. That is switched off here
//! (`healthy_panic_threshold: 0`): who is down never owns a key.

use super::{Card, KeyNumber, Shape, SystemKey, build, in_slots::Table, members, on_ring::Circular, texts};
use crate::{
    algorithm::{Declaration, Weights},
    parameter::{Choice, Kind, Parameter},
    system::{
        envoy_maglev::EnvoyMaglev,
        envoy_ring::{EnvoyRing, Options, PointFunction},
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

/// `ring_hash`.
pub static RING_HASH: Declaration = Declaration {
    id: "envoy-ring-hash",
    name: "Envoy ring hash",
    preposition: "by",
    source: "Envoy, ring_hash_lb.cc, 0d2acde2",
    weights: Weights::Used,
    parameters: &[&MINIMUM, &MAXIMUM, &FUNCTION],
    remembers: None,
    card: Some(&RING_HASH_CARD),
    build: |fleet, settings| build(&RING_HASH_CARD, fleet, settings, true),
};

static RING_HASH_CARD: Card = Card {
    does: [
        "Each host has as many points as bring the lightest one to a whole number and the ring to its minimum size.",
        "A point is the XXH64 of label_i; a request belongs to the first point at or after the XXH64 of its key.",
        "A host that is unhealthy leaves the ring, and the points of the others are counted anew.",
    ],
    checked: "Envoy 1.40.0",
    defaults: "1,024 points at least and 8,388,608 at most. Panic mode, by default below 50 % healthy hosts, is off here.",
    shape: |fleet, settings| {
        let members = members(fleet);
        let function = if settings.choice(&FUNCTION) == 1 { PointFunction::Murmur2 } else { PointFunction::XxHash };
        let options = Options {
            function,
            min_ring_size: settings.count(&MINIMUM).into(),
            max_ring_size: settings.count(&MAXIMUM).into(),
            panic_threshold_percent: 0,
        };
        let system = EnvoyRing::new(&members, &options)?;
        let name = |text: &str, number: u32| format!("{text}_{number}");
        Ok(Shape::Ring(Circular::new(system.circle(), SystemKey::whole(KeyNumber::Envoy), texts(&members), name)))
    },
};

/// `maglev`.
pub static MAGLEV: Declaration = Declaration {
    id: "envoy-maglev",
    name: "Envoy Maglev",
    preposition: "by",
    source: "Envoy, maglev_lb.cc, 104df3de",
    weights: Weights::Used,
    parameters: &[&TABLE],
    remembers: None,
    card: Some(&MAGLEV_CARD),
    build: |fleet, settings| build(&MAGLEV_CARD, fleet, settings, true),
};

static MAGLEV_CARD: Card = Card {
    does: [
        "Hosts fill a table by turns, each along its own order of all slots; the heavier has more turns.",
        "A request's slot is the XXH64 of its key modulo the size of the table.",
        "A host that is unhealthy leaves the table, which is filled anew; a few slots of the others change too.",
    ],
    checked: "Envoy 1.40.0",
    defaults: "65,537 slots. Panic mode, by default below 50 % healthy hosts, is off here.",
    shape: |fleet, settings| {
        let size = SIZES.get(settings.choice(&TABLE)).copied().unwrap_or(SIZES[0]);
        let system = EnvoyMaglev::new(&members(fleet), size, 0)?;
        let keys = SystemKey::whole(KeyNumber::Envoy);
        Ok(Shape::Slots(Table { keys, space: 1 << 64, slots: system.table().to_vec() }))
    },
};
