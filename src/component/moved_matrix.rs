//! From whom to whom as a matrix of counts. A cell, a sum or the total lists its keys.

use leptos::{ev, html, prelude::*};
use placement::{
    fleet::NodeId,
    measure::{
        FromTo,
        from_to::Party,
        moved_listing::{Search, Side},
    },
    number::thousands,
};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::{
    chip::Chip,
    save_menu::{save_menu, table_entries},
};
use crate::{
    cell_walk, movement_words,
    react::{css_percent, on_focus, on_key, on_pointer, remade},
    saved_tables,
    store::{Store, use_store},
    view::{Flow, View},
};

/// Rows and columns at most, the one for all others among them.
const MOST: usize = 24;
/// How much of the accent a cell with the most keys has behind its number: ink on it keeps a contrast of 8 to 1.
const STRONGEST: f64 = 0.4;

/// The matrix and the names of its rows and columns.
#[derive(Clone, PartialEq, Default)]
struct Shown {
    matrix: FromTo,
    givers: Vec<String>,
    receivers: Vec<String>,
}

impl Shown {
    fn new(view: &View) -> Self {
        let movement = view.change.as_ref().and_then(|change| change.movement.as_ref());
        let matrix = FromTo::new(movement.map_or(&[], |movement| &movement.pairs), MOST);
        let names = |parties: &[Party], name_of: fn(&View, Option<NodeId>) -> String| {
            parties.iter().map(|party| name(party, &|owner| name_of(view, owner))).collect()
        };
        Self {
            givers: names(&matrix.givers, View::name_before),
            receivers: names(&matrix.receivers, View::name_of),
            matrix,
        }
    }

    /// Rows and columns with the sums.
    fn size(&self) -> (usize, usize) {
        (self.matrix.givers.len() + 1, self.matrix.receivers.len() + 1)
    }

    /// The keys of a cell or a sum.
    fn keys(&self, row: usize, column: usize) -> u32 {
        match (self.matrix.givers.get(row), self.matrix.receivers.get(column)) {
            (Some(_), Some(_)) => self.matrix.keys(row, column),
            (Some(party), None) | (None, Some(party)) => party.keys,
            (None, None) => self.matrix.moved,
        }
    }

    /// Whose keys a cell means.
    fn sides(&self, row: usize, column: usize) -> (Side, Side) {
        let side = |party: Option<&Party>| party.map_or(Side::Any, |party| Side::These(party.owners.clone()));
        (side(self.matrix.givers.get(row)), side(self.matrix.receivers.get(column)))
    }

    /// The pair that a cell means, where it is one.
    fn pair(&self, row: usize, column: usize) -> Option<Flow> {
        let own = |party: Option<&Party>| party.filter(|party| !party.is_rest).map(|party| party.owners[0]);
        let pair = (own(self.matrix.givers.get(row))?, own(self.matrix.receivers.get(column))?);
        (self.keys(row, column) > 0).then_some(Flow { from: pair.0, to: pair.1 })
    }

    /// The cell whose keys are listed.
    fn listed(&self, search: &Search) -> Option<(usize, usize)> {
        let place = |parties: &[Party], side: &Side| match side {
            Side::Any => Some(parties.len()),
            Side::These(owners) => parties.iter().position(|party| &party.owners == owners),
        };
        Some((place(&self.matrix.givers, &search.from)?, place(&self.matrix.receivers, &search.to)?))
    }

    fn label(&self, row: usize, column: usize) -> String {
        let keys = thousands(self.keys(row, column));
        match (self.givers.get(row), self.receivers.get(column)) {
            (Some(from), Some(to)) => format!("{keys} keys from {from} to {to}"),
            (Some(from), None) => format!("{keys} keys from {from}"),
            (None, Some(to)) => format!("{keys} keys to {to}"),
            (None, None) => format!("{keys} keys in all"),
        }
    }
}

