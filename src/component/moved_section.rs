//! What moved, in full: the matrix and the keys, below the bench. It is opened from the panel, and stays open while
//! changes go on.

use std::sync::Arc;

use leptos::{ev, prelude::*};

use super::{focus_first_shown, moved_keys::MovedKeys, moved_matrix::MovedMatrix, part};
use crate::{
    apart::Part,
    react::{flag, on_click, on_key, shown_while, text},
    store::{Store, use_store},
    view::Change,
};

/// The section, while something has moved and it is open.
#[component]
pub fn MovedSection() -> impl IntoView {
    let store = use_store();
    let has_moved = store.flag(|view| view.moved().is_some_and(|moved| !moved.keys.is_empty()));
    let shown = flag(move || store.movement.is_open.get() && has_moved.get());
    let_go_of_pairs(store);
    shown_while(shown, move || part::moved(store))
}

/// Lists all keys again where another change has none of those that were listed.
pub fn let_go_of_pairs(store: Store) {
    let view = store.view();
    // After another change there may be nothing between the nodes whose keys were listed.
    Effect::new(move |last: Option<Option<Arc<Change>>>| {
        let now = view.with(|view| view.change.clone());
        let is_other = last.is_some_and(|last| match (&last, &now) {
            (Some(last), Some(now)) => !Arc::ptr_eq(last, now),
            _ => true,
        });
        let has_some = || {
            let search = store.movement.search.get_untracked();
            let movement = now.as_ref().and_then(|change| change.movement.as_ref());
            movement.is_some_and(|movement| {
                movement.pairs.iter().any(|pair| search.from.has(pair.from) && search.to.has(pair.to))
            })
        };
        if is_other && !has_some() {
            store.movement.list_pair(None);
        }
        now
    });
}

/// What is open.
#[component]
pub fn Section() -> impl IntoView {
    let store = use_store();
    let title = store.text(|view| view.change.as_ref().map_or_else(String::new, |change| change.title.clone()));
    let key_down = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() {
            event.prevent_default();
            close(store);
        }
    };
    view! {
        <section class="moved-full" aria-labelledby="moved-full-title" on:keydown=on_key(key_down)>
            <div class="panel-head">
                <h2 id="moved-full-title" tabindex="-1">"From, to and keys"</h2>
                <span class="quiet">{text(move || title.get())}</span>
                <button type="button" class="bar-button moved-close" on:click=on_click(move |_| close(store))>
                    "Close"
                    <kbd>"Esc"</kbd>
                </button>
            </div>
            <div class="moved-parts">
                <MovedMatrix />
                <MovedKeys />
            </div>
        </section>
    }
}

/// Opens the section and goes there.
pub fn open(store: Store) {
    store.movement.is_open.set(true);
    part::focus_once_there(Part::Panels, "#moved-full-title");
}

/// Closes it and goes back to where it was opened.
fn close(store: Store) {
    store.movement.is_open.set(false);
    request_animation_frame(|| focus_first_shown("#moved-open, #prices-title"));
}
