//! Texts with placeholders: a key pattern such as `user:{i}`, a label template such as `{node}#{i}`.

use std::fmt;

use crate::limits;

/// A parsed template. `{node}` and `{i}` are placeholders; any other brace is plain text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(String),
    Node,
    Counter,
}

impl Template {
    /// Parses any text: there is no malformed template, only one without placeholders.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let placeholder = [("{node}", Part::Node), ("{i}", Part::Counter)];
            if let Some((mark, part)) = placeholder.into_iter().find(|(mark, _)| rest.starts_with(mark)) {
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                parts.push(part);
                rest = &rest[mark.len()..];
            } else {
                let step = rest.chars().next().map_or(1, char::len_utf8);
                plain.push_str(&rest[..step]);
                rest = &rest[step..];
            }
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Self { parts }
    }

    /// Does `{i}` occur?
    #[must_use]
    pub fn has_counter(&self) -> bool {
        self.parts.contains(&Part::Counter)
    }

    /// Does `{node}` occur?
    #[must_use]
    pub fn has_node(&self) -> bool {
        self.parts.contains(&Part::Node)
    }

    /// Writes the text for one node and counter into `out`, which is cleared first.
    pub fn write(&self, node: &str, counter: u64, out: &mut Vec<u8>) {
        out.clear();
        let mut digits = itoa::Buffer::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => out.extend_from_slice(text.as_bytes()),
                Part::Node => out.extend_from_slice(node.as_bytes()),
                Part::Counter => out.extend_from_slice(digits.format(counter).as_bytes()),
            }
        }
    }

    /// The text for one node and counter.
    #[must_use]
    pub fn text(&self, node: &str, counter: u64) -> String {
        let mut out = Vec::new();
        self.write(node, counter, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }
}

/// Why a text cannot serve as a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemplateError {
    /// A key pattern without `{i}` would give one key many times.
    NoCounter,
    /// A label without `{node}` would give all nodes the same points.
    NoNode,
    /// Longer than the limit.
    TooLong,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCounter => {
                f.write_str("A key pattern needs {i}, the place of the counter: user:{i}, for instance.")
            }
            Self::NoNode => {
                f.write_str("A label needs {node}, the place of the node's name: {node}#{i}, for instance.")
            }
            Self::TooLong => write!(f, "That is longer than {} bytes.", limits::TEMPLATE_BYTES),
        }
    }
}

impl std::error::Error for TemplateError {}

/// Checks a key pattern.
///
/// # Errors
/// Without `{i}`, or longer than [`limits::TEMPLATE_BYTES`].
pub fn check_pattern(text: &str) -> Result<(), TemplateError> {
    if text.len() > limits::TEMPLATE_BYTES {
        return Err(TemplateError::TooLong);
    }
    if Template::parse(text).has_counter() { Ok(()) } else { Err(TemplateError::NoCounter) }
}

/// Checks a label template. `{i}` may be missing: then all points of a node fall on one place, which is the truth.
///
/// # Errors
/// Without `{node}`, or longer than [`limits::TEMPLATE_BYTES`].
pub fn check_label(text: &str) -> Result<(), TemplateError> {
    if text.len() > limits::TEMPLATE_BYTES {
        return Err(TemplateError::TooLong);
    }
    if Template::parse(text).has_node() { Ok(()) } else { Err(TemplateError::NoNode) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_every_placeholder_and_leaves_other_braces() {
        let label = Template::parse("{i}-{node}#{i}{x}é{");
        assert_eq!(label.text("a", 7), "7-a#7{x}é{");
        assert!(label.has_counter() && label.has_node());
        assert_eq!(Template::parse("").text("a", 1), "");
    }

    #[test]
    fn says_what_is_missing() {
        assert_eq!(check_pattern("user"), Err(TemplateError::NoCounter));
        assert_eq!(check_label("{i}"), Err(TemplateError::NoNode));
        assert_eq!(check_label("{node}"), Ok(()));
        assert_eq!(check_label(&"{node}".repeat(1_000)), Err(TemplateError::TooLong));
    }
}
