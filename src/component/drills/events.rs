//! What happens in the drill, by number and time. The reader's own events can be taken out again, or put at another time.

use leptos::prelude::*;
use placement::drill::clock;

use super::playing::Playing;
use crate::{
    component::save_menu::{save_menu, table_entries},
    drills::taken,
    react::{flag, on_change, on_click, remade, shown_while, text},
    store::use_store,
};

/// The list below the lanes.
#[component]
pub fn Events() -> impl IntoView {
    let playing: Playing = expect_context();
    // What is said of an event changes while it plays; its row stays, and with it the focus.
    let rows = Memo::new(move |_| {
        playing.shown.with(|shown| shown.events.iter().map(|line| (line.tick, line.own)).collect::<Vec<_>>())
    });
    let list = move || {
        let rows = rows.get().into_iter().enumerate();
        rows.map(|(at, (tick, own))| row(playing, at, tick, own)).collect_view().into_any()
    };
    let entries = table_entries("what happens in the drill", move || {
        playing.shown.with_untracked(|shown| taken::happens(&shown.events))
    });
    let save = (!use_store().is_figure())
        .then(|| view! { <div class="save-line">{save_menu(("Save", " what happens"), entries, ().into_any())}</div> });
    let whose = text(move || playing.shown.with(|shown| shown.events_of.clone()));
    let differ = flag(move || !whose.with(String::is_empty));
    view! {
        {shown_while(
            differ,
            move || view! { <p class="quiet drill-events-of">"What happens in the run " <b>{whose}</b></p> }.into_any(),
        )}
        <ol class="drill-events" id="drill-events" aria-label="Events" tabindex="-1">
            {remade(list)}
        </ol>
        {save}
    }
}

/// An event by its place in the list; `own` is its place among the reader's.
fn row(playing: Playing, at: usize, tick: u32, own: Option<usize>) -> AnyView {
    let title = text(move || {
        playing.shown.with(|shown| shown.events.get(at).map_or_else(String::new, |line| line.title.clone()))
    });
    let is_past = flag(move || playing.shown.with(|shown| shown.events.get(at).is_some_and(|line| line.is_past)));
    // In a figure its author's events are part of the link.
    let controls = own.filter(|_| !use_store().is_figure()).map(|place| {
        let put = move |event: leptos::ev::Event| {
            if !playing.put(place, &event_target_value(&event)) {
                let field: web_sys::HtmlInputElement = event_target(&event);
                field.set_value(&clock::in_seconds(tick));
            }
        };
        view! {
            <span class="drill-own">
                <label class="quiet">
                    "yours, at "
                    <input
                        type="text"
                        class="drill-number-field"
                        id=format!("drill-at-{place}")
                        inputmode="decimal"
                        autocomplete="off"
                        aria-label=text(move || format!("Time of {}, in seconds", title.get()))
                        prop:value=clock::in_seconds(tick)
                        on:change=on_change(put)
                    />
                    " s"
                </label>
                <button
                    type="button"
                    class="link"
                    id=format!("drill-remove-{place}")
                    aria-label=text(move || {
                        format!("Remove the event at {}: {}", clock::in_words(tick), title.get())
                    })
                    on:click=on_click(move |_| playing.forget(place))
                >
                    "Remove"
                </button>
            </span>
        }
    });
    view! {
        <li class:drill-past=is_past>
            <b class="drill-number" aria-hidden="true">
                {(at + 1).to_string()}
            </b>
            <span class="quiet">{clock::in_words(tick)}</span>
            <span>{title}</span>
            {controls}
        </li>
    }
    .into_any()
}
