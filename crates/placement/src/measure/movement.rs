//! What moved between two snapshots of the same keys: how much, from where to where, and how much had to.

use std::collections::BTreeMap;

use crate::{
    algorithm::{NO_SEAT, Seat, seats_that_stay},
    fleet::{Fleet, NodeId},
    number::Ratio,
    scenario::Scenario,
    snapshot::Snapshot,
};

/// Keys that are compared at once, where they can be.
const TOGETHER: usize = 64;
/// A counter is cleared and read in so much less time than a move is sorted.
const COUNTERS_A_MOVE: usize = 16;
/// Most pairs of nodes that have a counter each where it is not known how many keys moved: a quarter of a megabyte.
const MOST_COUNTERS: usize = 1 << 16;

/// Keys that went from one node to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The owner before; `None` where there was no node.
    pub from: Option<NodeId>,
    /// The owner after; `None` where there is no node.
    pub to: Option<NodeId>,
    /// How many keys.
    pub keys: u32,
}

/// What moved.
#[derive(Clone, Debug)]
pub struct Movement {
    /// Keys in all.
    pub keys: u32,
    /// Keys that have another owner now.
    pub moved: u32,
    /// Of these, to a node that is new, up again or of more weight (and not from one that is gone or shrunk).
    pub to_grown: u32,
    /// From a node that is gone, down or of less weight.
    pub from_shrunk: u32,
    /// Between two nodes to which nothing happened.
    pub between: u32,
    /// Keys that had to move: all but those between survivors. `None` where the roster did not change.
    pub necessary: Option<u32>,
    /// The share that has to move for both states to be fair. `None` where the roster did not change.
    pub fair: Option<Ratio>,
    /// From whom to whom, in the order of ids.
    pub pairs: Vec<Pair>,
    /// The numbers of the moved keys, rising.
    pub moved_keys: Vec<u32>,
}

impl Movement {
    /// Compares two snapshots; `None` where they are not of the same keys.
    #[must_use]
    pub fn between(before: &Snapshot, after: &Snapshot) -> Option<Self> {
        let mut moved_keys = Vec::new();
        let figures = Self::counted(before, after, |at| moved_keys.push(at))?;
        Some(Self { moved_keys, ..figures })
    }

    /// The same without the list of the keys, for those who ask for figures only.
    #[must_use]
    pub fn in_figures(before: &Snapshot, after: &Snapshot) -> Option<Self> {
        Self::counted(before, after, |_| {})
    }

    fn counted(before: &Snapshot, after: &Snapshot, mut each: impl FnMut(u32)) -> Option<Self> {
        let (old, new) = (before.scenario(), after.scenario());
        if old.keys != new.keys {
            return None;
        }
        let holders = [before, after].map(|snapshot| snapshot.owners().holders());
        let mut counted =
            PairCounts::new(holders[0].len(), holders[1].len(), after.moves_since(before).map(<[_]>::len));
        for_each_move(before, after, |at, from, to| {
            each(at);
            counted.add(from, to);
        });
        let mut pairs: BTreeMap<(Option<NodeId>, Option<NodeId>), u32> = BTreeMap::new();
        for ((from, to), keys) in counted.finish() {
            let id = |holders: &[NodeId], number: Seat| holders.get(number as usize).copied();
            pairs.insert((id(holders[0], from), id(holders[1], to)), keys);
        }

        // Counted as the later algorithm counts: to take another algorithm is to turn a dial, not to change the roster.
        let weights = |fleet| Weights::of(fleet, new);
        let (weights_before, weights_after) = (weights(&old.fleet), weights(&new.fleet));
        let (mut to_grown, mut from_shrunk, mut between) = (0, 0, 0);
        for (&(from, to), &keys) in &pairs {
            // A key without an owner before or after had no choice either.
            let shrunk = from.is_none_or(|id| weights_after.get(id) < weights_before.get(id));
            let grown = to.is_none_or(|id| weights_after.get(id) > weights_before.get(id));
            match (shrunk, grown) {
                (true, _) => from_shrunk += keys,
                (false, true) => to_grown += keys,
                (false, false) => between += keys,
            }
        }
        let roster_changed = weights_before.weights != weights_after.weights;
        Some(Self {
            keys: new.keys.len(),
            moved: pairs.values().sum(),
            to_grown,
            from_shrunk,
            between,
            necessary: roster_changed.then_some(to_grown + from_shrunk),
            fair: roster_changed.then(|| weights_before.distance(&weights_after)),
            pairs: pairs.into_iter().map(|((from, to), keys)| Pair { from, to, keys }).collect(),
            moved_keys: Vec::new(),
        })
    }

    /// Only how many keys moved, for less than half the work.
    #[must_use]
    pub fn count(before: &Snapshot, after: &Snapshot) -> Option<u32> {
        (before.scenario().keys == after.scenario().keys).then(|| {
            let mut moved = 0;
            for_each_move(before, after, |_, _, _| moved += 1);
            moved
        })
    }

