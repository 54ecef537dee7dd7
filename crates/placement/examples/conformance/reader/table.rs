//! Tables: the place of a member in every slot.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{
    compare::{Report, list},
    placement::Placement,
    settings::Settings,
};

/// A table in full, or its first 256 slots, and the SHA-256 of all indices in decimal with commas between them.
pub fn compare(
    settings: &Settings,
    report: &mut Report,
    placement: &Placement,
    what: &str,
    recorded: Option<&Value>,
) -> Result<(), String> {
    let table =
        placement.table.as_ref().ok_or_else(|| format!("the id {} has no table", settings.id().unwrap_or("")))?;
    let placed: Vec<Value> = table.iter().map(|&place| Value::from(place)).collect();
    let recorded = recorded.ok_or("there is no table")?;
    let Some(fields) = recorded.as_object() else {
        report.compare_lists(what, list(recorded, what)?, &placed);
        if let Some(sum) = settings.field("sha256") {
            report.compare(&format!("{what}, sha256"), sum, &Value::from(sum_of(table)));
        }
        return Ok(());
    };
    let mut found = false;
    for (field, entries) in [("table", placed.len()), ("table_first_256", placed.len().min(256))] {
        if let Some(recorded) = fields.get(field) {
            found = true;
            report.compare_lists(&format!("{what} / {field}"), list(recorded, what)?, &placed[..entries]);
        }
    }
    if let Some(sum) = fields.get("sha256") {
        found = true;
        report.compare(&format!("{what} / sha256"), sum, &Value::from(sum_of(table)));
    }
    if found { Ok(()) } else { Err(format!("{what} has no table, table_first_256 or sha256")) }
}

fn sum_of(table: &[usize]) -> String {
    let text: Vec<String> = table.iter().map(ToString::to_string).collect();
    Sha256::digest(text.join(",")).iter().map(|byte| format!("{byte:02x}")).collect()
}
