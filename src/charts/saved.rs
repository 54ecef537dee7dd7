//! A figure as a picture to take away: with its title, in the colours and at the width that it has on the page.

use leptos::prelude::document;
use plotters::{
    coord::Shift,
    prelude::{DrawingArea, DrawingBackend, IntoDrawingArea, SVGBackend},
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::HtmlCanvasElement;

use crate::component::saved_file::PNG_SCALE;

use super::{
    board::{context_of, theme_of, theme_on},
    figure::{Anchor, Drawn, Figure, Pen, Theme},
};

/// Around the picture.
const MARGIN_CSS_PX: f64 = 16.0;
/// The title's line.
const TITLE_CSS_PX: f64 = 30.0;
/// SVG's backend takes the size of a text for the height of its line, and divides by this.
const SVG_TEXT_SCALE: f64 = 1.24;

/// As SVG, like the figure on a canvas.
#[must_use]
pub fn svg_of(figure: &Figure, title: &str, canvas: &HtmlCanvasElement) -> Option<String> {
    Some(svg(figure, title, &theme_of(canvas)?, size_of(canvas)))
}

/// As the address of a PNG, like the figure on a canvas.
#[must_use]
pub fn png_of(figure: &Figure, title: &str, canvas: &HtmlCanvasElement) -> Option<String> {
    let theme = theme_of(canvas)?;
    let (width, height) = outside(size_of(canvas));
    let sheet: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    sheet.set_width((width * PNG_SCALE) as u32);
    sheet.set_height((height * PNG_SCALE) as u32);
    let area = CanvasBackend::with_canvas_object(sheet.clone())?.into_drawing_area();
    draw(&area, figure, title, &theme, (PNG_SCALE, 1.0)).ok()?;
    sheet.to_data_url().ok()
}

/// The colours of the page, without a canvas of it.
#[must_use]
pub fn theme_of_page() -> Option<Theme> {
    let sheet: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    theme_on(&document().document_element()?, &context_of(&sheet)?)
}

fn size_of(canvas: &HtmlCanvasElement) -> (f64, f64) {
    (f64::from(canvas.client_width()), f64::from(canvas.client_height()))
}

/// The size of the whole picture of a figure in CSS pixels.
fn outside((width, height): (f64, f64)) -> (f64, f64) {
    (width + 2.0 * MARGIN_CSS_PX, height + 2.0 * MARGIN_CSS_PX + TITLE_CSS_PX)
}

/// A figure of a size in CSS pixels as SVG.
#[must_use]
pub fn svg(figure: &Figure, title: &str, theme: &Theme, size_css_px: (f64, f64)) -> String {
    let (width, height) = outside(size_css_px);
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (width as u32, height as u32)).into_drawing_area();
    // Text takes everything.
    let _ = draw(&area, figure, title, theme, (1.0, SVG_TEXT_SCALE));
    drop(area);
    text
}

fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    figure: &Figure,
    title: &str,
    theme: &Theme,
    (scale, text_scale): (f64, f64),
) -> Drawn<DB> {
    let pixels = |css_px: f64| (css_px * scale).round() as i32;
    area.fill(&theme.ground)?;
    let margin = pixels(MARGIN_CSS_PX);
    let (head, rest) = area.margin(margin, margin, margin, margin).split_vertically(pixels(TITLE_CSS_PX));
    Pen { area: &head, theme, scale, text_scale }.text(title, (0.0, TITLE_CSS_PX / 3.0), Anchor::Left, theme.ink)?;
    figure.draw(&Pen { area: &rest, theme, scale, text_scale })
}
