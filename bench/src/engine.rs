//! What the page's engine takes for a change: the owners, the loads and what moved, from the state before.

use placement::{
    algorithm::{self, Algorithm, Weights},
    fleet::{Fleet, NodeId},
    keys::Keys,
    measure::Movement,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};

use crate::{
    catalogue::KEYS,
    clock::{quantile, samples},
    table::Row,
};

/// Nodes of the fleet.
pub const NODES: usize = 100;
/// Points of each, where it has any.
pub const POINTS: usize = 160;
/// Fewest and most runs of each change.
const RUNS: (usize, usize) = (5, 61);

/// A table of changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Of the nodes, in every algorithm.
    Nodes,
    /// Of everything at once: there is nothing to go on from but the hash values of the keys.
    Everything,
    /// Of a dial, on the ring.
    Dials,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Nodes, Self::Everything, Self::Dials];

    /// In words.
    pub fn title(self) -> &'static str {
        match self {
            Self::Nodes => "The engine: a change of the nodes",
            Self::Everything => "The engine: all keys anew",
            Self::Dials => "The engine: a dial of the ring",
        }
    }

    /// What is timed.
    pub fn rows(self) -> Vec<Row> {
        match self {
            Self::Nodes => algorithm::ALL.into_iter().flat_map(nodes).collect(),
            Self::Everything => algorithm::ALL.into_iter().map(everything).collect(),
            Self::Dials => dials(),
        }
    }
}

fn named(prefix: &str) -> Fleet {
    Fleet::from_names((1..=NODES).map(|number| format!("{prefix}-{number:03}"))).expect("names")
}

fn scenario(algorithm: Algorithm) -> Scenario {
    Scenario {
        algorithm,
        fleet: named("cache"),
        keys: Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: KEYS as u32 },
        ..Scenario::default()
    }
}

fn changed(scenario: &Scenario, command: Command) -> Scenario {
    let mut after = scenario.clone();
    after.apply(command).expect("a change that fits");
    after
}

/// A row of a change, with the most that it should take in milliseconds.
fn row(name: String, before: &Snapshot, after: &Scenario, limit: Option<f64>) -> Row {
    let mut times = samples(RUNS.0, RUNS.1, || {
        let after = Snapshot::place(after, Some(before));
        let movement = Movement::between(before, &after).expect("the same keys");
        (after, movement)
    });
    let after = Snapshot::place(after, Some(before));
    let mut of_that = samples(RUNS.0, RUNS.0 * 3, || Movement::between(before, &after));
    told(name, &mut times, Some(quantile(&mut of_that, 0.5)), limit)
}

fn told(name: String, times: &mut [f64], moved: Option<f64>, limit: Option<f64>) -> Row {
    Row::new(
        name,
        [
            ("median_ms", Some(quantile(times, 0.5))),
            ("p95_ms", Some(quantile(times, 0.95))),
            ("moved_ms", moved),
            ("limit_ms", limit),
            ("runs", Some(times.len() as f64)),
        ],
    )
}

/// A node more, a node less, and a weight where weights count.
fn nodes(algorithm: Algorithm) -> Vec<Row> {
    let scenario = scenario(algorithm);
    let before = Snapshot::place(&scenario, None);
    before.keys().prepare();
    let id = NodeId(3);
    let changes = [
        ("add a node", Command::AddNode { name: "new".into(), weight: Weight::ONE }),
        ("remove a node", Command::RemoveNode(id)),
        ("a weight to 2", Command::SetWeight { id, weight: Weight::from_hundredths(200).expect("a weight") }),
    ];
    let kept = if algorithm.weights == Weights::Used { 3 } else { 2 };
    changes
        .into_iter()
        .take(kept)
        .enumerate()
        .map(|(at, (what, command))| {
            let limit = match (algorithm.id, at) {
                ("ring", _) => Some(1.0),
                ("rendezvous", 0) => Some(3.0),
                ("rendezvous", 1) => Some(8.0),
                // Weighted scores take a logarithm each; many probes and bounds make many lookups of one.
                ("rendezvous" | "multiprobe" | "bounded" | "boundedrendezvous", _) => None,
                _ => Some(60.0),
            };
            row(format!("{}: {what}", algorithm.name), &before, &changed(&scenario, command), limit)
        })
        .collect()
}

/// A placement of which nothing is known but the hash values of the keys. What moved is not asked.
fn everything(algorithm: Algorithm) -> Row {
    let scenario = scenario(algorithm);
    let others = Snapshot::place(&changed(&scenario, Command::SetFleet(named("other"))), None);
    let mut times = samples(RUNS.0, RUNS.1, || Snapshot::place(&scenario, Some(&others)));
    told(algorithm.name.into(), &mut times, None, (algorithm.id == "ring").then_some(12.0))
}

/// Another value of each parameter that people turn.
fn dials() -> Vec<Row> {
    let scenario = scenario(Algorithm::default());
    let before = Snapshot::place(&scenario, None);
    before.keys().prepare();
    [
        ("160 virtual nodes to 161", "vn", "161"),
        ("160 virtual nodes to 200", "vn", "200"),
        ("160 virtual nodes to 120", "vn", "120"),
        ("the hash, to MurmurHash3", "hash", "murmur3"),
        ("the finaliser, on", "fin", "1"),
        ("the label, to {node}-{i}", "label", "{node}-{i}"),
    ]
    .into_iter()
    .map(|(what, field, text)| {
        let parameter = algorithm::all_parameters().into_iter().find(|one| one.field == field).expect("a parameter");
        let command = Command::Set(parameter, parameter.read(text).expect("a value"));
        row(what.into(), &before, &changed(&scenario, command), None)
    })
    .collect()
}
