//! The busiest node over its fair share, by number of virtual nodes. The chart is the slider.

use leptos::prelude::*;

/// The chart.
#[component]
pub fn BusiestChart() -> impl IntoView {}
