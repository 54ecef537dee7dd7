//! The numbers of keys: made once for as long as neither the keys nor their hash change, and kept as narrow as they are.

use std::sync::OnceLock;

use super::{KeyForm, KeyHashing, Keys, by_place::KeysByPlace};
use crate::hash::{HashChoice, fmix32};

/// Keys whose numbers are handed out together.
const PART: usize = 1_024;

/// Keys and the numbers that an algorithm works on.
#[derive(Debug)]
pub struct HashedKeys {
    keys: Keys,
    hashing: KeyHashing,
    numbers: Numbers,
    by_place: OnceLock<KeysByPlace>,
}

/// The numbers of keys, four bytes each where they have 32 bits.
#[derive(Debug)]
pub enum Numbers {
    /// Of 32 bits.
    Bits32(Vec<u32>),
    /// Of 64 bits.
    Bits64(Vec<u64>),
}

impl HashedKeys {
    /// Hashes every key.
    #[must_use]
    pub fn new(keys: &Keys, hashing: KeyHashing) -> Self {
        let mut hashed = Self::none_yet(keys, hashing);
        hashed.hash(keys);
        hashed
    }

    /// These keys without their numbers; they come by [`HashedKeys::hash`], a part of the keys at a time.
    pub(crate) fn none_yet(keys: &Keys, hashing: KeyHashing) -> Self {
        let numbers = match hashing.bits() {
            32 => Numbers::Bits32(Vec::new()),
            _ => Numbers::Bits64(Vec::new()),
        };
        Self { keys: keys.clone(), hashing, numbers, by_place: OnceLock::new() }
    }

    /// Hashes the next of the keys.
    pub(crate) fn hash(&mut self, next: &Keys) {
        let hashing = self.hashing;
        // At once as much as all will take.
        let room = self.keys.len() as usize - self.len();
        match &mut self.numbers {
            Numbers::Bits32(numbers) => numbers.reserve_exact(room),
            Numbers::Bits64(numbers) => numbers.reserve_exact(room),
        }
        match &mut self.numbers {
            Numbers::Bits32(numbers) => next.for_each(|_, key| numbers.push(hashing.value(key) as u32)),
            Numbers::Bits64(numbers) => next.for_each(|_, key| numbers.push(hashing.value(key))),
        }
    }

    /// Takes all numbers, as they were made elsewhere. False where they do not fit; then nothing is taken.
    pub(crate) fn take(&mut self, numbers: Numbers) -> bool {
        let all = self.keys.len() as usize;
        let fits = match (&numbers, self.hashing.bits()) {
            (Numbers::Bits32(numbers), 32) => numbers.len() == all,
            (Numbers::Bits64(numbers), 64) => numbers.len() == all,
            _ => false,
        };
        if fits {
            self.numbers = numbers;
        }
        fits
    }

    /// The numbers alone.
    pub(crate) fn into_numbers(self) -> Numbers {
        self.numbers
    }

