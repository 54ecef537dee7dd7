//! What a cluster has given to each of its nodes by name: ranges of slots, tokens, partitions. Where that hangs on the
//! cluster's past it cannot be derived, and travels as a text.
//!
//! ```text
//! assignment = entry *( ( "," / LF ) entry )
//! entry      = name "=" [ part *( ( "+" / SP ) part ) ]
//! part       = number [ "-" number ]            one, or all from one to the other, where the units have ranges
//! ```
//!
//! Inside a name `~` stands before any of `, = + ~`, before a line break, and before a blank at its start or its end;
//! before anything else it is itself. Blanks round a name do not count. A name that stands twice has the parts of both.
//! Written it is in one form: names in their order, the parts of each in order and joined where they touch. Nobody shares
//! a part with another.

mod error;
mod grammar;
mod units;

use std::{collections::HashMap, sync::Arc};

pub use self::{
    error::AssignmentError,
    units::{Part, Units},
};
use self::{
    error::shortened,
    grammar::{Reader, escape},
};
use super::member::Member;
use crate::{limits, order, parameter::Value};

/// Names with their parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    entries: Vec<(String, Vec<Part>)>,
}

impl Assignment {
    /// Names with their parts, in any order.
    ///
    /// # Errors
    /// A part that the units do not have, or one that two nodes have.
    pub fn new(units: &Units, given: Vec<(String, Vec<Part>)>) -> Result<Self, AssignmentError> {
        let mut entries: Vec<(String, Vec<Part>)> = Vec::new();
        let mut parts: Vec<(Part, usize)> = Vec::new();
        let mut place_of: HashMap<String, usize> = HashMap::new();
        for (name, own) in given {
            let place = *place_of.entry(name.clone()).or_insert(entries.len());
            if place == entries.len() {
                entries.push((name, Vec::new()));
            }
            for part in own {
                if !units.takes(part) {
                    let (text, name) = (Units::write(part), shortened(&entries[place].0));
                    return Err(AssignmentError::NoPart { text, name, wanted: units.wanted() });
                }
                parts.push((part, place));
            }
        }
        let mut before: Option<(i64, usize)> = None;
        for at in order::places(parts.len(), &|a, b| parts[a].0.cmp(&parts[b].0)) {
            let ((from, to), place) = parts[at];
            if let Some((last, owner)) = before.filter(|&(last, _)| last >= from) {
                let [one, other] = [owner, place].map(|place| shortened(&entries[place].0));
                // What a node has twice it has.
                if owner != place {
                    let what = format!("{} {from}", units.one);
                    return Err(AssignmentError::Shared { what, one, other });
                }
                if let Some(own) = entries[place].1.last_mut() {
                    own.1 = own.1.max(to);
                }
                before = Some((last.max(to), place));
                continue;
            }
            match entries[place].1.last_mut().filter(|own| units.ranges && own.1.checked_add(1) == Some(from)) {
                Some(own) => own.1 = to,
                None => entries[place].1.push((from, to)),
            }
            before = Some((to, place));
        }
        let assignment = Self { entries };
        if assignment.text().len() > limits::ASSIGNMENT_BYTES {
            return Err(AssignmentError::TooLong);
        }
        Ok(assignment)
    }

    /// Reads a text; an empty one gives nothing to nobody.
    ///
    /// # Errors
    /// A text that is none, or too long; and those of [`Assignment::new`].
    pub fn read(units: &Units, text: &str) -> Result<Self, AssignmentError> {
        if text.len() > limits::ASSIGNMENT_BYTES {
            return Err(AssignmentError::TooLong);
        }
        Self::new(units, Reader::read(units, text)?)
    }

    /// As a text in its one form.
    #[must_use]
    pub fn text(&self) -> String {
        self.written(",", "+")
    }

    /// The same to be read and edited: one node a line.
    #[must_use]
    pub fn lines(&self) -> String {
        self.written("\n", " ")
    }

    fn written(&self, between_entries: &str, between_parts: &str) -> String {
        let mut text = String::new();
        for (at, (name, parts)) in self.entries.iter().enumerate() {
            if at > 0 {
                text.push_str(between_entries);
            }
            escape(name, &mut text);
            for (at, &part) in parts.iter().enumerate() {
                text.push_str(if at > 0 { between_parts } else { "=" });
                text.push_str(&Units::write(part));
            }
            if parts.is_empty() {
                text.push('=');
            }
        }
        text
    }

    /// As the value of a parameter.
    #[must_use]
    pub fn value(&self) -> Value {
        Value::Text(Arc::from(self.text()))
    }

