//! The field over a long fleet table that lists only the nodes with a text in their names.

use leptos::{ev, prelude::*};
use placement::number::thousands;

use crate::react::{on_change, on_key, text};

/// The field. Escape empties it.
#[component]
pub fn FleetFilter(
    /// What is looked for.
    filter: RwSignal<String>,
    /// Rows that are listed, and all rows.
    counts: Signal<(usize, usize)>,
) -> impl IntoView {
    let told = text(move || {
        let (listed, all) = counts.get();
        let all_nodes = format!("{} nodes", thousands(all as u64));
        if listed == all { all_nodes } else { format!("{} of {all_nodes}", thousands(listed as u64)) }
    });
    view! {
        <div class="fleet-filter" role="search">
            <input
                id="fleet-filter"
                type="search"
                placeholder="Filter by name"
                aria-label="Filter nodes by name"
                aria-controls="fleet-table"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                prop:value=filter
                on:input=on_change(move |event| filter.set(event_target_value(&event)))
                on:keydown=on_key(move |event: ev::KeyboardEvent| {
                    if event.key() == "Escape" && !filter.with_untracked(String::is_empty) {
                        event.prevent_default();
                        filter.set(String::new());
                    }
                })
            />
            <span class="quiet" aria-live="polite">{told}</span>
        </div>
    }
}
