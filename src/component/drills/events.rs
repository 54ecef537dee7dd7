//! What happens in the drill, by number and time. The reader's own events can be taken out again.

use leptos::prelude::*;
use placement::drill::clock;

use super::playing::Playing;
use crate::{
    component::save_menu::{save_menu, table_entries},
    drills::taken,
    react::{on_click, remade},
    store::use_store,
};

/// The list below the lanes.
#[component]
pub fn Events() -> impl IntoView {
    let playing: Playing = expect_context();
    let lines = Memo::new(move |_| playing.shown.with(|shown| shown.events.clone()));
    let list = move || {
        let rows = lines.get().into_iter().enumerate().map(|(at, line)| {
            let name = format!("Take out {}", line.title);
            let own = line.own.map(|place| {
                view! {
                    <button
                        type="button"
                        class="link"
                        aria-label=name.clone()
                        on:click=on_click(move |_| playing.forget(place))
                    >
                        "Take out"
                    </button>
                }
            });
            view! {
                <li class:drill-past=line.is_past>
                    <b class="drill-number" aria-hidden="true">
                        {(at + 1).to_string()}
                    </b>
                    <span class="quiet">{clock::in_words(line.tick)}</span>
                    <span>{line.title}</span>
                    {own}
                </li>
            }
        });
        view! { <ol class="drill-events" aria-label="Events">{rows.collect_view()}</ol> }.into_any()
    };
    let entries =
        table_entries("what happens in the drill", move || lines.with_untracked(|lines| taken::happens(lines)));
    let save = (!use_store().is_figure())
        .then(|| view! { <div class="save-line">{save_menu(("Save", " what happens"), entries, ().into_any())}</div> });
    view! {
        {remade(list)}
        {save}
    }
}
