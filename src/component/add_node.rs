//! The row that adds a node: a name to go on with, and what the node would get.

use std::{sync::Arc, time::Duration};

use leptos::{html, prelude::*};
use placement::{
    fleet::NodeId,
    number::{Ratio, thousands},
};

use super::chip::{Chip, colour};
use crate::{
    idle::when_idle,
    price::{self, Ghost},
    react::{css_percent, flag, on_change, on_click, on_key, remade, text},
    store::use_store,
    view::View,
};

/// A name that is being typed, or a number that is being dragged, is let come to rest before the figures follow.
const REST: Duration = Duration::from_millis(150);

/// Where the bar is longer than this share of its axis, the words stand inside it.
const ROOM: f64 = 0.5;

/// What the node would get, as far as it is known.
#[derive(Clone, Copy, PartialEq)]
enum Found {
    /// Not yet.
    Waiting,
    /// Nothing: there can be no such node, or it would take too long.
    Nothing,
    /// Here.
    Is(Ghost),
}

impl Found {
    /// Its keys, or what stands in their place.
    fn keys(self) -> String {
        match self {
            Self::Waiting => "…".into(),
            Self::Nothing => "–".into(),
            Self::Is(ghost) => thousands(ghost.keys),
        }
    }

    fn times_fair(self) -> Option<Ratio> {
        if let Self::Is(ghost) = self { ghost.times_fair } else { None }
    }
}

/// The row.
#[component]
pub fn AddNode(
    /// Where the bars' axis ends, in fair shares.
    axis: Signal<f64>,
) -> impl IntoView {
    let store = use_store();
    let next_id = store.number(|view| view.fleet().next_id().0);
    let suggested = store.text(|view| view.fleet().suggested_name());
    let typed = RwSignal::new(None::<String>);
    let error = RwSignal::new(None::<String>);
    let input = NodeRef::<html::Input>::new();
    let name = text(move || typed.get().unwrap_or_else(|| suggested.get()));
    let found = found(store.view(), name);
    // No form: a frame with a sandbox of scripts alone lets none be submitted, not even to its own script.
    let add = move || match store.dispatch(price::add(name.get_untracked().trim().to_owned())) {
        Ok(()) => {
            typed.set(None);
            error.set(None);
        }
        Err(wrong) => {
            error.set(Some(wrong.to_string()));
            if let Some(input) = input.get_untracked() {
                let _ = input.focus();
            }
        }
    };
    let times = text(move || found.get().times_fair().map_or_else(|| "–".into(), Ratio::times));
    let keys = text(move || found.get().keys());
    let told = text(move || {
        let Found::Is(ghost) = found.get() else { return String::new() };
        let times =
            ghost.times_fair.map_or_else(String::new, |times| format!(", {} times its fair share", times.times()));
        format!("It would get {} keys{times}.", thousands(ghost.keys))
    });
    view! {
        <div class="add-node" role="group" aria-label="Add a node">
            <span class="add-name">
                {remade(move || view! { <Chip id=NodeId(next_id.get()) hollow=true /> }.into_any())}
                <input
                    id="new-node"
                    node_ref=input
                    class="dial dial-text"
                    type="text"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    aria-label="Name of the new node"
                    aria-invalid=text(move || error.with(Option::is_some).to_string())
                    aria-describedby="new-node-error new-node-price"
                    prop:value=name
                    on:input=on_change(move |event| {
                        error.set(None);
                        typed.set(Some(event_target_value(&event)));
                    })
                    on:keydown=on_key(move |event| match event.key().as_str() {
                        "Escape" => {
                            typed.set(None);
                            error.set(None);
                        }
                        // Enter ends a word that is being composed, and nothing else.
                        "Enter" if !event.is_composing() => add(),
                        _ => {}
                    })
                />
            </span>
            <span class="add-weight wide-only quiet" aria-hidden="true">"1"</span>
            {remade(move || {
                view! { <GhostBar id=NodeId(next_id.get()) found axis /> }.into_any()
            })}
            <span class="add-number quiet" aria-hidden="true" data-figure="would-get">{keys}</span>
            <span class="add-number wide-only quiet" aria-hidden="true">{times}</span>
            <span class="visually-hidden" id="new-node-price">{told}</span>
            <button type="button" class="button" on:click=on_click(move |_| add())>"Add"</button>
            <span class="field-error" id="new-node-error" role="alert">{text(move || error.get().unwrap_or_default())}</span>
        </div>
    }
}

/// A hollow bar in the colour that the node would have.
#[component]
fn GhostBar(id: NodeId, found: Memo<Found>, axis: Signal<f64>) -> impl IntoView {
    let length = Memo::new(move |_| {
        let times = found.get().times_fair().map_or(0.0, Ratio::value);
        (times / axis.get()).min(1.0)
    });
    view! {
        <span
            class="ghost"
            class:ghost-long=flag(move || length.get() > ROOM)
            class:ghost-none=flag(move || found.get().times_fair().is_none())
            aria-hidden="true"
            style:--node=colour(id)
        >
            <i style:width=text(move || css_percent(length.get()))></i>
            <span>"would get"</span>
        </span>
    }
}

/// What a node of this name would get, worked out while the page is idle.
fn found(view: Signal<Arc<View>>, name: Signal<String>) -> Memo<Found> {
    let found = RwSignal::new(Found::Waiting);
    let current = StoredValue::new(0u32);
    Effect::new(move |first: Option<()>| {
        let (view, name) = (view.get(), name.get().trim().to_owned());
        let number = current.get_value() + 1;
        // Whatever is still being worked out is for a name or a scenario that is no more.
        current.set_value(number);
        found.set(Found::Waiting);
        let work = move || {
            when_idle(Box::new(move || {
                if current.try_get_value() == Some(number) {
                    let ghost = price::ghost(&view.snapshot, name).map_or(Found::Nothing, Found::Is);
                    let _ = found.try_set(ghost);
                }
            }));
        };
        if first.is_none() {
            work();
        } else {
            set_timeout(work, REST);
        }
    });
    Memo::new(move |_| found.get())
}
