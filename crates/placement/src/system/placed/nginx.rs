//! nginx's two hashes as placements.

use super::{
    Card, Family, KeyNumber, Shape, SystemKey, build,
    in_slots::{Empty, SlotBy, Table},
    members,
    on_ring::Circular,
    texts,
};
use crate::{
    algorithm::{Declaration, Weights},
    fleet::Fleet,
    system::{
        error::SystemError,
        hash::memcached::KeyFunction,
        member::{Member, points_by_weight, within_limit},
        nginx_consistent::{self, NginxConsistent},
        nginx_hash::NginxHash,
    },
};

/// `hash KEY consistent`.
pub static CONSISTENT: Declaration = Declaration {
    id: "nginx-consistent",
    name: "nginx, hash consistent",
    preposition: "by",
    source: "nginx, ngx_http_upstream_hash_module.c, 3f6f7824",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&CONSISTENT_CARD),
    build: |fleet, settings| build(&CONSISTENT_CARD, fleet, settings, true),
};

static CONSISTENT_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "Each server has 160 points per unit of weight: a chain of CRC-32 from host and port, each point hashed from the one before.",
        "A key is the CRC-32 of its bytes and belongs to the first point at or after it; past the last point comes the lowest.",
        "A server that is down keeps its points: a lookup goes on to the next point, twenty times at most, and then round robin.",
    ],
    checked: "nginx 1.22.1",
    defaults: "160 points for a weight of 1; there is nothing to set.",
    takes: |fleet, _| {
        let points = |member: &Member| points_by_weight(member, nginx_consistent::POINTS);
        servers(fleet)?.iter().map(points).collect::<Result<Vec<u64>, _>>().and_then(within_limit).map(|_| ())
    },
    shape: |fleet, _| {
        let members = servers(fleet)?;
        let system = NginxConsistent::new(&members)?;
        let keys = SystemKey::whole(KeyNumber::Crc32);
        let name = |text: &str, number: u32, _: u64| format!("{text}, link {}", u64::from(number) + 1);
        let circular = Circular::new(system.circle(), keys, texts(&members), name);
        Ok(Shape::Ring(circular.passing_over(&|position| system.owner_of(position as u32))))
    },
};

/// `hash KEY`.
pub static HASH: Declaration = Declaration {
    id: "nginx-hash",
    name: "nginx, hash",
    preposition: "by",
    source: "nginx, ngx_http_upstream_hash_module.c, 3f6f7824",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&HASH_CARD),
    build: |fleet, settings| build(&HASH_CARD, fleet, settings, true),
};

static HASH_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "Every server has as many slots as its weight, one behind the other in the order of the configuration.",
        "Bits 16 to 30 of a key's CRC-32, modulo all slots, are its slot: not a consistent hash.",
        "Where that server is down, the key is hashed again behind the number of the attempt and added, twenty times at most.",
    ],
    checked: "nginx 1.22.1",
    defaults: "One slot for a weight of 1; there is nothing to set.",
    takes: |fleet, _| {
        let slots = |member: &Member| member.whole_weight().map(u64::from);
        servers(fleet)?.iter().map(slots).collect::<Result<Vec<u64>, _>>().and_then(within_limit).map(|_| ())
    },
    shape: |fleet, _| {
        let members = servers(fleet)?;
        let system = NginxHash::new(&members)?;
        let keys = SystemKey::whole(KeyNumber::Memcached(KeyFunction::Crc32Middle));
        let slots = system.slots()?;
        Ok(Shape::Slots(Table { keys, by: SlotBy::Remainder, space: 1 << 15, slots, empty: Empty::Again }))
    },
};

/// The servers; nginx does not read a weight of 0.
fn servers(fleet: &Fleet) -> Result<Vec<Member>, SystemError> {
    let members = members(fleet);
    match members.iter().find(|member| member.weight < 1.0) {
        Some(member) => Err(member.refused("whole numbers from 1 on")),
        None => Ok(members),
    }
}
