//! Varnish's two hashing directors as placements.

use super::{Card, Family, KeyNumber, Shape, SystemKey, build, members, on_ring::Circular, texts, up};
use crate::{
    algorithm::{Declaration, Weights},
    fleet::Fleet,
    parameter::{Kind, Parameter},
    system::{
        circle::{Circle, Equals, Search},
        error::SystemError,
        member::{Member, within_limit},
        varnish_hash::VarnishHash,
        varnish_shard::{VarnishShard, points_of},
    },
};

const KEYS: SystemKey = SystemKey::whole(KeyNumber::Varnish);

/// `replicas`.
pub static REPLICAS: Parameter = Parameter {
    field: "vsrep",
    name: "Replicas",
    help: "How many points a backend of weight 1 has, as reconfigure() takes them.",
    phrase: ("with", "replicas each"),
    prominent: true,
    kind: Kind::Count { least: 1, most: 1_000, default: 67, logarithmic: true },
};

/// `directors.shard`.
pub static SHARD: Declaration = Declaration {
    id: "varnish-shard",
    name: "Varnish, shard director",
    preposition: "by",
    source: "Varnish, vmod_directors_shard_cfg.c, 1b49d568",
    weights: Weights::Used,
    parameters: &[&REPLICAS],
    remembers: None,
    card: Some(&SHARD_CARD),
    build: |fleet, settings| build(&SHARD_CARD, fleet, settings, true),
};

static SHARD_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "Each backend has 67 points per unit of weight, the last four bytes of SHA-256 of its name and a number. A weight below 1 counts as 1.",
        "A key belongs to the first point at or after its own hash. The ring does not wrap: above the last point all keys are that one’s.",
        "A backend that is sick keeps its points, and a lookup goes on to the next that is healthy.",
    ],
    checked: "Varnish 7.1.1",
    defaults: "67 replicas; rampup and warmup are off, and the key is hashed as BLOB or KEY would be.",
    takes: |fleet, settings| {
        let points = |member: &Member| points_of(member, settings.count(&REPLICAS));
        backends(fleet)?.iter().map(points).collect::<Result<Vec<u64>, _>>().and_then(within_limit).map(|_| ())
    },
    shape: |fleet, settings| {
        let members = backends(fleet)?;
        let system = VarnishShard::new(&members, settings.count(&REPLICAS))?;
        let name = |text: &str, number: u32, _: u64| format!("{text}{number}");
        Ok(Shape::Ring(Circular::new(system.circle(), KEYS, texts(&members), name).going_on(&up(&members))))
    },
};

/// `directors.hash`.
pub static HASH: Declaration = Declaration {
    id: "varnish-hash",
    name: "Varnish, hash director",
    preposition: "by",
    source: "Varnish, vmod_directors_hash.c, 1b49d568",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&HASH_CARD),
    build: |fleet, settings| build(&HASH_CARD, fleet, settings, true),
};

static HASH_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "The weights of the healthy backends lie end to end, in the order in which they were added.",
        "A key’s hash, the last four bytes of its SHA-256, is a share of their sum: not a consistent hash.",
        "A backend that is sick leaves the line, and all borders move. The ring here has the borders.",
    ],
    checked: "Varnish 7.1.1",
    defaults: "Weights are given with each backend; there is nothing to set.",
    takes: |_, _| Ok(()),
    shape: |fleet, _| {
        let members = members(fleet);
        let ends = VarnishHash::new(&members)?.ends();
        let circle = Circle::new(&ends, Equals::FirstStays, Search::AtOrAfter);
        let name = |text: &str, _: u32, _: u64| format!("the end of {text}");
        Ok(Shape::Ring(Circular::new(&circle, KEYS, texts(&members), name)))
    },
};

/// The backends; one without any weight would have the points of weight 1 all the same.
fn backends(fleet: &Fleet) -> Result<Vec<Member>, SystemError> {
    let members = members(fleet);
    match members.iter().find(|member| member.weight <= 0.0) {
        Some(member) => Err(member.refused("numbers above 0")),
        None => Ok(members),
    }
}
