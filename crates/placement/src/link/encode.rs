//! A scenario written as a query string.

use super::{VERSION, beside, drill, escape, list, nodes, note::Note, shards, target, usual_pattern, vacant};
use crate::{
    algorithm::{self, Algorithm},
    beside::Beside,
    drill::Asked,
    keys::Keys,
    limits,
    scenario::Scenario,
};

/// A link written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    /// The query string, without a question mark; ASCII. It is whole even where it is too long to be read again.
    pub query: String,
    /// What the link does not carry, and whether it is too long.
    pub notes: Vec<Note>,
}

impl Encoded {
    /// Is it longer than [`limits::LINK_CHARACTERS`]? Then no reader takes it, and it should not replace an address.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        self.query.len() > limits::LINK_CHARACTERS
    }
}

/// Writes a scenario. Read again it is the same scenario, unless a note says what stays behind.
#[must_use]
pub fn encode(scenario: &Scenario) -> Encoded {
    encode_beside(scenario, &Beside::default())
}

/// Writes a scenario and what stands beside it. A change that a link cannot say is left out.
#[must_use]
pub fn encode_beside(scenario: &Scenario, beside: &Beside) -> Encoded {
    encode_all(scenario, beside, None)
}

/// The same with a drill.
#[must_use]
pub fn encode_all(scenario: &Scenario, beside: &Beside, drill: Option<&Asked>) -> Encoded {
    let with_list = write(scenario, beside, drill, true);
    // A list whose encoding leaves no room for the rest stays behind as a longer one does.
    let mut encoded = match &scenario.keys {
        Keys::List(list) if list::fits(list) && with_list.is_too_long() => write(scenario, beside, drill, false),
        _ => with_list,
    };
    if encoded.is_too_long() {
        encoded.notes.push(Note::TooLongToWrite { characters: encoded.query.len() });
    }
    encoded
}

fn write(scenario: &Scenario, beside: &Beside, drill: Option<&Asked>, may_list: bool) -> Encoded {
    let normal = Scenario::default();
    let mut encoded = Encoded { query: format!("v={VERSION}"), notes: Vec::new() };
    if scenario.algorithm != Algorithm::default() {
        encoded.field(if scenario.algorithm.is_system() { "sys" } else { "alg" }, scenario.algorithm.id);
    }
    // The parameters of other algorithms too: the reader may go back to those.
    for parameter in algorithm::all_parameters() {
        let value = scenario.settings.get(parameter);
        if value != parameter.default() {
            encoded.field(parameter.field, &parameter.write(&value));
        }
    }
    let nodes = nodes::write(&scenario.fleet);
    if nodes != nodes::write(&normal.fleet) {
        encoded.field("nodes", &nodes);
    }
    if let Some(vacant) = vacant::write(&scenario.fleet) {
        encoded.field("vacant", &vacant);
    }
    for (name, value) in shards::write(&scenario.fleet) {
        encoded.field(name, &value);
    }
    if let Some(then) = beside::write_then(&beside.then) {
        encoded.field("then", &then);
    }
    if let Some(variants) = beside::write_variants(&beside.variants) {
        encoded.field("cmp", &variants);
    }
    if let Some(to) = &beside.to {
        encoded.field("to", &target::write(to));
    }
    if let Some(drill) = drill {
        encoded.field("drill", &drill::write(drill));
    }
    match &scenario.keys {
        Keys::Pattern { pattern, first, count } => {
            let (usual, usual_first, usual_count) = usual_pattern();
            if *pattern != usual {
                encoded.field("keys", pattern);
            }
            if *first != usual_first {
                encoded.field("from", &first.to_string());
            }
            if *count != usual_count {
                encoded.field("n", &count.to_string());
            }
        }
        Keys::List(keys) if may_list && list::fits(keys) => encoded.field("list", &list::write(keys)),
        Keys::List(keys) => {
            let (count, digest) = (keys.len(), list::digest(keys));
            encoded.field("list", &list::write_elsewhere(count, &digest));
            encoded.notes.push(Note::KeysStay { count, digest });
        }
    }
    escape::protect_end(&mut encoded.query);
    encoded
}

impl Encoded {
    fn field(&mut self, name: &str, value: &str) {
        self.query.push('&');
        self.query.push_str(name);
        self.query.push('=');
        self.query.push_str(&escape::encode(value));
    }
}
