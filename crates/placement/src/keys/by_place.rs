//! Keys by where their numbers lie: the space is cut into slices, and each knows its keys.
//!
//! Within a slice the keys stand in no order. A stretch of the space takes whole slices but for the two at its ends, and
//! of those few keys every one is looked at: to sort a million keys to the last bit took five times as long.

use super::HashedKeys;

/// Most top bits of a number that tell its slice.
const MOST_BITS: u32 = 16;
/// Keys in a slice, as a power of two, where they are spread evenly.
const KEYS_BITS: u32 = 4;

/// The keys of each slice of the space.
#[derive(Debug)]
pub(crate) struct KeysByPlace {
    shift: u32,
    /// For each slice the place in `keys` of its first, and at the end how many there are.
    starts: Vec<u32>,
    keys: Vec<u32>,
}

impl KeysByPlace {
    pub(super) fn new(hashed: &HashedKeys) -> Self {
        let bits = hashed.len().max(1).ilog2().saturating_sub(KEYS_BITS).clamp(1, MOST_BITS);
        let shift = hashed.hashing().bits() - bits;
        // The next place of each slice, one slice ahead: once all keys stand, each has become the start of its own.
        let mut next = vec![0u32; (1 << bits) + 2];
        hashed.for_each_part(|_, values| {
            for &value in values {
                next[(value >> shift) as usize + 2] += 1;
            }
        });
        for slice in 1..next.len() {
            next[slice] += next[slice - 1];
        }
        let mut keys = vec![0; hashed.len()];
        hashed.for_each_part(|first, values| {
            for (&value, at) in values.iter().zip(first as u32..) {
                let place = &mut next[(value >> shift) as usize + 1];
                keys[*place as usize] = at;
                *place += 1;
            }
        });
        next.pop();
        Self { shift, starts: next, keys }
    }

    /// Calls `each` with every key whose number lies from `first` to `last`, both included, in no order.
    pub(crate) fn for_each_within(&self, hashed: &HashedKeys, first: u64, last: u64, mut each: impl FnMut(u32)) {
        let (from, to) = ((first >> self.shift) as usize, (last >> self.shift) as usize);
        let keys_of = |from: usize, to: usize| &self.keys[self.starts[from] as usize..self.starts[to] as usize];
        let mut at_an_end = |slice: usize| {
            for &key in keys_of(slice, slice + 1) {
                if (first..=last).contains(&hashed.value(key)) {
                    each(key);
                }
            }
        };
        at_an_end(from);
        if to > from {
            at_an_end(to);
            keys_of(from + 1, to).iter().for_each(|&key| each(key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        hash::{HashChoice, HashFn},
        keys::{KeyForm, KeyHashing, Keys},
    };

    #[test]
    fn a_stretch_has_the_keys_that_lie_in_it() {
        for (function, form, count) in [
            (HashFn::Fnv1a32, KeyForm::Bits32, 5_000),
            (HashFn::XxHash64, KeyForm::Bits64, 3_000),
            (HashFn::Fnv1a32, KeyForm::Bits32, 1),
            (HashFn::Fnv1a32, KeyForm::Bits32, 0),
        ] {
            let keys = Keys::Pattern { pattern: "user:{i}".into(), first: 0, count };
            let hashing = KeyHashing { choice: HashChoice { function, finaliser: false }, form };
            let hashed = HashedKeys::new(&keys, hashing);
            let by_place = KeysByPlace::new(&hashed);
            let end = u64::MAX >> (64 - hashing.bits());
            let some = hashed.values().step_by(701).chain([0, 1, end / 2, end - 1, end]).collect::<Vec<_>>();
            for &first in &some {
                for &last in some.iter().filter(|&&last| last >= first) {
                    let mut found = Vec::new();
                    by_place.for_each_within(&hashed, first, last, |key| found.push(key));
                    found.sort_unstable();
                    let by_looking: Vec<u32> =
                        (0..count).filter(|&key| (first..=last).contains(&hashed.value(key))).collect();
                    assert_eq!(found, by_looking, "{first} to {last}");
                }
            }
        }
    }
}
