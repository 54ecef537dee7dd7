//! The history: each change a step with the share that it moved.

use leptos::prelude::*;

/// The strip.
#[component]
pub fn HistoryStrip() -> impl IntoView {}
