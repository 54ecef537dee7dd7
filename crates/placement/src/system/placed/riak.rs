//! Riak's partitions as a placement, owned as it is given or dealt in turn.
//!
//! A key here is bucket and key with a slash between them, as in the paths of Riak's HTTP interface.

use super::{
    Card, Family, KeyNumber, Shape, SystemKey, build,
    in_slots::{Empty, SlotBy, Table},
    members,
};
use crate::{
    algorithm::{Declaration, Weights},
    parameter::{Choice, Kind, Parameter},
    system::assignment::Units,
};

/// `ring_size`.
pub static RING_SIZE: Parameter = Parameter {
    field: "riaksize",
    name: "Ring size",
    help: "How many partitions there are; Riak takes powers of two.",
    phrase: ("of", "partitions"),
    prominent: true,
    kind: Kind::Choice(&[
        Choice { id: "64", name: "64", help: "Where nothing is said." },
        Choice { id: "8", name: "8", help: "" },
        Choice { id: "16", name: "16", help: "" },
        Choice { id: "32", name: "32", help: "" },
        Choice { id: "128", name: "128", help: "" },
        Choice { id: "256", name: "256", help: "" },
        Choice { id: "512", name: "512", help: "" },
        Choice { id: "1024", name: "1,024", help: "" },
    ]),
};

/// The numbers of partitions, in the order of the choices.
const SIZES: [u32; 8] = [64, 8, 16, 32, 128, 256, 512, 1_024];

/// The partitions of each node.
pub static OWNERS: Parameter = Parameter {
    field: "owns",
    name: "Owners of partitions",
    help: "Which partitions each node has, by number from 0; without them they are dealt in turn.",
    phrase: ("owned", ""),
    ..UNITS.parameter()
};

/// Numbered partitions.
pub static UNITS: Units = Units {
    one: "partition",
    many: "partitions",
    least: 0,
    most: 1_023,
    ranges: true,
    otherwise: "in turn",
    example: "cache-01=0-7",
};

/// Riak.
pub static DECLARATION: Declaration = Declaration {
    id: "riak-chash",
    name: "Riak",
    preposition: "by",
    source: "riak_core, chash.erl, 25d9a6fa",
    weights: Weights::Ignored("Riak knows no weights: a node has the partitions that it claimed."),
    parameters: &[&RING_SIZE, &OWNERS],
    remembers: None,
    card: Some(&CARD),
    build: |fleet, settings| build(&CARD, fleet, settings, false),
};

static CARD: Card = Card {
    family: Family::Stores,
    does: [
        "The SHA-1 of bucket and key falls into one of equal partitions; the key belongs to the one after that, its copies to those that follow.",
        "A node has the partitions that it claimed. What it claims hangs on what was before, so they are given here.",
        "Where a partition’s node is down or gone, the next that is up stands in for it.",
    ],
    checked: "chash.erl under Erlang/OTP 25",
    defaults: "64 partitions, here dealt in turn. A key is bucket and key with a slash between them; without one its bucket is called default.",
    takes: |_, _| Ok(()),
    shape: |fleet, settings| {
        let members = members(fleet);
        let given = settings.assignment(&OWNERS);
        let size = SIZES.get(settings.choice(&RING_SIZE)).copied().unwrap_or(SIZES[0]);
        let count = members.len() as u32;
        let mut slots: Vec<u32> = match (given.is_empty(), count) {
            (_, 0) => Vec::new(),
            (true, _) => (0..size).map(|partition| partition % count).collect(),
            (false, _) => vec![u32::MAX; size as usize],
        };
        given.deal(&members, &mut slots);
        let keys = SystemKey::whole(KeyNumber::Riak);
        Ok(Shape::Slots(Table { keys, by: SlotBy::Partition, space: 1 << 64, slots, empty: Empty::Next }))
    },
};
