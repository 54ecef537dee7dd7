//! The settings as a sentence whose numbers and choices are edited in place. What follows the algorithm is made from
//! its declared parameters, so a new one appears here by itself.

use leptos::{either::EitherOf4, prelude::*};
use placement::{
    algorithm::{self, Algorithm},
    keys::Keys,
    limits,
    parameter::{Kind, Parameter, Value},
    scenario::Command,
};

use super::{
    choice::{ChoiceField, Item},
    number::{Form, NumberField, Range},
    text_field::TextField,
};
use crate::store::{Store, use_store};

/// The sentence.
#[component]
pub fn Sentence() -> impl IntoView {
    let store = use_store();
    let more = RwSignal::new(false);
    let parameters = {
        let view = store.view();
        Memo::new(move |_| {
            view.with(|view| {
                let scenario = view.scenario();
                let shown = |parameter: &&'static Parameter| {
                    parameter.prominent || more.get() || scenario.settings.get(parameter) != parameter.default()
                };
                scenario.algorithm.parameters.iter().copied().filter(shown).collect::<Vec<_>>()
            })
        })
    };
    let has_more = store.derive(|view| view.scenario().algorithm.parameters.iter().any(|one| !one.prominent));
    let algorithms = || {
        algorithm::ALL.into_iter().map(|one| Item { name: one.name.into(), help: one.source.into() }).collect::<Vec<_>>()
    };
    let current = store
        .derive(|view| algorithm::ALL.into_iter().position(|one| one == view.scenario().algorithm).unwrap_or_default());
    view! {
        <section class="sentence" aria-label="Settings">
            <p>
                "Place " <KeyFields more />
                " on " <NodeCount />
                {move || format!(" nodes {} ", algorithm_at(current.get()).preposition)}
                <ChoiceField
                    label="Algorithm".into()
                    items=algorithms()
                    value=current
                    take=move |at| store.try_dispatch(Command::SetAlgorithm(algorithm_at(at)))
                />
                <For each=move || parameters.get() key=|parameter| parameter.field let:parameter>
                    <Phrase parameter />
                </For>
                "."
                <Show when=move || has_more.get()>
                    " "
                    <button
                        type="button"
                        class="link"
                        aria-expanded=move || more.get().to_string()
                        on:click=move |_| more.update(|more| *more = !*more)
                    >
                        {move || if more.get() { "Less" } else { "More" }}
                    </button>
                </Show>
            </p>
        </section>
    }
}

fn algorithm_at(at: usize) -> Algorithm {
    algorithm::ALL.get(at).copied().unwrap_or_default()
}

/// Number, pattern and first value of the keys; or the number of a pasted list.
#[component]
fn KeyFields(more: RwSignal<bool>) -> impl IntoView {
    let store = use_store();
    let is_list = store.derive(|view| matches!(view.scenario().keys, Keys::List(_)));
    let count = store.derive(|view| view.scenario().keys.len());
    let pattern = store.derive(|view| match &view.scenario().keys {
        Keys::Pattern { pattern, .. } => pattern.clone(),
        Keys::List(_) => String::new(),
    });
    let first = store.derive(|view| match &view.scenario().keys {
        Keys::Pattern { first, .. } => *first,
        Keys::List(_) => 0,
    });
    let whole = |least, most, logarithmic| Range { least, most, logarithmic, form: Form::Whole };
    view! {
        <Show
            when=move || !is_list.get()
            fallback=move || {
                view! {
                    {move || placement::number::thousands(count.get())}
                    " pasted keys "
                    <button type="button" class="link" on:click=move |_| store.try_dispatch(Command::SetKeys(Keys::default()))>
                        "use a pattern"
                    </button>
                }
            }
        >
            <NumberField
                label="Number of keys"
                value=count
                range=whole(0, limits::KEYS, true)
                command=move |count| with_keys(store, move |keys| keys.1 = count)
            />
            " keys "
            <TextField
                label="Key pattern"
                value=pattern.into()
                code=true
                take=move |text: String| match with_keys(store, move |keys| keys.2 = text.trim().to_owned()) {
                    Some(command) => store.dispatch(command),
                    None => Ok(()),
                }
            />
            <Show when=move || more.get() || first.get() != 0>
                " from "
                <NumberField
                    label="First value of the counter"
                    value=first
                    range=whole(0, u32::MAX - limits::KEYS, true)
                    command=move |first| with_keys(store, move |keys| keys.0 = first)
                />
            </Show>
        </Show>
    }
}