/// A party by name; those without a row of their own by number.
fn name(party: &Party, name_of: &dyn Fn(Option<NodeId>) -> String) -> String {
    if party.is_rest { format!("{} others", thousands(party.owners.len() as u64)) } else { name_of(party.owners[0]) }
}

/// The matrix.
#[component]
pub fn MovedMatrix() -> impl IntoView {
    let store = use_store();
    let shown = store.derive(Shown::new);
    let table = NodeRef::<html::Table>::new();
    let search = store.movement.search;
    // The pressed cell, and the one that the tabulator key leads to: one element each, so set and not followed by all.
    Effect::new(move |_| {
        let listed = shown.with(|shown| search.with(|search| shown.listed(search)));
        request_animation_frame(move || {
            if let Some(table) = table.try_get_untracked().flatten() {
                press(&table, listed);
            }
        });
    });
    let at = move |target: Option<web_sys::EventTarget>| {
        let button = target?.dyn_into::<web_sys::Element>().ok()?.closest("button").ok()??;
        let place = |name: &str| button.get_attribute(name)?.parse::<usize>().ok();
        Some((place("data-row")?, place("data-column")?))
    };
    let click = move |event: ev::MouseEvent| {
        let Some((row, column)) = at(event.target()) else { return };
        choose(store, &shown.get_untracked(), row, column);
    };
    let light = move |target| {
        let pair = at(target).and_then(|(row, column)| shown.with_untracked(|shown| shown.pair(row, column)));
        store.light_pair(pair);
    };
    let key_down = move |event: ev::KeyboardEvent| {
        let Some(from) = at(event.target()) else { return };
        let next = shown.with_untracked(|shown| {
            let is_there = |row, column| shown.keys(row, column) > 0;
            cell_walk::step(&event.key(), event.ctrl_key() || event.meta_key(), from, shown.size(), &is_there)
        });
        let (Some(next), Some(table)) = (next, table.get_untracked()) else { return };
        event.prevent_default();
        if let Some(button) = cell(&table, next) {
            stop_at(&table, &button);
            let _ = button.focus();
        }
    };
    let body = move || {
        // Made anew, it would lose the focus.
        let focused = table.get_untracked().and_then(|table| {
            let focused = document().active_element()?;
            table.contains(Some(&focused)).then(|| at(Some(focused.into())))?
        });
        if let Some(focused) = focused {
            request_animation_frame(move || {
                let table = table.try_get_untracked().flatten();
                let button = table.and_then(|table| cell(&table, focused).or_else(|| cell_at_stop(&table)));
                let _ = button.map(|button| button.focus());
            });
        }
        rows(&shown.get())
    };
    let view = store.view();
    let entries = table_entries("moved by node", move || view.with_untracked(|view| saved_tables::moved(view)));
    view! {
        <div class="moved-matrix">
            <div class="save-head">
                <h3 id="moved-matrix-title">"Moved keys by node"</h3>
                {save_menu(("Save", " what moved"), entries, ().into_any())}
            </div>
            <div class="moved-matrix-scroll">
                <table
                    node_ref=table
                    role="grid"
                    class="matrix"
                    aria-labelledby="moved-matrix-title"
                    on:click=click
                    on:keydown=on_key(key_down)
                    on:pointerover=on_pointer(move |event| {
                        if event.pointer_type() == "mouse" {
                            light(event.target());
                        }
                    })
                    on:pointerleave=on_pointer(move |_| store.light_pair(None))
                    on:focusin=on_focus(move |event| light(event.target()))
                    on:focusout=on_focus(move |_| store.light_pair(None))
                >
                    {remade(body)}
                </table>
            </div>
            <p class="quiet">"Press a number to list its keys. "{store.text(|view| movement_words::changed_hands(view).unwrap_or_default())}</p>
        </div>
    }
}

