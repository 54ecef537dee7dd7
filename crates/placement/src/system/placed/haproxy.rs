//! HAProxy's two hash types as placements.

use super::{
    Card, Family, KeyNumber, Shape, SystemKey, build, count, in_flight::Limits, in_slots::Table, members,
    on_ring::Circular,
};
use crate::{
    algorithm::{Declaration, Weights},
    parameter::{Choice, Kind, Parameter, Settings},
    system::{
        error::in_range,
        haproxy::{KeyHash, ids},
        haproxy_consistent::{self, HaproxyConsistent, effective_weight},
        haproxy_map::HaproxyMap,
        hash::haproxy::KeyFunction,
        key::KeyPart,
        member::Member,
    },
};

/// Where the numbers of servers come from.
pub static IDS: Parameter = Parameter {
    field: "haids",
    name: "Server ids",
    help: "HAProxy places the number of a server, not its name: its place in the list, unless the configuration gives an id.",
    phrase: ("server ids", ""),
    prominent: true,
    kind: Kind::Choice(&[
        Choice {
            id: "position",
            name: "by position",
            help: "1 for the first line: deleting a line renumbers those after it.",
        },
        Choice {
            id: "explicit",
            name: "explicit",
            help: "Every line has an id of its own, which no other line changes.",
        },
    ]),
};

/// The function of keys.
pub static FUNCTION: Parameter = Parameter {
    field: "hafn",
    name: "Hash function",
    help: "What hash-type says behind consistent or map-based.",
    phrase: ("hash function", ""),
    prominent: true,
    kind: Kind::Choice(&[
        Choice {
            id: "default",
            name: "not given",
            help: "sdbm; consistent then turns avalanche on, map-based does not.",
        },
        Choice { id: "sdbm", name: "sdbm", help: "One multiplication and one addition a byte." },
        Choice { id: "djb2", name: "djb2", help: "One multiplication and one addition a byte, by 33." },
        Choice { id: "wt6", name: "wt6", help: "Two words that turn and exchange." },
        Choice { id: "crc32", name: "crc32", help: "The checksum." },
    ]),
};

/// Does the mix follow a function that is given?
pub static AVALANCHE: Parameter = Parameter {
    field: "haav",
    name: "Avalanche",
    help: "Mixes the hash once more, where a function is given; without one it is the hash type's own choice.",
    phrase: ("", "avalanche"),
    prominent: false,
    kind: Kind::Switch,
};

/// Which part of a key counts.
pub static PART: Parameter = Parameter {
    field: "hapart",
    name: "Part of the key",
    help: "A header's value is cut at its first comma; other keys count in full.",
    phrase: ("keys taken", ""),
    prominent: false,
    kind: Kind::Choice(&[
        Choice { id: "whole", name: "in full", help: "As balance hash and balance uri take them." },
        Choice { id: "first", name: "up to a comma", help: "The first element of a header, as balance hdr takes it." },
    ]),
};

/// `hash-balance-factor`.
pub static BALANCE: Parameter = Parameter {
    field: "habal",
    name: "Balance factor",
    help: "The most requests that a server has at once, in per cent of the average: from 101 on; 0 sets no bound. Here all keys are under way at once.",
    phrase: ("hash-balance-factor", "%"),
    prominent: false,
    kind: Kind::Count { least: 0, most: 1_000, default: 0, logarithmic: false },
};

/// Most points that a bound is reckoned for: a request may pass all of them.
const MOST_BOUNDED_POINTS: u64 = 4_096;

/// `hash-type consistent`.
pub static CONSISTENT: Declaration = Declaration {
    id: "haproxy-consistent",
    name: "HAProxy, consistent",
    preposition: "by",
    source: "HAProxy, lb_chash.c, v2.6.0",
    weights: Weights::Used,
    parameters: &[&IDS, &FUNCTION, &AVALANCHE, &PART, &BALANCE],
    remembers: None,
    card: Some(&CONSISTENT_CARD),
    build: |fleet, settings| build(&CONSISTENT_CARD, fleet, settings, true),
};

