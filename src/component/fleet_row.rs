//! One node's row: letter, name, weight, load, up or down, remove. On narrow screens the last three are in a menu.

use leptos::{ev, prelude::*};
use placement::{
    fleet::NodeId,
    scenario::{Command, ScenarioError},
    weight::Weight,
};

use super::{
    chip::{Chip, colour},
    number::{Form, NumberField, Range},
    text_field::TextField,
};
use crate::{
    rows::{Bar, Row, State},
    store::use_store,
};

/// Weights as a number field holds them.
pub const WEIGHTS: Range = Range { least: 0, most: 100_000, logarithmic: false, form: Form::Weight };

/// A row of the fleet table.
#[component]
pub fn FleetRow(
    /// Whose.
    id: NodeId,
    /// What it shows; `None` for the moment in which it goes.
    row: Signal<Option<Row>>,
    /// Where the bars' axis ends, in fair shares.
    axis: Signal<f64>,
) -> impl IntoView {
    let store = use_store();
    let name = Memo::new(move |_| row.get().map_or_else(String::new, |row| row.name));
    let weight = Memo::new(move |_| row.get().map_or(0, |row| row.weight));
    let state = Memo::new(move |_| row.get().map_or(State::Gone, |row| row.state));
    let bar = Memo::new(move |_| row.get().map(|row| row.bar).unwrap_or_default());
    let keys = Memo::new(move |_| row.get().map_or_else(String::new, |row| row.keys));
    let times = Memo::new(move |_| row.get().and_then(|row| row.times_fair).unwrap_or_else(|| "–".into()));
    let extreme = Memo::new(move |_| row.get().is_some_and(|row| row.extreme));
    let gone = move || state.get() == State::Gone;
    let menu = RwSignal::new(false);
    let lit = store.lit;
    let set_weight =
        move |hundredths| Weight::from_hundredths(hundredths).map(|weight| Command::SetWeight { id, weight });
    let rename = move |name: String| -> Result<(), ScenarioError> {
        store.dispatch(Command::Rename { id, name: name.trim().to_owned() })
    };
    let key_down = move |event: ev::KeyboardEvent| {
        if event.key() == "Delete" && !super::is_text_entry(&event) && !gone() {
            event.prevent_default();
            remove(store, id);
        }
    };
    view! {
        <tr
            class="row"
            class:row-lit=move || lit.get() == Some(id)
            class:row-dim=move || lit.get().is_some_and(|lit| lit != id)
            class:row-down=move || state.get() == State::Down
            class:row-gone=gone
            class:row-extreme=extreme
            data-node=id.0.to_string()
            on:pointerenter=move |event: ev::PointerEvent| {
                if event.pointer_type() == "mouse" {
                    lit.set(Some(id));
                }
            }
            on:pointerleave=move |_| lit.set(None)
            on:focusin=move |_| lit.set(Some(id))
            on:focusout=move |_| lit.set(None)
            on:keydown=key_down
        >
            <th scope="row" class="cell-name">
                <Chip id hollow=Signal::derive(move || state.get() != State::Up) />
                <Show when=move || !gone() fallback=move || view! { <s class="gone-name">{name}</s> }>
                    <TextField label=Signal::derive(move || format!("Name of {}", name.get())) value=name.into() take=rename />
                </Show>
            </th>
            <td class="cell-weight wide-only">
                <Show when=move || !gone()>
                    <NumberField
                        label=Signal::derive(move || format!("Weight of {}", name.get()))
                        value=weight
                        range=WEIGHTS
                        command=set_weight
                    />
                </Show>
            </td>
            <td class="cell-bar">
                <LoadBar id bar axis />
            </td>
            <td class="cell-number">
                <span data-figure="keys">{keys}</span>
            </td>
            <td class="cell-number">
                <span data-figure="times-fair">{times}</span>
            </td>
            <td class="cell-control wide-only">
                <Show when=move || !gone()>
                    <UpSwitch id name state />
                </Show>
            </td>
            <td class="cell-control wide-only">
                <Show when=move || !gone()>
                    <button
                        type="button"
                        class="icon-button"
                        aria-label=move || format!("Remove {}", name.get())
                        title="Remove"
                        on:click=move |_| remove(store, id)
                    >
                        "×"
                    </button>
                </Show>
            </td>
            <td class="cell-control narrow-only">
                <Show when=move || !gone()>
                    <button
                        type="button"
                        class="icon-button"
                        aria-label=move || format!("More for {}", name.get())
                        aria-expanded=move || menu.get().to_string()
                        on:click=move |_| menu.update(|menu| *menu = !*menu)
                    >
                        "⋯"
                    </button>
                    <Show when=move || menu.get()>
                        <RowMenu id name weight state close=Callback::new(move |()| menu.set(false)) />
                    </Show>
                </Show>
            </td>
        </tr>
    }
}

