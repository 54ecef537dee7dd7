//! What is given to nodes: slots, tokens, partitions.

use crate::parameter::{Kind, Parameter};

/// What is given to nodes.
#[derive(Debug)]
pub struct Units {
    /// One of them, in words.
    pub one: &'static str,
    /// Several.
    pub many: &'static str,
    /// The lowest.
    pub least: i64,
    /// The highest.
    pub most: i64,
    /// Can a part be a range of them?
    pub ranges: bool,
    /// How they are dealt where nothing is given, after "are".
    pub otherwise: &'static str,
    /// An entry as an example.
    pub example: &'static str,
}

/// From the first to the last of a range, which can be one and the same.
pub type Part = (i64, i64);

impl Units {
    /// The parameter that says what each node has, without its field and its words.
    #[must_use]
    pub const fn parameter(&'static self) -> Parameter {
        Parameter { field: "", name: "", help: "", phrase: ("", ""), prominent: true, kind: Kind::Assignment(self) }
    }

    pub(super) fn wanted(&self) -> String {
        let or_range = if self.ranges { ", or two with a hyphen between them" } else { "" };
        format!("a {} from {} to {}{or_range}", self.one, self.least, self.most)
    }

    /// A part from its text.
    pub(super) fn part(&self, text: &str) -> Option<Part> {
        let whole = |text: &str| text.parse::<i64>().ok().filter(|_| !text.starts_with('+'));
        let both = || {
            let (from, to) = text.split_once('-')?;
            Some((whole(from)?, whole(to)?))
        };
        whole(text).map(|one| (one, one)).or_else(both)
    }

    pub(super) fn takes(&self, (from, to): Part) -> bool {
        self.least <= from && from <= to && to <= self.most && (self.ranges || from == to)
    }

    pub(super) fn write(part: Part) -> String {
        match part {
            (from, to) if from == to => from.to_string(),
            (from, to) => format!("{from}-{to}"),
        }
    }
}
