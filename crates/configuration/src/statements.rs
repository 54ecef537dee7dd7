//! The grammar of nginx configurations: words, quotes, comments, `;` and braces, as statements with their lines.

/// Words up to a `;`, a `{` or a `}`.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Statement {
    pub(crate) words: Vec<String>,
    /// The line of the first word; of the end where there is none.
    pub(crate) line: usize,
    /// The line of the end.
    pub(crate) last_line: usize,
    pub(crate) end: End,
    /// The line of a quote that never closes; it was taken to the end of that line.
    pub(crate) open_quote: Option<usize>,
}

/// What a statement ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// `;`
    Semicolon,
    /// `{`: what follows belongs to it.
    Opens,
    /// `}`, without words before it.
    Closes,
    /// A `}` that is still to come, or the end of the text: the `;` is missing.
    Missing,
}

/// The statements of a text.
pub(crate) struct Statements<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Statements<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn step(&mut self, c: char) {
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
    }

    /// Goes past white space and comments.
    fn skip(&mut self) {
        while let Some(c) = self.peek() {
            if c == '#' {
                while let Some(c) = self.peek().filter(|&c| c != '\n') {
                    self.step(c);
                }
            } else if is_space(c) {
                self.step(c);
            } else {
                return;
            }
        }
    }

    /// A quoted word, the quote being next. False where it never closes: then it ends with the line.
    fn quoted(&mut self, quote: char, word: &mut String) -> bool {
        let start = (self.at, self.line);
        self.step(quote);
        while let Some(c) = self.peek() {
            self.step(c);
            if c == quote {
                return true;
            }
            self.push(c, word);
        }
        (self.at, self.line) = start;
        self.step(quote);
        word.clear();
        while let Some(c) = self.peek().filter(|&c| c != '\n') {
            self.step(c);
            word.push(c);
        }
        false
    }

    /// Adds a character that was just passed, or what it escapes.
    fn push(&mut self, c: char, word: &mut String) {
        let Some(escaped) = self.peek().filter(|_| c == '\\') else { return word.push(c) };
        self.step(escaped);
        match escaped {
            't' => word.push('\t'),
            'r' => word.push('\r'),
            'n' => word.push('\n'),
            '"' | '\'' | '\\' => word.push(escaped),
            _ => word.extend([c, escaped]),
        }
    }

    /// A word without quotes round it. `${name}` is part of it; other braces and `;` end it.
    fn plain(&mut self, word: &mut String) {
        let mut variable = false;
        while let Some(c) = self.peek() {
            if is_space(c) || matches!(c, ';' | '{') && !variable || c == '}' && !variable {
                return;
            }
            self.step(c);
            if c == '$' && self.peek() == Some('{') {
                self.step('{');
                word.push_str("${");
                variable = true;
                continue;
            }
            variable = variable && c != '}';
            self.push(c, word);
        }
    }
}

impl Iterator for Statements<'_> {
    type Item = Statement;

    fn next(&mut self) -> Option<Statement> {
        self.skip();
        let mut statement =
            Statement { words: Vec::new(), line: self.line, last_line: self.line, end: End::Missing, open_quote: None };
        loop {
            self.skip();
            let next = self.peek();
            let end = match next {
                Some(';') => End::Semicolon,
                Some('{') => End::Opens,
                Some('}') if statement.words.is_empty() => End::Closes,
                Some('}') => End::Missing,
                None if statement.words.is_empty() => return None,
                None => End::Missing,
                Some(c) => {
                    let mut word = String::new();
                    statement.last_line = self.line;
                    if matches!(c, '"' | '\'') {
                        let line = self.line;
                        if !self.quoted(c, &mut word) {
                            statement.open_quote = statement.open_quote.or(Some(line));
                        }
                    } else {
                        self.plain(&mut word);
                    }
                    statement.last_line = self.line;
                    statement.words.push(word);
                    continue;
                }
            };
            statement.end = end;
            if end != End::Missing {
                statement.last_line = self.line;
                next.into_iter().for_each(|c| self.step(c));
            }
            return Some(statement);
        }
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(Vec<String>, End)> {
        Statements::of(text).map(|statement| (statement.words, statement.end)).collect()
    }

    fn one(words: &[&str], end: End) -> (Vec<String>, End) {
        (words.iter().map(ToString::to_string).collect(), end)
    }

    #[test]
    fn words_quotes_comments_and_braces() {
        assert_eq!(
            words("a \"b c\" 'd;\\'e' f\\;g; # h;\nupstream x{server y;}"),
            [
                one(&["a", "b c", "d;'e", "f\\;g"], End::Semicolon),
                one(&["upstream", "x"], End::Opens),
                one(&["server", "y"], End::Semicolon),
                one(&[], End::Closes),
            ]
        );
        assert_eq!(words("hash ${uri}x consistent;"), [one(&["hash", "${uri}x", "consistent"], End::Semicolon)]);
        assert_eq!(
            words("a#b c; d }"),
            [one(&["a#b", "c"], End::Semicolon), one(&["d"], End::Missing), one(&[], End::Closes)]
        );
        assert_eq!(words(" # nothing\n"), []);
    }

    #[test]
    fn lines_are_kept_and_open_quotes_end_with_theirs() {
        let all: Vec<Statement> = Statements::of("\na\n  b\n;\nc \"d\ne;").collect();
        assert_eq!((all[0].line, all[0].last_line), (2, 4));
        assert_eq!((all[1].line, all[1].last_line, all[1].open_quote), (5, 6, Some(5)));
        assert_eq!(all[1].words, ["c", "d", "e"]);
        assert_eq!(all.len(), 2);
    }
}
