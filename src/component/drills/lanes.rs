//! The lanes on their canvas. A press on them goes to that moment.

use std::sync::Arc;

use leptos::{ev, html, prelude::*};

use super::playing::Playing;
use crate::{
    charts::{
        board::{Drawing, keep_drawn},
        figure::Figure,
        saved::{png_of, svg_of},
    },
    component::saved_file::{name_of, save_file, save_svg},
    observer::{SizeObserver, is_in_sight},
    react::{css_px, on_click, on_pointer, text},
    store::use_store,
};

/// How high they are at least, and before there are any.
const LEAST_CSS_PX: f64 = 420.0;
/// The title of the picture that is taken away.
const TITLE: &str = "Drill over time";

/// The lanes.
#[component]
pub fn Lanes() -> impl IntoView {
    let store = use_store();
    let playing: Playing = expect_context();
    let canvas = NodeRef::<html::Canvas>::new();
    let frame = NodeRef::<html::Div>::new();
    let width = RwSignal::new(640u32);
    let observed = StoredValue::new_local(None::<SizeObserver>);
    Effect::new(move |_| {
        let Some(frame) = frame.get() else { return };
        let element = frame.clone();
        let read = move || {
            if width.try_get_untracked().is_some_and(|known| known != element.client_width() as u32) {
                width.set(element.client_width() as u32);
            }
        };
        read();
        observed.set_value(SizeObserver::new(&[&frame], read));
    });
    playing.stop_out_of_sight(Arc::new(move || frame.get_untracked().is_some_and(|frame| is_in_sight(&frame))));
    let timeline = Memo::new(move |_| playing.shown.with(|shown| Arc::clone(&shown.timeline)));
    let drawing = move || {
        let timeline = timeline.get();
        let is_empty = timeline.lanes.is_empty();
        Arc::new(if is_empty { Drawing::Empty } else { Drawing::Figure(Figure::Timeline((*timeline).clone())) })
    };
    keep_drawn(canvas, Signal::derive(drawing), store.theme.into());
    let height = text(move || {
        let height = timeline.with(|timeline| timeline.height_css_px(f64::from(width.get())));
        css_px(height.max(LEAST_CSS_PX))
    });
    let press = move |event: ev::PointerEvent| {
        let wide = f64::from(width.get_untracked());
        let tick = timeline.with_untracked(|timeline| timeline.tick_at(f64::from(event.offset_x()), wide));
        if event.button() == 0 {
            playing.seek(tick);
        }
    };
    let take = move |make: fn(&Figure, &str, &web_sys::HtmlCanvasElement) -> Option<String>, ending: &'static str| {
        let figure = Figure::Timeline(timeline.with_untracked(|timeline| (**timeline).clone()));
        if let Some(made) = canvas.get_untracked().and_then(|canvas| make(&figure, TITLE, &canvas)) {
            if ending == "svg" {
                save_svg(TITLE, &made);
            } else {
                save_file(&name_of(TITLE, ending), &made);
            }
        }
    };
    let label = text(move || playing.shown.with(|shown| shown.summary.clone()));
    view! {
        <div class="drill-lanes" node_ref=frame>
            <canvas
                node_ref=canvas
                role="img"
                aria-label=label
                style:height=height
                on:pointerdown=on_pointer(press)
            ></canvas>
        </div>
        <div class="drill-lanes-foot">
            <p class="quiet">
                {text(move || {
                    playing.shown.with(|shown| match shown.scale {
                        0 => "The fleet is being filled.".into(),
                        1 => "Every read is simulated; a tick is 0.1 s.".into(),
                        scale => format!(
                            "One simulated read stands for {scale}; every rate is that of full scale. A tick is 0.1 s.",
                        ),
                    })
                })}
            </p>
            <span class="plate-actions">
                <span class="quiet">"Save"</span>
                <button type="button" class="bar-button" on:click=on_click(move |_| take(png_of, "png"))>
                    "PNG"
                </button>
                <button type="button" class="bar-button" on:click=on_click(move |_| take(svg_of, "svg"))>
                    "SVG"
                </button>
            </span>
        </div>
    }
}
