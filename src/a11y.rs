//! What the page tells people who do not look at it, and what it asks of their settings.

use std::{panic::PanicHookInfo, time::Duration};

use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// How long the page must be quiet before a change is announced: one message for one gesture.
const QUIET: Duration = Duration::from_millis(500);

thread_local! {
    static PENDING: std::cell::RefCell<Option<TimeoutHandle>> = const { std::cell::RefCell::new(None) };
    static STILL: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Announces a text once nothing else has been announced for half a second. The region is emptied first: a text that
/// is the same as the one before would not be read again.
pub fn announce(region: RwSignal<String>, text: String) {
    region.set(String::new());
    PENDING.with_borrow_mut(|pending| {
        if let Some(timeout) = pending.take() {
            timeout.clear();
        }
        *pending = set_timeout_with_handle(move || region.set(text), QUIET).ok();
    });
}

/// Does a media query hold? False where there is no window.
#[must_use]
pub fn media_matches(query: &str) -> bool {
    web_sys::window().and_then(|window| window.match_media(query).ok().flatten()).is_some_and(|list| list.matches())
}

/// Nothing is to move by itself, whatever the reader's settings are: the author of the page around a figure says so.
pub fn keep_still(still: bool) {
    STILL.set(still);
}

/// Is nothing to move by itself?
#[must_use]
pub fn wants_no_motion() -> bool {
    STILL.get() || media_matches("(prefers-reduced-motion: reduce)")
}

/// The panic hook: `public/boot.js` hears the event and shows the message with a link to the scenario.
pub fn report_panic(info: &PanicHookInfo<'_>) {
    let message = info.to_string();
    web_sys::console::error_1(&JsValue::from_str(&message));
    let init = web_sys::CustomEventInit::new();
    init.set_detail(&JsValue::from_str(&message));
    if let (Some(window), Ok(event)) =
        (web_sys::window(), web_sys::CustomEvent::new_with_event_init_dict("ringscope-panic", &init))
    {
        let _ = window.dispatch_event(&event);
    }
}
