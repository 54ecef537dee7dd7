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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_and_keeps_equal_ones_as_they_stood() {
        let words = ["b", "a", "c", "a", "b"];
        assert_eq!(places(words.len(), &|a, b| words[a].cmp(words[b])), [1, 3, 0, 4, 2]);
        assert_eq!(places(0, &|_, _| Ordering::Equal), [0; 0]);
    }
}
