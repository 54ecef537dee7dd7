//! From whom to whom, as a matrix that can be looked at: where there are more nodes than rows or columns, those with the
//! most keys have their own and the rest is one.

use std::collections::BTreeMap;

use super::movement::Pair;
use crate::{fleet::NodeId, order};

/// Rows, columns and cells.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FromTo {
    /// Who gave keys: in the order of ids, nobody last, then all others.
    pub givers: Vec<Party>,
    /// Who received keys, likewise.
    pub receivers: Vec<Party>,
    /// The cells with keys, row by row.
    pub cells: Vec<Cell>,
    /// Keys that moved.
    pub moved: u32,
}

/// A row or a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// The owners that it stands for, rising; `None` is nobody, where there is no node.
    pub owners: Vec<Option<NodeId>>,
    /// Does it stand for all that have no row or column of their own?
    pub is_rest: bool,
    /// Its keys: the sum of its row or column.
    pub keys: u32,
}

/// Where a row and a column meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The place of its row among the givers.
    pub giver: usize,
    /// The place of its column among the receivers.
    pub receiver: usize,
    /// How many keys.
    pub keys: u32,
}

impl FromTo {
    /// What moved, with so many rows and columns at most, the one for all others among them; at least two.
    #[must_use]
    pub fn new(pairs: &[Pair], most: usize) -> Self {
        let (givers, mut row_of) = parties(pairs, |pair| pair.from, most);
        let (receivers, mut column_of) = parties(pairs, |pair| pair.to, most);
        let mut counts = vec![0; givers.len() * receivers.len()];
        for pair in pairs {
            counts[*row_of.of(pair.from) as usize * receivers.len() + *column_of.of(pair.to) as usize] += pair.keys;
        }
        let cell =
            |(at, keys): (usize, u32)| Cell { giver: at / receivers.len(), receiver: at % receivers.len(), keys };
        let cells = counts.into_iter().enumerate().filter(|one| one.1 > 0).map(cell).collect();
        let moved = pairs.iter().map(|pair| pair.keys).sum();
        Self { givers, receivers, cells, moved }
    }

    /// The keys of a cell; 0 where none went that way.
    #[must_use]
    pub fn keys(&self, giver: usize, receiver: usize) -> u32 {
        let at = self.cells.binary_search_by_key(&(giver, receiver), |cell| (cell.giver, cell.receiver));
        at.map_or(0, |at| self.cells[at].keys)
    }
}

/// A number for each owner.
#[derive(Default)]
struct ByOwner {
    nodes: BTreeMap<NodeId, u32>,
    nobody: Option<u32>,
}

impl ByOwner {
    fn of(&mut self, owner: Option<NodeId>) -> &mut u32 {
        match owner {
            Some(id) => self.nodes.entry(id).or_default(),
            None => self.nobody.get_or_insert_default(),
        }
    }
}

/// The parties on one side, and the place of each owner among them.
fn parties(pairs: &[Pair], side: impl Fn(&Pair) -> Option<NodeId>, most: usize) -> (Vec<Party>, ByOwner) {
    let mut place_of = ByOwner::default();
    for pair in pairs {
        *place_of.of(side(pair)) += pair.keys;
    }
    // Nobody stands behind everybody.
    let nodes = place_of.nodes.iter().map(|(&id, &keys)| (Some(id), keys));
    let all: Vec<(Option<NodeId>, u32)> = nodes.chain(place_of.nobody.map(|keys| (None, keys))).collect();
    let own = if all.len() > most { most.max(2) - 1 } else { all.len() };
    let mut has_own = vec![false; all.len()];
    for &at in order::places(all.len(), &|a, b| all[b].1.cmp(&all[a].1)).iter().take(own) {
        has_own[at] = true;
    }
    let mut parties: Vec<Party> = Vec::new();
    let mut rest = Party { owners: Vec::new(), is_rest: true, keys: 0 };
    for (&(owner, keys), has_own) in all.iter().zip(has_own) {
        *place_of.of(owner) = if has_own { parties.len() } else { own } as u32;
        if has_own {
            parties.push(Party { owners: vec![owner], is_rest: false, keys });
        } else {
            rest.owners.push(owner);
            rest.keys += keys;
        }
    }
    if !rest.owners.is_empty() {
        // Owners rise, and nobody is the least of them.
        if rest.owners.last() == Some(&None) {
            rest.owners.rotate_right(1);
        }
        parties.push(rest);
    }
    (parties, place_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(from: u32, to: u32, keys: u32) -> Pair {
        let id = |number: u32| (number < 99).then_some(NodeId(number));
        Pair { from: id(from), to: id(to), keys }
    }

    #[test]
    fn every_node_has_its_row_and_column_where_there_is_room() {
        let matrix = FromTo::new(&[pair(99, 1, 2), pair(0, 1, 3), pair(4, 0, 5), pair(4, 99, 7)], 24);
        let sums = |parties: &[Party]| -> Vec<(Option<u32>, u32)> {
            parties.iter().map(|party| (party.owners[0].map(|id| id.0), party.keys)).collect()
        };
        assert_eq!(sums(&matrix.givers), [(Some(0), 3), (Some(4), 12), (None, 2)]);
        assert_eq!(sums(&matrix.receivers), [(Some(0), 5), (Some(1), 5), (None, 7)]);
        assert_eq!((matrix.keys(1, 0), matrix.keys(1, 2), matrix.keys(2, 1), matrix.keys(0, 0)), (5, 7, 2, 0));
        assert_eq!(matrix.moved, 17);
    }

    #[test]
    fn the_smallest_are_gathered_and_no_key_is_lost() {
        // Each of 40 nodes gives to the next as many keys as its number, and one to the node 0.
        let pairs: Vec<Pair> = (1..=40).flat_map(|at| [pair(at, 0, 1), pair(at, at % 40 + 1, at)]).collect();
        let matrix = FromTo::new(&pairs, 24);
        assert_eq!((matrix.givers.len(), matrix.receivers.len()), (24, 24));
        let rest = matrix.givers.last().expect("others");
        // Nodes 1 … 17 with 2 … 18 keys.
        assert!(rest.is_rest && rest.owners.len() == 17);
        assert_eq!(rest.keys, (2..=18).sum::<u32>());
        let all = (1..=40).map(|at| at + 1).sum::<u32>();
        assert_eq!((matrix.moved, matrix.cells.iter().map(|cell| cell.keys).sum::<u32>()), (all, all));
        for (row, party) in matrix.givers.iter().enumerate() {
            assert_eq!((0..24).map(|column| matrix.keys(row, column)).sum::<u32>(), party.keys);
        }
        for (column, party) in matrix.receivers.iter().enumerate() {
            assert_eq!((0..24).map(|row| matrix.keys(row, column)).sum::<u32>(), party.keys);
        }
    }

    #[test]
    fn nobody_may_be_among_the_others() {
        let matrix = FromTo::new(&[pair(99, 5, 1), pair(0, 5, 9), pair(1, 5, 8), pair(2, 5, 2)], 3);
        let rest = matrix.givers.last().expect("others");
        assert_eq!((rest.owners.as_slice(), rest.keys), (&[None, Some(NodeId(2))][..], 3));
        assert_eq!((matrix.keys(2, 0), matrix.receivers.len()), (3, 1));
    }

    #[test]
    fn nothing_moved() {
        assert_eq!(FromTo::new(&[], 24), FromTo::default());
    }
}
