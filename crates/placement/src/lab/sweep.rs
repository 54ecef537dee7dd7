//! How evenly a ring is loaded by number of virtual nodes, over several name sets: keys counted and arcs exact, for each
//! of the [`COUNTS`]. Beside them what well-spread points would give.

use super::name_sets;
use crate::{
    keys::{HashedKeys, Keys},
    measure::{
        Evenness,
        curve::{COUNTS, applies, counts_of},
        expected::{Expected, Extreme},
        growing_ring::GrowingRing,
    },
    order,
    scenario::Scenario,
};

/// Keys that are hashed in one step.
const PORTION: u32 = 16_384;

/// One count of virtual nodes.
#[derive(Clone, Debug)]
pub struct Row {
    /// Virtual nodes of a node of weight 1.
    pub virtual_nodes: u32,
    /// By exact arcs, for each name set that is done; the fleet's own names first.
    pub arcs: Vec<Evenness>,
    /// By keys counted, likewise.
    pub keys: Vec<Evenness>,
    /// What well-spread points would give for the busiest node, by arc.
    pub busiest: Extreme,
    /// And for the lightest.
    pub lightest: Extreme,
    /// And for the spread: its root mean square, and what one ring in twenty is below or above.
    pub spread: (f64, f64, f64),
}

/// The 95 % quantile of the normal distribution.
const NORMAL_AT_95: f64 = 1.645;

/// A sweep being carried out.
pub struct Sweep {
    scenario: Scenario,
    keys: Keys,
    sets: u32,
    /// Positions of the keys, in order once all are there.
    positions: Vec<u64>,
    is_sorted: bool,
    rows: Vec<Row>,
    counts: usize,
    /// The name set at work and the place of the count.
    at: (u32, usize),
    ring: Option<GrowingRing>,
}

impl Sweep {
    /// Of a scenario with so many name sets. `None` where no virtual nodes place anything.
    #[must_use]
    pub fn new(scenario: &Scenario, keys: Keys, sets: u32) -> Option<Self> {
        let ring = GrowingRing::new(&scenario.fleet, &scenario.settings).filter(|_| applies(scenario.algorithm))?;
        Some(Self {
            scenario: scenario.clone(),
            keys,
            sets,
            positions: Vec::new(),
            is_sorted: false,
            rows: Vec::new(),
            counts: counts_of(&scenario.fleet),
            at: (0, 0),
            ring: Some(ring),
        })
    }

