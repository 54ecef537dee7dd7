//! The lookup table by hand: a shard to a node, a tenant to a node, a node drained, all levelled. One choice of a node
//! serves all of them, so that a large fleet is in the page once.

use leptos::{ev, html, prelude::*};
use placement::{fleet::NodeId, number::thousands, scenario::Command, shards::SHARDS};

use super::{
    chip::Chip,
    focus_first_shown, part,
    save_menu::{save_menu, table_entries},
};
use crate::{
    react::{self, flag, on_change, on_click, on_key, remade, shown_while, text},
    saved_tables, shards,
    store::{Store, use_store},
    view::View,
};

/// Where the focus goes from a line that has gone.
const TENANT: &str = "#tenant";
const NODE: &str = "#shard-node";

/// The panel, where the placement has shards.
#[component]
pub fn ShardTable() -> impl IntoView {
    let applies = use_store().flag(|view| view.scenario().algorithm.keeps_shards());
    shown_while(applies, part::shards)
}

/// The panel itself.
#[component]
pub fn Panel() -> impl IntoView {
    let store = use_store();
    let view = store.view();
    // Another key brings its shard with it.
    Effect::new(move |first: Option<()>| {
        store.key.track();
        if first.is_some() {
            store.shard.set(None);
        }
    });
    let number =
        react::number(move || store.shard.get().unwrap_or_else(|| shards::shard_of(&view.get(), &store.key.get())));
    let chosen = RwSignal::new(None::<NodeId>);
    // A node that has gone is no longer chosen, and the first one is again.
    let target = react::number(move || {
        let view = view.get();
        let is_here = |id: &NodeId| view.fleet().get(*id).is_some();
        let first = || view.fleet().nodes().first().map(|node| node.id);
        chosen.get().filter(is_here).or_else(first).map_or(0, |id| id.0)
    });
    let name = text(move || {
        let view = view.get();
        view.fleet().get(NodeId(target.get())).map_or_else(String::new, |node| node.name.clone())
    });
    let is_drained = flag(move || {
        let view = view.get();
        view.fleet().kept_shards().is_some_and(|table| table.is_drained(NodeId(target.get())))
    });
    let nodes = store.derive(shards::nodes);
    let error = RwSignal::new(None::<String>);
    let does = move |command: Command| {
        let refused = store.dispatch(command).err();
        let is_done = refused.is_none();
        error.set(refused.map(|refused| refused.to_string()));
        is_done
    };
    let to_target = move |command: &dyn Fn(NodeId) -> Command| does(command(NodeId(target.get_untracked())));
    let set_number = move |event: ev::Event| {
        let typed = event_target_value(&event).trim().parse().ok().filter(|&number: &u32| number < SHARDS);
        error.set(typed.is_none().then(|| format!("Shards are numbered from 0 to {}.", SHARDS - 1)));
        if typed.is_some() {
            store.shard.set(typed);
        } else {
            event_target::<web_sys::HtmlInputElement>(&event).set_value(&number.get_untracked().to_string());
        }
    };
    let tenant = NodeRef::<html::Input>::new();
    // No form: a frame with a sandbox of scripts alone lets none be submitted, not even to its own script.
    let pin = move || {
        let Some(input) = tenant.get_untracked() else { return };
        let text = input.value();
        if to_target(&|to| Command::Pin { tenant: text.clone(), to }) {
            input.set_value("");
        }
        let _ = input.focus();
    };
    let move_it = move |_| {
        to_target(&|to| Command::MoveShard { shard: number.get_untracked(), to });
    };
    let drain = move |_| {
        to_target(&|id| Command::SetDrained { id, drained: !is_drained.get_untracked() });
    };
    let level = move |_| {
        does(Command::LevelShards);
    };
    let option = move |(id, name): (NodeId, String)| {
        let words = format!("{} {name}", id.letter());
        view! {
            <option value=id.0.to_string() prop:selected=flag(move || target.get() == id.0)>
                {words}
            </option>
        }
    };
    let owner = move || {
        let shard = shards::shard(&view.get(), number.get());
        let keys = format!("{} {}", thousands(shard.keys), if shard.keys == 1 { "key" } else { "keys" });
        match shard.owner {
            Some((id, name)) => view! {
                "on "
                <Chip id />
                <span class="shards-name">{name}</span>
                <span class="quiet">{keys}</span>
            }
            .into_any(),
            None => "on no node".into_any(),
        }
    };
    let entries = table_entries("lookup table", move || view.with_untracked(|view| saved_tables::shards(view)));
    view! {
        <section class="shards" aria-labelledby="shards-title">
            <div class="panel-head">
                <h2 id="shards-title">"Lookup table"</h2>
                <span class="quiet" data-figure="table">{store.text(shards::state)}</span>
                {save_menu(("Save", " the lookup table"), entries, ().into_any())}
            </div>
            <div class="shards-line">
                <label for="shard">"Shard"</label>
                <input
                    id="shard"
                    class="shards-field shards-number"
                    type="number"
                    min="0"
                    max=(SHARDS - 1).to_string()
                    aria-describedby="shard-owner shards-error"
                    prop:value=text(move || number.get().to_string())
                    on:change=on_change(set_number)
                />
                <span id="shard-owner" class="shards-owner">{remade(move || owner().into_any())}</span>
            </div>
            <div class="shards-line">
                <label for="shard-node">"Node"</label>
                <select
                    id="shard-node"
                    class="shards-field shards-node"
                    on:change=on_change(move |event| {
                        error.set(None);
                        chosen.set(event_target_value(&event).parse().ok().map(NodeId));
                    })
                >
                    {remade(move || nodes.get().into_iter().map(option).collect_view().into_any())}
                </select>
                <button
                    type="button"
                    class="button"
                    aria-label=text(move || format!("Move shard {} to {}", number.get(), name.get()))
                    on:click=on_click(move_it)
                >
                    {text(move || format!("Move shard {}", number.get()))}
                </button>
                <button
                    type="button"
                    class="button"
                    aria-label=text(move || {
                        format!("{} {}", if is_drained.get() { "Undrain" } else { "Drain" }, name.get())
                    })
                    on:click=on_click(drain)
                >
                    {text(move || if is_drained.get() { "Undrain".into() } else { "Drain".into() })}
                </button>
            </div>
            <div class="shards-line">
                <label for="tenant">"Keys from"</label>
                <input
                    id="tenant"
                    node_ref=tenant
                    class="shards-field shards-tenant code"
                    type="text"
                    placeholder="user:42"
                    title="What the keys of a tenant begin with"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    aria-label="Keys from a tenant: what they begin with"
                    aria-describedby="shards-error"
                    on:input=on_change(move |_| error.set(None))
                    on:keydown=on_key(move |event| {
                        if event.key() == "Escape" {
                            error.set(None);
                        } else if event.key() == "Enter" && !event.is_composing() {
                            pin();
                        }
                    })
                />
                <button
                    type="button"
                    class="button"
                    aria-label=text(move || format!("Pin to {}", name.get()))
                    on:click=on_click(move |_| pin())
                >
                    "Pin"
                </button>
                <button type="button" class="button" on:click=on_click(level)>
                    "Level the table"
                </button>
            </div>
            <p class="shards-error" id="shards-error" role="alert">{text(move || error.get().unwrap_or_default())}</p>
            {remade(move || lines(store, &view.get()))}
        </section>
    }
}