/// Removes a node; the focus goes to the row that takes its place, so that a keyboard is not thrown out of the table.
fn remove(store: crate::store::Store, id: NodeId) {
    let row = store.scenario().fleet.nodes().iter().position(|node| node.id == id);
    store.try_dispatch(Command::RemoveNode(id));
    let nodes = store.scenario();
    let next = row.and_then(|row| nodes.fleet.nodes().get(row).or_else(|| nodes.fleet.nodes().last()));
    let selector = next.map_or_else(
        || "#new-node".to_owned(),
        |node| format!("[data-node='{}'] .cell-control:not(:has([role])) .icon-button", node.id.0),
    );
    request_animation_frame(move || super::focus_first_shown(&selector));
}

#[component]
fn UpSwitch(id: NodeId, name: Memo<String>, state: Memo<State>) -> impl IntoView {
    let store = use_store();
    let up = move || state.get() == State::Up;
    view! {
        <button
            type="button"
            class="switch"
            role="switch"
            aria-checked=move || up().to_string()
            aria-label=move || format!("{} up", name.get())
            on:click=move |_| store.try_dispatch(Command::SetUp { id, up: !up() })
        >
            <span class="switch-track" class:switch-on=up></span>
        </button>
    }
}

/// The menu of a row where the table is narrow.
#[component]
fn RowMenu(
    id: NodeId,
    name: Memo<String>,
    weight: Memo<u32>,
    state: Memo<State>,
    close: Callback<()>,
) -> impl IntoView {
    let store = use_store();
    let input = NodeRef::<leptos::html::Input>::new();
    let error = RwSignal::new(None::<String>);
    let up = move || state.get() == State::Up;
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            let _ = input.focus();
        }
    });
    let set_weight = move |event: ev::Event| {
        let command = event_target_value(&event).trim().parse().map(|weight| Command::SetWeight { id, weight });
        error.set(match command {
            Ok(command) => store.dispatch(command).err().map(|error| error.to_string()),
            Err(wrong) => Some(wrong.to_string()),
        });
    };
    let back_to_button = move || {
        close.run(());
        super::focus_first_shown(&format!("[data-node='{}'] .narrow-only .icon-button", id.0));
    };
    view! {
        <div
            class="editor row-menu"
            role="dialog"
            aria-label=move || format!("More for {}", name.get())
            on:keydown=move |event: ev::KeyboardEvent| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    back_to_button();
                }
            }
        >
            <label>
                "Weight"
                <input
                    node_ref=input
                    type="text"
                    inputmode="decimal"
                    aria-invalid=move || error.with(Option::is_some).to_string()
                    prop:value=move || WEIGHTS.write(weight.get())
                    on:change=set_weight
                />
            </label>
            <p class="editor-error" role="alert">{error}</p>
            <label class="row-menu-up">
                <input
                    type="checkbox"
                    prop:checked=up
                    on:change=move |event| {
                        store.try_dispatch(Command::SetUp { id, up: event_target_checked(&event) });
                    }
                />
                "Up"
            </label>
            <div class="row-menu-buttons">
                <button type="button" class="button" on:click=move |_| remove(store, id)>
                    "Remove"
                </button>
                <button type="button" class="button" on:click=move |_| back_to_button()>
                    "Close"
                </button>
            </div>
        </div>
    }
}

/// The load as a bar on the fair-share line, with the usual range behind it, the exact share as a stroke, and what moved
/// away hatched. The numbers stand beside it.
#[component]
fn LoadBar(id: NodeId, bar: Memo<Bar>, axis: Signal<f64>) -> impl IntoView {
    let percent = move |fair_shares: f64| format!("{}%", (fair_shares / axis.get()).clamp(0.0, 1.0) * 100.0);
    view! {
        <div class="load" aria-hidden="true" style:--node=colour(id)>
            <span
                class="load-usual"
                style:left=move || percent(1.0 - bar.get().usual)
                style:width=move || percent(bar.get().usual.min(1.0) + bar.get().usual)
            ></span>
            <span class="load-bar" style:width=move || percent(bar.get().now)></span>
            <Show when=move || bar.with(|bar| bar.before > bar.now)>
                <span
                    class="load-left"
                    style:left=move || percent(bar.get().now)
                    style:width=move || percent(bar.get().before - bar.get().now)
                ></span>
            </Show>
            <span class="load-fair" style:left=move || percent(1.0)></span>
            {move || {
                bar.get().exact.map(|exact| view! { <span class="load-exact" style:left=percent(exact)></span> })
            }}
        </div>
    }
}
