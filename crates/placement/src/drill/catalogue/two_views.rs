//! Drill 6: a node more, of which the two clients learn three minutes apart.

use super::{BEGIN, Drill, joining, until_s, usual};
use crate::{
    drill::{Event, Plan, Run, Sample, clock, quantity},
    number::{Ratio, decimal, thousands},
    scenario::Scenario,
};

/// Seconds from the first client's learning of it to the last one's.
const ROLLOUT_S: u32 = 180;
/// Writes for a thousand reads.
const WRITES: u32 = 20;

pub(super) const DRILL: Drill = Drill {
    id: "views",
    name: "Two clients, two views",
    about: "A node joins and one client learns of it three minutes after the other. Until then they seek some keys in two places, and what one writes the other does not see.",
    runs,
    sentence,
};

fn runs(scenario: &Scenario) -> Vec<Plan> {
    let settings = quantity::WRITES.with(&quantity::CLIENTS.with(&usual(), 2), WRITES);
    let events = joining(scenario, 1).into_iter().map(|what| Event::at(BEGIN, what).rolled_out_over(ROLLOUT_S));
    vec![Plan::new("rolled out over 3 min", scenario.clone(), settings, until_s(360)).with(events)]
}

fn sentence(runs: &[Run]) -> String {
    let Some(run) = runs.first() else { return String::new() };
    let since = run.series().between(BEGIN, u32::MAX);
    // The moment at which most were held twice, with all entries of then.
    let entries = |sample: &Sample| sample.nodes.iter().map(|node| u64::from(node.entries)).sum::<u64>();
    let samples = run.series().samples().iter();
    let (copies, of) = samples.map(|sample| (sample.spare_copies, entries(sample))).max().unwrap_or_default();
    let scale = run.plan().scale();
    let in_dispute = run.series().samples().iter().filter(|sample| sample.disagreeing_keys > 0);
    let apart = clock::in_words(in_dispute.map(|sample| sample.ticks).sum());
    format!(
        "For {apart} the clients disagreed, about {} of the keys at most. Up to {} of {} entries were held twice, and since the node \
         joined {} of a million hits were stale.",
        Ratio::new(since.disagreeing_keys, run.keys()).percent(),
        thousands(u64::from(copies) * u64::from(scale)),
        thousands(of * u64::from(scale)),
        decimal(if since.hits == 0 { 0.0 } else { since.stale_hits as f64 / since.hits as f64 * 1e6 }, 0)
    )
}
