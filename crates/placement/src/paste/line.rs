//! The grammar of one line.

use super::Reason;
use crate::weight::{Weight, WeightError};

/// Most characters of a weight that is quoted.
const QUOTED: usize = 20;

pub(super) fn is_skipped(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// White space round a name or a weight.
pub(super) fn separates(c: char) -> bool {
    c.is_whitespace()
}

/// What may stand after the last part of a line.
pub(super) fn ends(c: char) -> bool {
    matches!(c, ',' | ';')
}

/// A line's name and weight.
pub(super) fn split_weight(line: &str) -> Result<(&str, Weight), Reason> {
    let Some((at, separator)) = line.char_indices().rfind(|&(_, c)| separates(c) || ends(c) || c == '*') else {
        return Ok((line, Weight::ONE));
    };
    let tail = &line[at + separator.len_utf8()..];
    let head = line[..at].trim_end_matches(|c| separates(c) || ends(c) || c == '*');
    let head_has_mark = line[head.len()..at].contains([',', ';', '\t']) || matches!(separator, ',' | ';' | '\t');
    let named = tail.strip_prefix("weight=").or_else(|| tail.strip_prefix("weight:"));
    // After spaces or a star there may be more of the name: only what looks like a number is a weight there.
    let looks_like_one = tail.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    if head.is_empty() || named.is_none() && !looks_like_one && !head_has_mark {
        return Ok((line, Weight::ONE));
    }
    let weight = named.unwrap_or(tail);
    match weight.parse() {
        Ok(weight) => Ok((head, weight)),
        Err(WeightError) => Err(Reason::BadWeight(weight.chars().take(QUOTED).collect())),
    }
}
