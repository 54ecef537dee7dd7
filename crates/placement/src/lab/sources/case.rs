//! The configurations that are measured, as data, and what is kept of each.

use crate::{
    algorithm::ring,
    fleet::NodeId,
    link,
    measure::{Balance, Movement, Pair},
    number::Ratio,
    parameter::Value,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};

/// A configuration that is measured, with its changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Case {
    ModuloOfFour,
    ModuloOfEight,
    ModuloOfHundred,
    OnePoint,
    Ring,
    Rendezvous,
    Weights,
    WeightedRendezvous,
    SpreadFnv,
    SpreadFmix,
    SpreadMd5,
    Killed,
    BareNames,
    FamiliesMd5,
    FamiliesMurmur,
    FamiliesFmix,
    FamiliesFnv,
    Interview,
    ModuloC,
    Ring1,
    Ring10,
    Ring100,
    Ring200,
    Ring1000,
    RendezvousC,
    JumpC,
    SelfCheck,
}

/// How a case is measured.
pub(super) struct Plan {
    pub case: Case,
    /// Algorithm and parameters, as in a link.
    how: &'static str,
    /// One run for each of these: its nodes, and what else it has otherwise, as in a link. The last name stands for those
    /// that go on from it: `cache-01` for cache-01, cache-02 …
    pub fleets: &'static [&'static str],
    nodes: u32,
    keys: &'static str,
    /// Number of keys.
    pub count: u32,
    /// Each is applied to the placement itself, not to the one before it.
    pub changes: fn() -> Vec<Command>,
}

impl Plan {
    /// The scenario of one of the fleets, before any change.
    pub fn scenario(&self, fleet: usize) -> Scenario {
        let names = self.fleets.get(fleet).copied().unwrap_or_default();
        let text = format!("{}&keys={}&n={}&nodes={names}", self.how, self.keys, self.count);
        let mut scenario = link::decode(&text).scenario;
        // Never refused: a fleet of so few nodes can grow.
        scenario.apply(Command::SetNodeCount(self.nodes)).ok();
        scenario
    }

    /// Keys that are placed in all.
    pub fn placements(&self) -> u64 {
        self.fleets.len() as u64 * ((self.changes)().len() as u64 + 1) * u64::from(self.count)
    }
}

/// What is kept of one placement.
#[derive(Debug)]
pub(super) struct Run {
    pub scenario: Scenario,
    /// Keys on each node.
    pub counts: Vec<u32>,
    /// Population standard deviation of the load over its mean, by keys.
    pub spread: f64,
    /// The exact shares, where there are any.
    pub arcs: Vec<Ratio>,
    /// What each change moved.
    pub moves: Vec<Moved>,
}

/// What one change moved.
#[derive(Debug)]
pub(super) struct Moved {
    pub keys: u32,
    /// The exact shares after it, where there are any.
    pub arcs: Vec<Ratio>,
    /// From whom to whom, and how many of them between two nodes to which nothing happened; `None` where more moved
    /// than [`MOST_TOLD`].
    pub told: Option<Told>,
}

/// From whom to whom keys moved.
#[derive(Debug)]
pub(super) struct Told {
    pub between: u32,
    pub pairs: Vec<Pair>,
}

/// Most moved keys of which it is told from whom to whom: to sort more takes longer than a step should.
const MOST_TOLD: u32 = 300_000;

impl Moved {
    /// What moved between two placements of the same keys.
    pub fn between(before: &Snapshot, after: &Snapshot) -> Self {
        let keys = Movement::count(before, after).unwrap_or(0);
        let movement = if keys <= MOST_TOLD { Movement::between(before, after) } else { None };
        let told = movement.map(|movement| Told { between: movement.between, pairs: movement.pairs });
        Self { keys, arcs: after.placed().exact_shares().unwrap_or_default(), told }
    }

    /// Keys of each pair.
    pub fn by_pair(&self) -> Vec<u32> {
        self.told.iter().flat_map(|told| &told.pairs).map(|pair| pair.keys).collect()
    }
}

impl Run {
    /// What is kept of a placement, before any change.
    pub fn of(snapshot: &Snapshot) -> Self {
        Self {
            scenario: snapshot.scenario().clone(),
            counts: snapshot.counts().to_vec(),
            spread: Balance::of(snapshot).spread,
            arcs: snapshot.placed().exact_shares().unwrap_or_default(),
            moves: Vec::new(),
        }
    }

    /// Keys that change number `at` moved.
    pub fn moved(&self, at: usize) -> u32 {
        self.moves.get(at).map_or(0, |moved| moved.keys)
    }

    /// Keys in all.
    pub fn keys(&self) -> u32 {
        self.scenario.keys.len()
    }

