//! The fleet table, which is the load chart: one row a node, every bar on one axis, and the row that adds a node. It is
//! also the ring's table: the same data for those who do not see the picture.

use std::{collections::HashMap, sync::Arc};

use leptos::{ev, prelude::*};
use placement::{
    algorithm::{Geometry, Weights, ring},
    fleet::NodeId,
    number::thousands,
};

use super::{
    add_node::AddNode,
    fleet_row::FleetRow,
    paste_dialog::{PasteDialog, Wanted},
};
use crate::{
    react::{css_percent, flag, on_click, on_key, shown_while, text},
    rows::{self, Row},
    store::use_store,
};

/// Rows and where each id stands among them.
#[derive(Clone, PartialEq, Default)]
struct Rows {
    rows: Vec<Arc<Row>>,
    place: HashMap<NodeId, usize>,
}

/// The table.
#[component]
pub fn FleetTable() -> impl IntoView {
    let store = use_store();
    let all = store.derive(|view| {
        let rows: Vec<Arc<Row>> = rows::rows(view).into_iter().map(Arc::new).collect();
        let place = rows.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
        Arc::new(Rows { rows, place })
    });
    let axis = Memo::new(move |_| all.with(|all| rows::axis_end(all.rows.iter().map(|row| &**row))));
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
    let weights_unused = flag(move || !weights_help.with(String::is_empty));
    let has_arcs = store.flag(|view| view.balance.loads.iter().any(|load| load.exact.is_some()));
    let usual = store.text(|view| match view.snapshot.geometry() {
        Geometry::Ring(_) if view.scenario().algorithm.takes(&ring::VIRTUAL_NODES) => {
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
        let requests = view.balance.requests.map_or_else(String::new, |all| format!(", {} requests", thousands(all)));
        format!("Load of {} nodes, {} keys{requests} in all", thousands(nodes as u64), thousands(keys))
    });
    let counted = store.flag(|view| view.balance.requests.is_some());
    let of_requests = || view! { <span class="requests">"requests"</span> }.into_any();
    let pasting = RwSignal::new(false);
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
                <table id="fleet-table" class="fleet-table" class:fleet-many=many class:fleet-counted=counted>
                    <caption class="visually-hidden">{summary}</caption>
                    <thead>
                        <tr>
                            <th scope="col" class="cell-name">"Fleet"</th>
                            <th scope="col" class="cell-weight wide-only">
                                <span class:unused=weights_unused>"weight"</span>
                            </th>
                            <th scope="col" class="cell-bar">
                                <span class="fair-label" style:left=text(move || css_percent(1.0 / axis.get()))>
                                    {fair}
                                </span>
                            </th>
                            <th scope="col" class="cell-number">"keys"{shown_while(counted, of_requests)}</th>
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
                                row=Memo::new(move |_| all.with(|all| {
                                    all.place.get(&id).and_then(|&at| all.rows.get(at)).cloned()
                                })).into()
                                axis=axis.into()
                                counted
                            />
                        </For>
                    </tbody>
                </table>
            </div>
            <AddNode axis=axis.into() />
            {shown_while(
                weights_unused,
                move || view! { <p class="weights-unused">{weights_help}</p> }.into_any(),
            )}
            <div class="legend-line">
                <p class="legend" aria-hidden="true">
                    {shown_while(
                        has_arcs,
                        || view! { <span><i class="legend-exact"></i>"exact, by arc"</span> }.into_any(),
                    )}
                    <span><i class="legend-fair"></i>"fair"</span>
                    <span><i class="legend-usual"></i>{usual}</span>
                    {shown_while(moved, || view! { <span><i class="legend-left"></i>"moved away"</span> }.into_any())}
                    {shown_while(
                        counted,
                        || view! { <span><i class="legend-requests"></i>"requests, below keys"</span> }.into_any(),
                    )}
                </p>
                <button type="button" class="link" data-paste="fleet" on:click=on_click(move |_| pasting.set(true))>
                    "Paste a list"
                </button>
            </div>
            <PasteDialog wanted=Wanted::Fleet open=pasting dropped=StoredValue::new_local(None) />
        </section>
    }
}
