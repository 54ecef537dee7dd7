//! The owners of all keys for a membership, looked up by every read. Placed once for each membership and each set of
//! nodes that a client leaves out of it, by the program's own placement.

use std::sync::{
    Arc, Mutex, OnceLock, PoisonError,
    atomic::{AtomicU16, Ordering},
};

use super::{nodes::Nodes, plan::MOST_NODES};
use crate::{
    fleet::NodeId,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
};

/// Instead of a node: nobody.
pub(super) const NOBODY: u16 = u16::MAX;
/// Instead of a node: not yet looked up.
const UNKNOWN: u16 = u16::MAX - 1;
/// Owners of a key that can be asked for, the first included.
pub(super) const MOST_RANKS: usize = 8;
/// Owners in all tables that are kept besides those in use: a cascade goes through many sets of nodes again and again.
const KEPT_OWNERS: usize = 8_000_000;
/// The placement behind a table takes about as much for each node.
const OWNERS_A_NODE: usize = 256;
/// Most tables that are kept.
const KEPT: usize = 64;

/// Every node that a run has had, by number. Numbers stay for as long as the run is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Roster {
    ids: Vec<NodeId>,
    /// The same by id, each with its number.
    by_id: Vec<(NodeId, u16)>,
}

impl Roster {
    /// The number of a node, and a new one where it has none; `None` when all are taken.
    pub(super) fn number_or_new(&mut self, id: NodeId) -> Option<usize> {
        self.number(id).or_else(|| {
            let number = self.ids.len();
            (number < MOST_NODES).then(|| {
                self.ids.push(id);
                self.by_id.insert(self.place(id), (id, number as u16));
                number
            })
        })
    }

    /// The number of a node.
    pub(super) fn number(&self, id: NodeId) -> Option<usize> {
        let found = self.by_id.get(self.place(id)).filter(|one| one.0 == id);
        found.map(|one| usize::from(one.1))
    }

    /// Where an id stands, or would stand, among those in order.
    fn place(&self, id: NodeId) -> usize {
        self.by_id.partition_point(|one| one.0.0 < id.0)
    }

    /// All of them by number.
    pub(super) fn ids(&self) -> &[NodeId] {
        &self.ids
    }
}

/// The owners of all keys.
#[derive(Debug)]
pub(super) struct Table {
    snapshot: Snapshot,
    /// By key.
    owners: Vec<u16>,
    /// By key and rank from 1 on, looked up when first asked for.
    next: OnceLock<Vec<AtomicU16>>,
    roster: Roster,
    ranks: usize,
}

impl Table {
    fn new(snapshot: Snapshot, roster: &Roster, ranks: usize) -> Self {
        let numbers = snapshot.owners().table(|id| {
            let number = id.and_then(|id| roster.number(id));
            number.map_or(NOBODY, |number| number as u16)
        });
        let keys = snapshot.owners().numbers().len() as u32;
        let owners = (0..keys).map(|key| numbers[snapshot.owners().place(key)]).collect();
        let ranks = ranks.clamp(1, MOST_RANKS) - 1;
        Self { snapshot, owners, next: OnceLock::new(), roster: roster.clone(), ranks }
    }

    /// The owner of a key by its number, or [`NOBODY`].
    #[inline]
    pub(super) fn owner(&self, key: u32) -> u16 {
        self.owners[key as usize]
    }

    /// The owners of all keys.
    pub(super) fn owners(&self) -> &[u16] {
        &self.owners
    }

    /// The placement behind it.
    pub(super) fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The owner of a rank: 0 the first. [`NOBODY`] where there are not so many.
    #[inline]
    pub(super) fn ranked(&self, key: u32, rank: usize) -> u16 {
        if rank == 0 {
            return self.owner(key);
        }
        if rank > self.ranks {
            return NOBODY;
        }
        let unknown = || (0..self.owners.len() * self.ranks).map(|_| AtomicU16::new(UNKNOWN)).collect();
        let next = self.next.get_or_init(unknown);
        let next = &next[key as usize * self.ranks..][..self.ranks];
        if next[rank - 1].load(Ordering::Relaxed) == UNKNOWN {
            self.look_up(key, next);
        }
        next[rank - 1].load(Ordering::Relaxed)
    }

    /// The owners after the first.
    #[cold]
    fn look_up(&self, key: u32, next: &[AtomicU16]) {
        let text = self.snapshot.keys().keys().key(key);
        let first = self.owner(key);
        let number = |id: NodeId| self.roster.number(id).map_or(NOBODY, |number| number as u16);
        // Where owners hang on all keys, the first may be another than is said of the key alone: it comes first here.
        let owners = self.snapshot.placed().owners(text.as_bytes(), self.ranks + 2).into_iter().map(number);
        let mut later = owners.filter(|&owner| owner != first);
        for place in next {
            place.store(later.next().unwrap_or(NOBODY), Ordering::Relaxed);
        }
    }

    /// Keys whose owner is another in the other table.
    pub(super) fn differing(&self, other: &Self) -> u32 {
        disagreeing(&[self, other])
    }
}

