//! The state in which a run begins: nodes that hold what they would after days of the same load.
//!
//! An LRU list holds the keys that were asked for last. Under independent requests the time since a key was last asked
//! for is exponential with the key's own rate, independent of all others; so these ages are drawn, and each node holds
//! its youngest keys, as many as it has room for. That is exactly the stationary state of LRU under Poisson requests
//! (the move-to-front rule: J. McCabe, On Serial Files with Relocatable Records, Operations Research 13, 1965), without
//! the hours of simulation that it would take to get there.

use super::{
    caches::{Caches, NEVER},
    health::Health,
    moving::Moving,
    nodes::Nodes,
    recovery::Recovery,
    series::{NodeSample, NodeState, Sample, Series},
    server::Server,
    state::{Client, Node, RECENT_TICKS, State},
    world::World,
};
use crate::{fleet, hash::SplitMix64, order, scenario::Scenario};

/// Bits of a key's number, which travels in the low bits of its age.
const KEY_BITS: u32 = 20;

impl State {
    /// The beginning of a run. `first_event_tick`: until then it is the usual that a recovery is measured by.
    pub(super) fn start(world: &World, first_event_tick: Option<u32>) -> Self {
        let scenario = world.tables.scenario(0);
        let table = world.tables.table(0, Nodes::NONE);
        let client = Client {
            version: 0,
            table,
            before: None,
            left_out: Nodes::NONE,
            down: Nodes::NONE,
            unreachable: Nodes::NONE,
            health: Vec::new(),
        };
        let mut state = Self {
            tick: 0,
            events_done: 0,
            draws: SplitMix64::new(world.seed),
            turn: 0,
            read_parts_due: 0,
            writes_due: 0,
            caches: Caches::new(world.keys),
            fronts: Caches::new(if world.front > 0 { world.keys } else { 0 }),
            front_due: 0,
            written: if world.writes_of_1_000 > 0 { vec![0; world.keys as usize] } else { Vec::new() },
            nodes: Vec::new(),
            clients: vec![client; world.clients],
            database: Server::new(world.database_rate, world.database_queue),
            database_made: 0,
            hot_below: 0,
            versions: vec![0],
            dues: Vec::new(),
            is_leaving: false,
            is_view_changed: true,
            disagreeing: 0,
            moving: Moving::default(),
            now: Sample::default(),
            series: Series::default(),
            recovery: Recovery::new(first_event_tick),
            marks: Vec::new(),
        };
        for _ in 0..world.clients {
            state.fronts.add_node(world.front);
        }
        for node in scenario.fleet.nodes() {
            state.add_node(world, scenario, node);
        }
        state.share_out(world, scenario);
        state.fill_up(world);
        state
    }

    /// A node more, running and empty; one that had been there before comes back so.
    pub(super) fn add_node(&mut self, world: &World, scenario: &Scenario, of: &fleet::Node) {
        let Some(number) = world.number(of.id) else { return };
        let rate = world.rate(scenario, of);
        let node = Node {
            id: of.id,
            server: Server::new(rate, world.most_waiting(rate)),
            is_alive: of.up,
            is_there: true,
            fail_percent: 0,
            slow_percent: 100,
            rate,
            fair_share: 0.0,
            is_plain: of.up,
            is_full: false,
            made: 0,
            answer_us: world.node_latency_us,
            recent_requests: 0.0,
            recent_reads: 0.0,
            recent_hits: 0.0,
            state: if of.up { NodeState::Up } else { NodeState::Down },
        };
        // Numbers are given in the order in which nodes come, but a run that was wound back knows those that will come.
        while self.nodes.len() <= number {
            let absent = Node { is_there: false, is_alive: false, is_plain: false, ..node.clone() };
            self.nodes.push(Node { id: world.tables.roster().ids()[self.nodes.len()], ..absent });
            self.caches.add_node(1);
            self.now.nodes.push(NodeSample { state: NodeState::Absent, ..NodeSample::default() });
            for client in &mut self.clients {
                client.health.push(Health::default());
            }
        }
        self.caches.set_room(number, world.room(scenario, of));
        self.nodes[number] = node;
    }

