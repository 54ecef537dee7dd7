//! twemproxy's ketama and modula as placements. A node's name is the server's address; servers have no names of their own.

use super::{
    Card, Family, KeyNumber, Shape, SystemKey, build, count, in_slots::Table, ketama, members,
    members_without_usual_port, on_ring::Circular, texts, whole_weights,
};
use crate::{
    algorithm::{Declaration, Weights},
    parameter::{Choice, Kind, Parameter, Settings},
    system::{
        hash::memcached::KeyFunction,
        member::Member,
        twemproxy::{Ketama, Modula},
    },
};

/// `hash:`.
pub static FUNCTION: Parameter = Parameter {
    field: "twhash",
    name: "Key function",
    help: "The function of keys; points are placed by MD5 whatever stands here.",
    phrase: ("keys hashed with", ""),
    prominent: true,
    kind: Kind::Choice(&[
        Choice { id: "fnv1a_64", name: "fnv1a_64", help: "The default: FNV-1a with constants of 64 bits, in 32." },
        Choice { id: "md5", name: "md5", help: "The first word of MD5." },
        Choice { id: "one_at_a_time", name: "one_at_a_time", help: "Bob Jenkins' one-at-a-time." },
        Choice { id: "crc16", name: "crc16", help: "CRC-16 in a register that is not cut." },
        Choice { id: "crc32", name: "crc32", help: "15 bits of CRC-32: all keys in the first 32,768 positions." },
        Choice { id: "crc32a", name: "crc32a", help: "All of CRC-32." },
        Choice { id: "fnv1_64", name: "fnv1_64", help: "FNV-1 of 64 bits, the low 32." },
        Choice { id: "fnv1_32", name: "fnv1_32", help: "FNV-1 of 32 bits." },
        Choice { id: "fnv1a_32", name: "fnv1a_32", help: "FNV-1a of 32 bits." },
        Choice { id: "hsieh", name: "hsieh", help: "SuperFastHash." },
        Choice { id: "murmur", name: "murmur", help: "MurmurHash2." },
        Choice { id: "jenkins", name: "jenkins", help: "lookup3." },
    ]),
};

/// `hash_tag:`.
pub static HASH_TAG: Parameter = Parameter {
    field: "twtag",
    name: "Hash tag",
    help: "Only what stands between the first brace and the next closing one counts, if it is not empty.",
    phrase: ("", "hash tag {}"),
    prominent: false,
    kind: Kind::Switch,
};

/// `distribution: ketama`.
pub static KETAMA: Declaration = Declaration {
    id: "twemproxy-ketama",
    name: "twemproxy, ketama",
    preposition: "by",
    source: "twemproxy, nc_ketama.c, 60aaf855",
    weights: Weights::Used,
    parameters: &[&FUNCTION, &HASH_TAG],
    remembers: None,
    card: Some(&KETAMA_CARD),
    build: |fleet, settings| build(&KETAMA_CARD, fleet, settings, true),
};

static KETAMA_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "A server of average weight has 160 points, four from the MD5 of each label, counted in single precision.",
        "A key is hashed by another function, fnv1a_64 by default, and belongs to the first point at or after it.",
        "A server that is ejected leaves the ring, and the points of the others are counted anew. Port 11211 is no part of a label.",
    ],
    checked: "twemproxy 0.5.0",
    defaults: "hash fnv1a_64, distribution ketama, no hash tag.",
    takes: |fleet, _| whole_weights(&members(fleet)),
    shape: |fleet, settings| {
        let members = members_without_usual_port(fleet);
        let system = Ketama::new(&members, function(settings))?;
        Ok(Shape::Ring(Circular::new(system.circle(), key(settings, &members), texts(&members), ketama::point)))
    },
};

/// `distribution: modula`.
pub static MODULA: Declaration = Declaration {
    id: "twemproxy-modula",
    name: "twemproxy, modula",
    preposition: "by",
    source: "twemproxy, nc_modula.c, 60aaf855",
    weights: Weights::Used,
    parameters: &[&FUNCTION, &HASH_TAG],
    remembers: None,
    card: Some(&MODULA_CARD),
    build: |fleet, settings| build(&MODULA_CARD, fleet, settings, true),
};

static MODULA_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "Servers stand in the order of the length of their labels and then of their bytes, whatever the configuration says.",
        "Each has as many slots as its weight; a key's slot is its hash modulo all slots: not a consistent hash.",
        "A server that is ejected leaves the list, and all after it move up.",
    ],
    checked: "twemproxy 0.5.0",
    defaults: "hash fnv1a_64, no hash tag.",
    takes: |fleet, _| count(&members(fleet), &|member| member.whole_weight().map(u64::from)),
    shape: |fleet, settings| {
        let members = members_without_usual_port(fleet);
        let system = Modula::new(&members, function(settings))?;
        let keys = key(settings, &members);
        Ok(Shape::Slots(Table::of_remainders(keys, system.slots().to_vec())))
    },
};

/// The function of keys.
fn function(settings: &Settings) -> KeyFunction {
    let word = FUNCTION.write(&settings.get(&FUNCTION));
    KeyFunction::of_twemproxy(&word).unwrap_or(KeyFunction::Fnv1aOf64)
}

/// The number of a key: a single server needs none.
fn key(settings: &Settings, members: &[Member]) -> SystemKey {
    let is_single = members.iter().filter(|member| member.up).count() == 1;
    let number = if is_single { KeyNumber::Zero } else { KeyNumber::Memcached(function(settings)) };
    SystemKey { hash_tag: settings.switch(&HASH_TAG).then_some((b'{', b'}')), ..SystemKey::whole(number) }
}
