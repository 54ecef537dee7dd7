//! The fleet table, which is the load chart: one row a node, every bar on one axis, and the row that adds a node. It is
//! also the ring's table: the same data for those who do not see the picture.

use std::{collections::HashMap, sync::Arc};

use leptos::{ev, html, prelude::*};
use placement::{
    algorithm::{Geometry, Weights, ring},
    fleet::NodeId,
    number::thousands,
    scenario::Command,
    weight::Weight,
};

use super::{chip::Chip, fleet_row::FleetRow};
use crate::{
    react::{css_percent, flag, on_change, on_key, remade, shown_while, text},
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
    let fair = store.text(|view| {
        let mut shares = view.balance.loads.iter().filter(|load| load.fair.part > 0).map(|load| load.fair);
        let first = shares.next();
        match first {
            Some(first) if shares.all(|share| share.part == first.part) => format!("fair {}", first.percent()),
            _ => "fair share".to_owned(),
        }
    });
    let weights_help = store.text(|view| match view.scenario().algorithm.weights {
        Weights::Used => String::new(),
        Weights::Ignored(why) => why.to_owned(),
    });
    let weights_head =
        text(move || if weights_help.with(String::is_empty) { "weight".into() } else { "weight, unused".into() });
    let has_arcs = store.flag(|view| view.balance.loads.iter().any(|load| load.exact.is_some()));
    let usual = store.text(|view| match view.snapshot.geometry() {
        Geometry::Ring(_) => {
            let count = view.scenario().settings.count(&ring::VIRTUAL_NODES);
            format!("usual for {} virtual nodes", thousands(count))
        }
        _ => format!("usual for {} keys", thousands(view.balance.keys)),
    });
    let moved = store.flag(|view| {
        let movement = view.change.as_ref().and_then(|change| change.roster_movement());
        movement.is_some_and(|movement| movement.moved > 0)
    });
    let summary = store.text(|view| {
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
    let many = flag(move || ids.with(|ids| ids.len() >= 20));
    view! {
        <section class="fleet" aria-label="Fleet" on:keydown=on_key(key_down)>
            <div class="fleet-scroll" tabindex="-1">
                <table id="fleet-table" class="fleet-table" class:fleet-many=many>
                    <caption class="visually-hidden">{summary}</caption>
                    <thead>
                        <tr>
                            <th scope="col" class="cell-name">"Fleet"</th>
                            <th scope="col" class="cell-weight wide-only" title=weights_help>
                                {weights_head}
                            </th>
                            <th scope="col" class="cell-bar">
                                <span class="fair-label" style:left=text(move || css_percent(1.0 / axis.get()))>
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
                {shown_while(
                    has_arcs,
                    || view! { <span><i class="legend-exact"></i>"exact, by arc"</span> }.into_any(),
                )}
                <span><i class="legend-fair"></i>"fair"</span>
                <span><i class="legend-usual"></i>{usual}</span>
                {shown_while(moved, || view! { <span><i class="legend-left"></i>"moved away"</span> }.into_any())}
            </p>
        </section>
    }
}

/// The row that adds a node, with a name to go on with.
#[component]
fn AddNode() -> impl IntoView {
    let store = use_store();
    let next_id = store.number(|view| view.fleet().next_id().0);
    let suggested = store.text(|view| view.fleet().suggested_name());
    let typed = RwSignal::new(None::<String>);
    let error = RwSignal::new(None::<String>);
    let input = NodeRef::<html::Input>::new();
    let name = text(move || typed.get().unwrap_or_else(|| suggested.get()));
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
            {remade(move || view! { <Chip id=NodeId(next_id.get()) hollow=true /> }.into_any())}
            <input
                id="new-node"
                node_ref=input
                class="dial dial-text"
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label="Name of the new node"
                aria-invalid=text(move || error.with(Option::is_some).to_string())
                aria-describedby="new-node-error"
                prop:value=name
                on:input=on_change(move |event| {
                    error.set(None);
                    typed.set(Some(event_target_value(&event)));
                })
                on:keydown=on_key(move |event| {
                    if event.key() == "Escape" {
                        typed.set(None);
                        error.set(None);
                    }
                })
            />
            <span class="field-error" id="new-node-error" role="alert">{text(move || error.get().unwrap_or_default())}</span>
            <button type="submit" class="button">"Add"</button>
        </form>
    }
}
