//! The change on show, played again in the picture: slowly, step by step, or led by hand.

use std::sync::Arc;

use leptos::prelude::*;

use super::travel::{InSight, TravelControls, WHOLE, Words};
use crate::{
    observer::is_in_sight,
    picture,
    react::{on_click, remade, text},
    store::use_store,
};

const REPLAY: Words = Words {
    group: "The change, played again",
    play: "Play",
    slider: "How far the change is",
    ends: ("before", "after"),
};

/// A button that opens the controls, where the picture can show the change on its way.
#[component]
pub fn Replay() -> impl IntoView {
    let store = use_store();
    let open = RwSignal::new(false);
    let can_move = store.flag(picture::can_be_replayed);
    // Another view is on show as it is.
    let view = store.view();
    Effect::new(move |_| {
        view.track();
        store.replay.set(WHOLE);
    });
    on_cleanup(move || store.replay.set(WHOLE));
    let toggle = move |_| {
        open.update(|open| *open = !*open);
        store.replay.set(if open.get_untracked() { 0 } else { WHOLE });
    };
    let in_sight: InSight = Arc::new(|| {
        let stage = document().query_selector(".picture-stage").ok().flatten();
        stage.is_some_and(|stage| is_in_sight(&stage))
    });
    remade(move || {
        // A flow stands still.
        if !can_move.get() || store.movement.flow.get() {
            return ().into_any();
        }
        let controls = open.get().then(|| {
            view! { <TravelControls at=store.replay words=REPLAY in_sight=Arc::clone(&in_sight) /> }
        });
        view! {
            <div class="replay">
                <button
                    type="button"
                    class="link"
                    aria-expanded=text(move || open.get().to_string())
                    on:click=on_click(toggle)
                >
                    "Play it again"
                </button>
                {controls}
            </div>
        }
        .into_any()
    })
}
