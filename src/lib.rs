//! Ringscope's page. Loading this module mounts nothing: `public/boot.js` asks for it, so a worker or Node can use the
//! same module without a document.

pub mod a11y;
pub mod apart;
pub mod app;
pub mod canvas;
pub mod cell_walk;
pub mod charts;
pub mod compare;
pub mod component;
pub mod configured;
pub mod csv;
pub mod drills;
pub mod embed;
pub mod finding;
pub mod help;
pub mod idle;
pub mod interface;
pub mod json;
pub mod key_walk;
pub mod lab;
pub mod listing;
pub mod lookup;
pub mod lookup_file;
pub mod migrate;
pub mod moved_file;
pub mod movement_show;
pub mod movement_words;
pub mod observer;
pub mod one_key;
pub mod picture;
pub mod price;
pub mod react;
pub mod report;
pub mod rows;
pub mod saved_tables;
pub mod scenario_file;
pub mod shards;
pub mod share;
pub mod store;
pub mod system_card;
pub mod url;
pub mod view;
pub mod work;

use leptos::prelude::*;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};

/// Mounts the page inside `element`. Where `make_worker` is given it makes the worker that places keys when that takes
/// long; otherwise the page does it in slices. Where `load_reader` is given it fetches what reads configurations and gives
/// a promise of its function `read`; otherwise the page cannot read any. What it returns is a function without arguments
/// that takes the page out again, with all that it listens to; to be called at most once.
#[wasm_bindgen(unchecked_return_type = "() => void")]
pub fn mount(
    element: web_sys::HtmlElement,
    make_worker: Option<js_sys::Function>,
    load_reader: Option<js_sys::Function>,
) -> wasm_bindgen::JsValue {
    work::use_workers(make_worker);
    configured::reader::use_loader(load_reader);
    std::panic::set_hook(Box::new(a11y::report_panic));
    let page = mount_to(element, || view! { <app::App /> });
    Closure::once_into_js(move || drop(page))
}
