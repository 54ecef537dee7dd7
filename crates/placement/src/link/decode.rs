//! A query string read as a scenario, whatever it holds.

use std::collections::BTreeMap;

use super::{
    VERSION, beside, drill, escape,
    list::{self, Listed},
    nodes::{self, Went},
    note::{Note, Notes, shortened},
    shards, usual_pattern, vacant,
};
use crate::{
    algorithm::{self, Algorithm, Hashing, can_fill_64_bits, ring},
    beside::Beside,
    drill::Asked,
    keys::Keys,
    limits,
    parameter::{self, Parameter, ParameterError, Settings, Value},
    scenario::{Scenario, ScenarioError},
    system, template,
};

/// The fields that are not parameters.
const OWN_FIELDS: [&str; 16] = [
    "v", "alg", "sys", "nodes", "vacant", "drained", "pins", "shards", "then", "cmp", "to", "drill", "keys", "from",
    "n", "list",
];

/// Names kept for scenarios of later versions.
const LATER_FIELDS: [&str; 2] = ["seed", "rep"];

/// Names of the page's presentation: no matter of the scenario, and no mistake.
const PRESENTATION_FIELDS: [&str; 8] = ["embed", "lab", "theme", "show", "controls", "motion", "title", "lock"];

/// A link read: the scenario, and what a reader should know about how it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Decoded {
    /// Always within all limits: [`Scenario::check`] holds.
    pub scenario: Scenario,
    /// What stands beside it: a change that can be made of it, variants that can be placed, and what it can be migrated to.
    pub beside: Beside,
    /// The drill that it asks for.
    pub drill: Option<Asked>,
    /// What was not taken as it stood; at most 21.
    pub notes: Vec<Note>,
}

/// Reads a query string, with or without the `?` or `#` before it. Any text gives a scenario; an empty one gives the
/// default.
#[must_use]
pub fn decode(query: &str) -> Decoded {
    let query = query.trim_start_matches(['?', '#']);
    let mut notes = Notes::default();
    let characters = query.chars().count();
    if characters > limits::LINK_CHARACTERS {
        notes.add(Note::TooLongToRead { characters });
        return Decoded {
            scenario: Scenario::default(),
            beside: Beside::default(),
            drill: None,
            notes: notes.into_vec(),
        };
    }
    let fields = split(query, &mut notes);
    let scenario = read(&fields, &mut notes);
    let beside = beside::read(&scenario, &|name| fields.get(name).cloned(), &mut notes);
    let drill = drill::read(fields.get("drill"), &mut notes);
    Decoded { scenario, beside, drill, notes: notes.into_vec() }
}

/// The known fields with their values out of percent-encoding.
type Fields = BTreeMap<String, String>;

fn split(query: &str, notes: &mut Notes) -> Fields {
    let parameters = algorithm::all_parameters();
    let mut fields = Fields::new();
    for piece in query.split('&').filter(|piece| !piece.is_empty()) {
        let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
        let name = escape::decode(name).text;
        if PRESENTATION_FIELDS.contains(&name.as_str()) {
            continue;
        }
        if !OWN_FIELDS.contains(&name.as_str()) && !parameters.iter().any(|one| one.field == name) {
            let is_later = LATER_FIELDS.contains(&name.as_str());
            let name = shortened(&name);
            notes.add(if is_later { Note::LaterField(name) } else { Note::UnknownField(name) });
            continue;
        }
        let value = escape::decode(value);
        if value.has_lone_percent {
            notes.add(Note::BadEscape(name.clone()));
        }
        if value.is_not_utf8 {
            notes.add(Note::NotUtf8(name.clone()));
        }
        if fields.insert(name.clone(), value.text).is_some() {
            notes.add(Note::FieldTwice(name));
        }
    }
    fields
}

fn read(fields: &Fields, notes: &mut Notes) -> Scenario {
    let normal = Scenario::default();
    read_version(fields, notes);
    let algorithm = read_algorithm(fields, notes);
    let settings = read_settings(fields, notes);
    let (mut fleet, went) = match fields.get("nodes").map(|text| (text, nodes::read(text, notes))) {
        None => (normal.fleet, Went::default()),
        Some((_, Some(read))) => read,
        Some((text, None)) => {
            notes.add_bad_value("nodes", text, &"It names no node that can serve.");
            (normal.fleet, Went::default())
        }
    };
    vacant::read(&mut fleet, &went, fields.get("vacant"), notes);
    shards::read(&mut fleet, &|name| fields.get(name).cloned(), notes);
    let mut scenario = Scenario { algorithm, settings, fleet, keys: read_keys(fields, notes) };
    fit_system(&mut scenario, notes);
    fit_points(&mut scenario, notes);
    if let Err(error) = scenario.check() {
        // Each part fits by itself and nothing is known to come here; the promise of `Decoded` holds all the same.
        notes.add_bad_value("v", "1", &error);
        return Scenario::default();
    }
    scenario
}

