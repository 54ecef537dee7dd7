//! JSON (RFC 8259), written: texts, and numbers as they are shown on the page.

/// A text.
pub fn text(file: &mut String, text: &str) {
    file.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => file.extend(['\\', character]),
            '\0'..='\u{1f}' => file.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => file.push(character),
        }
    }
    file.push('"');
}

/// What a cell of a table shows: a number where it is one, such as "1,234", "0.87" or "−5"; else a text.
pub fn cell(file: &mut String, shown: &str) {
    let plain = shown.replace(',', "").replace('\u{2212}', "-");
    let digits = plain.strip_prefix('-').unwrap_or(&plain);
    let (whole, places) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number =
        [whole, places].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
            && (whole == "0" || !whole.starts_with('0'));
    if is_number { file.push_str(&plain) } else { text(file, shown) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let mut file = String::new();
        text(&mut file, "a\"b\\c\nd\u{7f}é");
        assert_eq!(file, "\"a\\\"b\\\\c\\u000ad\u{7f}é\"");
    }

    #[test]
    fn numbers_are_numbers() {
        for (shown, written) in [
            ("1,234", "1234"),
            ("0.87", "0.87"),
            ("\u{2212}5", "-5"),
            ("0", "0"),
            ("12.5 %", "\"12.5 %\""),
            ("\u{2013}", "\"\u{2013}\""),
            ("007", "\"007\""),
            ("", "\"\""),
            (".5", "\".5\""),
            ("1.", "\"1.\""),
            ("1e9", "\"1e9\""),
        ] {
            let mut file = String::new();
            cell(&mut file, shown);
            assert_eq!(file, written);
        }
    }
}
