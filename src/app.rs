//! The page: bar, finding, settings, and the bench of fleet, picture and movement.

use leptos::{ev, prelude::*};

use crate::{
    component::{
        balance::BalanceFigures, finding_line::FindingLine, fleet_table::FleetTable, is_text_entry,
        movement_panel::MovementPanel, notes::Notes, picture::Picture, sentence::Sentence, top_bar::TopBar,
    },
    store::Store,
};

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let store = Store::from_address();
    provide_context(store);
    // Undo and redo from anywhere but a text field, where they are the field's own.
    let keys = window_event_listener(ev::keydown, move |event| {
        let undo = (event.ctrl_key() || event.meta_key()) && !event.alt_key() && event.key().eq_ignore_ascii_case("z");
        if undo && !is_text_entry(&event) {
            event.prevent_default();
            if event.shift_key() { store.redo() } else { store.undo() }
        }
    });
    on_cleanup(move || keys.remove());
    let announcement = store.announcement;
    view! {
        <TopBar />
        <FindingLine />
        <Sentence />
        <Notes />
        <div class="bench">
            <div class="column-fleet">
                <FleetTable />
                <BalanceFigures />
            </div>
            <div class="column-picture">
                <Picture view=store.view() lit=store.lit theme=store.theme.into() />
            </div>
            <div class="column-movement">
                <MovementPanel />
            </div>
        </div>
        <p class="visually-hidden" aria-live="polite">{announcement}</p>
    }
}
