//! Drill 8: the same node more where the data is durable. What moved must be copied before it can be read where it is
//! sought; a coordinator reads a shard where it was until all of it has arrived.

use super::{BEGIN, Drill, RING, by, how, joining, until_s, usual, words};
use crate::{
    algorithm,
    drill::{Event, Pair, Plan, Run, clock, quantity},
    fleet::NodeId,
    number::{decimal, percent, thousands},
    order,
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
        plan("with dual reads".into(), own, dual),
        plan("by a coordinator".into(), table, durable),
    ]
}

fn sentence(runs: &[Run]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    let copied = |run: &Run| {
        let moving = run.moving();
        let items = moving.items * u64::from(run.plan().scale());
        let bytes = items as f64 * f64::from(quantity::ITEM_BYTES.of(&run.plan().settings));
        let took = match (moving.began_tick, moving.ended_tick) {
            (Some(began), Some(ended)) => format!(" in {}", clock::in_words(ended + 1 - began)),
            (Some(began), None) => {
                let part = percent(moving.done as f64 / moving.items.max(1) as f64);
                format!(", {part} of them after {},", clock::in_words(run.tick() - began))
            }
            _ => String::new(),
        };
        format!("{} items ({} GB){took}", thousands(items), decimal(bytes / 1e9, 1))
    };
    let lost = |run: &Run| {
        let moving = run.moving();
        let until = moving.ended_tick.map_or(u32::MAX, |tick| tick + 1);
        let meanwhile = run.series().between(moving.began_tick.unwrap_or(0), until);
        let not_found = if meanwhile.reads == 0 { 0.0 } else { meanwhile.not_found as f64 / meanwhile.reads as f64 };
        format!("{} found nothing", percent(not_found))
    };
    let pairs = first.moves_from_to();
    let distinct = |read: fn(&Pair) -> NodeId| {
        let mut ids = order::numbers(pairs.iter().map(|pair| u64::from(read(pair).0)).collect());
        ids.dedup();
        ids
    };
    let (sources, targets) = (distinct(|pair| pair.from), distinct(|pair| pair.to));
    if sources.is_empty() {
        return "Nothing had to be copied so far.".into();
    }
    let fleet = &first.membership().fleet;
    let to = match targets[..] {
        [one] => fleet.get(NodeId(one as u32)).map_or_else(String::new, |node| node.name.clone()),
        _ => format!("{} nodes", thousands(targets.len() as u32)),
    };
    let from = match sources.len() {
        1 => "1 node".to_owned(),
        several => format!("{} nodes", thousands(several as u32)),
    };
    format!(
        "From {from} to {to} go {}. Of the reads meanwhile, {}.",
        words::each_alike(runs, copied),
        words::each_alike(runs, lost)
    )
}
