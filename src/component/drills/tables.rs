//! What became of each run, and the lanes as a table, made when it is asked for.

use leptos::prelude::*;

use super::playing::Playing;
use crate::{
    component::{
        lab::plate::table_of,
        saved_file::{save_csv, save_json},
    },
    lab::sheet::{MOST_ROWS, Table},
    react::{flag, on_change, on_click, remade, shown_while, text},
};

/// Both tables.
#[component]
pub fn Tables() -> impl IntoView {
    let playing: Playing = expect_context();
    let outcome = Memo::new(move |_| playing.shown.with(|shown| shown.outcome.clone()));
    let is_open = RwSignal::new(false);
    view! {
        <Plate
            title="Runs so far"
            caption="Counts at full scale, from the start. The checksum stands for everything that was measured: the same link gives the same, on any machine."
            table=Signal::derive(move || outcome.get())
        />
        <section class="plate" aria-labelledby="drill-spans">
            <div class="plate-head">
                <h2 id="drill-spans">"The lanes as a table"</h2>
                <span class="plate-actions">
                    <button
                        type="button"
                        class="bar-button"
                        aria-expanded=text(move || is_open.get().to_string())
                        on:click=on_click(move |_| is_open.update(|is_open| *is_open = !*is_open))
                    >
                        {text(move || if is_open.get() { "Hide".into() } else { "Show".into() })}
                    </button>
                    <button
                        type="button"
                        class="bar-button"
                        on:click=on_click(move |_| {
                            save_csv("The lanes as a table", &playing.spans_table());
                        })
                    >
                        "CSV"
                    </button>
                    <button
                        type="button"
                        class="bar-button"
                        on:click=on_click(move |_| {
                            save_json("The lanes as a table", &playing.spans_table());
                        })
                    >
                        "JSON"
                    </button>
                </span>
            </div>
            {shown_while(
                flag(move || is_open.get()),
                move || {
                    view! {
                        <div class="plate-table long" role="region" tabindex="0" aria-label="The lanes, as a table">
                            {spans(playing)}
                        </div>
                        <p class="quiet">{format!("Up to {MOST_ROWS} rows; all are in the CSV.")}</p>
                    }
                        .into_any()
                },
            )}
        </section>
    }
}

/// The lanes as a table, while they stand still: hundreds of rows are for reading.
fn spans(playing: Playing) -> AnyView {
    let settled = Memo::new(move |_| {
        playing.shown.with(|shown| (shown.is_settled && !playing.plays.get(), shown.tick, shown.runs.len()))
    });
    remade(move || {
        if settled.get().0 {
            table_of(&playing.spans_table())
        } else {
            view! { <p class="quiet">"The table is there when the drill stands still."</p> }.into_any()
        }
    })
}

/// The same in a figure in another page: folded, and to be read only.
#[component]
pub fn Lists() -> impl IntoView {
    let playing: Playing = expect_context();
    let outcome = Memo::new(move |_| playing.shown.with(|shown| shown.outcome.clone()));
    let is_open = RwSignal::new(false);
    view! {
        <details class="embed-table">
            <summary>"Runs so far, as a table"</summary>
            <div class="plate-table" role="region" tabindex="0" aria-label="Runs so far, as a table">
                {remade(move || outcome.with(table_of))}
            </div>
        </details>
        <details class="embed-table" on:toggle=on_change(move |_| is_open.update(|is_open| *is_open = !*is_open))>
            <summary>"The lanes, as a table"</summary>
            {shown_while(
                is_open.into(),
                move || {
                    view! {
                        <div class="plate-table" role="region" tabindex="0" aria-label="The lanes, as a table">
                            {spans(playing)}
                        </div>
                    }
                        .into_any()
                },
            )}
        </details>
    }
}

/// A table with its heading, to be taken away.
#[component]
pub fn Plate(
    /// Its heading.
    title: &'static str,
    /// How to read it.
    #[prop(into)]
    caption: Signal<String>,
    /// What it says now.
    table: Signal<Table>,
    /// What it comes to, in words.
    #[prop(optional)]
    finding: Option<Signal<String>>,
    /// What leads it.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let id = title.to_ascii_lowercase().replace(' ', "-");
    let labelled_by = id.clone();
    let take_csv = move |_| table.with_untracked(|table| save_csv(title, table));
    let take_json = move |_| table.with_untracked(|table| save_json(title, table));
    view! {
        <section class="plate" aria-labelledby=labelled_by>
            <div class="plate-head">
                <h2 id=id>{title}</h2>
                <span class="plate-actions">
                    <span class="quiet">"Save"</span>
                    <button type="button" class="bar-button" on:click=on_click(take_csv)>
                        "CSV"
                    </button>
                    <button type="button" class="bar-button" on:click=on_click(take_json)>
                        "JSON"
                    </button>
                </span>
            </div>
            {finding.map(|finding| view! { <p class="drill-finding">{finding}</p> })}
            <p class="quiet">{caption}</p>
            {children.map(|children| children())}
            <div class="plate-table" role="region" tabindex="0" aria-label=format!("{title}, as a table")>
                {remade(move || table.with(table_of))}
            </div>
        </section>
    }
}
