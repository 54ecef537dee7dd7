//! What the page is working at, where that takes long enough to wonder: how far it is. Everything else stays as it was and
//! answers meanwhile.

use leptos::prelude::*;
use placement::number::thousands;

use crate::{
    react::{flag, number, shown_while},
    store::use_store,
};

/// A line at the foot of the window, while there is something to wait for.
#[component]
pub fn AtWork() -> impl IntoView {
    let progress = use_store().progress();
    let is_long = flag(move || progress.get().is_some());
    let placed = number(move || progress.get().map_or(0, |(placed, _)| placed));
    let all = number(move || progress.get().map_or(0, |(_, all)| all));
    let line = move || {
        let what = format!("Placing {} keys", thousands(all.get()));
        view! {
            <label class="at-work">
                <span role="status">{what.clone()}</span>
                <progress aria-label=what max=all prop:value=placed></progress>
            </label>
        }
        .into_any()
    };
    shown_while(is_long, line)
}
