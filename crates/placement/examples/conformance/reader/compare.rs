//! What was recorded beside what was placed, counted.

use serde_json::Value;

/// The outcome of a file.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many owners, slots, points, table entries, ranges or hash values there are to compare.
    pub owners: usize,
    /// How many of them are the same.
    pub reproduced: usize,
    /// A sentence for each that is not.
    pub mismatches: Vec<String>,
}

impl Report {
    /// Compares one result; `found` is what was placed.
    pub fn compare(&mut self, what: &str, recorded: &Value, found: &Value) {
        self.count(is_same(recorded, found), || format!("{what}: recorded {recorded}, placed {found}"));
    }

    /// Counts one result.
    pub fn count(&mut self, is_reproduced: bool, mismatch: impl Fn() -> String) {
        self.owners += 1;
        if is_reproduced {
            self.reproduced += 1;
        } else {
            self.mismatches.push(mismatch());
        }
    }

    /// Compares two lists, entry by entry; entries that only one of them has are not the same.
    pub fn compare_lists(&mut self, what: &str, recorded: &[Value], found: &[Value]) {
        for at in 0..recorded.len().max(found.len()) {
            let [left, right] = [recorded, found].map(|list| list.get(at).unwrap_or(&Value::Null));
            let is_missing = at >= recorded.len() || at >= found.len();
            let mismatch = || format!("{what}, entry {at}: recorded {left}, placed {right}");
            self.count(!is_missing && is_same(left, right), mismatch);
        }
    }
}

/// Numbers may be written as such or as decimal strings.
fn is_same(recorded: &Value, found: &Value) -> bool {
    match (recorded, found) {
        (Value::Array(recorded), Value::Array(found)) => {
            recorded.len() == found.len() && recorded.iter().zip(found).all(|(a, b)| is_same(a, b))
        }
        (Value::String(text), Value::Number(number)) | (Value::Number(number), Value::String(text)) => {
            *text == number.to_string()
        }
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64() && a.as_u64().is_none(),
        _ => recorded == found,
    }
}

/// A list that a file must have here.
pub fn list<'a>(value: &'a Value, what: &str) -> Result<&'a [Value], String> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| format!("{what} is not a list"))
}