    pub fn busiest(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    pub fn lightest(&self) -> u32 {
        self.counts.iter().copied().min().unwrap_or(0)
    }

    /// The name of the node in a row.
    pub fn name(&self, row: usize) -> &str {
        self.scenario.fleet.nodes().get(row).map_or("", |node| &node.name)
    }

    /// The row of the first node with so many keys.
    pub fn row_with(&self, keys: u32) -> usize {
        self.counts.iter().position(|&count| count == keys).unwrap_or(0)
    }

    /// Keys of each node over all.
    pub fn shares(&self) -> Vec<Ratio> {
        self.counts.iter().map(|&keys| Ratio::new(keys, self.keys())).collect()
    }

    /// Keys over the mean.
    pub fn times_mean(&self, keys: u32) -> Ratio {
        Ratio::new(u64::from(keys) * self.counts.len() as u64, self.keys())
    }

    /// The spread of the exact shares of equal nodes.
    pub fn spread_of_arcs(&self) -> f64 {
        let nodes = self.arcs.len() as f64;
        let squares = self.arcs.iter().map(|share| (share.value() * nodes - 1.0).powi(2));
        (squares.sum::<f64>() / nodes).sqrt()
    }
}

const CACHES: &[&str] = &["cache-01"];
const SESSIONS: &str = "session:user:{i}";
const USERS: &str = "user:{i}";
const MILLION: u32 = 1_000_000;

/// The eight fleets of C: its text names node, srv and cache, and the other five were found by what its tables then give.
pub(super) const PREFIXES: &[&str] = &["node-0", "srv-0", "cache-0", "app-0", "shard-0", "web-0", "db-0", "pod-0"];

/// Letters and A's own fleet: A does not say on which it compared hash functions.
const LETTERS_AND_CACHES: &[&str] = &["a,b,c,d,e,f,g,h", "cache-01"];

/// Twenty families of names, to see what is luck.
const FAMILIES: &[&str] = &[
    "a,b,c,d,e,f,g,h",
    "cache-01",
    "cache-1",
    "node-0",
    "node-1",
    "node0",
    "srv-1",
    "server-01",
    "redis-1",
    "redis-001",
    "shard-0",
    "shard-00",
    "web-1",
    "db-1",
    "pod-0",
    "app-01",
    "mc-1",
    "10.0.0.1",
    "10.0.0.1:11211",
    "cache-1.example.com:6379,cache-2.example.com:6379,cache-3.example.com:6379,cache-4.example.com:6379,\
     cache-5.example.com:6379,cache-6.example.com:6379,cache-7.example.com:6379,cache-8.example.com:6379",
];

const fn nothing() -> Vec<Command> {
    Vec::new()
}

fn to(counts: &[u32]) -> Vec<Command> {
    counts.iter().map(|&count| Command::SetNodeCount(count)).collect()
}

/// Eight nodes with 160 points each: a node more, a node less, and other numbers of points.
fn of_the_ring() -> Vec<Command> {
    let mut changes = to(&[9, 7]);
    changes.extend(POINTS.map(|points| Command::Set(&ring::VIRTUAL_NODES, Value::Count(points))));
    changes
}

/// The numbers of points that a ring of 160 changes to.
pub(super) const POINTS: [u32; 4] = [200, 320, 500, 1_000];

const fn ten_nodes(case: Case, how: &'static str) -> Plan {
    let changes = || to(&[11, 9]);
    Plan { case, how, fleets: PREFIXES, nodes: 10, keys: USERS, count: 300_000, changes }
}

const fn eight_caches(case: Case, how: &'static str, changes: fn() -> Vec<Command>) -> Plan {
    Plan { case, how, fleets: CACHES, nodes: 8, keys: SESSIONS, count: MILLION, changes }
}

const fn spread(case: Case, how: &'static str) -> Plan {
    Plan { fleets: LETTERS_AND_CACHES, count: 300_000, ..eight_caches(case, how, nothing) }
}

const fn families(case: Case, how: &'static str) -> Plan {
    Plan { fleets: FAMILIES, count: 0, ..eight_caches(case, how, nothing) }
}

/// In the order in which they are measured: those that have the keys and their hash in common follow each other.
pub(super) static PLANS: [Plan; 27] = [
    Plan { nodes: 4, ..eight_caches(Case::ModuloOfFour, "alg=modulo&fin=1", || to(&[3, 8])) },
    eight_caches(Case::ModuloOfEight, "alg=modulo&fin=1", || to(&[9, 7, 12])),
    Plan { nodes: 100, ..eight_caches(Case::ModuloOfHundred, "alg=modulo&fin=1", || to(&[101])) },
    eight_caches(Case::OnePoint, "fin=1&vn=1", nothing),
    eight_caches(Case::Ring, "fin=1", of_the_ring),
    Plan {
        fleets: &["cache-01&score=xor", "cache-01&score=mix"],
        ..eight_caches(Case::Rendezvous, "alg=rendezvous&fin=1", || to(&[9]))
    },
    Plan {
        fleets: &["cache-01*4,cache-02*4,cache-03,cache-04", "a*4,b*4,c,d", "big-1*4,big-2*4,small-1,small-2"],
        nodes: 4,
        ..eight_caches(Case::Weights, "fin=1", nothing)
    },
    Plan {
        fleets: &["big-1*4,big-2*4,small-1,small-2"],
        nodes: 4,
        ..eight_caches(Case::WeightedRendezvous, "alg=rendezvous&score=mix&fin=1", || {
            let double = Weight::from_hundredths(200).unwrap_or(Weight::ONE);
            vec![Command::SetWeight { id: NodeId(2), weight: double }]
        })
    },
    spread(Case::SpreadFnv, "hash=fnv1a32"),
    spread(Case::SpreadFmix, "fin=1"),
    spread(Case::SpreadMd5, "hash=md5"),
    Plan {
        nodes: 4,
        keys: USERS,
        count: 10_000,
        ..eight_caches(Case::Killed, "fin=1", || vec![Command::SetUp { id: NodeId(1), up: false }])
    },
    Plan {
        fleets: &["cache-01&hash=md5&label={node}", "cache-01&fin=1"],
        nodes: 4,
        count: 0,
        ..eight_caches(Case::BareNames, "vn=1", nothing)
    },
    families(Case::FamiliesMd5, "hash=md5"),
    families(Case::FamiliesMurmur, "hash=murmur3"),
    families(Case::FamiliesFmix, "fin=1"),
    families(Case::FamiliesFnv, "hash=fnv1a32"),
    Plan {
        case: Case::Interview,
        how: "hash=md5&vn=100",
        fleets: &["node0"],
        nodes: 4,
        keys: "cart:{i}",
        count: 100_000,
        changes: || to(&[5]),
    },
    // Names do not matter to what knows numbers only.
    Plan { fleets: &["node-0"], ..ten_nodes(Case::ModuloC, "alg=modulo&hash=murmur3") },
    ten_nodes(Case::Ring1, "hash=murmur3&vn=1"),
    ten_nodes(Case::Ring10, "hash=murmur3&vn=10"),
    ten_nodes(Case::Ring100, "hash=murmur3&vn=100"),
    Plan { changes: nothing, ..ten_nodes(Case::Ring200, "hash=murmur3&vn=200") },
    ten_nodes(Case::Ring1000, "hash=murmur3&vn=1000"),
    ten_nodes(Case::RendezvousC, "alg=rendezvous&score=mix&hash=murmur3"),
    Plan {
        fleets: &["node-0&swap=1", "node-0&swap=0"],
        changes: || vec![Command::SetNodeCount(11), Command::RemoveNode(NodeId(4))],
        ..ten_nodes(Case::JumpC, "alg=jump&hash=murmur3")
    },
    Plan {
        fleets: &["node-0"],
        count: 100_000,
        changes: || to(&[11]),
        ..ten_nodes(Case::SelfCheck, "alg=rendezvous&score=mix&hash=fnv1a32")
    },
];

/// What was measured so far.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// In the order of the plans; the last of them may be incomplete.
    pub runs: Vec<Vec<Run>>,
    /// How many plans are complete.
    pub complete: usize,
}