/// Keys whose owner is not the same in all of the tables: clients that eject and take back nodes ask this of all keys again
/// and again, so it is counted in lanes, without a branch for a key.
pub(super) fn disagreeing(tables: &[&Table]) -> u32 {
    let Some((first, rest)) = tables.split_first().filter(|(_, rest)| !rest.is_empty()) else { return 0 };
    if let [other] = rest {
        return first.owners.iter().zip(&other.owners).map(|(one, other)| u32::from(one != other)).sum();
    }
    let mut differ = vec![0u16; first.owners.len()];
    for other in rest {
        for ((differ, one), other) in differ.iter_mut().zip(&first.owners).zip(&other.owners) {
            *differ |= one ^ other;
        }
    }
    differ.into_iter().map(|differ| u32::from(differ != 0)).sum()
}

/// The memberships of a run and their tables. Nothing here changes what a run gives: a table that is not kept is made
/// again.
#[derive(Debug)]
pub(super) struct Tables {
    roster: Roster,
    ranks: usize,
    memberships: Vec<Arc<Scenario>>,
    /// The most lately used last: membership, nodes left out, table.
    kept: Mutex<Vec<(usize, Nodes, Arc<Table>)>>,
}

impl Tables {
    pub(super) fn new(ranks: usize) -> Self {
        Self { roster: Roster::default(), ranks, memberships: Vec::new(), kept: Mutex::default() }
    }

    /// The number of a membership, a new one where it was not yet there. `None` where it has too many nodes.
    pub(super) fn membership(&mut self, scenario: &Scenario) -> Option<usize> {
        if let Some(known) = self.memberships.iter().position(|one| **one == *scenario) {
            return Some(known);
        }
        for node in scenario.fleet.nodes() {
            self.roster.number_or_new(node.id)?;
        }
        self.memberships.push(Arc::new(scenario.clone()));
        Some(self.memberships.len() - 1)
    }

    /// A membership by its number.
    pub(super) fn scenario(&self, membership: usize) -> &Arc<Scenario> {
        &self.memberships[membership]
    }

    /// All of them, the latest first.
    pub(super) fn memberships(&self) -> impl Iterator<Item = &Scenario> {
        self.memberships.iter().rev().map(|one| &**one)
    }

    pub(super) fn roster(&self) -> &Roster {
        &self.roster
    }

    /// The owners of a membership without the nodes that are left out.
    pub(super) fn table(&self, membership: usize, left_out: Nodes) -> Arc<Table> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = kept.iter().position(|one| (one.0, one.1) == (membership, left_out)) {
            let found = kept.remove(at);
            let table = Arc::clone(&found.2);
            kept.push(found);
            return table;
        }
        let mut scenario = (*self.memberships[membership]).clone();
        for id in left_out.numbers().filter_map(|number| self.roster.ids().get(number).copied()) {
            // A node that the membership does not have cannot be left out of it, and need not be.
            let _ = scenario.apply(Command::SetUp { id, up: false });
        }
        // The tables of the same membership are the nearest to go on from, then the most lately used.
        let like = kept.iter().rev().find(|one| one.0 == membership).or_else(|| kept.last());
        let snapshot = Snapshot::place(&scenario, like.map(|one| one.2.snapshot()));
        let table = Arc::new(Table::new(snapshot, &self.roster, self.ranks));
        let size = table.owners.len() + scenario.fleet.nodes().len() * OWNERS_A_NODE;
        let most = (KEPT_OWNERS / size.max(1)).clamp(4, KEPT);
        if kept.len() >= most {
            kept.remove(0);
        }
        kept.push((membership, left_out, Arc::clone(&table)));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Keys;

    #[test]
    fn tables_are_those_of_the_placement_and_differ_where_owners_do() {
        for (algorithm, count) in [("ring", 1_003u32), ("modulo", 8), ("rendezvous", 7)] {
            let algorithm = crate::algorithm::Algorithm::from_id(algorithm).expect(algorithm);
            let keys = Keys::Pattern { pattern: "user:{i}".into(), first: 0, count };
            let scenario = Scenario { algorithm, keys, ..Scenario::default() };
            let mut tables = Tables::new(3);
            assert_eq!(tables.membership(&scenario), Some(0));
            let all = [Nodes::NONE, Nodes::only(2), Nodes::only(5)].map(|left_out| tables.table(0, left_out));
            let plain = |table: &Table, key: u32| table.ranked(key, 0);
            for (a, b) in [(0, 1), (1, 2), (2, 2)] {
                let differ = (0..count).filter(|&key| plain(&all[a], key) != plain(&all[b], key)).count();
                assert_eq!(all[a].differing(&all[b]) as usize, differ, "{algorithm:?}");
            }
            let differ = (0..count).filter(|&key| all.iter().any(|one| plain(one, key) != plain(&all[0], key))).count();
            assert_eq!(disagreeing(&all.each_ref().map(|one| &**one)) as usize, differ);
            for key in 0..count {
                let text = scenario.keys.key(key);
                let owners = Snapshot::place(&scenario, None).placed().owners(text.as_bytes(), 3);
                let ranked = [0, 1, 2, 3].map(|rank| all[0].ranked(key, rank));
                assert_eq!(ranked[..3], owners.iter().map(|id| id.0 as u16).collect::<Vec<_>>(), "{algorithm:?} {key}");
                assert_eq!(ranked[3], NOBODY);
                if key > 20 {
                    break;
                }
            }
        }
    }
}
