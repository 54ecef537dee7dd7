//! Parameters declared as data: name, kind, range, default and one line of help. The link, the settings sentence and
//! the documentation are made from these declarations, so a new parameter is declared once and appears everywhere.

use std::{collections::BTreeMap, fmt, sync::Arc};

use crate::{
    hash::HashFn,
    number::thousands,
    system::assignment::{Assignment, AssignmentError, Part, Units},
    template::{self, TemplateError},
};

/// One parameter of an algorithm.
#[derive(Debug)]
pub struct Parameter {
    /// The field of the link. For ever the same.
    pub field: &'static str,
    /// The name on screen.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// The words before and after its value in the settings sentence.
    pub phrase: (&'static str, &'static str),
    /// Does the sentence show it always, or only when it is not at its default or more is asked for?
    pub prominent: bool,
    /// Kind, range and default.
    pub kind: Kind,
}

/// Kind, range and default of a parameter.
#[derive(Debug)]
pub enum Kind {
    /// A whole number in a range.
    Count {
        /// Smallest value.
        least: u32,
        /// Largest value.
        most: u32,
        /// Default.
        default: u32,
        /// Is a step at 10 as large as a step at 1,000?
        logarithmic: bool,
    },
    /// One of several, the first being the default.
    Choice(&'static [Choice]),
    /// On or off; off is the default.
    Switch,
    /// A label template.
    Label {
        /// Default.
        default: &'static str,
        /// Those that people use.
        common: &'static [&'static str],
    },
    /// What is given to each node by name; nothing is the default.
    Assignment(&'static Units),
}

/// One of the values of a [`Kind::Choice`].
#[derive(Debug)]
pub struct Choice {
    /// In the link. For ever the same.
    pub id: &'static str,
    /// On screen.
    pub name: &'static str,
    /// What it means, in one sentence.
    pub help: &'static str,
}

/// A value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of a [`Kind::Count`].
    Count(u32),
    /// Of a [`Kind::Choice`]: its place in the list.
    Choice(usize),
    /// Of a [`Kind::Switch`].
    Switch(bool),
    /// Of a [`Kind::Label`].
    Label(String),
    /// Of a [`Kind::Assignment`], as [`Assignment::text`] writes it.
    Text(Arc<str>),
}

/// Why a value does not fit its parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterError {
    /// A number outside the range.
    OutOfRange {
        /// Name on screen.
        name: &'static str,
        /// Smallest.
        least: u32,
        /// Largest.
        most: u32,
    },
    /// A text that is none of the choices.
    UnknownChoice {
        /// Name on screen.
        name: &'static str,
        /// The ids that there are.
        known: String,
    },
    /// A label that cannot serve.
    Template(TemplateError),
    /// What cannot be given to nodes.
    Assignment(AssignmentError),
    /// A value of another kind.
    WrongKind(&'static str),
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { name, least, most } => {
                write!(f, "{name}: a whole number from {} to {}.", thousands(*least), thousands(*most))
            }
            Self::UnknownChoice { name, known } => write!(f, "{name}: one of {known}."),
            Self::Template(error) => error.fmt(f),
            Self::Assignment(error) => error.fmt(f),
            Self::WrongKind(name) => write!(f, "{name} takes a value of another kind."),
        }
    }
}

impl std::error::Error for ParameterError {}

impl PartialEq for Parameter {
    fn eq(&self, other: &Self) -> bool {
        self.field == other.field
    }
}

impl Parameter {
    /// The default value.
    #[must_use]
    pub fn default(&self) -> Value {
        match self.kind {
            Kind::Count { default, .. } => Value::Count(default),
            Kind::Choice(_) => Value::Choice(0),
            Kind::Switch => Value::Switch(false),
            Kind::Label { default, .. } => Value::Label(default.to_owned()),
            Kind::Assignment(_) => Value::Text(Arc::from("")),
        }
    }

