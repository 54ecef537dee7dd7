//! Reads a vector file, places its keys, and holds the results against those that were recorded.

mod buckets;
mod case;
mod compare;
mod digest;
mod fingerprint2011;
mod hash_word;
mod keys;
mod libraries;
mod metro64;
mod nodes;
mod placement;
mod placement_of;
mod riak;
mod servers;
mod settings;
mod table;

use serde_json::{Map, Value};

pub use compare::Report;
use settings::Settings;

/// Checks a file, given as its text.
///
/// # Errors
/// Where the file is not one that is understood in full: a sentence that names what is not.
pub fn check(text: &str) -> Result<Report, String> {
    let file: Value = serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
    let file = file.as_object().ok_or("the file is not a JSON object")?;
    let empty = Map::new();
    let shared = match file.get("settings") {
        None => return Err("the file has no settings".to_owned()),
        Some(settings) => settings.as_object().ok_or("settings is not an object")?,
    };
    let cases: Vec<&Map<String, Value>> = match shared.get("cases") {
        None => vec![&empty],
        Some(Value::Array(cases)) => {
            let object =
                |case: &'static str| move |value: &Value| value.as_object().is_some().then_some(()).ok_or(case);
            cases.iter().try_for_each(object("an entry of cases is not an object"))?;
            cases.iter().filter_map(Value::as_object).collect()
        }
        Some(_) => return Err("cases is not a list".to_owned()),
    };
    let mut report = Report::default();
    let mut shared_unread: Option<Vec<String>> = None;
    for own in cases {
        let settings = Settings::new(file, shared, own);
        case::check(&settings, &mut report)?;
        if let Some(name) = settings.unread_own().first() {
            return Err(format!("the setting {name} is not known for the id {}", settings.id()?));
        }
        let unread = settings.unread_shared();
        shared_unread = Some(match shared_unread {
            None => unread,
            Some(before) => before.into_iter().filter(|name| unread.contains(name)).collect(),
        });
    }
    match shared_unread.iter().flatten().next() {
        Some(name) => Err(format!("the setting {name} is not known for this id")),
        None if report.owners == 0 => Err("the file has no results to compare".to_owned()),
        None => Ok(report),
    }
}
