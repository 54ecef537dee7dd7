//! What a lookup costs: time measured by whoever has a clock, bytes of tables exact.
//!
//! A round places some keys whose numbers are known, so the hash of the key is not in it. How many keys is found out: as
//! many as take some milliseconds.

use std::sync::Arc;

use crate::{
    algorithm::{Algorithm, Placed, modulo, ring},
    fleet::Fleet,
    keys::{HashedKeys, Keys},
    order,
    parameter::{Settings, Value},
    scenario::Scenario,
};

/// The sizes of fleets that are looked at.
pub const FLEETS: &[u32] = &[10, 100, 1_000, 10_000];
/// Most points of a ring that is timed: of a larger fleet nodes have fewer each.
const MOST_POINTS: u32 = 1_000_000;
/// Rounds whose median counts.
const ROUNDS: usize = 9;
/// A round takes at least so long: clocks of browsers are coarse.
const ROUND_MS: f64 = 4.0;
/// Keys of the first trial, and most of a round.
const KEYS: (u32, u32) = (64, 1 << 18);

/// One algorithm at one size of fleet.
#[derive(Clone, Debug)]
pub struct Timing {
    /// Which.
    pub algorithm: Algorithm,
    /// Nodes of weight 1.
    pub nodes: u32,
    /// Virtual nodes each, where the algorithm has them.
    pub virtual_nodes: Option<u32>,
    /// Bytes of the tables, see [`Placed::table_bytes`].
    pub table_bytes: u64,
    /// Nanoseconds for a key: the lowest, the median and the highest of the rounds.
    pub nanoseconds: [f64; 3],
}

/// One placement being timed.
pub struct Meter {
    placed: Box<dyn Placed>,
    keys: Arc<HashedKeys>,
    rounds: Vec<f64>,
}

impl Meter {
    /// Builds the tables of a placement.
    #[must_use]
    pub fn new(algorithm: Algorithm, fleet: &Fleet, settings: &Settings) -> Self {
        let placed = (algorithm.build)(fleet, settings);
        let mut keys = KEYS.0;
        if placed.needs_all_keys() {
            // The owners of the first keys are kept for questions about single ones; others are placed anew each time.
            let _ = placed.place(&hashed(&*placed, "first:{i}", 1));
            // Each time the loads of all nodes begin at nothing: that has to be shared by as many keys.
            keys = keys.max(fleet.nodes().len() as u32);
        }
        Self { keys: keys_of(&*placed, keys), placed, rounds: Vec::new() }
    }

    /// Goes on by one round. Once there are enough of them: nanoseconds for a key, the lowest, the median and the
    /// highest of the rounds. `clock` tells the time in milliseconds.
    pub fn step(&mut self, clock: &dyn Fn() -> f64) -> Option<[f64; 3]> {
        let start = clock();
        let owners = self.placed.place(&self.keys);
        let took = clock() - start;
        std::hint::black_box(owners);
        let keys = self.keys.len() as u32;
        if took < ROUND_MS && keys < KEYS.1 {
            // Too short to tell: this was a trial.
            let factor = if took < ROUND_MS / 8.0 { 8 } else { 2 };
            self.keys = keys_of(&*self.placed, keys * factor);
            return None;
        }
        self.rounds.push(took * 1e6 / f64::from(keys));
        if self.rounds.len() < ROUNDS {
            return None;
        }
        let order = order::places(ROUNDS, &|a, b| self.rounds[a].total_cmp(&self.rounds[b]));
        Some([0, ROUNDS / 2, ROUNDS - 1].map(|place| self.rounds[order[place]]))
    }
}

/// Timings being taken.
pub struct Cost {
    settings: Settings,
    algorithms: Vec<Algorithm>,
    fleets: &'static [u32],
    timings: Vec<Timing>,
    /// The one under way, with the virtual nodes of a node.
    meter: Option<(Meter, Option<u32>)>,
}

impl Cost {
    /// Of some algorithms by the settings of a scenario, for fleets of so many nodes; modulo comes first, as the measure of
    /// the others.
    #[must_use]
    pub fn new(scenario: &Scenario, algorithms: &[Algorithm], fleets: &'static [u32]) -> Self {
        let modulo = Algorithm::from_id(modulo::DECLARATION.id).unwrap_or_default();
        let others = algorithms.iter().copied().filter(|&one| one != modulo);
        Self {
            settings: scenario.settings.clone(),
            algorithms: std::iter::once(modulo).chain(others).collect(),
            fleets,
            timings: Vec::new(),
            meter: None,
        }
    }

