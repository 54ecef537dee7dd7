//! groupcache's ring as a placement.

use super::{Card, Family, KeyNumber, Shape, SystemKey, build, count, members, on_ring::Circular, texts};
use crate::{
    algorithm::{Declaration, Weights},
    parameter::{Kind, Parameter},
    system::groupcache,
};

/// Points of a peer.
pub static REPLICAS: Parameter = Parameter {
    field: "gcrep",
    name: "Points of a peer",
    help: "How many points each peer has; 50 in groupcache's own pool.",
    phrase: ("with", "points each"),
    prominent: true,
    kind: Kind::Count { least: 1, most: 1_000, default: 50, logarithmic: true },
};

/// The ring of its HTTP pool.
pub static DECLARATION: Declaration = Declaration {
    id: "groupcache",
    name: "groupcache",
    preposition: "by",
    source: "groupcache, consistenthash.go, 2c02b82",
    weights: Weights::Ignored("groupcache knows no weights: every peer has as many points."),
    parameters: &[&REPLICAS],
    remembers: None,
    card: Some(&CARD),
    build: |fleet, settings| build(&CARD, fleet, settings, false),
};

static CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "Each peer has 50 points, at the CRC-32 of a number and the peer, the number first.",
        "A key is the CRC-32 of its bytes and belongs to the first point at or after it.",
        "Peers have no state: who is down is left out here, as by another list of peers.",
    ],
    checked: "groupcache 8c9f03a (Debian)",
    defaults: "50 points a peer.",
    takes: |fleet, settings| count(&members(fleet), &|_| Ok(settings.count(&REPLICAS).into())),
    shape: |fleet, settings| {
        let members = members(fleet);
        let system = groupcache::ring(&members, settings.count(&REPLICAS))?;
        let name = |text: &str, number: u32, _: u64| format!("{number}{text}");
        Ok(Shape::Ring(Circular::new(system.circle(), SystemKey::whole(KeyNumber::Crc32), texts(&members), name)))
    },
};
