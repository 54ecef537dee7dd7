//! Pictures as plain data in CSS pixels: what to draw, where, and what is under the pointer. Nothing here knows a
//! browser or a colour; `crate::canvas` paints.
//!
//! A [`Content`] is read from a view once; scene, words and the node under the pointer then follow from its size and
//! the node that is lit. Which picture it is, the geometry of the placement decides.

pub mod flow_data;
pub mod flow_layout;
pub mod flow_scene;
pub mod flow_spot;
pub mod pattern;
pub mod ring_arcs;
pub mod ring_binned;
pub mod ring_data;
pub mod ring_hands;
pub mod ring_hit;
pub mod ring_lanes;
pub mod ring_layout;
pub mod ring_motion;
pub mod ring_movement;
pub mod ring_notes;
pub mod ring_pair;
pub mod ring_scene;
pub mod ring_spot;
pub mod ring_way;
pub mod ring_words;
pub mod scene;
pub mod scores_data;
pub mod scores_scene;
pub mod share_strip;
pub mod signs;
pub mod slots_chain;
pub mod slots_data;
pub mod slots_grid;
mod slots_layout;
mod slots_lower;
pub mod slots_scene;
pub mod slots_spot;
pub mod slots_words;
pub mod spot;
pub mod told;
pub mod words;

use std::sync::Arc;

use placement::{algorithm::Geometry, fleet::NodeId, walk::Place};

use self::{
    flow_data::FlowData,
    ring_data::RingData,
    ring_layout::RingLayout,
    ring_motion::Motion,
    scene::{Layer, Point, Scene, Size},
    scores_data::ScoresData,
    slots_data::SlotsData,
    spot::{Spot, Step, Tip},
    words::Words,
};
use crate::{
    key_walk::{self, Shown},
    view::{Flow, View},
};

/// What a picture shows, whatever its size.
#[derive(Debug)]
pub enum Content {
    /// Points on a circle.
    Ring(Arc<RingData>),
    /// Numbered slots.
    Slots(SlotsData),
    /// Scores of nodes for keys.
    Scores(ScoresData),
    /// What moved from whom to whom.
    Flow(Box<FlowData>),
}

/// Does the picture of a placement show what moved as lines from lane to lane?
#[must_use]
pub fn has_lines(view: &View) -> bool {
    let lanes = || {
        let before = view.change.as_ref().map_or(&[][..], |change| change.before.scenario().fleet.nodes());
        let gone = before.iter().filter(|node| view.fleet().get(node.id).is_none()).count();
        view.fleet().nodes().len() + gone
    };
    ring_data::change_on_show(view).is_some_and(|_| lanes() <= ring_layout::MOST_LANES)
        && matches!(view.snapshot.geometry(), Geometry::Ring(_))
}

impl Content {
    /// Reads a view; `None` for a shape that has no picture yet.
    #[must_use]
    pub fn new(view: &Arc<View>) -> Option<Self> {
        match view.snapshot.geometry() {
            Geometry::Ring(_) => RingData::new(view).map(Arc::new).map(Self::Ring),
            Geometry::Slots(_) => SlotsData::new(view).map(Self::Slots),
            Geometry::Scores(_) => ScoresData::new(view).map(Self::Scores),
        }
    }

    /// What moved in place of the placement; `None` where nothing has moved.
    #[must_use]
    pub fn flow(view: &Arc<View>) -> Option<Self> {
        FlowData::new(view).map(Box::new).map(Self::Flow)
    }

    /// What to draw.
    #[must_use]
    pub fn scene(&self, size: Size, lit: Option<NodeId>) -> Scene {
        match self {
            Self::Ring(data) => ring_scene::scene(data, &RingLayout::new(size, data.lanes.len()), lit),
            Self::Slots(data) => slots_scene::scene(data, size, lit),
            Self::Scores(data) => scores_scene::scene(data, size, lit),
            Self::Flow(data) => flow_scene::scene(data, size, lit),
        }
    }

    /// How the picture gets here from another one, with the scenes of both; `None` where it jumps.
    #[must_use]
    pub fn motion(&self, before: &Self, scene: &Scene, lit: Option<NodeId>) -> Option<Motion> {
        let (Self::Ring(now), Self::Ring(then)) = (self, before) else { return None };
        if now.lanes.len() != then.lanes.len() && now.movement.is_none() {
            return None;
        }
        let layout = RingLayout::new(scene.size, now.lanes.len());
        Motion::new((then, || before.scene(scene.size, lit)), (now, scene), layout, lit)
    }