/// The command that changes first value, count or pattern; none for a pasted list.
fn with_keys(store: Store, change: impl FnOnce(&mut (u32, u32, String))) -> Option<Command> {
    let Keys::Pattern { pattern, first, count } = store.scenario().keys.clone() else { return None };
    let mut parts = (first, count, pattern);
    change(&mut parts);
    let (first, count, pattern) = parts;
    Some(Command::SetKeys(Keys::Pattern { pattern, first, count }))
}

#[component]
fn NodeCount() -> impl IntoView {
    let store = use_store();
    let count = store.derive(|view| view.fleet().nodes().len() as u32);
    view! {
        <NumberField
            label="Number of nodes"
            value=count
            range=Range { least: 0, most: limits::NODES as u32, logarithmic: false, form: Form::Whole }
            command=|count| Some(Command::SetNodeCount(count))
        />
    }
}

/// A parameter with the words round it.
#[component]
fn Phrase(parameter: &'static Parameter) -> impl IntoView {
    let store = use_store();
    let value = store.derive(move |view| view.scenario().settings.get(parameter));
    let (before, after) = parameter.phrase;
    let field = match &parameter.kind {
        Kind::Count { least, most, logarithmic, .. } => EitherOf4::A(view! {
            <NumberField
                label=parameter.name
                value=Signal::derive(move || if let Value::Count(count) = value.get() { count } else { 0 })
                range=Range { least: *least, most: *most, logarithmic: *logarithmic, form: Form::Whole }
                command=move |count| Some(Command::Set(parameter, Value::Count(count)))
            />
        }),
        Kind::Choice(options) => EitherOf4::B(view! {
            <ChoiceField
                label=parameter.name.into()
                items=options.iter().map(|one| Item { name: one.name.into(), help: one.help.into() }).collect()
                value=Signal::derive(move || if let Value::Choice(at) = value.get() { at } else { 0 })
                take=move |at| store.try_dispatch(Command::Set(parameter, Value::Choice(at)))
            />
        }),
        Kind::Switch => EitherOf4::C(view! {
            <input
                type="checkbox"
                class="tick"
                aria-label=parameter.name
                title=parameter.help
                prop:checked=move || value.get() == Value::Switch(true)
                on:change=move |event| {
                    store.try_dispatch(Command::Set(parameter, Value::Switch(event_target_checked(&event))));
                }
            />
        }),
        Kind::Label { common, .. } => EitherOf4::D(view! { <LabelField parameter common value /> }),
    };
    // "{}, hashed with FNV-1a 32": a comma before each phrase, but for a switch that goes with the one before it.
    let lead = if matches!(parameter.kind, Kind::Switch) { " + " } else { ", " };
    let label = matches!(parameter.kind, Kind::Switch);
    view! {
        <span class="phrase" class:phrase-switch=label title=parameter.help>
            {lead} {before} {(!before.is_empty()).then_some(" ")} {field} {(!after.is_empty()).then(|| format!(" {after}"))}
        </span>
    }
}

/// A label template: one of the common ones, or one's own.
#[component]
fn LabelField(parameter: &'static Parameter, common: &'static [&'static str], value: Memo<Value>) -> impl IntoView {
    let store = use_store();
    let text = Memo::new(move |_| if let Value::Label(text) = value.get() { text } else { String::new() });
    let own = RwSignal::new(false);
    let place = Signal::derive(move || {
        let at = common.iter().position(|one| *one == text.get());
        if own.get() { common.len() } else { at.unwrap_or(common.len()) }
    });
    let set = move |text: String| store.dispatch(Command::Set(parameter, Value::Label(text)));
    let items = || {
        let known = common.iter().map(|one| Item { name: (*one).into(), help: String::new() });
        let other = Item { name: "another…".into(), help: "A template of your own, with {node} and {i}.".into() };
        known.chain([other]).collect::<Vec<_>>()
    };
    let take = move |at: usize| match common.get(at) {
        Some(label) => {
            own.set(false);
            // A template that the program offers always fits.
            let _ = set((*label).to_owned());
        }
        None => own.set(true),
    };
    view! {
        <ChoiceField label=parameter.name.into() items=items() value=place take=take code=true />
        <Show when=move || place.get() == common.len()>
            " "
            <TextField label="Label template" value=text.into() code=true take=set />
        </Show>
    }
}
