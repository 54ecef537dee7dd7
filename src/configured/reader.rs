//! The module that reads configurations: fetched when it is first needed, by a function that the page was given.

use std::cell::RefCell;

use js_sys::{Error, Function, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::answer::Answer;

thread_local! {
    static LOADER: RefCell<Option<Function>> = const { RefCell::new(None) };
    static READER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// From now on the module is fetched by this function, which gives a promise of the module's own function.
pub fn use_loader(load: Option<Function>) {
    LOADER.set(load);
    READER.set(None);
}

/// Fetches the module, unless it is there.
///
/// # Errors
/// Why it did not come: a sentence. It can be asked for again.
pub async fn fetch() -> Result<(), String> {
    if READER.with_borrow(Option::is_some) {
        return Ok(());
    }
    let load = LOADER.with_borrow(Clone::clone).ok_or("There is nothing to fetch it with.")?;
    let promise = load.call0(&JsValue::NULL).map_err(|error| reason(&error))?;
    let reader = JsFuture::from(Promise::resolve(&promise)).await.map_err(|error| reason(&error))?;
    READER.set(Some(reader.dyn_into().map_err(|error| reason(&error))?));
    Ok(())
}

/// Reads a text, in a format by its id or in the one that it seems to have. The module must be there.
///
/// # Errors
/// Why it cannot: a sentence.
pub fn read(text: &str, format: Option<&str>) -> Result<Answer, String> {
    let reader = READER.with_borrow(Clone::clone).ok_or("What reads configurations is not there yet.")?;
    let format = format.map_or(JsValue::UNDEFINED, JsValue::from_str);
    reader.call2(&JsValue::NULL, &text.into(), &format).map(Answer::from_object).map_err(|error| reason(&error))
}

fn reason(error: &JsValue) -> String {
    match error.dyn_ref::<Error>() {
        Some(error) => error.message().into(),
        None => error.as_string().unwrap_or_default(),
    }
}
