//! One node's row: letter, name, weight, load, up or down, remove. On narrow screens the last three are in a menu.

use std::sync::Arc;

use leptos::{ev, prelude::*};
use placement::{
    fleet::NodeId,
    number::thousands,
    scenario::{Command, ScenarioError},
    weight::Weight,
};

use super::{
    chip::{Chip, colour},
    number::{Form, NumberField, Range},
    text_field::TextField,
};
use crate::{
    picture::pattern::Pattern,
    react::{css_percent, flag, number, on_change, on_click, on_focus, on_key, on_pointer, shown_while, text},
    rows::{Requests, Row, State},
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
    row: Signal<Option<Arc<Row>>>,
    /// Its place in the table, from 1, which is the heading's.
    place: Signal<String>,
    /// Where the bars' axis ends, in fair shares.
    axis: Signal<f64>,
    /// Do the keys have counts, so that there are requests?
    counted: Signal<bool>,
    /// The row with the focus.
    kept: RwSignal<Option<NodeId>>,
) -> impl IntoView {
    let store = use_store();
    let name = text(move || row.with(|row| row.as_ref().map_or_else(String::new, |row| row.name.clone())));
    let weight = number(move || row.with(|row| row.as_ref().map_or(0, |row| row.weight)));
    let keys = text(move || row.with(|row| row.as_ref().map_or_else(String::new, |row| thousands(row.keys))));
    let times = text(move || {
        let times = row.with(|row| row.as_ref().and_then(|row| row.times_fair.clone()));
        times.unwrap_or_else(|| "–".into())
    });
    let requests = move |read: fn(&Requests) -> Option<&String>| {
        text(move || {
            let written = row.with(|row| row.as_ref().and_then(|row| row.requests.as_ref().and_then(read).cloned()));
            written.unwrap_or_else(|| "–".into())
        })
    };
    let of_requests = move || {
        view! {
            <span class="requests" title=requests(|one| Some(&one.exact)) data-figure="requests">
                {requests(|one| Some(&one.short))}
            </span>
        }
        .into_any()
    };
    let requests_times = move || {
        view! {
            <span class="requests" data-figure="requests-times-fair">
                {requests(|one| one.times_fair.as_ref())}
            </span>
        }
        .into_any()
    };
    let is = move |state: State| flag(move || row.with(|row| row.as_ref().map(|row| row.state)) == Some(state));
    let (up, down) = (is(State::Up), is(State::Down));
    let gone = flag(move || !up.get() && !down.get());
    let here = flag(move || !gone.get());
    let hollow = flag(move || !up.get());
    let extreme = flag(move || row.with(|row| row.as_ref().is_some_and(|row| row.extreme)));
    let stands_out =
        flag(move || store.outstanding() == Some(id) || store.outstanding_pair().is_some_and(|pair| pair.has(id)));
    let menu = RwSignal::new(false);
    let lit = store.lit;
    let set_weight =
        move |hundredths| Weight::from_hundredths(hundredths).map(|weight| Command::SetWeight { id, weight });
    let rename = move |name: String| -> Result<(), ScenarioError> {
        store.dispatch(Command::Rename { id, name: name.trim().to_owned() })
    };
    let key_down = move |event: ev::KeyboardEvent| {
        if event.key() == "Delete" && !super::is_text_entry(&event) && here.get_untracked() {
            event.prevent_default();
            remove(store, id);
        }
    };
    let name_of = move |what: &'static str| text(move || format!("{what} {}", name.get()));
    let name_field = move || view! { <TextField label=name_of("Name of") value=name take=rename /> }.into_any();
    let weight_field = move || {
        view! { <NumberField label=name_of("Weight of") value=weight range=WEIGHTS command=set_weight /> }.into_any()
    };
    let up_switch = move || {
        view! {
            <button
                type="button"
                class="switch"
                role="switch"
                aria-checked=text(move || up.get().to_string())
                aria-label=text(move || format!("{} up", name.get()))
                on:click=on_click(move |_| store.try_dispatch(Command::SetUp { id, up: !up.get_untracked() }))
            >
                <span class="switch-track" class:switch-on=up></span>
            </button>
        }
        .into_any()
    };
    let remove_button = move || {
        view! {
            <button
                type="button"
                class="icon-button"
                data-remove=""
                aria-label=name_of("Remove")
                title="Remove"
                on:click=on_click(move |_| remove(store, id))
            >
                "×"
            </button>
        }
        .into_any()
    };
    let more_button = move || {
        view! {
            <button
                type="button"
                class="icon-button"
                data-more=""
                aria-label=name_of("More for")
                aria-expanded=text(move || menu.get().to_string())
                on:click=on_click(move |_| menu.update(|menu| *menu = !*menu))
            >
                "⋯"
            </button>
            {shown_while(menu.into(), move || view! { <RowMenu id name weight up menu /> }.into_any())}
        }
        .into_any()
    };
    view! {
        <tr
            class="row"
            class:row-lit=stands_out
            class:row-dim=flag(move || store.outstanding().is_some() && !stands_out.get())
            class:row-pinned=flag(move || store.pinned.get() == Some(id))
            class:row-down=down
            class:row-gone=gone
            class:row-extreme=extreme
            data-node=id.0.to_string()
            aria-rowindex=place
            on:pointerenter=on_pointer(move |event| {
                if event.pointer_type() == "mouse" {
                    lit.set(Some(id));
                }
            })
            on:pointerleave=on_pointer(move |_| lit.set(None))
            on:focusin=on_focus(move |_| {
                lit.set(Some(id));
                kept.set(Some(id));
            })
            on:focusout=on_focus(move |_| {
                lit.set(None);
                kept.set(None);
            })
            on:keydown=on_key(key_down)
        >
            <th scope="row" class="cell-name">
                <Chip id hollow />
                {shown_while(here, name_field)}
                {shown_while(gone, move || view! { <s class="gone-name">{name}</s> }.into_any())}
            </th>
            <td class="cell-weight wide-only">{shown_while(here, weight_field)}</td>
            <td class="cell-bar">
                <LoadBar id row axis counted />
            </td>
            <td class="cell-number">
                <span data-figure="keys">{keys}</span>
                {shown_while(counted, of_requests)}
            </td>
            <td class="cell-number">
                <span data-figure="times-fair">{times}</span>
                {shown_while(counted, requests_times)}
            </td>
            <td class="cell-control wide-only">{shown_while(here, up_switch)}</td>
            <td class="cell-control wide-only">{shown_while(here, remove_button)}</td>
            <td class="cell-control narrow-only">{shown_while(here, more_button)}</td>
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
        |node| format!("[data-node='{0}'] [data-remove], [data-node='{0}'] [data-more]", node.id.0),
    );
    request_animation_frame(move || super::focus_first_shown(&selector));
}