/// Lists the keys of a cell, or all again where they are listed already.
fn choose(store: Store, shown: &Shown, row: usize, column: usize) {
    let is_again = store.movement.search.with_untracked(|search| shown.listed(search)) == Some((row, column));
    if let Some(pair) = shown.pair(row, column)
        && is_again == store.is_pinned_pair(pair)
    {
        store.pin_pair(pair);
        return;
    }
    let (from, to) = if is_again { (Side::Any, Side::Any) } else { shown.sides(row, column) };
    store.movement.list(from, to);
}

fn cell(table: &HtmlElement, (row, column): (usize, usize)) -> Option<HtmlElement> {
    let selector = format!("button[data-row='{row}'][data-column='{column}']");
    table.query_selector(&selector).ok()??.dyn_into().ok()
}

fn cell_at_stop(table: &HtmlElement) -> Option<HtmlElement> {
    table.query_selector("button[tabindex='0']").ok()??.dyn_into().ok()
}

/// The tabulator key leads to this cell alone.
fn stop_at(table: &HtmlElement, button: &HtmlElement) {
    if let Some(before) = cell_at_stop(table) {
        let _ = before.set_attribute("tabindex", "-1");
    }
    let _ = button.set_attribute("tabindex", "0");
}

fn press(table: &HtmlElement, listed: Option<(usize, usize)>) {
    if let Ok(Some(before)) = table.query_selector("button[aria-pressed='true']") {
        let _ = before.set_attribute("aria-pressed", "false");
    }
    if let Some(button) = listed.and_then(|listed| cell(table, listed)) {
        let _ = button.set_attribute("aria-pressed", "true");
    }
}

fn rows(shown: &Shown) -> AnyView {
    let (rows, columns) = shown.size();
    let most = shown.matrix.cells.iter().map(|cell| cell.keys).max().unwrap_or(1);
    let first = shown.matrix.cells.first().map(|cell| (cell.giver, cell.receiver));
    let heads = (0..columns).map(|column| {
        let (sign, name) = head(shown.matrix.receivers.get(column), shown.receivers.get(column), "all");
        let title = name.clone();
        let hidden = sign.is_some();
        view! { <th scope="col" title=title>{sign}<span class:visually-hidden=hidden>{name}</span></th> }
    });
    let line = |row: usize| {
        let (sign, name) = head(shown.matrix.givers.get(row), shown.givers.get(row), "all");
        let cells = (0..columns).map(|column| {
            let keys = shown.keys(row, column);
            if keys == 0 {
                return view! { <td></td> }.into_any();
            }
            let is_sum = row + 1 == rows || column + 1 == columns;
            let heat = if is_sum { 0.0 } else { STRONGEST * f64::from(keys) / f64::from(most) };
            let stop = if first == Some((row, column)) { "0" } else { "-1" };
            view! {
                <td class:matrix-sum=is_sum style:--heat=css_percent(heat)>
                    <button
                        type="button"
                        data-row=row.to_string()
                        data-column=column.to_string()
                        tabindex=stop
                        aria-pressed="false"
                        aria-label=shown.label(row, column)
                    >
                        {thousands(keys)}
                    </button>
                </td>
            }
            .into_any()
        });
        let title = name.clone();
        view! {
            <tr>
                <th scope="row" title=title>
                    {sign}
                    <span class="matrix-name">{name}</span>
                </th>
                {cells.collect_view()}
            </tr>
        }
    };
    view! {
        <thead>
            <tr>
                <th scope="col" class="matrix-corner">
                    "from "
                    <span aria-hidden="true">"↓"</span>
                    " to "
                    <span aria-hidden="true">"→"</span>
                </th>
                {heads.collect_view()}
            </tr>
        </thead>
        <tbody>{(0..rows).map(line).collect_view()}</tbody>
    }
    .into_any()
}

/// The sign and the name of a row or column; of the sums a word.
fn head(party: Option<&Party>, name: Option<&String>, sum: &str) -> (Option<AnyView>, String) {
    let own = party.filter(|party| !party.is_rest).and_then(|party| party.owners[0]);
    (own.map(|id| view! { <Chip id /> }.into_any()), name.map_or_else(|| sum.to_owned(), Clone::clone))
}
