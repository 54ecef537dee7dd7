//! A pasted list of keys: one a line, with a tab and a number of requests after it where the reader knows it.

use std::{fmt, sync::Arc};

use crate::{
    limits,
    number::thousands,
    paste::{LeftOut, LeftOuts, Place, Reason, is_text},
};

/// A list of keys, one a line of the text that it was made from, with or without the requests for each. Copies share
/// the text; lists of the same keys and counts are equal, however their lines ended.
#[derive(Clone)]
pub struct KeyList {
    text: Arc<str>,
    /// Where each key starts and ends in `text`.
    spans: Arc<[(u32, u32)]>,
    /// Requests for each key; `None` where no line has a count.
    counts: Option<Arc<[u32]>>,
}

impl PartialEq for KeyList {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.spans, &other.spans)
            || self.len() == other.len()
                && self.counts == other.counts
                && (0..self.len()).all(|at| self.get(at) == other.get(at))
    }
}

impl Eq for KeyList {}

impl fmt::Debug for KeyList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyList({} keys)", self.len())
    }
}

/// Why a text cannot be taken as a list of keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyListError {
    /// More bytes than [`limits::PASTE_BYTES`].
    TooLong,
    /// More keys than [`limits::KEYS`].
    TooMany,
    /// Nothing but empty lines.
    Empty,
    /// There are lines, and none can be taken: the first of them.
    NoneFits(LeftOut),
}

impl fmt::Display for KeyListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => Reason::TooMuchText.fmt(f),
            Self::TooMany => write!(f, "That is more than {} keys.", thousands(limits::KEYS)),
            Self::Empty => f.write_str("There is no key in that text: one key a line is wanted."),
            Self::NoneFits(first) => write!(f, "No line can be taken as a key. {first}"),
        }
    }
}

impl std::error::Error for KeyListError {}

/// What was read, and what was not.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KeyReport {
    /// Keys that were taken.
    pub taken: u32,
    /// The requests for all of them, where there are counts.
    pub requests: Option<u64>,
    /// Empty lines.
    pub empty: usize,
    /// Keys that could be taken, but for [`limits::KEYS`].
    pub beyond: usize,
    /// Keys with a tab that no count follows.
    pub tabs: usize,
    /// The line of the first of those, from 1.
    pub first_tab: usize,
    /// The first lines that were left out, at most ten.
    pub left_out: Vec<LeftOut>,
    /// So many more.
    pub more: usize,
}

impl KeyReport {
    /// What was read in one line: `2 keys, 15 requests`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut text = counted(u64::from(self.taken), "key");
        if let Some(requests) = self.requests {
            text.push_str(", ");
            text.push_str(&counted(requests, "request"));
        }
        let left_out = self.left_out.len() + self.more;
        if left_out > 0 {
            text.push_str(&format!(", {} left out", counted(left_out as u64, "line")));
        }
        text
    }

    /// What else there is to know: a sentence each.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.beyond > 0 {
            remarks.push(format!(
                "The first {} keys are taken; {} more are too many.",
                thousands(limits::KEYS),
                thousands(self.beyond as u64)
            ));
        }
        remarks.extend(LeftOuts::sentences(&self.left_out, self.more));
        if self.tabs > 0 {
            let keys = if self.tabs == 1 {
                "1 key keeps its tab".into()
            } else {
                format!("{} keys keep their tabs", thousands(self.tabs as u64))
            };
            remarks.push(format!(
                "{keys}, first on line {}: what follows is no whole number of requests up to {}.",
                thousands(self.first_tab as u64),
                thousands(limits::REQUESTS)
            ));
        }
        if self.empty > 0 {
            remarks.push(format!("{} skipped.", counted(self.empty as u64, "empty line")));
        }
        remarks
    }
}

/// A number and what it counts: `1 key`, `2 keys`.
fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// Keys and counts as they are read.
#[derive(Default)]
struct Reading {
    spans: Vec<(u32, u32)>,
    /// As long as `spans` once a line has a count; empty before.
    counts: Vec<u32>,
}

