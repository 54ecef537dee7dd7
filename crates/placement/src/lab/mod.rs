//! The lab: placements side by side, measured in steps for a page that has other things to do. Everything that compares
//! stands on [`comparison`].

pub mod advice;
pub mod comparison;
pub mod cost;
pub mod name_sets;
pub mod sources;
pub mod sweep;

use crate::{keys::Keys, scenario::Scenario};

/// Most scores, a key times a node, that a comparison asks of an algorithm which cannot be stopped in the middle.
const MOST_SCORES: u32 = 50_000_000;

/// The keys of a scenario, or the first of them where the fleet is so large that all would take too long.
#[must_use]
pub fn affordable_keys(scenario: &Scenario) -> Keys {
    let nodes = scenario.fleet.nodes().len().max(1) as u32;
    scenario.keys.part(0, MOST_SCORES / nodes)
}
