//! Cache::Memcached::Fast as a placement.

use super::{Card, Family, KeyNumber, Shape, SystemKey, build, count, members, on_ring::Circular, texts};
use crate::{
    algorithm::{Declaration, Weights},
    parameter::{Kind, Parameter},
    system::cache_memcached_fast::{CacheMemcachedFast, points_of},
};

/// `ketama_points`.
pub static POINTS: Parameter = Parameter {
    field: "cmfpoints",
    name: "Ketama points",
    help: "How many points a server of weight 1 has; with 0 there is no ring, and servers share the space by weight.",
    phrase: ("with", "ketama points each"),
    prominent: true,
    kind: Kind::Count { least: 0, most: 1_000, default: 0, logarithmic: false },
};

/// The Perl client.
pub static DECLARATION: Declaration = Declaration {
    id: "cache-memcached-fast",
    name: "Cache::Memcached::Fast",
    preposition: "by",
    source: "Cache::Memcached::Fast, dispatch_key.c",
    weights: Weights::Used,
    parameters: &[&POINTS],
    remembers: None,
    card: Some(&CARD),
    build: |fleet, settings| build(&CARD, fleet, settings, true),
};

static CARD: Card = Card {
    family: Family::Memcached,
    does: [
        "With ketama points it is nginx’s consistent hash: a chain of CRC-32 for each server, so many points by weight.",
        "Without, servers lie end to end by weight, and a key falls where 15 bits of its CRC-32, modulo the total weight, say.",
        "A server that is out of service is left out here. Weights may have fractions.",
    ],
    checked: "Cache::Memcached::Fast 0.28",
    defaults: "0 ketama points: not a consistent hash. nginx has 160, the manual’s example 150.",
    takes: |fleet, settings| count(&members(fleet), &|member| points_of(member, settings.count(&POINTS))),
    shape: |fleet, settings| {
        let members = members(fleet);
        let points = settings.count(&POINTS);
        let system = CacheMemcachedFast::new(&members, points)?;
        let (number, write): (_, fn(&str, u32, u64) -> String) = match system.keys().shares_of {
            None => (KeyNumber::Crc32, |text, number, _| format!("{text}, link {}", u64::from(number) + 1)),
            Some(total) => (KeyNumber::SharesOf(total.to_bits()), |text, _, _| format!("the end of {text}")),
        };
        Ok(Shape::Ring(Circular::new(system.circle(), SystemKey::whole(number), texts(&members), write)))
    },
};
