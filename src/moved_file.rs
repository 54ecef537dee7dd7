//! Moved keys as a file to take away: a line each, as comma-separated values or as JSON.

use crate::{csv, json};

/// The form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Comma-separated values with a heading; see [`csv::field`].
    Csv,
    /// A JSON array of objects; nobody is null.
    Json,
}

impl Form {
    /// How its name ends.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    /// What a browser knows it by.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv;charset=utf-8",
            Self::Json => "application/json",
        }
    }

    /// What stands before the first key.
    #[must_use]
    pub fn head(self) -> &'static str {
        match self {
            Self::Csv => "key,from,to,position\r\n",
            Self::Json => "[",
        }
    }

    /// What stands after the last key.
    #[must_use]
    pub fn foot(self) -> &'static str {
        match self {
            Self::Csv => "",
            Self::Json => "\n]\n",
        }
    }

    /// Writes the key at a place of the file: its text, the names of its owners before and after, its position.
    pub fn write(self, file: &mut String, place: usize, key: &str, [from, to]: [Option<&str>; 2], position: &str) {
        match self {
            Self::Csv => {
                for text in [key, from.unwrap_or_default(), to.unwrap_or_default()] {
                    file.push_str(&csv::field(text));
                    file.push(',');
                }
                file.push_str(position);
                file.push_str("\r\n");
            }
            Self::Json => {
                file.push_str(if place == 0 { "\n" } else { ",\n" });
                for (name, text) in [
                    ("{\"key\":", Some(key)),
                    (",\"from\":", from),
                    (",\"to\":", to),
                    (",\"position\":", Some(position)),
                ] {
                    file.push_str(name);
                    match text {
                        Some(text) => json::text(file, text),
                        None => file.push_str("null"),
                    }
                }
                file.push('}');
            }
        }
    }
}

/// A position as it is written everywhere: in hexadecimal, all digits.
#[must_use]
pub fn position(position: u64, bits: u32) -> String {
    let digits = bits as usize / 4;
    format!("0x{position:0digits$x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(form: Form, keys: &[(&str, Option<&str>, Option<&str>)]) -> String {
        let mut file = form.head().to_owned();
        for (place, (text, from, to)) in keys.iter().enumerate() {
            form.write(&mut file, place, text, [*from, *to], &position(0x00ab_cdef, 32));
        }
        file + form.foot()
    }

    #[test]
    fn a_line_a_key() {
        let keys = [("user:1", Some("a"), Some("b,c")), ("=1", None, Some("b"))];
        assert_eq!(
            file(Form::Csv, &keys),
            "key,from,to,position\r\nuser:1,a,\"b,c\",0x00abcdef\r\n'=1,,b,0x00abcdef\r\n"
        );
        assert_eq!(
            file(Form::Json, &keys),
            "[\n{\"key\":\"user:1\",\"from\":\"a\",\"to\":\"b,c\",\"position\":\"0x00abcdef\"},\n\
             {\"key\":\"=1\",\"from\":null,\"to\":\"b\",\"position\":\"0x00abcdef\"}\n]\n"
        );
        assert_eq!(file(Form::Json, &[]), "[\n]\n");
        assert_eq!(position(0xab, 64), "0x00000000000000ab");
    }
}
