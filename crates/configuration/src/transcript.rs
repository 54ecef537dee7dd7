//! The record of a reading in progress: what became of each line, and the readings so far. It holds the limits that all
//! formats share, so that no parser can miss one.

use std::collections::HashMap;

use crate::{
    format::Format,
    limits,
    reading::{Configuration, Line, Reading, Server, Told, Value},
    words::{NO_PART, push_short, quoted},
};

/// What became of a piece of a line; the later, the more it matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Ignored,
    Read,
    Unreadable,
}

/// What is known of a line so far.
#[derive(Default)]
struct Entry {
    remarks: Vec<(Verdict, String)>,
    more: usize,
    reading: Option<usize>,
}

/// A reading in progress. Lines count from 1; what is told of a line that is not there is told of the last one.
pub(crate) struct Transcript<'a> {
    format: Format,
    lines: Vec<&'a str>,
    entries: Vec<Entry>,
    readings: Vec<Reading>,
    /// Whether the last reading is still being read.
    open: bool,
    /// Where each name of the open reading stands.
    names: HashMap<String, usize>,
    /// Servers in all readings.
    servers: usize,
}

impl<'a> Transcript<'a> {
    /// Of a text whose lines end in `\n`.
    pub(crate) fn new(format: Format, text: &'a str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let entries = lines.iter().map(|_| Entry::default()).collect();
        Self { format, lines, entries, readings: Vec::new(), open: false, names: HashMap::new(), servers: 0 }
    }

