//! What was read: plain data, for a page to show and for a reader to pick from.

use crate::format::Format;

/// A text that was read, or refused as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// What it was read as; nothing where no format was recognised.
    pub format: Option<Format>,
    /// Why nothing was read at all: a sentence.
    pub refused: Option<String>,
    /// One for each upstream, backend, pool, cluster or datacenter, in their order.
    pub readings: Vec<Reading>,
    /// Every line of the text, once and in order; empty where the text was refused.
    pub lines: Vec<Line>,
}

/// Servers that one system places keys on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What it was read as.
    pub format: Format,
    /// The name of the upstream, backend, pool, cluster or datacenter; may be empty.
    pub name: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The rule by which keys are placed, in the project's ids of systems (`nginx-consistent`), or why there is none: a
    /// sentence.
    pub system: Result<&'static str, String>,
    /// What is hashed, in the system's own words: `$request_uri`, `hdr(x-user)`.
    pub key: Option<String>,
    /// The inputs of the rule by their names: `hash`, `avalanche`, `balance_factor`, … What the system would take by
    /// itself is written out.
    pub settings: Vec<(&'static str, Value)>,
    /// The servers that can be given keys, in the order of the text, each name once.
    pub servers: Vec<Server>,
    /// What is to be known of the whole: sentences.
    pub remarks: Vec<String>,
}

impl Reading {
    /// What it is, with its name: `backend cache`. Where there is neither, `servers from line 3`.
    #[must_use]
    pub fn title(&self) -> String {
        match (self.format.unit(), self.name.as_str()) {
            ("", "") => format!("servers from line {}", self.line),
            ("", name) => name.to_owned(),
            (unit, "") => format!("{unit} on line {}", self.line),
            (unit, name) => format!("{unit} {name}"),
        }
    }

    /// A setting by its name.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&Value> {
        self.settings.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

/// The value of a setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A word or a name.
    Text(String),
    /// A whole number.
    Number(u64),
    /// On or off.
    Switch(bool),
}

/// A server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    /// As the system knows it: at most [`NAME_BYTES`](crate::limits::NAME_BYTES), not empty, no control characters.
    pub name: String,
    /// Its weight, a whole number in all these systems.
    pub weight: u32,
    /// What is hashed in place of the name.
    pub label: Option<String>,
    /// The number that is hashed in place of the name.
    pub id: Option<u32>,
    /// Whether it can serve.
    pub up: bool,
    /// First and last slot of each range that it serves, both inclusive.
    pub slots: Vec<(u16, u16)>,
    /// Its tokens.
    pub tokens: Vec<i64>,
    /// The line where it stands, from 1.
    pub line: usize,
}

impl Server {
    /// A server of weight 1 that is up.
    pub(crate) fn new(name: impl Into<String>, line: usize) -> Self {
        Self {
            name: name.into(),
            weight: 1,
            label: None,
            id: None,
            up: true,
            slots: Vec::new(),
            tokens: Vec::new(),
            line,
        }
    }
}

/// A line of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// Its first characters, at most [`LINE_CHARACTERS`](crate::limits::LINE_CHARACTERS) and then `…`.
    pub text: String,
    /// What became of it.
    pub told: Told,
    /// Which of the readings it belongs to.
    pub reading: Option<usize>,
}

/// What became of a line, in sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// It was read, as this.
    Read(String),
    /// It plays no part, for this reason. Blank lines, comments and mere brackets have none.
    Ignored(String),
    /// It, or a part of it, could not be taken, for this reason.
    Unreadable(String),
}

impl Told {
    /// The sentences.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::Read(words) | Self::Ignored(words) | Self::Unreadable(words) => words,
        }
    }
}