impl Results {
    /// Is this case complete? Then all that stand before it are too.
    pub fn has(&self, case: Case) -> bool {
        PLANS.iter().take(self.complete).any(|plan| plan.case == case)
    }

    /// The runs of a case; none before they are complete.
    pub fn runs(&self, case: Case) -> &[Run] {
        let place = PLANS.iter().take(self.complete).position(|plan| plan.case == case);
        place.and_then(|place| self.runs.get(place)).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plan_is_carried_out_as_it_stands() {
        for plan in &PLANS {
            for at in 0..plan.fleets.len() {
                let text = format!("{}&keys={}&n={}&nodes={}", plan.how, plan.keys, plan.count, plan.fleets[at]);
                assert_eq!(link::decode(&text).notes, [], "{text}");
                let scenario = plan.scenario(at);
                assert_eq!(scenario.fleet.nodes().len(), plan.nodes as usize, "{text}");
                assert_eq!(scenario.keys.len(), plan.count, "{text}");
                for change in (plan.changes)() {
                    let mut changed = scenario.clone();
                    changed.apply(change).expect(&text);
                    assert_ne!(changed, scenario, "{text}");
                    assert_eq!(changed.keys, scenario.keys);
                }
            }
        }
    }

    #[test]
    fn no_case_has_two_plans() {
        for (at, plan) in PLANS.iter().enumerate() {
            assert!(PLANS[..at].iter().all(|other| other.case != plan.case), "{:?}", plan.case);
        }
    }
}