    /// Is nothing given at all, not even to nobody?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Of these names, how many have anything?
    pub fn given_among<'a>(&self, names: impl Iterator<Item = &'a str>) -> usize {
        let given: HashMap<&str, bool> =
            self.entries.iter().map(|(name, parts)| (name.as_str(), !parts.is_empty())).collect();
        names.filter(|name| given.get(name) == Some(&true)).count()
    }

    /// Each part with the place of the member that has it; parts of nobody in the list are left out.
    #[must_use]
    pub fn of(&self, members: &[Member]) -> Vec<(Part, u32)> {
        let places: HashMap<&str, u32> = members.iter().map(|member| member.name.as_str()).zip(0..).collect();
        let mut all = Vec::new();
        for (name, parts) in &self.entries {
            if let Some(&place) = places.get(name.as_str()) {
                all.extend(parts.iter().map(|&part| (part, place)));
            }
        }
        all
    }

    /// Gives each of some numbered slots that are given to a member the member's place. Slots beyond are nobody's.
    pub fn deal(&self, members: &[Member], slots: &mut [u32]) {
        for ((first, last), place) in self.of(members) {
            let (Ok(first), Ok(last)) = (usize::try_from(first), usize::try_from(last)) else { continue };
            let end = slots.len().min(last.saturating_add(1));
            if let Some(own) = slots.get_mut(first..end) {
                own.fill(place);
            }
        }
    }

    /// The same where a node has another name; `None` where it has nothing.
    pub(crate) fn renamed(mut self, units: &Units, from: &str, to: &str) -> Option<Self> {
        let entry = self.entries.iter_mut().find(|(name, _)| name == from)?;
        to.clone_into(&mut entry.0);
        Self::new(units, self.entries).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SLOTS: Units = Units {
        one: "slot",
        many: "slots",
        least: 0,
        most: 16_383,
        ranges: true,
        otherwise: "dealt evenly",
        example: "a=0-5",
    };
    static TOKENS: Units = Units { one: "token", least: i64::MIN, most: i64::MAX, ranges: false, ..SLOTS_LIKE };
    const SLOTS_LIKE: Units =
        Units { one: "", many: "", least: 0, most: 0, ranges: false, otherwise: "", example: "a=-5+7" };

    fn written(units: &Units, text: &str) -> String {
        Assignment::read(units, text).map_or_else(|error| error.to_string(), |read| read.text())
    }

    // By hand, from the grammar.
    #[test]
    fn a_text_has_one_form() {
        for (text, form) in [
            ("", ""),
            ("\n , \r\n", ""),
            ("a=0-5460+10923-16383,b=5461-10922", "a=0-5460+10923-16383,b=5461-10922"),
            ("b = 7 3\n\n a=5+4+6-6 ", "b=3+7,a=4-6"),
            ("a=1,b=,a=0", "a=0-1,b="),
            ("a=1-5+3-4+5", "a=1-5"),
            ("x y=1,~ z~ =2", "x y=1,~ z~ =2"),
            ("~=~,~~~+~\n!~q=1", "~=~,~~~+~\n!~~q=1"),
        ] {
            assert_eq!(written(&SLOTS, text), form, "{text}");
            assert_eq!(written(&SLOTS, form), form, "{text}");
        }
        assert_eq!(
            written(&TOKENS, "a=9223372036854775807 -1,b=-9223372036854775808+0"),
            "a=-1+9223372036854775807,b=-9223372036854775808+0"
        );
        let both = Assignment::read(&SLOTS, "b=3+7,a=4-6").expect("an assignment");
        assert_eq!(both.lines(), "b=3 7\na=4-6");
        assert_eq!(Assignment::read(&SLOTS, &both.lines()), Ok(both));
    }

    #[test]
    fn what_cannot_be_given_has_its_reason() {
        for (text, reason) in [
            ("a", "“a” is no name with an equals sign and what it has behind it, as in a=0-5."),
            ("=5", "“” is no name with an equals sign and what it has behind it, as in a=0-5."),
            ("a=5-3", "a: “5-3” is not a slot from 0 to 16383, or two with a hyphen between them."),
            ("a=16384", "a: “16384” is not a slot from 0 to 16383, or two with a hyphen between them."),
            ("a=0x5", "a: “0x5” is not a slot from 0 to 16383, or two with a hyphen between them."),
            ("a=1=2", "a: “1=2” is not a slot from 0 to 16383, or two with a hyphen between them."),
            ("a=0-9,b=5", "a and b both have slot 5."),
            ("a=0-9+20,b=12-30", "b and a both have slot 20."),
        ] {
            assert_eq!(written(&SLOTS, text), reason, "{text}");
        }
        assert!(written(&TOKENS, "a=1-2").contains("“1-2” is not a token from -9223372036854775808"));
        assert_eq!(written(&SLOTS, &"a".repeat(limits::ASSIGNMENT_BYTES + 1)), "Up to 1,000,000 bytes can be given.");
        let long = format!("{}=x\u{202e}\n", "n".repeat(500));
        assert!(written(&SLOTS, &long).chars().count() < 190, "{}", written(&SLOTS, &long));
    }

    #[test]
    fn parts_go_to_members_by_name() {
        let given = Assignment::read(&SLOTS, "b=0-1+9,gone=2-5,a=,new=7").expect("an assignment");
        let members: Vec<Member> = ["a", "b", "c"].map(|name| Member::new(name, 1.0)).into();
        assert_eq!(given.of(&members), [((0, 1), 1), ((9, 9), 1)]);
        assert_eq!(given.given_among(["a", "b", "c", "new"].into_iter()), 2);
        let renamed = given.clone().renamed(&SLOTS, "b", "c").expect("it has parts");
        assert_eq!(renamed.of(&members), [((0, 1), 2), ((9, 9), 2)]);
        assert_eq!(given.renamed(&SLOTS, "c", "d"), None);
    }
}
