//! One key and its way to its owner.

use leptos::prelude::*;

/// The panel.
#[component]
pub fn OneKey() -> impl IntoView {}
