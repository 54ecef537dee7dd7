//! Comma-separated values (RFC 4180) that a spreadsheet opens as texts.

/// A field. Where it has a comma, a quotation mark or a line's end in it, it stands in quotation marks, its own doubled.
/// What a spreadsheet would take for a formula, since it begins with `=`, `+`, `@`, a tab, a return, or with `-` and is no
/// number, gets an apostrophe in front.
#[must_use]
pub fn field(text: &str) -> String {
    let is_formula =
        text.starts_with(['=', '+', '@', '\t', '\r']) || (text.starts_with('-') && text.parse::<f64>().is_err());
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_formulas_are_texts() {
        for (text, written) in [
            ("plain", "plain"),
            ("", ""),
            ("a,b", "\"a,b\""),
            ("say \"so\"", "\"say \"\"so\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("=1+1", "'=1+1"),
            ("+4", "'+4"),
            ("@a", "'@a"),
            ("-1+1", "'-1+1"),
            ("-5.5", "-5.5"),
            ("=\"a\",b", "\"'=\"\"a\"\",b\""),
        ] {
            assert_eq!(field(text), written);
        }
    }
}
