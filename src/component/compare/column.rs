//! One column: its name, its settings, its picture and its strip.

use leptos::prelude::*;

use super::{Page, strip::Strip};
use crate::{
    compare::heading,
    component::{
        picture::Picture,
        sentence::{MoreButton, WayFields},
    },
    finding,
    react::{flag, on_click, shown_while, text},
    store::{Store, use_store},
};

/// The table beside all pictures.
pub const TABLE: &str = "compare-table";

/// A column, whose store is the context's.
#[component]
pub fn ColumnView() -> impl IntoView {
    let store = use_store();
    let Page(page) = expect_context();
    let Some(column) = store.column() else { return ().into_any() };
    let place = column.place();
    let more = RwSignal::new(false);
    let title = format!("compare-{place}");
    let labelled_by = title.clone();
    // What tells it from the others hangs on the others too.
    let name = text(move || {
        let all = page.placements();
        all.get(place).map_or_else(String::new, |own| heading(own, &all))
    });
    let line = store.text(finding::why);
    let refused = text(move || column.refused.get().unwrap_or_default());
    let is_refused = flag(move || column.refused.with(Option::is_some));
    let act = move |words: &'static str, act: fn(Store, usize)| {
        view! {
            <button
                type="button"
                class="link"
                aria-label=text(move || format!("{words} {}", name.get()))
                on:click=on_click(move |_| act(page, place))
            >
                {words}
            </button>
        }
        .into_any()
    };
    let is_other = place > 0;
    let can_go = flag(move || is_other && page.variants().with(|variants| variants.len() > 1));
    view! {
        <section class="compare-column" aria-labelledby=labelled_by>
            <div class="panel-head">
                <h2 id=title>{name}</h2>
                <span class="compare-acts">
                    {is_other.then(|| act("Explore", Store::explore))}
                    {shown_while(can_go, move || act("Remove", Store::remove_variant))}
                </span>
            </div>
            <p class="sentence compare-way">
                "Placed " <WayFields more /> " " <MoreButton more />
            </p>
            {shown_while(
                is_refused,
                move || view! { <p class="compare-refused" role="alert">{refused} " The picture is still the last one."</p> }.into_any(),
            )}
            <p class="quiet compare-line">{line}</p>
            <Picture view=store.view() lit=store.lit theme=store.theme.into() place table=TABLE />
            <Strip store />
        </section>
    }
    .into_any()
}
