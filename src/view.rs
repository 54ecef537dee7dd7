//! What is on show, as plain data: a placement, its balance, the change that led to it, and the clump to name. Every
//! part of the page reads from one of these, so all parts agree.

mod making;

use std::sync::Arc;

pub use making::Making;
use placement::{
    algorithm::{Geometry, ring},
    fleet::{Fleet, NodeId},
    keys::HashedKeys,
    measure::{Balance, Moved, Movement, clump},
    parameter::{self, Value},
    scenario::Scenario,
    snapshot::Snapshot,
    template::Template,
};

/// One state of the page.
#[derive(Clone, Debug)]
pub struct View {
    /// Every key with its owner.
    pub snapshot: Arc<Snapshot>,
    /// How evenly.
    pub balance: Arc<Balance>,
    /// The change that led here; `None` at the start.
    pub change: Option<Arc<Change>>,
    /// Ten labels that a clustering hash puts side by side.
    pub named_run: Option<NamedRun>,
    /// With the finaliser on: the same without it, where the clumps are looked for.
    raw: Option<Known>,
    /// The keys as modulo takes them, where that was asked for.
    modulo_keys: Option<Arc<HashedKeys>>,
}

/// A placement and its balance, shared.
type Known = (Arc<Snapshot>, Arc<Balance>);

/// A change from one placement to the next.
#[derive(Debug)]
pub struct Change {
    /// In words, as a heading: "Add cache-09".
    pub title: String,
    /// The placement before.
    pub before: Arc<Snapshot>,
    /// The balance before.
    pub balance_before: Arc<Balance>,
    /// What moved; `None` where the keys are not the same.
    pub movement: Option<Movement>,
    /// Keys that modulo would have moved by the same change; `None` where that says nothing.
    pub modulo_moved: Option<u32>,
}

impl Change {
    /// What moved because nodes came, went or changed their weight. A dial that moves keys is no such change.
    #[must_use]
    pub fn roster_movement(&self) -> Option<&Movement> {
        self.movement.as_ref().filter(|movement| movement.fair.is_some())
    }

    /// Are so many keys moved that single marks say nothing?
    #[must_use]
    pub fn moves_most(&self) -> bool {
        self.movement.as_ref().is_some_and(|movement| movement.moved > movement.keys / 2)
    }
}

/// From whom to whom keys went; `None` is nobody, where there was no node to own them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flow {
    /// The owner before.
    pub from: Option<NodeId>,
    /// The owner after.
    pub to: Option<NodeId>,
}

impl Flow {
    /// Is this node one of the two?
    #[must_use]
    pub fn has(self, node: NodeId) -> bool {
        self.from == Some(node) || self.to == Some(node)
    }

    /// The node that stands for both where only one can be lit.
    #[must_use]
    pub fn node(self) -> Option<NodeId> {
        self.to.or(self.from)
    }
}

/// Ten consecutive labels of one node, and where they stand now.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedRun {
    /// Whose labels.
    pub node: NodeId,
    /// The text of the first label.
    pub first_label: String,
    /// The number of the last.
    pub last: u32,
    /// Where the ten stand now.
    pub positions: Vec<u64>,
    /// Did the finaliser part them?
    pub apart: bool,
}

impl View {
    /// Places a scenario and, where it came from another one, compares the two.
    #[must_use]
    pub fn new(scenario: &Scenario, title: &str, before: Option<&Scenario>, last: Option<&View>) -> Self {
        Making::new(scenario, title, before, last).finish()
    }

    /// Everything that is placed already.
    fn known(&self) -> Vec<Known> {
        let now = (Arc::clone(&self.snapshot), Arc::clone(&self.balance));
        let before =
            self.change.as_ref().map(|change| (Arc::clone(&change.before), Arc::clone(&change.balance_before)));
        [Some(now), before, self.raw.clone()].into_iter().flatten().collect()
    }

    /// The keys of all placements here that have not been put in order, where that saves time at the next change.
    #[must_use]
    pub fn unprepared(&self) -> Vec<Arc<HashedKeys>> {
        let is_on_points = self.scenario().algorithm.takes(&ring::VIRTUAL_NODES);
        let known = self.known().into_iter().filter(|_| is_on_points).map(|one| Arc::clone(one.0.keys()));
        known.filter(|keys| !keys.is_prepared()).collect()
    }

    /// The view before the change on show, as far as a picture needs it.
    #[must_use]
    pub fn before(&self) -> Option<Self> {
        let change = self.change.as_ref()?;
        Some(Self {
            snapshot: Arc::clone(&change.before),
            balance: Arc::clone(&change.balance_before),
            change: None,
            named_run: None,
            raw: None,
            modulo_keys: None,
        })
    }

    /// The same as if it had always been so.
    #[must_use]
    pub fn without_change(&self) -> Self {
        Self { change: None, ..self.clone() }
    }

