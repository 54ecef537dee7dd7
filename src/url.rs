//! The address bar and the scenario: read once at the start, replaced after each settled change. It never adds to the
//! browser's own history: undo is the page's.

use wasm_bindgen::JsValue;

/// The query of the address, without its question mark; empty where there is no window.
#[must_use]
pub fn query() -> String {
    let search = web_sys::window().and_then(|window| window.location().search().ok()).unwrap_or_default();
    search.strip_prefix('?').unwrap_or(&search).to_owned()
}

/// The value of a field of the address that is no part of the scenario; plain letters, digits and dots.
#[must_use]
pub fn field(name: &str) -> Option<String> {
    let query = query();
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.rfind(|pair| pair.0 == name).map(|pair| pair.1.to_owned())
}

/// Replaces the query. Where the browser forbids it (some sandboxed frames) the page works on without.
pub fn replace_query(query: &str) {
    let Some(history) = web_sys::window().and_then(|window| window.history().ok()) else { return };
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("?{query}")));
}

/// The whole address as a link to pass on, with another query where one is given.
#[must_use]
pub fn address(query: Option<&str>) -> String {
    let address = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    let Some(query) = query else { return address };
    let end = address.find(['?', '#']).unwrap_or(address.len());
    let base = address.get(..end).unwrap_or(&address);
    if query.is_empty() { base.to_owned() } else { format!("{base}?{query}") }
}
