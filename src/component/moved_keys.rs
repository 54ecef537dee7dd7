//! The moved keys as a list that can be searched, sorted and taken away. Only the rows in sight are in the page.

mod making;
mod taking;

use std::rc::Rc;

use leptos::{ev, prelude::*};
use placement::measure::{
    MovedKey,
    moved_listing::{Column, Side},
};

use self::{
    making::{Listed, Making},
    taking::Named,
};
use super::{
    chip::named_node,
    one_key::choose_key,
    row_grid::{Frame, GridRow, RowGrid},
    sort_heading::{aria_sort, sort_heading},
    taking::{Rows, Taking},
};
use crate::{
    moved_file, movement_words,
    react::{flag, on_change, on_click, on_key, shown_while, text},
    store::use_store,
};

/// What a heading does.
const TITLE: &str = "Sort; again for the other way, and for the order of the keys";

/// The list.
#[component]
pub fn MovedKeys() -> impl IntoView {
    let store = use_store();
    let search = store.movement.search;
    let making = Making::following(store);
    let (listed, taking) = (making.listed, Taking::nothing());
    let count = Memo::new(move |_| listed.with(Listed::len));
    let grid = RowGrid::new(count.into());
    Effect::new(move |_| {
        listed.track();
        grid.begin_anew();
    });
    let heading = text(move || {
        search.with(|search| listed.with(|listed| movement_words::listed(&listed.view, search, listed.len())))
    });
    let is_part = flag(move || search.with(|search| search.from != Side::Any || search.to != Side::Any));
    let sorted_by = move |column| {
        Signal::derive(move || search.with(|search| (search.column == column).then_some(search.descending)))
    };
    let column = move |column, words| {
        let press = move || {
            search.update(|search| {
                let next = match (search.column == column, search.descending) {
                    (false, _) => (column, false),
                    (true, false) => (column, true),
                    (true, true) => (Column::Number, false),
                };
                (search.column, search.descending) = next;
            });
        };
        view! {
            <th scope="col" aria-sort=aria_sort(sorted_by(column))>
                {sort_heading(words, TITLE, sorted_by(column), Box::new(press))}
            </th>
        }
    };
    let choose = move |place: usize| {
        if let Some(key) = listed.with_untracked(|listed| listed.row(place)) {
            choose_key(store, key.text);
        }
    };
    let row = move |place| {
        listed.with(|listed| {
            let row = listed.row(place)?;
            let is_one = store.key.with(|key| *key == row.text);
            Some(GridRow { cells: cells(listed, &row), class: "row", is_selected: Some(is_one) })
        })
    };
    let nothing = flag(move || count.get() == 0 && !making.is_busy.get());
    let busy = making.is_busy;
    let progress = text(move || {
        let percent = taking.progress.get().map(|percent| format!("Writing the file, {percent} %"));
        percent.or_else(|| busy.get().then(|| "Searching …".into())).unwrap_or_default()
    });
    let head = view! {
        <tr aria-rowindex="1">
            {column(Column::Text, "key")}
            {column(Column::Position, "position")}
            {column(Column::From, "from")}
            {column(Column::To, "to")}
        </tr>
    };
    let frame = Frame {
        scroll_class: "moved-keys-scroll",
        id: "moved-keys",
        labelled_by: "moved-keys-title",
        row_id: "moved-key",
        head: head.into_any(),
        below: shown_while(nothing, || {
            view! { <p class="quiet moved-nothing">"No moved key has that in it."</p> }.into_any()
        }),
    };
    let file = move || Named::of(listed.get_untracked()).map(|rows| Box::new(rows) as Box<dyn Rows>);
    view! {
        <div class="moved-keys">
            <h3 id="moved-keys-title" aria-live="polite">{heading}</h3>
            <div class="moved-keys-head" role="search">
                <input
                    id="moved-search"
                    type="search"
                    placeholder="Find in keys"
                    aria-label="Find in moved keys"
                    aria-controls="moved-keys"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    prop:value=text(move || search.with(|search| search.text.clone()))
                    on:input=on_change(move |event| search.update(|search| search.text = event_target_value(&event)))
                    on:keydown=on_key(move |event: ev::KeyboardEvent| {
                        if event.key() == "Escape" && search.with_untracked(|search| !search.text.is_empty()) {
                            event.prevent_default();
                            search.update(|search| search.text.clear());
                        }
                    })
                />
                {shown_while(is_part, move || {
                    let all = move |_| store.movement.list_pair(None);
                    view! {
                        <button type="button" class="button" on:click=on_click(all)>"All moved keys"</button>
                    }
                    .into_any()
                })}
                <span class="quiet moved-progress">{progress}</span>
                {taking.buttons("All keys that are listed, in this order", Rc::new(file))}
            </div>
            {grid.view(frame, Box::new(row), Some(Rc::new(choose)))}
            <p class="quiet">"A key that is chosen is the one key of the page. Positions are those after the change."</p>
        </div>
    }
}

/// The cells of a row.
fn cells(listed: &Listed, row: &MovedKey) -> AnyView {
    view! {
        <th scope="row" class="code" title=row.text.clone()>{row.text.clone()}</th>
        <td class="code">{moved_file::position(row.position, listed.bits())}</td>
        <td>{named_node(row.from, listed.view.name_before(row.from))}</td>
        <td>{named_node(row.to, listed.view.name_of(row.to))}</td>
    }
    .into_any()
}