impl Reading {
    fn push(&mut self, start: usize, key: &str, count: Option<u32>) {
        if let (Some(_), true) = (count, self.counts.is_empty()) {
            // The lines before it: a key without a count is one request.
            self.counts = vec![1; self.spans.len()];
        }
        if count.is_some() || !self.counts.is_empty() {
            self.counts.push(count.unwrap_or(1));
        }
        self.spans.push((start as u32, (start + key.len()) as u32));
    }

    fn list(self, text: &str) -> KeyList {
        let counts = (!self.counts.is_empty()).then(|| self.counts.into());
        KeyList { text: text.into(), spans: self.spans.into(), counts }
    }
}

impl KeyList {
    /// One key a line; line ends (LF or CRLF) do not belong to keys, empty lines are left out, spaces are kept. After
    /// a key a tab and a whole number up to [`limits::REQUESTS`] can stand, its requests; a tab before anything else
    /// belongs to the key.
    ///
    /// # Errors
    /// Text above the limits, or without any key.
    pub fn parse(text: &str) -> Result<Self, KeyListError> {
        if text.len() > limits::PASTE_BYTES {
            return Err(KeyListError::TooLong);
        }
        let mut reading = Reading::default();
        let mut start = 0;
        for whole in text.split_inclusive('\n') {
            let (key, count) = split_count(without_end(whole));
            if !key.is_empty() {
                if reading.spans.len() == limits::KEYS as usize {
                    return Err(KeyListError::TooMany);
                }
                reading.push(start, key, count);
            }
            start += whole.len();
        }
        if reading.spans.is_empty() { Err(KeyListError::Empty) } else { Ok(reading.list(text)) }
    }

    /// The same for a text that a person brings: takes what can be taken, and says what was left out and why. For a long
    /// text [`KeyReader`] does it in steps.
    ///
    /// # Errors
    /// Text above the limit of bytes, or nothing in it that can be taken.
    pub fn read(text: &str) -> Result<(Self, KeyReport), KeyListError> {
        let mut reader = KeyReader::new(text)?;
        while reader.step(text, usize::MAX) {}
        reader.finish(text)
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

    /// `count` keys from number `from` on, or as many as there are. The text is shared.
    #[must_use]
    pub fn part(&self, from: u32, count: u32) -> Self {
        let from = (from as usize).min(self.spans.len());
        let range = from..from + (count as usize).min(self.spans.len() - from);
        let counts = self.counts.as_ref().map(|counts| counts[range.clone()].into());
        Self { text: Arc::clone(&self.text), spans: self.spans[range].into(), counts }
    }

    /// Requests for each key; `None` where no line has a count. A key without one has 1 beside those that have one.
    #[must_use]
    pub fn counts(&self) -> Option<&[u32]> {
        self.counts.as_deref()
    }

    /// Requests in all.
    #[must_use]
    pub fn requests(&self) -> Option<u64> {
        self.counts().map(|counts| counts.iter().copied().map(u64::from).sum())
    }

    /// Line number `at` as it is written: the key, and its count where there are counts.
    pub(crate) fn write_line(&self, at: u32, text: &mut String) {
        text.push_str(self.get(at));
        if let Some(count) = self.counts().and_then(|counts| counts.get(at as usize)) {
            text.push('\t');
            text.push_str(itoa::Buffer::new().format(*count));
        }
    }

    /// The keys, one a line, with their counts where there are any.
    #[must_use]
    pub fn to_lines(&self) -> String {
        let mut text = String::with_capacity(self.text.len());
        for at in 0..self.len() {
            if at > 0 {
                text.push('\n');
            }
            self.write_line(at, &mut text);
        }
        text
    }
}

/// Reads a list of keys in steps, so that a page can show how far it is. Every call gets the same text.
pub struct KeyReader {
    /// Looked for once: a text without a replacement character, as nearly all are, is not searched again line by line.
    all_utf8: bool,
    reading: Reading,
    left_out: LeftOuts,
    report: KeyReport,
    /// Bytes and lines that are done.
    done: (usize, usize),
}

impl KeyReader {
    /// Nothing is read yet.
    ///
    /// # Errors
    /// Text above the limit of bytes.
    pub fn new(text: &str) -> Result<Self, KeyListError> {
        if text.len() > limits::PASTE_BYTES {
            return Err(KeyListError::TooLong);
        }
        Ok(Self {
            all_utf8: !text.contains(char::REPLACEMENT_CHARACTER),
            reading: Reading::default(),
            left_out: LeftOuts::default(),
            report: KeyReport::default(),
            done: (0, 0),
        })
    }

