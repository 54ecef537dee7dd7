//! The settings as a sentence whose numbers and choices are edited in place. What follows the algorithm is made from
//! its declared parameters, so a new one appears here by itself.

use leptos::prelude::*;
use placement::{
    algorithm::{self, Algorithm},
    keys::Keys,
    limits,
    number::thousands,
    parameter::{Kind, Parameter, Value},
    scenario::Command,
    system::Family,
};

use super::{
    assignment_field::AssignmentField,
    choice::{ChoiceField, Item},
    compare::{CompareWith, ThenField},
    configuration_dialog::configure_button,
    migrate::ExampleFields,
    number::{Form, NumberField, Range},
    paste_dialog::{Dropped, PasteDialog, Wanted, drag_over, on_drop_open},
    term::term,
    text_field::TextField,
};
use crate::{
    help,
    react::{flag, on_change, on_click, remade, shown_while, text},
    store::{Store, use_store},
};

/// The sentence: what is placed on what, and how. Of a comparison each column has its own way, and the change that all of
/// them make stands in its place; of a migration each side has its own way and its own nodes.
#[component]
pub fn Sentence() -> impl IntoView {
    let store = use_store();
    let more = RwSignal::new(false);
    let pasting = RwSignal::new(false);
    let dropped: Dropped = StoredValue::new_local(None);
    let compares = store.compares();
    let migrates = store.migrates();
    let has_own_way = flag(move || !compares.get() && !migrates.get());
    let has_own_nodes = flag(move || !migrates.get());
    // In a figure there is no other page to go to.
    let goes_on = !store.is_figure();
    let nodes = store.text(|view| if view.fleet().nodes().len() == 1 { "node" } else { "nodes" }.to_owned());
    view! {
        <section class="sentence" aria-label="Settings">
            <p>
                "Place " <KeyFields more pasting dropped />
                {shown_while(has_own_nodes, move || view! { " on " <NodeCount /> " " {nodes} }.into_any())}
                {shown_while(
                    has_own_way,
                    move || {
                        let onward = || view! { <CompareWith /> " " {configure_button("system")} };
                        view! { " " <WayFields more /> " " <MoreButton more /> " " {goes_on.then(onward)} }.into_any()
                    },
                )}
                {shown_while(compares, || view! { ", then " <ThenField /> }.into_any())}
                {shown_while(
                    migrates,
                    move || view! { " on both sides. " {goes_on.then(|| view! { <ExampleFields /> })} }.into_any(),
                )}
            </p>
            <PasteDialog wanted=Wanted::Keys open=pasting dropped />
        </section>
    }
}

/// How it is placed: the algorithm and its parameters, those that are at hand or that are asked for, to the full stop.
#[component]
pub fn WayFields(
    /// All of them?
    more: RwSignal<bool>,
) -> impl IntoView {
    let store = use_store();
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
    let algorithms =
        || offered().into_iter().map(|one| Item { name: one.name.into(), help: one.source.into() }).collect::<Vec<_>>();
    let current =
        store.derive(|view| offered().into_iter().position(|one| one == view.scenario().algorithm).unwrap_or_default());
    let choice = if store.is_locked("alg") {
        text(move || algorithm_at(current.get()).name.to_owned()).into_any()
    } else {
        view! {
            <ChoiceField
                label="Algorithm".into()
                items=algorithms()
                groups=groups()
                value=current
                take=move |at| store.try_dispatch(Command::SetAlgorithm(algorithm_at(at)))
            />
        }
        .into_any()
    };
    view! {
        {text(move || format!("{} ", algorithm_at(current.get()).preposition))}
        <span class="unbroken">{choice} {text(move || parameters.with(|all| mark_after(all, None).to_owned()))}</span>
        <For each=move || parameters.get() key=|parameter| parameter.field let:parameter>
            <Phrase parameter mark=text(move || parameters.with(|all| mark_after(all, Some(parameter)).to_owned())) />
        </For>
    }
}

