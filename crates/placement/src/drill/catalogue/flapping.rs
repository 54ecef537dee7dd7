//! Drill 5: a node that answers nobody for five seconds of every thirty. Eager ejection makes the keys of a whole node
//! move each time; failures in a row, back-off, a health check and grace make it rare.

use super::{BEGIN, Drill, until_s, usual, victim, words};
use crate::{
    drill::{Event, Happening, Plan, Run, clock::ticks_of_s, quantity},
    number::percent,
    scenario::Scenario,
};

/// Seconds from one failing to the next.
const EVERY_S: u32 = 30;
/// Seconds for which the node answers nobody.
const FOR_S: u32 = 5;
/// How often.
const TIMES: u32 = 10;

pub(super) const DRILL: Drill = Drill {
    id: "flap",
    name: "A flapping node",
    about: "One node answers nobody for 5 s of every 30 s, ten times. How often its keys move hangs on how the clients take it.",
    runs,
    sentence,
};

fn runs(scenario: &Scenario) -> Vec<Plan> {
    let node = victim(&scenario.fleet);
    let events = || {
        (0..TIMES).flat_map(move |time| {
            let from = BEGIN + ticks_of_s(time * EVERY_S);
            [(from, 100), (from + ticks_of_s(FOR_S), 0)]
                .map(|(tick, percent)| Event::at(tick, Happening::Fail { node, percent }))
        })
    };
    let careful = quantity::EJECT_AFTER.with(&usual(), 3);
    let careful = quantity::HEALTH_CHECK.switched_on(&quantity::BACKOFF.switched_on(&careful));
    let patient = quantity::GRACE.with(&quantity::PENALTY.with(&quantity::EJECT_AFTER.with(&usual(), 3), 2), 30);
    let patient = quantity::HEALTH_CHECK.switched_on(&patient);
    let plan = |name: &str, settings| Plan::new(name, scenario.clone(), settings, until_s(360)).with(events());
    vec![
        plan("under eager ejection", usual()),
        plan("with three failures, back-off and a check", careful),
        plan("with 30 s of grace", patient),
    ]
}

fn sentence(runs: &[Run]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    let name = first.plan().scenario.fleet.get(victim(&first.plan().scenario.fleet)).map_or("", |node| &node.name);
    let moved = |run: &Run| {
        let since = run.series().between(BEGIN, BEGIN + ticks_of_s(TIMES * EVERY_S));
        let clients = quantity::CLIENTS.of(&run.plan().settings);
        let all = f64::from(run.keys()) * f64::from(run.plan().scale());
        let per_minute = since.moved_keys_per_minute(clients, run.plan().scale());
        format!("{} ({})", words::rate(per_minute), percent(per_minute / all))
    };
    format!(
        "{name} failed for {FOR_S} s of every {EVERY_S} s. Keys that moved in a minute, of all keys, for each client: {}.",
        words::each(runs, moved)
    )
}
