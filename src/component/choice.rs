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
    /// Names of groups, each with how many of the options belong to it, in their order; none for a plain list.
    #[prop(optional)]
    groups: Vec<(&'static str, usize)>,
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
            .into_any()
        })
        .collect::<Vec<_>>();
    let options = if groups.is_empty() { options } else { grouped(options, groups) };
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

/// The options in their groups.
fn grouped(options: Vec<AnyView>, groups: Vec<(&'static str, usize)>) -> Vec<AnyView> {
    let mut options = options.into_iter();
    groups
        .into_iter()
        .map(|(name, count)| {
            let own: Vec<AnyView> = options.by_ref().take(count).collect();
            view! { <optgroup label=name>{own}</optgroup> }.into_any()
        })
        .collect()
}
