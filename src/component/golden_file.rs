//! Golden vectors as a file, written in slices, so that a million keys do not hold the page up.

use std::{sync::Arc, time::Duration};

use leptos::prelude::*;
use placement::golden::Vectors;
use wasm_bindgen::JsValue;

use super::saved_file::save_pieces;
use crate::{a11y, store::Store, view::View, work::now};

/// The name that the tests look for.
const NAME: &str = "ringscope-vectors.txt";
/// A slice lasts so long, in milliseconds.
const SLICE_MS: f64 = 16.0;
/// Keys that are written between two looks at the clock.
const KEYS_A_STEP: u32 = 2_048;

/// Writes the owners of all keys on show and lets the browser save them.
pub fn save_golden(store: Store) {
    let view = store.view().get_untracked();
    let pieces = js_sys::Array::of1(&JsValue::from_str(&Vectors::new(&view.snapshot).head()));
    slice(store, view, pieces, 0);
}

fn slice(store: Store, view: Arc<View>, pieces: js_sys::Array, mut at: u32) {
    let (start, count) = (now(), view.scenario().keys.len());
    let vectors = Vectors::new(&view.snapshot);
    let mut piece = String::new();
    while at < count && now() - start < SLICE_MS {
        vectors.write(&mut piece, at, KEYS_A_STEP);
        at = at.saturating_add(KEYS_A_STEP).min(count);
    }
    if at == count {
        piece.push_str(&vectors.foot());
    }
    pieces.push(&JsValue::from_str(&piece));
    if at < count {
        set_timeout(move || slice(store, view, pieces, at), Duration::ZERO);
    } else {
        save_pieces(NAME, "text/plain;charset=us-ascii", &pieces);
        a11y::announce(store.announcement, format!("{NAME} is written."));
    }
}
