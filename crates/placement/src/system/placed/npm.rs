//! npm's ketama and node-hashring as placements.

use super::{Card, Family, KeyNumber, Shape, SystemKey, build, count, members, on_ring::Circular, texts};
use crate::{
    algorithm::{Declaration, Weights},
    system::{
        key::KeyEncoding,
        npm_ketama::{self, points_of},
        npm_node_hashring::NodeHashring,
    },
};

/// Points of a node of weight 1 in npm's ketama, and of any node in node-hashring.
const KETAMA_POINTS: u32 = 50;
const NODE_HASHRING_POINTS: u32 = 80;

/// npm's ketama.
pub static KETAMA: Declaration = Declaration {
    id: "npm-ketama",
    name: "npm ketama",
    preposition: "by",
    source: "ketama 1.0.0 (npm)",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&KETAMA_CARD),
    build: |fleet, settings| build(&KETAMA_CARD, fleet, settings, true),
};

static KETAMA_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "It is not ketama: each node has 50 points per unit of weight, rounded, at the SHA-1 of name, a zero byte and a number.",
        "Positions are the first four bytes as signed numbers, so the circle begins at half of the range; the ring here is turned to it.",
        "A key belongs to the first point at or after it. A node that is removed leaves the ring, and no other moves a point.",
    ],
    checked: "ketama 1.0.0 (npm)",
    defaults: "50 points; there is nothing to set.",
    takes: |fleet, _| count(&members(fleet), &|member| points_of(member, KETAMA_POINTS)),
    shape: |fleet, _| {
        let members = members(fleet);
        let system = npm_ketama::ring(&members, KETAMA_POINTS)?;
        // The library numbers from 1.
        let name = |text: &str, number: u32, _: u64| format!("{text} 0x00 {}", u64::from(number) + 1);
        let keys = SystemKey::whole(KeyNumber::NpmKetama);
        Ok(Shape::Ring(Circular::new(system.circle(), keys, texts(&members), name)))
    },
};

/// npm's node-hashring.
pub static NODE_HASHRING: Declaration = Declaration {
    id: "npm-node-hashring",
    name: "npm node-hashring",
    preposition: "by",
    source: "node-hashring 1.0.2 (npm)",
    weights: Weights::Ignored("node-hashring knows no weights: every node has 80 points."),
    parameters: &[],
    remembers: None,
    card: Some(&NODE_HASHRING_CARD),
    build: |fleet, settings| build(&NODE_HASHRING_CARD, fleet, settings, false),
};

static NODE_HASHRING_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "Each node has 80 points, at the MurmurHash3 of name.i, seed 0xFFF, over the low byte of each UTF-16 unit.",
        "A key belongs to the last point at or before it: the circle is walked backwards.",
        "Where two points are equal the library has a gap: keys beyond the highest point then have no node.",
    ],
    checked: "node-hashring 1.0.2 (npm)",
    defaults: "80 points; there is nothing to set.",
    takes: |fleet, _| count(&members(fleet), &|_| Ok(NODE_HASHRING_POINTS.into())),
    shape: |fleet, _| {
        let members = members(fleet);
        let system = NodeHashring::new(&members, NODE_HASHRING_POINTS, KeyEncoding::Utf16LowByte)?;
        let name = |text: &str, number: u32, _: u64| format!("{text}.{number}");
        let keys = SystemKey::whole(KeyNumber::NodeHashring);
        let circular = Circular::new(system.circle(), keys, texts(&members), name);
        Ok(Shape::Ring(match system.has_gaps() {
            true => circular.passing_over(&|position| system.owner_of(position as u32)),
            false => circular,
        }))
    },
};
