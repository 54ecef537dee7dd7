//! The tables in a page.

use wasm_bindgen::prelude::wasm_bindgen;

/// The titles of all tables.
#[wasm_bindgen]
pub fn titles() -> Vec<String> {
    crate::titles()
}

/// Makes a table and gives it as JSON; nothing where no table has this title.
#[wasm_bindgen]
pub fn run(title: &str) -> Option<String> {
    crate::run(title)
}
