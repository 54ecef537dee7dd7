//! The owner of every key, as a number of a list of nodes.
//!
//! Placements that go on from one another keep the list: a node that comes is put at its end, and one that goes stays in
//! it, so that a change writes the owners of those keys that it moves and no others. Where seats were the numbers, a node
//! that goes would renumber all that come after it.

use crate::{
    algorithm::{GONE, Seat, seats_that_stay},
    fleet::NodeId,
};

/// Nodes that a list may have besides those that can own keys, before it is made anew.
const MOST_GONE: usize = 256;

/// The owner of every key, in the order of the keys.
#[derive(Clone, Default, Debug)]
pub struct Owners {
    numbers: Vec<Seat>,
    holders: Vec<NodeId>,
}

/// A key that has another owner than before, both as numbers of the later list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The number of the key.
    pub key: u32,
    /// The owner before.
    pub from: Seat,
    /// The owner after.
    pub to: Seat,
}

/// Owners that were made from those of an earlier placement.
#[derive(Debug)]
pub struct Onward {
    /// All of them.
    pub owners: Owners,
    /// The keys that have another owner now, rising; `None` where they are to be found by comparing.
    pub moves: Option<Vec<Move>>,
}

impl Owners {
    /// Owners by seat, whose nodes are these.
    #[must_use]
    pub fn by_seat(numbers: Vec<Seat>, seats: &[NodeId]) -> Self {
        Self { numbers, holders: seats.to_vec() }
    }

    /// The owner of each key: a place in [`Owners::holders`], or [`NO_SEAT`](crate::algorithm::NO_SEAT).
    #[must_use]
    pub fn numbers(&self) -> &[Seat] {
        &self.numbers
    }

    /// Whom the numbers mean. Some may own nothing any more.
    #[must_use]
    pub fn holders(&self) -> &[NodeId] {
        &self.holders
    }

    /// The owner of key number `at`; `None` where there is no node, or no such key.
    #[must_use]
    pub fn owner(&self, at: u32) -> Option<NodeId> {
        self.holders.get(*self.numbers.get(at as usize)? as usize).copied()
    }

    /// For each number what `of` says of its node, and at the end what it says of none.
    #[must_use]
    pub fn table<T>(&self, of: impl Fn(Option<NodeId>) -> T) -> Vec<T> {
        self.holders.iter().map(|&id| of(Some(id))).chain([of(None)]).collect()
    }

    /// The place of a key's owner in such a table.
    #[must_use]
    pub fn place(&self, key: u32) -> usize {
        self.numbers.get(key as usize).map_or(self.holders.len(), |&number| self.place_of(number))
    }

    /// The place of a number in such a table.
    #[must_use]
    pub fn place_of(&self, number: Seat) -> usize {
        (number as usize).min(self.holders.len())
    }

    /// The owner of every key as a seat among these, [`NO_SEAT`](crate::algorithm::NO_SEAT) where it has none.
    #[must_use]
    pub fn seats(&self, seats: &[NodeId]) -> Vec<Seat> {
        if self.holders == seats {
            return self.numbers.clone();
        }
        let seat_of = seats_that_stay(&self.holders, seats);
        self.numbers.iter().map(|&number| seat_of[self.place_of(number)]).collect()
    }

    /// The same owners with a list that has these nodes, and the number of each of them.
    pub(crate) fn on_to(&self, seats: &[NodeId]) -> (Self, Vec<Seat>) {
        let mut owners =
            if self.holders.len() > seats.len() + MOST_GONE { self.without_the_gone() } else { self.clone() };
        let mut numbers = seats_that_stay(seats, &owners.holders);
        numbers.truncate(seats.len());
        for (number, &id) in numbers.iter_mut().zip(seats).filter(|(number, _)| **number == GONE) {
            *number = owners.holders.len() as Seat;
            owners.holders.push(id);
        }
        (owners, numbers)
    }

    /// The same owners, and in the list only those that own something.
    fn without_the_gone(&self) -> Self {
        let mut owns = vec![false; self.holders.len() + 1];
        self.numbers.iter().for_each(|&number| owns[self.place_of(number)] = true);
        let holders = self.holders.iter().zip(&owns).filter(|(_, owns)| **owns).map(|(&id, _)| id).collect::<Vec<_>>();
        Self { numbers: self.seats(&holders), holders }
    }
}

/// Owners on their way from an earlier placement to the next: only what changes is written.
pub(crate) struct Handover<'a> {
    before: &'a Owners,
    owners: Owners,
    /// Which keys have another owner, a bit each.
    moved: Vec<u64>,
}

impl<'a> Handover<'a> {
    /// Begins with the owners of before. Besides, the number of each of these seats.
    pub(crate) fn new(before: &'a Owners, seats: &[NodeId]) -> (Self, Vec<Seat>) {
        let (owners, numbers) = before.on_to(seats);
        let moved = vec![0; before.numbers.len().div_ceil(64)];
        (Self { before, owners, moved }, numbers)
    }

    /// The owners so far.
    pub(crate) fn owners(&self) -> &Owners {
        &self.owners
    }

    /// Gives a key to the node of a number, which may be its own.
    #[inline]
    pub(crate) fn give(&mut self, key: u32, to: Seat) {
        let number = &mut self.owners.numbers[key as usize];
        if *number != to {
            *number = to;
            self.moved[key as usize / 64] |= 1 << (key % 64);
        }
    }

    pub(crate) fn finish(self) -> Onward {
        let Self { before, owners, moved } = self;
        // In a list that was made anew the numbers of before mean others.
        let moves = owners.holders.starts_with(&before.holders).then(|| {
            let mut moves = Vec::with_capacity(moved.iter().map(|bits| bits.count_ones() as usize).sum());
            for (mut bits, first) in moved.into_iter().zip((0u32..).step_by(64)) {
                while bits != 0 {
                    let key = first + bits.trailing_zeros();
                    bits &= bits - 1;
                    let of = |owners: &Owners| owners.numbers[key as usize];
                    moves.push(Move { key, from: of(before), to: of(&owners) });
                }
            }
            moves
        });
        Onward { owners, moves }
    }
}