    /// How many have numbers.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.numbers {
            Numbers::Bits32(numbers) => numbers.len(),
            Numbers::Bits64(numbers) => numbers.len(),
        }
    }

    /// No keys at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `count` keys from number `from` on, which must have their numbers.
    pub(crate) fn part(&self, from: u32, count: u32) -> Self {
        let range = from as usize..(from + count) as usize;
        let numbers = match &self.numbers {
            Numbers::Bits32(numbers) => Numbers::Bits32(numbers[range].to_vec()),
            Numbers::Bits64(numbers) => Numbers::Bits64(numbers[range].to_vec()),
        };
        Self { keys: self.keys.part(from, count), hashing: self.hashing, numbers, by_place: OnceLock::new() }
    }

    /// Are these the hash values of those keys?
    #[must_use]
    pub fn fits(&self, keys: &Keys, hashing: KeyHashing) -> bool {
        self.hashing == hashing && &self.keys == keys
    }

    /// The same keys with the finaliser, which needs their raw values only and not the keys; `None` where these are
    /// other keys, or hashed otherwise.
    #[must_use]
    pub fn finalised(&self, keys: &Keys, hashing: KeyHashing) -> Option<Self> {
        let raw = KeyHashing { choice: HashChoice { finaliser: false, ..hashing.choice }, ..hashing };
        let is_possible = hashing.choice.finaliser && hashing.form == KeyForm::Bits32 && self.fits(keys, raw);
        let numbers = Numbers::Bits32(self.narrow().filter(|_| is_possible)?.iter().map(|&raw| fmix32(raw)).collect());
        Some(Self { keys: self.keys.clone(), hashing, numbers, by_place: OnceLock::new() })
    }

    /// The keys.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The number of a key among them, given its bytes and value; the first, where it stands more than once. Who looks for
    /// many keys prepares these first: else each of them is compared with each.
    #[must_use]
    pub fn find(&self, key: &[u8], value: u64) -> Option<u32> {
        if let Some(by_place) = self.by_place.get() {
            let mut first: Option<u32> = None;
            by_place.for_each_within(self, value, value, |at| {
                if first.is_none_or(|first| at < first) && self.keys.key(at).as_bytes() == key {
                    first = Some(at);
                }
            });
            return first;
        }
        let same = self.values().zip(0..).filter(|&(other, _)| other == value);
        same.map(|(_, at)| at).find(|&at| self.keys.key(at).as_bytes() == key)
    }

    /// How they were hashed.
    #[must_use]
    pub fn hashing(&self) -> KeyHashing {
        self.hashing
    }

    /// The number of key number `at`; 0 beyond the last.
    #[must_use]
    pub fn value(&self, at: u32) -> u64 {
        match &self.numbers {
            Numbers::Bits32(numbers) => numbers.get(at as usize).map_or(0, |&number| u64::from(number)),
            Numbers::Bits64(numbers) => numbers.get(at as usize).copied().unwrap_or(0),
        }
    }

    /// The number of each key, in the order of the keys.
    pub fn values(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len() as u32).map(|at| self.value(at))
    }

    /// Calls `each` with all numbers, some on end at a time, and with which key the first of them belongs to: for loops
    /// over all keys, which are compiled once whatever the width.
    pub fn for_each_part(&self, mut each: impl FnMut(usize, &[u64])) {
        match &self.numbers {
            Numbers::Bits32(numbers) => {
                let mut wide = [0; PART];
                for (part, first) in numbers.chunks(PART).zip((0..).step_by(PART)) {
                    let wide = &mut wide[..part.len()];
                    wide.iter_mut().zip(part).for_each(|(wide, &number)| *wide = u64::from(number));
                    each(first, wide);
                }
            }
            Numbers::Bits64(numbers) => each(0, numbers),
        }
    }

    /// The numbers where they have 32 bits.
    #[must_use]
    pub fn narrow(&self) -> Option<&[u32]> {
        match &self.numbers {
            Numbers::Bits32(numbers) => Some(numbers),
            Numbers::Bits64(_) => None,
        }
    }

    /// Puts the keys in the order of their places, so that a change on a ring need not look at all of them. To be called
    /// when nobody waits: it takes about as long as hashing, and four bytes a key.
    pub fn prepare(&self) {
        self.by_place.get_or_init(|| KeysByPlace::new(self));
    }

    /// Has that been done?
    #[must_use]
    pub fn is_prepared(&self) -> bool {
        self.by_place().is_some()
    }

    /// The keys by place, where that was prepared.
    pub(crate) fn by_place(&self) -> Option<&KeysByPlace> {
        self.by_place.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::HashFn;

    #[test]
    fn a_key_is_found_whether_they_are_prepared_or_not() {
        let text: Vec<String> = (0..3_000).map(|at| format!("user:{}", at % 2_900)).collect();
        let keys = Keys::List(crate::keys::KeyList::parse(&text.join("\n")).expect("keys"));
        let hashing =
            KeyHashing { choice: HashChoice { function: HashFn::Fnv1a32, finaliser: false }, form: KeyForm::Bits32 };
        let [plain, prepared] = [(); 2].map(|()| HashedKeys::new(&keys, hashing));
        prepared.prepare();
        for hashed in [plain, prepared] {
            // The last hundred stand there twice: the first counts.
            for (at, found) in [(0, Some(0)), (99, Some(99)), (2_899, Some(2_899)), (2_900, None)] {
                let key = format!("user:{at}");
                assert_eq!(hashed.find(key.as_bytes(), hashing.value(key.as_bytes())), found, "{key}");
            }
            // The value of another key.
            assert_eq!(hashed.find(b"user:1", hashing.value(b"user:2")), None);
        }
    }

    #[test]
    fn raw_values_are_finalised_as_the_keys_would_be() {
        let keys = Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: 1_000 };
        let hashing =
            |finaliser, form| KeyHashing { choice: HashChoice { function: HashFn::Fnv1a32, finaliser }, form };
        let raw = HashedKeys::new(&keys, hashing(false, KeyForm::Bits32));
        let wanted = hashing(true, KeyForm::Bits32);
        let finalised = raw.finalised(&keys, wanted).expect("the same keys");
        assert_eq!(finalised.values().collect::<Vec<_>>(), HashedKeys::new(&keys, wanted).values().collect::<Vec<_>>());
        assert!(finalised.fits(&keys, wanted));
        // Not twice, not for jump, which takes the value in another form, and not for other keys.
        assert!(finalised.finalised(&keys, wanted).is_none());
        assert!(raw.finalised(&keys, hashing(true, KeyForm::Jump)).is_none());
        let others = Keys::Pattern { pattern: "user:{i}".into(), first: 1, count: 1_000 };
        assert!(raw.finalised(&others, wanted).is_none());
    }
}
