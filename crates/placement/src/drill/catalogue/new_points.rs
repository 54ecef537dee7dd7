//! Drill 9: another number of virtual nodes, or another hash, in production.

use super::{BEGIN, Drill, RING, by, until_s, usual, words};
use crate::{
    algorithm::ring::VIRTUAL_NODES,
    drill::{Event, Happening, Plan, Run, quantity},
    hash::HashFn,
    number::percent,
    parameter::{self, Value},
    scenario::Scenario,
};

/// Virtual nodes after the change, as the first document asks.
const MORE: u32 = 500;

pub(super) const DRILL: Drill = Drill {
    id: "points",
    name: "Other virtual nodes, or another hash",
    about: "The fleet stays as it is; the ring gets 500 virtual nodes a node, or another hash. Nearly every key moves to a node that does not hold it.",
    runs,
    sentence,
};

fn runs(scenario: &Scenario) -> Vec<Plan> {
    let own = if scenario.algorithm.takes(&VIRTUAL_NODES) { scenario.clone() } else { by(scenario, RING) };
    let now = own.settings.count(&VIRTUAL_NODES);
    let more = if now == MORE { MORE / 2 } else { MORE };
    let other = if own.hash().function == HashFn::Murmur3 { HashFn::XxHash64 } else { HashFn::Murmur3 };
    let plan = |name: String, what: Happening| {
        Plan::new(&name, own.clone(), usual(), until_s(3_600)).with([Event::at(BEGIN, what)])
    };
    vec![
        plan(format!("with {more} virtual nodes for {now}"), Happening::Set(&VIRTUAL_NODES, Value::Count(more))),
        plan(
            format!("with {} for {}", other.name(), own.hash().function.name()),
            Happening::Set(&parameter::HASH, parameter::hash_value(other)),
        ),
    ]
}

fn sentence(runs: &[Run]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    let moved = |run: &Run| {
        // What moved in the sample of the change: each client takes it at once.
        let clients = f64::from(quantity::CLIENTS.of(&run.plan().settings));
        let from = BEGIN / run.series().interval_ticks() * run.series().interval_ticks();
        let at_change = run.series().between(from, from + run.series().interval_ticks());
        percent(at_change.moved_keys as f64 / clients / f64::from(run.keys()))
    };
    format!(
        "Of the keys the change moved {}. In this order, the hit rate fell from {} to {}; the database, which stands {} reads a \
         second, was asked for {}; the hit rate was usual again {}.",
        words::each(runs, moved),
        percent(first.summary().usual_hit_rate),
        words::in_order(runs, words::worst),
        words::stands(first),
        words::in_order(runs, words::most_database),
        words::in_order(runs, words::recovered)
    )
}