    /// Does this value fit?
    ///
    /// # Errors
    /// Out of range, of another kind, or a label that cannot serve.
    pub fn check(&self, value: &Value) -> Result<(), ParameterError> {
        match (&self.kind, value) {
            (Kind::Count { least, most, .. }, Value::Count(count)) if (least..=most).contains(&count) => Ok(()),
            (Kind::Count { least, most, .. }, Value::Count(_)) => {
                Err(ParameterError::OutOfRange { name: self.name, least: *least, most: *most })
            }
            (Kind::Choice(options), Value::Choice(at)) if *at < options.len() => Ok(()),
            (Kind::Switch, Value::Switch(_)) => Ok(()),
            (Kind::Label { .. }, Value::Label(text)) => template::check_label(text).map_err(ParameterError::Template),
            (Kind::Assignment(units), Value::Text(text)) => {
                let read = Assignment::read(units, text).map_err(ParameterError::Assignment)?;
                // In another form two equal ones would differ.
                if read.text() == **text { Ok(()) } else { Err(ParameterError::WrongKind(self.name)) }
            }
            _ => Err(ParameterError::WrongKind(self.name)),
        }
    }

    /// As it stands in a link.
    #[must_use]
    pub fn write(&self, value: &Value) -> String {
        match (&self.kind, value) {
            (Kind::Choice(options), Value::Choice(at)) => {
                options.get(*at).map_or_else(String::new, |one| one.id.into())
            }
            (_, Value::Count(count)) => count.to_string(),
            (_, Value::Switch(on)) => u8::from(*on).to_string(),
            (_, Value::Label(text)) => text.clone(),
            (_, Value::Text(text)) => text.to_string(),
            (_, Value::Choice(_)) => String::new(),
        }
    }

    /// From a link or a field on the page; numbers may have separators.
    ///
    /// # Errors
    /// Text that is no value of this parameter.
    pub fn read(&self, text: &str) -> Result<Value, ParameterError> {
        let value = match &self.kind {
            Kind::Count { least, most, .. } => {
                let digits: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '\u{a0}' | '_')).collect();
                let plain = digits.bytes().all(|b| b.is_ascii_digit());
                let count = if plain { digits.parse().ok() } else { None };
                Value::Count(count.ok_or(ParameterError::OutOfRange { name: self.name, least: *least, most: *most })?)
            }
            Kind::Choice(options) => Value::Choice(options.iter().position(|one| one.id == text).ok_or_else(|| {
                ParameterError::UnknownChoice {
                    name: self.name,
                    known: options.iter().map(|one| one.id).collect::<Vec<_>>().join(", "),
                }
            })?),
            Kind::Switch => match text {
                "1" | "" => Value::Switch(true),
                "0" => Value::Switch(false),
                _ => return Err(ParameterError::UnknownChoice { name: self.name, known: "0, 1".into() }),
            },
            Kind::Label { .. } => Value::Label(text.to_owned()),
            Kind::Assignment(units) => {
                // Read, it is in its one form.
                return Ok(Assignment::read(units, text).map_err(ParameterError::Assignment)?.value());
            }
        };
        self.check(&value).map(|()| value)
    }
}

impl Parameter {
    /// The value of a [`Kind::Assignment`] from names with their parts, as what was read elsewhere lists them.
    ///
    /// # Errors
    /// Parts that cannot be given, or a parameter of another kind.
    pub fn give(&self, given: Vec<(String, Vec<Part>)>) -> Result<Value, ParameterError> {
        let Kind::Assignment(units) = &self.kind else { return Err(ParameterError::WrongKind(self.name)) };
        Assignment::new(units, given).map(|read| read.value()).map_err(ParameterError::Assignment)
    }
}

/// The values of all parameters that are not at their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    values: BTreeMap<&'static str, Value>,
}

impl Settings {
    /// The value of a parameter.
    #[must_use]
    pub fn get(&self, parameter: &Parameter) -> Value {
        self.values.get(parameter.field).cloned().unwrap_or_else(|| parameter.default())
    }

    /// Sets a value.
    ///
    /// # Errors
    /// A value that does not fit; nothing is changed then.
    pub fn set(&mut self, parameter: &Parameter, value: Value) -> Result<(), ParameterError> {
        parameter.check(&value)?;
        if value == parameter.default() {
            self.values.remove(parameter.field);
        } else {
            self.values.insert(parameter.field, value);
        }
        Ok(())
    }

    /// The value of a [`Kind::Count`].
    #[must_use]
    pub fn count(&self, parameter: &Parameter) -> u32 {
        if let Value::Count(count) = self.get(parameter) { count } else { 0 }
    }

