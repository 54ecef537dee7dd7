//! YAML and JSON as one tree whose values know their lines. Reading stops at the first fault; what stands before it is
//! kept. Aliases are references here, and are counted as if they were written out, so that a few lines cannot stand for
//! millions of values.

use std::collections::HashMap;

use granit_parser::{Event, Parser, ScalarStyle, options};

use crate::{limits, transcript::Transcript};

/// What is said of a key `<<`, which neither Envoy nor twemproxy knows.
pub(crate) const MERGE: &str = "Another map is not merged in: write its fields here.";

/// Most characters of a key. The parser looks so far ahead whether what opens is a key, and what stands there is lost
/// where the text is cut; fields have short names.
const LONGEST_KEY: usize = 128;

/// The documents of a text, as far as they could be read.
pub(crate) struct Tree {
    values: Vec<Stored>,
    documents: Vec<usize>,
    fault: Option<Fault>,
}

/// Where reading stopped, and why.
struct Fault {
    line: usize,
    /// The last line of which something was read; a bracket that never closes is a fault of the line where it opens.
    reached: usize,
    words: String,
}

struct Stored {
    line: usize,
    /// How many values it counts for, with all in it and aliases written out.
    size: usize,
    kind: Kind,
}

enum Kind {
    Null,
    Text(String),
    List(Vec<usize>),
    Map(Vec<(usize, usize)>),
}

/// A value of a [`Tree`].
#[derive(Clone, Copy)]
pub(crate) struct Value<'t> {
    tree: &'t Tree,
    index: usize,
}

impl Tree {
    pub(crate) fn of(text: &str) -> Self {
        let mut building = Building::default();
        let options = options! {
            emit_comments: false,
            flow_nesting_limit: limits::DEPTH,
            block_nesting_limit: limits::DEPTH,
            simple_key_max_lookahead: LONGEST_KEY,
        };
        let (mut fault, mut reached) = (None, 1);
        for next in Parser::new_from_str_with_options(text, options) {
            let stopped = match next {
                Ok((event, span)) => {
                    reached = span.start.line();
                    building.take(event, reached).map_err(|words| (reached, words))
                }
                Err(error) => Err((error.marker().line(), format!("This is neither YAML nor JSON: {}.", error.info()))),
            };
            if let Err((line, words)) = stopped {
                fault = Some(Fault { line, reached, words });
                break;
            }
        }
        // What is still open after a fault ends there.
        while !building.open.is_empty() {
            building.close();
        }
        Self { values: building.values, documents: building.documents, fault }
    }

    /// The root of each document.
    pub(crate) fn documents(&self) -> impl Iterator<Item = Value<'_>> {
        self.documents.iter().map(|&index| Value { tree: self, index })
    }

    /// Tells where reading stopped, and of the lines after it that they were not reached. To be called last.
    pub(crate) fn tell_fault(&self, transcript: &mut Transcript<'_>) {
        let Some(fault) = &self.fault else { return };
        transcript.end();
        transcript.unreadable(fault.line, fault.words.as_str());
        for (line, text) in transcript.numbered().skip(fault.reached) {
            if !text.trim().is_empty() && !transcript.is_told(line) {
                transcript.unreadable(line, format!("It was not reached: reading stopped on line {}.", fault.reached));
            }
        }
    }
}

#[derive(Default)]
struct Building {
    values: Vec<Stored>,
    documents: Vec<usize>,
    /// Lists and maps that are not closed, with the anchor of each and the key that waits for its value.
    open: Vec<(usize, usize, Option<usize>)>,
    anchors: HashMap<usize, usize>,
    /// All values so far, aliases written out.
    size: usize,
}

impl Building {
    fn take(&mut self, event: Event<'_>, line: usize) -> Result<(), String> {
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let null = style == ScalarStyle::Plain && matches!(text.as_ref(), "" | "~" | "null");
                let kind = if null { Kind::Null } else { Kind::Text(text.into_owned()) };
                let index = self.store(line, kind)?;
                self.anchors.insert(anchor, index);
                self.attach(index);
            }
            Event::SequenceStart(_, anchor, _) => {
                let index = self.store(line, Kind::List(Vec::new()))?;
                self.open.push((index, anchor, None));
            }
            Event::MappingStart(_, anchor, _) => {
                let index = self.store(line, Kind::Map(Vec::new()))?;
                self.open.push((index, anchor, None));
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            Event::Alias(anchor) => {
                let Some(&index) = self.anchors.get(&anchor).filter(|_| anchor != 0) else {
                    return Err("An alias stands within what it refers to; such a text has no end.".into());
                };
                self.grow(self.values.get(index).map_or(1, |value| value.size))?;
                self.attach(index);
            }
            _ => {}
        }
        Ok(())
    }

    fn grow(&mut self, by: usize) -> Result<(), String> {
        self.size = self.size.saturating_add(by);
        if self.size > limits::VALUES {
            return Err(
                "With its aliases written out the text has more than 500,000 values: it is read up to here.".into()
            );
        }
        Ok(())
    }

    fn store(&mut self, line: usize, kind: Kind) -> Result<usize, String> {
        let size = 1 + if let Kind::Text(text) = &kind { text.len() / limits::VALUE_BYTES } else { 0 };
        self.grow(size)?;
        self.values.push(Stored { line, size, kind });
        Ok(self.values.len() - 1)
    }

    /// The innermost list or map is complete.
    fn close(&mut self) {
        // A key whose value a fault took away goes with it.
        let Some((index, anchor, _)) = self.open.pop() else { return };
        self.anchors.insert(anchor, index);
        self.attach(index);
    }

    /// Puts a complete value where it belongs.
    fn attach(&mut self, index: usize) {
        let size = self.values.get(index).map_or(1, |value| value.size);
        let Some((holder, _, key)) = self.open.last_mut() else { return self.documents.push(index) };
        let Some(stored) = self.values.get_mut(*holder) else { return };
        stored.size = stored.size.saturating_add(size);
        match &mut stored.kind {
            Kind::List(items) => items.push(index),
            Kind::Map(entries) => match key.take() {
                None => *key = Some(index),
                Some(key) => entries.push((key, index)),
            },
            Kind::Null | Kind::Text(_) => {}
        }
    }
}

