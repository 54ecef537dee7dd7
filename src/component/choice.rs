//! A choice in the settings sentence: the browser's own select without its skin.

use leptos::prelude::*;

use crate::react::{flag, on_change};

/// One of the options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// On screen.
    pub name: String,
    /// What it means; shown as the option's title.
    pub help: String,
}

/// A select.
#[component]
pub fn ChoiceField(
    /// Its accessible name.
    label: String,
    /// The options.
    items: Vec<Item>,
    /// The place of the one that holds now.
    #[prop(into)]
    value: Signal<usize>,
    /// Takes another.
    #[prop(into)]
    take: Callback<usize>,
    /// Set in the face for code?
    #[prop(optional)]
    code: bool,
) -> impl IntoView {
    let options = items
        .into_iter()
        .enumerate()
        .map(|(at, item)| {
            view! {
                <option value=at.to_string() title=item.help prop:selected=flag(move || value.get() == at)>
                    {item.name}
                </option>
            }
        })
        .collect_view();
    view! {
        <select
            class="dial dial-choice"
            class:code=code
            aria-label=label
            on:change=on_change(move |event| {
                if let Ok(at) = event_target_value(&event).parse() {
                    take.run(at);
                    // A choice that was refused does not stay.
                    event_target::<web_sys::HtmlSelectElement>(&event).set_selected_index(value.get_untracked() as i32);
                }
            })
        >
            {options}
        </select>
    }
}
