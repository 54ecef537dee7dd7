//! A scene on a canvas: one path for each batch, so that thousands of shapes are a few calls of fill and stroke.

use std::f64::consts::{FRAC_PI_2, TAU};

use web_sys::CanvasRenderingContext2d;

use super::{palette::Palette, pixel_ring::PixelRings};
use crate::picture::scene::{Align, Frame, Paint, Point, Shape, TEXT_CSS_PX};

/// Below this angle the edges of a sector are straight: at radius 400 they miss the circle by a tenth of a pixel.
const STRAIGHT_RAD: f64 = 0.044;

/// Paints layers, each so strongly; the context's units are CSS px, of which each has `density` device pixels.
pub fn paint(
    context: &CanvasRenderingContext2d,
    frame: &Frame,
    palette: &Palette,
    rings: &mut PixelRings,
    density: f64,
) {
    context.clear_rect(0.0, 0.0, frame.size.width_css_px, frame.size.height_css_px);
    context.set_line_join("round");
    let mut last_bold = None;
    for (layer, opacity) in frame.layers.iter().filter(|(_, opacity)| *opacity > 0.0) {
        context.set_global_alpha(*opacity);
        layer.rings.iter().for_each(|ring| rings.paint(context, ring, density, palette));
        for batch in &layer.batches {
            let (colour, part) = palette.colour(batch.ink, batch.paint != Paint::Fill);
            context.set_global_alpha(part * opacity);
            context.begin_path();
            batch.shapes.iter().for_each(|shape| trace(context, shape));
            match batch.paint {
                Paint::Fill => {
                    context.set_fill_style_str(colour);
                    context.fill();
                }
                Paint::Stroke(width) => {
                    context.set_line_width(width);
                    context.set_stroke_style_str(colour);
                    context.stroke();
                }
            }
        }
        context.set_global_alpha(*opacity);
        context.set_text_baseline("middle");
        for text in &layer.texts {
            if last_bold != Some(text.bold) {
                let weight = if text.bold { 600 } else { 400 };
                context.set_font(&format!("{weight} {TEXT_CSS_PX}px {}", palette.font_family));
                last_bold = Some(text.bold);
            }
            context.set_text_align(match text.align {
                Align::Start => "left",
                Align::Middle => "center",
                Align::End => "right",
            });
            context.set_fill_style_str(palette.colour(text.ink, true).0);
            // Capitals and digits sit a little above the middle of their line.
            let _ = context.fill_text(&text.text, text.at.x, text.at.y + 0.5);
        }
    }
}

fn trace(context: &CanvasRenderingContext2d, shape: &Shape) {
    match shape {
        &Shape::Sector { centre, inner, outer, from_rad, to_rad } => {
            sector(context, centre, (inner, outer), (from_rad, to_rad));
        }
        &Shape::Arc { centre, radius, from_rad, to_rad } => {
            context.move_to(centre.x + radius * from_rad.cos(), centre.y + radius * from_rad.sin());
            let _ = context.arc(centre.x, centre.y, radius, from_rad, to_rad);
        }
        Shape::Segment(from, to) => {
            context.move_to(from.x, from.y);
            context.line_to(to.x, to.y);
        }
        Shape::Path(points) => {
            for (at, point) in points.iter().enumerate() {
                if at == 0 { context.move_to(point.x, point.y) } else { context.line_to(point.x, point.y) }
            }
        }
        &Shape::Dot(at, radius) => {
            context.move_to(at.x + radius, at.y);
            let _ = context.arc(at.x, at.y, radius, 0.0, TAU);
        }
        &Shape::Box { at, width, height, corner } => rounded(context, at, width, height, corner),
    }
}

fn sector(context: &CanvasRenderingContext2d, centre: Point, radii: (f64, f64), angles: (f64, f64)) {
    let ((inner, outer), (from, to)) = (radii, angles);
    let at = |radius: f64, angle: f64| (centre.x + radius * angle.cos(), centre.y + radius * angle.sin());
    let (x, y) = at(outer, from);
    context.move_to(x, y);
    if to - from < STRAIGHT_RAD {
        for (radius, angle) in [(outer, to), (inner, to), (inner, from)] {
            let (x, y) = at(radius, angle);
            context.line_to(x, y);
        }
    } else {
        let _ = context.arc(centre.x, centre.y, outer, from, to);
        let _ = context.arc_with_anticlockwise(centre.x, centre.y, inner, to, from, true);
    }
    // Not `closePath`: Chromium measures the whole path so far at each of its calls, which with thousands of sectors in
    // one path took most of the time of a frame.
    context.line_to(x, y);
}

fn rounded(context: &CanvasRenderingContext2d, at: Point, width: f64, height: f64, corner: f64) {
    let corner = corner.min(width / 2.0).min(height / 2.0);
    if corner < 0.5 {
        context.rect(at.x, at.y, width, height);
        return;
    }
    let (left, top, right, bottom) = (at.x + corner, at.y + corner, at.x + width - corner, at.y + height - corner);
    context.move_to(at.x, top);
    // Clockwise from the upper left corner.
    for (quarter, (x, y)) in [(2.0, (left, top)), (3.0, (right, top)), (4.0, (right, bottom)), (5.0, (left, bottom))] {
        let _ = context.arc(x, y, corner, quarter * FRAC_PI_2, (quarter + 1.0) * FRAC_PI_2);
    }
    context.close_path();
}
