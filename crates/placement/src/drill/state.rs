//! A run at one moment: everything that a checkpoint has to keep. It goes on tick by tick, and from the same state in the
//! same world it always goes on in the same way.

use std::sync::Arc;

use super::{
    Notice,
    caches::Caches,
    clock::TICKS_A_SECOND,
    event::Event,
    health::{Health, Turn},
    moving::Moving,
    nodes::Nodes,
    recovery::Recovery,
    series::{NodeSample, NodeState, Sample, Series},
    server::Server,
    table::{self, Table},
    world::World,
};
use crate::{fleet::NodeId, hash::SplitMix64};

/// Ticks of the mean by which recent requests of a node are told: ten seconds.
pub(super) const RECENT_TICKS: u32 = 100;
/// A node whose hit rate is this much below the fleet's of before is warming.
const WARMING_BELOW: f64 = 0.1;

/// Something that happened, for the timeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// When.
    pub tick: u32,
    /// What: "Kill cache-02". For a change that was refused, the reason.
    pub title: String,
    /// Could it not be carried out?
    pub is_refused: bool,
}

/// A cache node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) id: NodeId,
    pub(super) server: Server,
    /// Does it run?
    pub(super) is_alive: bool,
    /// Is it in the newest membership, or still known to a client?
    pub(super) is_there: bool,
    pub(super) fail_percent: u32,
    pub(super) slow_percent: u32,
    /// Its speed, in full-scale requests a second, when it is not slowed down.
    pub(super) rate: f64,
    /// Its fair share of all requests.
    pub(super) fair_share: f64,
    /// Runs, answers everybody and refuses nothing: nearly always.
    pub(super) is_plain: bool,
    /// Has more than its bound of the recent requests.
    pub(super) is_full: bool,
    /// Requests made to it in this tick, answered or not.
    pub(super) made: u32,
    /// Microseconds until it answers.
    pub(super) answer_us: u64,
    /// Means of the last [`RECENT_TICKS`], times as many.
    pub(super) recent_requests: f64,
    pub(super) recent_reads: f64,
    pub(super) recent_hits: f64,
    pub(super) state: NodeState,
}

/// A program that reads, with its own view.
#[derive(Clone, Debug)]
pub(super) struct Client {
    /// Of the membership, from 0: a place in [`State::versions`].
    pub(super) version: u32,
    pub(super) table: Arc<Table>,
    /// The owners of before and until when they are asked too.
    pub(super) before: Option<(Arc<Table>, u32)>,
    pub(super) left_out: Nodes,
    /// Marked down.
    pub(super) down: Nodes,
    /// Cut off from it.
    pub(super) unreachable: Nodes,
    pub(super) health: Vec<Health>,
}

/// A client that is to learn of a version.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    pub(super) tick: u32,
    pub(super) client: usize,
    pub(super) version: u32,
}

#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) tick: u32,
    pub(super) events_done: usize,
    pub(super) draws: SplitMix64,
    /// Reads so far.
    pub(super) turn: u64,
    pub(super) read_parts_due: u64,
    pub(super) writes_due: u32,
    pub(super) caches: Caches,
    pub(super) fronts: Caches,
    /// Times that the hot key had expired in a front cache and that were not counted yet.
    pub(super) front_due: u32,
    /// How often each key was written; empty where nothing is.
    pub(super) written: Vec<u32>,
    pub(super) nodes: Vec<Node>,
    pub(super) clients: Vec<Client>,
    pub(super) database: Server,
    /// Reads meant for the database in this tick.
    pub(super) database_made: u32,
    /// Below it a number of 32 bits means the hot key.
    pub(super) hot_below: u32,
    /// The memberships in order, as numbers of the world's.
    pub(super) versions: Vec<usize>,
    pub(super) dues: Vec<Due>,
    /// Is a node still there that the newest membership does not have?
    pub(super) is_leaving: bool,
    /// Did a table change since the clients' agreement was last counted?
    pub(super) is_view_changed: bool,
    /// Keys on which clients disagreed then.
    pub(super) disagreeing: u32,
    pub(super) moving: Moving,
    pub(super) now: Sample,
    pub(super) series: Series,
    pub(super) recovery: Recovery,
    pub(super) marks: Vec<Mark>,
}

