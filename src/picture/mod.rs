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
pub mod ring_words;
pub mod scene;
pub mod words;

use std::sync::Arc;

use placement::fleet::NodeId;

use self::{
    ring_data::RingData,
    ring_layout::RingLayout,
    scene::{Point, Scene, Size},
    words::Words,
};
use crate::view::View;

/// What a picture shows, whatever its size.
#[derive(Debug)]
pub enum Content {
    /// Points on a circle.
    Ring(RingData),
    /// Nothing.
    Nothing,
}

impl Content {
    /// Reads a view.
    #[must_use]
    pub fn new(view: &Arc<View>) -> Self {
        RingData::new(view).map_or(Self::Nothing, Self::Ring)
    }

    /// What to draw.
    #[must_use]
    pub fn scene(&self, size: Size, lit: Option<NodeId>) -> Scene {
        match self {
            Self::Ring(data) => ring_scene::scene(data, &RingLayout::new(size, data.lanes.len()), lit),
            Self::Nothing => Scene { size, layers: Vec::new() },
        }
    }

    /// What to say.
    #[must_use]
    pub fn words(&self, size: Size, lit: Option<NodeId>) -> Words {
        match self {
            Self::Ring(data) => ring_words::words(data, &RingLayout::new(size, data.lanes.len()), lit),
            Self::Nothing => Words { summary: String::new(), core: None, notes: Vec::new(), caption: String::new(), is_compact: false },
        }
    }

    /// The node at a place.
    #[must_use]
    pub fn node_at(&self, size: Size, point: Point) -> Option<NodeId> {
        match self {
            Self::Ring(data) => ring_hit::node_at(data, &RingLayout::new(size, data.lanes.len()), point),
            Self::Nothing => None,
        }
    }
}