    /// One key's way to its owner, to be drawn over the scene; of a ring only where it begins, while the way is walked
    /// and has not reached its point.
    #[must_use]
    pub fn way(&self, size: Size, lit: Option<NodeId>, key: &str, has_reached: bool) -> Layer {
        match self {
            Self::Ring(data) => ring_way::way(data, &RingLayout::new(size, data.lanes.len()), key, lit, has_reached),
            Self::Slots(data) => slots_scene::way(data, size, key),
            Self::Scores(data) => scores_scene::way(data, size, key, has_reached),
            Self::Flow(_) => Layer::new("way"),
        }
    }

    /// What one step of a key's walk looks at, and where keys lie that only the wrap of a ring leads to an owner; to be
    /// drawn over the scene.
    #[must_use]
    pub fn walked(&self, size: Size, lit: Option<NodeId>, key: &str, at: Option<Shown>, forgets_wrap: bool) -> Layer {
        let mut layer = Layer::new("walked");
        if let (Self::Slots(data), Some(stop)) = (self, at.and_then(|at| at.stop)) {
            slots_scene::mark_stop(&mut layer, data, size, key, stop);
        }
        match (self, at.map_or(Place::Nowhere, |at| at.place)) {
            (Self::Ring(data), at) => {
                let layout = RingLayout::new(size, data.lanes.len());
                if forgets_wrap && key_walk::can_forget(data.view()) {
                    ring_way::beyond_the_end(&mut layer, data, &layout);
                }
                if let Place::Point(point) = at {
                    ring_way::mark(&mut layer, data, &layout, point as usize, lit);
                }
            }
            (Self::Slots(data), Place::Slot(slot)) => slots_scene::mark(&mut layer, data, size, slot as usize),
            (Self::Scores(data), Place::Node(node)) => scores_scene::mark(&mut layer, data, size, key, node),
            _ => {}
        }
        layer
    }

    /// What went from one node to another, to be drawn over the scene in place of all that moved.
    #[must_use]
    pub fn pair(&self, size: Size, pair: Flow) -> Option<Layer> {
        match self {
            Self::Ring(data) => ring_pair::layer(data, &RingLayout::new(size, data.lanes.len()), pair),
            Self::Flow(data) => flow_scene::pair(data, size, pair),
            Self::Slots(_) | Self::Scores(_) => None,
        }
    }

    /// The pair that a spot is, where it is a ribbon of a flow.
    #[must_use]
    pub fn pair_of(&self, spot: Spot) -> Option<Flow> {
        if let Self::Flow(data) = self { flow_spot::pair(data, spot) } else { None }
    }

    /// What to say; does the lit node stay so?
    #[must_use]
    pub fn words(&self, size: Size, lit: Option<NodeId>, is_pinned: bool) -> Words {
        match self {
            Self::Ring(data) => ring_words::words(data, &RingLayout::new(size, data.lanes.len()), lit, is_pinned),
            Self::Slots(data) => slots_words::words(data, size, lit),
            Self::Scores(data) => scores_scene::words(data, size, lit),
            Self::Flow(data) => flow_scene::words(data, size),
        }
    }

    /// What a place means; `shown` is the node that stands out already.
    #[must_use]
    pub fn spot_at(&self, size: Size, point: Point, shown: Option<NodeId>) -> Option<Spot> {
        match self {
            Self::Ring(data) => ring_hit::spot_at(data, &RingLayout::new(size, data.lanes.len()), point, shown),
            Self::Slots(data) => slots_spot::node_at(data, size, point).map(Spot::of_node),
            Self::Scores(data) => scores_scene::node_at(data, size, point).map(Spot::of_node),
            Self::Flow(data) => flow_spot::spot_at(data, size, point),
        }
    }

    /// The key that a place means: on a ring one of the wheel, else one of the columns, beside the nodes in them.
    #[must_use]
    pub fn key_at(&self, size: Size, point: Point) -> Option<String> {
        match self {
            Self::Ring(data) => {
                let key = ring_hit::key_at(data, &RingLayout::new(size, data.lanes.len()), point)?;
                Some(data.view().snapshot.keys().keys().key(key))
            }
            Self::Slots(data) if slots_spot::node_at(data, size, point).is_none() => {
                let key = slots_spot::key_at(data, size, point)?;
                Some(data.view().snapshot.keys().keys().key(key))
            }
            Self::Scores(data) if scores_scene::node_at(data, size, point).is_none() => {
                scores_scene::key_at(data, size, point)
            }
            Self::Slots(_) | Self::Scores(_) | Self::Flow(_) => None,
        }
    }

