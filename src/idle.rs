//! Work that can wait until the browser has nothing better to do.

use wasm_bindgen::{JsCast, closure::Closure};

/// Runs something once the page is idle: after the paint that is due, and after the reader's input.
pub fn when_idle(run: Box<dyn FnOnce()>) {
    let Some(window) = web_sys::window() else { return };
    let run = Closure::once_into_js(run);
    let Some(function) = run.dyn_ref::<js_sys::Function>() else { return };
    // Not every browser has idle callbacks; a timeout at least lets the paint go first.
    if window.request_idle_callback(function).is_err() {
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(function, 0);
    }
}
