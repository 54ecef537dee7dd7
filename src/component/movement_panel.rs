//! What moved: the total, the three-way split, the two marks, what modulo would have moved, and from whom to whom.

use leptos::prelude::*;
use placement::{
    fleet::{Fleet, NodeId},
    measure::{Movement, Pair},
    number::{Ratio, thousands},
    scenario::Scenario,
};

use super::{
    chip::Chip,
    focus_first_shown,
    movement_controls::MovementControls,
    replay::Replay,
    save_menu::{Act, save_menu, table_entries},
    term,
    unbroken::unbroken,
};
use crate::{
    help::Word,
    lab::sheet::Table,
    movement_words,
    react::{css_percent, flag, on_click, on_focus, on_pointer, remade, shown_while, text},
    saved_tables,
    store::use_store,
    view::{Change, Flow, View},
};

/// Pairs that are listed one by one; the rest is a sum.
const PAIRS: usize = 8;

/// What the panel shows, ready to be written.
#[derive(Clone, PartialEq)]
struct Shown {
    title: String,
    moved: String,
    of: String,
    share: f64,
    /// The same in words.
    percent: String,
    marks: Vec<(&'static str, f64)>,
    lines: Vec<(&'static str, String, String)>,
    pairs: Vec<PairLine>,
    rest: Option<(usize, String)>,
    /// A sentence or two beside the figures.
    notes: Vec<String>,
}

#[derive(Clone, PartialEq)]
struct PairLine {
    pair: Flow,
    from: Option<(NodeId, String)>,
    to: Option<(NodeId, String)>,
    keys: String,
    length: f64,
}

/// The panel.
#[component]
pub fn MovementPanel() -> impl IntoView {
    let store = use_store();
    let shown = store.derive(|view| {
        let change = view.change.as_ref()?;
        Some(shown(view, change, change.movement.as_ref()?))
    });
    let moves = flag(move || shown.with(Option::is_some));
    let view = store.view();
    let entries = move || {
        let figures = move || shown.with_untracked(|shown| shown.as_ref().map(figures).unwrap_or_default());
        let pairs = move || view.with_untracked(|view| saved_tables::moved(view));
        let named = |entries: Vec<(&'static str, Act)>, names: [&'static str; 2]| {
            names.into_iter().zip(entries.into_iter().map(|entry| entry.1))
        };
        named(table_entries("movement", figures), ["Figures, CSV", "Figures, JSON"])
            .chain(named(table_entries("moved by node", pairs), ["Pairs, CSV", "Pairs, JSON"]))
            .collect()
    };
    let other_keys = store.derive(|view| view.change.as_ref().is_some_and(|change| change.movement.is_none()));
    view! {
        <section class="movement" aria-labelledby="movement-title">
            <div class="panel-head">
                <h2 id="movement-title" tabindex="-1">"What moved"</h2>
                <span class="quiet">{text(move || shown.get().map_or_else(String::new, |shown| shown.title))}</span>
                {shown_while(moves, move || save_menu(("Save", " the movement"), entries(), ().into_any()))}
            </div>
            {remade(move || match shown.get() {
                Some(shown) => Panel(PanelProps { shown }).into_any(),
                None if other_keys.get() => {
                    view! { <p class="quiet">"Other keys were placed, so there is nothing to compare."</p> }.into_any()
                }
                None => ().into_any(),
            })}
            <div class="moved-acts">
            <Replay />
            <button
                type="button"
                class="link look-ahead"
                on:click=on_click(move |_| {
                    store.looks_ahead.set(true);
                    request_animation_frame(|| focus_first_shown("#prices-title"));
                })
            >
                "What would move next"
            </button>
            </div>
        </section>
    }
}

/// The figures of the panel as they are taken away.
fn figures(shown: &Shown) -> Table {
    let mut table = Table::new(&["what"], &["keys", "share of all keys"]);
    table.push(vec![format!("Moved: {}", shown.title), shown.moved.clone(), shown.percent.clone()], true);
    for (name, keys, share) in &shown.lines {
        table.push(vec![(*name).to_owned(), keys.clone(), share.clone()], false);
    }
    table
}

#[component]
fn Panel(shown: Shown) -> impl IntoView {
    let store = use_store();
    let percent = |part: f64| css_percent(part.clamp(0.0, 1.0));
    let marks = shown
        .marks
        .iter()
        .map(|(name, at)| {
            view! { <i class=format!("mark mark-{name}") style:left=percent(*at)></i> }
        })
        .collect_view();
    let lines = shown
        .lines
        .into_iter()
        .map(|(name, keys, share)| {
            let words = match name {
                "Necessary" => term::word(store, name, Word::Necessary),
                "Fair" => term::word(store, name, Word::FairMovement),
                _ => name.into_any(),
            };
            view! {
                <tr>
                    <th scope="row">{words}</th>
                    <td>{keys}</td>
                    <td class="quiet">{share}</td>
                </tr>
            }
        })
        .collect_view();
    let node = |node: Option<(NodeId, String)>| match node {
        Some((id, name)) => view! {
            <Chip id />
            <span class="visually-hidden">{name}</span>
        }
        .into_any(),
        None => view! { <span>"nobody"</span> }.into_any(),
    };
    let pairs = shown
        .pairs
        .into_iter()
        .map(|pair| {
            let ends = pair.pair;
            let name = |node: &Option<(NodeId, String)>| node.as_ref().map_or("nobody", |node| &node.1).to_owned();
            let label = format!("{} to {}", name(&pair.from), name(&pair.to));
            let is_shown = flag(move || store.outstanding_pair() == Some(ends));
            view! {
                <tr
                    class="pair"
                    class:pair-lit=is_shown
                    on:pointerenter=on_pointer(move |event| {
                        if event.pointer_type() == "mouse" {
                            store.light_pair(Some(ends));
                        }
                    })
                    on:pointerleave=on_pointer(move |_| store.light_pair(None))
                >
                    <td class="pair-node">
                        <button
                            type="button"
                            class="pair-button"
                            aria-label=label
                            aria-pressed=text(move || store.is_pinned_pair(ends).to_string())
                            on:focus=on_focus(move |_| store.light_pair(Some(ends)))
                            on:blur=on_focus(move |_| store.light_pair(None))
                            on:click=on_click(move |_| store.pin_pair(ends))
                        ></button>
                        {node(pair.from)}
                        <span aria-hidden="true" class="pair-arrow">"→"</span>
                    </td>
                    <td class="pair-node">{node(pair.to)}</td>
                    <td class="pair-bar" aria-hidden="true">
                        <i style:width=percent(pair.length)></i>
                    </td>
                    <td>{pair.keys}</td>
                </tr>
            }
        })
        .collect_view();
    let has_pairs = !pairs.is_empty();
    view! {
        <p class="moved-total">
            <b class="moved" data-figure="moved">{shown.moved}</b>
            <span class="quiet">{shown.of}</span>
        </p>
        <div class="moved-bar" aria-hidden="true">
            <i style:width=percent(shown.share)></i>
            {marks}
        </div>
        <table class="moved-lines">
            <caption class="visually-hidden">"What moved, in keys and as a share of all keys"</caption>
            <tbody>{lines}</tbody>
        </table>
        {shown.notes.into_iter().map(|note| view! { <p class="quiet moved-note">{unbroken(&note)}</p> }).collect_view()}
        {has_pairs.then(|| view! { <MovementControls /> })}
        {has_pairs
            .then(|| {
                view! {
                    <table class="moved-pairs">
                        <caption class="visually-hidden">"Moved keys by the node before and the node after"</caption>
                        <thead>
                            <tr>
                                <th scope="col"><span class="visually-hidden">"from"</span></th>
                                <th scope="col"><span class="visually-hidden">"to"</span></th>
                                <th aria-hidden="true"></th>
                                <th scope="col"><span class="visually-hidden">"keys"</span></th>
                            </tr>
                        </thead>
                        <tbody>{pairs}</tbody>
                        {shown
                            .rest
                            .map(|(count, keys)| {
                                view! {
                                    <tfoot>
                                        <tr>
                                            <th scope="row" colspan="3">
                                                {format!("{} more pairs", thousands(count as u64))}
                                            </th>
                                            <td>{keys}</td>
                                        </tr>
                                    </tfoot>
                                }
                            })}
                    </table>
                }
            })}
    }
}

/// Does this node weigh more in the second scenario than in the first?
fn weight_rose(first: &Scenario, second: &Scenario, id: Option<NodeId>) -> bool {
    let weight = |scenario: &Scenario| {
        let node = id.and_then(|id| scenario.fleet.get(id));
        node.map_or(0, |node| scenario.counted_weight(node))
    };
    weight(second) > weight(first)
}

fn shown(view: &View, change: &Change, movement: &Movement) -> Shown {
    let all = movement.keys;
    let percent = movement.share().percent();
    let share = |keys: u32| Ratio::new(keys, all).percent();
    let line = |name: &'static str, keys: u32| (name, thousands(keys), share(keys));
    // The share of the keys, rounded half up to whole keys.
    let in_keys = |share: Ratio| Ratio::new(share.part * u128::from(all), share.whole).decimal(1, 0);
    let mut lines = Vec::new();
    let mut marks = Vec::new();
    if let (Some(necessary), Some(fair)) = (movement.necessary, movement.fair) {
        let (before, after) = (change.before.scenario(), view.scenario());
        let stayed = |id: Option<NodeId>| {
            let up = |fleet: &Fleet| id.and_then(|id| fleet.get(id)).is_some_and(|node| node.up);
            up(&before.fleet) && up(&after.fleet)
        };
        let grown = movement.pairs.iter().any(|pair| stayed(pair.to) && weight_rose(before, after, pair.to));
        let shrunk = movement.pairs.iter().any(|pair| stayed(pair.from) && weight_rose(after, before, pair.from));
        lines.push(line(if grown { "To what grew" } else { "To the new node" }, movement.to_grown));
        lines.push(line(if shrunk { "From what shrank" } else { "From a gone node" }, movement.from_shrunk));
        lines.push(line("Between the others", movement.between));
        lines.push(line("Necessary", necessary));
        lines.push(("Fair", in_keys(fair), fair.percent()));
        marks.push(("fair", fair.value()));
        marks.push(("necessary", Ratio::new(necessary, all).value()));
    }
    if let Some(moved) = change.modulo_moved {
        lines.push(line("Modulo instead", moved));
    }
    let mut notes: Vec<String> = movement_words::heirs(view).into_iter().collect();
    if let Some((name, share, why)) = movement_words::expected(view) {
        lines.push((name, in_keys(share), share.percent()));
        marks.push(("fair", share.value()));
        notes.extend(why);
    }
    if change.moves_most() && movement.fair.is_none() {
        notes.push("So large a change is made before the caches are warm.".into());
    }

    let mut pairs: Vec<&Pair> = movement.pairs.iter().collect();
    let rest = (pairs.len() > PAIRS).then(|| {
        // The largest are shown, in the order of the fleet.
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.keys));
        let rest = pairs.split_off(PAIRS - 2);
        pairs.sort_by_key(|pair| (pair.from, pair.to));
        (rest.len(), thousands(rest.iter().map(|pair| pair.keys).sum::<u32>()))
    });
    let most = pairs.iter().map(|pair| pair.keys).max().unwrap_or(1);
    let node = |id: Option<NodeId>| id.map(|id| (id, view.name_of(Some(id))));
    Shown {
        title: change.title.clone(),
        moved: thousands(movement.moved),
        of: format!(" of {} keys, {percent}", thousands(all)),
        share: movement.share().value(),
        percent,
        marks,
        lines,
        pairs: pairs
            .iter()
            .map(|pair| PairLine {
                pair: Flow { from: pair.from, to: pair.to },
                from: node(pair.from),
                to: node(pair.to),
                keys: thousands(pair.keys),
                length: f64::from(pair.keys) / f64::from(most),
            })
            .collect(),
        rest,
        notes,
    }
}