    /// Fair shares, room and speed by the weights of a membership.
    pub(super) fn share_out(&mut self, world: &World, scenario: &Scenario) {
        self.nodes.iter_mut().for_each(|node| node.fair_share = 0.0);
        for of in scenario.fleet.nodes() {
            let Some(number) = world.number(of.id) else { continue };
            let (part, all) = scenario.fair_share(of);
            let node = &mut self.nodes[number];
            node.fair_share = if all == 0 { 0.0 } else { part as f64 / all as f64 };
            node.rate = world.rate(scenario, of);
            self.slow(world, number);
            let room = world.room(scenario, of);
            if room != self.caches.room(number) {
                self.now.evictions += u64::from(self.caches.set_room(number, room));
            }
        }
    }

    /// The speed of a node as it is slowed down.
    pub(super) fn slow(&mut self, world: &World, number: usize) {
        let node = &mut self.nodes[number];
        let rate = node.rate * f64::from(node.slow_percent) / 100.0;
        node.server.set_rate(rate, world.most_waiting(rate));
    }

    /// What the nodes hold, and the loads that they are used to.
    fn fill_up(&mut self, world: &World) {
        let table = self.clients[0].table.clone();
        let owner_of = |key: u32| usize::from(table.owner(key));
        let mut reads = vec![0.0; self.nodes.len()];
        let mut hits = vec![0.0; self.nodes.len()];
        for key in 0..world.keys {
            if let Some(sum) = reads.get_mut(owner_of(key)) {
                *sum += world.probabilities[key as usize];
            }
        }
        if world.is_durable {
            for key in 0..world.keys {
                if owner_of(key) < self.nodes.len() {
                    self.caches.insert_oldest(key, owner_of(key), NEVER);
                }
            }
            hits.clone_from(&reads);
        } else if !world.is_cold {
            // A sequence of its own, so that a cold run and a warm one read the same keys.
            let mut draws = SplitMix64::new(world.seed ^ 0x6167_6573);
            for key in youngest_first(&world.probabilities, &mut draws) {
                let number = owner_of(key);
                let read_every_ticks = 1.0 / (world.probabilities[key as usize] * world.reads_a_tick());
                let Some(expires_tick) = expiry(world.ttl_ticks, read_every_ticks, &mut draws) else { continue };
                if number < self.nodes.len() && self.caches.insert_oldest(key, number, expires_tick) {
                    hits[number] += world.probabilities[key as usize];
                }
            }
        }
        let a_tick = world.reads_a_tick();
        let a_second = a_tick * world.parts_of_a_read() as f64;
        let mut missed = 0.0;
        for (number, node) in self.nodes.iter_mut().enumerate() {
            // A miss is a request more, since it fills.
            let requests = if world.is_durable { reads[number] } else { 2.0 * reads[number] - hits[number] };
            node.server.settle(requests * a_second);
            node.recent_requests = requests * a_tick * f64::from(RECENT_TICKS);
            node.recent_reads = reads[number] * a_tick * f64::from(RECENT_TICKS);
            node.recent_hits = hits[number] * a_tick * f64::from(RECENT_TICKS);
            missed += reads[number] - hits[number];
        }
        if !world.is_durable {
            self.database.settle(missed * a_second);
        }
        self.recovery.expect(hits.iter().sum());
    }
}

/// The keys by the time since they were last asked for. Keys that are never asked for are left out.
fn youngest_first(probabilities: &[f64], draws: &mut SplitMix64) -> Vec<u32> {
    let ages =
        probabilities.iter().zip(0u64..).filter(|(probability, _)| **probability > 0.0).map(|(probability, key)| {
            let age = exponential(draws) / probability;
            // The bits of positive numbers are in the order of the numbers. What is cut off parts no ages that differ by more
            // than the 2^32nd part.
            (age.to_bits() << 1) >> KEY_BITS << KEY_BITS | key
        });
    order::numbers(ages.collect()).into_iter().map(|age| (age & ((1 << KEY_BITS) - 1)) as u32).collect()
}

/// A number of the exponential distribution with the mean 1.
fn exponential(draws: &mut SplitMix64) -> f64 {
    let uniform = ((draws.next_value() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -libm::log(uniform)
}

/// When an entry expires that was made by a miss some time ago; `None` where it has expired, and was not asked for since.
/// Under a time to live T a key is there for T and then gone until it is asked for again.
fn expiry(ttl_ticks: u32, read_every_ticks: f64, draws: &mut SplitMix64) -> Option<u32> {
    if ttl_ticks == 0 {
        return Some(NEVER);
    }
    let there = f64::from(ttl_ticks);
    let at = (draws.next_value() >> 11) as f64 / (1u64 << 53) as f64 * (there + read_every_ticks);
    (at < there).then_some(at as u32 + 1)
}