    /// Reads on, line by line, until so many bytes more are done; is there more?
    pub fn step(&mut self, text: &str, bytes: usize) -> bool {
        let begin = self.done.0;
        for whole in text.get(begin..).unwrap_or_default().split_inclusive('\n') {
            if self.done.0 - begin >= bytes {
                break;
            }
            self.done.1 += 1;
            self.line(self.done.1, self.done.0, without_end(whole));
            self.done.0 += whole.len();
        }
        self.done.0 < text.len()
    }

    fn line(&mut self, number: usize, start: usize, line: &str) {
        let (key, count) = split_count(line);
        if line.is_empty() {
            self.report.empty += 1;
        } else if !is_text(key, self.all_utf8) {
            self.left_out.add(Place::Line(number), Reason::NotText);
        } else if key.is_empty() {
            self.left_out.add(Place::Line(number), Reason::CountWithoutKey);
        } else if key.len() > limits::KEY_BYTES {
            self.left_out.add(Place::Line(number), Reason::KeyTooLong(key.len()));
        } else if self.reading.spans.len() == limits::KEYS as usize {
            self.report.beyond += 1;
        } else {
            if count.is_none() && key.contains('\t') {
                self.report.first_tab = if self.report.tabs == 0 { number } else { self.report.first_tab };
                self.report.tabs += 1;
            }
            self.reading.push(start, key, count);
        }
    }

    /// Bytes that are done.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.done.0
    }

    /// The list, once everything is read.
    ///
    /// # Errors
    /// There is nothing that can be taken.
    pub fn finish(mut self, text: &str) -> Result<(KeyList, KeyReport), KeyListError> {
        (self.report.left_out, self.report.more) = (self.left_out.kept, self.left_out.more);
        if self.reading.spans.is_empty() {
            let first = self.report.left_out.into_iter().next();
            return Err(first.map_or(KeyListError::Empty, KeyListError::NoneFits));
        }
        let list = self.reading.list(text);
        (self.report.taken, self.report.requests) = (list.len(), list.requests());
        Ok((list, self.report))
    }
}

/// A line without its end, LF or CRLF.
fn without_end(whole: &str) -> &str {
    let line = whole.strip_suffix('\n').unwrap_or(whole);
    line.strip_suffix('\r').unwrap_or(line)
}

