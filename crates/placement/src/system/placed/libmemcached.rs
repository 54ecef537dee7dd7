//! libmemcached's other distributions as placements: the modulus that is its default, and its rings beside the weighted one.

use super::{
    Card, Family, KeyNumber, Shape, SystemKey, build, count, in_slots::Table, ketama, members,
    members_without_usual_port, on_ring::Circular, texts, whole_weights,
};
use crate::{
    algorithm::{Declaration, Weights},
    fleet::Fleet,
    parameter::{Choice, Kind, Parameter, Settings},
    system::{
        error::{SystemError, in_range},
        hash::memcached::KeyFunction,
        libmemcached::{Continuum, Points},
        member::{Member, live},
    },
};

/// `MEMCACHED_BEHAVIOR_HASH`.
pub static FUNCTION: Parameter = Parameter {
    field: "lmhash",
    name: "Hash behaviour",
    help: "The function of keys, and of the labels of unweighted rings.",
    phrase: ("hashed with", ""),
    prominent: true,
    kind: Kind::Choice(&[
        Choice { id: "one_at_a_time", name: "one_at_a_time", help: "The default: Bob Jenkins' one-at-a-time." },
        Choice { id: "md5", name: "md5", help: "The first word of MD5." },
        Choice { id: "crc", name: "crc", help: "15 bits of CRC-32." },
        Choice { id: "fnv1_64", name: "fnv1_64", help: "FNV-1 of 64 bits, the low 32." },
        Choice { id: "fnv1a_64", name: "fnv1a_64", help: "FNV-1a with constants of 64 bits, in 32." },
        Choice { id: "fnv1_32", name: "fnv1_32", help: "FNV-1 of 32 bits." },
        Choice { id: "fnv1a_32", name: "fnv1a_32", help: "FNV-1a of 32 bits." },
        Choice { id: "murmur", name: "murmur", help: "MurmurHash2." },
        Choice { id: "jenkins", name: "jenkins", help: "lookup3." },
        Choice { id: "murmur3", name: "murmur3", help: "MurmurHash3 of 32 bits." },
    ]),
};

fn function(settings: &Settings) -> KeyFunction {
    let word = FUNCTION.write(&settings.get(&FUNCTION));
    KeyFunction::of_libmemcached(&word).unwrap_or(KeyFunction::OneAtATime)
}

/// Most servers under a consistent distribution: the library aborts when one more is added.
const MOST_SERVERS: u64 = 100;

fn few_enough(fleet: &Fleet) -> Result<Vec<Member>, SystemError> {
    let members = members(fleet);
    in_range("servers", live(&members).len() as u64, 0, MOST_SERVERS)?;
    whole_weights(&members)?;
    Ok(members)
}

/// The same where every server has as many points: what becomes of one without any weight is not known.
fn weighted_from_one(fleet: &Fleet) -> Result<(), SystemError> {
    match few_enough(fleet)?.iter().find(|member| member.up && member.weight < 1.0) {
        Some(member) => Err(member.refused("whole numbers from 1 on")),
        None => Ok(()),
    }
}

/// `MEMCACHED_DISTRIBUTION_MODULA`.
pub static MODULA: Declaration = Declaration {
    id: "libmemcached-modula",
    name: "libmemcached, modula",
    preposition: "by",
    source: "libmemcached, hosts.cc, 374774df",
    weights: Weights::Ignored("libmemcached’s modulus knows no weights: every server is one number."),
    parameters: &[&FUNCTION],
    remembers: None,
    card: Some(&MODULA_CARD),
    build: |fleet, settings| build(&MODULA_CARD, fleet, settings, false),
};

static MODULA_CARD: Card = Card {
    family: Family::Memcached,
    does: [
        "A key’s server is its hash modulo the number of servers: not a consistent hash.",
        "Servers are numbered in the order in which they were added; names and weights play no part.",
        "A server that is ejected leaves the list, and all after it move up.",
    ],
    checked: "libmemcached 1.1.4",
    defaults: "This is what the library does where nothing is set; its hash is one_at_a_time.",
    takes: |fleet, _| count(&members(fleet), &|_| Ok(1)),
    shape: |fleet, settings| {
        let keys = SystemKey::whole(KeyNumber::Memcached(function(settings)));
        let slots = live(&members(fleet)).into_iter().map(|(place, _)| place).collect();
        Ok(Shape::Slots(Table::of_remainders(keys, slots)))
    },
};

