//! uhashring's two rings as placements.

use super::{
    Card, Family, KeyNumber, Shape, SystemKey, build, count, ketama, members, on_ring::Circular, texts, whole_weights,
};
use crate::{
    algorithm::{Declaration, Weights},
    system::{uhashring, uhashring::points_of},
};

/// Points of a node of weight 1.
const POINTS: u32 = 160;

/// Its own ring.
pub static OWN: Declaration = Declaration {
    id: "uhashring",
    name: "uhashring",
    preposition: "by",
    source: "uhashring 2.5 (PyPI), ring.py",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&OWN_CARD),
    build: |fleet, settings| build(&OWN_CARD, fleet, settings, true),
};

static OWN_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "Each node has 160 points per unit of weight, at the MD5 of name-i as a number of 128 bits; the ring here shows the upper 64.",
        "A key is its own MD5 and belongs to the first point after it, strictly; the ring here shows a point one position early.",
        "A node that is removed leaves the ring, and no other moves a point.",
    ],
    checked: "uhashring 2.5 (PyPI)",
    defaults: "160 points; hash_fn=\"ketama\" makes another ring.",
    takes: |fleet, _| count(&members(fleet), &|member| points_of(member, POINTS)),
    shape: |fleet, _| {
        let members = members(fleet);
        let system = uhashring::ring(&members, POINTS)?;
        let name = |text: &str, number: u32, _: u64| format!("{text}-{number}");
        let keys = SystemKey::whole(KeyNumber::Md5Above);
        Ok(Shape::Ring(Circular::new(system.circle(), keys, texts(&members), name)))
    },
};

/// `hash_fn="ketama"`.
pub static KETAMA: Declaration = Declaration {
    id: "uhashring-ketama",
    name: "uhashring, ketama",
    preposition: "by",
    source: "uhashring 2.5 (PyPI), ring_ketama.py",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&KETAMA_CARD),
    build: |fleet, settings| build(&KETAMA_CARD, fleet, settings, true),
};

static KETAMA_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "A node of average weight has 160 points, four from the MD5 of each label name-i, counted in whole numbers.",
        "A key is the first word of its MD5 and belongs to the first point after it, strictly; the ring here shows a point one position early.",
        "A node that is removed leaves the ring, and the points of the others are counted anew.",
    ],
    checked: "uhashring 2.5 (PyPI)",
    defaults: "40 labels for an average weight, four points each; the port is part of a label.",
    takes: |fleet, _| whole_weights(&members(fleet)),
    shape: |fleet, _| {
        let members = members(fleet);
        let system = uhashring::ketama_ring(&members, 40, 4)?;
        Ok(Shape::Ring(Circular::new(system.circle(), ketama::KEYS, texts(&members), ketama::point)))
    },
};