/// What is drained and what is pinned, a line each.
fn lines(store: Store, view: &View) -> AnyView {
    let (drained, pins) = (shards::drained(view), shards::pins(view));
    if drained.is_empty() && pins.is_empty() {
        return ().into_any();
    }
    let drained = drained.into_iter().map(|(id, name)| {
        let undrain = move |_| {
            store.try_dispatch(Command::SetDrained { id, drained: false });
            request_animation_frame(|| focus_first_shown(NODE));
        };
        line((id, name.clone()), None, "drained", format!("Undrain {name}"), "Undrain", Box::new(undrain))
    });
    let pins = pins.into_iter().map(|pin| {
        let text = pin.tenant.clone();
        let unpin = move |_| {
            store.try_dispatch(Command::Unpin(text.clone()));
            request_animation_frame(|| focus_first_shown(TENANT));
        };
        let label = format!("Unpin {}", pin.tenant);
        line(pin.node, Some(pin.tenant), pin.rests, label, "Unpin", Box::new(unpin))
    });
    view! { <ul class="shards-list" aria-label="Drained and pinned">{drained.chain(pins).collect_view()}</ul> }
        .into_any()
}

fn line(
    (id, name): (NodeId, String),
    tenant: Option<String>,
    state: &'static str,
    label: String,
    act: &'static str,
    does: Box<dyn FnMut(ev::MouseEvent)>,
) -> AnyView {
    let tenant = tenant.map(|tenant| {
        let title = tenant.clone();
        view! { <span class="shards-name code" title=title>{tenant}</span> "→" }
    });
    view! {
        <li class="shards-item">
            {tenant}
            <Chip id />
            <span class="shards-name">{name}</span>
            <span class="quiet">{state}</span>
            <button type="button" class="button shards-act" aria-label=label on:click=does>
                {act}
            </button>
        </li>
    }
    .into_any()
}
