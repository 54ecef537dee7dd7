//! Server by server: its keys on both sides, and how much of what it has after the switch is cold. The table of the flow.

use leptos::prelude::*;
use placement::number::thousands;

use crate::{
    component::{
        chip::Chip,
        save_menu::{save_menu, table_entries},
    },
    migrate::{Row, Rows, Side, rows, tables},
    react::{css_percent, flag, on_pointer, remade},
    store::{Store, use_store},
};

/// The table beside the picture.
pub const ID: &str = "migrate-servers";

/// The heads of its figures.
const HEADS: [&str; 5] = ["before, × fair", "after, × fair", "stay", "arrive", "cold of its keys"];

/// The table.
#[component]
pub fn ServerTable() -> impl IntoView {
    let store = use_store();
    let rows = store.derive(rows);
    let view = store.view();
    let entries = table_entries("server by server", move || view.with_untracked(|view| tables::servers(view)));
    view! {
        <section class="migrate-table" aria-labelledby="migrate-servers-title">
            <div class="save-head">
                <h2 id="migrate-servers-title">"Server by server"</h2>
                {save_menu(("Save", " the servers"), entries, ().into_any())}
            </div>
            <div class="migrate-scroll" tabindex="0" role="group" aria-labelledby="migrate-servers-title">
                {remade(move || rows.with(|rows| table(store, rows)))}
            </div>
        </section>
    }
}

fn table(store: Store, rows: &Rows) -> AnyView {
    let heads: Vec<AnyView> =
        HEADS.iter().map(|head| view! { <th role="columnheader" scope="col">{*head}</th> }.into_any()).collect();
    let more = (rows.more > 0).then(|| {
        view! { <p class="quiet">{format!("And {} servers more; the list below has the keys of all.", thousands(rows.more as u64))}</p> }
    });
    let rows: Vec<AnyView> = rows.rows.iter().map(|row| line(store, row)).collect();
    view! {
        <table id=ID class="servers" role="table">
            <caption class="visually-hidden">"Keys of each server before and after the migration"</caption>
            <thead role="rowgroup">
                <tr role="row">
                    <th role="columnheader" scope="col">"server"</th>
                    {heads}
                </tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
        {more}
    }
    .into_any()
}

fn line(store: Store, row: &Row) -> AnyView {
    let id = row.id;
    let side = |side: &Option<Side>| match side {
        Some(side) if side.times.is_empty() => side.keys.clone(),
        Some(side) => format!("{}, {}", side.keys, side.times),
        None => "\u{2013}".into(),
    };
    let [before, after] = [side(&row.from), side(&row.to)];
    let (cold, length) = row.cold.clone().unwrap_or(("\u{2013}".into(), 0.0));
    let is_lit = flag(move || store.outstanding() == Some(id));
    let other_name = row.other_name.clone().map(|name| view! { <small class="quiet">" was " {name}</small> });
    let cell = |at: usize, text: String| view! { <td role="cell" data-head=HEADS[at]>{text}</td> }.into_any();
    view! {
        <tr
            role="row"
            class:servers-lit=is_lit
            on:pointerenter=on_pointer(move |event| {
                if event.pointer_type() == "mouse" {
                    store.lit.set(Some(id));
                }
            })
            on:pointerleave=on_pointer(move |_| store.lit.set(None))
        >
            <th role="rowheader" scope="row">
                <span class="fact-node" title=row.name.clone()>
                    <Chip id />
                    <span class="fact-name">{row.name.clone()} {other_name}</span>
                </span>
            </th>
            {cell(0, before)}
            {cell(1, after)}
            {cell(2, row.stay.clone())}
            {cell(3, row.arrive.clone())}
            <td role="cell" data-head="cold">
                <span class="servers-cold">
                    <span>{cold}</span>
                    <span class="migrate-bar migrate-bar-moved" aria-hidden="true">
                        <i style:width=css_percent(length)></i>
                    </span>
                </span>
            </td>
        </tr>
    }
    .into_any()
}
