//! The history: each change a step with the share that it moved. A step is gone to by a click.

use leptos::{html, prelude::*};
use wasm_bindgen::JsCast;

use super::{keyboard::KeyHints, page_save::PageSave};
use crate::{
    idle::when_idle,
    react::{flag, on_click, text},
    store::{Step, use_store},
};

/// The strip.
#[component]
pub fn HistoryStrip() -> impl IntoView {
    let store = use_store();
    let steps = store.steps();
    let count = Memo::new(move |_| steps.with(|steps| steps.steps.len()));
    let at = Memo::new(move |_| steps.with(|steps| steps.at));
    let list = NodeRef::<html::Ol>::new();
    Effect::new(move |_| {
        let _ = (count.get(), at.get());
        // After the frame that shows the change: the step is laid out by then, and to ask earlier would lay out twice.
        when_idle(Box::new(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                keep_current_in_view(&list);
            }
        }));
    });
    view! {
        <section class="history" aria-labelledby="history-title">
            <h2 id="history-title">"History"</h2>
            <ol class="history-steps" node_ref=list>
                <For each=move || 0..count.get() key=|at| *at let:place>
                    {history_step(place, at)}
                </For>
            </ol>
            <KeyHints />
            <PageSave />
        </section>
    }
}

fn history_step(place: usize, at: Memo<usize>) -> AnyView {
    let store = use_store();
    let steps = store.steps();
    let read = move |read: fn(&Step) -> String| {
        text(move || steps.with(|steps| steps.steps.get(place).map_or_else(String::new, read)))
    };
    let title = read(|step| if step.title.is_empty() { "Start".into() } else { step.title.clone() });
    let moved = read(|step| step.moved.as_ref().map_or_else(String::new, |share| format!("{share} moved")));
    let here = flag(move || at.get() == place);
    view! {
        <li>
            <button
                type="button"
                class="history-step"
                title=title
                aria-current=move || here.get().then_some("step")
                on:click=on_click(move |_| store.go_to(place))
            >
                <i class="history-dot" aria-hidden="true"></i>
                <span class="history-title">{title}</span>
                <span class="moved">{moved}</span>
            </button>
        </li>
    }
    .into_any()
}

/// Scrolls the list, and nothing else, so that the step on show can be seen.
fn keep_current_in_view(list: &web_sys::HtmlOListElement) {
    let current = list.query_selector("[aria-current]").ok().flatten();
    let Some(step) = current.and_then(|step| step.dyn_into::<web_sys::HtmlElement>().ok()) else { return };
    let (start, end) = (step.offset_left(), step.offset_left() + step.offset_width());
    let (from, room) = (list.scroll_left(), list.client_width());
    if start < from {
        list.set_scroll_left(start - 24);
    } else if end > from + room {
        // Of a step that is wider than the room, its start.
        list.set_scroll_left((end - room + 8).min(start));
    }
}
