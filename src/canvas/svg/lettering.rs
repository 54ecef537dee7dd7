//! How wide a text is, without anything that could measure it, and where it is broken or cut for that.

/// About so wide is a text.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    let em = |character: char| match character {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' => 0.32,
        'f' | 'r' | 't' | '-' => 0.42,
        'm' | 'w' | 'M' | 'W' => 0.88,
        'A'..='Z' => 0.7,
        '\u{1100}'.. => 1.0,
        _ => 0.58,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// A text that is too wide without its end.
pub(super) fn cut(text: &str, most: f64, size: f64) -> String {
    if width_of(text, size) <= most {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    while short.pop().is_some() && width_of(&short, size) + size > most {}
    short + "…"
}

/// A text in lines; a word that is too wide for one is cut.
pub(super) fn broken(text: &str, most: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width_of(line, size) + width_of(" ", size) + width_of(word, size) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(cut(word, most, size)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_and_cut() {
        let lines = broken("followed by one of their own: 553 of 1,280.", 130.0, 13.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width_of(line, 13.0) <= 130.0), "{lines:?}");
        assert_eq!(lines.join(" "), "followed by one of their own: 553 of 1,280.");
        let cut = cut(&"w".repeat(1_000), 100.0, 12.0);
        assert!(cut.ends_with('…') && width_of(&cut, 12.0) <= 112.0);
    }
}
