//! Lets the browser save something.

use std::time::Duration;

use leptos::prelude::{document, set_timeout};
use wasm_bindgen::JsCast;

use crate::moved_file::Form;

/// So long a file is kept for the browser to save it.
const KEPT: Duration = Duration::from_secs(60);

/// Saves what is at an address, such as `data:` or `blob:`, under a name.
pub fn save_file(name: &str, url: &str) {
    let Ok(link) = document().create_element("a") else { return };
    let _ = link.set_attribute("href", url);
    let _ = link.set_attribute("download", name);
    if let Ok(link) = link.dyn_into::<web_sys::HtmlElement>() {
        link.click();
    }
}

/// Saves texts, one after the other, as a file of a form; its name without the ending.
pub fn save_texts(name: &str, form: Form, texts: &js_sys::Array) {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(form.media_type());
    let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(texts, &options) else { return };
    let Ok(url) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    save_file(&format!("{name}.{}", form.ending()), &url);
    set_timeout(
        move || {
            let _ = web_sys::Url::revoke_object_url(&url);
        },
        KEPT,
    );
}
