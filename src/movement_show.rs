//! What the reader looks at of a movement: as lines or as a flow, and which of the keys. Never travels.

use leptos::prelude::*;
use placement::measure::moved_listing::{Search, Side};

use crate::view::Flow;

/// The choices. Copies are the same.
#[derive(Clone, Copy)]
pub struct MovementShow {
    /// Is the flow drawn in place of what the picture shows else?
    pub flow: RwSignal<bool>,
    /// Are the matrix and the keys on show?
    pub is_open: RwSignal<bool>,
    /// Which keys are listed, in which order.
    pub search: RwSignal<Search>,
}

impl MovementShow {
    /// Nothing chosen yet.
    #[must_use]
    pub fn new() -> Self {
        Self { flow: RwSignal::new(false), is_open: RwSignal::new(false), search: RwSignal::new(Search::default()) }
    }

    /// Lists the keys between some nodes.
    pub fn list(&self, from: Side, to: Side) {
        self.search.update(|search| (search.from, search.to) = (from, to));
    }

    /// Lists the keys of a pair, or all.
    pub fn list_pair(&self, pair: Option<Flow>) {
        match pair {
            Some(pair) => self.list(Side::one(pair.from), Side::one(pair.to)),
            None => self.list(Side::Any, Side::Any),
        }
    }
}

impl Default for MovementShow {
    fn default() -> Self {
        Self::new()
    }
}