    /// All lines with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        self.lines.clone().into_iter().enumerate().map(|(at, line)| (at + 1, line))
    }

    fn tell(&mut self, line: usize, verdict: Verdict, words: String) {
        let reading = self.open.then(|| self.readings.len().saturating_sub(1));
        let last = self.entries.len();
        let Some(entry) = self.entries.get_mut(line.clamp(1, last.max(1)) - 1) else { return };
        entry.reading = entry.reading.or(reading);
        if words.is_empty() && !entry.remarks.is_empty() || entry.remarks.iter().any(|(_, known)| *known == words) {
            return;
        }
        if entry.remarks.len() < limits::REMARKS {
            entry.remarks.push((verdict, words));
            return;
        }
        entry.more += 1;
        // One that matters more takes the place of the last that matters less.
        if let Some(less) = entry.remarks.iter_mut().rev().find(|(known, _)| *known < verdict) {
            *less = (verdict, words);
        }
    }

    /// A piece of a line was read, as this.
    pub(crate) fn read(&mut self, line: usize, words: impl Into<String>) {
        self.tell(line, Verdict::Read, words.into());
    }

    /// A piece of a line plays no part.
    pub(crate) fn ignored(&mut self, line: usize, words: impl Into<String>) {
        self.tell(line, Verdict::Ignored, words.into());
    }

    /// A piece of a line could not be taken.
    pub(crate) fn unreadable(&mut self, line: usize, words: impl Into<String>) {
        self.tell(line, Verdict::Unreadable, words.into());
    }

    /// Whether something was told of a line.
    pub(crate) fn is_told(&self, line: usize) -> bool {
        self.entries.get(line.wrapping_sub(1)).is_none_or(|entry| !entry.remarks.is_empty())
    }

    /// Begins a reading; it ends where the next begins, or at [`Self::end`]. False where there are too many.
    pub(crate) fn begin(&mut self, name: &str, line: usize) -> bool {
        self.end();
        if self.readings.len() == limits::READINGS {
            self.unreadable(line, "A text can have up to 1,000 of these; this one and what follows is left out.");
            return false;
        }
        let mut short = String::new();
        push_short(&mut short, name, limits::LINE_CHARACTERS);
        self.readings.push(Reading {
            format: self.format,
            name: short,
            line,
            system: Err(String::new()),
            key: None,
            settings: Vec::new(),
            servers: Vec::new(),
            remarks: Vec::new(),
        });
        self.open = true;
        self.names.clear();
        true
    }

    /// Ends the open reading.
    pub(crate) fn end(&mut self) {
        self.open = false;
    }

    /// The open reading.
    pub(crate) fn current(&mut self) -> Option<&mut Reading> {
        if self.open { self.readings.last_mut() } else { None }
    }

    /// Says by which rule the open reading places.
    pub(crate) fn place_by(&mut self, system: Result<&'static str, String>, settings: Vec<(&'static str, Value)>) {
        if let Some(reading) = self.current() {
            reading.system = system;
            reading.settings = settings;
        }
    }

    /// A remark on the whole of the open reading.
    pub(crate) fn remark(&mut self, words: impl Into<String>) {
        if let Some(reading) = self.current() {
            reading.remarks.push(words.into());
        }
    }

    /// How many servers there is still room for.
    pub(crate) fn room(&self) -> usize {
        limits::SERVERS - self.servers
    }

    /// A server that is not taken counts as one all the same, where a line can stand for many.
    pub(crate) fn leave_out(&mut self) {
        self.servers += usize::from(self.room() > 0);
    }

    /// Adds a server to the open reading and tells its line that it was read, as this; or why it cannot be added. Gives
    /// its place.
    pub(crate) fn add(&mut self, server: Server, words: impl Into<String>) -> Option<usize> {
        let line = server.line;
        if let Err(reason) = self.check(&server) {
            self.unreadable(line, reason);
            return None;
        }
        let place = {
            let reading = self.current()?;
            reading.servers.len()
        };
        self.servers += 1;
        self.names.insert(server.name.clone(), line);
        self.read(line, words);
        self.current()?.servers.push(server);
        Some(place)
    }

    fn check(&self, server: &Server) -> Result<(), String> {
        for text in [Some(&server.name), server.label.as_ref()].into_iter().flatten() {
            if text.len() > limits::NAME_BYTES {
                return Err("A server's name can have up to 1,000 bytes; this one has more.".into());
            }
            if text.chars().any(|c| c.is_control() || c == char::REPLACEMENT_CHARACTER) {
                return Err("The server's name has bytes that are no text.".into());
            }
        }
        if server.name.is_empty() {
            return Err("The server has no name.".into());
        }
        if let Some(first) = self.names.get(&server.name) {
            return Err(format!("{} stands on line {first} already; it is taken once.", quoted(&server.name)));
        }
        if self.room() == 0 {
            return Err("A text can have up to 10,000 servers; this one is left out.".into());
        }
        Ok(())
    }

    /// All of it. Lines of which nothing was told are ignored without a word.
    pub(crate) fn finish(self) -> Configuration {
        let lines = self.lines.iter().zip(self.entries).zip(1..);
        let lines = lines.map(|((text, entry), number)| {
            let mut short = String::new();
            push_short(&mut short, text, limits::LINE_CHARACTERS);
            Line { number, text: short, reading: entry.reading, told: entry.told() }
        });
        Configuration { format: Some(self.format), refused: None, lines: lines.collect(), readings: self.readings }
    }
}

impl Entry {
    fn told(self) -> Told {
        let verdict = self.remarks.iter().map(|(verdict, _)| *verdict).max().unwrap_or(Verdict::Ignored);
        let mut words = String::new();
        for (_, remark) in &self.remarks {
            // “It” would be taken for what else stands on the line.
            if remark == NO_PART && verdict > Verdict::Ignored {
                continue;
            }
            if !words.is_empty() && !remark.is_empty() {
                words.push(' ');
            }
            words.push_str(remark);
        }
        if self.more > 0 {
            words.push_str(&format!(" And {} more.", self.more));
        }
        match verdict {
            Verdict::Ignored => Told::Ignored(words),
            Verdict::Read => Told::Read(words),
            Verdict::Unreadable => Told::Unreadable(words),
        }
    }
}