impl<'t> Value<'t> {
    fn stored(self) -> Option<&'t Stored> {
        self.tree.values.get(self.index)
    }

    fn kind(self) -> Option<&'t Kind> {
        self.stored().map(|stored| &stored.kind)
    }

    /// From 1.
    pub(crate) fn line(self) -> usize {
        self.stored().map_or(1, |stored| stored.line)
    }

    /// The text of what is neither list, map nor null.
    pub(crate) fn text(self) -> Option<&'t str> {
        match self.kind() {
            Some(Kind::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn is_map(self) -> bool {
        matches!(self.kind(), Some(Kind::Map(_)))
    }

    pub(crate) fn is_list(self) -> bool {
        matches!(self.kind(), Some(Kind::List(_)))
    }

    /// The items of a list; none of anything else.
    pub(crate) fn items(self) -> impl Iterator<Item = Value<'t>> {
        let items: &[usize] = match self.kind() {
            Some(Kind::List(items)) => items,
            _ => &[],
        };
        items.iter().map(move |&index| Value { index, ..self })
    }

    /// Keys and values of a map; none of anything else.
    pub(crate) fn entries(self) -> impl Iterator<Item = (Value<'t>, Value<'t>)> {
        let entries: &[(usize, usize)] = match self.kind() {
            Some(Kind::Map(entries)) => entries,
            _ => &[],
        };
        entries.iter().map(move |&(key, value)| (Value { index: key, ..self }, Value { index: value, ..self }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;

    fn written(value: Value<'_>) -> String {
        match value.kind() {
            Some(Kind::Text(text)) => format!("{text}@{}", value.line()),
            Some(Kind::List(_)) => format!("[{}]", value.items().map(written).collect::<Vec<_>>().join(" ")),
            Some(Kind::Map(_)) => {
                let pairs = value.entries().map(|(key, value)| format!("{}={}", written(key), written(value)));
                format!("{{{}}}", pairs.collect::<Vec<_>>().join(" "))
            }
            _ => "null".into(),
        }
    }

    fn all(text: &str) -> String {
        Tree::of(text).documents().map(written).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn yaml_and_json_give_the_same_tree_with_lines() {
        assert_eq!(all("a: 1\nb:\n  - x\n  - 'y z'\nc: ~\n"), "{a@1=1@1 b@2=[x@3 y z@4] c@5=null}");
        assert_eq!(
            all("{\"a\": 1,\n\t\"b\": [\"x\",\n\"y\\u0020z\"], \"c\": null}"),
            "{a@1=1@1 b@2=[x@2 y z@3] c@3=null}"
        );
        assert_eq!(all("a: 1\n---\n- b\n"), "{a@1=1@1} | [b@3]");
        assert_eq!(all(""), "");
    }

    #[test]
    fn aliases_are_values_of_their_own_line() {
        assert_eq!(all("a: &x [1, 2]\nb: *x\n"), "{a@1=[1@1 2@1] b@2=[1@1 2@1]}");
    }

    #[test]
    fn what_stands_before_a_fault_is_kept() {
        let text = "a: 1\nb: [1,\n2,\n";
        assert_eq!(all(text), "{a@1=1@1 b@2=[1@2 2@3]}");
        let fault = Tree::of(text).fault.expect("a fault");
        assert_eq!((fault.line, fault.reached), (2, 3));
        for (text, words) in [
            ("a: &x\n  b: *x\n", "such a text has no end"),
            ("a: *nobody\n", "neither YAML nor JSON"),
            (&"[".repeat(100), "neither YAML nor JSON"),
        ] {
            let fault = Tree::of(text).fault.expect("a fault");
            assert!(fault.words.contains(words), "{}", fault.words);
        }
    }

    #[test]
    fn aliases_of_aliases_are_refused() {
        let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..=9 {
            let before = format!("*a{}, ", level - 1).repeat(10);
            text.push_str(&format!("a{level}: &a{level} [{before}]\n"));
        }
        let tree = Tree::of(&text);
        let fault = tree.fault.as_ref().expect("a fault");
        // 11, 111, 1,111, … values on each line: those up to line 5 are 123,455 with their keys, line 6 has 1,111,111.
        assert_eq!((fault.line, fault.words.contains("500,000 values")), (6, true));
        let mut transcript = Transcript::new(Format::Envoy, &text);
        tree.tell_fault(&mut transcript);
        assert!(transcript.is_told(10) && !transcript.is_told(5));
    }
}
