//! Guava's and ClickHouse's functions from a number to a bucket as placements: buckets are the nodes that are up, in the
//! order of the rows.

use super::{
    Card, Family, KeyNumber, Shape, SystemKey, build,
    in_slots::{Empty, SlotBy, Table},
    members,
};
use crate::{
    algorithm::{Declaration, Weights},
    fleet::Fleet,
    parameter::{Choice, Kind, Parameter},
    system::{hash::guava::GuavaHash, member::live},
};

/// What makes Guava's `HashCode`.
pub static FUNCTION: Parameter = Parameter {
    field: "guhash",
    name: "Hashing function",
    help: "Which of Guava’s functions makes the HashCode of a key.",
    phrase: ("hashed with", ""),
    prominent: true,
    kind: Kind::Choice(&[
        Choice { id: "murmur3_128", name: "murmur3_128", help: "The first eight bytes, little-endian." },
        Choice { id: "murmur3_32", name: "murmur3_32", help: "Four bytes, with zeros above them." },
        Choice { id: "md5", name: "md5", help: "The first eight bytes, little-endian." },
        Choice { id: "sipHash24", name: "sipHash24", help: "Eight bytes, with the key of the reference." },
    ]),
};

/// `Hashing.consistentHash`.
pub static GUAVA: Declaration = Declaration {
    id: "guava-consistent-hash",
    name: "Guava consistentHash",
    preposition: "by",
    source: "Guava 31.1, Hashing.java",
    weights: Weights::Ignored("Guava’s consistentHash knows no weights: every bucket counts alike."),
    parameters: &[&FUNCTION],
    remembers: None,
    card: Some(&GUAVA_CARD),
    build: |fleet, settings| build(&GUAVA_CARD, fleet, settings, false),
};

static GUAVA_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "The key’s HashCode jumps from bucket to bucket: jump hash as published, over the first eight bytes, little-endian.",
        "Buckets are numbers. Which node has which number is the program’s own matter: here it is the order of the rows.",
        "Buckets can only go from the end. When a node in the middle goes, or is down, those after it move up.",
    ],
    checked: "Guava 31.1",
    defaults: "None: the program chooses the hashing function.",
    takes: |_, _| Ok(()),
    shape: |fleet, settings| {
        let hash = GuavaHash::ALL.get(settings.choice(&FUNCTION)).copied().unwrap_or(GuavaHash::ALL[0]);
        Ok(buckets(fleet, KeyNumber::Guava(hash), SlotBy::Jump))
    },
};

/// `jumpConsistentHash`.
pub static CLICKHOUSE_JUMP: Declaration = Declaration {
    id: "clickhouse-jump",
    name: "ClickHouse jumpConsistentHash",
    preposition: "by",
    source: "ClickHouse, consistent_hashing.cpp, 15f68c65",
    weights: Weights::Ignored("ClickHouse’s jumpConsistentHash knows no weights: every bucket counts alike."),
    parameters: &[],
    remembers: None,
    card: Some(&CLICKHOUSE_JUMP_CARD),
    build: |fleet, settings| build(&CLICKHOUSE_JUMP_CARD, fleet, settings, false),
};

static CLICKHOUSE_JUMP_CARD: Card = Card {
    family: Family::Stores,
    does: [
        "jumpConsistentHash(xxHash64(key), n) as SQL has it: jump hash as published.",
        "Buckets are numbers; here they are the nodes that are up, in the order of the rows.",
        "Buckets can only go from the end. When a node in the middle goes, or is down, those after it move up.",
    ],
    checked: "chdb 4.4.0",
    defaults: "None: the query chooses the hash, here xxHash64.",
    takes: |_, _| Ok(()),
    shape: |fleet, _| Ok(buckets(fleet, KeyNumber::Envoy, SlotBy::Jump)),
};

/// `kostikConsistentHash`.
pub static CLICKHOUSE_KOSTIK: Declaration = Declaration {
    id: "clickhouse-kostik",
    name: "ClickHouse kostikConsistentHash",
    preposition: "by",
    source: "ClickHouse, consistent_hashing.cpp, 15f68c65",
    weights: Weights::Ignored("ClickHouse’s kostikConsistentHash knows no weights: every bucket counts alike."),
    parameters: &[],
    remembers: None,
    card: Some(&CLICKHOUSE_KOSTIK_CARD),
    build: |fleet, settings| build(&CLICKHOUSE_KOSTIK_CARD, fleet, settings, false),
};

static CLICKHOUSE_KOSTIK_CARD: Card = Card {
    family: Family::Stores,
    does: [
        "kostikConsistentHash(xxHash64(key), n), also called yandexConsistentHash: the bucket in constant time from four parts of 16 bits.",
        "Buckets are numbers up to 32,768; here they are the nodes that are up, in the order of the rows.",
        "Buckets can only go from the end. When a node in the middle goes, or is down, those after it move up.",
    ],
    checked: "chdb 4.4.0",
    defaults: "None: the query chooses the hash, here xxHash64.",
    takes: |_, _| Ok(()),
    shape: |fleet, _| Ok(buckets(fleet, KeyNumber::Envoy, SlotBy::Kostik)),
};

fn buckets(fleet: &Fleet, number: KeyNumber, by: SlotBy) -> Shape {
    let slots = live(&members(fleet)).into_iter().map(|(place, _)| place).collect();
    Shape::Slots(Table { keys: SystemKey::whole(number), by, space: 1 << 64, slots, empty: Empty::Nobody })
}
