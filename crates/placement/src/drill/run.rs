//! A drill that runs: forwards tick by tick, and back to any moment by way of checkpoints.

use super::{
    Notice,
    clock::ticks_of_s,
    event::Event,
    moving::{Move, Pair},
    plan::{Plan, PlanError},
    recovery::Summary,
    series::{NodeState, Sample, Series},
    state::{Mark, State},
    table,
    world::World,
};
use crate::{
    fleet::{Fleet, NodeId},
    scenario::Scenario,
};

/// Most checkpoints that are kept, the beginning besides. Each takes a few megabytes, and an hour is simulated in less than
/// a second.
const MOST_CHECKPOINTS: usize = 3;
/// Ticks between checkpoints at first; twice as many each time that there are too many.
const CHECKPOINT_TICKS: u32 = ticks_of_s(180);

/// A drill that runs.
///
/// Time stands still between calls of [`Run::step`]. The same plan gives the same numbers, on any machine, however the
/// steps are cut and wherever it was wound back to.
#[derive(Debug)]
pub struct Run {
    plan: Plan,
    world: World,
    state: State,
    beginning: State,
    checkpoints: Vec<State>,
    checkpoint_ticks: u32,
}

impl Run {
    /// Places the keys, fills the nodes and stands at tick 0.
    ///
    /// # Errors
    /// A plan beyond a limit; the message is for people.
    pub fn new(mut plan: Plan) -> Result<Self, PlanError> {
        plan.events = in_order(&plan.events);
        let world = World::new(&plan)?;
        let state = State::start(&world, plan.events.first().map(|event| event.at_tick));
        let beginning = state.clone();
        Ok(Self { plan, world, state, beginning, checkpoints: Vec::new(), checkpoint_ticks: CHECKPOINT_TICKS })
    }

