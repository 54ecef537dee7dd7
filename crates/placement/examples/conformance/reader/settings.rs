//! The settings of one case, and which of them were asked for: what nobody asks for is not known.

use std::{cell::RefCell, collections::BTreeSet};

use serde_json::{Map, Value};

/// A case's own settings over those of its file.
pub struct Settings<'a> {
    file: &'a Map<String, Value>,
    shared: &'a Map<String, Value>,
    own: &'a Map<String, Value>,
    read: RefCell<BTreeSet<String>>,
}

impl<'a> Settings<'a> {
    pub fn new(file: &'a Map<String, Value>, shared: &'a Map<String, Value>, own: &'a Map<String, Value>) -> Self {
        let read = RefCell::new(["cases", "id"].map(str::to_owned).into());
        Self { file, shared, own, read }
    }

    /// The rule that the results follow.
    pub fn id(&self) -> Result<&'a str, String> {
        let id = self.own.get("id").or_else(|| self.shared.get("id")).or_else(|| self.file.get("id"));
        id.and_then(Value::as_str).ok_or_else(|| "the file has no id".to_owned())
    }

    /// A field of the file itself.
    pub fn field(&self, name: &str) -> Option<&'a Value> {
        self.file.get(name)
    }

    /// The nodes: those of the case, or else those of the file.
    pub fn nodes(&self) -> Option<&'a Value> {
        self.get("nodes").or_else(|| self.field("nodes"))
    }

    /// What a path of names leads to from the top of the file; a name applied to a list goes into each element.
    pub fn at_path(&self, path: &[String]) -> Result<Value, String> {
        let (first, rest) = path.split_first().ok_or("a path is empty")?;
        let missing = |name: &str| format!("the file has no {name} at {}", path.join(" / "));
        let mut value = self.field(first).ok_or_else(|| missing(first))?.clone();
        for name in rest {
            value = inside(&value, name).ok_or_else(|| missing(name))?;
        }
        Ok(value)
    }

    /// A setting, and from now on it is known.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.read.borrow_mut().insert(name.to_owned());
        self.own.get(name).or_else(|| self.shared.get(name)).filter(|value| !value.is_null())
    }

    pub fn text(&self, name: &str) -> Result<Option<&'a str>, String> {
        self.typed(name, "a string", Value::as_str)
    }

    pub fn text_or(&self, name: &str, default: &'a str) -> Result<&'a str, String> {
        Ok(self.text(name)?.unwrap_or(default))
    }

    pub fn flag(&self, name: &str) -> Result<Option<bool>, String> {
        self.typed(name, "true or false", Value::as_bool)
    }

    pub fn whole(&self, name: &str) -> Result<Option<u64>, String> {
        self.typed(name, "a whole number from 0 on", whole)
    }

    pub fn whole_or(&self, name: &str, default: u32) -> Result<u32, String> {
        let number = self.whole(name)?.unwrap_or(default.into());
        u32::try_from(number).map_err(|_| format!("the setting {name} is too large: {number}"))
    }

    /// A whole number that has to be there.
    pub fn whole_given(&self, name: &str) -> Result<u32, String> {
        if self.get(name).is_none() {
            return Err(format!("the setting {name} is missing for the id {}", self.id()?));
        }
        self.whole_or(name, 0)
    }

    pub fn number(&self, name: &str) -> Result<Option<f64>, String> {
        self.typed(name, "a number", Value::as_f64)
    }

    /// A list of strings, empty where there is none.
    pub fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        let texts = |value: &'a Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
        };
        Ok(self.typed(name, "a list of strings", texts)?.unwrap_or_default())
    }

    /// A list of whole numbers, empty where there is none.
    pub fn wholes(&self, name: &str) -> Result<Vec<u64>, String> {
        let numbers = |value: &'a Value| -> Option<Vec<u64>> { value.as_array()?.iter().map(whole).collect() };
        Ok(self.typed(name, "a list of whole numbers", numbers)?.unwrap_or_default())
    }

    fn typed<T>(&self, name: &str, kind: &str, read: impl Fn(&'a Value) -> Option<T>) -> Result<Option<T>, String> {
        let Some(value) = self.get(name) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| format!("the setting {name} is not {kind}: {value}"))
    }

    /// Settings of the case itself that nobody asked for.
    pub fn unread_own(&self) -> Vec<String> {
        self.unread(self.own)
    }

    /// Settings of the file that nobody asked for in this case.
    pub fn unread_shared(&self) -> Vec<String> {
        self.unread(self.shared)
    }

    fn unread(&self, settings: &Map<String, Value>) -> Vec<String> {
        settings.keys().filter(|name| !self.read.borrow().contains(*name)).cloned().collect()
    }
}

/// A whole number, as a JSON number or in decimal.
pub fn whole(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => {
            number.as_u64().or_else(|| number.as_f64().filter(|&n| n >= 0.0 && n.fract() == 0.0).map(|n| n as u64))
        }
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

fn inside(value: &Value, name: &str) -> Option<Value> {
    match value {
        Value::Array(list) => {
            list.iter().map(|value| inside(value, name)).collect::<Option<Vec<_>>>().map(Value::Array)
        }
        Value::Object(object) => object.get(name).cloned(),
        _ => None,
    }
}
