//! Small things that all formats share: numbers, names, and how a piece of text is quoted.

/// What is said of a directive that has nothing to do with placing.
pub(crate) const NO_PART: &str = "It plays no part in placing.";

/// Most characters of a piece of text that is quoted.
const QUOTED: usize = 60;

/// A piece of text in quotation marks, cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("“");
    push_short(&mut quoted, text, QUOTED);
    quoted.push('”');
    quoted
}

/// Adds the first characters of a text, and `…` for the rest. Control characters are shown as `�`.
pub(crate) fn push_short(to: &mut String, text: &str, most: usize) {
    let mut characters = text.chars();
    to.extend(characters.by_ref().take(most).map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }));
    if characters.next().is_some() {
        to.push('…');
    }
}

/// A number in digits alone: `+1` and ` 1` are none.
pub(crate) fn number(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// A number in digits from `least` to `most`.
pub(crate) fn number_within(text: &str, least: u32, most: u32) -> Option<u32> {
    let number = u32::try_from(number(text)?).ok()?;
    (least..=most).contains(&number).then_some(number)
}

/// A port: 1 to 65,535.
pub(crate) fn port(text: &str) -> Option<u32> {
    number_within(text, 1, 65_535)
}

/// The first few of several pieces of text, with commas between.
#[derive(Default)]
pub(crate) struct Listed {
    text: String,
    count: usize,
}

impl Listed {
    /// Most that are named.
    const NAMED: usize = 3;

    pub(crate) fn add(&mut self, piece: &str) {
        if self.count < Self::NAMED {
            if self.count > 0 {
                self.text.push_str(", ");
            }
            self.text.push_str(&quoted(piece));
        }
        self.count += 1;
    }

    /// Nothing where none was added.
    pub(crate) fn finish(mut self) -> Option<String> {
        if self.count > Self::NAMED {
            self.text.push_str(&format!(" and {} more", self.count - Self::NAMED));
        }
        (self.count > 0).then_some(self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_digits_are_a_number() {
        for (text, expected) in [
            ("0", Some(0)),
            ("007", Some(7)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("", None),
            ("+1", None),
            ("-1", None),
            ("1.0", None),
            ("١", None),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
        assert_eq!([number_within("256", 0, 256), number_within("257", 0, 256)], [Some(256), None]);
        assert_eq!([port("0"), port("65535"), port("65536")], [None, Some(65_535), None]);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(quoted("a\0b"), "“a\u{fffd}b”");
        assert_eq!(quoted(&"ж".repeat(61)), format!("“{}…”", "ж".repeat(60)));
        let mut listed = Listed::default();
        assert_eq!(Listed::default().finish(), None);
        for piece in ["a", "b", "c", "d", "e"] {
            listed.add(piece);
        }
        assert_eq!(listed.finish().as_deref(), Some("“a”, “b”, “c” and 2 more"));
    }
}
