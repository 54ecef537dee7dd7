//! JavaScript values read with care: they may be anything, throw when they are looked at, or contain themselves.
//! Nothing here goes deeper than what is asked for, so no cycle can hold it up.

use std::fmt::Display;

use js_sys::{Array, Error, Object, Reflect};
use placement::number::thousands;
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

/// The kinds of fault, as `code` says them. They never change.
#[derive(Clone, Copy)]
pub enum Code {
    /// A name that is not known.
    UnknownName,
    /// A value of another kind than the one that is asked for.
    WrongKind,
    /// A value of the right kind that cannot be taken.
    BadValue,
    /// More than can be placed.
    TooMuch,
}

impl Code {
    fn text(self) -> &'static str {
        match self {
            Self::UnknownName => "unknown-name",
            Self::WrongKind => "wrong-kind",
            Self::BadValue => "bad-value",
            Self::TooMuch => "too-much",
        }
    }
}

/// An `Error` that says where and what.
pub fn error(code: Code, field: &str, message: &dyn Display) -> JsValue {
    let error = Error::new(&if field.is_empty() { message.to_string() } else { format!("{field}: {message}") });
    // A fresh object takes properties.
    let _ = Reflect::set(&error, &"code".into(), &code.text().into());
    let _ = Reflect::set(&error, &"field".into(), &field.into());
    error.into()
}

pub fn wrong_kind(field: &str, wanted: &str) -> JsValue {
    error(Code::WrongKind, field, &format!("{wanted} is wanted."))
}

/// The same error as of a part of what was given: `nodes[1]` is `after.nodes[1]`. What is none of ours stays as it is.
pub fn within(part: &str, fault: JsValue) -> JsValue {
    let text = |name: &str| Reflect::get(&fault, &name.into()).ok().and_then(|value| value.as_string());
    if let (Some(_), Some(field), Some(message)) = (text("code"), text("field"), text("message")) {
        let (named, rest) = match message.strip_prefix("options") {
            Some(rest) if field == "options" => (part.to_owned(), format!("{part}{rest}")),
            _ => (format!("{part}.{field}"), format!("{part}.{message}")),
        };
        let _ = Reflect::set(&fault, &"field".into(), &named.into());
        let _ = Reflect::set(&fault, &"message".into(), &rest.into());
    }
    fault
}

/// A plain object for JavaScript: what there is none of is null, and numbers of 64 bits are a `bigint` each.
pub fn plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::new()
        .serialize_missing_as_null(true)
        .serialize_large_number_types_as_bigints(true);
    value.serialize(&serializer).map_err(JsValue::from)
}

/// The properties of a plain object by name, those left undefined aside. Only its own: what it inherits is not meant
/// for here.
pub fn properties(value: &JsValue, field: &str) -> Result<Vec<(String, JsValue)>, JsValue> {
    let fault = || wrong_kind(field, "A plain object");
    // An array, a map, a date or an instance of a class has a prototype that has one itself.
    if !value.is_object() || value.is_function() {
        return Err(fault());
    }
    let object: &Object = value.unchecked_ref();
    let prototype: JsValue = Reflect::get_prototype_of(object)?.into();
    if !prototype.is_null() && !JsValue::from(Reflect::get_prototype_of(&prototype)?).is_null() {
        return Err(fault());
    }
    let mut properties = Vec::new();
    for name in Reflect::own_keys(object)?.iter() {
        let property = Reflect::get(object, &name)?;
        // A symbol is nobody's option.
        if let Some(name) = name.as_string().filter(|_| !property.is_undefined()) {
            properties.push((name, property));
        }
    }
    Ok(properties)
}

/// Calls `each` with every item of an array that is not longer than `most`.
pub fn for_each_item(
    value: &JsValue,
    field: &str,
    most: usize,
    each: &mut dyn FnMut(usize, &JsValue) -> Result<(), JsValue>,
) -> Result<(), JsValue> {
    if !value.is_instance_of::<Array>() {
        return Err(wrong_kind(field, "An array"));
    }
    // Guarded throughout: length and items may be getters that throw.
    let length = Reflect::get(value, &"length".into())?.as_f64().unwrap_or(0.0) as usize;
    if length > most {
        let message = format!("Up to {} can be placed.", thousands(most as u64));
        return Err(error(Code::TooMuch, field, &message));
    }
    (0..length).try_for_each(|at| each(at, &Reflect::get_u32(value, at as u32)?))
}

/// A text.
pub fn text(value: &JsValue, field: &str) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| wrong_kind(field, "A text"))
}

/// A boolean.
pub fn boolean(value: &JsValue, field: &str) -> Result<bool, JsValue> {
    value.as_bool().ok_or_else(|| wrong_kind(field, "true or false"))
}

/// A whole number from 0 to `most`.
pub fn whole(value: &JsValue, field: &str, most: u32) -> Result<u32, JsValue> {
    let number = value.as_f64().ok_or_else(|| wrong_kind(field, "A number"))?;
    if number.fract() == 0.0 && (0.0..=f64::from(most)).contains(&number) {
        return Ok(number as u32);
    }
    let most = thousands(most);
    Err(error(Code::BadValue, field, &format!("A whole number from 0 to {most} is wanted.")))
}
