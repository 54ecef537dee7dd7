//! Buckets without a node that works, and the order in which they were removed. A gap is closed by one of two rules, or stays
//! until a new node takes it.

use super::{Fleet, NodeId};
use crate::order;

/// A bucket without a node that works.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Removed {
    /// That of a node that is down.
    Down(NodeId),
    /// The bucket with this number: its node is gone for good.
    Vacant(u32),
}

/// Which removed bucket an algorithm that remembers removals can give to a node that is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakesBack {
    /// Any vacant one; the last is taken. A node that comes up finds its own.
    Any,
    /// The one removed last, whoever had it. So with a node that comes up.
    LastFirst,
}

/// How numbered buckets close the gap that a removed node leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GapRule {
    /// Every later bucket moves down by one.
    Renumber,
    /// The node in the last bucket takes the free one.
    MoveLast,
}

impl Fleet {
    /// The removed buckets in the order in which they were removed: of nodes that are down, and vacant ones.
    #[must_use]
    pub fn removed(&self) -> &[Removed] {
        &self.removed
    }

    /// The nodes that are down, in the order in which they went.
    #[must_use]
    pub fn downs(&self) -> Vec<NodeId> {
        let down = |one: &Removed| if let Removed::Down(id) = *one { Some(id) } else { None };
        self.removed.iter().filter_map(down).collect()
    }

    /// How many buckets are vacant, up to [`limits::VACANCIES`].
    #[must_use]
    pub fn vacancies(&self) -> usize {
        self.removed.iter().filter(|one| matches!(one, Removed::Vacant(_))).count()
    }

    /// How many buckets there are: one for each node, and the vacant ones. Up to [`limits::NODES`].
    #[must_use]
    pub fn buckets(&self) -> u32 {
        (self.nodes.len() + self.vacancies()) as u32
    }

    /// Another order of removals, by a number each; of one number vacant buckets come first, and then all stay as they
    /// are. The vacant buckets, each with its number, come in between those of the nodes, which must have none yet.
    ///
    /// `false`, and nothing is changed, where one stands twice or is not below the sum of nodes and vacancies.
    pub(crate) fn order_removed(&mut self, vacant: &[(u32, u32)], number: &dyn Fn(NodeId) -> u32) -> bool {
        let mut is_free = vec![true; self.nodes.len() + vacant.len()];
        for &(bucket, _) in vacant {
            if !is_free.get_mut(bucket as usize).is_some_and(std::mem::take) {
                return false;
            }
        }
        let of_nodes: Vec<u32> = (0..).zip(is_free).filter(|one| one.1).map(|one| one.0).collect();
        for node in &mut self.nodes {
            node.bucket = of_nodes.get(node.bucket as usize).copied().unwrap_or(node.bucket);
        }
        let vacancies = vacant.iter().map(|&(bucket, number)| (Removed::Vacant(bucket), number));
        let downs = self.downs().into_iter().map(|id| (Removed::Down(id), number(id)));
        let removed: Vec<(Removed, u32)> = vacancies.chain(downs).collect();
        let places = order::places(removed.len(), &|a, b| removed[a].1.cmp(&removed[b].1));
        self.removed = places.into_iter().map(|place| removed[place].0).collect();
        true
    }

    /// The buckets and the removals of a fleet of the same nodes in the same rows.
    #[must_use]
    pub(crate) fn with_buckets_of(mut self, other: &Self) -> Self {
        for (node, other) in self.nodes.iter_mut().zip(&other.nodes) {
            node.bucket = other.bucket;
        }
        self.removed.clone_from(&other.removed);
        self
    }

    /// Gives a node that is down the bucket that was removed last, and its own for it, place in the order and all: an
    /// algorithm that can only take back its last removal then takes back this node.
    pub(crate) fn exchange_with_last_removed(&mut self, id: NodeId) {
        let (Some(place), Some(&last)) =
            (self.removed.iter().position(|&one| one == Removed::Down(id)), self.removed.last())
        else {
            return;
        };
        let end = self.removed.len() - 1;
        match (last, self.row(id)) {
            (Removed::Down(other), Ok(row)) => {
                if let Ok(other) = self.row(other) {
                    let bucket = self.nodes[row].bucket;
                    self.nodes[row].bucket = std::mem::replace(&mut self.nodes[other].bucket, bucket);
                }
            }
            (Removed::Vacant(bucket), Ok(row)) => {
                self.removed[end] = Removed::Vacant(std::mem::replace(&mut self.nodes[row].bucket, bucket));
            }
            (_, Err(_)) => return,
        }
        self.removed.swap(place, end);
    }

    /// The bucket of a node that is about to be added: one that was removed, or one more.
    ///
    /// Where only the last removal can be taken back and that is a node which is down, this node takes the last vacant
    /// bucket and its place in the order. Without one it is down in a new last bucket, as if it had gone first: where
    /// nothing was yet, nothing was removed before.
    pub(super) fn bucket_for_new(&mut self, takes_back: Option<TakesBack>) -> u32 {
        let end = self.buckets();
        let Some(takes_back) = takes_back else { return end };
        let vacant = |one: &Removed| if let Removed::Vacant(bucket) = *one { Some(bucket) } else { None };
        let vacancy = self.removed.iter().enumerate().rev().find_map(|(place, one)| Some((place, vacant(one)?)));
        let last_down = match (takes_back, self.removed.last()) {
            (TakesBack::LastFirst, Some(&Removed::Down(id))) => self.row(id).ok().map(|row| (row, id)),
            _ => None,
        };
        match (last_down, vacancy) {
            (Some((row, id)), vacancy) => {
                self.removed.pop();
                match vacancy {
                    Some((place, _)) => self.removed[place] = Removed::Down(id),
                    None => self.removed.insert(0, Removed::Down(id)),
                }
                let bucket = vacancy.map_or(end, |one| one.1);
                std::mem::replace(&mut self.nodes[row].bucket, bucket)
            }
            (None, Some((place, bucket))) => {
                self.removed.remove(place);
                bucket
            }
            (None, None) => end,
        }
    }