    /// The value of a [`Kind::Choice`]: its place in the list.
    #[must_use]
    pub fn choice(&self, parameter: &Parameter) -> usize {
        if let Value::Choice(at) = self.get(parameter) { at } else { 0 }
    }

    /// The value of a [`Kind::Switch`].
    #[must_use]
    pub fn switch(&self, parameter: &Parameter) -> bool {
        self.get(parameter) == Value::Switch(true)
    }

    /// The value of a [`Kind::Label`].
    #[must_use]
    pub fn label(&self, parameter: &Parameter) -> String {
        if let Value::Label(text) = self.get(parameter) { text } else { String::new() }
    }

    /// The value of a [`Kind::Assignment`]; nothing for a parameter of another kind.
    #[must_use]
    pub fn assignment(&self, parameter: &Parameter) -> Assignment {
        match (&parameter.kind, self.get(parameter)) {
            (Kind::Assignment(units), Value::Text(text)) => Assignment::read(units, &text).unwrap_or_default(),
            _ => Assignment::default(),
        }
    }

    /// What was given to a node by its name stays its own under another.
    pub(crate) fn rename_node(&mut self, parameters: &[&'static Parameter], from: &str, to: &str) {
        for parameter in parameters {
            let Kind::Assignment(units) = &parameter.kind else { continue };
            if let Some(renamed) = self.assignment(parameter).renamed(units, from, to) {
                self.values.insert(parameter.field, renamed.value());
            }
        }
    }
}

/// The hash functions as choices; [`hash_choice`] and [`hash_place`] go between the two.
const HASHES: [Choice; 7] = {
    const fn of(id: &'static str, name: &'static str, help: &'static str) -> Choice {
        Choice { id, name, help }
    }
    [
        of(
            "fnv1a32",
            "FNV-1a 32",
            "One xor and one multiplication a byte; clusters on texts that differ at their end.",
        ),
        of("murmur3", "MurmurHash3", "x86 32 bits, seed 0; mixes well and fast."),
        of("xxhash64", "xxHash64", "64 bits, seed 0; its low 32 bits on a 32-bit ring."),
        of("md5", "MD5", "The first bytes of the digest, big-endian; slow, and well spread."),
        of("sha1", "SHA-1", "The first bytes of the digest, big-endian; slow, and well spread."),
        of("crc32", "CRC-32", "A checksum: linear, so look-alike texts land in patterns."),
        of("fnv1a64", "FNV-1a 64", "64 bits; its low 32 bits on a 32-bit ring, with the clustering of the short one."),
    ]
};

/// The hash of points and keys.
pub static HASH: Parameter = Parameter {
    field: "hash",
    name: "Hash",
    help: "The function that turns labels and keys into positions.",
    phrase: ("hashed with", ""),
    prominent: true,
    kind: Kind::Choice(&HASHES),
};

/// Whether fmix32 is applied to every 32-bit value.
pub static FINALISER: Parameter = Parameter {
    field: "fin",
    name: "Finaliser",
    help: "Mixes every 32-bit value once more (fmix32, the last step of MurmurHash3), so that look-alike labels part.",
    phrase: ("", "finaliser"),
    prominent: true,
    kind: Kind::Switch,
};

/// Another hash for the keys than for the points.
pub static KEY_HASH: Parameter = Parameter {
    field: "khash",
    name: "Hash of the keys",
    help: "The keys can be hashed with another function than the points.",
    phrase: ("keys with", ""),
    prominent: false,
    kind: Kind::Choice(&[
        Choice { id: "same", name: "the same", help: "Keys are hashed as the points are." },
        Choice { id: "fnv1a32", name: "FNV-1a 32", help: "" },
        Choice { id: "fnv1a32.fmix32", name: "FNV-1a 32 + fmix32", help: "" },
        Choice { id: "murmur3", name: "MurmurHash3", help: "" },
        Choice { id: "murmur3.fmix32", name: "MurmurHash3 + fmix32", help: "" },
        Choice { id: "xxhash64", name: "xxHash64", help: "" },
        Choice { id: "xxhash64.fmix32", name: "xxHash64 + fmix32", help: "" },
        Choice { id: "md5", name: "MD5", help: "" },
        Choice { id: "md5.fmix32", name: "MD5 + fmix32", help: "" },
        Choice { id: "sha1", name: "SHA-1", help: "" },
        Choice { id: "sha1.fmix32", name: "SHA-1 + fmix32", help: "" },
        Choice { id: "crc32", name: "CRC-32", help: "" },
        Choice { id: "crc32.fmix32", name: "CRC-32 + fmix32", help: "" },
        Choice { id: "fnv1a64", name: "FNV-1a 64", help: "" },
        Choice { id: "fnv1a64.fmix32", name: "FNV-1a 64 + fmix32", help: "" },
    ]),
};

/// Size of the space that labels and keys are hashed into.
pub static SPACE: Parameter = Parameter {
    field: "space",
    name: "Space",
    help: "The size of the hash space: 32 bits hold 4,294,967,296 positions; 64 bits need a hash that has as many.",
    phrase: ("in", ""),
    prominent: false,
    kind: Kind::Choice(&[
        Choice { id: "32", name: "32 bits", help: "Positions from 0 to 4,294,967,295." },
        Choice { id: "64", name: "64 bits", help: "Positions from 0 to 18,446,744,073,709,551,615." },
    ]),
};

/// The value of [`HASH`] for a function.
#[must_use]
pub fn hash_value(function: HashFn) -> Value {
    Value::Choice(HASHES.iter().position(|one| one.id == function.id()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::HashChoice;

    #[test]
    fn the_choices_are_the_hash_functions() {
        let ids: Vec<&str> = HASHES.iter().map(|one| one.id).collect();
        assert_eq!(ids, HashFn::ALL.map(HashFn::id));
        assert_eq!(HASHES.each_ref().map(|one| one.name), HashFn::ALL.map(HashFn::name));
        let Kind::Choice(key_hashes) = &KEY_HASH.kind else { unreachable!() };
        for one in &key_hashes[1..] {
            let choice = HashChoice::from_id(one.id).expect(one.id);
            assert_eq!(one.name, choice.name());
        }
        assert_eq!(key_hashes.len(), 1 + 2 * HashFn::ALL.len());
    }

    #[test]
    fn settings_hold_only_what_differs_from_the_defaults() {
        let mut settings = Settings::default();
        settings.set(&FINALISER, Value::Switch(true)).expect("a switch");
        assert!(settings.switch(&FINALISER));
        settings.set(&FINALISER, Value::Switch(false)).expect("a switch");
        assert_eq!(settings, Settings::default());
        assert!(settings.set(&FINALISER, Value::Count(1)).is_err());
        assert!(settings.set(&HASH, Value::Choice(7)).is_err());
    }

    #[test]
    fn what_is_given_is_a_value_in_one_form() {
        let ranges = &crate::system::settings::REDIS_RANGES;
        let given = |parts: &[(i64, i64)]| ranges.give(vec![("b".into(), parts.to_vec()), ("a".into(), vec![(9, 9)])]);
        let value = given(&[(4, 8), (0, 3)]).expect("slots");
        assert_eq!(ranges.write(&value), "b=0-8,a=9");
        assert_eq!(ranges.read("b = 0-3 4-8\na = 9"), Ok(value.clone()));
        let mut settings = Settings::default();
        settings.set(ranges, value).expect("a value in its form");
        assert_eq!(settings.assignment(ranges).text(), "b=0-8,a=9");
        let other_form = Value::Text("a=9,b=0-3+4-8".into());
        assert_eq!(settings.set(ranges, other_form), Err(ParameterError::WrongKind("Slots")));
        assert!(given(&[(0, 9)]).is_err_and(|error| error.to_string() == "b and a both have slot 9."));
        assert_eq!(HASH.give(Vec::new()), Err(ParameterError::WrongKind("Hash")));
    }

    #[test]
    fn values_are_read_as_people_write_them() {
        let count = Parameter {
            field: "x",
            name: "X",
            help: "",
            phrase: ("", ""),
            prominent: true,
            kind: Kind::Count { least: 1, most: 10_000, default: 160, logarithmic: true },
        };
        assert_eq!(count.read("1,000"), Ok(Value::Count(1_000)));
        for text in ["", "0", "10001", "-1", "1.5", "+5", "ten", "99999999999999999999"] {
            assert!(count.read(text).is_err(), "{text}");
        }
        assert_eq!(HASH.read("md5"), Ok(Value::Choice(3)));
        assert!(HASH.read("md4").is_err_and(|error| error.to_string().contains("md5")));
    }
}
