//! What stays as it is throughout a run: the keys with their popularity, the quantities as numbers ready for use, the
//! tables of owners.

use super::{
    clock::{TICK_MS, TICKS_A_SECOND, ticks_of_s},
    health::Rules,
    plan::{Plan, PlanError},
    popularity::{self, Popularity},
    quantity,
    table::{MOST_RANKS, Tables},
};
use crate::fleet::{Node, NodeId};
use crate::scenario::Scenario;

/// Owners that are looked at for one that is below the bound.
const OWNERS_WITHIN_BOUND: usize = 4;
/// Owners that are looked at besides those asked, since those that are down are passed over.
const OWNERS_SPARE: usize = 2;

#[derive(Debug)]
pub(super) struct World {
    pub(super) tables: Tables,
    pub(super) popularity: Popularity,
    /// Of each key; they sum to 1.
    pub(super) probabilities: Vec<f64>,
    pub(super) keys: u32,
    pub(super) scale: u32,
    pub(super) seed: u64,
    /// Simulated reads in a tick, times [`World::READS_PART`].
    pub(super) reads_a_tick_parts: u64,
    pub(super) writes_of_1_000: u32,
    pub(super) ttl_ticks: u32,
    pub(super) is_cold: bool,
    pub(super) is_durable: bool,
    pub(super) bytes_a_key: u64,
    pub(super) copied_bytes_a_tick: u64,
    pub(super) database_rate: f64,
    pub(super) database_queue: f64,
    pub(super) database_latency_us: u64,
    pub(super) node_latency_us: u64,
    pub(super) timeout_us: u64,
    pub(super) clients: usize,
    pub(super) rules: Rules,
    pub(super) depth: usize,
    pub(super) dual_ticks: u32,
    pub(super) front: u32,
    pub(super) front_ttl_ticks: u32,
    pub(super) hot_copies: usize,
    pub(super) bound_percent: u32,
    node_rate: f64,
    node_entries: u64,
}

impl World {
    /// Parts of a simulated read in [`World::reads_a_tick_parts`] are counted in this many for each of the scale.
    pub(super) fn parts_of_a_read(&self) -> u64 {
        u64::from(self.scale) * u64::from(TICKS_A_SECOND)
    }

    pub(super) fn new(plan: &Plan) -> Result<Self, PlanError> {
        plan.check()?;
        let of = |one: &quantity::Quantity| one.of(&plan.settings);
        let scaled = plan.scaled_scenario();
        let keys = plan.keys();
        let probabilities = popularity::probabilities(&scaled.keys, keys, &plan.settings);
        let (depth, hot_copies) = (of(&quantity::DEPTH) as usize, of(&quantity::HOT_COPIES) as usize);
        let bound_percent = of(&quantity::BOUND);
        let within_bound = if bound_percent > 0 { OWNERS_WITHIN_BOUND } else { 1 };
        let ranks = (depth.max(hot_copies).max(within_bound) + OWNERS_SPARE).min(MOST_RANKS);
        let scale = plan.scale();
        let mut world = Self {
            tables: Tables::new(ranks),
            popularity: Popularity::new(&probabilities, &scaled.keys, &plan.settings),
            probabilities,
            keys,
            scale,
            seed: u64::from(of(&quantity::SEED)),
            reads_a_tick_parts: u64::from(of(&quantity::READS)),
            writes_of_1_000: of(&quantity::WRITES),
            ttl_ticks: ticks_of_s(of(&quantity::TTL)),
            is_cold: quantity::COLD.is_on(&plan.settings),
            is_durable: quantity::DURABLE.is_on(&plan.settings),
            bytes_a_key: u64::from(of(&quantity::ITEM_BYTES)) * u64::from(scale),
            copied_bytes_a_tick: u64::from(of(&quantity::COPY_RATE)) * 1_000 * u64::from(TICK_MS),
            database_rate: f64::from(of(&quantity::DATABASE_RATE)),
            database_queue: f64::from(of(&quantity::DATABASE_QUEUE)),
            database_latency_us: u64::from(of(&quantity::DATABASE_LATENCY)),
            node_latency_us: u64::from(of(&quantity::NODE_LATENCY)),
            timeout_us: u64::from(of(&quantity::TIMEOUT)) * 1_000,
            clients: of(&quantity::CLIENTS) as usize,
            rules: Rules::new(&plan.settings),
            depth,
            dual_ticks: ticks_of_s(of(&quantity::DUAL_READS)),
            front: of(&quantity::FRONT),
            front_ttl_ticks: ticks_of_s(of(&quantity::FRONT_TTL)),
            hot_copies,
            bound_percent,
            node_rate: f64::from(of(&quantity::NODE_RATE)),
            node_entries: u64::from(of(&quantity::CAPACITY)),
        };
        world.tables.membership(&scaled).ok_or(PlanError::TooManyNodes)?;
        Ok(world)
    }

    /// Simulated entries that a node has room for. Where weights count, room follows them.
    pub(super) fn room(&self, scenario: &Scenario, node: &Node) -> u32 {
        if self.is_durable {
            return u32::MAX;
        }
        let weighed = u128::from(self.node_entries) * u128::from(weight(scenario, node)) / 100;
        (weighed / u128::from(self.scale)).clamp(1, u128::from(u32::MAX)) as u32
    }

    /// Full-scale requests a second that a node serves. Where weights count, speed follows them.
    pub(super) fn rate(&self, scenario: &Scenario, node: &Node) -> f64 {
        (self.node_rate * f64::from(weight(scenario, node)) / 100.0).max(1.0)
    }

    /// Full-scale requests that wait no longer than a client does.
    pub(super) fn most_waiting(&self, rate: f64) -> f64 {
        rate * self.timeout_us as f64 / 1e6
    }

    /// Simulated reads in a tick, in the mean.
    pub(super) fn reads_a_tick(&self) -> f64 {
        self.reads_a_tick_parts as f64 / self.parts_of_a_read() as f64
    }

    /// The number of a node in this run.
    pub(super) fn number(&self, id: NodeId) -> Option<usize> {
        self.tables.roster().number(id)
    }
}

/// In hundredths. What is down keeps its machine, and with it its weight.
fn weight(scenario: &Scenario, node: &Node) -> u32 {
    match scenario.counted_weight(node) {
        0 => node.weight.hundredths(),
        counted => counted,
    }
}
