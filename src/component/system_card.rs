//! The card of a real system, below the settings: what it does, where that was read and checked, what it does by
//! default, and its traps, each with a figure and a button that loads the scenario which shows it.

use leptos::prelude::*;
use placement::algorithm::Algorithm;

use crate::{
    react::{on_click, remade},
    store::use_store,
    system_card::{Trap, traps},
};

/// The card of the system that places.
#[component]
pub fn SystemCard() -> impl IntoView {
    let store = use_store();
    let id = store.text(|view| view.scenario().algorithm.id.to_owned());
    remade(move || Algorithm::from_id(&id.get()).map_or_else(|| ().into_any(), card))
}

fn card(system: Algorithm) -> AnyView {
    let Some(card) = system.card else { return ().into_any() };
    let does = card.does.map(|line| view! { <li>{line}</li> }).collect_view();
    let traps = traps(system).into_iter().map(trap).collect_view();
    view! {
        <section class="system" aria-labelledby="system-title">
            <div class="system-does">
                <h2 id="system-title">{system.name}</h2>
                <ul>{does}</ul>
                <p class="quiet">{format!("By default: {}", card.defaults)}</p>
                <p class="quiet">{format!("Read in {}; checked with {}.", system.source, card.checked)}</p>
            </div>
            <div class="system-traps">
                <h3>"Traps"</h3>
                <ul>{traps}</ul>
            </div>
        </section>
    }
    .into_any()
}

fn trap(trap: Trap) -> AnyView {
    let store = use_store();
    let (says, button) = (trap.says.clone(), trap.button);
    let load = move |_| {
        let (title, commands) = &trap.setup;
        store.try_dispatch_all(title, commands);
        match &trap.then[..] {
            [] => {}
            [one] => store.try_dispatch(one.clone()),
            several => store.try_dispatch_all(trap.button, several),
        }
    };
    view! {
        <li>
            <span>{says}</span>
            " "
            <button type="button" class="link" on:click=on_click(load)>
                {button}
            </button>
        </li>
    }
    .into_any()
}