    /// Closes the gaps that vacant buckets are, by the rule for those of nodes that go.
    pub(crate) fn forget_vacancies(&mut self, rule: GapRule) {
        let buckets = self.buckets();
        let count = self.nodes.len() as u32;
        if buckets == count {
            return;
        }
        let mut row_of: Vec<Option<usize>> = vec![None; buckets as usize];
        for (row, node) in self.nodes.iter().enumerate() {
            row_of[node.bucket as usize] = Some(row);
        }
        match rule {
            GapRule::Renumber => {
                for (bucket, row) in (0..).zip(row_of.into_iter().flatten()) {
                    self.nodes[row].bucket = bucket;
                }
            }
            GapRule::MoveLast => {
                let (stay, beyond) = row_of.split_at(count as usize);
                let gaps = (0..).zip(stay).filter(|one| one.1.is_none()).map(|one| one.0);
                for (bucket, &row) in gaps.zip(beyond.iter().rev().flatten()) {
                    self.nodes[row].bucket = bucket;
                }
            }
        }
        self.removed.retain(|one| matches!(one, Removed::Down(_)));
    }

    /// Forgets vacant buckets that are the last and were removed before all others: while nothing else was removed, a
    /// shorter row of buckets is the same to an algorithm that has `room` for so many whether they are there or not.
    pub(crate) fn shorten(&mut self, room: u32) {
        let mut buckets = self.buckets();
        let fits = buckets <= room;
        while fits && self.removed.first().is_some_and(|&one| one == Removed::Vacant(buckets - 1)) {
            self.removed.remove(0);
            buckets -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weight::Weight;

    fn buckets(fleet: &Fleet) -> Vec<(&str, u32)> {
        fleet.nodes().iter().map(|node| (node.name.as_str(), node.bucket)).collect()
    }

    #[test]
    fn a_removal_closes_the_gap_in_both_ways() {
        let fleet = Fleet::from_names(["a", "b", "c", "d"]).expect("names");
        let mut renumbered = fleet.clone();
        renumbered.remove(NodeId(1), GapRule::Renumber).expect("b");
        assert_eq!(buckets(&renumbered), [("a", 0), ("c", 1), ("d", 2)]);
        let mut swapped = fleet;
        swapped.remove(NodeId(1), GapRule::MoveLast).expect("b");
        assert_eq!(buckets(&swapped), [("a", 0), ("c", 2), ("d", 1)]);
        swapped.remove(NodeId(2), GapRule::MoveLast).expect("c, the last bucket");
        assert_eq!(buckets(&swapped), [("a", 0), ("d", 1)]);
    }

    #[test]
    fn a_vacant_bucket_is_taken_back_or_forgotten_by_either_rule() {
        let mut fleet = Fleet::from_names(["a", "b", "c", "d", "e"]).expect("names");
        fleet.vacate(NodeId(1)).expect("b");
        fleet.set_up(NodeId(2), false).expect("c");
        fleet.vacate(NodeId(3)).expect("d");
        assert_eq!(buckets(&fleet), [("a", 0), ("c", 2), ("e", 4)]);
        assert_eq!(fleet.removed(), [Removed::Vacant(1), Removed::Down(NodeId(2)), Removed::Vacant(3)]);
        assert_eq!((fleet.buckets(), fleet.vacancies(), fleet.downs()), (5, 2, vec![NodeId(2)]));
        for (rule, closed) in
            [(GapRule::Renumber, [("a", 0), ("c", 1), ("e", 2)]), (GapRule::MoveLast, [("a", 0), ("c", 2), ("e", 1)])]
        {
            let mut forgot = fleet.clone();
            forgot.forget_vacancies(rule);
            assert_eq!((buckets(&forgot), forgot.removed()), (closed.into(), &[Removed::Down(NodeId(2))][..]));
        }
        for takes_back in [TakesBack::Any, TakesBack::LastFirst] {
            let mut fleet = fleet.clone();
            fleet.add_by("f", Weight::ONE, Some(takes_back)).expect("f");
            assert_eq!(buckets(&fleet)[3], ("f", 3));
            // Now c went last. It stays where it is, or is down in the vacant bucket.
            fleet.add_by("g", Weight::ONE, Some(takes_back)).expect("g");
            let (c, g) = if takes_back == TakesBack::Any { (2, 1) } else { (1, 2) };
            assert_eq!(buckets(&fleet), [("a", 0), ("c", c), ("e", 4), ("f", 3), ("g", g)]);
            assert_eq!(fleet.removed(), [Removed::Down(NodeId(2))]);
        }
        // What is down can go for good without another removal, and the last buckets need not be kept.
        fleet.vacate(NodeId(2)).expect("c");
        fleet.vacate(NodeId(4)).expect("e");
        assert_eq!(fleet.removed(), [1, 2, 3, 4].map(Removed::Vacant));
        fleet.vacate(NodeId(0)).expect("a");
        fleet.shorten(5);
        assert_eq!(fleet.buckets(), 5);
        let mut fleet = Fleet::from_names(["a", "b", "c"]).expect("names");
        fleet.vacate(NodeId(2)).expect("c");
        fleet.vacate(NodeId(1)).expect("b");
        fleet.shorten(2);
        assert_eq!(fleet.removed(), [2, 1].map(Removed::Vacant));
        fleet.shorten(3);
        assert_eq!((fleet.removed(), fleet.buckets()), (&[][..], 1));
    }
}
