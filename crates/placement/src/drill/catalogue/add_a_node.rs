//! Drill 1: a node more in the working day, under modulo, on a ring and under rendezvous.

use super::{BEGIN, Drill, MODULO, RENDEZVOUS, RING, beside_own, how, joining, until_s, usual, words};
use crate::{
    drill::{Event, Plan, Run},
    number::percent,
    scenario::Scenario,
};

pub(super) const DRILL: Drill = Drill {
    id: "add",
    name: "Add a node in the working day",
    about: "One node joins, the same reads go on. What moved is a miss, and every miss is a read of the database.",
    runs,
    sentence,
};

fn runs(scenario: &Scenario) -> Vec<Plan> {
    let all = beside_own(scenario, &[MODULO, RING, RENDEZVOUS]);
    let plan = |scenario: Scenario| {
        let events = joining(&scenario, 1).into_iter().map(|what| Event::at(BEGIN, what));
        Plan::new(&how(&scenario), scenario.clone(), usual(), until_s(1_800)).with(events)
    };
    all.into_iter().map(plan).collect()
}

fn sentence(runs: &[Run]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    format!(
        "One node more took the hit rate from {} down to {}. The database stands {} reads a second and was asked for {}. \
         The hit rate was usual again {}.",
        percent(first.summary().usual_hit_rate),
        words::each(runs, words::worst),
        words::stands(first),
        words::each(runs, words::most_database),
        words::each(runs, words::recovered)
    )
}
