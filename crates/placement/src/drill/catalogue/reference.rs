//! Drill 4: the reference failure of the first document, to the read. Its own fleet, whatever the reader's.

use super::{Drill, document_fleet, usual};
use crate::{
    drill::{Event, Happening, Plan, Run, clock::ticks_of_s, quantity},
    fleet::{Fleet, NodeId},
    keys::Keys,
    number::{Ratio, thousands},
    scenario::{Command, Scenario},
};

/// Keys, each read once.
const KEYS: u32 = 10_000;
/// Seconds in which they are.
const SECONDS: u32 = 10;

pub(super) const DRILL: Drill = Drill {
    id: "reference",
    name: "The reference failure",
    about: "Four nodes hold 10,000 keys. One is killed, then each key is read once: the document counts 7,538 served, 2,462 misses and no failure.",
    runs,
    sentence,
};

fn runs(_: &Scenario) -> Vec<Plan> {
    let mut scenario = document_fleet();
    if let Ok(fleet) = Fleet::from_names((1..=4).map(|number| format!("cache-{number:02}"))) {
        let _ = scenario.apply(Command::SetFleet(fleet));
    }
    scenario.keys = Keys::default();
    let mut settings = quantity::POPULARITY.chosen(&usual(), 2);
    let counts =
        [(&quantity::SCALE, 1), (&quantity::KEYS, KEYS), (&quantity::READS, KEYS / SECONDS), (&quantity::CLIENTS, 1)];
    for (one, count) in counts {
        settings = one.with(&settings, count);
    }
    let kill = Event::at(0, Happening::Kill(NodeId(1)));
    vec![Plan::new("on a ring", scenario, settings, ticks_of_s(SECONDS)).with([kill])]
}

fn sentence(runs: &[Run]) -> String {
    let Some(run) = runs.first() else { return String::new() };
    let total = run.series().total();
    format!(
        "cache-02 was killed: of {} reads {} were served from cache, {} missed and {} failed. {} of the traffic became a miss.",
        thousands(total.reads),
        thousands(total.hits),
        thousands(total.misses),
        thousands(total.failures),
        Ratio::new(total.misses, total.reads).percent()
    )
}
