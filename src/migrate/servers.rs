//! A migration server by server: the load of each on both sides, and how much of it is cold at first.

use placement::{
    fleet::{Fleet, NodeId},
    measure::Balance,
    number::{Ratio, thousands},
    order,
};

use crate::view::View;

/// Rows that are shown at most.
const MOST: usize = 200;

/// A server on one side.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    /// Its keys.
    pub keys: String,
    /// Their number over its fair share: "1.14"; nothing where it should own none.
    pub times: String,
}

/// A server on both sides, or on one of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its id.
    pub id: NodeId,
    /// Its name, where keys go if it is there.
    pub name: String,
    /// Its other name, where keys come from, if it is another.
    pub other_name: Option<String>,
    /// Where keys come from; `None` where it is not there.
    pub from: Option<Side>,
    /// Where they go.
    pub to: Option<Side>,
    /// Keys that it has on both sides: they stay warm.
    pub stay: String,
    /// Keys that come to it: they are cold at first.
    pub arrive: String,
    /// These over all that it has where they go: as text and from 0 to 1. `None` where it has none there.
    pub cold: Option<(String, f64)>,
}

/// The table.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Rows {
    /// The rows, those of where keys come from first.
    pub rows: Vec<Row>,
    /// Servers of which there is no row.
    pub more: usize,
}

/// Numbers of nodes by id.
struct ById(Vec<(NodeId, u32)>);

impl ById {
    fn new(nodes: impl Iterator<Item = (NodeId, u32)>) -> Self {
        let all: Vec<(NodeId, u32)> = nodes.collect();
        let places = order::places(all.len(), &|a, b| all[a].0.cmp(&all[b].0));
        Self(places.into_iter().map(|at| all[at]).collect())
    }

    fn of(&mut self, id: NodeId) -> Option<&mut u32> {
        let at = self.0.binary_search_by(|one| one.0.cmp(&id)).ok()?;
        Some(&mut self.0[at].1)
    }
}

/// Reads the view of a migration; empty where there is none.
#[must_use]
pub fn rows(view: &View) -> Rows {
    first_rows(view, MOST)
}

/// The same with so many rows at most.
pub(super) fn first_rows(view: &View, most: usize) -> Rows {
    let Some(change) = &view.change else { return Rows::default() };
    let Some(movement) = &change.movement else { return Rows::default() };
    let (before, after) = (&change.before.scenario().fleet, view.fleet());
    let places = |fleet: &Fleet| ById::new(fleet.nodes().iter().map(|node| node.id).zip(0..));
    let (mut row_before, mut row_after) = (places(before), places(after));
    let mut arrived = ById::new(after.nodes().iter().map(|node| (node.id, 0)));
    for pair in &movement.pairs {
        if let Some(keys) = pair.to.and_then(|to| arrived.of(to)) {
            *keys += pair.keys;
        }
    }
    let mut row = |id: NodeId| {
        let at_before = row_before.of(id).map(|at| *at as usize);
        let at_after = row_after.of(id).map(|at| *at as usize);
        let name = |fleet: &Fleet, at: Option<usize>| at.and_then(|at| Some(fleet.nodes().get(at)?.name.clone()));
        let (old, new) = (name(before, at_before), name(after, at_after));
        let arrive = arrived.of(id).map_or(0, |keys| *keys);
        let now = at_after.and_then(|at| view.balance.loads.get(at)).map_or(0, |load| load.keys);
        Row {
            id,
            other_name: if new.is_some() { old.clone().filter(|old| Some(old) != new.as_ref()) } else { None },
            name: new.or(old).unwrap_or_default(),
            from: at_before.map(|at| side(&change.balance_before, at)),
            to: at_after.map(|at| side(&view.balance, at)),
            stay: thousands(now - arrive.min(now)),
            arrive: thousands(arrive),
            cold: (now > 0).then(|| (Ratio::new(arrive, now).percent(), Ratio::new(arrive, now).value())),
        }
    };
    let new = after.nodes().iter().filter(|node| before.get(node.id).is_none());
    let all: Vec<NodeId> = before.nodes().iter().chain(new).map(|node| node.id).collect();
    Rows { rows: all.iter().take(most).map(|&id| row(id)).collect(), more: all.len().saturating_sub(most) }
}

fn side(balance: &Balance, at: usize) -> Side {
    let load = balance.loads.get(at);
    Side {
        keys: thousands(load.map_or(0, |load| load.keys)),
        times: load.and_then(|load| load.times_fair).map_or_else(String::new, Ratio::times),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::words::tests::{by_hand, server},
        *,
    };
    use placement::migration::Matching;

    #[test]
    fn six_keys_server_by_server() {
        // By 2: x has a c e, y has b d f. By 3: x has none, y has a b d, z has c e f.
        let view = by_hand(Some(vec![server("x"), server("y"), server("z")]), Matching::Name);
        let Rows { rows, more } = rows(&view);
        assert_eq!(more, 0);
        let read: Vec<_> = rows
            .iter()
            .map(|row| {
                let keys = |side: &Option<Side>| side.as_ref().map(|side| side.keys.clone());
                let cold = row.cold.as_ref().map(|cold| cold.0.as_str());
                (row.name.as_str(), keys(&row.from), keys(&row.to), row.stay.as_str(), row.arrive.as_str(), cold)
            })
            .collect();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            read,
            [
                ("x", some("3"), some("0"), "0", "0", None),
                ("y", some("3"), some("3"), "2", "1", Some("33.3 %")),
                ("z", None, some("3"), "0", "3", Some("100.0 %")),
            ]
        );
        // Three of six where two would be fair.
        assert_eq!(rows[1].to.as_ref().map(|side| side.times.as_str()), Some("1.50"));
    }

    #[test]
    fn a_server_that_is_called_otherwise_has_both_names() {
        let servers = Some(vec![server("x:1"), server("y")]);
        let by_place = rows(&by_hand(servers.clone(), Matching::Place));
        let names: Vec<_> = by_place.rows.iter().map(|row| (row.name.as_str(), row.other_name.as_deref())).collect();
        assert_eq!(names, [("x:1", Some("x")), ("y", None)]);
        let by_name = rows(&by_hand(servers, Matching::Name));
        let names: Vec<_> = by_name.rows.iter().map(|row| (row.name.as_str(), row.from.is_some())).collect();
        assert_eq!(names, [("x", true), ("y", true), ("x:1", false)]);
        assert!(by_name.rows[0].to.is_none());
    }
}
