//! The Rust crates hashring and conhash, and Discord's ex_hash_ring, as placements.

use super::{Card, Family, KeyNumber, Shape, SystemKey, build, count, members, on_ring::Circular, texts};
use crate::{
    algorithm::{Declaration, Weights},
    fleet::Fleet,
    parameter::{Kind, Parameter},
    system::{crate_conhash, crate_hashring, ex_hash_ring, member::Member, uhashring::points_of},
};

/// The crate hashring.
pub static HASHRING: Declaration = Declaration {
    id: "crate-hashring",
    name: "crate hashring",
    preposition: "by",
    source: "hashring 0.3.6 (crates.io), lib.rs",
    weights: Weights::Ignored("The crate hashring knows no weights: every node has one point."),
    parameters: &[],
    remembers: None,
    card: Some(&HASHRING_CARD),
    build: |fleet, settings| build(&HASHRING_CARD, fleet, settings, false),
};

static HASHRING_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "Each node has one single point, at the SipHash-2-4 of its name as Rust hashes a String, with a zero key.",
        "A key is hashed likewise and belongs to the first point at or after it.",
        "A node that is removed leaves the ring, and all its keys go to one other.",
    ],
    checked: "hashring 0.3.6 (crates.io)",
    defaults: "One point; who wants more adds a node several times under other names.",
    takes: |_, _| Ok(()),
    shape: |fleet, _| {
        let members = members(fleet);
        let name = |text: &str, _: u32, _: u64| text.to_owned();
        let keys = SystemKey::whole(KeyNumber::RustString);
        Ok(Shape::Ring(Circular::new(crate_hashring::ring(&members).circle(), keys, texts(&members), name)))
    },
};

/// Replicas of a node.
pub static REPLICAS: Parameter = Parameter {
    field: "conrep",
    name: "Replicas of a node",
    help: "How many points a node of weight 1 has; the crate has no default.",
    phrase: ("with", "replicas each"),
    prominent: true,
    kind: Kind::Count { least: 1, most: 1_000, default: 20, logarithmic: true },
};

/// The crate conhash.
pub static CONHASH: Declaration = Declaration {
    id: "crate-conhash",
    name: "crate conhash",
    preposition: "by",
    source: "conhash 0.5.1 (crates.io), lib.rs",
    weights: Weights::Used,
    parameters: &[&REPLICAS],
    remembers: None,
    card: Some(&CONHASH_CARD),
    build: |fleet, settings| build(&CONHASH_CARD, fleet, settings, true),
};

static CONHASH_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "Each node has as many points as it is added with, at the MD5 of name:i, compared byte by byte; the ring here shows the upper 64 bits.",
        "A key is its own MD5 and belongs to the first point at or after it.",
        "A node that is removed leaves the ring, and no other moves a point.",
    ],
    checked: "conhash 0.5.1 (crates.io)",
    defaults: "None: replicas are given with each node, here 20 for each unit of weight.",
    takes: |fleet, settings| count(&members(fleet), &|member| points_of(member, settings.count(&REPLICAS))),
    shape: |fleet, settings| {
        let members = members(fleet);
        let system = crate_conhash::ring(&members, settings.count(&REPLICAS))?;
        let name = |text: &str, number: u32, _: u64| format!("{text}:{number}");
        let keys = SystemKey::whole(KeyNumber::Md5Above);
        Ok(Shape::Ring(Circular::new(system.circle(), keys, texts(&members), name)))
    },
};

/// Points of a node of weight 1 in ex_hash_ring.
const EX_POINTS: f64 = 512.0;

/// Discord's ex_hash_ring.
pub static EX_HASH_RING: Declaration = Declaration {
    id: "ex-hash-ring",
    name: "ex_hash_ring",
    preposition: "by",
    source: "discord/ex_hash_ring 7.0.0, 627589b",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&EX_HASH_RING_CARD),
    build: |fleet, settings| build(&EX_HASH_RING_CARD, fleet, settings, true),
};

static EX_HASH_RING_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "Each node has 512 points, at bytes 8 to 15 of the MD5 of its name and a number with nothing between them.",
        "A key is hashed likewise and belongs to the first point after it, strictly; the ring here shows a point one position early.",
        "A node’s own number of replicas is its weight: here 512 for each unit, cut.",
    ],
    checked: "its source alone",
    defaults: "512 replicas.",
    takes: |fleet, _| count(&ex_members(fleet), &|member| Ok(member.points.unwrap_or(0).into())),
    shape: |fleet, _| {
        let members = ex_members(fleet);
        let system = ex_hash_ring::ring(&members, EX_POINTS as u32)?;
        let name = |text: &str, number: u32, _: u64| format!("{text}{number}");
        let keys = SystemKey::whole(KeyNumber::ExHashRing);
        Ok(Shape::Ring(Circular::new(system.circle(), keys, texts(&members), name)))
    },
};

fn ex_members(fleet: &Fleet) -> Vec<Member> {
    let own = |member: Member| Member { points: Some((member.weight * EX_POINTS) as u32), ..member };
    members(fleet).into_iter().map(own).collect()
}
