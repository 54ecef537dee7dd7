//! One compiled sort for the short lists of the program. The standard library's is compiled anew for every type that it
//! sorts, about 8 kB each: what is not worth that goes through here. Keys and points have sorts of their own.

use std::cmp::Ordering;

/// The places 0 … `count` - 1 in the order of a comparison; equal ones stay as they stood.
#[must_use]
pub fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

/// Numbers in order, byte by byte from the lowest: linear in how many there are, and smaller than another compiled sort.
#[must_use]
pub fn numbers(numbers: Vec<u64>) -> Vec<u64> {
    let mut passes = Passes::new(numbers, 0);
    while passes.step() {}
    passes.finish()
}

/// The same a pass at a time, for more numbers than are sorted in a frame. Numbers that are equal from a bit on stay as
/// they stood.
#[derive(Debug)]
pub struct Passes {
    numbers: Vec<u64>,
    sorted: Vec<u64>,
    shift: u32,
}

impl Passes {
    /// Sorts by the bits from `lowest_bit` on, which must be a multiple of 8.
    #[must_use]
    pub fn new(numbers: Vec<u64>, lowest_bit: u32) -> Self {
        Self { sorted: vec![0; numbers.len()], numbers, shift: lowest_bit }
    }

    /// One pass over all numbers; false once they are in order.
    pub fn step(&mut self) -> bool {
        while self.shift < u64::BITS {
            let shift = self.shift;
            self.shift += 8;
            let digit = |number: u64| (number >> shift & 0xff) as usize;
            let mut from = [0; 257];
            for &number in &self.numbers {
                from[digit(number) + 1] += 1;
            }
            // A byte that all have in common orders nothing: most positions have 32 bits.
            if from.contains(&self.numbers.len()) {
                continue;
            }
            for digit in 0..256 {
                from[digit + 1] += from[digit];
            }
            for &number in &self.numbers {
                let place = &mut from[digit(number)];
                self.sorted[*place] = number;
                *place += 1;
            }
            std::mem::swap(&mut self.numbers, &mut self.sorted);
            return true;
        }
        false
    }

    /// The numbers in order, once there is no pass left.
    #[must_use]
    pub fn finish(self) -> Vec<u64> {
        self.numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::SplitMix64;

    #[test]
    fn numbers_are_sorted_as_the_library_does() {
        let mut draws = SplitMix64::new(3);
        for (count, shift) in [(0, 0), (1, 0), (2, 60), (1_000, 0), (1_000, 32), (1_000, 57), (300, 64 - 9)] {
            let drawn: Vec<u64> = (0..count).map(|_| draws.next_value() >> shift).collect();
            let mut sorted = drawn.clone();
            sorted.sort_unstable();
            assert_eq!(numbers(drawn), sorted);
        }
    }

    #[test]
    fn sorts_and_keeps_equal_ones_as_they_stood() {
        let words = ["b", "a", "c", "a", "b"];
        assert_eq!(places(words.len(), &|a, b| words[a].cmp(words[b])), [1, 3, 0, 4, 2]);
        assert_eq!(places(0, &|_, _| Ordering::Equal), [0; 0]);
    }
}
