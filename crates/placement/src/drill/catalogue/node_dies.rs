//! Drill 3: a node dies. Under modulo the survivors are filled anew while they carry more, and the next one falls.
//!
//! The database here stands every read, so that what falls is the caches: a database that gives way earlier keeps the
//! fills away from the nodes, and the reader's own can be set.

use super::{BEGIN, Drill, MODULO, RING, beside_own, how, until_s, usual, victim, words};
use crate::{
    drill::{Event, Happening, NodeState, Plan, Run, quantity},
    number::percent,
    scenario::Scenario,
};

/// Reads a second that the database stands in this drill: all of them.
const DATABASE_RATE: u32 = 40_000;

pub(super) const DRILL: Drill = Drill {
    id: "dies",
    name: "A node dies",
    about: "One node stops and every client finds out by itself. The database stands every read here, to see what becomes of the other nodes.",
    runs,
    sentence,
};

fn runs(scenario: &Scenario) -> Vec<Plan> {
    let settings = quantity::DATABASE_RATE.with(&usual(), DATABASE_RATE);
    let settings = quantity::DATABASE_QUEUE.with(&settings, DATABASE_RATE);
    let plan = |scenario: Scenario| {
        let kill = Event::at(BEGIN, Happening::Kill(victim(&scenario.fleet)));
        Plan::new(&how(&scenario), scenario.clone(), settings.clone(), until_s(600)).with([kill])
    };
    beside_own(scenario, &[MODULO, RING]).into_iter().map(plan).collect()
}

/// Nodes besides the dead one that could not answer some request, and those that there are.
fn fallen(run: &Run) -> (usize, usize) {
    let dead = victim(&run.plan().scenario.fleet);
    let nodes = run.series().total().nodes.iter().zip(run.nodes());
    let others = nodes.filter(|(node, id)| **id != dead && node.state != NodeState::Absent);
    others.fold((0, 0), |(fallen, all), (node, _)| (fallen + usize::from(node.failed > 0), all + 1))
}

fn sentence(runs: &[Run]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    let name = first.plan().scenario.fleet.get(victim(&first.plan().scenario.fleet)).map_or("", |node| &node.name);
    let others = |run: &Run| {
        let (fallen, all) = fallen(run);
        match fallen {
            0 => format!("none of the other {all}"),
            _ => format!("{fallen} of the other {all}"),
        }
    };
    format!(
        "{name} died. Overloaded and taken for down by some client were then {}. The hit rate fell from {} to {}, and of the \
         reads failed {}.",
        words::each(runs, others),
        percent(first.summary().usual_hit_rate),
        words::each(runs, words::worst),
        words::each(runs, |run| percent(words::failed_since(run)))
    )
}
