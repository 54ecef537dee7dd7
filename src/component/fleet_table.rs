//! The fleet table, which is the load chart: one row a node, every bar on one axis, and the row that adds a node. It is
//! also the ring's table: the same data for those who do not see the picture. A long one scrolls inside itself, can be
//! filtered and sorted, and has only the rows in sight in the page.

use std::{collections::HashMap, sync::Arc};

use leptos::{html, prelude::*};
use placement::{algorithm::Weights, fleet::NodeId, number::thousands};

use super::{
    add_node::AddNode,
    fleet_filter::FleetFilter,
    fleet_row::FleetRow,
    paste_dialog::{Dropped, PasteDialog, Wanted, drag_over, on_drop_open},
    row_window::RowWindow,
    save_menu::{save_menu, table_entries},
    sort_heading::{aria_sort, sort_heading},
    term,
};
use crate::{
    help::Word,
    listing::{self, Column, Order, Part},
    react::{css_percent, css_px, flag, on_change, on_click, shown_while, text},
    rows::{self, Row},
    saved_tables,
    store::{Store, use_store},
};

/// From so many rows on the table has a filter and scrolls inside itself on every screen.
const LONG: usize = 13;
/// From so many on its rows are low, and its bars do not grow but are there at once.
const MANY: usize = 20;
/// What a heading does.
const TITLE: &str = "Sort; again for the other way, and for the fleet's order";

/// Rows and where each id stands among them.
pub(super) struct Rows {
    pub(super) rows: Vec<Arc<Row>>,
    place: HashMap<NodeId, usize>,
}

impl Rows {
    /// The rows of what is on show. Always new: they are compared one by one where they stand.
    pub(super) fn following(store: Store) -> Memo<Arc<Self>> {
        let view = store.view();
        Memo::new_with_compare(
            move |_| {
                let rows: Vec<Arc<Row>> = view.with(|view| rows::rows(view)).into_iter().map(Arc::new).collect();
                let place = rows.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
                Arc::new(Self { rows, place })
            },
            |_, _| true,
        )
    }

    /// The row of a node.
    pub(super) fn row(all: Memo<Arc<Self>>, id: NodeId) -> Signal<Option<Arc<Row>>> {
        Memo::new(move |_| all.with(|all| all.place.get(&id).and_then(|&at| all.rows.get(at)).cloned())).into()
    }

    /// Where the bars' axis ends, in fair shares.
    pub(super) fn axis(all: Memo<Arc<Self>>) -> Signal<f64> {
        Memo::new(move |_| all.with(|all| rows::axis_end(all.rows.iter().map(|row| &**row)))).into()
    }
}

/// The rows that are listed, in their order, and where each stands.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Listed {
    pub(super) ids: Vec<NodeId>,
    place: HashMap<NodeId, usize>,
}

impl Listed {
    pub(super) fn new(ids: Vec<NodeId>) -> Self {
        let place = ids.iter().enumerate().map(|(at, &id)| (id, at)).collect();
        Self { ids, place }
    }
}

/// A part of the body by what it is, so that a row stays the same element wherever it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Row(NodeId),
    Gap(usize, usize),
}