    /// What it runs, with the events that were injected, in their order.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The tick that is next: so many are over.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.state.tick
    }

    /// Is the length of the plan over?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.tick >= self.plan.length_ticks
    }

    /// Goes on by so many ticks.
    pub fn step(&mut self, ticks: u32) {
        self.go_on(ticks, &mut |_| ());
    }

    /// The same, telling of every read and of what clients think of nodes.
    pub fn step_watched(&mut self, ticks: u32, watch: &mut dyn FnMut(&Notice)) {
        self.go_on(ticks, &mut |notice| watch(&notice));
    }

    /// Goes on to the end of the plan.
    pub fn finish(&mut self) {
        self.step(self.plan.length_ticks.saturating_sub(self.state.tick));
    }

    fn go_on(&mut self, ticks: u32, notice: &mut impl FnMut(Notice)) {
        for _ in 0..ticks {
            self.state.step(&mut self.world, &self.plan.events, notice);
            self.keep_checkpoint();
        }
    }

    fn keep_checkpoint(&mut self) {
        let tick = self.state.tick;
        let is_new = self.checkpoints.last().is_none_or(|last| last.tick < tick);
        if !is_new || !tick.is_multiple_of(self.checkpoint_ticks) {
            return;
        }
        if self.checkpoints.len() == MOST_CHECKPOINTS {
            self.checkpoint_ticks *= 2;
            let every = self.checkpoint_ticks;
            self.checkpoints.retain(|one| one.tick.is_multiple_of(every));
            if !tick.is_multiple_of(every) {
                return;
            }
        }
        self.checkpoints.push(self.state.clone());
    }

    /// Stands at the latest kept moment that is not after a tick, from where [`Run::step`] leads there. A page that plays
    /// on meanwhile goes on from it in slices.
    pub fn wind_back(&mut self, tick: u32) {
        if tick < self.state.tick {
            let kept = self.checkpoints.iter().rev().find(|one| one.tick <= tick);
            self.state = kept.unwrap_or(&self.beginning).clone();
        }
    }

    /// Stands at a tick, whether before or after now.
    pub fn seek(&mut self, tick: u32) {
        self.wind_back(tick);
        self.step(tick - self.state.tick);
    }

    /// Something happens now: it becomes part of the plan. Wound back behind it, it happens again.
    ///
    /// # Errors
    /// More events or nodes than a plan can have; nothing happens then.
    pub fn inject(&mut self, what: super::Happening, rollout_s: u32) -> Result<(), PlanError> {
        let (now, mut events) = (self.state.tick, self.plan.events.clone());
        // After all of the same tick, as it came last; what is still to come happens as planned.
        let at = events.iter().filter(|event| event.at_tick <= now).count();
        events.insert(at, Event { at_tick: now, what, rollout_s });
        self.reschedule(&events)
    }

    /// Other events: it is as if they had been planned from the start. Where it stands beyond the first that is another, it
    /// is wound back before that, and [`Run::step`] leads on from there.
    ///
    /// # Errors
    /// More events or nodes than a plan can have; nothing is changed then.
    pub fn reschedule(&mut self, events: &[Event]) -> Result<(), PlanError> {
        let plan = Plan { events: in_order(events), ..self.plan.clone() };
        plan.check()?;
        let same = self.plan.events.iter().zip(&plan.events).take_while(|(one, other)| one == other).count();
        let others = [self.plan.events.get(same), plan.events.get(same)];
        let Some(from) = others.into_iter().flatten().map(|event| event.at_tick).min() else { return Ok(()) };
        // What was kept from later moments knows of other events.
        self.checkpoints.retain(|one| one.tick <= from);
        self.wind_back(from);
        let first = plan.events.first().map(|event| event.at_tick);
        for state in [&mut self.beginning, &mut self.state].into_iter().chain(&mut self.checkpoints) {
            state.recovery.set_first_event(first);
        }
        self.plan = plan;
        Ok(())
    }

    /// The samples so far.
    #[must_use]
    pub fn series(&self) -> &Series {
        &self.state.series
    }

    /// How bad it was, and how long.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.state.recovery.summary()
    }

    /// What happened so far.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.state.marks
    }

    /// The nodes by their numbers: those of [`Sample::nodes`](super::Sample::nodes).
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        self.world.tables.roster().ids()
    }

    /// How each of the nodes does now.
    #[must_use]
    pub fn states(&self) -> Vec<NodeState> {
        self.state.nodes.iter().map(|node| node.state).collect()
    }

    /// Most simulated entries of each node.
    #[must_use]
    pub fn room(&self) -> Vec<u32> {
        (0..self.state.nodes.len()).map(|number| self.state.caches.room(number)).collect()
    }

    /// The newest membership, with the simulated keys: what a ring beside the run shows.
    #[must_use]
    pub fn membership(&self) -> &Scenario {
        self.state.newest(&self.world)
    }

    /// Every membership that it has come to so far, those beyond a moment that it was wound back to included, the latest first.
    pub fn memberships(&self) -> impl Iterator<Item = &Scenario> {
        self.world.tables.memberships()
    }

    /// The membership as a client sees it: its version, with the nodes down that it leaves out. `None` for no client.
    #[must_use]
    pub fn view(&self, client: u32) -> Option<(u32, Fleet)> {
        let client = self.state.clients.get(client as usize)?;
        let mut scenario = (**self.world.tables.scenario(*self.state.versions.get(client.version as usize)?)).clone();
        for id in client.left_out.numbers().filter_map(|number| self.nodes().get(number).copied()) {
            if scenario.fleet.get(id).is_some() {
                let _ = scenario.apply(crate::scenario::Command::SetUp { id, up: false });
            }
        }
        Some((client.version, scenario.fleet))
    }

    /// Simulated keys whose owner is not the same for all clients now.
    #[must_use]
    pub fn disagreeing_keys(&self) -> u32 {
        table::disagreeing(&self.state.tables())
    }

    /// Over a span of the series, the requests of the busiest node over its fair share of all requests, by the weights of
    /// the newest membership. `None` without requests.
    #[must_use]
    pub fn busiest_over_fair_share(&self, sample: &Sample) -> Option<f64> {
        let all: u64 = sample.nodes.iter().map(|node| node.requests).sum();
        let over = sample.nodes.iter().zip(&self.state.nodes).filter(|(_, node)| node.fair_share > 0.0);
        let over = over.map(|(sample, node)| sample.requests as f64 / (node.fair_share * all as f64));
        if all == 0 { None } else { over.reduce(f64::max) }
    }

    /// What there is to move, where data is durable.
    #[must_use]
    pub fn moving(&self) -> Move {
        self.state.moving.progress()
    }

    /// What is copied from which node to which, those pairs where there is anything.
    #[must_use]
    pub fn moves_from_to(&self) -> Vec<Pair> {
        self.state.moving.pairs(self.nodes())
    }

    /// Simulated keys.
    #[must_use]
    pub fn keys(&self) -> u32 {
        self.world.keys
    }

    /// A number that stands for everything measured so far. The same plan has the same at the same tick, on any machine.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.series().digest()
    }

    pub(super) fn world(&self) -> &World {
        &self.world
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }
}

/// By their ticks; those of one tick stay as they stood.
fn in_order(events: &[Event]) -> Vec<Event> {
    let order = crate::order::places(events.len(), &|a, b| events[a].at_tick.cmp(&events[b].at_tick));
    order.into_iter().map(|at| events[at].clone()).collect()
}
