//! The hash lens: how a hash spreads the labels of a fleet, looked at from several sides. All of it concerns the ring that
//! the settings describe, whichever algorithm is on show: other algorithms are in [`elsewhere`].

pub mod avalanche;
pub mod elsewhere;
pub mod fault;
pub mod gaps;
pub mod label_order;
pub mod label_peaks;
pub mod peaks;
pub mod verdict;

use crate::{
    algorithm::ring::{self, Ring},
    parameter::{self, Settings, Value},
    scenario::Scenario,
};

pub use avalanche::Avalanche;
pub use gaps::Gaps;
pub use peaks::Peak;
pub use verdict::Verdict;

/// Most points that are looked at: more show nothing new and take long.
pub const MOST_POINTS: u64 = 200_000;

/// Virtual nodes of weight 1 that are looked at: those of the scenario, or as many as [`MOST_POINTS`] allow.
#[must_use]
pub fn virtual_nodes(scenario: &Scenario) -> u32 {
    let wanted = scenario.settings.count(&ring::VIRTUAL_NODES);
    ring::virtual_nodes_within(&scenario.fleet, MOST_POINTS, wanted)
}

/// The scenario's ring with the finaliser or without, and with another label where one is given. Its space is one of 32
/// bits where the hash has no more.
#[must_use]
pub fn ring_of(scenario: &Scenario, finaliser: bool, label: Option<&str>) -> Ring {
    let mut settings = finalised(&scenario.settings, finaliser);
    if let Some(label) = label {
        let _ = settings.set(&ring::LABEL, Value::Label(label.to_owned()));
    }
    let _ = settings.set(&ring::VIRTUAL_NODES, Value::Count(virtual_nodes(scenario)));
    Ring::new(&scenario.fleet, &settings)
}

/// The settings with the finaliser on or off.
fn finalised(settings: &Settings, finaliser: bool) -> Settings {
    let mut settings = settings.clone();
    let _ = settings.set(&parameter::FINALISER, Value::Switch(finaliser));
    settings
}
