//! The canvas that a chart is drawn on. It is drawn once in a frame, and only when data, size or colours changed.
//!
//! plotters counts in whole pixels of the canvas and has no strokes between them, so the canvas has at least two
//! pixels for each CSS pixel: a stroke of 1.5 is one of 3, and another screen's density needs no drawing anew.

use std::sync::Arc;

use leptos::{html, prelude::*};
use placement::fleet::NodeId;
use plotters::{
    coord::Shift,
    prelude::{DrawingArea, IntoDrawingArea, RGBColor},
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, MediaQueryList};

use super::{
    busiest,
    figure::{self, Figure, Pen},
};
use crate::{
    apart::{self, Charted, Part},
    canvas::palette::{FORCED_COLORS, NODE_COLOURS, Palette, rgb},
    observer::SizeObserver,
    picture::scene::Ink,
};

/// What is on a board.
#[derive(Clone, PartialEq, Debug)]
pub enum Drawing {
    /// Nothing.
    Empty,
    /// The explorer's curve.
    Busiest(busiest::Data),
    /// A figure of the lab.
    Figure(Figure),
}

/// Keeps a drawing on a canvas that the style sheet gives its size. A change of `theme` reads the colours again.
pub fn keep_drawn(canvas: NodeRef<html::Canvas>, data: Signal<Arc<Drawing>>, theme: Signal<u32>) {
    apart::load(Part::Charts);
    let asked = StoredValue::new(false);
    let ask = move || {
        if asked.try_update_value(|asked| std::mem::replace(asked, true)) == Some(false) {
            request_animation_frame(move || {
                asked.try_set_value(false);
                if let (Some(canvas), Some(data)) = (canvas.try_get_untracked().flatten(), data.try_get_untracked()) {
                    apart::chart(Charted::On(canvas, data));
                }
            });
        }
    };
    Effect::new(move |_| {
        data.track();
        theme.track();
        canvas.track();
        if apart::is_there(Part::Charts) {
            ask();
        }
    });
    let outside = StoredValue::new_local(None::<Outside>);
    Effect::new(move |_| outside.set_value(canvas.get().and_then(|canvas| Outside::new(&canvas, ask))));
}

/// What changes without the page's doing: the size, the system's theme, forced colours. Heard for as long as it lives.
struct Outside {
    _size: SizeObserver,
    media: Vec<MediaQueryList>,
    heard: Closure<dyn FnMut()>,
}

impl Outside {
    fn new(canvas: &HtmlCanvasElement, heard: impl Fn() + Copy + 'static) -> Option<Self> {
        let size = SizeObserver::new(&[canvas], heard)?;
        let heard = Closure::<dyn FnMut()>::new(heard);
        let window = web_sys::window()?;
        let queries = ["(prefers-color-scheme: dark)", FORCED_COLORS].into_iter();
        let media: Vec<_> = queries.filter_map(|query| window.match_media(query).ok().flatten()).collect();
        for list in &media {
            let _ = list.add_event_listener_with_callback("change", heard.as_ref().unchecked_ref());
        }
        Some(Self { _size: size, media, heard })
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        for list in &self.media {
            let _ = list.remove_event_listener_with_callback("change", self.heard.as_ref().unchecked_ref());
        }
    }
}

/// Draws on a canvas that is on the page: what [`apart::chart`] calls.
pub fn paint(canvas: &HtmlCanvasElement, drawing: &Drawing) {
    let Some(Board { area, theme, scale }) = Board::of(canvas) else { return };
    // A canvas refuses nothing that is drawn here, and a chart that is missing says nothing that is wrong.
    let _ = match drawing {
        Drawing::Empty => Ok(()),
        Drawing::Figure(figure) => figure.draw(&Pen { area: &area, theme: &theme, scale, text_scale: 1.0 }),
        Drawing::Busiest(data) => {
            let theme = busiest::Theme { ink: theme.ink, ink_3: theme.ink_3, line: theme.line };
            busiest::draw(&area, data, &theme, scale)
        }
    };
}

/// A canvas made ready.
struct Board {
    area: DrawingArea<CanvasBackend, Shift>,
    theme: figure::Theme,
    scale: f64,
}

impl Board {
    /// `None` where nothing can be drawn; a canvas that is not laid out is none to draw on either.
    fn of(canvas: &HtmlCanvasElement) -> Option<Self> {
        if canvas.client_width() == 0 || canvas.client_height() == 0 {
            return None;
        }
        let density = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio()).clamp(0.5, 8.0);
        let scale = if density < 2.0 { density * 2.0 } else { density };
        let pixels = |css_px: i32| (f64::from(css_px) * scale).round() as u32;
        // Setting a size also clears the canvas.
        canvas.set_width(pixels(canvas.client_width()));
        canvas.set_height(pixels(canvas.client_height()));
        let theme = theme_of(canvas)?;
        context_of(canvas)?.set_line_join("round");
        let area = CanvasBackend::with_canvas_object(canvas.clone())?.into_drawing_area();
        Some(Self { area, theme, scale })
    }
}

pub(super) fn context_of(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok().flatten().and_then(|it| it.dyn_into().ok())
}

pub(super) fn theme_of(canvas: &HtmlCanvasElement) -> Option<figure::Theme> {
    theme_on(canvas, &context_of(canvas)?)
}

/// The colours that hold for an element; any context can read them.
pub(super) fn theme_on(element: &web_sys::Element, context: &CanvasRenderingContext2d) -> Option<figure::Theme> {
    let palette = Palette::of(element)?;
    let colour = |ink| {
        let (red, green, blue) = rgb(context, palette.colour(ink, true).0);
        RGBColor(red, green, blue)
    };
    Some(figure::Theme {
        ground: colour(Ink::Ground),
        ink: colour(Ink::Ink),
        ink_2: colour(Ink::Ink2),
        ink_3: colour(Ink::Ink3),
        line: colour(Ink::Line),
        usual: colour(Ink::Usual),
        accent: colour(Ink::Accent),
        nodes: (0..NODE_COLOURS as u32).map(|id| colour(Ink::Node(NodeId(id), 100))).collect(),
        font_family: palette.font_family,
    })
}
