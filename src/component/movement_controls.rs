//! What can be done with what moved: lines or a flow in the picture, and the way to the matrix and the keys.

use leptos::prelude::*;

use super::moved_section;
use crate::{
    a11y::media_matches,
    picture,
    react::{on_click, remade, text},
    store::{Store, use_store},
};

/// The buttons.
#[component]
pub fn MovementControls() -> impl IntoView {
    let store = use_store();
    let has_lines = store.flag(picture::has_lines);
    view! {
        <div class="moved-actions">
            {remade(move || shown_as(store, has_lines.get()))}
            <button
                type="button"
                id="moved-open"
                class="button"
                aria-expanded=text(move || store.movement.is_open.get().to_string())
                on:click=on_click(move |_| moved_section::open(store))
            >
                "Matrix and keys"
            </button>
        </div>
    }
}

/// How the picture shows what moved: lines or a flow, or where there are no lines, a flow or not.
fn shown_as(store: Store, has_lines: bool) -> AnyView {
    let flow = store.movement.flow;
    let button = move |words: &'static str, shows_flow: bool| {
        view! {
            <button
                type="button"
                class="button"
                aria-pressed=text(move || (flow.get() == shows_flow).to_string())
                on:click=on_click(move |_| {
                    flow.update(|flow| *flow = if has_lines { shows_flow } else { !*flow });
                    bring_picture_into_sight();
                })
            >
                {words}
            </button>
        }
    };
    if !has_lines {
        return button("Show the flow", true).into_any();
    }
    view! {
        <span class="segments" role="group" aria-label="What moved, in the picture">
            {button("Lines", false)}
            {button("Flow", true)}
        </span>
    }
    .into_any()
}

/// On a narrow page the picture is far above its controls.
fn bring_picture_into_sight() {
    if !media_matches("(width <= 720px)") {
        return;
    }
    // Its caption has another height by then.
    request_animation_frame(|| {
        if let Ok(Some(picture)) = document().query_selector(".picture-stage") {
            picture.scroll_into_view();
        }
    });
}
