//! The fleet table's rows as plain data: the nodes of now and, while their change is on show, those that went.

use placement::{
    fleet::{Node, NodeId},
    measure::Load,
    number::{Ratio, thousands},
};

use crate::view::View;

/// One row.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Whose.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// Its weight in hundredths.
    pub weight: u32,
    /// Is it in the placement?
    pub state: State,
    /// Keys.
    pub keys: u32,
    /// Keys over fair share with two places; nothing where it should own nothing.
    pub times_fair: Option<String>,
    /// The requests for its keys, where the keys have counts.
    pub requests: Option<Requests>,
    /// Is it the busiest or the lightest?
    pub extreme: bool,
    /// Lengths along the bar, in fair shares.
    pub bar: Bar,
}

/// Requests for a node's keys, as they are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requests {
    /// Requests; from ten millions on in millions or thousands of millions.
    pub short: String,
    /// Requests, with separators.
    pub exact: String,
    /// Requests over fair share with two places; nothing where it should own nothing.
    pub times_fair: Option<String>,
}

/// How a node stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Up.
    Up,
    /// Down: left out, but kept.
    Down,
    /// Removed by the change on show.
    Gone,
}

/// What is drawn in a row, in fair shares from 0.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bar {
    /// The length of the bar.
    pub now: f64,
    /// Where keys that moved away ended; not below `now`.
    pub before: f64,
    /// The exact share by arc.
    pub exact: Option<f64>,
    /// The requests.
    pub requests: Option<f64>,
    /// Half the width of the usual range: two standard deviations.
    pub usual: f64,
}

/// The rows, in the fleet's order; those that went stand where they stood.
#[must_use]
pub fn rows(view: &View) -> Vec<Row> {
    let balance = &view.balance;
    let mut rows: Vec<Row> = view
        .fleet()
        .nodes()
        .iter()
        .zip(&balance.loads)
        .enumerate()
        .map(|(at, (node, load))| {
            let extreme = balance.counted > 1 && (balance.busiest == Some(at) || balance.lightest == Some(at));
            row(view, node, Some(load), extreme)
        })
        .collect();
    if let Some(change) = &view.change {
        for (at, node) in change.before.scenario().fleet.nodes().iter().enumerate() {
            if view.fleet().get(node.id).is_none() && change.roster_movement().is_some() {
                rows.insert(at.min(rows.len()), row(view, node, None, false));
            }
        }
    }
    rows
}

fn row(view: &View, node: &Node, load: Option<&Load>, extreme: bool) -> Row {
    let state = match load {
        None => State::Gone,
        Some(_) if node.up => State::Up,
        Some(_) => State::Down,
    };
    // What it held before, on the same scale: fair shares of now, or of then where it has none now.
    let change = view.change.as_ref().filter(|change| change.roster_movement().is_some());
    let before = change.and_then(|change| {
        let left = change.movement.as_ref().map_or(0, |movement| movement.left(node.id));
        let then = change.balance_before.loads.iter().find(|load| load.id == node.id)?;
        let fair = load.filter(|load| load.times_fair.is_some()).map_or(then.fair, |load| load.fair);
        let keys = load.map_or(0, |load| load.keys) + left;
        (left > 0 && fair.part > 0)
            .then(|| Ratio::new(u128::from(keys) * fair.whole, u128::from(view.balance.keys) * fair.part).value())
    });
    let now = load.and_then(|load| load.times_fair).map_or(0.0, Ratio::value);
    Row {
        id: node.id,
        name: node.name.clone(),
        weight: node.weight.hundredths(),
        state,
        keys: load.map_or(0, |load| load.keys),
        times_fair: load.and_then(|load| load.times_fair.map(Ratio::times).or_else(|| drained(view, node))),
        requests: load.and_then(requests),
        extreme,
        bar: Bar {
            now,
            before: before.unwrap_or(now).max(now),
            exact: load.and_then(|load| load.exact_times_fair).map(Ratio::value),
            requests: load.and_then(|load| load.requests_times_fair).map(Ratio::value),
            usual: load.map_or(0.0, |load| 2.0 * load.usual_deviation),
        },
    }
}

