//! Sentences for the reader that belong to no field: what a link held that was not taken, what else a change did.

use leptos::prelude::*;

use crate::store::use_store;

/// The notes, with a button that puts them away.
#[component]
pub fn Notes() -> impl IntoView {
    let store = use_store();
    let notes = store.notes;
    view! {
        <div class="notes" role="status" class:notes-empty=move || notes.with(Vec::is_empty)>
            <ul>{move || notes.get().into_iter().map(|note| view! { <li>{note}</li> }).collect_view()}</ul>
            <Show when=move || !notes.with(Vec::is_empty)>
                <button type="button" class="button" on:click=move |_| notes.set(Vec::new())>"Dismiss"</button>
            </Show>
        </div>
    }
}
