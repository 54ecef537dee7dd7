//! Why something cannot be given.

use std::fmt;

use crate::{limits, number::thousands};

/// Most characters of a given text inside a sentence.
const MOST_QUOTED: usize = 40;

/// Why something cannot be given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AssignmentError {
    /// More bytes than [`limits::ASSIGNMENT_BYTES`].
    TooLong,
    /// An entry without a name, or without an equals sign.
    NoEntry {
        /// The entry.
        text: String,
        /// One that goes.
        example: &'static str,
    },
    /// A part that is none.
    NoPart {
        /// The part.
        text: String,
        /// Whose.
        name: String,
        /// What it should be: "a token from … to …".
        wanted: String,
    },
    /// A part that two nodes have.
    Shared {
        /// What is shared.
        what: String,
        /// By whom.
        one: String,
        /// And by whom.
        other: String,
    },
}

impl fmt::Display for AssignmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => {
                write!(f, "Up to {} bytes can be given.", thousands(limits::ASSIGNMENT_BYTES as u64))
            }
            Self::NoEntry { text, example } => {
                write!(f, "“{text}” is no name with an equals sign and what it has behind it, as in {example}.")
            }
            Self::NoPart { text, name, wanted } => write!(f, "{name}: “{text}” is not {wanted}."),
            Self::Shared { what, one, other } => write!(f, "{one} and {other} both have {what}."),
        }
    }
}

impl std::error::Error for AssignmentError {}

/// A given text inside a sentence.
pub(super) fn shortened(text: &str) -> String {
    let is_unseen = |c: &char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(c);
    let mut short: String =
        text.chars().take(MOST_QUOTED).map(|c| if is_unseen(&c) { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.chars().nth(MOST_QUOTED).is_some() {
        short.push('…');
    }
    short
}
