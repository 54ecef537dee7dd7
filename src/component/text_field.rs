//! A text edited in place: Enter or leaving the field takes it, Escape puts the old one back. What cannot be taken stays
//! in the field with the reason below it.

use leptos::{ev, html, prelude::*};
use placement::scenario::ScenarioError;

use crate::react::{flag, on_change, on_key, text};

/// A text field in a sentence or a table.
#[component]
pub fn TextField(
    /// Its accessible name.
    #[prop(into)]
    label: Signal<String>,
    /// The text that holds now.
    value: Signal<String>,
    /// Takes a new text, or says why not.
    #[prop(into)]
    take: Callback<String, Result<(), ScenarioError>>,
    /// Set in the face for code?
    #[prop(optional)]
    code: bool,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let error = RwSignal::new(None::<String>);
    let id = format!("error-{}", uid());
    let described_by = id.clone();
    let restore = move || {
        error.set(None);
        if let Some(input) = input.get_untracked() {
            input.set_value(&value.get_untracked());
        }
    };
    let commit = move || {
        let Some(input) = input.get_untracked() else { return };
        let text = input.value();
        if text == value.get_untracked() {
            error.set(None);
            return;
        }
        error.set(take.run(text).err().map(|error| error.to_string()));
    };
    let key_down = move |event: ev::KeyboardEvent| match event.key().as_str() {
        "Enter" => commit(),
        "Escape" => {
            event.stop_propagation();
            restore();
        }
        _ => {}
    };
    let size = text(move || value.with(|text| text.chars().count().clamp(2, 60).to_string()));
    let message = text(move || error.get().unwrap_or_default());
    let invalid = flag(move || error.with(Option::is_some));
    view! {
        <span class="field">
            <input
                node_ref=input
                class="dial dial-text"
                class:code=code
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label=label
                aria-invalid=text(move || invalid.get().to_string())
                aria-describedby=described_by
                size=size
                prop:value=value
                on:change=on_change(move |_| commit())
                on:keydown=on_key(key_down)
            />
            <span class="field-error" id=id role="alert">{message}</span>
        </span>
    }
}

/// A number that no other element of the page has.
fn uid() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
