//! Drill 8: the same node more where the data is durable. What moved must be copied before it can be read where it is
//! sought; a coordinator reads a shard where it was until all of it has arrived.

use super::{BEGIN, Drill, RING, by, how, joining, until_s, usual, words};
use crate::{
    algorithm,
    drill::{Event, Plan, Run, clock, quantity},
    number::{decimal, percent, thousands},
    scenario::Scenario,
};

pub(super) const DRILL: Drill = Drill {
    id: "durable",
    name: "Moving data",
    about: "The nodes hold the only copy of every item, and one node joins. What it now owns is copied at 100 MB/s: without dual reads, with them, and by a coordinator, one shard at a time.",
    runs,
    sentence,
};

fn runs(scenario: &Scenario) -> Vec<Plan> {
    let own = if scenario.algorithm.keeps_shards() { by(scenario, RING) } else { scenario.clone() };
    let table = by(scenario, algorithm::coordinator::DECLARATION.id);
    let durable = quantity::DURABLE.switched_on(&usual());
    let dual = quantity::DUAL_READS.with(&durable, 1);
    let plan = |name: String, scenario: Scenario, settings| {
        let events = joining(&scenario, 1).into_iter().map(|what| Event::at(BEGIN, what));
        Plan::new(&name, scenario, settings, until_s(240)).with(events)
    };
    vec![
        plan(how(&own), own.clone(), durable.clone()),
        plan(format!("{} with dual reads", how(&own)), own, dual),
        plan(format!("{}, one shard at a time", how(&table)), table, durable),
    ]
}

fn sentence(runs: &[Run]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    let copied = |run: &Run| {
        let moving = run.moving();
        let items = moving.items * u64::from(run.plan().scale());
        let bytes = items as f64 * f64::from(quantity::ITEM_BYTES.of(&run.plan().settings));
        let took = match (moving.began_tick, moving.ended_tick) {
            (Some(began), Some(ended)) => format!("in {}", clock::in_words(ended + 1 - began)),
            (Some(began), None) => format!("still under way after {}", clock::in_words(run.tick() - began)),
            _ => "not at all".into(),
        };
        format!("{} items ({} GB) {took}", thousands(items), decimal(bytes / 1e9, 1))
    };
    let lost = |run: &Run| {
        let moving = run.moving();
        let until = moving.ended_tick.map_or(u32::MAX, |tick| tick + 1);
        let meanwhile = run.series().between(moving.began_tick.unwrap_or(0), until);
        percent(if meanwhile.reads == 0 { 0.0 } else { meanwhile.not_found as f64 / meanwhile.reads as f64 })
    };
    let pairs = first.moves_from_to();
    let fleet = &first.membership().fleet;
    let is_source = |id| pairs.iter().any(|pair| pair.0 == id);
    let is_target = |id| pairs.iter().any(|pair| pair.1 == id);
    let sources = first.nodes().iter().filter(|&&id| is_source(id)).count();
    let targets: Vec<&str> =
        fleet.nodes().iter().filter(|node| is_target(node.id)).map(|node| node.name.as_str()).collect();
    let to = match targets[..] {
        [one] => one.to_owned(),
        _ => format!("{} nodes", targets.len()),
    };
    format!(
        "{} of the nodes had to copy items to {to}: {}. Meanwhile {} of the reads did not find their item.",
        sources,
        words::each(runs, copied),
        words::each(runs, lost)
    )
}
