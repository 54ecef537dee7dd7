//! The keys of a scenario: a pattern with a counter, or a pasted list. Their numbers, made once, stand in `hashed`.

mod by_place;
mod hashed;
mod list;

pub use hashed::{HashedKeys, Numbers};
pub use list::{KeyList, KeyListError, KeyReader, KeyReport};

use crate::{
    hash::{HashChoice, HashFn},
    system::SystemKey,
    template::Template,
};

/// Which keys are placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keys {
    /// `count` keys from a pattern such as `user:{i}`, the counter running from `first`.
    Pattern {
        /// The pattern, with `{i}` for the counter.
        pattern: String,
        /// The first value of the counter.
        first: u32,
        /// How many keys, 0 to [`limits::KEYS`](crate::limits::KEYS).
        count: u32,
    },
    /// A pasted list.
    List(KeyList),
}

impl Default for Keys {
    /// 100,000 keys `user:0` … `user:99999`.
    fn default() -> Self {
        Self::Pattern { pattern: "user:{i}".into(), first: 0, count: 100_000 }
    }
}

impl Keys {
    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> u32 {
        match self {
            Self::Pattern { count, .. } => *count,
            Self::List(list) => list.len(),
        }
    }

    /// No keys at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Key number `at`; empty beyond the last.
    #[must_use]
    pub fn key(&self, at: u32) -> String {
        match self {
            Self::Pattern { pattern, first, .. } => {
                Template::parse(pattern).text("", u64::from(*first) + u64::from(at))
            }
            Self::List(list) => list.get(at).to_owned(),
        }
    }

    /// The texts of the keys, for whoever reads many of them in any order.
    #[must_use]
    pub fn texts(&self) -> KeyTexts<'_> {
        match self {
            Self::Pattern { pattern, first, .. } => {
                KeyTexts { source: Source::Pattern(Template::parse(pattern), u64::from(*first)), text: Vec::new() }
            }
            Self::List(list) => KeyTexts { source: Source::List(list), text: Vec::new() },
        }
    }

    /// Requests for each key, where a pasted list says so.
    #[must_use]
    pub fn counts(&self) -> Option<&[u32]> {
        match self {
            Self::Pattern { .. } => None,
            Self::List(list) => list.counts(),
        }
    }

    /// The `count` keys from number `from` on, or as many as there are.
    #[must_use]
    pub fn part(&self, from: u32, count: u32) -> Self {
        let from = from.min(self.len());
        let count = count.min(self.len() - from);
        match self {
            Self::Pattern { pattern, first, .. } => {
                Self::Pattern { pattern: pattern.clone(), first: first.saturating_add(from), count }
            }
            Self::List(list) => Self::List(list.part(from, count)),
        }
    }

    /// Calls `each` with every key in order.
    pub fn for_each(&self, mut each: impl FnMut(u32, &[u8])) {
        match self {
            Self::Pattern { pattern, first, count } => {
                let template = Template::parse(pattern);
                let mut key = Vec::new();
                for at in 0..*count {
                    template.write("", u64::from(*first) + u64::from(at), &mut key);
                    each(at, &key);
                }
            }
            Self::List(list) => {
                for at in 0..list.len() {
                    each(at, list.get(at).as_bytes());
                }
            }
        }
    }
}

/// The texts of keys, one after the other in the same room.
#[derive(Debug)]
pub struct KeyTexts<'a> {
    source: Source<'a>,
    text: Vec<u8>,
}

#[derive(Debug)]
enum Source<'a> {
    /// The pattern, and the first value of its counter.
    Pattern(Template, u64),
    List(&'a KeyList),
}

impl KeyTexts<'_> {
    /// The text of key number `at`, which must be one of the keys.
    pub fn get(&mut self, at: u32) -> &[u8] {
        match &self.source {
            Source::Pattern(template, first) => {
                template.write("", first + u64::from(at), &mut self.text);
                &self.text
            }
            Source::List(list) => list.get(at).as_bytes(),
        }
    }
}

/// Which number of a key an algorithm works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyHashing {
    /// The hash of the keys. A real system has its own, whatever stands here.
    pub choice: HashChoice,
    /// The form of the number.
    pub form: KeyForm,
}

/// The forms of a key's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyForm {
    /// The 32-bit value.
    Bits32,
    /// The 64-bit value.
    Bits64,
    /// 64 bits for jump hashing: see [`HashChoice::jump_key`].
    Jump,
    /// What a real system makes of the key by itself.
    System(SystemKey),
}

impl KeyHashing {
    /// The number that a real system works on.
    #[must_use]
    pub fn of_system(key: SystemKey) -> Self {
        // One choice for all, so that two of the same system are equal.
        Self { choice: HashChoice { function: HashFn::Fnv1a32, finaliser: false }, form: KeyForm::System(key) }
    }

    /// The number of one key.
    #[must_use]
    pub fn value(self, key: &[u8]) -> u64 {
        match self.form {
            KeyForm::Bits32 => u64::from(self.choice.value32(key)),
            KeyForm::Bits64 => self.choice.value64(key).unwrap_or_else(|| self.choice.jump_key(key)),
            KeyForm::Jump => self.choice.jump_key(key),
            KeyForm::System(system) => system.value(key),
        }
    }

    /// Bits of the number: 32 or 64.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self.form {
            KeyForm::Bits32 => 32,
            KeyForm::Bits64 | KeyForm::Jump => 64,
            KeyForm::System(system) => system.bits(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_keys_from_there_on() {
        let pattern = Keys::Pattern { pattern: "k{i}".into(), first: 3, count: 5 };
        let list = KeyList::parse("a\t1\nb\t2\nc\nd\t4").expect("keys");
        for keys in [pattern, Keys::List(list)] {
            let all: Vec<String> = (0..keys.len()).map(|at| keys.key(at)).collect();
            for (from, count) in [(0, 0), (0, 2), (1, 2), (2, 9), (9, 1)] {
                let part = keys.part(from, count);
                let texts: Vec<String> = (0..part.len()).map(|at| part.key(at)).collect();
                let range = (from as usize).min(all.len())..((from + count) as usize).min(all.len());
                assert_eq!(texts, all[range.clone()], "{from} {count}");
                assert_eq!(part.counts(), keys.counts().map(|counts| &counts[range]));
            }
        }
    }

    #[test]
    fn a_pattern_counts_from_its_first_value() {
        let keys = Keys::Pattern { pattern: "sku-{i}".into(), first: 1, count: 3 };
        let mut seen = Vec::new();
        keys.for_each(|at, key| seen.push((at, String::from_utf8_lossy(key).into_owned())));
        assert_eq!(seen, [(0, "sku-1".to_owned()), (1, "sku-2".into()), (2, "sku-3".into())]);
        assert_eq!(keys.key(2), "sku-3");
        let mut texts = keys.texts();
        assert_eq!([2, 0].map(|at| texts.get(at).to_vec()), [b"sku-3", b"sku-1"]);
        let list = Keys::List(KeyList::parse("a\nbc").expect("keys"));
        assert_eq!(list.texts().get(1), b"bc");
    }
}