/// The table.
#[component]
pub fn FleetTable() -> impl IntoView {
    let store = use_store();
    let all = Rows::following(store);
    let axis = Rows::axis(all);
    let count = Memo::new(move |_| all.with(|all| all.rows.len()));
    let filter = RwSignal::new(String::new());
    let order = RwSignal::new(None::<Order>);
    let listed = Memo::new(move |before: Option<&Listed>| {
        store.settled.track();
        let (filter, order) = (filter.get(), order.get());
        let now = all.with(|all| {
            let places = listing::listed(&all.rows, &filter, order);
            Listed::new(places.into_iter().map(|at| all.rows[at].id).collect())
        });
        // While a gesture goes on, the same rows do not run away from under the pointer.
        let stays = |before: &&Listed| {
            let has_all = now.ids.len() == before.ids.len() && now.ids.iter().all(|id| before.place.contains_key(id));
            store.is_in_gesture() && has_all
        };
        before.filter(stays).cloned().unwrap_or(now)
    });
    let listed_count = Memo::new(move |_| listed.with(|listed| listed.ids.len()));
    let scroller = NodeRef::<html::Div>::new();
    let window = RowWindow::new(scroller, listed_count.into());
    // The row with the focus stays in the page wherever it is scrolled.
    let kept = RwSignal::new(None::<NodeId>);
    let parts = Memo::new(move |_| {
        let places = window.places();
        listed.with(|listed| {
            let kept = kept.get().and_then(|id| listed.place.get(&id).copied());
            let key = |part| match part {
                Part::Row(at) => Key::Row(listed.ids[at]),
                Part::Gap(nth, rows) => Key::Gap(nth, rows),
            };
            listing::parts(listed.ids.len(), places, kept).into_iter().map(key).collect::<Vec<_>>()
        })
    });
    // A node that comes is brought into sight: it is what the reader has just made.
    let next_id = store.number(|view| view.fleet().next_id().0);
    Effect::new(move |before: Option<u32>| {
        let next = next_id.get();
        let came = before.is_some_and(|before| next == before + 1).then(|| NodeId(next - 1));
        let place = came.and_then(|id| listed.with_untracked(|listed| listed.place.get(&id).copied()));
        if let Some(place) = place.filter(|_| count.get_untracked() >= LONG) {
            request_animation_frame(move || window.show(place));
        }
        next
    });
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
    let dropped: Dropped = StoredValue::new_local(None);
    let (long, many) = (flag(move || count.get() >= LONG), flag(move || count.get() >= MANY));
    let has_filter = flag(move || count.get() >= LONG || filter.with(|filter| !filter.is_empty()));
    let counts = Signal::derive(move || (listed_count.get(), count.get()));
    let sorted_by = move |column| {
        let sorted = move || order.get().filter(|order| order.column == column).map(|order| order.descending);
        Signal::derive(sorted)
    };
    let heading = move |column, words: &'static str| {
        let press = move || order.update(|order| *order = Order::after_press(*order, column));
        sort_heading(words, TITLE, sorted_by(column), Box::new(press))
    };
    let sorted = move |column| aria_sort(sorted_by(column));
    let nothing_found = move || {
        let words = text(move || format!("No node has “{}” in its name.", filter.get().trim()));
        view! { <p class="fleet-nothing quiet">{words}</p> }.into_any()
    };
    let entries = table_entries("fleet", move || store.view().with_untracked(|view| saved_tables::fleet(view)));
    let part = move |key: Key| match key {
        Key::Row(id) => view! {
            <FleetRow
                id
                row=Rows::row(all, id)
                place=text(move || {
                    // The heading is the table's first row.
                    listed.with(|listed| listed.place.get(&id).map_or(2, |at| at + 2).to_string())
                })
                axis
                counted
                kept
            />
        }
        .into_any(),
        Key::Gap(_, rows) => view! {
            <tr class="row-gap" aria-hidden="true">
                <td style:height=text(move || css_px(rows as f64 * window.gap_row_css_px()))></td>
            </tr>
        }
        .into_any(),
    };
    view! {
        <section class="fleet" aria-label="Fleet" on:dragover=drag_over(None) on:drop=on_drop_open(dropped, pasting)>
            {shown_while(has_filter, move || view! { <FleetFilter filter counts /> }.into_any())}
            <div
                class="fleet-scroll"
                class:fleet-long=long
                node_ref=scroller
                tabindex="-1"
                on:scroll=on_change(move |_| window.look())
            >
                <table
                    id="fleet-table"
                    class="fleet-table"
                    class:fleet-many=many
                    class:fleet-counted=counted
                    aria-rowcount=text(move || (listed_count.get() + 1).to_string())
                >
                    <caption class="visually-hidden">{summary}</caption>
                    <thead>
                        <tr aria-rowindex="1">
                            <th scope="col" class="cell-name" aria-sort=sorted(Column::Name)>
                                {heading(Column::Name, "Fleet")}
                            </th>
                            <th scope="col" class="cell-weight wide-only" aria-sort=sorted(Column::Weight)>
                                <span class:unused=weights_unused>{heading(Column::Weight, "weight")}</span>
                            </th>
                            <th scope="col" class="cell-bar">
                                <span class="fair-label" style:--at=text(move || css_percent(1.0 / axis.get()))>
                                    {fair}
                                </span>
                            </th>
                            <th scope="col" class="cell-number" aria-sort=sorted(Column::Keys)>
                                {heading(Column::Keys, "keys")}
                                {shown_while(counted, of_requests)}
                            </th>
                            <th scope="col" class="cell-number" aria-sort=sorted(Column::TimesFair)>
                                {heading(Column::TimesFair, "× fair")}
                            </th>
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
                        <For each=move || parts.get() key=|key| *key let:key>
                            {part(key)}
                        </For>
                    </tbody>
                </table>
                {shown_while(flag(move || listed_count.get() == 0 && count.get() > 0), nothing_found)}
            </div>
            <AddNode axis />
            {shown_while(
                weights_unused,
                move || view! { <p class="weights-unused">{weights_help}</p> }.into_any(),
            )}
            <div class="legend-line">
                <p class="legend">
                    {shown_while(
                        has_arcs,
                        move || {
                            view! {
                                <span>
                                    <i class="legend-exact"></i>
                                    {term::word(store, "exact, by arc", Word::ExactByArc)}
                                </span>
                            }
                            .into_any()
                        },
                    )}
                    <span><i class="legend-fair"></i>{term::word(store, "fair", Word::FairShare)}</span>
                    <span><i class="legend-usual"></i>{term::word(store, "usual", Word::Usual)}</span>
                    {shown_while(moved, || view! { <span><i class="legend-left"></i>"moved away"</span> }.into_any())}
                    {shown_while(
                        counted,
                        || view! { <span><i class="legend-requests"></i>"requests, below keys"</span> }.into_any(),
                    )}
                </p>
                <span class="legend-acts">
                    {save_menu(("Save", " the fleet table"), entries, ().into_any())}
                    <button type="button" class="link" data-paste="fleet" on:click=on_click(move |_| pasting.set(true))>
                        "Paste a list"
                    </button>
                </span>
            </div>
            <PasteDialog wanted=Wanted::Fleet open=pasting dropped />
        </section>
    }
}
