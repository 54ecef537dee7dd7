//! What a ring picture shows, whatever its size: lanes, keys per degree, and the change on show. Made once a view.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use placement::{
    algorithm::{Geometry, NO_SEAT, Placed as _, Seat, ring::Ring},
    fleet::{Fleet, NodeId},
    measure::theory,
    number::Ratio,
};

use super::{
    ring_binned::{self, Binned},
    ring_hands::Hands,
    ring_movement::{RingMovement, movement},
};
use crate::view::{Change, Flow, View};

/// Bins of the wheel: one for each degree that the circle spans.
pub const WHEEL_BINS: usize = 350;
/// Up to so many keys are drawn one by one.
pub const SINGLE_KEYS: u32 = 2_000;

/// A node's lane.
#[derive(Clone, PartialEq, Debug)]
pub struct Lane {
    /// Whose.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// Its place among the ring's seats; [`NO_SEAT`] for a node that is down, without weight or gone.
    pub seat: Seat,
    /// Its place among the seats of the ring before, where the change took its points away.
    pub ghost: Option<Seat>,
    /// Is it one of the few to which keys came by the change on show?
    pub received: bool,
}

/// Where the keys are.
#[derive(Clone, PartialEq, Debug)]
pub enum Keys {
    /// One by one, in turns.
    Single(Vec<f64>),
    /// How many in each of [`WHEEL_BINS`], as the part over what would be even: 0.1 is 10 % more.
    Wheel(Vec<f64>),
}

/// What a ring picture shows.
#[derive(Debug)]
pub struct RingData {
    view: Arc<View>,
    /// The nodes of now and, while their change is on show, those that went; in the order of rows.
    pub lanes: Vec<Lane>,
    /// Where the keys are.
    pub keys: Keys,
    /// Points that are followed by one of their own node: of each seat.
    pub followed: Vec<u32>,
    /// Points of each seat.
    pub points: Vec<u32>,
    /// What chance would give.
    pub chance: Ratio,
    /// What moved, where single marks say something.
    pub movement: Option<RingMovement>,
    /// Where the circle changed hands by it, on a ring whose points can be told apart.
    pub hands: Option<Hands>,
    /// The ring in bins as it was last drawn: kept, for it takes a while and no node that stands out changes it.
    binned: Mutex<Option<Arc<Binned>>>,
}

impl RingData {
    /// Reads a view; `None` where its geometry is another one.
    #[must_use]
    pub fn new(view: &Arc<View>) -> Option<Self> {
        let Geometry::Ring(ring) = view.snapshot.geometry() else { return None };
        let change = change_on_show(view);
        let lanes = lanes(view, ring, change);
        let (points, followed) = counts(ring);
        let movement = change.and_then(|change| movement(&view.snapshot, change, &lanes, None));
        let hands = change.filter(|_| !ring_binned::is_binned(ring)).and_then(|change| Hands::new(view, change));
        let data = Self {
            keys: keys(view, ring),
            chance: theory::followed_by_own(points.iter().copied()),
            followed,
            points,
            movement,
            hands,
            binned: Mutex::new(None),
            lanes,
            view: Arc::clone(view),
        };
        Some(data)
    }

    /// What the picture was made from.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The ring of now.
    #[must_use]
    pub fn ring(&self) -> Option<&Ring> {
        match self.view.snapshot.geometry() {
            Geometry::Ring(ring) => Some(ring),
            _ => None,
        }
    }

    /// Does the node of the next point own a key, whatever else? Not where probes, candidates or a bound decide.
    #[must_use]
    pub fn arcs_are_owned(&self) -> bool {
        self.view.balance.loads.iter().all(|load| load.exact.is_some() || load.fair.part == 0)
    }

    /// The ring in so many bins, where it has more points than can be told apart.
    #[must_use]
    pub fn binned(&self, pixels: usize) -> Option<Arc<Binned>> {
        let ring = self.ring().filter(|ring| ring_binned::is_binned(ring))?;
        let mut kept = self.binned.lock().ok()?;
        if kept.as_ref().is_none_or(|binned| binned.pixels != pixels) {
            *kept = Some(Arc::new(Binned::new(ring, pixels)));
        }
        kept.clone()
    }

