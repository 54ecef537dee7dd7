//! Keys of the whole page, and the sheet that lists them all. A single letter acts only while the focus is in the
//! fleet, the picture or the history and not in a text field (WCAG 2.1.4); the strip below shows a key while it acts.

use leptos::{ev, html, prelude::*};
use placement::{
    parameter::{self, Value},
    scenario::Command,
};
use wasm_bindgen::JsCast;

use super::{focus_first_shown, is_text_entry, is_text_field};
use crate::{
    react::{flag, on_click, shown_while},
    store::{Store, use_store},
};

/// Where the focus is, as far as keys are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Focus {
    /// Where no letter acts.
    Elsewhere,
    /// In a text field, which has its own undo.
    Text,
    /// Where letters act.
    Letters,
    /// There, and in the row of a node.
    Row,
}

/// The keys of the page. Copies are the same; to be provided once.
#[derive(Clone, Copy)]
pub struct Keyboard {
    focus: RwSignal<Focus>,
    sheet: RwSignal<bool>,
}

impl Keyboard {
    /// Listens for as long as the page is there.
    #[must_use]
    pub fn new(store: Store) -> Self {
        let this = Self { focus: RwSignal::new(Focus::Elsewhere), sheet: RwSignal::new(false) };
        let pressed = window_event_listener(ev::keydown, move |event| this.key(store, &event));
        let came = window_event_listener(ev::focusin, move |event| this.follow(event.target().as_ref()));
        let went = window_event_listener(ev::focusout, move |event| this.follow(event.related_target().as_ref()));
        on_cleanup(move || {
            pressed.remove();
            came.remove();
            went.remove();
        });
        this
    }

    fn follow(self, target: Option<&web_sys::EventTarget>) {
        let now = target.map_or(Focus::Elsewhere, focus_of);
        if self.focus.get_untracked() != now {
            self.focus.set(now);
        }
    }

    fn key(self, store: Store, event: &ev::KeyboardEvent) {
        if is_text_entry(event) || event.alt_key() {
            return;
        }
        let key = event.key().to_lowercase();
        if event.ctrl_key() || event.meta_key() {
            if key == "z" {
                event.prevent_default();
                if event.shift_key() { store.redo() } else { store.undo() }
            }
            return;
        }
        if !matches!(self.focus.get_untracked(), Focus::Letters | Focus::Row) {
            return;
        }
        match key.as_str() {
            "n" => focus_first_shown("#new-node"),
            "f" => turn_finaliser(store),
            "?" => self.sheet.set(true),
            _ => return,
        }
        event.prevent_default();
    }
}

fn focus_of(target: &web_sys::EventTarget) -> Focus {
    let Some(element) = target.dyn_ref::<web_sys::Element>() else { return Focus::Elsewhere };
    let is_in = |selector: &str| element.closest(selector).ok().flatten().is_some();
    match () {
        () if is_text_field(element) => Focus::Text,
        () if is_in(".row:not(.row-gone)") => Focus::Row,
        () if is_in(".fleet, .picture, .history") => Focus::Letters,
        () => Focus::Elsewhere,
    }
}

fn turn_finaliser(store: Store) {
    let scenario = store.scenario();
    if scenario.algorithm.takes(&parameter::FINALISER) {
        let is_on = scenario.settings.switch(&parameter::FINALISER);
        store.try_dispatch(Command::Set(&parameter::FINALISER, Value::Switch(!is_on)));
    }
}

/// The keys that would act now, and the button for the sheet.
#[component]
pub fn KeyHints() -> impl IntoView {
    let store = use_store();
    let keyboard: Keyboard = expect_context();
    let focus = keyboard.focus;
    let letters = flag(move || matches!(focus.get(), Focus::Letters | Focus::Row));
    let row = flag(move || focus.get() == Focus::Row);
    let can_undo = store.can_undo();
    let undo = flag(move || can_undo.get() && focus.get() != Focus::Text);
    let hint = |key: &'static str, what: &'static str| view! { <span><kbd>{key}</kbd>{what}</span> }.into_any();
    view! {
        <div class="history-keys">
            <p aria-hidden="true">
                {shown_while(letters, move || hint("N", " add"))}
                {shown_while(row, move || hint("Del", " remove"))}
                {shown_while(undo, move || hint("Ctrl Z", " undo"))}
                {shown_while(letters, move || hint("?", ""))}
            </p>
            <button type="button" class="link" data-keys="" on:click=on_click(move |_| keyboard.sheet.set(true))>
                "Keys"
            </button>
        </div>
    }
}

/// Keys by where they act.
const KEYS: [(&str, &[(&str, &str)]); 8] = [
    ("Everywhere", &[("Ctrl Z", "undo"), ("Ctrl Shift Z", "redo"), ("Esc", "close a tip, let go of a pinned node")]),
    (
        "In the fleet, the picture or the history",
        &[("N", "name a new node"), ("F", "finaliser on or off"), ("?", "these keys")],
    ),
    ("In a node's row", &[("Del", "remove the node")]),
    (
        "On the picture",
        &[
            ("← →", "along a node's arcs"),
            ("↑ ↓", "from node to node"),
            ("Home End", "first and last arc"),
            ("Enter", "pin the node, or let it go"),
        ],
    ),
    (
        "On a number",
        &[
            ("↑ ↓", "one step"),
            ("Shift ↑ ↓", "ten steps"),
            ("Page Up, Page Down", "ten steps"),
            ("Enter", "type it"),
            ("Esc", "put the old one back"),
        ],
    ),
    (
        "On the matrix and the keys that moved",
        &[
            ("← → ↑ ↓", "from number to number, from key to key"),
            ("Home End", "first and last"),
            ("Enter", "list a number's keys, follow a key"),
            ("Esc", "close them"),
        ],
    ),
    ("In the field for one key", &[("↑ ↓", "next and previous key")]),
    ("On the steps of its walk", &[("← →", "a step back, a step on")]),
];

/// The sheet, while it is open.
#[component]
pub fn KeySheet() -> impl IntoView {
    let keyboard: Keyboard = expect_context();
    shown_while(keyboard.sheet.into(), move || view! { <Sheet open=keyboard.sheet /> }.into_any())
}

#[component]
fn Sheet(open: RwSignal<bool>) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    // A modal dialog gives the focus back to where it was when it is closed.
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get().filter(|dialog| !dialog.open()) {
            let _ = dialog.show_modal();
        }
    });
    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let groups = KEYS
        .into_iter()
        .map(|(place, keys)| {
            let keys = keys.iter().map(|&(key, what)| {
                view! {
                    <dt><kbd>{key}</kbd></dt>
                    <dd>{what}</dd>
                }
            });
            view! {
                <section>
                    <h3>{place}</h3>
                    <dl>{keys.collect_view()}</dl>
                </section>
            }
        })
        .collect_view();
    view! {
        <dialog node_ref=dialog class="dialog key-sheet" aria-labelledby="key-sheet-title" on:close=move |_| open.set(false)>
            <h2 id="key-sheet-title">"Keys"</h2>
            <div class="key-groups">{groups}</div>
            <p class="dialog-buttons">
                <button type="button" class="button" on:click=on_click(move |_| close())>
                    "Close"
                </button>
            </p>
        </dialog>
    }
}
