//! The field `list`: pasted keys, or the count and digest of a list that was too long to travel.

use crate::{
    hash::HashFn,
    keys::{KeyList, KeyListError},
    limits,
};

/// What a `list` field says.
pub(super) enum Listed {
    /// The keys themselves.
    Here(KeyList),
    /// How many there were, and their digest.
    Elsewhere { count: u32, digest: String },
}

/// Is the list short enough to travel? At most [`limits::LINK_LIST_BYTES`], counts and the line ends between keys
/// included.
pub(super) fn fits(list: &KeyList) -> bool {
    // Adds up line by line, so that a list of megabytes is not copied to learn that it is too long.
    let (mut bytes, mut line) = (0, String::new());
    (0..list.len()).all(|at| {
        line.clear();
        list.write_line(at, &mut line);
        bytes += line.len() + usize::from(at > 0);
        bytes <= limits::LINK_LIST_BYTES
    })
}

/// The list as the field's value.
pub(super) fn write(list: &KeyList) -> String {
    let mut text = String::new();
    if list.get(0).starts_with('~') {
        text.push('~');
    }
    for at in 0..list.len() {
        if at > 0 {
            text.push('\n');
        }
        list.write_line(at, &mut text);
        // A reader takes one CR for part of the line's end: the key's own needs another.
        if text.ends_with('\r') {
            text.push('\r');
        }
    }
    text
}

/// The first 8 hexadecimal digits of the SHA-1 of the lines joined by LF.
pub(super) fn digest(list: &KeyList) -> String {
    format!("{:08x}", HashFn::Sha1.value32(list.to_lines().as_bytes()))
}

/// The field's value for a list that does not travel.
pub(super) fn write_elsewhere(count: u32, digest: &str) -> String {
    format!("~{count}.{digest}")
}

/// Reads the field's value.
///
/// # Errors
/// No key in it.
pub(super) fn read(text: &str) -> Result<Listed, KeyListError> {
    let Some(after) = text.strip_prefix('~') else { return KeyList::parse(text).map(Listed::Here) };
    if after.starts_with('~') {
        return KeyList::parse(after).map(Listed::Here);
    }
    match read_elsewhere(after) {
        Some((count, digest)) => Ok(Listed::Elsewhere { count, digest }),
        None => KeyList::parse(text).map(Listed::Here),
    }
}

fn read_elsewhere(text: &str) -> Option<(u32, String)> {
    let (count, digest) = text.split_once('.')?;
    let is_digest = digest.len() == 8 && digest.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    let count = super::nodes::read_whole(count).filter(|&count| count <= limits::KEYS)?;
    is_digest.then(|| (count, digest.to_owned()))
}