    /// The ring before the change on show.
    #[must_use]
    pub fn ring_before(&self) -> Option<&Ring> {
        match self.view.change.as_ref()?.before.geometry() {
            Geometry::Ring(ring) => Some(ring),
            _ => None,
        }
    }

    /// Of what moved only what went from one node to another.
    #[must_use]
    pub fn movement_of(&self, pair: Flow) -> Option<RingMovement> {
        movement(&self.view.snapshot, change_on_show(&self.view)?, &self.lanes, Some(pair))
    }

    /// The lane of a node.
    #[must_use]
    pub fn lane_of(&self, id: NodeId) -> Option<usize> {
        self.lanes.iter().position(|lane| lane.id == id)
    }

    /// The node that a seat belongs to.
    #[must_use]
    pub fn node(&self, seat: Seat) -> Option<NodeId> {
        self.view.snapshot.placed().seats().get(seat as usize).copied()
    }
}

/// The change whose single marks are drawn: of the roster, on a ring before and after, and not of most keys.
pub(super) fn change_on_show(view: &View) -> Option<&Change> {
    let change = view.change.as_deref()?;
    let is_ring = matches!(change.before.geometry(), Geometry::Ring(_));
    (change.roster_movement().is_some() && is_ring && !change.moves_most()).then_some(change)
}

fn lanes(view: &View, ring: &Ring, change: Option<&Change>) -> Vec<Lane> {
    let before = change.map(|change| &*change.before);
    let seats = by_id(ring.seats());
    let seats_before = before.map(|before| by_id(before.placed().seats()));
    let pairs = change.and_then(Change::roster_movement).map_or(&[][..], |movement| &movement.pairs);
    let receivers: BTreeSet<NodeId> = pairs.iter().filter_map(|pair| pair.to).collect();
    let rows = rows(view.fleet(), before.map(|before| &before.scenario().fleet));
    let is_few = receivers.len() * 3 <= rows.len();
    rows.into_iter()
        .map(|(id, name)| {
            let seat = seats.get(&id).copied().unwrap_or(NO_SEAT);
            let ghost = seats_before.as_ref().filter(|_| seat == NO_SEAT).and_then(|seats| seats.get(&id)).copied();
            Lane { id, name, seat, ghost, received: is_few && receivers.contains(&id) }
        })
        .collect()
}

fn by_id(seats: &[NodeId]) -> BTreeMap<NodeId, Seat> {
    seats.iter().enumerate().map(|(seat, &id)| (id, seat as Seat)).collect()
}

/// The nodes of now in their order, those that went where they stood.
fn rows(now: &Fleet, before: Option<&Fleet>) -> Vec<(NodeId, String)> {
    let mut rows: Vec<(NodeId, String)> = now.nodes().iter().map(|node| (node.id, node.name.clone())).collect();
    let Some(before) = before else { return rows };
    let known: BTreeSet<NodeId> = rows.iter().map(|row| row.0).collect();
    for (at, node) in before.nodes().iter().enumerate() {
        if !known.contains(&node.id) {
            rows.insert(at.min(rows.len()), (node.id, node.name.clone()));
        }
    }
    rows
}

/// Points of each seat, and how many of them are followed by one of their own.
fn counts(ring: &Ring) -> (Vec<u32>, Vec<u32>) {
    let seats = ring.seats().len();
    let (mut all, mut followed) = (vec![0; seats], vec![0; seats]);
    let points = ring.points();
    for (at, point) in points.iter().enumerate() {
        all[point.seat as usize] += 1;
        let next = &points[(at + 1) % points.len()];
        if points.len() > 1 && next.seat == point.seat {
            followed[point.seat as usize] += 1;
        }
    }
    (all, followed)
}

