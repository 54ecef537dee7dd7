//! What a system hashes of a key's text: a part of it, in an encoding, or what stands in braces.

/// Which part of the text counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyPart {
    /// All of it.
    #[default]
    Whole,
    /// What comes before the first comma outside double quotes, without blanks around it, as HAProxy's `hdr` takes a
    /// header's value. Inside quotes a backslash hides the next character. Where nothing comes before it HAProxy has no
    /// key and goes round robin, so that the owner depends on earlier requests.
    FirstElement,
}

/// How the text becomes bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyEncoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// The low byte of each UTF-16 code unit.
    Utf16LowByte,
    /// The low byte of each code point.
    CodePointLowByte,
    /// The text `b'…'` that Python prints for the UTF-8 bytes.
    PythonBytesRepresentation,
    /// The first n bytes of the UTF-8 form, where n is the number of code points.
    Utf8Cut,
}

impl KeyEncoding {
    /// The bytes of a text.
    #[must_use]
    pub fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16LowByte => text.encode_utf16().map(|unit| unit as u8).collect(),
            Self::CodePointLowByte => text.chars().map(|character| character as u32 as u8).collect(),
            Self::PythonBytesRepresentation => python_representation(text.as_bytes()),
            Self::Utf8Cut => text.as_bytes()[..text.chars().count()].to_vec(),
        }
    }
}

/// Bytes as Python prints them: in double quotes where there are single ones and no double ones.
fn python_representation(bytes: &[u8]) -> Vec<u8> {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { b'"' } else { b'\'' };
    let mut text = vec![b'b', quote];
    for &byte in bytes {
        match byte {
            b'\\' => text.extend(b"\\\\"),
            b'\t' => text.extend(b"\\t"),
            b'\n' => text.extend(b"\\n"),
            b'\r' => text.extend(b"\\r"),
            _ if byte == quote => text.extend([b'\\', quote]),
            b' '..=b'~' => text.push(byte),
            _ => {
                let digit = |value: u8| b"0123456789abcdef"[usize::from(value)];
                text.extend([b'\\', b'x', digit(byte >> 4), digit(byte & 15)]);
            }
        }
    }
    text.push(quote);
    text
}

/// The steps from a key's text to the bytes that are hashed, in this order. The work is linear in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KeyText {
    /// Which part counts.
    pub part: KeyPart,
    /// How it becomes bytes.
    pub encoding: KeyEncoding,
    /// Two characters: only what stands between the first of the one and the next of the other counts, if that is not
    /// empty.
    pub hash_tag: Option<(u8, u8)>,
}

impl KeyText {
    /// The bytes to hash for this text.
    #[must_use]
    pub fn bytes(&self, text: &str) -> Vec<u8> {
        let part = match self.part {
            KeyPart::Whole => text,
            KeyPart::FirstElement => first_element(text),
        };
        let bytes = self.encoding.bytes(part);
        match self.hash_tag {
            Some(tag) => tagged(&bytes, tag).to_vec(),
            None => bytes,
        }
    }
}

/// What comes before the first comma outside double quotes, without blanks around it.
pub(super) fn first_element(text: &str) -> &str {
    let (mut is_quoted, mut is_hidden) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_hidden => is_hidden = false,
            b'\\' if is_quoted => is_hidden = true,
            b'"' => is_quoted = !is_quoted,
            b',' if !is_quoted => return text[..at].trim_matches([' ', '\t']),
            _ => {}
        }
    }
    text.trim_matches([' ', '\t'])
}

/// What stands between the first opening character and the next closing one; all of it where that is nothing.
#[must_use]
pub fn tagged(bytes: &[u8], (open, close): (u8, u8)) -> &[u8] {
    let place = |bytes: &[u8], wanted: u8| bytes.iter().position(|&byte| byte == wanted);
    let inside = place(bytes, open).and_then(|at| {
        let rest = &bytes[at + 1..];
        place(rest, close).map(|end| &rest[..end])
    });
    inside.filter(|inside| !inside.is_empty()).unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_element_ends_at_a_comma_outside_quotes() {
        for (text, element) in [
            ("a,b", "a"),
            ("a", "a"),
            (",a", ""),
            ("\"a,b\",c", "\"a,b\""),
            ("\"a\\\",b\",c", "\"a\\\",b\""),
            ("a\\,b", "a\\"),
            ("\"a,b", "\"a,b"),
            ("a b ,c", "a b"),
            ("\t a", "a"),
            (" ,a", ""),
        ] {
            assert_eq!(first_element(text), element, "{text}");
        }
    }

    #[test]
    fn encodings_by_hand() {
        // é is U+00E9, ключ begins with U+043A, 😀 is U+1F600 or the surrogates D83D DE00.
        assert_eq!(KeyEncoding::Utf8.bytes("é"), [0xc3, 0xa9]);
        assert_eq!(KeyEncoding::Utf16LowByte.bytes("éк😀"), [0xe9, 0x3a, 0x3d, 0x00]);
        assert_eq!(KeyEncoding::CodePointLowByte.bytes("éк😀"), [0xe9, 0x3a, 0x00]);
        assert_eq!(KeyEncoding::Utf8Cut.bytes("éa"), [0xc3, 0xa9]);
        assert_eq!(KeyEncoding::PythonBytesRepresentation.bytes("é'\n"), b"b\"\\xc3\\xa9'\\n\"");
        assert_eq!(KeyEncoding::PythonBytesRepresentation.bytes("'\"\\"), b"b'\\'\"\\\\'");
    }

    // The last three are examples of the Redis Cluster specification, "Hash tags".
    #[test]
    fn hash_tags() {
        for (key, counts) in [
            ("{user1000}.following", "user1000"),
            ("{}x", "{}x"),
            ("}{a}", "a"),
            ("foo{}{bar}", "foo{}{bar}"),
            ("foo{{bar}}zap", "{bar"),
            ("foo{bar}{zap}", "bar"),
        ] {
            assert_eq!(tagged(key.as_bytes(), (b'{', b'}')), counts.as_bytes(), "{key}");
        }
    }
}
