//! Percent-encoding, below everything else in a link.

use std::borrow::Cow;

use percent_encoding::{
    AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode, percent_encode_byte, utf8_percent_encode,
};

/// What is encoded: all but the characters that a query may have by RFC 3986 and that no reader takes for its own.
/// `+` would be read as a space, `'` is encoded by browsers, `;` parts fields for some servers, `( ) $ ? =` end or
/// change a link in some texts; braces, brackets and `^` are no legal characters though browsers let them pass.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b':')
    .remove(b'/')
    .remove(b'@')
    .remove(b'!')
    .remove(b'*')
    .remove(b',');

/// A value as it stands in a query.
pub(super) fn encode(value: &str) -> String {
    utf8_percent_encode(value, ENCODED).to_string()
}

/// Bytes as they would stand in a query: ASCII without spaces, tabs, line ends, `#` and `+`.
#[must_use]
pub fn escape_bytes(bytes: &[u8]) -> String {
    percent_encode(bytes, ENCODED).to_string()
}

/// Encodes a last character that programs which find links in text would leave out.
pub(super) fn protect_end(query: &mut String) {
    let Some(last) = query.bytes().last().filter(|byte| !byte.is_ascii_alphanumeric() && *byte != b'=') else { return };
    query.pop();
    query.push_str(percent_encode_byte(last));
}

/// A text taken out of percent-encoding, and what was wrong with it.
pub(super) struct Text {
    /// The text; a lone `%` stands for itself, bytes that are no UTF-8 became U+FFFD.
    pub(super) text: String,
    /// Was there a `%` without two hexadecimal digits?
    pub(super) has_lone_percent: bool,
    /// Were there bytes that are no UTF-8?
    pub(super) is_not_utf8: bool,
}

/// Reads a value from a query.
pub(super) fn decode(raw: &str) -> Text {
    let spaced = raw.replace('+', " ");
    let has_lone_percent = spaced.split('%').skip(1).any(|after| {
        let digits = after.as_bytes().iter().take(2).filter(|byte| byte.is_ascii_hexdigit()).count();
        digits < 2
    });
    let bytes: Cow<[u8]> = percent_decode_str(&spaced).into();
    let (text, is_not_utf8) = match String::from_utf8_lossy(&bytes) {
        Cow::Borrowed(text) => (text.to_owned(), false),
        Cow::Owned(text) => (text, true),
    };
    Text { text, has_lone_percent, is_not_utf8 }
}