fn read_version(fields: &Fields, notes: &mut Notes) {
    let Some(text) = fields.get("v") else { return };
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<u32>() {
        Ok(VERSION) if is_number => {}
        // More digits than fit are a version too, only a very late one.
        Ok(1..) | Err(_) if is_number => notes.add_first(Note::NewerVersion(shortened(text))),
        _ => notes.add_bad_value("v", text, &"A version is a whole number from 1."),
    }
}

/// A real system comes before an algorithm.
fn read_algorithm(fields: &Fields, notes: &mut Notes) -> Algorithm {
    let among = |field: &str, what: &str, all: &[Algorithm], notes: &mut Notes| {
        let id = fields.get(field)?;
        let found = all.iter().copied().find(|one| one.id == id);
        if found.is_none() {
            let known = all.iter().map(|one| one.id).collect::<Vec<_>>().join(", ");
            notes.add_bad_value(field, id, &format!("{what}: one of {known}."));
        }
        found
    };
    let system = among("sys", "Real system", &system::ALL, notes);
    if system.is_some() && fields.contains_key("alg") {
        notes.add(Note::UnusedField("alg".to_owned()));
        return system.unwrap_or_default();
    }
    system.or_else(|| among("alg", "Algorithm", &algorithm::ALL, notes)).unwrap_or_default()
}

fn read_parameter(parameter: &Parameter, fields: &Fields, notes: &mut Notes) -> Value {
    let Some(text) = fields.get(parameter.field) else { return parameter.default() };
    parameter.read(text).unwrap_or_else(|error| {
        notes.add_bad_value(parameter.field, text, &error);
        parameter.default()
    })
}

fn read_settings(fields: &Fields, notes: &mut Notes) -> Settings {
    let mut settings = Settings::default();
    for parameter in algorithm::all_parameters() {
        let value = read_parameter(parameter, fields, notes);
        if let Err(error) = settings.set(parameter, value) {
            notes.add_bad_value(parameter.field, "", &error);
        }
    }
    // A space of 64 bits needs hashes that fill it.
    let hashing = Hashing::from_settings(&settings);
    let short = [hashing.points, hashing.keys].into_iter().find(|&choice| !can_fill_64_bits(choice));
    if let (1, Some(short)) = (settings.choice(&parameter::SPACE), short) {
        notes.add_bad_value(parameter::SPACE.field, "64", &ScenarioError::NotEnoughBits(short.name()));
        // A default always fits its parameter.
        let _ = settings.set(&parameter::SPACE, parameter::SPACE.default());
    }
    settings
}

fn read_keys(fields: &Fields, notes: &mut Notes) -> Keys {
    if let Some(text) = fields.get("list") {
        match list::read(text) {
            Ok(Listed::Here(keys)) => {
                for name in ["keys", "from", "n"].into_iter().filter(|&name| fields.contains_key(name)) {
                    notes.add(Note::UnusedField(name.to_owned()));
                }
                return Keys::List(keys);
            }
            Ok(Listed::Elsewhere { count, digest }) => notes.add(Note::KeysElsewhere { count, digest }),
            Err(error) => notes.add_bad_value("list", text, &error),
        }
    }
    let (usual, first, count) = usual_pattern();
    let pattern = match fields.get("keys").map(|text| (text, template::check_pattern(text))) {
        None => usual,
        Some((text, Ok(()))) => text.clone(),
        Some((text, Err(error))) => {
            notes.add_bad_value("keys", text, &error);
            usual
        }
    };
    let first = read_count("from", "First value", u32::MAX, fields, notes).unwrap_or(first);
    let count = read_count("n", "Number of keys", limits::KEYS, fields, notes).unwrap_or(count);
    Keys::Pattern { pattern, first, count }
}

/// A whole number, with or without separators, as [`Parameter::read`] takes it.
fn read_count(field: &str, name: &'static str, most: u32, fields: &Fields, notes: &mut Notes) -> Option<u32> {
    let text = fields.get(field)?;
    let digits: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '\u{a0}' | '_')).collect();
    let count = nodes::read_whole(&digits).filter(|&count| count <= most);
    if count.is_none() {
        notes.add_bad_value(field, text, &ParameterError::OutOfRange { name, least: 0, most });
    }
    count
}

/// What a real system refuses, the ring places: that keeps fleet, keys and settings as they are.
fn fit_system(scenario: &mut Scenario, notes: &mut Notes) {
    if let Err(ScenarioError::System(error)) = scenario.check() {
        notes.add_bad_value("sys", scenario.algorithm.id, &error);
        scenario.algorithm = Algorithm::default();
    }
}

/// Lowers the number of virtual nodes until all fit: that keeps the fleet as it is, and its weights in proportion.
fn fit_points(scenario: &mut Scenario, notes: &mut Notes) {
    let Err(ScenarioError::TooManyPoints(points)) = scenario.check() else { return };
    let asked = scenario.settings.count(&ring::VIRTUAL_NODES);
    let fits = ring::virtual_nodes_within(&scenario.fleet, limits::POINTS, asked);
    if scenario.settings.set(&ring::VIRTUAL_NODES, Value::Count(fits)).is_ok() {
        notes.add(Note::TooManyPoints { asked, points, taken: fits });
    }
}
