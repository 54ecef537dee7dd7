//! The fleet table, which is the load chart: one row a node, every bar on one axis, and the row that adds a node. It is
//! also the ring's table: the same data for those who do not see the picture.

use std::{collections::HashMap, sync::Arc};

use leptos::{ev, html, prelude::*};
use placement::{
    algorithm::{Weights, ring},
    fleet::NodeId,
    number::thousands,
    scenario::Command,
    weight::Weight,
};

use super::{chip::Chip, fleet_row::FleetRow};
use crate::{
    rows::{self, Row},
    store::use_store,
};

/// Rows and where each id stands among them.
#[derive(Clone, PartialEq, Default)]
struct Rows {
    rows: Vec<Row>,
    place: HashMap<NodeId, usize>,
}

/// The table.
#[component]
pub fn FleetTable() -> impl IntoView {
    let store = use_store();
    let all = store.derive(|view| {
        let rows = rows::rows(view);
        let place = rows.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
        Arc::new(Rows { rows, place })
    });
    let axis = Memo::new(move |_| all.with(|all| rows::axis_end(&all.rows)));
    let ids = Memo::new(move |_| all.with(|all| all.rows.iter().map(|row| row.id).collect::<Vec<_>>()));
    let fair = store.derive(|view| {
        let mut shares = view.balance.loads.iter().filter(|load| load.fair.part > 0).map(|load| load.fair);
        let first = shares.next();
        match first {
            Some(first) if shares.all(|share| share.part == first.part) => format!("fair {}", first.percent()),
            _ => "fair share".to_owned(),
        }
    });
    let weights = store.derive(|view| match view.scenario().algorithm.weights {
        Weights::Used => None,
        Weights::Ignored(why) => Some(why),
    });
    let legend = store.derive(|view| {
        let has_arcs = view.balance.loads.iter().any(|load| load.exact.is_some());
        let usual = match view.snapshot.geometry() {
            placement::algorithm::Geometry::Ring(_) => {
                let count = view.scenario().settings.count(&ring::VIRTUAL_NODES);
                format!("usual for {} virtual nodes", thousands(count))
            }
            _ => format!("usual for {} keys", thousands(view.balance.keys)),
        };
        let moved = view.change.as_ref().is_some_and(|change| {
            change.roster_movement().is_some_and(|movement| movement.moved > 0)
        });
        (has_arcs, usual, moved)
    });
    let summary = store.derive(|view| {
        let (nodes, keys) = (view.fleet().nodes().len(), view.balance.keys);
        format!("Load of {} nodes, {} keys in all", thousands(nodes as u64), thousands(keys))
    });
    let key_down = move |event: ev::KeyboardEvent| {
        if super::is_text_entry(&event) || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        if event.key().eq_ignore_ascii_case("n") {
            event.prevent_default();
            super::focus_first_shown("#new-node");
        }
    };
    view! {
        <section class="fleet" aria-label="Fleet" on:keydown=key_down>
            <div class="fleet-scroll" tabindex="-1">
                <table id="fleet-table" class="fleet-table" class:fleet-many=move || ids.with(|ids| ids.len() >= 20)>
                    <caption class="visually-hidden">{summary}</caption>
                    <thead>
                        <tr>
                            <th scope="col" class="cell-name">"Fleet"</th>
                            <th scope="col" class="cell-weight wide-only" title=move || weights.get().unwrap_or_default()>
                                {move || if weights.get().is_some() { "weight, unused" } else { "weight" }}
                            </th>
                            <th scope="col" class="cell-bar">
                                <span class="fair-label" style:left=move || format!("{}%", 100.0 / axis.get())>
                                    {fair}
                                </span>
                            </th>
                            <th scope="col" class="cell-number">"keys"</th>
                            <th scope="col" class="cell-number">"× fair"</th>
                            <th scope="col" class="cell-control wide-only">"up"</th>
                            <th scope="col" class="cell-control wide-only">
                                <span class="visually-hidden">"remove"</span>
                            </th>
                            <th scope="col" class="cell-control narrow-only">
                                <span class="visually-hidden">"more"</span>
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        <For each=move || ids.get() key=|id| *id let:id>
                            <FleetRow
                                id
                                row=Signal::derive(move || all.with(|all| {
                                    all.place.get(&id).and_then(|&at| all.rows.get(at)).cloned()
                                }))
                                axis=axis.into()
                            />
                        </For>
                    </tbody>
                </table>
            </div>
            <AddNode />
            <p class="legend" aria-hidden="true">
                <Show when=move || legend.get().0>
                    <span><i class="legend-exact"></i>"exact, by arc"</span>
                </Show>
                <span><i class="legend-fair"></i>"fair"</span>
                <span><i class="legend-usual"></i>{move || legend.get().1}</span>
                <Show when=move || legend.get().2>
                    <span><i class="legend-left"></i>"moved away"</span>
                </Show>
            </p>
        </section>
    }
}

/// The row that adds a node, with a name to go on with.
#[component]
fn AddNode() -> impl IntoView {
    let store = use_store();
    let next = store.derive(|view| (view.fleet().next_id(), view.fleet().suggested_name()));
    let typed = RwSignal::new(None::<String>);
    let error = RwSignal::new(None::<String>);
    let input = NodeRef::<html::Input>::new();
    let name = Signal::derive(move || typed.get().unwrap_or_else(|| next.get().1));
    let add = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked().trim().to_owned();
        match store.dispatch(Command::AddNode { name, weight: Weight::ONE }) {
            Ok(()) => {
                typed.set(None);
                error.set(None);
            }
            Err(wrong) => {
                error.set(Some(wrong.to_string()));
                if let Some(input) = input.get_untracked() {
                    let _ = input.focus();
                }
            }
        }
    };
    view! {
        <form class="add-node" on:submit=add>
            {move || view! { <Chip id=next.get().0 hollow=true /> }}
            <input
                id="new-node"
                node_ref=input
                class="dial dial-text"
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label="Name of the new node"
                aria-invalid=move || error.with(Option::is_some).to_string()
                aria-describedby="new-node-error"
                prop:value=name
                on:input=move |event| {
                    error.set(None);
                    typed.set(Some(event_target_value(&event)));
                }
                on:keydown=move |event| {
                    if event.key() == "Escape" {
                        typed.set(None);
                        error.set(None);
                    }
                }
            />
            <span class="field-error" id="new-node-error" role="alert">{error}</span>
            <button type="submit" class="button">"Add"</button>
        </form>
    }
}
