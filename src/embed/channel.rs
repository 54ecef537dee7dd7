//! Messages between a figure and the page around it. Only the parent window is heard; what it says is read field by field
//! into typed Rust, and what does not fit is answered with the field and a sentence. Nothing that is said is secret, so it is
//! said to whatever page is around.

use js_sys::Reflect;
use leptos::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::JsValue;
use web_sys::Window;

use super::{
    message::{FIELDS, Fault, Fields, Message, VERSION},
    presentation::Presentation,
    said::Results,
};
use crate::{a11y, lab::Options, store::Store};

/// The window around, where there is one.
fn parent() -> Option<Window> {
    let window = web_sys::window()?;
    let parent = window.parent().ok().flatten()?;
    (JsValue::from(&parent) != JsValue::from(&window)).then_some(parent)
}

/// Says something to the page around.
fn say(kind: &str, body: &impl Serialize) {
    let Some(parent) = parent() else { return };
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    let Ok(message) = body.serialize(&serializer) else { return };
    // A fresh object takes properties.
    let _ = Reflect::set(&message, &"ringscope".into(), &VERSION.into());
    let _ = Reflect::set(&message, &"type".into(), &kind.into());
    let _ = parent.post_message(&message, "*");
}

#[derive(Serialize)]
struct Ready<'a> {
    version: &'a str,
    height: u32,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    results: JsValue,
}

#[derive(Serialize)]
struct Height {
    height: u32,
}

#[derive(Serialize)]
struct Refused<'a> {
    code: &'a str,
    field: &'a str,
    message: &'a str,
}

/// Asks a figure in a frame of ours to show another link.
pub fn ask(figure: &Window, query: &str) {
    let message = js_sys::Object::new();
    for (name, value) in [("ringscope", VERSION.into()), ("type", JsValue::from("set")), ("query", query.into())] {
        // A fresh object takes properties.
        let _ = Reflect::set(&message, &name.into(), &value);
    }
    let _ = figure.post_message(&message, "*");
}

/// The figure is there, so many CSS px high if nothing holds it back.
pub fn say_ready(store: Store, height: u32) {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    let results = results(store).serialize(&serializer).unwrap_or(JsValue::NULL);
    say("ready", &Ready { version: env!("CARGO_PKG_VERSION"), height, results });
}

/// The figure would have another height, in CSS px.
pub fn say_height(height: u32) {
    say("resize", &Height { height });
}

/// Something else is on show.
pub fn say_change(store: Store) {
    say("change", &results(store));
}

fn results(store: Store) -> Results {
    let query = store.query().unwrap_or_default();
    store.view().with_untracked(|view| Results::of(view, query))
}

/// Listens for as long as the figure is there.
pub fn listen(store: Store) {
    let heard = window_event_listener(leptos::ev::message, move |event| {
        let is_parent =
            parent().zip(event.source()).is_some_and(|(parent, source)| JsValue::from(parent) == JsValue::from(source));
        if !is_parent || !is_ours(&event.data()) {
            return;
        }
        if let Err(fault) = read(&event.data()).and_then(|message| carry_out(store, message)) {
            say("error", &Refused { code: fault.code, field: &fault.field, message: &fault.sentence });
        }
    });
    on_cleanup(move || heard.remove());
}

/// Is it an object with the field that names us? Anything else is said to somebody else.
fn is_ours(data: &JsValue) -> bool {
    data.is_object() && Reflect::has(data, &"ringscope".into()).unwrap_or(false)
}

/// A message of plain fields. What is no field of a message is not looked into, so nothing that it holds can hold us up.
fn read(data: &JsValue) -> Result<Message, Fault> {
    let version: f64 = field(data, "ringscope", "The number 1, the version of the messages,")?.unwrap_or_default();
    if version != f64::from(VERSION) {
        let sentence = format!("ringscope: messages are of version {VERSION}.");
        return Err(Fault::value("ringscope", sentence));
    }
    let names = Reflect::own_keys(data).map_err(|_| Fault::kind("ringscope", "A plain object"))?;
    for name in names.iter().filter_map(|name| name.as_string()) {
        if !matches!(name.as_str(), "ringscope" | "type") && !FIELDS.contains(&name.as_str()) {
            let sentence = format!("A message has no field “{}”.", placement::link::quoted(&name));
            return Err(Fault::unknown(&name, sentence));
        }
    }
    let text = |name: &str| field::<String>(data, name, "A text");
    Message::new(&Fields {
        kind: text("type")?.ok_or_else(|| Fault::kind("type", "A text"))?,
        query: text("query")?,
        command: text("command")?,
        name: text("name")?,
        weight: field(data, "weight", "A number")?,
        theme: text("theme")?,
    })
}

/// A field of one kind; nothing where it is missing.
fn field<T: DeserializeOwned>(data: &JsValue, name: &str, wanted: &str) -> Result<Option<T>, Fault> {
    let value = Reflect::get(data, &name.into()).unwrap_or(JsValue::UNDEFINED);
    if value.is_undefined() {
        return Ok(None);
    }
    // An object is no text and no number, whatever it holds.
    let plain = if value.is_object() { None } else { serde_wasm_bindgen::from_value(value).ok() };
    plain.map(Some).ok_or_else(|| Fault::kind(name, wanted))
}

fn carry_out(store: Store, message: Message) -> Result<(), Fault> {
    if let Some(command) = message.command(&store.scenario().fleet)? {
        return store.dispatch(command).map_err(|error| Fault::value("command", error.to_string()));
    }
    match message {
        Message::Set(query) => set(store, &query),
        Message::Undo if store.can_undo().get_untracked() => {
            store.undo();
            Ok(())
        }
        Message::Undo => Err(Fault::value("command", "There is nothing to undo.".into())),
        Message::Theme(theme) => {
            store.set_theme(theme);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Another link: it stays a figure, whatever the link says. What of it is not taken is shown as notes, and said.
fn set(store: Store, query: &str) -> Result<(), Fault> {
    let (presentation, mut notes) = Presentation::read(&format!("{query}&embed=1")).unwrap_or_default();
    let lab = placement::link::fields(query).filter(|field| field.0 == "lab").last();
    notes.extend(store.open(query, lab.and_then(|(_, text)| Options::read(&text))));
    store.present(presentation, notes.clone());
    match notes.is_empty() {
        true => Ok(()),
        false => Err(Fault::value("query", notes.join(" "))),
    }
}

/// What is needed of the page for a presentation before it is drawn.
pub fn prepare(presentation: &Presentation) {
    a11y::keep_still(presentation.still);
    let Some(root) = document().document_element() else { return };
    let _ = root.toggle_attribute_with_force("data-embed", true);
    let _ = root.toggle_attribute_with_force("data-still", presentation.still);
}