/// In place of times fair: why a node that is up and has a weight should own nothing.
fn drained(view: &View, node: &Node) -> Option<String> {
    let is_drained = || view.fleet().kept_shards().is_some_and(|table| table.is_drained(node.id));
    (node.up && view.scenario().algorithm.keeps_shards() && is_drained()).then(|| "drained".into())
}

fn requests(load: &Load) -> Option<Requests> {
    let requests = load.requests?;
    let in_units = |unit: u64, name: &str| format!("{} {name}", Ratio::new(requests, unit).decimal(1, 1));
    let short = match requests {
        0..10_000_000 => thousands(requests),
        10_000_000..10_000_000_000 => in_units(1_000_000, "M"),
        _ => in_units(1_000_000_000, "G"),
    };
    Some(Requests { short, exact: thousands(requests), times_fair: load.requests_times_fair.map(Ratio::times) })
}

/// Where the bars' axis ends, in fair shares: 1.5, or the next whole number that holds every bar.
#[must_use]
pub fn axis_end<'a>(rows: impl IntoIterator<Item = &'a Row>) -> f64 {
    let ends = |bar: &Bar| [bar.before, bar.exact.unwrap_or(0.0), bar.requests.unwrap_or(0.0)];
    let most = rows.into_iter().flat_map(|row| ends(&row.bar)).fold(0.0, f64::max);
    if most <= 1.5 { 1.5 } else { most.ceil() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        fleet::Fleet,
        keys::{KeyList, Keys},
        scenario::{Command, Scenario},
        weight::Weight,
    };

    fn after(command: Command) -> View {
        let before = Scenario::default();
        let mut scenario = before.clone();
        let effects = scenario.apply(command).expect("a command");
        View::new(&scenario, &effects.title, Some(&before), None)
    }

    #[test]
    fn the_first_paint_in_numbers() {
        let rows = rows(&View::new(&Scenario::default(), "", None, None));
        let shown: Vec<(u32, &str)> =
            rows.iter().map(|row| (row.keys, row.times_fair.as_deref().unwrap_or(""))).collect();
        assert_eq!(
            shown,
            [
                (10_841, "0.87"),
                (16_616, "1.33"),
                (16_891, "1.35"),
                (9_009, "0.72"),
                (11_672, "0.93"),
                (13_106, "1.05"),
                (15_077, "1.21"),
                (6_788, "0.54")
            ]
        );
        assert_eq!(rows.iter().filter(|row| row.extreme).map(|row| row.id.0).collect::<Vec<_>>(), [2, 7]);
        assert!((axis_end(&rows) - 1.5).abs() < f64::EPSILON);
    }

    #[test]
    fn requests_stand_beside_keys_and_long_numbers_are_shortened() {
        let list = "a\t9999999\nb\t1000000000\nc\t1000000000\nd\t25";
        let keys = Keys::List(KeyList::parse(list).expect("keys"));
        let scenario = Scenario { keys, fleet: Fleet::from_names(["only"]).expect("a name"), ..Scenario::default() };
        let rows = rows(&View::new(&scenario, "", None, None));
        let requests = rows[0].requests.clone().expect("counts");
        assert_eq!((requests.short.as_str(), requests.exact.as_str()), ("2,010.0 M", "2,010,000,024"));
        assert_eq!((requests.times_fair.as_deref(), rows[0].bar.requests), (Some("1.00"), Some(1.0)));
    }

    #[test]
    fn a_removed_node_stays_where_it_was_with_what_it_lost() {
        let rows = rows(&after(Command::RemoveNode(NodeId(2))));
        assert_eq!((rows.len(), rows[2].id, rows[2].state, rows[2].keys), (8, NodeId(2), State::Gone, 0));
        assert!(rows[2].bar.now == 0.0 && (rows[2].bar.before - 16_891.0 * 8.0 / 100_000.0).abs() < 1e-9);
    }

    #[test]
    fn keys_that_left_stretch_from_the_new_end_to_the_old_one() {
        let rows = rows(&after(Command::AddNode { name: "cache-09".into(), weight: Weight::ONE }));
        assert_eq!(rows[8].bar.before, rows[8].bar.now);
        let lost: f64 = rows.iter().map(|row| (row.bar.before - row.bar.now) * 100_000.0 / 9.0).sum();
        assert!((lost - 4_944.0).abs() < 1e-6, "{lost}");
    }
}
