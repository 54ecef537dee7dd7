//! What can be chosen in each study, as a sentence like the settings.

use std::sync::Arc;

use leptos::prelude::*;
use placement::fleet::NodeId;

use super::current_section;
use crate::{
    component::choice::{ChoiceField, Item},
    lab::{Change, Measure, Options, Section},
    react::{flag, remade},
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
    let section = current_section(store);
    let needs_node =
        flag(move || store.lab().with(|options| options.as_ref().is_some_and(|options| options.change != Change::Add)));
    let choices = move || {
        match Section::ALL.get(section.get() as usize) {
        Some(Section::Movement) => {
            let change = choice(
                store,
                "Change",
                &["joins", "is removed for good", "goes down"],
                Arc::new(|options| options.change as usize),
                Arc::new(|options, at| options.change = [Change::Add, Change::Remove, Change::Down][at]),
            );
            let node = needs_node.get().then(|| node_choice(store)).map(|node| view! { ": " {node} });
            view! { "What moves when a node " {change} {node} "." }.into_any()
        }
        Some(Section::Balance) => {
            let measure = choice(
                store,
                "Measure",
                &["the busiest node", "the spread", "the lightest node"],
                Arc::new(|options| options.measure as usize),
                Arc::new(|options, at| options.measure = [Measure::Busiest, Measure::Spread, Measure::Lightest][at]),
            );
            let sets = numbers(store, "Name sets", &SETS, |options| &mut options.sets);
            view! { "Plot " {measure} " over " {sets} " name sets, these names first." }.into_any()
        }
        Some(Section::Advice) => {
            let label = "Per cent of the fair share";
            let per_cent = numbers(store, label, &PER_CENT, |options| &mut options.target.per_cent);
            let loss = choice(
                store,
                "Losses",
                &["also after any one node fails", "while all nodes are up"],
                Arc::new(|options| usize::from(!options.target.also_after_a_loss)),
                Arc::new(|options, at| options.target.also_after_a_loss = at == 0),
            );
            let often = numbers(store, "Of a hundred name sets", &OF_HUNDRED, |options| &mut options.target.of_hundred);
            view! { "No node above " {per_cent} " % of its fair share, " {loss} ", in " {often} " of 100 name sets." }
                .into_any()
        }
        Some(Section::Weights) => {
            let fleet = choice(
                store,
                "Fleet",
                &["this fleet", "an example, 4 : 4 : 1 : 1"],
                Arc::new(|options| usize::from(options.example_weights)),
                Arc::new(|options, at| options.example_weights = at == 1),
            );
            view! { "Shares wanted and got by " {fleet} "." }.into_any()
        }
        Some(Section::Sources) => {
            "Three documents' tables, measured again by their own configurations; the settings above play no part."
                .into_any()
        }
        Some(Section::Lens) => {
            "How the hash of the settings above spreads the labels of this fleet; change hash, finaliser or label there."
                .into_any()
        }
        Some(Section::Cost) | None => "Every algorithm with the settings above, timed in this browser.".into_any(),
    }
    };
    view! { <p class="sentence lab-controls">{remade(choices)}</p> }
}

/// One of the nodes; it follows the fleet.
fn node_choice(store: Store) -> AnyView {
    store.settled.track();
    let scenario = store.scenario();
    let nodes = scenario.fleet.nodes();
    let ids: Arc<[NodeId]> = nodes.iter().map(|node| node.id).collect();
    let names: Vec<&str> = nodes.iter().map(|node| node.name.as_str()).collect();
    let known = Arc::clone(&ids);
    let place = move |options: &Options| {
        let at = options.node.and_then(|id| known.iter().position(|&one| one == id));
        at.unwrap_or(known.len().saturating_sub(1))
    };
    let write = move |options: &mut Options, at: usize| options.node = ids.get(at).copied();
    choice(store, "Node", &names, Arc::new(place), Arc::new(write))
}

/// Reads the place of what is chosen.
type Read = Arc<dyn Fn(&Options) -> usize + Send + Sync>;
/// Writes what is chosen, by its place.
type Write = Arc<dyn Fn(&mut Options, usize) + Send + Sync>;

/// One of several words.
fn choice(store: Store, label: &str, names: &[&str], read: Read, write: Write) -> AnyView {
    let items = names.iter().map(|name| Item { name: (*name).to_owned(), help: String::new() }).collect();
    let value = Signal::derive(move || store.lab().with(|options| options.as_ref().map_or(0, |options| read(options))));
    let take = Callback::new(move |at| {
        if let Some(mut options) = store.lab().get_untracked() {
            write(&mut options, at);
            store.show_lab(Some(options));
        }
    });
    view! { <ChoiceField label=label.to_owned() items value take /> }.into_any()
}

/// One of several numbers; one that a link brought and is none of them stands at its place among them.
fn numbers(store: Store, label: &str, offered: &[u32], number: fn(&mut Options) -> &mut u32) -> AnyView {
    let mut offered = offered.to_vec();
    if let Some(mut options) = store.lab().get_untracked()
        && let Err(place) = offered.binary_search(number(&mut options))
    {
        offered.insert(place, *number(&mut options));
    }
    let names: Vec<String> = offered.iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let known: Arc<[u32]> = offered.into();
    let offered = Arc::clone(&known);
    let place = move |options: &Options| {
        let now = *number(&mut options.clone());
        known.iter().position(|&one| one == now).unwrap_or_default()
    };
    let write = move |options: &mut Options, at: usize| {
        if let Some(&chosen) = offered.get(at) {
            *number(options) = chosen;
        }
    };
    choice(store, label, &names, Arc::new(place), Arc::new(write))
}
