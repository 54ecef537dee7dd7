//! What of a pasted text was left out, and why.

use std::fmt;

use crate::{limits, number::thousands, weight::WeightError};

/// Where something stands in a pasted text; counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line.
    Line(usize),
    /// A name among those that commas separate.
    Item(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(at) => write!(f, "line {}", thousands(*at as u64)),
            Self::Item(at) => write!(f, "name {}", thousands(*at as u64)),
        }
    }
}

/// A line that was not taken, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Which.
    pub place: Place,
    /// Why.
    pub reason: Reason,
}

impl fmt::Display for LeftOut {
    /// A sentence: `Line 7: the same name stands on line 2.`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reason == Reason::TooMuchText {
            return self.reason.fmt(f);
        }
        let place = self.place.to_string();
        let (first, rest) = place.split_at(1);
        write!(f, "{}{rest}: {}", first.to_ascii_uppercase(), self.reason)
    }
}

/// Why a line was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The whole text is above [`limits::PASTE_BYTES`].
    TooMuchText,
    /// Control characters, or bytes that were no UTF-8.
    NotText,
    /// A name that stands before, there.
    NameTaken(Place),
    /// A name of so many bytes, above [`limits::NAME_BYTES`].
    NameTooLong(usize),
    /// A weight that is none.
    BadWeight(String),
    /// More than a name and a weight.
    TooManyParts,
    /// More than [`limits::NODES`].
    TooManyNodes,
    /// A key of so many bytes, above [`limits::KEY_BYTES`].
    KeyTooLong(usize),
    /// A number of requests and no key before it.
    CountWithoutKey,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMuchText => write!(f, "That is more than {} MB of text.", limits::PASTE_BYTES >> 20),
            Self::NotText => f.write_str("it has bytes that are no UTF-8 text."),
            Self::NameTaken(place @ Place::Line(_)) => write!(f, "the same name stands on {place}."),
            Self::NameTaken(place) => write!(f, "it is the same as {place}."),
            Self::NameTooLong(bytes) => write!(
                f,
                "a name can have up to {} bytes; this one has {}.",
                thousands(limits::NAME_BYTES as u64),
                thousands(*bytes as u64)
            ),
            Self::BadWeight(text) => write!(f, "“{text}” is no weight. {WeightError}"),
            Self::TooManyParts => f.write_str("there is more than a name and a weight."),
            Self::TooManyNodes => write!(f, "a fleet can have up to {} nodes.", thousands(limits::NODES as u64)),
            Self::KeyTooLong(bytes) => write!(
                f,
                "a key can have up to {} bytes; this one has {}.",
                thousands(limits::KEY_BYTES as u64),
                thousands(*bytes as u64)
            ),
            Self::CountWithoutKey => f.write_str("there is a number of requests without a key."),
        }
    }
}

/// Lines that were not taken: the first few, and how many more.
#[derive(Default)]
pub(crate) struct LeftOuts {
    pub(crate) kept: Vec<LeftOut>,
    pub(crate) more: usize,
}

impl LeftOuts {
    /// Most that are kept.
    pub(crate) const KEPT: usize = 10;

    pub(crate) fn add(&mut self, place: Place, reason: Reason) {
        if self.kept.len() < Self::KEPT {
            self.kept.push(LeftOut { place, reason });
        } else {
            self.more += 1;
        }
    }

    /// Each in a sentence, and one for those that were not kept.
    pub(crate) fn sentences(kept: &[LeftOut], more: usize) -> impl Iterator<Item = String> {
        let rest = (more > 0).then(|| format!("And {} more.", thousands(more as u64)));
        kept.iter().map(ToString::to_string).chain(rest)
    }
}
