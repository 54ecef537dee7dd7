//! A node's sign: its letter on its colour. The letter comes first, the colour second.

use leptos::prelude::*;
use placement::fleet::NodeId;

use crate::picture::pattern::{COLOURS, Pattern};

/// The custom property with a node's colour, which goes by its id, never by its rank.
#[must_use]
pub fn colour(id: NodeId) -> String {
    format!("var(--node-{})", id.0 % COLOURS)
}

/// A letter on a node's colour; hollow for a node that is not in the placement.
#[component]
pub fn Chip(
    /// Whose.
    id: NodeId,
    /// Outline only.
    #[prop(into, default = Signal::stored(false))]
    hollow: Signal<bool>,
) -> impl IntoView {
    let letter = id.letter();
    let long = letter.len() > 2;
    let pattern = Pattern::of(id);
    view! {
        <span
            class="chip"
            class:chip-hollow=hollow
            class:chip-long=long
            class:pattern-1=pattern == Pattern::Double
            class:pattern-2=pattern == Pattern::Cut
            style:--chip=colour(id)
            style:--chip-ink=format!("var(--letter-{})", id.0 % COLOURS)
            aria-hidden="true"
        >
            {letter}
        </span>
    }
}

/// A node's sign and its name; the name alone where it has no sign.
#[must_use]
pub fn named_node(id: Option<NodeId>, name: String) -> AnyView {
    let title = name.clone();
    view! {
        <span class="fact-node" title=title>
            {id.map(|id| view! { <Chip id /> })}
            <span class="fact-name">{name}</span>
        </span>
    }
    .into_any()
}