    /// The sizes of fleets.
    #[must_use]
    pub fn fleets(&self) -> &'static [u32] {
        self.fleets
    }

    /// What is there so far: by size of fleet, and for each the algorithms in their order.
    #[must_use]
    pub fn timings(&self) -> &[Timing] {
        &self.timings
    }

    /// Timings that are done, of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.timings.len(), self.algorithms.len() * self.fleets.len())
    }

    /// Is there nothing left to do?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let (done, all) = self.progress();
        done == all
    }

    /// Goes on by one round; true when a timing is complete. `clock` tells the time in milliseconds.
    pub fn step(&mut self, clock: &dyn Fn() -> f64) -> bool {
        let at = self.timings.len();
        let (nodes, algorithm) = (at / self.algorithms.len(), self.algorithms[at % self.algorithms.len()]);
        let Some(&nodes) = self.fleets.get(nodes) else { return false };
        let Some((meter, virtual_nodes)) = &mut self.meter else {
            self.meter = Some(self.begin(algorithm, nodes));
            return false;
        };
        let Some(nanoseconds) = meter.step(clock) else { return false };
        self.timings.push(Timing {
            algorithm,
            nodes,
            virtual_nodes: *virtual_nodes,
            table_bytes: meter.placed.table_bytes(),
            nanoseconds,
        });
        self.meter = None;
        true
    }

    fn begin(&self, algorithm: Algorithm, nodes: u32) -> (Meter, Option<u32>) {
        let fleet = Fleet::from_names((1..=nodes).map(|number| format!("node-{number:05}"))).unwrap_or_default();
        let mut settings = self.settings.clone();
        let virtual_nodes = algorithm.takes(&ring::VIRTUAL_NODES).then(|| {
            let count = settings.count(&ring::VIRTUAL_NODES).min(MOST_POINTS / nodes);
            // A count from 1 to 10,000 always fits.
            let _ = settings.set(&ring::VIRTUAL_NODES, Value::Count(count));
            count
        });
        (Meter::new(algorithm, &fleet, &settings), virtual_nodes)
    }
}

fn keys_of(placed: &dyn Placed, count: u32) -> Arc<HashedKeys> {
    hashed(placed, "user:{i}", count.min(KEYS.1))
}

fn hashed(placed: &dyn Placed, pattern: &str, count: u32) -> Arc<HashedKeys> {
    let keys = Keys::Pattern { pattern: pattern.into(), first: 0, count };
    Arc::new(HashedKeys::new(&keys, placed.key_hashing()))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::algorithm::ALL;

    #[test]
    fn every_algorithm_at_every_size_with_a_clock_of_our_own() {
        // Each reading is 5 ms after the one before it, so already the first trial counts.
        let now = Cell::new(0.0);
        let clock = || {
            now.set(now.get() + 5.0);
            now.get()
        };
        let small: Vec<Algorithm> = ALL.into_iter().filter(|one| !one.id.contains("rendezvous")).collect();
        let mut cost = Cost::new(&Scenario::default(), &small, FLEETS);
        let mut came = 0;
        while !cost.is_complete() {
            came += usize::from(cost.step(&clock));
        }
        assert_eq!(came, cost.timings().len());
        assert_eq!(cost.timings().len(), small.len() * FLEETS.len());
        assert!(cost.timings().iter().all(|one| {
            let keys = if one.algorithm.id == "bounded" { one.nodes.max(64) } else { 64 };
            one.nanoseconds == [5e6 / f64::from(keys); 3]
        }));
        let of = |id: &str, nodes: u32| {
            cost.timings().iter().find(|one| one.algorithm.id == id && one.nodes == nodes).expect("a timing")
        };
        assert_eq!(cost.timings()[0].algorithm.id, "modulo");
        assert_eq!(of("ring", 1_000).virtual_nodes, Some(160));
        assert_eq!(of("ring", 10_000).virtual_nodes, Some(100));
        assert_eq!(of("modulo", 10_000).table_bytes, 0);
        assert_eq!(of("jump", 10_000).table_bytes, 20_000);
        assert!(!cost.step(&clock));
    }
}
