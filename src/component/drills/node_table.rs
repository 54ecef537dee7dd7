//! The nodes at the moment on show: how each does, by word and mark, what it carries, and what can be done to it now.

use leptos::prelude::*;
use placement::fleet::NodeId;

use super::playing::Playing;
use crate::{
    component::{
        chip::Chip,
        choice::{ChoiceField, Item},
        save_menu::{save_menu, table_entries},
    },
    drills::{
        nodes::{Act, NodeRow, SLOW_PERCENT, mark},
        taken,
    },
    react::{flag, on_change, on_click, remade, shown_while, text},
};

/// Seconds over which a change can be told to the clients.
const ROLLOUTS_S: [u32; 5] = [0, 30, 60, 180, 600];

/// The table.
#[component]
pub fn NodeTable() -> impl IntoView {
    let playing: Playing = expect_context();
    let ids = Memo::new(move |_| playing.shown.with(|shown| shown.nodes.iter().map(|row| row.id).collect::<Vec<_>>()));
    let whose = text(move || {
        let lead = playing.lead.get();
        playing.shown.with(|shown| match shown.runs.len() {
            0 | 1 => "Nodes now".into(),
            _ => format!("Nodes now, {}", shown.runs.get(lead).map_or("", String::as_str)),
        })
    });
    let rows = move || ids.get().into_iter().map(|id| row(playing, id)).collect_view().into_any();
    let add = move |_| playing.inject_node();
    let is_cut = flag(move || playing.shown.with(|shown| !shown.nodes_told.is_empty()));
    let find = move |event| playing.find.set(event_target_value(&event));
    let told = text(move || playing.shown.with(|shown| shown.nodes_told.clone()));
    let search = move || {
        view! {
            <p class="drill-how">
                <label for="drill-find">"Find nodes "</label>
                <input
                    id="drill-find"
                    type="search"
                    class="drill-number-field"
                    aria-describedby="drill-found"
                    prop:value=text(move || playing.find.get())
                    on:input=on_change(find)
                />
                " "
                <span class="quiet" id="drill-found" role="status">
                    {told}
                </span>
            </p>
        }
        .into_any()
    };
    let entries =
        table_entries("nodes of the drill", move || playing.shown.with_untracked(|shown| taken::nodes(&shown.nodes)));
    view! {
        <section class="plate" aria-labelledby="drill-nodes-title">
            <div class="plate-head">
                <h2 id="drill-nodes-title">{whose}</h2>
                {save_menu(("Save", " the nodes"), entries, ().into_any())}
            </div>
            <p class="quiet drill-how">
                "What you do happens at the moment on show, in every run, and is part of the link. A change reaches the clients over "
                <Rollout /> "; “Cut off” is from " <Client /> "; a slow node has "
                {format!("{SLOW_PERCENT} % of its speed.")}
            </p>
            {shown_while(is_cut, search)}
            <div class="drill-table" role="region" tabindex="0" aria-label="Nodes now, as a table">
                <table id="drill-nodes">
                    <thead>
                        <tr>
                            <th scope="col">"Node"</th>
                            <th scope="col">"State"</th>
                            <th scope="col" class="number">
                                "Requests/s, of 10 s"
                            </th>
                            <th scope="col" class="number">
                                "Of what it can serve"
                            </th>
                            <th scope="col" class="number">
                                "Hit rate"
                            </th>
                            <th scope="col" class="number">
                                "Entries"
                            </th>
                            <th scope="col">"Do"</th>
                        </tr>
                    </thead>
                    <tbody>{remade(rows)}</tbody>
                </table>
            </div>
            <p>
                <button type="button" class="button" on:click=on_click(add)>
                    "Add a node"
                </button>
            </p>
        </section>
    }
}

/// What a row says, which stays in its place while the numbers change.
fn row(playing: Playing, id: NodeId) -> AnyView {
    let read = move |read: fn(&NodeRow) -> String| {
        text(move || {
            playing.shown.with(|shown| shown.nodes.iter().find(|row| row.id == id).map_or_else(String::new, read))
        })
    };
    let now = move || playing.shown.with_untracked(|shown| shown.nodes.iter().find(|row| row.id == id).cloned());
    let name = now().map_or_else(String::new, |row| row.name);
    let state = read(|row| format!("{} {}", mark(row.state), row.state.name()));
    let kind = read(|row| row.state.name().to_owned());
    let is_hollow = flag(move || matches!(kind.get().as_str(), "down"));
    let acts = Act::ALL.into_iter().map(|act| {
        let words = text(move || {
            playing.shown.with(|shown| {
                let row = shown.nodes.iter().find(|row| row.id == id);
                row.map_or_else(String::new, |row| act.words(row.standing).to_owned())
            })
        });
        let of = name.clone();
        let label = text(move || format!("{} {of}", words.get()));
        let run = move |_| {
            if let Some(row) = now() {
                playing.inject(act.happening(id, row.standing, playing.client.get_untracked()));
            }
        };
        view! {
            <button type="button" class="bar-button" aria-label=label on:click=on_click(run)>
                {words}
            </button>
        }
    });
    let acts = acts.collect_view();
    view! {
        <tr data-state=kind>
            <th scope="row">
                <span class="drill-node">
                    <Chip id hollow=is_hollow />
                    {name}
                </span>
            </th>
            <td class="drill-state" data-head="State">
                {state}
            </td>
            <td class="number" data-head="Requests/s">
                {read(|row| row.requests.clone())}
            </td>
            <td class="number" data-head="Of what it can serve">
                {read(|row| row.load.clone())}
            </td>
            <td class="number" data-head="Hit rate">
                {read(|row| row.hit_rate.clone())}
            </td>
            <td class="number" data-head="Entries">
                {read(|row| row.entries.clone())}
            </td>
            <td class="drill-acts">{acts}</td>
        </tr>
    }
    .into_any()
}

/// Over how long a change is told.
#[component]
fn Rollout() -> impl IntoView {
    let playing: Playing = expect_context();
    let items = ROLLOUTS_S.iter().map(|seconds| Item { name: format!("{seconds} s"), help: String::new() }).collect();
    let rollout = playing.rollout_s;
    let value = Signal::derive(move || ROLLOUTS_S.iter().position(|&one| one == rollout.get()).unwrap_or(0));
    let take = Callback::new(move |at: usize| rollout.set(ROLLOUTS_S.get(at).copied().unwrap_or(0)));
    view! { <ChoiceField label="Time to tell a change".to_owned() items value take /> }
}

/// The client that loses a node.
#[component]
fn Client() -> impl IntoView {
    let playing: Playing = expect_context();
    let count = crate::react::number(move || playing.shown.with(|shown| shown.clients));
    let client = playing.client;
    remade(move || {
        let items =
            (1..=count.get().max(1)).map(|one| Item { name: format!("client {one}"), help: String::new() }).collect();
        let value = Signal::derive(move || client.get() as usize);
        let take = Callback::new(move |at: usize| client.set(at as u32));
        view! { <ChoiceField label="Client that is cut off".to_owned() items value take /> }.into_any()
    })
}
