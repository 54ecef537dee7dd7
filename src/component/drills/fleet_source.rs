//! Which fleet a drill runs on: the reader's own, as the settings above have it, or that of the first document.

use leptos::prelude::*;
use placement::{
    drill::catalogue::document_fleet,
    number::thousands,
    scenario::{Command, Scenario},
};

use crate::{
    drills::largest::most_nodes,
    react::{flag, on_click, remade},
    store::{Store, use_store},
};

/// Is a scenario placed as the first document's, whatever its keys?
fn is_documents(scenario: &Scenario) -> bool {
    Scenario { keys: scenario.keys.clone(), ..document_fleet() } == *scenario
}

/// Where the reader's fleet is too large for the drill, how many of its nodes can be taken.
fn too_large(store: Store) -> Option<usize> {
    store.settled.track();
    let scenario = store.scenario();
    store.drill().with(|asked| asked.as_ref().and_then(|asked| most_nodes(asked, &scenario)))
}

/// The line, with the button that changes it. Undo takes the reader's own fleet back.
#[component]
pub fn FleetSource() -> impl IntoView {
    let store = use_store();
    let is_own = store.flag(|view| !is_documents(view.scenario()));
    let is_fixed =
        flag(move || store.drill().with(|asked| asked.as_ref().is_some_and(|asked| asked.id() == "reference")));
    let take = move |_| {
        let (document, own) = (document_fleet(), store.scenario());
        let mut commands = Vec::new();
        if own.fleet != document.fleet {
            commands.push(Command::SetFleet(document.fleet.clone()));
        }
        if own.algorithm != document.algorithm {
            commands.push(Command::SetAlgorithm(document.algorithm));
        }
        let others = document.algorithm.parameters.iter().copied();
        let others = others.filter(|one| own.settings.get(one) != document.settings.get(one));
        commands.extend(others.map(|one| Command::Set(one, document.settings.get(one))));
        store.try_dispatch_all("The document’s fleet", &commands);
    };
    let line = move || {
        if is_fixed.get() {
            return "It runs on the document’s own four nodes, whatever the settings above.".into_any();
        }
        if let Some(most) = too_large(store).filter(|most| *most > 0) {
            let all = store.scenario().fleet.nodes().len();
            let shrink = move |_| {
                let command = Command::SetNodeCount(most as u32);
                store.try_dispatch_all("The largest drill", &[command]);
            };
            return view! {
                {format!("Your fleet has {} nodes. ", thousands(all as u32))}
                <button type="button" class="link" on:click=on_click(shrink)>
                    {format!("Run it on the first {} of them", thousands(most as u32))}
                </button>
            }
            .into_any();
        }
        if is_own.get() {
            return view! {
                "It runs on your fleet, as it is set above; how many keys there are is said below. "
                <button type="button" class="link" on:click=on_click(take)>
                    "Take the document’s fleet"
                </button>
            }
            .into_any();
        }
        "It runs on the first document’s fleet. Change the settings above, and it runs on yours.".into_any()
    };
    view! { <p class="quiet drill-fleet">{remade(line)}</p> }
}
