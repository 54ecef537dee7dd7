//! One key and its way to its owner.

use leptos::{ev, prelude::*};
use placement::keys::Keys;

use super::{chip::named_node, lookup::LookupOpener, part};
use crate::{
    a11y,
    one_key::{self, Fact, Line},
    react::{flag, on_change, on_click, on_key, remade, shown_while, text},
    store::{Store, use_store},
};

/// The panel.
#[component]
pub fn OneKey() -> impl IntoView {
    let store = use_store();
    let (key, view) = (store.key, store.view());
    // Other keys have another one to start with; a key that the reader chose stays.
    Effect::new(move |before: Option<Keys>| {
        let keys = view.with(|view| view.scenario().keys.clone());
        if before.is_some_and(|before| before != keys && one_key::first_key(&before) == key.get_untracked()) {
            key.set(one_key::first_key(&keys));
        }
        keys
    });
    let facts = Memo::new(move |_| key.with(|key| view.with(|view| one_key::facts(&view.snapshot, key))));
    let walking = RwSignal::new(false);
    let (walks, still) = (flag(move || walking.get()), flag(move || !walking.get()));
    let key_down = move |event: ev::KeyboardEvent| {
        let forward = match event.key().as_str() {
            "ArrowUp" => true,
            "ArrowDown" => false,
            _ => return,
        };
        event.prevent_default();
        let next = view.with_untracked(|view| one_key::step(&view.scenario().keys, &key.get_untracked(), forward));
        key.set(next);
    };
    view! {
        <section class="one-key" aria-labelledby="one-key-title">
            <div class="panel-head">
                <h2 id="one-key-title">"One key"</h2>
                <button
                    type="button"
                    class="link"
                    aria-expanded=text(move || walks.get().to_string())
                    title="Step by step from its bytes to its owner and replicas"
                    on:click=on_click(move |_| walking.update(|walking| *walking = !*walking))
                >
                    "Walk it"
                </button>
                <LookupOpener />
                <span class="quiet" id="one-key-help" title="↑ ↓ next, previous">"↑ ↓ next"</span>
            </div>
            <input
                id="one-key"
                class="one-key-field code"
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-labelledby="one-key-title"
                aria-describedby="one-key-help"
                prop:value=key
                on:input=on_change(move |event| key.set(event_target_value(&event)))
                on:keydown=on_key(key_down)
            />
            {shown_while(still, move || {
                remade(move || {
                    view! { <dl class="facts">{facts.get().into_iter().map(fact_line).collect_view()}</dl> }.into_any()
                })
            })}
            {shown_while(walks, part::walk)}
        </section>
    }
}

fn fact_line(fact: Fact) -> AnyView {
    let lines = fact.lines.into_iter().map(|line| match line {
        Line::Code(text) => {
            let title = text.clone();
            view! { <dd class="fact code" title=title>{text}</dd> }.into_any()
        }
        Line::Words(text) => view! { <dd class="fact">{text}</dd> }.into_any(),
        Line::Nodes(nodes) => {
            let nodes = nodes.into_iter().map(|(id, name)| named_node(Some(id), name)).collect_view();
            view! { <dd class="fact fact-nodes">{nodes}</dd> }.into_any()
        }
        Line::Score(id, name, score) => view! {
            <dd class="fact fact-nodes">
                {named_node(Some(id), name)}
                <span class="fact-score code">{score}</span>
            </dd>
        }
        .into_any(),
    });
    view! {
        <div class="fact-row">
            <dt class="quiet">{fact.term}</dt>
            {lines.collect_view()}
        </div>
    }
    .into_any()
}

/// Makes a key that was chosen from a list the one key of the page.
pub fn choose_key(store: Store, key: String) {
    a11y::announce(store.announcement, format!("{key} is the one key now."));
    store.key.set(key);
}