impl Node {
    /// After a change of how it does.
    pub(super) fn note_change(&mut self) {
        self.is_plain = self.is_alive && self.fail_percent == 0 && self.server.refused() == 0.0;
    }
}

impl State {
    /// One tick: what happens, then the reads, then what came of them.
    pub(super) fn step(&mut self, world: &mut World, events: &[Event], notice: &mut impl FnMut(Notice)) {
        while let Some(event) = events.get(self.events_done).filter(|event| event.at_tick <= self.tick) {
            self.events_done += 1;
            self.happen(world, event);
        }
        let world = &*world;
        self.learn(world);
        self.look_after_nodes(world, notice);
        self.moving.copy(world, &mut self.caches, &self.nodes, &mut self.now, self.tick);
        self.read_parts_due += world.reads_a_tick_parts;
        while self.read_parts_due >= world.parts_of_a_read() {
            self.read_parts_due -= world.parts_of_a_read();
            self.read(world, notice);
        }
        self.end_tick(world);
    }

    /// Clients that learn of a version now.
    fn learn(&mut self, world: &World) {
        let mut at = 0;
        while let Some(&due) = self.dues.get(at) {
            if due.tick > self.tick {
                at += 1;
                continue;
            }
            self.dues.remove(at);
            let client = &mut self.clients[due.client];
            if due.version > client.version {
                client.version = due.version;
                // Of several changes at once, the owners before all of them.
                let until = self.tick + world.dual_ticks;
                if world.dual_ticks > 0 && client.before.as_ref().is_none_or(|before| before.1 != until) {
                    client.before = Some((Arc::clone(&client.table), until));
                }
                self.look_up_again(world, due.client);
            }
        }
        let is_moving = self.moving.is_under_way();
        for client in &mut self.clients {
            if client.before.as_ref().is_some_and(|before| before.1 <= self.tick && !is_moving) {
                client.before = None;
            }
        }
        self.retire(world);
    }

