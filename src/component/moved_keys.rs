//! The moved keys as a list that can be searched, sorted and taken away. Only the rows in sight are in the page.

mod making;
mod taking;

use leptos::{ev, html, prelude::*};
use placement::measure::{
    MovedKey,
    moved_listing::{Column, Side},
};
use wasm_bindgen::JsCast;

use self::{
    making::{Listed, Making},
    taking::Named,
};
use super::{
    chip::Chip,
    row_window::RowWindow,
    sort_heading::{aria_sort, sort_heading},
    taking::Taking,
};
use crate::{
    a11y,
    listing::{self, Part},
    moved_file::{self, Form},
    movement_words,
    react::{css_px, flag, on_change, on_click, on_key, remade, shown_while, text},
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
    let scroller = NodeRef::<html::Div>::new();
    let window = RowWindow::new(scroller, count.into());
    // The row that the keyboard is at; its place is kept in the page wherever the list is scrolled.
    let at = RwSignal::new(0usize);
    Effect::new(move |_| {
        listed.track();
        at.set(0);
        window.show(0);
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
    let take = move |place: usize| {
        let key = listed.with_untracked(|listed| listed.row(place));
        if let Some(key) = key {
            at.set(place);
            a11y::announce(store.announcement, format!("{} is the one key now.", key.text));
            store.key.set(key.text);
        }
    };
    let key_down = move |event: ev::KeyboardEvent| {
        // Not for the buttons in its heading.
        if event.target() != event.current_target() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let here = at.get_untracked();
        if matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            take(here);
        } else if let Some(next) = window.place_after(&event.key(), here, count.get_untracked()) {
            event.prevent_default();
            at.set(next);
            window.show(next);
        }
    };
    let click = move |event: ev::MouseEvent| {
        let row = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let row = row.and_then(|row| row.closest("[data-place]").ok().flatten());
        if let Some(place) = row.and_then(|row| row.get_attribute("data-place")?.parse().ok()) {
            take(place);
        }
    };
    let rows = move || {
        let key = store.key.get();
        listed.with(|listed| {
            let parts = listing::parts(listed.len(), window.places(), Some(at.get()));
            let here = at.get();
            let part = |part| match part {
                Part::Row(place) => listed.row(place).map(|row| {
                    let is_one = row.text == key;
                    line(listed, &row, place, place == here, is_one)
                }),
                Part::Gap(_, rows) => {
                    let height = css_px(rows as f64 * window.gap_row_css_px());
                    Some(view! { <tr class="row-gap" aria-hidden="true"><td style:height=height></td></tr> }.into_any())
                }
            };
            parts.into_iter().filter_map(part).collect_view().into_any()
        })
    };
    let nothing = flag(move || count.get() == 0 && !making.is_busy.get());
    let busy = making.is_busy;
    let progress = text(move || {
        let percent = taking.progress.get().map(|percent| format!("Writing the file, {percent} %"));
        percent.or_else(|| busy.get().then(|| "Searching …".into())).unwrap_or_default()
    });
    let save = move |form: Form, words: &'static str, title: &'static str| {
        view! {
            <button
                type="button"
                class="bar-button"
                title=title
                on:click=on_click(move |_| {
                    if let Some(rows) = Named::of(listed.get_untracked()) {
                        taking.begin(Box::new(rows), form);
                    }
                })
            >
                {words}
            </button>
        }
        .into_any()
    };
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
                {save(Form::Csv, "Download CSV", "All keys that are listed, in this order. What a spreadsheet would take for a formula gets an apostrophe in front.")}
                {save(Form::Json, "Download JSON", "All keys that are listed, in this order.")}
            </div>
            <div class="moved-keys-scroll" node_ref=scroller on:scroll=on_change(move |_| window.look())>
                <table
                    id="moved-keys"
                    role="grid"
                    class="keys"
                    tabindex="0"
                    aria-labelledby="moved-keys-title"
                    aria-rowcount=text(move || (count.get() + 1).to_string())
                    aria-activedescendant=move || (count.get() > 0).then(|| format!("moved-key-{}", at.get()))
                    on:keydown=on_key(key_down)
                    on:click=click
                >
                    <thead>
                        <tr aria-rowindex="1">
                            {column(Column::Text, "key")}
                            {column(Column::Position, "position")}
                            {column(Column::From, "from")}
                            {column(Column::To, "to")}
                        </tr>
                    </thead>
                    <tbody>{remade(rows)}</tbody>
                </table>
                {shown_while(nothing, || view! { <p class="quiet moved-nothing">"No moved key has that in it."</p> }.into_any())}
            </div>
            <p class="quiet">"A key that is chosen is the one key of the page. Positions are those after the change."</p>
        </div>
    }
}

/// A row: is the keyboard at it, and is it the one key of the page?
fn line(listed: &Listed, row: &MovedKey, place: usize, is_here: bool, is_one: bool) -> AnyView {
    let owner = |id: Option<placement::fleet::NodeId>, name: String| {
        let title = name.clone();
        view! {
            <td>
                <span class="fact-node" title=title>
                    {id.map(|id| view! { <Chip id /> })}
                    <span class="fact-name">{name}</span>
                </span>
            </td>
        }
    };
    view! {
        <tr
            id=format!("moved-key-{place}")
            class="row"
            class:row-here=is_here
            aria-rowindex=(place + 2).to_string()
            aria-selected=is_one.to_string()
            data-place=place.to_string()
        >
            <th scope="row" class="code" title=row.text.clone()>{row.text.clone()}</th>
            <td class="code">{moved_file::position(row.position, listed.bits())}</td>
            {owner(row.from, listed.view.name_before(row.from))}
            {owner(row.to, listed.view.name_of(row.to))}
        </tr>
    }
    .into_any()
}
