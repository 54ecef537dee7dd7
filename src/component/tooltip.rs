//! The tip of an arc: what a virtual node owns, in a box beside it.

use leptos::prelude::*;

use super::{chip::Chip, pointing::Pointing};
use crate::{
    picture::spot::Tip,
    react::{css_px, on_pointer},
};

/// Draws a tip; the pointer may enter it.
pub fn tooltip(tip: Tip, pointing: Pointing) -> AnyView {
    let rows = tip.rows.into_iter().map(|(term, what)| {
        let whole = what.clone();
        view! {
            <dt class="quiet">{term}</dt>
            <dd class="code" title=whole>{what}</dd>
        }
    });
    view! {
        <div
            class="tooltip"
            style:left=css_px(tip.area.at.x)
            style:top=css_px(tip.area.at.y)
            style:width=css_px(tip.area.size.width_css_px)
            style:height=css_px(tip.area.size.height_css_px)
            on:pointerenter=on_pointer(move |_| pointing.entered_tip())
            on:pointerleave=on_pointer(move |event| pointing.left(&event))
        >
            <p class="tooltip-title">
                <Chip id=tip.node />
                <span class="tooltip-name">{tip.title}</span>
            </p>
            <dl class="tooltip-facts">{rows.collect_view()}</dl>
        </div>
    }
    .into_any()
}