    /// Nodes that no client knows any more stop.
    fn retire(&mut self, world: &World) {
        let is_known = !self.dues.is_empty() || self.clients.iter().any(|client| client.before.is_some());
        if !self.is_leaving || is_known {
            return;
        }
        let Some(&newest) = self.versions.last() else { return };
        let fleet = &world.tables.scenario(newest).fleet;
        self.is_leaving = false;
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if !node.is_there || fleet.get(node.id).is_some() {
                continue;
            }
            if self.moving.needs(number) {
                self.is_leaving = true;
                continue;
            }
            (node.is_there, node.is_alive) = (false, false);
            node.server.reset();
            node.note_change();
            self.caches.clear(number);
        }
    }

    /// The owners as a client sees them now.
    pub(super) fn look_up_again(&mut self, world: &World, client: usize) {
        let client = &mut self.clients[client];
        let table = world.tables.table(self.versions[client.version as usize], client.left_out);
        self.now.moved_keys += u64::from(table.differing(&client.table));
        client.table = table;
        self.is_view_changed = true;
    }

    /// Penalties that are over, and graces.
    fn look_after_nodes(&mut self, world: &World, notice: &mut impl FnMut(Notice)) {
        for at in 0..self.clients.len() {
            let mut is_changed = false;
            for number in self.clients[at].down.numbers() {
                let (node, client) = (&self.nodes[number], &mut self.clients[at]);
                let answers = node.is_plain && !client.unreachable.has(number);
                match client.health[number].tick(&world.rules, self.tick, answers) {
                    Some(Turn::Back) => {
                        client.down.take(number);
                        is_changed |= client.left_out.has(number);
                        client.left_out.take(number);
                        notice(Notice::Back { tick: self.tick, client: at as u32, node: node.id });
                    }
                    Some(Turn::LeftOut) => {
                        client.left_out.put(number);
                        is_changed = true;
                    }
                    None => {}
                }
            }
            if is_changed {
                self.look_up_again(world, at);
            }
        }
    }

    /// A request of a client to a node failed.
    #[cold]
    pub(super) fn fail(&mut self, world: &World, at: usize, number: usize, notice: &mut impl FnMut(Notice)) {
        self.now.failed_requests += 1;
        self.now.nodes[number].failed += 1;
        let client = &mut self.clients[at];
        if !client.health[number].fail(&world.rules, self.tick) {
            return;
        }
        self.now.ejections += 1;
        client.down.put(number);
        notice(Notice::MarkedDown { tick: self.tick, client: at as u32, node: self.nodes[number].id });
        // Without grace it is left out at once, as the document's client does.
        let turn = client.health[number].tick(&world.rules, self.tick, false);
        if turn == Some(Turn::LeftOut) {
            client.left_out.put(number);
            self.look_up_again(world, at);
        }
    }

    fn end_tick(&mut self, world: &World) {
        let scale = f64::from(world.scale);
        self.database.end_tick(f64::from(std::mem::take(&mut self.database_made)) * scale);
        let database_us = self.database.latency_us() as u64;
        self.now.ticks = 1;
        (self.now.database_us, self.now.most_database_us) = (database_us, database_us);
        self.now.database_load = (self.database.load_per_s() + 0.5) as u64;
        if (self.tick + 1).is_multiple_of(TICKS_A_SECOND) {
            self.now.disagreeing_keys = self.disagreeing_keys();
        }
        self.now.spare_copies = self.caches.spare_copies();
        let versions = || self.clients.iter().map(|client| client.version);
        self.now.versions = (versions().min().unwrap_or(0), versions().max().unwrap_or(0));
        self.end_tick_of_nodes(world);
        self.recovery.add(self.tick, &self.now, self.database.is_overloaded());
        self.series.add(&self.now);
        // The next tick begins with nothing but what lasts.
        let mut nodes = std::mem::take(&mut self.now.nodes);
        nodes.fill(NodeSample::default());
        self.now = Sample { nodes, ..Sample::default() };
        self.tick += 1;
    }

    /// Keys on which two clients disagree now; all keys are asked, so only when a table has changed.
    fn disagreeing_keys(&mut self) -> u32 {
        if std::mem::take(&mut self.is_view_changed) {
            self.disagreeing = table::disagreeing(&self.tables());
        }
        self.disagreeing
    }

    /// The tables that clients go by, each once.
    pub(super) fn tables(&self) -> Vec<&Table> {
        let mut tables: Vec<&Table> = Vec::new();
        for client in &self.clients {
            if !tables.iter().any(|&one| std::ptr::eq(one, &*client.table)) {
                tables.push(&client.table);
            }
        }
        tables
    }

    fn end_tick_of_nodes(&mut self, world: &World) {
        let scale = f64::from(world.scale);
        let fade = 1.0 / f64::from(RECENT_TICKS);
        let usual = self.recovery.usual_hit_rate();
        let mut requests = 0.0;
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let sample = &mut self.now.nodes[number];
            let made = f64::from(std::mem::take(&mut node.made));
            node.server.end_tick(made * scale);
            node.note_change();
            node.answer_us =
                world.node_latency_us + (node.server.latency_us() - 1e6 / node.server.rate_per_s()).max(0.0) as u64;
            node.recent_requests += made - node.recent_requests * fade;
            node.recent_reads += (sample.hits + sample.misses) as f64 - node.recent_reads * fade;
            node.recent_hits += sample.hits as f64 - node.recent_hits * fade;
            requests += node.recent_requests;
            node.state = if !node.is_there {
                NodeState::Absent
            } else if !node.is_alive || node.fail_percent == 100 {
                NodeState::Down
            } else if node.server.is_overloaded() {
                NodeState::Overloaded
            } else if !world.is_durable && node.recent_hits < node.recent_reads * (usual - WARMING_BELOW) {
                NodeState::Warming
            } else {
                NodeState::Up
            };
            (sample.entries, sample.state) = (self.caches.entries(number), node.state);
        }
        let bound = f64::from(world.bound_percent) / 100.0;
        for node in &mut self.nodes {
            node.is_full = world.bound_percent > 0 && node.recent_requests > bound * node.fair_share * requests;
        }
    }
}
