//! Lets the browser save something.

use leptos::prelude::document;
use wasm_bindgen::JsCast;

/// Saves what is at an address, such as `data:` or `blob:`, under a name.
pub fn save_file(name: &str, url: &str) {
    let Ok(link) = document().create_element("a") else { return };
    let _ = link.set_attribute("href", url);
    let _ = link.set_attribute("download", name);
    if let Ok(link) = link.dyn_into::<web_sys::HtmlElement>() {
        link.click();
    }
}