/// What stands after a parameter of the sentence, or after the algorithm before all of them: a full stop after the last, a
/// comma, or nothing before a switch, which goes with the one before it.
fn mark_after(all: &[&'static Parameter], parameter: Option<&Parameter>) -> &'static str {
    let place = parameter.map(|parameter| all.iter().position(|one| one.field == parameter.field));
    match all.get(place.map_or(0, |place| place.map_or(all.len(), |place| place + 1))) {
        None => ".",
        Some(next) if matches!(next.kind, Kind::Switch) => "",
        Some(_) => ",",
    }
}

/// Shows the parameters that are rarely turned, where there are any.
#[component]
pub fn MoreButton(
    /// Are they on show?
    more: RwSignal<bool>,
) -> impl IntoView {
    let store = use_store();
    let has_more = store.flag(|view| view.scenario().algorithm.parameters.iter().any(|one| !one.prominent));
    shown_while(has_more, move || {
        view! {
            <button
                type="button"
                class="link"
                aria-expanded=text(move || more.get().to_string())
                on:click=on_click(move |_| more.update(|more| *more = !*more))
            >
                {text(move || if more.get() { "Less".into() } else { "More".into() })}
            </button>
        }
        .into_any()
    })
}

/// The algorithms, and the real systems kind by kind.
fn offered() -> Vec<Algorithm> {
    algorithm::ALL.into_iter().chain(Family::ALL.into_iter().flat_map(Family::systems)).collect()
}

/// The kinds with how many are of each.
fn groups() -> Vec<(&'static str, usize)> {
    let kinds = Family::ALL.into_iter().map(|family| (family.name(), family.systems().count()));
    std::iter::once(("Algorithms", algorithm::ALL.len())).chain(kinds).collect()
}

fn algorithm_at(at: usize) -> Algorithm {
    offered().get(at).copied().unwrap_or_default()
}

/// Number, pattern and first value of the keys; or the number of a pasted list.
#[component]
fn KeyFields(
    more: RwSignal<bool>,
    /// Is the dialog open?
    pasting: RwSignal<bool>,
    /// The file that it opens with.
    dropped: Dropped,
) -> impl IntoView {
    let store = use_store();
    let is_list = store.flag(|view| matches!(view.scenario().keys, Keys::List(_)));
    let count = store.number(|view| view.scenario().keys.len());
    let pattern = store.text(|view| match &view.scenario().keys {
        Keys::Pattern { pattern, .. } => pattern.clone(),
        Keys::List(_) => String::new(),
    });
    let first = store.number(|view| match &view.scenario().keys {
        Keys::Pattern { first, .. } => *first,
        Keys::List(_) => 0,
    });
    let whole = |least, most, logarithmic| Range { least, most, logarithmic, form: Form::Whole };
    let paste = move |before: &'static str, name: &'static str| {
        view! {
            {before}
            <button type="button" class="link" data-paste="keys" on:click=on_click(move |_| pasting.set(true))>
                {name}
            </button>
        }
        .into_any()
    };
    let shows_first = flag(move || more.get() || first.get() != 0);
    let first_value = move || {
        view! {
            " from "
            <NumberField
                label="First value of the counter"
                value=first
                range=whole(0, u32::MAX - limits::KEYS, true)
                command=move |first| with_keys(store, move |keys| keys.0 = first)
            />
        }
        .into_any()
    };
    // What the author of a figure has locked is said and not asked.
    let locked = move || {
        let written = text(move || format!("{} keys {}", thousands(count.get()), pattern.get()));
        let pasted = text(move || format!("{} pasted keys", thousands(count.get())));
        remade(move || if is_list.get() { pasted.into_any() } else { written.into_any() })
    };
    let is_locked = ["keys", "n", "from"].into_iter().any(|field| store.is_locked(field));
    let of_pattern = move || {
        view! {
            <NumberField
                label="Number of keys"
                value=count
                range=whole(0, limits::KEYS, true)
                command=move |count| with_keys(store, move |keys| keys.1 = count)
            />
            " keys "
            <TextField
                label="Key pattern"
                value=pattern
                code=true
                take=move |text: String| match with_keys(store, move |keys| keys.2 = text.trim().to_owned()) {
                    Some(command) => store.dispatch(command),
                    None => Ok(()),
                }
            />
            {shown_while(shows_first, first_value)}
            {shown_while(more.into(), move || paste(" ", "Paste keys"))}
        }
        .into_any()
    };
    let of_list = move || {
        let with_requests = store.text(|view| match view.balance.requests {
            Some(requests) => format!(" with {} requests", thousands(requests)),
            None => String::new(),
        });
        let default = on_click(move |_| store.try_dispatch(Command::SetKeys(Keys::default())));
        view! {
            {text(move || thousands(count.get()))} " pasted keys" {with_requests} " "
            <button type="button" class="link" data-use-pattern="" on:click=default>
                "use a pattern"
            </button>
            {shown_while(more.into(), move || paste(", ", "paste others"))}
        }
        .into_any()
    };
    if is_locked {
        return view! { <span class="key-fields">{locked()}</span> }.into_any();
    }
    view! {
        <span class="key-fields" on:dragover=drag_over(None) on:drop=on_drop_open(dropped, pasting)>
            {remade(move || if is_list.get() { of_list() } else { of_pattern() })}
        </span>
    }
    .into_any()
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
pub fn NodeCount() -> impl IntoView {
    let store = use_store();
    let count = store.number(|view| view.fleet().nodes().len() as u32);
    if store.is_locked("nodes") {
        return text(move || thousands(count.get())).into_any();
    }
    view! {
        <NumberField
            label="Number of nodes"
            value=count
            range=Range { least: 0, most: limits::NODES as u32, logarithmic: false, form: Form::Whole }
            command=|count| Some(Command::SetNodeCount(count))
        />
    }
    .into_any()
}

/// A value that cannot be changed here, as a word of the sentence.
fn said(parameter: &Parameter, value: &Value) -> String {
    match (&parameter.kind, value) {
        (Kind::Choice(options), Value::Choice(at)) => options.get(*at).map_or_else(String::new, |one| one.name.into()),
        (_, Value::Count(count)) => thousands(*count),
        (_, Value::Switch(on)) => if *on { "the" } else { "no" }.into(),
        _ => parameter.write(value),
    }
}

/// A parameter with the words round it. No end of a line stands before the mark after it, nor between a switch and its name.
#[component]
fn Phrase(
    parameter: &'static Parameter,
    /// The comma or full stop after it.
    mark: Signal<String>,
) -> impl IntoView {
    let store = use_store();
    let value = store.derive(move |view| view.scenario().settings.get(parameter));
    let (before, after) = parameter.phrase;
    let field = match &parameter.kind {
        _ if store.is_locked(parameter.field) => text(move || said(parameter, &value.get())).into_any(),
        Kind::Count { least, most, logarithmic, .. } => view! {
            <NumberField
                label=parameter.name
                value=Signal::derive(move || if let Value::Count(count) = value.get() { count } else { 0 })
                range=Range { least: *least, most: *most, logarithmic: *logarithmic, form: Form::Whole }
                command=move |count| Some(Command::Set(parameter, Value::Count(count)))
            />
        }
        .into_any(),
        Kind::Choice(options) => view! {
            <ChoiceField
                label=parameter.name.into()
                items=options.iter().map(|one| Item { name: one.name.into(), help: one.help.into() }).collect()
                value=Signal::derive(move || if let Value::Choice(at) = value.get() { at } else { 0 })
                take=move |at| store.try_dispatch(Command::Set(parameter, Value::Choice(at)))
            />
        }
        .into_any(),
        Kind::Switch => view! {
            <input
                type="checkbox"
                class="tick"
                aria-label=parameter.name
                prop:checked=flag(move || value.get() == Value::Switch(true))
                on:change=on_change(move |event| {
                    store.try_dispatch(Command::Set(parameter, Value::Switch(event_target_checked(&event))));
                })
            />
        }
        .into_any(),
        Kind::Label { common, .. } => view! { <LabelField parameter common value /> }.into_any(),
        Kind::Assignment(units) => view! { <AssignmentField parameter units value /> }.into_any(),
    };
    // The word that says what it is: the one after the value, or else the one before.
    let help = store.text(move |view| help::parameter(parameter, view));
    let explained = move |words: &'static str| term(words, help);
    let gap = |words: &str| (!words.is_empty()).then_some(" ");
    let last = |last: AnyView| view! { <span class="unbroken">{last} {mark}</span> }.into_any();
    let words = if matches!(parameter.kind, Kind::Switch) {
        last(view! { "+ " {field} " " {explained(after)} }.into_any())
    } else if after.is_empty() {
        view! { {explained(before)} " " {last(field)} }.into_any()
    } else {
        view! { {before} {gap(before)} {field} " " {last(explained(after))} }.into_any()
    };
    view! { <span class="phrase">" " {words}</span> }
}

/// A label template: one of the common ones, or one's own.
#[component]
fn LabelField(parameter: &'static Parameter, common: &'static [&'static str], value: Memo<Value>) -> impl IntoView {
    let store = use_store();
    let label = text(move || if let Value::Label(label) = value.get() { label } else { String::new() });
    let own = RwSignal::new(false);
    let place = Signal::derive(move || {
        let at = common.iter().position(|one| *one == label.get());
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
    let is_own = flag(move || place.get() == common.len());
    view! {
        <ChoiceField label=parameter.name.into() items=items() value=place take=take code=true />
        {shown_while(
            is_own,
            move || view! { " " <TextField label="Label template" value=label code=true take=set /> }.into_any(),
        )}
    }
}
