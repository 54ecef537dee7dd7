//! The text of an assignment, read character by character, and its escapes.

use super::{AssignmentError, Part, Units, error::shortened};

/// What separates, and the escape.
const SEPARATORS: [char; 5] = [',', '=', '+', '~', '\n'];

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r')
}

/// Writes a name so that it is read as itself.
pub(super) fn escape(name: &str, text: &mut String) {
    let last = name.chars().count().saturating_sub(1);
    for (at, c) in name.chars().enumerate() {
        if SEPARATORS.contains(&c) || is_blank(c) && (at == 0 || at == last) {
            text.push('~');
        }
        text.push(c);
    }
}

/// What has been read so far.
pub(super) struct Reader<'a> {
    units: &'a Units,
    given: Vec<(String, Vec<Part>)>,
    name: String,
    /// Blanks that belong to the name only if it goes on.
    blanks: String,
    /// The parts of the entry and the one that is being read, once the equals sign was there.
    parts: Option<(Vec<Part>, String)>,
}

impl<'a> Reader<'a> {
    /// Reads a text to its end; what has been given to whom, in its order.
    pub(super) fn read(units: &'a Units, text: &str) -> Result<Vec<(String, Vec<Part>)>, AssignmentError> {
        let mut reader = Self { units, given: Vec::new(), name: String::new(), blanks: String::new(), parts: None };
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let escaped =
                if c == '~' { chars.next_if(|&next| SEPARATORS.contains(&next) || is_blank(next)) } else { None };
            match (escaped, c) {
                (None, ',' | '\n') => reader.end_entry()?,
                (escaped, c) => reader.take(escaped.unwrap_or(c), escaped.is_some())?,
            }
        }
        reader.end_entry()?;
        Ok(reader.given)
    }

    fn take(&mut self, c: char, is_escaped: bool) -> Result<(), AssignmentError> {
        let is_blank = is_blank(c) && !is_escaped;
        match &mut self.parts {
            None if c == '=' && !is_escaped => self.parts = Some(Default::default()),
            None if is_blank && self.name.is_empty() => {}
            None if is_blank => self.blanks.push(c),
            None => {
                self.name.push_str(&std::mem::take(&mut self.blanks));
                self.name.push(c);
            }
            Some(_) if is_blank || c == '+' => self.end_part()?,
            Some((_, part)) => part.push(c),
        }
        Ok(())
    }

    fn end_part(&mut self) -> Result<(), AssignmentError> {
        let Some((parts, text)) = self.parts.as_mut().filter(|(_, text)| !text.is_empty()) else { return Ok(()) };
        let part = self.units.part(text).filter(|&part| self.units.takes(part));
        let fault = || AssignmentError::NoPart {
            text: shortened(text),
            name: shortened(&self.name),
            wanted: self.units.wanted(),
        };
        parts.push(part.ok_or_else(fault)?);
        text.clear();
        Ok(())
    }

    fn end_entry(&mut self) -> Result<(), AssignmentError> {
        self.end_part()?;
        self.blanks.clear();
        let name = std::mem::take(&mut self.name);
        match self.parts.take() {
            None if name.is_empty() => Ok(()),
            Some((parts, _)) if !name.is_empty() => {
                self.given.push((name, parts));
                Ok(())
            }
            _ => Err(AssignmentError::NoEntry { text: shortened(&name), example: self.units.example }),
        }
    }
}
