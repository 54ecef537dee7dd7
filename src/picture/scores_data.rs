//! What a picture of scores shows: for the first keys the score of every node, the winner, and who won before.

use std::sync::Arc;

use placement::{
    algorithm::{Geometry, rendezvous::Rendezvous},
    explain::NodeScore,
    fleet::NodeId,
};

use super::told::roster_change;
use crate::view::View;

/// So many keys have a column at most.
pub const COLUMNS: u32 = 24;

/// A key and its scores, as heights from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// The key.
    pub key: String,
    /// Every node's, the winner first.
    pub scores: Vec<(NodeId, f64)>,
    /// Who won before, where that was another one, and how high it scored if that is known.
    pub moved_from: Option<(NodeId, Option<f64>)>,
}

/// What a picture of scores shows.
#[derive(Debug)]
pub struct ScoresData {
    view: Arc<View>,
    /// The first keys.
    pub columns: Vec<Column>,
    /// Do weights differ?
    pub is_weighted: bool,
    /// Bits of a raw score.
    pub bits: u32,
}

impl ScoresData {
    /// Reads a view; `None` where its geometry is another one.
    #[must_use]
    pub fn new(view: &Arc<View>) -> Option<Self> {
        let Geometry::Scores(now) = view.snapshot.geometry() else { return None };
        let before = roster_change(view).and_then(|(change, _)| match change.before.geometry() {
            Geometry::Scores(before) => Some((before, &change.before)),
            _ => None,
        });
        let weights = sum_of_weights(view);
        let heights = |rendezvous: &Rendezvous, key: &str| heights(rendezvous, key, weights);
        let columns = (0..view.balance.keys.min(COLUMNS))
            .map(|at| {
                let key = view.snapshot.keys().keys().key(at);
                let mut scores = heights(now, &key);
                // Under a bound it may not be the highest score that has the key.
                if let Some(place) = scores.iter().position(|(node, _)| view.snapshot.owner(at) == Some(*node)) {
                    scores[..=place].rotate_right(1);
                }
                let moved_from = before.and_then(|(before, snapshot)| {
                    let from = snapshot.owner(at).filter(|&from| view.snapshot.owner(at) != Some(from))?;
                    let of = |scores: &[(NodeId, f64)]| {
                        scores.iter().find(|(node, _)| *node == from).map(|(_, score)| *score)
                    };
                    // A node that went scores no more: it stands where it stood, if the axis is the same.
                    let is_same_axis = before.is_weighted() == now.is_weighted();
                    let score = of(&scores).or_else(|| is_same_axis.then(|| of(&heights(before, &key))).flatten());
                    Some((from, score))
                });
                Column { key, scores, moved_from }
            })
            .collect();
        Some(Self { columns, is_weighted: now.is_weighted(), bits: now.bits(), view: Arc::clone(view) })
    }

    /// The scores of any key, its owner first.
    #[must_use]
    pub fn scores_of(&self, key: &str) -> Vec<(NodeId, f64)> {
        let Geometry::Scores(now) = self.view.snapshot.geometry() else { return Vec::new() };
        let mut scores = heights(now, key, sum_of_weights(&self.view));
        let owner = self.view.snapshot.placed().owners(key.as_bytes(), 1).first().copied();
        if let Some(place) = scores.iter().position(|(node, _)| Some(*node) == owner) {
            scores[..=place].rotate_right(1);
        }
        scores
    }

    /// What the picture was made from.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Are there scores at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.iter().all(|column| column.scores.is_empty())
    }
}

/// In hundredths, as scores are.
fn sum_of_weights(view: &View) -> f64 {
    view.fleet().nodes().iter().map(|node| f64::from(node.effective_weight().hundredths())).sum()
}

/// The scores of a key as heights, the highest first.
fn heights(rendezvous: &Rendezvous, key: &str, weights: f64) -> Vec<(NodeId, f64)> {
    let height = |score: &NodeScore| match score.weighted {
        Some(weighted) if rendezvous.is_weighted() => weighted / (weighted + weights),
        _ => score.raw as f64 / (1u128 << rendezvous.bits()) as f64,
    };
    rendezvous.scores(key.as_bytes()).iter().map(|score| (score.node, height(score))).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::ring_data::tests::{add, after};
    use super::*;
    use placement::{algorithm::Algorithm, scenario::Command, weight::Weight};

    pub(crate) fn data(commands: impl IntoIterator<Item = Command>) -> ScoresData {
        let algorithm = Algorithm::from_id("rendezvous").expect("an algorithm");
        let all = std::iter::once(Command::SetAlgorithm(algorithm)).chain(commands);
        ScoresData::new(&after(all)).expect("scores")
    }

    #[test]
    fn the_winner_is_the_owner_and_stands_highest() {
        let heavier = Command::SetWeight { id: NodeId(1), weight: Weight::from_hundredths(300).expect("a weight") };
        for (commands, is_weighted) in [(vec![], false), (vec![heavier], true)] {
            let data = data(commands);
            assert_eq!((data.is_weighted, data.columns.len()), (is_weighted, 24));
            for (at, column) in data.columns.iter().enumerate() {
                assert_eq!(Some(column.scores[0].0), data.view().snapshot.owner(at as u32));
                assert!(column.scores.windows(2).all(|two| two[0].1 >= two[1].1));
                assert!(column.scores.iter().all(|(_, score)| (0.0..1.0).contains(score)));
            }
        }
    }

    #[test]
    fn keys_move_to_the_new_node_and_from_the_one_that_went() {
        let added = data([add("cache-09")]);
        for column in added.columns.iter().filter(|column| column.moved_from.is_some()) {
            assert_eq!(column.scores[0].0, NodeId(8));
        }
        let gone = data([]).columns[0].scores[0].0;
        let removed = data([Command::RemoveNode(gone)]);
        let moved: Vec<_> = removed.columns.iter().filter_map(|column| column.moved_from).collect();
        assert!(!moved.is_empty() && moved.iter().all(|(from, score)| *from == gone && score.is_some()));
    }
}
