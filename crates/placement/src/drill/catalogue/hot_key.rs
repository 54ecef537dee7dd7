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
/// Nodes are fast enough here that none gives way: what is told is where the requests go.
const NODE_RATE: u32 = 40_000;

pub(super) const DRILL: Drill = Drill {
    id: "hot",
    name: "A hot key",
    about: "One key takes a fifth of all reads, and its node with it. Then the same with a front cache in every client, with copies on four nodes, and with loads bounded at 125 %.",
    runs,
    sentence,
};

fn runs(scenario: &Scenario) -> Vec<Plan> {
    let fast = quantity::NODE_RATE.with(&usual(), NODE_RATE);
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

fn sentence(runs: &[Run]) -> String {
    let busiest = |run: &Run, from: u32, to: u32| {
        let over = run.busiest_over_fair_share(&run.series().between(from, to));
        format!("{} times", decimal(over.unwrap_or(0.0), 2))
    };
    let Some(first) = runs.first() else { return String::new() };
    // Half a minute until the bound and the copies are in place.
    let settled = (BEGIN + ticks_of_s(30)).min(first.tick().saturating_sub(ticks_of_s(1)));
    format!(
        "The busiest node had {} its fair share of the requests; with one key at {PERCENT} % of the reads it has {}.",
        busiest(first, 0, BEGIN),
        words::each(runs, |run| busiest(run, settled, u32::MAX))
    )
}
