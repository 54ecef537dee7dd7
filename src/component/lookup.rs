//! Where keys go: a list of the reader's own, looked up under what is on show. Only the rows in sight are in the page.

mod field;
mod making;
mod taking;

use std::rc::Rc;

use leptos::{ev, prelude::*};
use placement::{
    keys::KeyList,
    number::{Ratio, thousands},
};

use self::{
    field::{KeyField, Typed},
    making::{Looked, Making},
};
use super::{
    chip::{Chip, named_node},
    focus_first_shown,
    one_key::choose_key,
    part,
    row_grid::{Frame, GridRow, RowGrid},
    taking::{Rows, Taking},
};
use crate::{
    apart,
    lookup::{Filter, Row, bounded_words},
    react::{flag, on_change, on_click, on_key, remade, shown_while, text},
    store::use_store,
};

/// The list and what is looked at of it; it never travels, and stays while another page is on show.
#[derive(Clone, Copy)]
pub struct LookupShow {
    /// Is it on show?
    pub is_open: RwSignal<bool>,
    /// What was typed or pasted.
    typed: Typed,
    /// Its keys; `None` while there are none.
    keys: RwSignal<Option<KeyList>>,
    filter: RwSignal<Filter>,
}

impl LookupShow {
    /// Closed, and no key yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            is_open: RwSignal::new(false),
            typed: Typed::new(),
            keys: RwSignal::new(None),
            filter: RwSignal::new(Filter::All),
        }
    }
}

impl Default for LookupShow {
    fn default() -> Self {
        Self::new()
    }
}

/// The button that opens it, beside the one key.
#[component]
pub fn LookupOpener() -> impl IntoView {
    let show: LookupShow = expect_context();
    let open = move |_| {
        show.is_open.set(true);
        part::focus_once_there(apart::Part::Panels, "#lookup-title");
    };
    view! {
        <button
            id="lookup-open"
            type="button"
            class="link"
            aria-expanded=text(move || show.is_open.get().to_string())
            title="Where does my key go? A list of keys in, their owners out"
            on:click=on_click(open)
        >
            "Many keys"
        </button>
    }
}

/// The section, while it is open.
#[component]
pub fn LookupSection() -> impl IntoView {
    let show: LookupShow = expect_context();
    shown_while(show.is_open.into(), move || part::lookup(show))
}

/// What is open.
#[component]
pub fn Section(
    /// The list and what is looked at of it.
    show: LookupShow,
) -> impl IntoView {
    let store = use_store();
    let close = move || {
        show.is_open.set(false);
        request_animation_frame(|| focus_first_shown("#lookup-open"));
    };
    let key_down = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() {
            event.prevent_default();
            close();
        }
    };
    let making = Making::following(store, show.keys);
    let bound = store.text(|view| bounded_words(view.snapshot.placed()).unwrap_or_default().to_owned());
    let is_bounded = flag(move || bound.with(|words| !words.is_empty()));
    let has_keys = flag(move || show.keys.with(Option::is_some));
    view! {
        <section class="moved-full lookup" aria-labelledby="lookup-title" on:keydown=on_key(key_down)>
            <div class="panel-head">
                <h2 id="lookup-title" tabindex="-1">"Where do my keys go?"</h2>
                <span class="quiet">"They are looked up, not placed: the counts of the page do not change."</span>
                <button type="button" class="bar-button moved-close" on:click=on_click(move |_| close())>
                    "Close"
                    <kbd>"Esc"</kbd>
                </button>
            </div>
            {shown_while(is_bounded, move || view! { <p class="quiet">{bound}</p> }.into_any())}
            <div class="lookup-parts">
                <KeyField typed=show.typed keys=show.keys />
                {shown_while(has_keys, move || view! { <Table show making /> }.into_any())}
            </div>
        </section>
    }
}

