//! Ringscope's page. Loading this module mounts nothing: `public/boot.js` asks for it,
//! so a worker or Node can use the same module without a document.

use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;

/// Mounts the page inside `element`.
#[wasm_bindgen]
pub fn mount(element: web_sys::HtmlElement) {
    mount_to(element, || view! { <h1>"Ringscope"</h1> }).forget();
}