/// `MEMCACHED_DISTRIBUTION_CONSISTENT`.
pub static CONSISTENT: Declaration = Declaration {
    id: "libmemcached-consistent",
    name: "libmemcached, consistent",
    preposition: "by",
    source: "libmemcached, hosts.cc, 374774df",
    weights: Weights::Used,
    parameters: &[&FUNCTION],
    remembers: None,
    card: Some(&CONSISTENT_CARD),
    build: |fleet, settings| build(&CONSISTENT_CARD, fleet, settings, true),
};

static CONSISTENT_CARD: Card = Card {
    family: Family::Memcached,
    does: [
        "Each server has 100 points, one for each label host-i, hashed by the function of the keys.",
        "Once a weight is above 1 the points are ketama’s by MD5, while keys keep their function.",
        "A server that is ejected leaves the ring. Port 11211 is no part of a label.",
    ],
    checked: "libmemcached 1.1.4",
    defaults: "one_at_a_time for points and keys; up to 100 servers, for with one more the library aborts.",
    takes: |fleet, _| weighted_from_one(fleet),
    shape: |fleet, settings| unweighted(fleet, settings),
};

/// `MEMCACHED_BEHAVIOR_KETAMA`.
pub static KETAMA: Declaration = Declaration {
    id: "libmemcached-ketama",
    name: "libmemcached, ketama",
    preposition: "by",
    source: "libmemcached, behavior.cc, 374774df",
    weights: Weights::Used,
    parameters: &[&FUNCTION],
    remembers: None,
    card: Some(&KETAMA_CARD),
    build: |fleet, settings| build(&KETAMA_CARD, fleet, settings, true),
};

static KETAMA_CARD: Card = Card {
    family: Family::Memcached,
    does: [
        "In spite of its name it is the consistent distribution: 100 points a server, one for each label host-i.",
        "Points and keys are hashed by one_at_a_time, not by ketama’s MD5, so other clients find other servers.",
        "Once a weight is above 1 the points are ketama’s by MD5, while keys keep their function.",
    ],
    checked: "libmemcached 1.1.4",
    defaults: "one_at_a_time. What other clients call ketama is KETAMA_WEIGHTED.",
    takes: |fleet, _| weighted_from_one(fleet),
    shape: |fleet, settings| unweighted(fleet, settings),
};

fn unweighted(fleet: &Fleet, settings: &Settings) -> Result<Shape, SystemError> {
    let members = members_without_usual_port(fleet);
    let function = function(settings);
    let is_weighted = members.iter().any(|member| member.up && member.weight > 1.0);
    let (points, write): (_, fn(&str, u32, u64) -> String) = match is_weighted {
        true => (Points::Weighted, ketama::point),
        false => (Points::Unweighted, |text, number, _| format!("{text}-{number}")),
    };
    let system = Continuum::new(&members, points, function)?;
    let keys = SystemKey::whole(KeyNumber::Memcached(function));
    Ok(Shape::Ring(Circular::new(system.circle(), keys, texts(&members), write)))
}

/// `MEMCACHED_DISTRIBUTION_CONSISTENT_KETAMA_SPY`.
pub static SPY: Declaration = Declaration {
    id: "libmemcached-ketama-spy",
    name: "libmemcached, ketama spy",
    preposition: "by",
    source: "libmemcached, hosts.cc, 374774df",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&SPY_CARD),
    build: |fleet, settings| build(&SPY_CARD, fleet, settings, true),
};

static SPY_CARD: Card = Card {
    family: Family::Memcached,
    does: [
        "The weighted ketama with a slash before each label, /host:port-i, as spymemcached writes them.",
        "The port is always part of a label, 11211 too.",
        "A server that is ejected leaves the ring, and the points of the others are counted anew.",
    ],
    checked: "libmemcached 1.1.4",
    defaults: "MD5 for points and keys; there is nothing to set.",
    takes: |fleet, _| few_enough(fleet).map(|_| ()),
    shape: |fleet, _| {
        let members = members(fleet);
        let system = Continuum::new(&members, Points::Spy, KeyFunction::Md5)?;
        let name = |text: &str, number: u32, position: u64| ketama::point(&format!("/{text}"), number, position);
        Ok(Shape::Ring(Circular::new(system.circle(), ketama::KEYS, texts(&members), name)))
    },
};
