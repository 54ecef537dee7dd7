//! Cassandra's Murmur3 ring as a placement, of tokens that are given or evenly spaced.

use super::{Card, Family, KeyNumber, Shape, SystemKey, build, members, on_ring::Circular, texts, up};
use crate::{
    algorithm::{Declaration, Weights},
    parameter::Parameter,
    system::{assignment::Units, cassandra},
};

/// The tokens of each node.
pub static TOKENS: Parameter = Parameter {
    field: "casstokens",
    name: "Tokens of the nodes",
    help: "Which tokens each node has, as nodetool ring lists them; without them each has one, evenly spaced in the order of the rows.",
    phrase: ("tokens", ""),
    ..UNITS.parameter()
};

/// Tokens of the Murmur3 partitioner.
pub static UNITS: Units = Units {
    one: "token",
    many: "tokens",
    least: i64::MIN,
    most: i64::MAX,
    ranges: false,
    otherwise: "one each, evenly spaced",
    example: "cache-01=-9223372036854775808",
};

/// The ring of the Murmur3 partitioner.
pub static DECLARATION: Declaration = Declaration {
    id: "cassandra-murmur3",
    name: "Cassandra, Murmur3",
    preposition: "by",
    source: "Cassandra, Murmur3Partitioner.java, 031eb932",
    weights: Weights::Ignored("Cassandra knows no weights: a node has the tokens that it was given."),
    parameters: &[&TOKENS],
    remembers: None,
    card: Some(&CARD),
    build: |fleet, settings| build(&CARD, fleet, settings, false),
};

static CARD: Card = Card {
    family: Family::Stores,
    does: [
        "A key’s token is the first half of its MurmurHash3 of 128 bits, as a signed number, over bytes that are signed at the end.",
        "It belongs to the first token of a node at or after it; past the highest comes the lowest.",
        "A node that is down keeps its tokens, and a read goes on to the next node. Of one that is removed the next token takes over.",
    ],
    checked: "the driver 3.30.1 (PyPI), for tokens of keys; no server was run",
    defaults: "16 tokens a node, drawn or allocated when it joins: they cannot be derived, so give them. Without them, initial_token as it is worked out by hand.",
    takes: |_, _| Ok(()),
    shape: |fleet, settings| {
        let members = members(fleet);
        let given = settings.assignment(&TOKENS);
        let mut tokens: Vec<(i64, u32)> =
            given.of(&members).into_iter().map(|((token, _), place)| (token, place)).collect();
        if given.is_empty() && !members.is_empty() {
            let step = ((1u128 << 64) / members.len() as u128) as i128;
            let token = |place: u32| (step * i128::from(place) + i128::from(i64::MIN)) as i64;
            tokens = (0..members.len() as u32).map(|place| (token(place), place)).collect();
        }
        let system = cassandra::ring(&tokens);
        let keys = SystemKey::whole(KeyNumber::Cassandra);
        let name = |text: &str, _: u32, position: u64| format!("{text}, token {}", (position ^ 1 << 63) as i64);
        Ok(Shape::Ring(Circular::new(system.circle(), keys, texts(&members), name).going_on(&up(&members))))
    },
};
