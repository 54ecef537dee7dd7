//! Copying a text. Where the clipboard is closed, as in a frame without permission, the caller shows the text to be copied
//! by hand.

use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

/// Copies a text, and tells whether that was possible.
pub fn copy(text: String, then: Box<dyn FnOnce(bool)>) {
    let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
    spawn_local(async move {
        let done = match clipboard.filter(|clipboard| !clipboard.is_undefined()) {
            Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
            None => false,
        };
        then(done);
    });
}
