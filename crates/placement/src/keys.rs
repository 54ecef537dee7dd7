//! The keys of a scenario: a pattern with a counter, or a pasted list. And their hash values, made once and kept.

use std::{fmt, sync::Arc};

use crate::{hash::HashChoice, limits, number::thousands, template::Template};

/// Which keys are placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keys {
    /// `count` keys from a pattern such as `user:{i}`, the counter running from `first`.
    Pattern {
        /// The pattern, with `{i}` for the counter.
        pattern: String,
        /// The first value of the counter.
        first: u32,
        /// How many keys, 0 to [`limits::KEYS`].
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

/// A list of keys, one a line of the text that it was made from. Copies share the text; lists of the same keys are
/// equal, however their lines ended.
#[derive(Clone)]
pub struct KeyList {
    text: Arc<str>,
    /// Where each key starts and ends in `text`.
    spans: Arc<[(u32, u32)]>,
}

impl PartialEq for KeyList {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.spans, &other.spans)
            || self.len() == other.len() && (0..self.len()).all(|at| self.get(at) == other.get(at))
    }
}

impl Eq for KeyList {}

impl fmt::Debug for KeyList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyList({} keys)", self.len())
    }
}

/// Why a text cannot be taken as a list of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyListError {
    /// More bytes than [`limits::PASTE_BYTES`].
    TooLong,
    /// More keys than [`limits::KEYS`].
    TooMany,
    /// Nothing but empty lines.
    Empty,
}

impl fmt::Display for KeyListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "That is more than {} MB of text.", limits::PASTE_BYTES >> 20),
            Self::TooMany => write!(f, "That is more than {} keys.", thousands(limits::KEYS)),
            Self::Empty => f.write_str("There is no key in that text: one key a line is wanted."),
        }
    }
}

impl std::error::Error for KeyListError {}

impl KeyList {
    /// One key a line; line ends (LF or CRLF) do not belong to keys, empty lines are left out, spaces are kept.
    ///
    /// # Errors
    /// Text above the limits, or without any key.
    pub fn parse(text: &str) -> Result<Self, KeyListError> {
        if text.len() > limits::PASTE_BYTES {
            return Err(KeyListError::TooLong);
        }
        let mut spans = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let key = line.strip_suffix('\n').unwrap_or(line);
            let key = key.strip_suffix('\r').unwrap_or(key);
            if !key.is_empty() {
                if spans.len() == limits::KEYS as usize {
                    return Err(KeyListError::TooMany);
                }
                spans.push((at as u32, (at + key.len()) as u32));
            }
            at += line.len();
        }
        if spans.is_empty() {
            return Err(KeyListError::Empty);
        }
        Ok(Self { text: text.into(), spans: spans.into() })
    }

    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.spans.len() as u32
    }

    /// Never true for a parsed list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Key number `at`; empty beyond the last.
    #[must_use]
    pub fn get(&self, at: u32) -> &str {
        self.spans.get(at as usize).map_or("", |&(start, end)| &self.text[start as usize..end as usize])
    }

    /// The keys, one a line.
    #[must_use]
    pub fn to_lines(&self) -> String {
        (0..self.len()).map(|at| self.get(at)).collect::<Vec<_>>().join("\n")
    }
}

/// Which number of a key an algorithm works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyHashing {
    /// The hash of the keys.
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
}

impl KeyHashing {
    /// The number of one key.
    #[must_use]
    pub fn value(self, key: &[u8]) -> u64 {
        match self.form {
            KeyForm::Bits32 => u64::from(self.choice.value32(key)),
            KeyForm::Bits64 => self.choice.value64(key).unwrap_or_else(|| self.choice.jump_key(key)),
            KeyForm::Jump => self.choice.jump_key(key),
        }
    }

    /// Bits of the number: 32 or 64.
    #[must_use]
    pub fn bits(self) -> u32 {
        if self.form == KeyForm::Bits32 { 32 } else { 64 }
    }
}

/// Keys and the numbers that an algorithm works on, made once for as long as neither changes.
#[derive(Debug)]
pub struct HashedKeys {
    keys: Keys,
    hashing: KeyHashing,
    values: Vec<u64>,
}

impl HashedKeys {
    /// Hashes every key.
    #[must_use]
    pub fn new(keys: &Keys, hashing: KeyHashing) -> Self {
        let mut values = Vec::with_capacity(keys.len() as usize);
        keys.for_each(|_, key| values.push(hashing.value(key)));
        Self { keys: keys.clone(), hashing, values }
    }

    /// Are these the hash values of those keys?
    #[must_use]
    pub fn fits(&self, keys: &Keys, hashing: KeyHashing) -> bool {
        self.hashing == hashing && &self.keys == keys
    }

    /// The keys.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// How they were hashed.
    #[must_use]
    pub fn hashing(&self) -> KeyHashing {
        self.hashing
    }

    /// The number of each key, in the order of the keys.
    #[must_use]
    pub fn values(&self) -> &[u64] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_every_line_but_the_empty_ones() {
        let list = KeyList::parse("a\r\n\n b \n\u{1f600}\nlast").expect("keys");
        assert_eq!((0..list.len()).map(|at| list.get(at)).collect::<Vec<_>>(), ["a", " b ", "\u{1f600}", "last"]);
        assert_eq!(list.get(4), "");
        assert_eq!(list.to_lines(), "a\n b \n\u{1f600}\nlast");
        assert_eq!(KeyList::parse(&list.to_lines()), Ok(list));
        assert_eq!(KeyList::parse("\n\r\n").err(), Some(KeyListError::Empty));
        assert_eq!(KeyList::parse(&"k\n".repeat(1_000_001)).err(), Some(KeyListError::TooMany));
    }

    #[test]
    fn a_pattern_counts_from_its_first_value() {
        let keys = Keys::Pattern { pattern: "sku-{i}".into(), first: 1, count: 3 };
        let mut seen = Vec::new();
        keys.for_each(|at, key| seen.push((at, String::from_utf8_lossy(key).into_owned())));
        assert_eq!(seen, [(0, "sku-1".to_owned()), (1, "sku-2".into()), (2, "sku-3".into())]);
        assert_eq!(keys.key(2), "sku-3");
    }
}