/// The menu of a row where the table is narrow.
#[component]
fn RowMenu(
    id: NodeId,
    name: Signal<String>,
    weight: Signal<u32>,
    up: Signal<bool>,
    /// Is the menu open?
    menu: RwSignal<bool>,
) -> impl IntoView {
    let store = use_store();
    let input = NodeRef::<leptos::html::Input>::new();
    let error = RwSignal::new(None::<String>);
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
        menu.set(false);
        super::focus_first_shown(&format!("[data-node='{}'] [data-more]", id.0));
    };
    view! {
        <div
            class="editor row-menu"
            role="dialog"
            aria-label=text(move || format!("More for {}", name.get()))
            on:keydown=on_key(move |event| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    back_to_button();
                }
            })
        >
            <label>
                "Weight"
                <input
                    node_ref=input
                    type="text"
                    inputmode="decimal"
                    aria-invalid=text(move || error.with(Option::is_some).to_string())
                    prop:value=text(move || WEIGHTS.write(weight.get()))
                    on:change=on_change(set_weight)
                />
            </label>
            <p class="editor-error" role="alert">{text(move || error.get().unwrap_or_default())}</p>
            <label class="row-menu-up">
                <input
                    type="checkbox"
                    prop:checked=up
                    on:change=on_change(move |event| {
                        store.try_dispatch(Command::SetUp { id, up: event_target_checked(&event) });
                    })
                />
                "Up"
            </label>
            <div class="row-menu-buttons">
                <button type="button" class="button" on:click=on_click(move |_| remove(store, id))>
                    "Remove"
                </button>
                <button type="button" class="button" on:click=on_click(move |_| back_to_button())>
                    "Close"
                </button>
            </div>
        </div>
    }
}

/// The load as a bar on the fair-share line, with the usual range behind it, the exact share as a stroke, and what moved
/// away hatched. The numbers stand beside it.
#[component]
pub fn LoadBar(id: NodeId, row: Signal<Option<Arc<Row>>>, axis: Signal<f64>, counted: Signal<bool>) -> impl IntoView {
    let pattern = Pattern::of(id);
    let at = move |read: fn(&crate::rows::Bar) -> f64| {
        text(move || css_percent(row.with(|row| row.as_ref().map_or(0.0, |row| read(&row.bar))) / axis.get()))
    };
    // What is usual can reach beyond the axis: with one virtual node, nearly three times the fair share.
    let usual_width = text(move || {
        let usual = row.with(|row| row.as_ref().map_or(0.0, |row| row.bar.usual));
        css_percent(((1.0 + usual).min(axis.get()) - (1.0 - usual).max(0.0)) / axis.get())
    });
    let left = flag(move || row.with(|row| row.as_ref().is_some_and(|row| row.bar.before > row.bar.now)));
    let exact = flag(move || row.with(|row| row.as_ref().is_some_and(|row| row.bar.exact.is_some())));
    view! {
        <div
            class="load"
            class:pattern-1=pattern == Pattern::Double
            class:pattern-2=pattern == Pattern::Cut
            aria-hidden="true"
            style:--node=colour(id)
        >
            <span
                class="load-usual"
                style:left=at(|bar| (1.0 - bar.usual).max(0.0))
                style:width=usual_width
            ></span>
            <span class="load-bar" style:width=at(|bar| bar.now)></span>
            {shown_while(
                left,
                move || {
                    view! {
                        <span
                            class="load-left"
                            style:left=at(|bar| bar.now)
                            style:width=at(|bar| bar.before - bar.now)
                        ></span>
                    }
                        .into_any()
                },
            )}
            {shown_while(
                counted,
                move || {
                    view! { <span class="load-requests" style:width=at(|bar| bar.requests.unwrap_or(0.0))></span> }
                        .into_any()
                },
            )}
            <span class="load-fair" style:left=at(|_| 1.0)></span>
            {shown_while(
                exact,
                move || view! { <span class="load-exact" style:left=at(|bar| bar.exact.unwrap_or(0.0))></span> }.into_any(),
            )}
        </div>
    }
}