/// A line's key and count.
fn split_count(line: &str) -> (&str, Option<u32>) {
    let Some((key, count)) = line.rsplit_once('\t') else { return (line, None) };
    let is_number = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    match count.parse::<u32>() {
        Ok(count) if is_number && count <= limits::REQUESTS => (key, Some(count)),
        _ => (line, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keys(list: &KeyList) -> Vec<&str> {
        (0..list.len()).map(|at| list.get(at)).collect()
    }

    #[test]
    fn a_list_that_is_read_in_steps_is_the_same() {
        let text = "a\t3\r\n\n b \nx\ty\n\u{1f600}\n\u{fffd}\n\t4\nlast";
        let whole = KeyList::read(text).expect("keys");
        for bytes in 1..text.len() + 2 {
            let mut reader = KeyReader::new(text).expect("short");
            let mut steps = 1;
            while reader.step(text, bytes) {
                steps += 1;
            }
            assert!(steps <= text.len().div_ceil(bytes) + 1, "{steps} steps of {bytes} bytes");
            assert_eq!(reader.bytes(), text.len());
            assert_eq!(reader.finish(text).expect("keys"), whole);
        }
    }

    #[test]
    fn a_list_keeps_every_line_but_the_empty_ones() {
        let list = KeyList::parse("a\r\n\n b \n\u{1f600}\nlast").expect("keys");
        assert_eq!(keys(&list), ["a", " b ", "\u{1f600}", "last"]);
        assert_eq!((list.get(4), list.counts()), ("", None));
        assert_eq!(list.to_lines(), "a\n b \n\u{1f600}\nlast");
        assert_eq!(KeyList::parse(&list.to_lines()), Ok(list));
        assert_eq!(KeyList::parse("\n\r\n").err(), Some(KeyListError::Empty));
        assert_eq!(KeyList::parse(&"k\n".repeat(1_000_001)).err(), Some(KeyListError::TooMany));
    }

    #[test]
    fn a_tab_and_a_whole_number_are_the_requests() {
        let (list, report) =
            KeyList::read("plain\na\t5\r\nb\t1000000000\nc\t1000000001\nd\te\nf\tg\t0\nh\t-1\n").expect("keys");
        assert_eq!(keys(&list), ["plain", "a", "b", "c\t1000000001", "d\te", "f\tg", "h\t-1"]);
        assert_eq!(list.counts(), Some(&[1, 5, 1_000_000_000, 1, 1, 0, 1][..]));
        assert_eq!((list.requests(), report.requests), (Some(1_000_000_009), Some(1_000_000_009)));
        assert_eq!(report.summary(), "7 keys, 1,000,000,009 requests");
        assert_eq!(
            report.remarks(),
            [
                "3 keys keep their tabs, first on line 4: what follows is no whole number of requests up to 1,000,000,000."
            ]
        );
        assert_eq!(list.to_lines(), "plain\t1\na\t5\nb\t1000000000\nc\t1000000001\t1\nd\te\t1\nf\tg\t0\nh\t-1\t1");
        assert_eq!(KeyList::parse(&list.to_lines()), Ok(list.clone()));
        assert_ne!(KeyList::parse(&list.to_lines().replace("a\t5", "a\t6")), Ok(list));
    }

    #[test]
    fn says_what_it_left_out() {
        let long = "x".repeat(limits::KEY_BYTES + 1);
        let (list, report) =
            KeyList::read(&format!("a\n\n\t7\n{long}\nb\0c\n\u{fffd}\n{}\n", &long[1..])).expect("keys");
        assert_eq!((list.len(), report.empty), (2, 1));
        assert_eq!(report.summary(), "2 keys, 4 lines left out");
        assert_eq!(
            report.remarks(),
            [
                "Line 3: there is a number of requests without a key.",
                "Line 4: a key can have up to 65,536 bytes; this one has 65,537.",
                "Line 5: it has bytes that are no UTF-8 text.",
                "Line 6: it has bytes that are no UTF-8 text.",
                "1 empty line skipped."
            ]
        );
        assert_eq!(KeyList::read("\n\n").err(), Some(KeyListError::Empty));
        let error = KeyList::read("\n\0\n").expect_err("nothing to take");
        assert_eq!(error.to_string(), "No line can be taken as a key. Line 2: it has bytes that are no UTF-8 text.");
    }

    #[test]
    fn takes_the_first_million_and_counts_the_rest() {
        let (list, report) = KeyList::read(&"k\n".repeat(1_000_003)).expect("keys");
        assert_eq!((list.len(), report.beyond, report.more), (1_000_000, 3, 0));
        assert_eq!(report.remarks(), ["The first 1,000,000 keys are taken; 3 more are too many."]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_written_the_same(
            lines in prop::collection::vec(prop_oneof![any::<String>(), "[a\t0-9\r]{0,12}"], 0..40)
        ) {
            let text = lines.join("\n");
            if let Ok(list) = KeyList::parse(&text) {
                // A key that ends in CR needs another one, which the link writes.
                if !keys(&list).iter().any(|key| key.ends_with('\r')) {
                    prop_assert_eq!(KeyList::parse(&list.to_lines()), Ok(list));
                }
            }
            if let Ok((list, report)) = KeyList::read(&text) {
                prop_assert_eq!(list.len(), report.taken);
                prop_assert_eq!(KeyList::read(&list.to_lines()).map(|read| read.0), Ok(list));
            }
        }
    }
}
