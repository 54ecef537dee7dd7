//! How one key gets to its owner, as a plain object: the steps of the walk with their words.

use placement::{
    keys::Keys,
    scenario::Scenario,
    walk::{Met, Step, steps},
};
use serde::Serialize;

use crate::{key_walk, one_key::REPLICAS, view::View};

/// What `explain` gives.
#[derive(Serialize)]
pub struct Out {
    key: String,
    owner: Option<String>,
    replicas: Vec<String>,
    steps: Vec<StepOut>,
}

#[derive(Serialize)]
struct StepOut {
    kind: &'static str,
    node: Option<String>,
    position: Option<u64>,
    words: String,
}

impl Out {
    /// Of a key, which need not be one of the scenario's.
    pub fn of(mut scenario: Scenario, key: &str) -> Self {
        // Where no key hangs on the others, there is no need to place them.
        if !(scenario.algorithm.build)(&scenario.fleet, &scenario.settings).needs_all_keys() {
            scenario.keys = Keys::Pattern { pattern: "{i}".into(), first: 0, count: 0 };
        }
        let view = View::new(&scenario, "", None, None);
        let walk = steps(view.snapshot.placed(), key.as_bytes(), 1 + REPLICAS);
        let told = key_walk::told(&view, key, false);
        let (mut owner, mut replicas) = (None, Vec::new());
        for step in &walk {
            match step {
                Step::Meet { node, met: Met::Owner, .. } => owner = Some(view.name_of(Some(*node))),
                Step::Meet { node, met: Met::Replica, .. } => replicas.push(view.name_of(Some(*node))),
                _ => {}
            }
        }
        let steps = walk.iter().zip(told).map(|(step, told)| StepOut {
            kind: kind(step),
            node: told.node.map(|node| node.1),
            position: position(step),
            words: told.words,
        });
        Self { key: key.to_owned(), owner, replicas, steps: steps.collect() }
    }
}

/// The kind of a step, as it is called for ever.
fn kind(step: &Step) -> &'static str {
    match step {
        Step::Bytes(_) => "bytes",
        Step::Hash { .. } => "hash",
        Step::Index { .. } => "index",
        Step::Look { .. } => "look",
        Step::Wrap => "wrap",
        Step::Point { .. } => "point",
        Step::Probe { .. } => "probe",
        Step::Remainder { .. } => "remainder",
        Step::Shard { .. } => "shard",
        Step::Pinned(_) => "pinned",
        Step::Bucket { .. } => "bucket",
        Step::Score { .. } => "score",
        Step::Candidate { .. } => "candidate",
        Step::Meet { met: Met::Owner, .. } => "owner",
        Step::Meet { met: Met::Replica, .. } => "replica",
        Step::Meet { .. } => "passed",
        Step::Room { .. } => "room",
        Step::More(_) => "more",
        Step::Nobody => "nobody",
    }
}

/// The number that a step is about: a place in the space of the hash, or the key's own number.
fn position(step: &Step) -> Option<u64> {
    match step {
        Step::Hash { value, .. } => Some(*value),
        Step::Look { position, .. } | Step::Probe { position, .. } => Some(*position),
        Step::Point { way, .. } => Some(way.point),
        _ => None,
    }
}
