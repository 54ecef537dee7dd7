//! Configurations of real systems for JavaScript: a text in, a plain object out. The page fetches this module when the
//! dialog that needs it is opened; `src/configured/answer.rs` reads what it answers.

use configuration::{Configuration, Format, Plan, Reading, Told, guess, read_as};
use js_sys::{JsString, Uint32Array};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The declarations that TypeScript users see.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Reads a text, in the format that it seems to have or in a given one. `types.d.ts` says what comes out.
///
/// # Errors
/// An `Error` where there is no format of that id, and where the object cannot be made.
#[wasm_bindgen(skip_typescript)]
pub fn read(text: &str, format: Option<String>) -> Result<JsValue, JsValue> {
    let configuration = match format {
        None => configuration::read(text),
        Some(id) => {
            let known = Format::ALL.into_iter().find(|format| format.id() == id);
            let known = known.ok_or_else(|| js_sys::Error::new(&format!("There is no format “{id}”.")))?;
            read_as(known, text)
        }
    };
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Answer::of(&configuration).serialize(&serializer).map_err(JsValue::from)
}

/// The id of the format that a text seems to have, if it has any.
#[wasm_bindgen(skip_typescript, js_name = formatOf)]
#[must_use]
pub fn format_of(text: &str) -> Option<String> {
    guess(text).map(|format| format.id().to_owned())
}

#[derive(Serialize)]
struct Answer<'a> {
    format: Option<&'static str>,
    refused: Option<&'a str>,
    readings: Vec<ReadingOut<'a>>,
    lines: Lines,
}

/// Fifty thousand lines as three values: objects for each would take longer than the reading.
#[derive(Serialize)]
struct Lines {
    marks: String,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    texts: JsValue,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    words: JsValue,
}

#[derive(Serialize)]
struct ReadingOut<'a> {
    title: String,
    line: u32,
    key: Option<&'a str>,
    system: Option<&'static str>,
    why: Option<String>,
    fields: Vec<FieldOut>,
    servers: Servers,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct FieldOut {
    name: &'static str,
    value: String,
    words: String,
    needed: bool,
}

#[derive(Serialize)]
struct Servers {
    names: Vec<String>,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    weights: Uint32Array,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    ids: Uint32Array,
    ups: String,
}

impl<'a> Answer<'a> {
    fn of(read: &'a Configuration) -> Self {
        Self {
            format: read.format.map(Format::id),
            refused: read.refused.as_deref(),
            readings: read.readings.iter().map(reading).collect(),
            lines: Lines {
                marks: read.lines.iter().map(|line| mark(&line.told)).collect(),
                texts: split(read.lines.iter().map(|line| line.text.as_str())),
                words: split(read.lines.iter().map(|line| line.told.words())),
            },
        }
    }
}

fn reading(reading: &Reading) -> ReadingOut<'_> {
    let (plan, why) = match Plan::of(reading) {
        Ok(plan) => (plan, None),
        Err(why) => (Plan { notes: reading.remarks.clone(), ..Plan::default() }, Some(why)),
    };
    let weights: Vec<u32> = plan.servers.iter().map(|server| server.weight).collect();
    let ids: Vec<u32> = plan.servers.iter().map(|server| server.id.unwrap_or(0)).collect();
    let field = |field: configuration::Field| FieldOut {
        name: field.name,
        value: field.value,
        words: field.words,
        needed: field.needed,
    };
    ReadingOut {
        title: reading.title(),
        line: u32::try_from(reading.line).unwrap_or(u32::MAX),
        key: reading.key.as_deref(),
        system: why.is_none().then_some(plan.system),
        why,
        fields: plan.fields.into_iter().map(field).collect(),
        servers: Servers {
            ups: plan.servers.iter().map(|server| if server.up { '+' } else { '-' }).collect(),
            names: plan.servers.into_iter().map(|server| server.name).collect(),
            weights: Uint32Array::from(&weights[..]),
            ids: Uint32Array::from(&ids[..]),
        },
        notes: plan.notes,
    }
}

fn mark(told: &Told) -> char {
    match told {
        Told::Read(_) => 'r',
        Told::Unreadable(_) => 'u',
        Told::Ignored(words) if words.is_empty() => '.',
        Told::Ignored(_) => 'i',
    }
}

/// An array of strings, made of one: to hand over each by itself would take ten times as long.
fn split<'a>(texts: impl Iterator<Item = &'a str>) -> JsValue {
    let mut joined = String::new();
    let mut count = 0;
    for text in texts {
        if count > 0 {
            joined.push('\n');
        }
        count += 1;
        // A line has no end of line in it; what is said of one has none either, but that is another crate's affair.
        joined.extend(text.chars().map(|c| if c == '\n' { ' ' } else { c }));
    }
    if count == 0 { js_sys::Array::new().into() } else { JsString::from(joined).split("\n").into() }
}
