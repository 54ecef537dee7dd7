//! What a reader should know about a link: sentences for people.

use std::fmt;

use crate::{limits, number::thousands};

/// Most notes of one link; the rest is counted.
const MOST_NOTES: usize = 20;
/// Most characters of a text from a link inside a note.
const MOST_QUOTED: usize = 60;
/// Most characters of a reason inside a note.
const MOST_REASON: usize = 190;

/// One thing in a link that was not taken as it stood, or of a scenario that a link cannot carry.
///
/// [`Display`](fmt::Display) gives one or two sentences, under 300 characters, that say what is wrong, where, and what
/// was done instead. Texts from the link are shortened here and hold no control characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Reading: more characters than [`limits::LINK_CHARACTERS`]; the default scenario stands.
    TooLongToRead {
        /// How many it has.
        characters: usize,
    },
    /// Writing: more characters than [`limits::LINK_CHARACTERS`]. The link is not read again: it should not be given
    /// away, nor replace the address.
    TooLongToWrite {
        /// How many it would have.
        characters: usize,
    },
    /// Reading: written by a later program, and read as far as it is understood.
    NewerVersion(String),
    /// Reading: a field that nobody knows.
    UnknownField(String),
    /// Reading: a field whose name is kept for later versions.
    LaterField(String),
    /// Reading: a field that stands more than once; the last one counts.
    FieldTwice(String),
    /// Reading: fields that say nothing beside a list of keys.
    UnusedField(String),
    /// Reading: a `%` without two hexadecimal digits; it stands for itself.
    BadEscape(String),
    /// Reading: bytes that are no UTF-8; each became U+FFFD.
    NotUtf8(String),
    /// Reading: a value that cannot be taken; the default stands.
    BadValue {
        /// Of which field.
        field: String,
        /// The value.
        value: String,
        /// Why not: a sentence.
        reason: String,
    },
    /// Reading: a node that was repaired or left out.
    Node {
        /// Its name, or its place in the field (from 1) where it has none.
        name: String,
        /// What is wrong.
        fault: NodeFault,
    },
    /// Reading: more virtual nodes in all than [`limits::POINTS`]; as many as fit stand instead.
    TooManyPoints {
        /// Virtual nodes for a node of weight 1, as asked for.
        asked: u32,
        /// What that makes in all.
        points: u64,
        /// Virtual nodes for a node of weight 1, as taken.
        taken: u32,
    },
    /// Writing: a list of keys too long to travel. The link has its count and digest.
    KeysStay {
        /// How many keys.
        count: u32,
        /// Of the keys joined by LF.
        digest: String,
    },
    /// Reading: the keys were a list that was too long to travel.
    KeysElsewhere {
        /// How many keys.
        count: u32,
        /// Of the keys joined by LF.
        digest: String,
    },
    /// So many notes more.
    More(usize),
}

/// What is wrong with a node in a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeFault {
    /// Left out: no name.
    NoName,
    /// Left out: a name of more than [`limits::NAME_BYTES`] bytes.
    NameTooLong,
    /// Left out: an earlier node has the name.
    NameTaken,
    /// Weight 1 instead.
    BadWeight(String),
    /// No id; the node's place instead.
    BadId(String),
    /// No bucket; the node's place instead.
    BadBucket(String),
    /// Another id instead.
    IdTaken {
        /// Asked for, in so many words or by the node's place.
        wanted: u32,
        /// What it got.
        given: u32,
    },
    /// Another bucket instead.
    BucketTaken {
        /// Asked for, in so many words or by the node's place.
        wanted: u32,
        /// What it got.
        given: u32,
    },
    /// A mark that stands more than once; the last one counts.
    MarkTwice(char),
    /// Text after the `!`, left out.
    Stray(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = || thousands(limits::LINK_CHARACTERS as u64);
        match self {
            Self::TooLongToRead { characters } => write!(
                f,
                "This link has {} characters, and up to {} are read. The default scenario is shown instead.",
                thousands(*characters as u64),
                most()
            ),
            Self::TooLongToWrite { characters } => write!(
                f,
                "A link to this scenario would have {} characters, and up to {} can be read. It stays in this tab.",
                thousands(*characters as u64),
                most()
            ),
            Self::NewerVersion(version) => {
                write!(f, "This link is of version {version}, newer than this page. What is understood of it is shown.")
            }
            Self::UnknownField(field) => write!(f, "The link has a field “{field}”, which is not known and ignored."),
            Self::LaterField(field) => {
                write!(f, "The link has a field “{field}”, which is not known to this version of the page and ignored.")
            }
            Self::FieldTwice(field) => {
                write!(f, "The field {field} stands more than once in the link. The last counts.")
            }
            Self::UnusedField(field) => {
                write!(f, "The field {field} is ignored, because the link has a list of keys as well.")
            }
            Self::BadEscape(field) => write!(
                f,
                "The field {field} has a % that is not followed by two hexadecimal digits. It is taken as a plain %."
            ),
            Self::NotUtf8(field) => write!(
                f,
                "The field {field} has bytes that are not UTF-8. A replacement character stands in their place."
            ),
            Self::BadValue { field, value, reason } => {
                write!(f, "{field}: “{value}” is not taken; the default stands. {reason}")
            }
            Self::Node { name, fault } => {
                if *fault == NodeFault::NoName {
                    return write!(f, "nodes: number {name} has no name and is left out.");
                }
                write!(f, "nodes: “{name}” {fault}")
            }
            Self::TooManyPoints { asked, points, taken } => write!(
                f,
                "vn: {} makes {} virtual nodes in all, and up to {} can be placed. {} is taken instead.",
                thousands(*asked),
                thousands(*points),
                thousands(limits::POINTS),
                thousands(*taken)
            ),
            Self::KeysStay { count, digest } => write!(
                f,
                "The list of {} (digest {digest}) is too long for a link and stays in this tab.",
                keys(*count)
            ),
            Self::KeysElsewhere { count, digest } => write!(
                f,
                "This link was made with a list of {} (digest {digest}) that was too long to travel. Other keys stand \
                 here instead; paste the list to see the same.",
                keys(*count)
            ),
            Self::More(1) => f.write_str("And 1 note more of this kind."),
            Self::More(count) => write!(f, "And {} notes more of this kind.", thousands(*count as u64)),
        }
    }
}

