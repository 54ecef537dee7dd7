//! Who takes the keys of a node that fails: one neighbour or everybody.

use std::cmp::Reverse;

use super::{Movement, movement::Weights};
use crate::{fleet::NodeId, number::Ratio, order, snapshot::Snapshot};

/// The keys of one node that went or went down, and who has them now.
#[derive(Clone, PartialEq, Debug)]
pub struct Heirs {
    /// The node that went.
    pub of: NodeId,
    /// The keys that it had.
    pub keys: u32,
    /// Who has them now, the most first; of equal ones the smaller id.
    pub heirs: Vec<(NodeId, u32)>,
    /// Nodes that could have got some: all that count after the change.
    pub others: u32,
    /// The share of each heir were all even; `None` where weights differ.
    pub even: Option<Ratio>,
}

impl Heirs {
    /// Between two snapshots of the same algorithm; `None` where not exactly one node lost its place, where it had no
    /// keys, or where nobody is left.
    #[must_use]
    pub fn of(before: &Snapshot, after: &Snapshot, movement: &Movement) -> Option<Self> {
        let (old, new) = (before.scenario(), after.scenario());
        if old.algorithm != new.algorithm {
            return None;
        }
        let [then, now] = [old, new].map(|scenario| Weights::of(&scenario.fleet, scenario));
        let mut gone = then.weights.keys().copied().filter(|&id| now.get(id) == 0);
        let of = gone.next().filter(|_| gone.next().is_none())?;
        let pairs = || movement.pairs.iter().filter(|pair| pair.from == Some(of));
        let all: Vec<(NodeId, u32)> = pairs().filter_map(|pair| Some((pair.to?, pair.keys))).collect();
        if all.is_empty() {
            return None;
        }
        let by_keys = order::places(all.len(), &|a, b| Reverse(all[a].1).cmp(&Reverse(all[b].1)));
        let others = now.weights.len() as u32;
        let mut weights = now.weights.values();
        let first = weights.next();
        let is_even = weights.all(|weight| Some(weight) == first);
        Some(Self {
            of,
            keys: pairs().map(|pair| pair.keys).sum(),
            heirs: by_keys.into_iter().map(|at| all[at]).collect(),
            others,
            even: is_even.then(|| Ratio::new(1u32, others)),
        })
    }
}
