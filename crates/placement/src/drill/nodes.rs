//! A set of nodes of a run, by their numbers: what a client takes for down, leaves out, or cannot reach.

use super::plan::MOST_NODES;

const WORDS: usize = MOST_NODES / 64;

/// Nodes of a run: a node's number is the place of its bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Nodes([u64; WORDS]);

impl Nodes {
    /// None at all.
    pub(super) const NONE: Self = Self([0; WORDS]);

    /// One alone.
    pub(super) fn only(number: usize) -> Self {
        let mut nodes = Self::NONE;
        nodes.put(number);
        nodes
    }

    /// Is a node among them?
    #[inline]
    pub(super) fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Puts a node among them. Numbers from [`MOST_NODES`] on there are none.
    pub(super) fn put(&mut self, number: usize) {
        debug_assert!(number < MOST_NODES);
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Takes a node out.
    pub(super) fn take(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Their numbers in order.
    pub(super) fn numbers(self) -> impl Iterator<Item = usize> {
        let (mut words, mut at) = (self.0, 0);
        std::iter::from_fn(move || {
            while let Some(word) = words.get_mut(at) {
                if *word != 0 {
                    let bit = word.trailing_zeros() as usize;
                    *word &= *word - 1;
                    return Some(at * 64 + bit);
                }
                at += 1;
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_in_and_out_and_come_in_order() {
        let numbers = [0, 1, 63, 64, 127, 128, 700, MOST_NODES - 1];
        let mut nodes = Nodes::NONE;
        numbers.iter().rev().for_each(|&number| nodes.put(number));
        assert_eq!(nodes.numbers().collect::<Vec<_>>(), numbers);
        assert!(numbers.iter().all(|&number| nodes.has(number)) && !nodes.has(2) && !nodes.has(usize::MAX));
        nodes.take(128);
        nodes.take(5);
        assert_eq!(nodes.numbers().filter(|&number| number > 100).collect::<Vec<_>>(), [127, 700, MOST_NODES - 1]);
        assert_eq!((Nodes::only(700).numbers().collect::<Vec<_>>(), Nodes::NONE.numbers().next()), (vec![700], None));
    }
}
