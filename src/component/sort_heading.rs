//! A column's heading as a button that sorts by it.

use leptos::prelude::*;

use crate::react::{on_click, text};

/// The button: its words, what pressing it does, and is the table sorted by it, the largest first?
pub fn sort_heading(
    words: &'static str,
    title: &'static str,
    descending: Signal<Option<bool>>,
    press: Box<dyn Fn()>,
) -> AnyView {
    let arrow = text(move || {
        let arrow = match descending.get() {
            Some(true) => "▾",
            Some(false) => "▴",
            None => "",
        };
        arrow.to_owned()
    });
    view! {
        <button type="button" class="sort" title=title on:click=on_click(move |_| press())>
            {words}
            <i aria-hidden="true">{arrow}</i>
        </button>
    }
    .into_any()
}

/// How a column is sorted, for those who do not see the arrow.
#[must_use]
pub fn aria_sort(descending: Signal<Option<bool>>) -> Signal<String> {
    text(move || {
        let sorted = match descending.get() {
            Some(true) => "descending",
            Some(false) => "ascending",
            None => "none",
        };
        sorted.to_owned()
    })
}