    /// What was placed.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        self.snapshot.scenario()
    }

    /// The fleet.
    #[must_use]
    pub fn fleet(&self) -> &Fleet {
        &self.scenario().fleet
    }

    /// The name of an owner of now or of before the change on show.
    #[must_use]
    pub fn name_of(&self, owner: Option<NodeId>) -> String {
        let Some(id) = owner else { return "nobody".into() };
        let before = || self.change.as_ref().and_then(|change| change.before.scenario().fleet.get(id));
        self.fleet().get(id).or_else(before).map_or_else(String::new, |node| node.name.clone())
    }

    /// The name that an owner had before the change on show; of a node that came with it, the one of now.
    #[must_use]
    pub fn name_before(&self, owner: Option<NodeId>) -> String {
        let known = || self.change.as_ref()?.before.scenario().fleet.get(owner?).map(|node| node.name.clone());
        known().unwrap_or_else(|| self.name_of(owner))
    }

    /// The keys that the change on show moved; `None` where there is no change, or one of other keys.
    #[must_use]
    pub fn moved(&self) -> Option<Moved<'_>> {
        let change = self.change.as_ref()?;
        let keys = &change.movement.as_ref()?.moved_keys;
        Some(Moved { before: &change.before, after: &self.snapshot, keys })
    }
}

/// The label, where there are virtual nodes of which consecutive ones could clump.
fn counting_label(scenario: &Scenario) -> Option<Template> {
    let label = scenario.algorithm.takes(&ring::LABEL).then(|| Template::parse(&scenario.settings.label(&ring::LABEL)));
    label.filter(Template::has_counter)
}

/// The same with the raw hash, where the finaliser is on and there are labels that could clump.
fn without_finaliser(scenario: &Scenario) -> Option<Scenario> {
    if !scenario.settings.switch(&parameter::FINALISER) || counting_label(scenario).is_none() {
        return None;
    }
    let mut raw = scenario.clone();
    raw.settings.set(&parameter::FINALISER, Value::Switch(false)).ok()?;
    Some(raw)
}

/// The run to name: of the busiest node that the raw hash gives, the clump nearest to the picture's free upper right
/// corner. With the finaliser on, the same labels, wherever they stand now.
fn named_run(snapshot: &Snapshot, (raw, raw_balance): (&Snapshot, &Balance)) -> Option<NamedRun> {
    /// The free corner, as a share of the circle clockwise from the top.
    const CORNER_TURNS: f64 = 0.17;
    let scenario = snapshot.scenario();
    let (Geometry::Ring(ring), Geometry::Ring(raw_ring)) = (snapshot.geometry(), raw.geometry()) else { return None };
    let label = counting_label(scenario)?;
    let apart = scenario.settings.switch(&parameter::FINALISER);
    let busiest = raw_balance.busiest()?.id;
    let run = clump::clumps(raw_ring, busiest).into_iter().min_by(|a, b| {
        let from_corner = |run: &clump::Run| {
            let middle = raw_ring.turns(run.start) + run.span as f64 / raw_ring.circumference() as f64 / 2.0;
            let away = (middle - CORNER_TURNS).rem_euclid(1.0);
            away.min(1.0 - away)
        };
        from_corner(a).total_cmp(&from_corner(b))
    })?;
    let now = clump::runs(ring, busiest).into_iter().find(|one| one.first == run.first)?;
    let name = &scenario.fleet.get(busiest)?.name;
    Some(NamedRun {
        node: busiest,
        first_label: label.text(name, u64::from(run.first)),
        last: run.last(),
        positions: now.positions,
        apart,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{scenario::Command, weight::Weight};

    #[test]
    fn the_first_paint_names_a_clump_and_the_finaliser_parts_it() {
        let mut scenario = Scenario::default();
        let first = View::new(&scenario, "", None, None);
        let run = first.named_run.clone().expect("FNV-1a clumps");
        assert_eq!((run.first_label.as_str(), run.last, run.apart), ("cache-03#30", 39, false));
        let before = scenario.clone();
        scenario.apply(Command::Set(&parameter::FINALISER, Value::Switch(true))).expect("a switch");
        let view = View::new(&scenario, "Add the finaliser", Some(&before), Some(&first));
        let parted = view.named_run.clone().expect("the same labels");
        assert_eq!((parted.first_label, parted.apart), (run.first_label, true));
        assert_ne!(parted.positions, run.positions);
        let change = view.change.expect("a change");
        assert_eq!(change.movement.as_ref().expect("same keys").moved, 87_566);
        assert!(change.roster_movement().is_none() && change.moves_most() && change.modulo_moved.is_none());
    }

    #[test]
    fn an_added_node_is_compared_with_modulo() {
        let before = Scenario::default();
        let mut scenario = before.clone();
        scenario.apply(Command::AddNode { name: "cache-09".into(), weight: Weight::ONE }).expect("a node");
        let view = View::new(&scenario, "Add cache-09", Some(&before), None);
        let change = view.change.expect("a change");
        let movement = change.roster_movement().expect("a roster change");
        assert_eq!((movement.moved, movement.to_grown, movement.between), (4_944, 4_944, 0));
        // hash % 8 against hash % 9 stays for 1 key in 9, within four standard deviations.
        let moved = change.modulo_moved.expect("not modulo itself");
        assert!((f64::from(moved) - 88_889.0).abs() < 4.0 * 99.4, "{moved}");
    }
}
