//! What a figure says to the page around: what is on show in numbers, each with what it is out of.

use placement::{measure::Load, number::Ratio};
use serde::Serialize;

use crate::{finding, view::View};

/// What is on show.
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Results {
    /// The scenario, as the query string of a link; without presentation.
    query: String,
    /// The finding, as plain text.
    finding: String,
    /// Keys in all.
    keys: u32,
    /// The fleet, in its order.
    nodes: Vec<NodeSaid>,
    /// The busiest node's keys over its fair share; nothing where no key has an owner.
    busiest: Option<f64>,
    /// The lightest node's.
    lightest: Option<f64>,
    /// Standard deviation over mean of what nodes hold, in fair shares.
    spread: f64,
    /// What is usual for so many points and keys.
    usual_spread: f64,
    /// The change that led here; nothing at the start, or where other keys are placed.
    moved: Option<MovedSaid>,
}

#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
struct NodeSaid {
    name: String,
    weight: f64,
    up: bool,
    keys: u32,
    times_fair: Option<f64>,
}

#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
struct MovedSaid {
    /// The change in words.
    change: String,
    /// Keys that moved.
    keys: u32,
    /// Of so many.
    of: u32,
    /// So many of them had to, where that can be told.
    necessary: Option<u32>,
    /// The share of all keys that would be fair, where the fleet changed.
    fair_share: Option<f64>,
}

impl Results {
    /// Of a view, whose link this is.
    #[must_use]
    pub fn of(view: &View, query: String) -> Self {
        let balance = &view.balance;
        let times = |load: Option<&Load>| load.and_then(|load| load.times_fair).map(Ratio::value);
        let nodes = view.fleet().nodes().iter().zip(&balance.loads).map(|(node, load)| NodeSaid {
            name: node.name.clone(),
            weight: f64::from(node.weight.hundredths()) / 100.0,
            up: node.up,
            keys: load.keys,
            times_fair: load.times_fair.map(Ratio::value),
        });
        let moved = view.change.as_ref().and_then(|change| {
            let movement = change.movement.as_ref()?;
            Some(MovedSaid {
                change: change.title.clone(),
                keys: movement.moved,
                of: movement.keys,
                necessary: movement.necessary,
                fair_share: movement.fair.map(Ratio::value),
            })
        });
        Self {
            query,
            finding: finding::plain(&finding::finding(view).words),
            keys: balance.keys,
            nodes: nodes.collect(),
            busiest: times(balance.busiest()),
            lightest: times(balance.lightest()),
            spread: balance.spread,
            usual_spread: balance.usual_spread,
            moved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        scenario::{Command, Scenario},
        weight::Weight,
    };

    #[test]
    fn the_numbers_are_those_of_the_first_paint_and_of_a_ninth_node() {
        let before = Scenario::default();
        let first = Results::of(&View::new(&before, "", None, None), "v=1".into());
        assert_eq!(first.nodes.iter().map(|node| node.keys).collect::<Vec<_>>()[..3], [10_841, 16_616, 16_891]);
        assert_eq!((first.keys, first.busiest, first.moved.is_none()), (100_000, Some(1.35128), true));
        assert!(first.finding.starts_with("cache-03 holds 2.49 times the keys of cache-08."), "{}", first.finding);

        let mut after = before.clone();
        after.apply(Command::AddNode { name: "cache-09".into(), weight: Weight::ONE }).expect("a node");
        let added = Results::of(&View::new(&after, "Add cache-09", Some(&before), None), String::new());
        let moved = added.moved.expect("a change");
        assert_eq!((moved.change.as_str(), moved.keys, moved.of), ("Add cache-09", 4_944, 100_000));
        assert!((moved.fair_share.expect("the fleet changed") - 1.0 / 9.0).abs() < 1e-12);
    }
}
