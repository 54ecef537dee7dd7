//! A line of an HAProxy configuration as words: quotes, escapes and comments.

/// The words of a line up to a comment.
///
/// # Errors
/// A quote does not close: a sentence.
pub(crate) fn words(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (c, quote) {
            ('#', None) => break,
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(open)) if c == open => quote = None,
            ('\\', None | Some('"')) => match characters.next() {
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return Err("A backslash ends the line: HAProxy does not go on with the next."),
            },
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("A quote does not close on this line.");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_escapes_and_comments() {
        let words = |line| words(line).expect("words");
        assert_eq!(words("  server  a\\ b 'c \\d' \"e \\\" # f\" g#h i"), ["server", "a b", "c \\d", "e \" # f", "g"]);
        assert_eq!(words("a '' \"\""), ["a", "", ""]);
        assert!(words(" # a").is_empty() && words("").is_empty());
    }

    #[test]
    fn what_does_not_close_is_told() {
        for line in ["a \"b", "a 'b", "a\\"] {
            assert!(words(line).is_err(), "{line}");
        }
    }
}