impl fmt::Display for NodeFault {
    /// What follows the node's name in a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => f.write_str("has no name and is left out."),
            Self::NameTooLong => {
                write!(f, "is left out: a name can have up to {} bytes.", thousands(limits::NAME_BYTES as u64))
            }
            Self::NameTaken => f.write_str("stands there twice; the second one is left out."),
            Self::BadWeight(text) => write!(
                f,
                "has weight 1, because “{text}” is no weight from 0 to 1,000 with at most two decimal places. A * in a \
                 name is written ~*."
            ),
            Self::BadId(text) => {
                write!(f, "has the id of its place, because “{text}” is no id. An @ in a name is written ~@.")
            }
            Self::BadBucket(text) => write!(
                f,
                "has the bucket of its place, because “{text}” is no number below the count of nodes. A ^ in a name is \
                 written ~^."
            ),
            Self::IdTaken { wanted, given } => write!(f, "has id {given}, because another node has id {wanted}."),
            Self::BucketTaken { wanted, given } => {
                write!(f, "has bucket {given}, because another node has bucket {wanted}.")
            }
            Self::MarkTwice(mark) => write!(f, "has more than one {mark}. The last one counts."),
            Self::Stray(text) => {
                write!(f, "is down, and “{text}” after its ! is left out. A ! in a name is written ~!.")
            }
        }
    }
}

fn keys(count: u32) -> String {
    if count == 1 { "1 key".into() } else { format!("{} keys", thousands(count)) }
}

/// Notes, of which the first ones are kept and the rest is counted.
#[derive(Default)]
pub(super) struct Notes {
    kept: Vec<Note>,
    more: usize,
}

impl Notes {
    pub(super) fn add(&mut self, note: Note) {
        if self.kept.len() < MOST_NOTES {
            self.kept.push(note);
        } else {
            self.more += 1;
        }
    }

    /// Puts a note before all others, since it explains them.
    pub(super) fn add_first(&mut self, note: Note) {
        self.kept.insert(0, note);
        if self.kept.len() > MOST_NOTES {
            self.kept.pop();
            self.more += 1;
        }
    }

    /// Notes a value that became the default; `reason` is a sentence.
    pub(super) fn add_bad_value(&mut self, field: &str, value: &str, reason: &impl fmt::Display) {
        let mut reason = reason.to_string();
        if reason.chars().count() > MOST_REASON {
            reason = reason.chars().take(MOST_REASON).chain("….".chars()).collect();
        }
        self.add(Note::BadValue { field: field.to_owned(), value: shortened(value), reason });
    }

    pub(super) fn into_vec(mut self) -> Vec<Note> {
        if self.more > 0 {
            self.kept.push(Note::More(self.more));
        }
        self.kept
    }
}

/// A text from a link as it can stand in a sentence: short, and without characters that steer what is around it.
pub(super) fn shortened(text: &str) -> String {
    let mut out: String = text.chars().take(MOST_QUOTED).map(|c| if steers(c) { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(MOST_QUOTED).is_some() {
        out.push('…');
    }
    out
}

/// Control characters, line ends and marks of writing direction.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
