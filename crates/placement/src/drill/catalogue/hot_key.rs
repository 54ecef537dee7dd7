//! Drill 7: one key takes a fifth of the traffic, and what helps: a small cache in front, copies on several nodes, bounded
//! loads.

use super::{BEGIN, Drill, until_s, usual, words};
use crate::{
    drill::{Event, Happening, Plan, Run, clock::ticks_of_s, quantity},
    number::decimal,
    scenario::Scenario,
};

/// Of a hundred reads.
const PERCENT: u32 = 20;
/// Nodes are fast enough here that none gives way: what is told is where the requests go. Of few nodes each is as fast as
/// four times its share; of many the hot one is.
const ALL_NODES_RATE: u32 = 160_000;
/// Of one node at least.
const NODE_RATE: u32 = 20_000;

pub(super) const DRILL: Drill = Drill {
    id: "hot",
    name: "A hot key",
    about: "One key takes a fifth of all reads, and its node with it. Then the same with a front cache in every client, with copies on four nodes, and with loads bounded at 125 %.",
    runs,
    sentence,
};

fn runs(scenario: &Scenario) -> Vec<Plan> {
    let nodes = scenario.fleet.nodes().iter().filter(|node| node.up).count().max(1) as u32;
    let fast = quantity::NODE_RATE.with(&usual(), (ALL_NODES_RATE / nodes).max(NODE_RATE));
    let plan = |name: &str, settings| {
        let hot = Event::at(BEGIN, Happening::Hot { percent: PERCENT });
        Plan::new(name, scenario.clone(), settings, until_s(600)).with([hot])
    };
    vec![
        plan("with nothing done", fast.clone()),
        plan("with a front cache of 100 entries", quantity::FRONT.with(&fast, 100)),
        plan("with copies on four nodes", quantity::HOT_COPIES.with(&fast, 4)),
        plan("with loads bounded at 125 %", quantity::BOUND.with(&fast, 125)),
    ]
}

/// Over the time in which what was done has set in, the requests of the busiest node over its fair share of all; `None`
/// before the key is hot, or without requests.
#[must_use]
pub fn busiest_since(run: &Run) -> Option<f64> {
    if run.tick() <= BEGIN {
        return None;
    }
    // Half a minute until the bound and the copies are in place.
    let settled = (BEGIN + ticks_of_s(30)).min(run.tick() - ticks_of_s(1));
    run.busiest_over_fair_share(&run.series().between(settled, u32::MAX))
}

fn sentence(runs: &[Run]) -> String {
    let times = |over: Option<f64>| format!("{} times", decimal(over.unwrap_or(0.0), 2));
    let Some(first) = runs.first() else { return String::new() };
    format!(
        "The busiest node had {} its fair share of the requests; with one key at {PERCENT} % of the reads it has {}.",
        times(first.busiest_over_fair_share(&first.series().between(0, BEGIN))),
        words::each(runs, |run| times(busiest_since(run)))
    )
}
