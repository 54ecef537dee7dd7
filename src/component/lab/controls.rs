//! What can be chosen in each study, as a sentence like the settings.

use leptos::prelude::*;

use crate::{
    component::choice::{ChoiceField, Item},
    lab::{Change, Measure, Options, Section},
    react::remade,
    store::{Store, use_store},
};

/// The numbers of name sets that are offered.
const SETS: [u32; 5] = [1, 4, 8, 16, 32];
/// The targets that are offered, in per cent of the fair share.
const PER_CENT: [u32; 11] = [105, 110, 115, 120, 125, 130, 140, 150, 175, 200, 300];
/// How often a target can be asked for, of a hundred.
const OF_HUNDRED: [u32; 3] = [90, 95, 99];

/// The choices of the study on show.
#[component]
pub fn Controls() -> impl IntoView {
    let store = use_store();
    let section = Memo::new(move |_| store.lab().get().map(|options: Options| options.section));
    let needs_node =
        Memo::new(move |_| store.lab().get().is_some_and(|options: Options| options.change != Change::Add));
    let nodes =
        store.derive(|view| view.fleet().nodes().iter().map(|node| (node.id, node.name.clone())).collect::<Vec<_>>());
    let choices = move || {
        match section.get() {
        Some(Section::Movement) => {
            let change = choice(
                store,
                "Change",
                &["joins", "is removed for good", "goes down"],
                |options| options.change as usize,
                |options, at| options.change = [Change::Add, Change::Remove, Change::Down][at],
            );
            let node = needs_node.get().then(|| {
                let (ids, names): (Vec<_>, Vec<String>) = nodes.get().into_iter().unzip();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let (known, chosen) = (ids.clone(), ids);
                let node = choice(
                    store,
                    "Node",
                    &names,
                    move |options| {
                        let at = options.node.and_then(|id| known.iter().position(|&one| one == id));
                        at.unwrap_or(known.len().saturating_sub(1))
                    },
                    move |options, at| options.node = chosen.get(at).copied(),
                );
                view! { ": " {node} }
            });
            view! { "What moves when a node " {change} {node} "." }.into_any()
        }
        Some(Section::Balance) => {
            let measure = choice(
                store,
                "Measure",
                &["the busiest node", "the spread", "the lightest node"],
                |options| options.measure as usize,
                |options, at| options.measure = [Measure::Busiest, Measure::Spread, Measure::Lightest][at],
            );
            let sets = numbers(store, "Name sets", &SETS, |options| options.sets, |options, sets| options.sets = sets);
            view! { "Plot " {measure} " over " {sets} " name sets, these names first." }.into_any()
        }
        Some(Section::Advice) => {
            let per_cent = numbers(
                store,
                "Per cent of the fair share",
                &PER_CENT,
                |options| options.target.per_cent,
                |options, per_cent| options.target.per_cent = per_cent,
            );
            let loss = choice(
                store,
                "Losses",
                &["also after any one node fails", "while all nodes are up"],
                |options| usize::from(!options.target.also_after_a_loss),
                |options, at| options.target.also_after_a_loss = at == 0,
            );
            let often = numbers(
                store,
                "Of a hundred name sets",
                &OF_HUNDRED,
                |options| options.target.of_hundred,
                |options, of_hundred| options.target.of_hundred = of_hundred,
            );
            view! { "No node above " {per_cent} " % of its fair share, " {loss} ", in " {often} " of 100 name sets." }
                .into_any()
        }
        Some(Section::Weights) => {
            let fleet = choice(
                store,
                "Fleet",
                &["this fleet", "an example, 4 : 4 : 1 : 1"],
                |options| usize::from(options.example_weights),
                |options, at| options.example_weights = at == 1,
            );
            view! { "Shares wanted and got by " {fleet} "." }.into_any()
        }
        Some(Section::Sources) => {
            view! { "Three documents' tables, measured again by their own configurations; the settings above play no part." }
                .into_any()
        }
        Some(Section::Cost) | None => {
            view! { "Every algorithm with the settings above, timed in this browser." }.into_any()
        }
    }
    };
    view! { <p class="sentence lab-controls">{remade(choices)}</p> }
}

/// Changes what is chosen.
fn change(store: Store, change: impl FnOnce(&mut Options)) {
    if let Some(mut options) = store.lab().get_untracked() {
        change(&mut options);
        store.show_lab(Some(options));
    }
}

/// One of several words.
fn choice(
    store: Store,
    label: &str,
    names: &[&str],
    read: impl Fn(&Options) -> usize + Send + Sync + 'static,
    write: impl Fn(&mut Options, usize) + Send + Sync + 'static,
) -> AnyView {
    let items = names.iter().map(|name| Item { name: (*name).to_owned(), help: String::new() }).collect();
    let value = Signal::derive(move || store.lab().get().map_or(0, |options| read(&options)));
    let take = Callback::new(move |at| change(store, |options| write(options, at)));
    view! { <ChoiceField label=label.to_owned() items value take /> }.into_any()
}

/// One of several numbers; one that a link brought and is none of them stands at its place among them.
fn numbers(
    store: Store,
    label: &str,
    offered: &[u32],
    read: fn(&Options) -> u32,
    write: fn(&mut Options, u32),
) -> AnyView {
    let mut offered = offered.to_vec();
    if let Some(now) = store.lab().get_untracked().map(|options| read(&options))
        && let Err(place) = offered.binary_search(&now)
    {
        offered.insert(place, now);
    }
    let names: Vec<String> = offered.iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let known = offered.clone();
    choice(
        store,
        label,
        &names,
        move |options| known.iter().position(|&one| one == read(options)).unwrap_or_default(),
        move |options, at| {
            if let Some(&number) = offered.get(at) {
                write(options, number);
            }
        },
    )
}
