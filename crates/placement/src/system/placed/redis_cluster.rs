//! Redis Cluster as a placement: 16,384 slots, as they are dealt to new masters or as they are given.

use super::{
    Card, Family, KeyNumber, Shape, SystemKey, build,
    in_slots::{Empty, SlotBy, Table},
    members,
};
use crate::{
    algorithm::{Declaration, Weights},
    parameter::Parameter,
    system::{
        assignment::Units,
        redis_cluster::{SLOTS, default_ranges},
    },
};

/// The slots of each master.
pub static RANGES: Parameter = Parameter {
    field: "ranges",
    name: "Slots",
    help: "Which slots each master has, as redis-cli cluster nodes lists them; without them, as redis-cli deals them to a new cluster.",
    phrase: ("slots", ""),
    ..UNITS.parameter()
};

/// Numbered slots.
pub static UNITS: Units = Units {
    one: "slot",
    many: "slots",
    least: 0,
    most: 16_383,
    ranges: true,
    otherwise: "as redis-cli deals them",
    example: "cache-01=0-5460",
};

/// Redis Cluster.
pub static DECLARATION: Declaration = Declaration {
    id: "redis-cluster",
    name: "Redis Cluster",
    preposition: "by",
    source: "Redis, cluster.h and redis-cli.c, 4f8cdc2",
    weights: Weights::Ignored("Redis Cluster knows no weights: a master has the slots that it was given."),
    parameters: &[&RANGES],
    remembers: None,
    card: Some(&CARD),
    build: |fleet, settings| build(&CARD, fleet, settings, false),
};

static CARD: Card = Card {
    family: Family::Stores,
    does: [
        "A key’s slot is its CRC-16 modulo 16,384; of a key with {…} only what stands in the first braces counts.",
        "Every slot has a master that somebody gave it. Who has which is kept by the cluster and not computed from names.",
        "A master that is down keeps its slots, and they have no owner here: replicas that could take over are not in the list.",
    ],
    checked: "Redis 7.0.15",
    defaults: "redis-cli --cluster create deals the slots evenly, in the order of the masters. Without given slots each list of masters here is such a new cluster.",
    takes: |_, _| Ok(()),
    shape: |fleet, settings| {
        let members = members(fleet);
        let given = settings.assignment(&RANGES);
        let mut slots = vec![u32::MAX; if members.is_empty() { 0 } else { SLOTS as usize }];
        if given.is_empty() && !members.is_empty() {
            for ((first, last), place) in default_ranges(members.len() as u32, SLOTS)?.into_iter().zip(0..) {
                slots[first as usize..=last as usize].fill(place);
            }
        }
        given.deal(&members, &mut slots);
        let keys = SystemKey { hash_tag: Some((b'{', b'}')), ..SystemKey::whole(KeyNumber::Crc16) };
        Ok(Shape::Slots(Table { keys, by: SlotBy::Remainder, space: 1 << 16, slots, empty: Empty::Nobody }))
    },
};
