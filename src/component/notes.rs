//! Sentences for the reader that belong to no field: what a link held that was not taken, what else a change did.

use leptos::prelude::*;

use crate::{
    react::{flag, on_click, remade, shown_while},
    store::use_store,
};

/// The notes, with a button that puts them away.
#[component]
pub fn Notes() -> impl IntoView {
    let notes = use_store().notes;
    let any = flag(move || notes.with(|notes| !notes.is_empty()));
    let none = flag(move || !any.get());
    view! {
        <div class="notes" role="status" class:notes-empty=none>
            <ul>{remade(move || notes.get().into_iter().map(|note| view! { <li>{note}</li> }).collect_view().into_any())}</ul>
            {shown_while(
                any,
                move || {
                    view! {
                        <button type="button" class="button" on:click=on_click(move |_| notes.set(Vec::new()))>
                            "Dismiss"
                        </button>
                    }
                        .into_any()
                },
            )}
        </div>
    }
}
