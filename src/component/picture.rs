//! The picture in the middle column: a ring, slots or scores, whichever shape the placement has.

use std::sync::Arc;

use leptos::prelude::*;
use placement::fleet::NodeId;

use crate::view::View;

/// Draws what is on show. Pointing at a node in the picture sets `lit`; a change of `theme` reads the colours again.
#[component]
pub fn Picture(view: Signal<Arc<View>>, lit: RwSignal<Option<NodeId>>, theme: Signal<u32>) -> impl IntoView {
    let _ = (view, lit, theme);
    view! { <figure class="picture"></figure> }
}