    /// What is there so far, by rising count.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The keys that are counted.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Counts of all name sets that are done, of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at.0 as usize * self.counts + self.at.1, self.sets as usize * self.counts)
    }

    /// Is there nothing left to do?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.at.0 == self.sets || self.counts == 0
    }

    /// Goes on for a few milliseconds; true when a row has grown.
    pub fn step(&mut self) -> bool {
        if self.is_complete() {
            return false;
        }
        let (scenario, set) = (&self.scenario, self.at.0);
        let new_ring = || GrowingRing::new(&name_sets::fleet(&scenario.fleet, set), &scenario.settings);
        let Some(mut ring) = self.ring.take().or_else(new_ring) else {
            self.at = (self.sets, 0);
            return false;
        };
        let grown = self.hash_keys(&ring) && ring.grow(COUNTS[self.at.1]);
        if grown {
            self.measure(&ring);
            self.at.1 += 1;
        }
        if self.at.1 == self.counts {
            self.at = (self.at.0 + 1, 0);
        } else {
            self.ring = Some(ring);
        }
        grown
    }

    /// A portion of the keys; true when they stand in order.
    fn hash_keys(&mut self, ring: &GrowingRing) -> bool {
        if self.is_sorted {
            return true;
        }
        let part = self.keys.part(self.positions.len() as u32, PORTION);
        if part.is_empty() {
            self.positions = order::numbers(std::mem::take(&mut self.positions));
            self.is_sorted = true;
        } else {
            self.positions.extend(HashedKeys::new(&part, ring.key_hashing()).values());
        }
        false
    }

    /// The ring at a count.
    fn measure(&mut self, ring: &GrowingRing) {
        if self.rows.len() == self.at.1 {
            let (points, weights) = (ring.points(), ring.weights());
            // A ring has nodes, or there would be no sweep.
            let Some(expected) = Expected::new(&points, weights) else { return };
            self.rows.push(Row {
                virtual_nodes: COUNTS[self.at.1],
                arcs: Vec::new(),
                keys: Vec::new(),
                busiest: expected.busiest(),
                lightest: expected.lightest(),
                spread: (expected.spread(), expected.spread_at(-NORMAL_AT_95), expected.spread_at(NORMAL_AT_95)),
            });
        }
        let counts: Vec<u128> = ring.count_keys(&self.positions).into_iter().map(u128::from).collect();
        let row = &mut self.rows[self.at.1];
        row.arcs.push(ring.arcs());
        row.keys.push(Evenness::of(&counts, self.positions.len() as u128, ring.weights()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        algorithm::{Algorithm, ring},
        hash::HashFn,
        measure::Balance,
        parameter::{self, Value},
        scenario::Command,
        snapshot::Snapshot,
    };

    fn complete(mut sweep: Sweep) -> Vec<Row> {
        let mut grown = 0;
        while !sweep.is_complete() {
            grown += usize::from(sweep.step());
        }
        assert_eq!((grown, grown), sweep.progress());
        sweep.rows().to_vec()
    }

    #[test]
    fn rows_are_what_placing_each_fleet_gives() {
        let mut scenario = Scenario::default();
        scenario.apply(Command::Set(&parameter::FINALISER, Value::Switch(true))).expect("a switch");
        let keys = scenario.keys.part(0, 20_000);
        let rows = complete(Sweep::new(&scenario, keys.clone(), 3).expect("virtual nodes"));
        assert_eq!(rows.len(), COUNTS.len());
        for row in rows.iter().filter(|row| row.virtual_nodes < 1_000) {
            for set in 0..3 {
                let mut scenario = Scenario { keys: keys.clone(), ..scenario.clone() };
                scenario.fleet = name_sets::fleet(&scenario.fleet, set);
                let command = Command::Set(&ring::VIRTUAL_NODES, Value::Count(row.virtual_nodes));
                scenario.apply(command).expect("a count");
                let balance = Balance::of(&Snapshot::place(&scenario, None));
                let by_keys = row.keys[set as usize];
                assert_eq!(Some(by_keys.busiest), balance.busiest().and_then(|load| load.times_fair));
                assert_eq!(Some(by_keys.lightest), balance.lightest().and_then(|load| load.times_fair));
                assert!((by_keys.spread - balance.spread).abs() < 1e-12);
                let exact = balance.loads.iter().filter_map(|load| load.exact_times_fair);
                let busiest = exact.reduce(|best, one| if one.value() > best.value() { one } else { best });
                assert_eq!(Some(row.arcs[set as usize].busiest), busiest);
            }
        }
    }

    // Article C's first fleet: node-0 … node-9, MurmurHash3, 300,000 keys, one point each: 91,431 keys on the busiest,
    // 1,608 on the lightest, a CV of 1.116491.
    #[test]
    fn a_published_fleet() {
        let mut scenario = Scenario {
            fleet: crate::fleet::Fleet::from_names((0..10).map(|number| format!("node-{number}"))).expect("names"),
            ..Scenario::default()
        };
        scenario.apply(Command::Set(&parameter::HASH, parameter::hash_value(HashFn::Murmur3))).expect("a hash");
        let keys = Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: 300_000 };
        let row = complete(Sweep::new(&scenario, keys, 1).expect("virtual nodes")).remove(0);
        assert_eq!((row.virtual_nodes, row.keys[0].busiest), (1, crate::number::Ratio::new(91_431u32, 30_000u32)));
        assert_eq!(row.keys[0].lightest, crate::number::Ratio::new(1_608u32, 30_000u32));
        assert_eq!(format!("{:.6}", row.keys[0].spread), "1.116491");
    }

    #[test]
    fn nothing_to_sweep() {
        let mut scenario = Scenario::default();
        let keys = scenario.keys.part(0, 10);
        let jump = Algorithm::from_id("jump").expect("an algorithm");
        assert!(Sweep::new(&Scenario { algorithm: jump, ..scenario.clone() }, keys.clone(), 1).is_none());
        scenario.apply(Command::SetNodeCount(0)).expect("no nodes");
        assert!(Sweep::new(&scenario, keys, 1).is_none());
    }
}