    /// Moved over all keys.
    #[must_use]
    pub fn share(&self) -> Ratio {
        Ratio::new(self.moved, self.keys)
    }

    /// Keys that left a node.
    #[must_use]
    pub fn left(&self, id: NodeId) -> u32 {
        self.pairs.iter().filter(|pair| pair.from == Some(id)).map(|pair| pair.keys).sum()
    }
}

/// Calls `each` with every key that has another owner now, and with the numbers of both, rising.
fn for_each_move(before: &Snapshot, after: &Snapshot, mut each: impl FnMut(u32, Seat, Seat)) {
    if let Some(moves) = after.moves_since(before) {
        moves.iter().for_each(|one| each(one.key, one.from, one.to));
        return;
    }
    let (before, after) = (before.owners(), after.owners());
    let stays = seats_that_stay(before.holders(), after.holders());
    // Where the numbers of before mean the same now, owners are compared as they stand: mostly none of so many on end has
    // moved.
    let as_they_stand = after.holders().starts_with(before.holders());
    let parts = before.numbers().chunks(TOGETHER).zip(after.numbers().chunks(TOGETHER));
    for ((part, part_after), first) in parts.zip((0..).step_by(TOGETHER)) {
        if as_they_stand && part == part_after {
            continue;
        }
        for ((&from, &to), at) in part.iter().zip(part_after).zip(first..) {
            if to != stays[before.place_of(from)] {
                each(at, from, to);
            }
        }
    }
}

/// How many went from which number to which; no node is told by [`NO_SEAT`].
struct PairCounts {
    before: usize,
    after: usize,
    /// One for every pair, the last of either side for no node; empty where they would be many more than the moves.
    counters: Vec<u32>,
    /// Else every move: to sort them is several times faster than a map of pairs.
    moves: Vec<(Seat, Seat)>,
}

impl PairCounts {
    /// For so many numbers on each side, and so many moves where that is known.
    fn new(before: usize, after: usize, moves: Option<usize>) -> Self {
        let pairs = (before + 1) * (after + 1);
        let has_counters = pairs <= moves.map_or(MOST_COUNTERS, |moves| moves * COUNTERS_A_MOVE);
        let counters = if has_counters { vec![0; pairs] } else { Vec::new() };
        Self { before, after, counters, moves: Vec::new() }
    }

    fn add(&mut self, from: Seat, to: Seat) {
        if self.counters.is_empty() {
            self.moves.push((from, to));
        } else {
            let columns = self.after + 1;
            self.counters[(from as usize).min(self.before) * columns + (to as usize).min(self.after)] += 1;
        }
    }

    fn finish(mut self) -> Vec<((Seat, Seat), u32)> {
        let columns = self.after + 1;
        let number = |at: usize, holders: usize| if at == holders { NO_SEAT } else { at as Seat };
        let pair = |at: usize| (number(at / columns, self.before), number(at % columns, self.after));
        let mut counted: Vec<_> = (0..).map(pair).zip(self.counters).filter(|&(_, keys)| keys > 0).collect();
        self.moves.sort_unstable();
        counted.extend(self.moves.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)));
        counted
    }
}

/// The counted weights of a fleet, by id; only those above 0.
#[derive(PartialEq)]
pub(super) struct Weights {
    pub weights: BTreeMap<NodeId, u32>,
}

impl Weights {
    /// Those of a fleet as this scenario counts them.
    pub fn of(fleet: &Fleet, scenario: &Scenario) -> Self {
        let counted = |node| scenario.counted_weight_in(fleet, node);
        let mut weights = BTreeMap::new();
        weights.extend(fleet.nodes().iter().map(|node| (node.id, counted(node))).filter(|one| one.1 > 0));
        Self { weights }
    }

    pub fn get(&self, id: NodeId) -> u32 {
        self.weights.get(&id).copied().unwrap_or(0)
    }

    /// Half the sum of the differences of all shares: what has to move from one fair state to the other. For a new
    /// node of weight w this is w / W after, for one that goes w / W before.
    fn distance(&self, other: &Self) -> Ratio {
        let sum = |weights: &Self| weights.weights.values().map(|&weight| u128::from(weight)).sum::<u128>();
        let (here, there) = (sum(self), sum(other));
        if here == 0 || there == 0 {
            return Ratio::new(u32::from(here != there), 1u32);
        }
        let apart = |id: NodeId| (u128::from(self.get(id)) * there).abs_diff(u128::from(other.get(id)) * here);
        let new = other.weights.keys().filter(|id| !self.weights.contains_key(id));
        let difference: u128 = self.weights.keys().chain(new).map(|&id| apart(id)).sum();
        Ratio::new(difference, 2 * here * there)
    }
}
