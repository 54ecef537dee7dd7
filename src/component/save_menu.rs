//! What can be taken away of a picture, a table or the page: one quiet word that opens a short list.

use std::sync::Arc;

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::react::{on_click, on_focus, on_key};

/// What an entry does.
pub type Act = Arc<dyn Fn() + Send + Sync>;

/// Entries by name, after them whatever else belongs there. The word that is seen, and what of, for those who hear it
/// alone.
pub fn save_menu(
    (word, what): (&'static str, &'static str),
    entries: Vec<(&'static str, Act)>,
    rest: AnyView,
) -> AnyView {
    let menu = NodeRef::<html::Details>::new();
    let close = move |goes_back: bool| {
        let Some(menu) = menu.try_get_untracked().flatten() else { return };
        let _ = menu.remove_attribute("open");
        let summary = menu.query_selector("summary").ok().flatten();
        if let Some(summary) = summary.filter(|_| goes_back).and_then(|summary| summary.dyn_into::<HtmlElement>().ok())
        {
            let _ = summary.focus();
        }
    };
    // A press elsewhere closes it, and so does the keyboard when it goes on.
    let is_elsewhere = move |target: Option<web_sys::EventTarget>| {
        let node = target.and_then(|target| target.dyn_into::<web_sys::Node>().ok());
        let menu = menu.try_get_untracked().flatten();
        menu.zip(node).is_some_and(|(menu, node)| !menu.contains(Some(&node)))
    };
    let pressed = window_event_listener(ev::pointerdown, move |event| {
        if is_elsewhere(event.target()) {
            close(false);
        }
    });
    on_cleanup(move || pressed.remove());
    let key_down = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" && menu.get_untracked().is_some_and(|menu| menu.has_attribute("open")) {
            event.prevent_default();
            event.stop_propagation();
            close(true);
        }
    };
    let entry = |(name, act): (&'static str, Act)| {
        let press = move |_| {
            act();
            close(true);
        };
        view! {
            <button type="button" class="save-entry" on:click=on_click(press)>
                {name}
            </button>
        }
        .into_any()
    };
    view! {
        <details
            class="save"
            node_ref=menu
            on:keydown=on_key(key_down)
            on:focusout=on_focus(move |event| {
                if is_elsewhere(event.related_target()) {
                    close(false);
                }
            })
        >
            <summary class="link" aria-label=format!("{word}{what}")>{word}</summary>
            <div class="save-entries">{entries.into_iter().map(entry).collect_view()} {rest}</div>
        </details>
    }
    .into_any()
}

/// The entries of a table.
pub fn table_entries(
    title: &'static str,
    table: impl Fn() -> crate::lab::sheet::Table + Send + Sync + Clone + 'static,
) -> Vec<(&'static str, Act)> {
    let (csv, json): (Act, Act) = {
        let again = table.clone();
        (
            Arc::new(move || super::saved_file::save_csv(title, &table())),
            Arc::new(move || super::saved_file::save_json(title, &again())),
        )
    };
    vec![("CSV", csv), ("JSON", json)]
}