static CONSISTENT_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "Each server has 16 points per unit of weight, at the mix of its id · 4096 + j: its name plays no part.",
        "A key goes to the nearer of its two neighbours, upwards or downwards; half way the lower one has it.",
        "A server that is down has no points. The ring here shows where stretches end, half way between two points. Under a hash-balance-factor real loads are requests at one time; here they are all keys, in their order.",
    ],
    checked: "HAProxy 2.6.12",
    defaults: "Ids are positions in the list; sdbm with avalanche; no hash-balance-factor.",
    takes: |fleet, settings| {
        let points = |member: &Member| effective_weight(member).map(u64::from);
        let members = members(fleet);
        count(&members, &points)?;
        if settings.count(&BALANCE) > 0 {
            in_range("per cent as a hash-balance-factor", settings.count(&BALANCE).into(), 101, 1_000)?;
            let all = members.iter().filter(|one| one.up).map(points).sum::<Result<u64, _>>()?;
            in_range("points under a hash-balance-factor", all, 0, MOST_BOUNDED_POINTS)?;
        }
        Ok(())
    },
    shape: |fleet, settings| {
        let mut members = members(fleet);
        if settings.choice(&IDS) == 1 {
            for (member, node) in members.iter_mut().zip(fleet.nodes()) {
                member.id = Some(node.id.0.wrapping_add(1));
            }
        }
        let hash = key_hash(settings, KeyHash::CONSISTENT);
        let system = HaproxyConsistent::new(&members, hash)?;
        let texts = ids(&members).iter().map(u32::to_string).collect();
        let name = |id: &str, point: u32, _: u64| format!("half way beyond {id}·4096+{point}");
        let ring = Shape::Ring(Circular::new(system.circle(), key(settings, hash), texts, name));
        Ok(match settings.count(&BALANCE) {
            0 => ring,
            factor => {
                let bounded = haproxy_consistent::Bounded::new(&members, hash, factor)?;
                Shape::Limited(Box::new(ring), Limits::Haproxy(bounded))
            }
        })
    },
};

/// `hash-type map-based`.
pub static MAP_BASED: Declaration = Declaration {
    id: "haproxy-map",
    name: "HAProxy, map-based",
    preposition: "by",
    source: "HAProxy, lb_map.c, v2.6.0",
    weights: Weights::Used,
    parameters: &[&FUNCTION, &AVALANCHE, &PART],
    remembers: None,
    card: Some(&MAP_BASED_CARD),
    build: |fleet, settings| build(&MAP_BASED_CARD, fleet, settings, true),
};

static MAP_BASED_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "A table of as many slots as the total weight, dealt out by smooth weighted round robin.",
        "A key's slot is its hash modulo the number of slots: not a consistent hash.",
        "When a server goes down or comes up, the table is made anew.",
    ],
    checked: "HAProxy 2.6.12",
    defaults: "sdbm without avalanche.",
    takes: |fleet, _| HaproxyMap::count(&members(fleet)),
    shape: |fleet, settings| {
        let hash = key_hash(settings, KeyHash::MAP_BASED);
        let system = HaproxyMap::new(&members(fleet), hash)?;
        Ok(Shape::Slots(Table::of_remainders(key(settings, hash), system.table().to_vec())))
    },
};

/// The function that the settings name, or that of the hash type.
fn key_hash(settings: &Settings, default: KeyHash) -> KeyHash {
    let function = match settings.choice(&FUNCTION) {
        1 => KeyFunction::Sdbm,
        2 => KeyFunction::Djb2,
        3 => KeyFunction::Wt6,
        4 => KeyFunction::Crc32,
        _ => return default,
    };
    KeyHash { function, avalanche: settings.switch(&AVALANCHE) }
}

fn key(settings: &Settings, hash: KeyHash) -> SystemKey {
    let part = if settings.choice(&PART) == 1 { KeyPart::FirstElement } else { KeyPart::Whole };
    SystemKey { part, ..SystemKey::whole(KeyNumber::Haproxy(hash)) }
}
