//! The load of every node as a table to read: the busiest and the lightest of a long fleet. A press on a name keeps its node
//! lit.

use std::sync::Arc;

use leptos::prelude::*;
use placement::{fleet::NodeId, number::thousands, order};

use crate::{
    component::{
        chip::Chip,
        fleet_row::LoadBar,
        fleet_table::{Listed, Rows},
    },
    react::{flag, on_click, on_pointer, remade, text},
    rows::{Row, State},
    store::use_store,
};

/// More nodes than this are not all listed: a figure does not scroll inside itself.
const MOST: usize = 12;

/// The table.
#[component]
pub fn Loads() -> impl IntoView {
    let store = use_store();
    let all = Rows::following(store);
    let axis = Rows::axis(all);
    let listed = Memo::new(move |_| Listed::new(all.with(|all| listed(&all.rows))));
    let counted = store.flag(|view| view.balance.requests.is_some());
    let rest = text(move || {
        let (all, listed) = (all.with(|all| all.rows.len()), listed.with(|listed| listed.ids.len()));
        if all > listed {
            let rest = thousands((all - listed) as u64);
            format!("The {} busiest and the {} lightest; {rest} nodes lie between them.", MOST / 2, MOST / 2)
        } else {
            String::new()
        }
    });
    let summary = store.text(|view| {
        let (nodes, keys) = (view.fleet().nodes().len(), view.balance.keys);
        format!("Load of {} nodes, {} keys in all", thousands(nodes as u64), thousands(keys))
    });
    // Made anew when other nodes are listed; of the same ones each row follows what it shows.
    let rows = move || {
        let row = |id: NodeId| view! { <LoadRow id row=Rows::row(all, id) axis counted /> };
        listed.get().ids.into_iter().map(row).collect_view().into_any()
    };
    view! {
        <table id="fleet-table" class="fleet-table embed-loads">
            <caption class="visually-hidden">{summary}</caption>
            <thead>
                <tr>
                    <th scope="col" class="cell-name">"Node"</th>
                    <th scope="col" class="cell-bar"><span class="visually-hidden">"load, in fair shares"</span></th>
                    <th scope="col" class="cell-number">"keys"</th>
                    <th scope="col" class="cell-number">"× fair"</th>
                </tr>
            </thead>
            <tbody>
                {remade(rows)}
            </tbody>
        </table>
        <p class="quiet embed-rest">{rest}</p>
    }
}

#[component]
fn LoadRow(id: NodeId, row: Signal<Option<Arc<Row>>>, axis: Signal<f64>, counted: Signal<bool>) -> impl IntoView {
    let store = use_store();
    let read = move |read: fn(&Row) -> String| {
        text(move || row.with(|row| row.as_ref().map_or_else(String::new, |row| read(row))))
    };
    let name = read(|row| row.name.clone());
    let state = read(|row| match row.state {
        State::Up => String::new(),
        State::Down => " down".into(),
        State::Gone => " gone".into(),
    });
    let is_out = flag(move || row.with(|row| row.as_ref().is_some_and(|row| row.state != State::Up)));
    let pinned = flag(move || store.pinned.get() == Some(id));
    view! {
        <tr
            class="row"
            class:row-lit=flag(move || store.outstanding() == Some(id))
            class:row-pinned=pinned
            class:row-down=is_out
            data-node=id.0.to_string()
            on:pointerenter=on_pointer(move |event| {
                if event.pointer_type() == "mouse" {
                    store.lit.set(Some(id));
                }
            })
            on:pointerleave=on_pointer(move |_| store.lit.set(None))
        >
            <th scope="row" class="cell-name">
                <button
                    type="button"
                    class="embed-node"
                    aria-pressed=text(move || pinned.get().to_string())
                    on:click=on_click(move |_| store.pinned.update(|node| *node = (*node != Some(id)).then_some(id)))
                >
                    <Chip id hollow=is_out />
                    <span>{name}{state}</span>
                </button>
            </th>
            <td class="cell-bar">
                <LoadBar id row axis counted />
            </td>
            <td class="cell-number">
                <span data-figure="keys">{read(|row| thousands(row.keys))}</span>
            </td>
            <td class="cell-number">{read(|row| row.times_fair.clone().unwrap_or_else(|| "–".into()))}</td>
        </tr>
    }
}

/// The nodes to list, in the fleet's order.
fn listed(rows: &[Arc<Row>]) -> Vec<NodeId> {
    let load = |at: usize| rows.get(at).map_or(0.0, |row| row.bar.now);
    let mut places: Vec<usize> = (0..rows.len()).collect();
    if places.len() > MOST {
        places = order::places(rows.len(), &|a, b| load(a).total_cmp(&load(b)));
        places.drain(MOST / 2..rows.len() - MOST / 2);
    }
    rows.iter().enumerate().filter(|(at, _)| places.contains(at)).map(|(_, row)| row.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{rows, view::View};
    use placement::scenario::{Command, Scenario};

    fn listed_of(nodes: u32) -> (usize, Vec<u32>) {
        let mut scenario = Scenario::default();
        scenario.apply(Command::SetNodeCount(nodes)).expect("a count");
        let view = View::new(&scenario, "", None, None);
        let rows: Vec<_> = rows::rows(&view).into_iter().map(Arc::new).collect();
        let keys = |id: &NodeId| view.balance.loads.iter().find(|load| load.id == *id).map_or(0, |load| load.keys);
        let ids = listed(&rows);
        (ids.len(), ids.iter().map(keys).collect())
    }

    #[test]
    fn a_short_fleet_is_listed_whole() {
        assert_eq!(listed_of(12).0, 12);
        assert_eq!(listed_of(8).1[..3], [10_841, 16_616, 16_891]);
    }

    #[test]
    fn of_a_long_fleet_the_ends_are_listed() {
        let mut scenario = Scenario::default();
        scenario.apply(Command::SetNodeCount(40)).expect("a count");
        let mut all: Vec<u32> =
            View::new(&scenario, "", None, None).balance.loads.iter().map(|load| load.keys).collect();
        all.sort_unstable();
        let ends: Vec<u32> = all[..6].iter().chain(&all[34..]).copied().collect();
        let (count, mut keys) = listed_of(40);
        keys.sort_unstable();
        assert_eq!((count, keys), (12, ends));
    }
}
