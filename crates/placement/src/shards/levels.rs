//! How many shards each node should have, and the fewest moves that lead there.

use super::SHARDS;
use crate::{fleet::NodeId, order};

/// All shards to nodes in turn.
pub(super) fn deal(counted: &[(NodeId, u32)]) -> Vec<Option<NodeId>> {
    let mut left = targets(counted, &vec![0; counted.len()], &|_| false);
    let mut owners = Vec::with_capacity(SHARDS as usize);
    while owners.len() < SHARDS as usize && !counted.is_empty() {
        for (left, (id, _)) in left.iter_mut().zip(counted) {
            if *left > 0 {
                *left -= 1;
                owners.push(Some(*id));
            }
        }
    }
    owners.resize(SHARDS as usize, None);
    owners
}

/// How many shards each node should have, given how many it holds; `is_first` has the next claim on a larger number.
fn targets(counted: &[(NodeId, u32)], held: &[u32], is_first: &dyn Fn(usize) -> bool) -> Vec<u32> {
    let all: u64 = counted.iter().map(|one| u64::from(one.1)).sum();
    if all == 0 {
        return Vec::new();
    }
    let quota = |row: usize| u64::from(SHARDS) * u64::from(counted[row].1);
    let mut targets: Vec<u32> = (0..counted.len()).map(|row| (quota(row) / all) as u32).collect();
    let over = SHARDS - targets.iter().sum::<u32>();
    // The claim on one shard more: a whole number has none.
    let claim = |row: usize| {
        let rest = quota(row) % all;
        (rest > 0, held[row] > targets[row], is_first(row), rest)
    };
    let claims: Vec<_> = (0..counted.len()).map(claim).collect();
    for row in order::places(counted.len(), &|a, b| claims[b].cmp(&claims[a])).into_iter().take(over as usize) {
        targets[row] += 1;
    }
    targets
}

/// Numbers of nodes, found by id: a map that has no code of its own for what it holds.
pub(crate) struct ById(Vec<(NodeId, u32)>);

impl ById {
    #[inline(never)]
    pub(crate) fn new(all: &[(NodeId, u32)]) -> Self {
        let by_id = order::places(all.len(), &|a, b| all[a].0.cmp(&all[b].0));
        Self(by_id.into_iter().map(|place| all[place]).collect())
    }

    #[inline(never)]
    pub(crate) fn get(&self, id: NodeId) -> Option<u32> {
        self.0.binary_search_by(|one| one.0.cmp(&id)).ok().map(|at| self.0[at].1)
    }
}

/// What nodes hold and should hold, while shards move. A row is a place among the nodes that count.
pub(super) struct Levels {
    pub(super) row_of: Vec<Option<usize>>,
    pub(super) held: Vec<u32>,
    pub(super) targets: Vec<u32>,
    pub(super) moves: u32,
}

impl Levels {
    pub(super) fn new(owners: &[Option<NodeId>], counted: &[(NodeId, u32)], is_first: &dyn Fn(usize) -> bool) -> Self {
        let ids: Vec<(NodeId, u32)> = counted.iter().map(|one| one.0).zip(0..).collect();
        let rows = ById::new(&ids);
        let row = |id| rows.get(id).map(|row| row as usize);
        let row_of: Vec<Option<usize>> = owners.iter().map(|owner| owner.and_then(row)).collect();
        let mut held = vec![0; counted.len()];
        row_of.iter().flatten().for_each(|&row| held[row] += 1);
        let targets = targets(counted, &held, is_first);
        Self { row_of, held, targets, moves: 0 }
    }

    fn most_above(&self, may: &dyn Fn(usize) -> bool) -> Option<usize> {
        self.most(&|row| self.held[row].saturating_sub(self.targets[row]), may)
    }

    pub(super) fn most_below(&self, may: &dyn Fn(usize) -> bool) -> Option<usize> {
        self.most(&|row| self.targets[row].saturating_sub(self.held[row]), may)
    }

    fn most(&self, far: &dyn Fn(usize) -> u32, may: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mut most = None;
        for row in (0..self.held.len()).filter(|&row| may(row)) {
            let here = far(row);
            if here > most.map_or(0, far) {
                most = Some(row);
            }
        }
        most
    }

    pub(super) fn give(&mut self, shard: usize, to: usize) {
        if let Some(from) = self.row_of[shard].replace(to) {
            self.held[from] -= 1;
        }
        self.held[to] += 1;
        self.moves += 1;
    }

    /// One by one, from those that may give to those that may take.
    pub(super) fn move_while(&mut self, gives: &dyn Fn(usize) -> bool, takes: &dyn Fn(usize) -> bool) {
        while let (Some(from), Some(to)) = (self.most_above(gives), self.most_below(takes)) {
            let Some(shard) = self.row_of.iter().rposition(|&row| row == Some(from)) else { return };
            self.give(shard, to);
        }
    }
}
