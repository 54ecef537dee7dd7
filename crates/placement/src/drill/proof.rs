//! A bad day with everything that the model has, and the number that it gives on every machine: what tests assert on the
//! host and in the browser.

use super::{Event, Happening, Plan, catalogue, quantity};
use crate::{fleet::NodeId, parameter::Settings, weight::Weight};

/// [`Run::digest`](super::Run::digest) at the end of [`plan`]. It changes with the model, and with nothing else.
pub const DIGEST: u64 = 0xdf96_ce62_b043_4096;

/// Four minutes of the first document's fleet: a node dies and comes back, a key grows hot, a node joins one client after
/// the other, a node fails half of its requests, another one leaves.
#[must_use]
pub fn plan() -> Plan {
    let counts = [
        (&quantity::WRITES, 20),
        (&quantity::TTL, 900),
        (&quantity::DUAL_READS, 30),
        (&quantity::FRONT, 10),
        (&quantity::GRACE, 5),
    ];
    let settings = counts.into_iter().fold(Settings::default(), |settings, (one, count)| one.with(&settings, count));
    let settings = quantity::BACKOFF.switched_on(&quantity::HEALTH_CHECK.switched_on(&settings));
    let node = NodeId(2);
    Plan::new("a bad day", catalogue::document_fleet(), settings, 2_400).with([
        Event::at(300, Happening::Kill(node)),
        Event::at(500, Happening::Hot { percent: 20 }),
        Event::at(600, Happening::Revive(node)),
        Event::at(700, Happening::Add { name: "cache-09".into(), weight: Weight::ONE }).rolled_out_over(60),
        Event::at(1_500, Happening::Fail { node, percent: 50 }),
        Event::at(1_700, Happening::Fail { node, percent: 0 }),
        Event::at(1_800, Happening::Remove(NodeId(0))).rolled_out_over(20),
    ])
}
