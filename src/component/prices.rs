//! What would move: the next steps, each with its price before it is taken.

use leptos::prelude::*;

/// The list of prices.
#[component]
pub fn Prices() -> impl IntoView {}