fn keys(view: &View, ring: &Ring) -> Keys {
    let values = view.snapshot.keys().values();
    if view.balance.keys <= SINGLE_KEYS {
        return Keys::Single(values.map(|value| ring.turns(value)).collect());
    }
    let mut bins = [0u32; WHEEL_BINS];
    for value in values {
        let bin = (ring.turns(value) * WHEEL_BINS as f64) as usize;
        bins[bin.min(WHEEL_BINS - 1)] += 1;
    }
    let even = view.balance.keys as f64 / WHEEL_BINS as f64;
    Keys::Wheel(bins.iter().map(|&count| f64::from(count) / even - 1.0).collect())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use placement::{
        parameter::{self, Value},
        scenario::{Command, Scenario},
        weight::Weight,
    };

    /// A view after commands, the last being the change on show.
    pub(crate) fn after(commands: impl IntoIterator<Item = Command>) -> Arc<View> {
        let mut scenario = Scenario::default();
        let (mut before, mut title) = (None, String::new());
        for command in commands {
            before = Some(scenario.clone());
            title = scenario.apply(command).expect("a command").title;
        }
        Arc::new(View::new(&scenario, &title, before.as_ref(), None))
    }

    pub(crate) fn finaliser() -> Command {
        Command::Set(&parameter::FINALISER, Value::Switch(true))
    }

    pub(crate) fn add(name: &str) -> Command {
        Command::AddNode { name: name.into(), weight: Weight::ONE }
    }

    fn data(commands: impl IntoIterator<Item = Command>) -> RingData {
        RingData::new(&after(commands)).expect("a ring")
    }

    fn letters(data: &RingData) -> String {
        data.lanes.iter().map(|lane| lane.id.letter()).collect()
    }

    #[test]
    fn the_first_paint_in_numbers() {
        let data = data([]);
        assert_eq!(letters(&data), "ABCDEFGH");
        assert_eq!((data.points.iter().sum::<u32>(), data.followed.iter().sum::<u32>()), (1_280, 553));
        assert_eq!(data.followed[2], 81);
        assert!(data.movement.is_none());
        let Keys::Wheel(bins) = &data.keys else { panic!("100,000 keys") };
        assert!(bins.iter().sum::<f64>().abs() < 1e-6 && bins.iter().any(|bin| bin.abs() > 0.2));
    }

    #[test]
    fn a_new_node_gets_the_next_lane_and_one_that_goes_keeps_its_own() {
        let added = data([finaliser(), add("cache-09")]);
        assert_eq!(letters(&added), "ABCDEFGHI");
        assert_eq!(added.lanes.iter().filter(|lane| lane.received).count(), 1);
        let removed = data([finaliser(), Command::RemoveNode(NodeId(2))]);
        assert_eq!(letters(&removed), "ABCDEFGH");
        assert_eq!((removed.lanes[2].seat, removed.lanes[2].ghost), (NO_SEAT, Some(2)));
        let down = data([finaliser(), Command::SetUp { id: NodeId(2), up: false }]);
        assert_eq!((down.lanes[2].seat, down.lanes[2].ghost), (NO_SEAT, Some(2)));
        assert_eq!(down.lanes[3].seat, 2);
    }

    #[test]
    fn a_change_of_most_keys_shows_no_marks_and_no_ghosts() {
        assert!(data([finaliser()]).movement.is_none());
        let fewer = data([Command::SetNodeCount(3)]);
        assert_eq!((letters(&fewer).as_str(), fewer.movement.is_none()), ("ABC", true));
    }

    #[test]
    fn nothing_to_place_is_no_reason_to_fail() {
        let none = data([Command::SetNodeCount(0)]);
        assert_eq!((none.lanes.len(), none.points.len()), (0, 0));
        let few =
            data([Command::SetKeys(placement::keys::Keys::Pattern { pattern: "{i}".into(), first: 0, count: 0 })]);
        assert_eq!(few.keys, Keys::Single(vec![]));
    }
}
