//! Pictures as plain data in CSS pixels: what to draw, where, and what is under the pointer. Nothing here knows a
//! browser or a colour; `crate::canvas` paints.
//!
//! A [`Content`] is read from a view once; scene, words and the node under the pointer then follow from its size and
//! the node that is lit. Which picture it is, the geometry of the placement decides.

pub mod ring_arcs;
pub mod ring_data;
pub mod ring_hit;
pub mod ring_lanes;
pub mod ring_layout;
pub mod ring_movement;
pub mod ring_notes;
pub mod ring_scene;
pub mod ring_way;
pub mod ring_words;
pub mod scene;
pub mod scores_data;
pub mod scores_scene;
pub mod signs;
pub mod slots_data;
pub mod slots_scene;
pub mod slots_words;
pub mod told;
pub mod words;

use std::sync::Arc;

use placement::{algorithm::Geometry, fleet::NodeId};

use self::{
    ring_data::RingData,
    ring_layout::RingLayout,
    scene::{Layer, Point, Scene, Size},
    scores_data::ScoresData,
    slots_data::SlotsData,
    words::Words,
};
use crate::view::View;

/// What a picture shows, whatever its size.
#[derive(Debug)]
pub enum Content {
    /// Points on a circle.
    Ring(RingData),
    /// Numbered slots.
    Slots(SlotsData),
    /// Scores of nodes for keys.
    Scores(ScoresData),
}

impl Content {
    /// Reads a view; `None` for a shape that has no picture yet.
    #[must_use]
    pub fn new(view: &Arc<View>) -> Option<Self> {
        match view.snapshot.geometry() {
            Geometry::Ring(_) => RingData::new(view).map(Self::Ring),
            Geometry::Slots(_) => SlotsData::new(view).map(Self::Slots),
            Geometry::Scores(_) => ScoresData::new(view).map(Self::Scores),
        }
    }

    /// What to draw.
    #[must_use]
    pub fn scene(&self, size: Size, lit: Option<NodeId>) -> Scene {
        match self {
            Self::Ring(data) => ring_scene::scene(data, &RingLayout::new(size, data.lanes.len()), lit),
            Self::Slots(data) => slots_scene::scene(data, size, lit),
            Self::Scores(data) => scores_scene::scene(data, size, lit),
        }
    }

    /// One key's way to its owner, to be drawn over the scene.
    #[must_use]
    pub fn way(&self, size: Size, lit: Option<NodeId>, key: &str) -> Layer {
        match self {
            Self::Ring(data) => ring_way::way(data, &RingLayout::new(size, data.lanes.len()), key, lit),
            Self::Slots(data) => slots_scene::way(data, size, key),
            Self::Scores(data) => scores_scene::way(data, size, key),
        }
    }

    /// What to say.
    #[must_use]
    pub fn words(&self, size: Size, lit: Option<NodeId>) -> Words {
        match self {
            Self::Ring(data) => ring_words::words(data, &RingLayout::new(size, data.lanes.len()), lit),
            Self::Slots(data) => slots_words::words(data, size, lit),
            Self::Scores(data) => scores_scene::words(data, size, lit),
        }
    }

    /// The node at a place.
    #[must_use]
    pub fn node_at(&self, size: Size, point: Point) -> Option<NodeId> {
        match self {
            Self::Ring(data) => ring_hit::node_at(data, &RingLayout::new(size, data.lanes.len()), point),
            Self::Slots(data) => slots_scene::node_at(data, size, point),
            Self::Scores(data) => scores_scene::node_at(data, size, point),
        }
    }
}