    /// The shard of a lookup table that a place means.
    #[must_use]
    pub fn shard_at(&self, size: Size, point: Point) -> Option<u32> {
        if let Self::Slots(data) = self { slots_spot::shard_at(data, size, point) } else { None }
    }

    /// A line around a shard that was chosen, to be drawn over the scene.
    #[must_use]
    pub fn chosen_shard(&self, size: Size, shard: u32) -> Option<Layer> {
        if let Self::Slots(data) = self { slots_scene::chosen(data, size, shard) } else { None }
    }

    /// A line around a spot, to be drawn over the scene.
    #[must_use]
    pub fn outline(&self, size: Size, spot: Spot) -> Option<Layer> {
        match self {
            Self::Ring(data) => Some(ring_spot::outline(data, &RingLayout::new(size, data.lanes.len()), spot)),
            Self::Flow(data) => Some(flow_spot::outline(data, size, spot)),
            Self::Slots(_) | Self::Scores(_) => None,
        }
    }

    /// The tip of a spot, where there is more to say than of its node.
    #[must_use]
    pub fn tip(&self, size: Size, spot: Spot) -> Option<Tip> {
        let Self::Ring(data) = self else { return None };
        ring_spot::tip(data, &RingLayout::new(size, data.lanes.len()), spot)
    }

    /// Where the keyboard begins; `None` where there is nothing to walk along.
    #[must_use]
    pub fn start(&self, shown: Option<NodeId>) -> Option<Spot> {
        match self {
            Self::Ring(data) => return ring_spot::start(data, shown),
            Self::Flow(data) => return flow_spot::step(data, None),
            Self::Slots(_) | Self::Scores(_) => {}
        }
        let seats = self.view().snapshot.placed().seats();
        shown.filter(|node| seats.contains(node)).or_else(|| seats.first().copied()).map(Spot::of_node)
    }

    /// The next spot of the keyboard.
    #[must_use]
    pub fn step(&self, spot: Spot, step: Step) -> Option<Spot> {
        match self {
            Self::Ring(data) => return ring_spot::step(data, spot, step),
            Self::Flow(data) => return flow_spot::step(data, Some((spot, step))),
            Self::Slots(_) | Self::Scores(_) => {}
        }
        let seats = self.view().snapshot.placed().seats();
        let here = seats.iter().position(|&node| node == spot.node)?;
        seats.get(step.along(here, seats.len())).copied().map(Spot::of_node)
    }

    /// Is a node on show: in the fleet, or gone by the change on show?
    #[must_use]
    pub fn has(&self, node: NodeId) -> bool {
        let view = self.view();
        let before = view.change.as_ref().map(|change| &change.before.scenario().fleet);
        view.fleet().get(node).is_some() || before.is_some_and(|fleet| fleet.get(node).is_some())
    }

    /// A spot in a sentence: a pair of a flow, else its node.
    #[must_use]
    pub fn said(&self, spot: Spot) -> String {
        if let (Self::Flow(data), Some(pair)) = (self, self.pair_of(spot)) {
            return flow_scene::told(data, pair) + ".";
        }
        told::sentence(&told::headline(self.view(), Some(spot.node)))
    }

    /// What a spot is called: a pair of a flow, else its node.
    #[must_use]
    pub fn name_of(&self, spot: Spot) -> String {
        match (self, self.pair_of(spot)) {
            (Self::Flow(data), Some(pair)) => flow_scene::told(data, pair),
            _ => self.view().name_of(Some(spot.node)),
        }
    }

    /// What the picture was made from.
    #[must_use]
    pub fn view(&self) -> &View {
        match self {
            Self::Ring(data) => data.view(),
            Self::Slots(data) => data.view(),
            Self::Scores(data) => data.view(),
            Self::Flow(data) => data.view(),
        }
    }
}

/// Can the picture show the change on its way, and so again? A ring can, where both states have the same lanes or single
/// marks say something.
#[must_use]
pub fn can_be_replayed(view: &View) -> bool {
    let Some(change) = view.change.as_deref() else { return false };
    let is_ring = |geometry| matches!(geometry, Geometry::Ring(_));
    let same_nodes = || {
        let before = change.before.scenario().fleet.nodes().iter().map(|node| node.id);
        before.eq(view.fleet().nodes().iter().map(|node| node.id))
    };
    let moves = change.movement.as_ref().is_some_and(|movement| movement.moved > 0);
    let is_marked = change.roster_movement().is_some() && !change.moves_most();
    moves && is_ring(view.snapshot.geometry()) && is_ring(change.before.geometry()) && (is_marked || same_nodes())
}