/// The keys with their owners.
#[component]
fn Table(show: LookupShow, making: Making) -> impl IntoView {
    let store = use_store();
    let taking = Taking::nothing();
    let looked = making.looked;
    let listed = Memo::new(move |_| looked.with(|looked| looked.listed(show.filter.get())));
    let count = Memo::new(move |_| listed.with(|listed| listed.len()));
    // After another change there may be no owner of that name.
    Effect::new(move |_| {
        let is_there = looked.with(|looked| looked.has(show.filter.get_untracked()));
        if !is_there {
            show.filter.set(Filter::All);
        }
    });
    let grid = RowGrid::new(count.into());
    Effect::new(move |_| {
        listed.track();
        grid.begin_anew();
    });
    let heading = text(move || {
        looked.with(|looked| {
            let (all, shown) = (looked.len(), count.get());
            let keys =
                |count: usize| format!("{} {}", thousands(count as u64), if count == 1 { "key" } else { "keys" });
            match show.filter.get() {
                Filter::All => keys(all),
                Filter::Owner(owner) => {
                    let share = Ratio::new(shown as u64, all.max(1) as u64).percent();
                    format!("{} of {} on {}, {share}", thousands(shown as u64), keys(all), looked.name(owner))
                }
                Filter::Moved => {
                    let share = Ratio::new(shown as u64, all.max(1) as u64).percent();
                    format!("{} of {} have another owner than before, {share}", thousands(shown as u64), keys(all))
                }
            }
        })
    });
    let choose = move |place: usize| {
        if let Some(row) = listed.with_untracked(|listed| listed.row(place)) {
            choose_key(store, row.key);
        }
    };
    let heads = move || {
        looked.with(|looked| {
            let heads = ["key", "position"].into_iter().chain(looked.slot_word()).chain(["owner", "replicas"]);
            let heads = heads.chain(looked.has_before().then_some("before"));
            let heads: Vec<AnyView> = heads
                .map(|head| view! { <th scope="col" class=format!("lookup-{head}")>{head}</th> }.into_any())
                .collect();
            view! { <tr aria-rowindex="1">{heads}</tr> }.into_any()
        })
    };
    let row = move |place| {
        listed.with(|listed| {
            let row = listed.row(place)?;
            let is_one = store.key.with(|key| *key == row.key);
            Some(GridRow { cells: cells(&listed.looked, &row), class: "row", is_selected: Some(is_one) })
        })
    };
    let progress = text(move || match (taking.progress.get(), making.progress.get()) {
        (Some(percent), _) => format!("Writing the file, {percent} %"),
        (None, Some(percent)) => format!("Looking up, {percent} %"),
        (None, None) => String::new(),
    });
    let frame = Frame {
        scroll_class: "moved-keys-scroll",
        id: "lookup-keys",
        labelled_by: "lookup-keys-title",
        row_id: "lookup-key",
        head: remade(heads),
        below: ().into_any(),
    };
    let file = move || Some(Box::new(listed.get_untracked()) as Box<dyn Rows>);
    view! {
        <div class="moved-keys">
            <h3 id="lookup-keys-title" aria-live="polite">{heading}</h3>
            <div class="moved-keys-head">
                {remade(move || owners(looked, show.filter))}
                <span class="quiet moved-progress">{progress}</span>
                {taking.buttons("All keys that are listed", Rc::new(file))}
            </div>
            {grid.view(frame, Box::new(row), Some(Rc::new(choose)))}
            <p class="quiet">"A key that is chosen is the one key of the page."</p>
        </div>
    }
}

/// The choice of an owner, with how many keys each has.
fn owners(looked: RwSignal<Looked>, filter: RwSignal<Filter>) -> AnyView {
    let (filters, names) = looked.with(Looked::choices);
    let now = filters.iter().position(|one| *one == filter.get()).unwrap_or(0);
    let options = names
        .into_iter()
        .enumerate()
        .map(|(at, name)| view! { <option value=at.to_string() prop:selected=at == now>{name}</option> }.into_any());
    let options: Vec<AnyView> = options.collect();
    let choose = move |event: ev::Event| {
        let at = event_target_value(&event).parse::<usize>().ok();
        if let Some(chosen) = at.and_then(|at| filters.get(at)) {
            filter.set(*chosen);
        }
    };
    view! {
        <select class="dial dial-choice" aria-label="Owner" on:change=on_change(choose)>
            {options}
        </select>
    }
    .into_any()
}

/// The cells of a row.
fn cells(looked: &Looked, row: &Row) -> AnyView {
    let replicas: Vec<AnyView> = row
        .replicas
        .iter()
        .map(|&id| {
            let name = looked.name(Some(id));
            let title = name.clone();
            view! {
                <span class="lookup-replica" title=title>
                    <Chip id />
                    <span class="visually-hidden">{name} " "</span>
                </span>
            }
            .into_any()
        })
        .collect();
    let slot = looked.slot_word().map(|_| {
        let slot = row.slot.map_or_else(|| "\u{2013}".into(), thousands);
        view! { <td class="code">{slot}</td> }
    });
    let before = looked.has_before().then(|| {
        let before = row.before.flatten();
        let has_moved = row.before.is_some_and(|before| before != row.owner);
        view! { <td class:lookup-moved=has_moved>{named_node(before, looked.name_before(before))}</td> }
    });
    view! {
        <th scope="row" class="code" title=row.key.clone()>{row.key.clone()}</th>
        <td class="code" title=row.position.clone()>{row.position.clone()}</td>
        {slot}
        <td>{named_node(row.owner, looked.name(row.owner))}</td>
        <td>{replicas}</td>
        {before}
    }
    .into_any()
}
