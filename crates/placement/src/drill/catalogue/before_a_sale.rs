//! Drill 2: half as many nodes more before a sale (8 to 12): at once, one at a time, with dual reads.

use super::{BEGIN, Drill, joining, until_s, usual, words};
use crate::{
    drill::{
        Event, Plan, Run,
        clock::{self, ticks_of_s},
        quantity,
    },
    scenario::Scenario,
};

/// Seconds between two nodes that join one at a time.
const APART_S: u32 = 600;
/// Seconds for which the owners of before are asked too.
const DUAL_S: u32 = 1_800;

pub(super) const DRILL: Drill = Drill {
    id: "grow",
    name: "Grow by half before a sale",
    about: "From 8 to 12 nodes: all at once, one every ten minutes, or at once while a miss asks the owner of before for half an hour.",
    runs,
    sentence,
};

fn runs(scenario: &Scenario) -> Vec<Plan> {
    let more = scenario.fleet.nodes().len().div_ceil(2);
    let plan = |name: &str, apart_s: u32, settings| {
        let ticks = (0u32..).map(|at| BEGIN + ticks_of_s(at * apart_s));
        let events = joining(scenario, more).into_iter().zip(ticks).map(|(what, tick)| Event::at(tick, what));
        Plan::new(name, scenario.clone(), settings, until_s(3_600)).with(events)
    };
    vec![
        plan("at once", 0, usual()),
        plan("one at a time", APART_S, usual()),
        plan("with dual reads", 0, quantity::DUAL_READS.with(&usual(), DUAL_S)),
    ]
}

fn sentence(runs: &[Run]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    let took = |run: &Run| {
        let summary = run.summary();
        match summary.ticks_to_recover {
            Some(0) => "no time".into(),
            Some(ticks) => clock::in_words(ticks),
            None => format!("more than {}", clock::in_words(run.tick() - summary.first_event_tick.unwrap_or(0))),
        }
    };
    format!(
        "Growing to {} nodes, the database was asked for at most {}, in reads a second; it stands {}. The hit rate fell to {}; \
         until it was usual again it took {}.",
        first.membership().fleet.nodes().len(),
        words::each(runs, words::most_database),
        words::stands(first),
        words::each(runs, words::worst),
        words::each(runs, took)
    )
}
