//! Texts and numbers as an attribute or a content of XML.

/// Text as XML takes it; what XML has no way to write becomes U+FFFD.
pub(super) fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
}

/// A number with two places at most, without the machinery of floating-point formatting.
pub(super) fn push(out: &mut String, value: f64) {
    let hundredths = (value * 100.0).round() as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    out.push_str(&whole.to_string());
    if rest > 0 {
        out.push('.');
        out.push(char::from(b'0' + (rest / 10) as u8));
        if rest % 10 > 0 {
            out.push(char::from(b'0' + (rest % 10) as u8));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_places_at_most() {
        let mut out = String::new();
        for value in [0.0, -0.004, 1.005, -12.3, 7.0, 0.06, 1234.567] {
            push(&mut out, value);
            out.push(' ');
        }
        assert_eq!(out, "0 0 1 -12.3 7 0.06 1234.57 ");
    }
}
