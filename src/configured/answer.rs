//! What the module that reads configurations answers: `crates/configuration-module/src/types.d.ts` declares it.

use js_sys::{Array, Uint32Array};
use placement::{servers::Server, weight::Weight};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use super::{Field, Reading};

#[wasm_bindgen]
extern "C" {
    /// The whole of it.
    #[derive(Clone)]
    type Whole;
    #[wasm_bindgen(method, getter, structural)]
    fn format(this: &Whole) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn refused(this: &Whole) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn readings(this: &Whole) -> Array;
    #[wasm_bindgen(method, getter, structural)]
    fn lines(this: &Whole) -> Lines;

    type Lines;
    #[wasm_bindgen(method, getter, structural)]
    fn marks(this: &Lines) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn texts(this: &Lines) -> Array;
    #[wasm_bindgen(method, getter, structural)]
    fn words(this: &Lines) -> Array;

    type One;
    #[wasm_bindgen(method, getter, structural)]
    fn title(this: &One) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn system(this: &One) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn why(this: &One) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn fields(this: &One) -> Array;
    #[wasm_bindgen(method, getter, structural)]
    fn servers(this: &One) -> Servers;
    #[wasm_bindgen(method, getter, structural)]
    fn notes(this: &One) -> Vec<String>;

    type OneField;
    #[wasm_bindgen(method, getter, structural)]
    fn name(this: &OneField) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn value(this: &OneField) -> String;
    #[wasm_bindgen(method, getter, structural, js_name = words)]
    fn said(this: &OneField) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn needed(this: &OneField) -> bool;

    type Servers;
    #[wasm_bindgen(method, getter, structural)]
    fn names(this: &Servers) -> Vec<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn weights(this: &Servers) -> Uint32Array;
    #[wasm_bindgen(method, getter, structural)]
    fn ids(this: &Servers) -> Uint32Array;
    #[wasm_bindgen(method, getter, structural)]
    fn ups(this: &Servers) -> String;
}

/// A text that was read.
#[derive(Default)]
pub struct Answer {
    /// The id of the format; `None` where none was recognised.
    pub format: Option<String>,
    /// Why nothing was read.
    pub refused: Option<String>,
    /// What stands in it.
    pub readings: Vec<Reading>,
    /// What became of each line: `r` read, `i` ignored, `u` unreadable, `.` nothing to say of it.
    pub marks: String,
    /// The places of the lines that could not be read, from 0.
    pub bad: Vec<u32>,
    /// Its first characters, and what became of it in words; they stay where they are, for few are ever looked at.
    texts: Array,
    words: Array,
}

impl Answer {
    /// From the object that the module gave.
    #[must_use]
    pub fn from_object(object: JsValue) -> Self {
        let whole: Whole = object.unchecked_into();
        let lines = whole.lines();
        let marks = lines.marks();
        Self {
            format: whole.format(),
            refused: whole.refused(),
            readings: whole.readings().iter().map(|one| reading(&one.unchecked_into())).collect(),
            bad: marks.bytes().zip(0..).filter(|line| line.0 == b'u').map(|line| line.1).collect(),
            marks,
            texts: lines.texts(),
            words: lines.words(),
        }
    }

    /// The text and the words of a line, by its place from 0.
    #[must_use]
    pub fn line(&self, place: usize) -> (String, String) {
        let at = |all: &Array| all.get(place as u32).as_string().unwrap_or_default();
        (at(&self.texts), at(&self.words))
    }
}

fn reading(one: &One) -> Reading {
    let field = |field: OneField| Field {
        name: field.name(),
        value: field.value(),
        words: field.said(),
        needed: field.needed(),
    };
    let all = one.servers();
    let (weights, ids, ups) = (all.weights().to_vec(), all.ids().to_vec(), all.ups());
    let server = |(((name, weight), id), up): (((String, u32), u32), u8)| Server {
        name,
        weight: Weight::from_hundredths(weight.saturating_mul(100)).unwrap_or(Weight::MAX),
        up: up == b'+',
        id: (id > 0).then_some(id),
    };
    Reading {
        title: one.title(),
        system: one.system().ok_or_else(|| one.why().unwrap_or_default()),
        fields: one.fields().iter().map(|one| field(one.unchecked_into())).collect(),
        servers: all.names().into_iter().zip(weights).zip(ids).zip(ups.bytes()).map(server).collect(),
        notes: one.notes(),
    }
}
