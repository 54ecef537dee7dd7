//! A ring of pixels on a canvas: coloured here, pixel by pixel, and put on the canvas in one call. With thousands of
//! stretches that is several times quicker than a path for each ink, every one of which spans the whole circle.

use std::f64::consts::TAU;

use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::palette::{Palette, rgb};
use crate::picture::scene::PixelRing;

/// The device pixels of a ring of one shape, and a canvas of its size to hand them over.
#[derive(Default)]
pub struct PixelRings {
    made_for: Option<Shape>,
    dots: Vec<Dot>,
    side: u32,
    bytes: Vec<u8>,
    scratch: Option<(HtmlCanvasElement, CanvasRenderingContext2d)>,
}

/// All that decides which device pixel belongs to which pixel of the ring.
#[derive(Clone, Copy, PartialEq)]
struct Shape {
    centre: (f64, f64),
    radii: (f64, f64),
    angles: (f64, f64),
    pixels: usize,
    density: f64,
}

/// A device pixel in the ring.
struct Dot {
    /// Its place in the square around the ring.
    at: u32,
    /// The pixel of the ring.
    pixel: u32,
    /// How much of it is within the edges, from 0 to 255.
    alpha: u8,
}

impl PixelRings {
    /// Paints a ring; the context's units are CSS px, of which each has `density` device pixels.
    pub fn paint(&mut self, context: &CanvasRenderingContext2d, ring: &PixelRing, density: f64, palette: &Palette) {
        let shape = Shape {
            centre: (ring.centre.x, ring.centre.y),
            radii: (ring.inner, ring.outer),
            angles: (ring.from_rad, ring.span_rad),
            pixels: ring.pixels.len(),
            density,
        };
        if self.made_for != Some(shape) {
            self.make(shape);
        }
        let colours: Vec<[u8; 4]> = ring
            .inks
            .iter()
            .map(|&ink| {
                let (css, part) = palette.colour(ink, false);
                let (red, green, blue) = rgb(context, css);
                [red, green, blue, (part * 255.0).round() as u8]
            })
            .collect();
        for dot in &self.dots {
            let at = dot.at as usize * 4;
            let colour = ring.pixels.get(dot.pixel as usize).and_then(|&ink| colours.get(ink as usize));
            let [red, green, blue, alpha] = colour.copied().unwrap_or_default();
            let alpha = (u16::from(alpha) * u16::from(dot.alpha) / 255) as u8;
            self.bytes[at..at + 4].copy_from_slice(&[red, green, blue, alpha]);
        }
        self.hand_over(context, shape);
    }

    fn hand_over(&mut self, context: &CanvasRenderingContext2d, shape: Shape) -> Option<()> {
        if self.scratch.is_none() {
            self.scratch = scratch_canvas();
        }
        let (canvas, scratch) = self.scratch.as_ref()?;
        if canvas.width() != self.side {
            canvas.set_width(self.side);
            canvas.set_height(self.side);
        }
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&self.bytes), self.side, self.side).ok()?;
        scratch.put_image_data(&image, 0.0, 0.0).ok()?;
        let (left, top) = origin(shape);
        let css_px = f64::from(self.side) / shape.density;
        let (left, top) = (left / shape.density, top / shape.density);
        context.draw_image_with_html_canvas_element_and_dw_and_dh(canvas, left, top, css_px, css_px).ok()
    }

    fn make(&mut self, shape: Shape) {
        let (left, top) = origin(shape);
        let scaled = |css_px: f64| css_px * shape.density;
        let centre = (scaled(shape.centre.0) - left, scaled(shape.centre.1) - top);
        let (inner, outer) = (scaled(shape.radii.0), scaled(shape.radii.1));
        self.side = (outer * 2.0).ceil() as u32 + 3;
        self.dots.clear();
        self.bytes = vec![0; (self.side * self.side * 4) as usize];
        for y in 0..self.side {
            let down = f64::from(y) + 0.5 - centre.1;
            // Of each line only what the outer circle cuts out of it, without what the inner one does.
            let half = |radius: f64| (radius * radius - down * down).max(0.0).sqrt();
            let (wide, hole) = (half(outer + 1.0), half((inner - 1.0).max(0.0)));
            let column = |x: f64| (x.max(0.0) as u32).min(self.side);
            let parts = if hole > 1.0 {
                [(centre.0 - wide, centre.0 - hole + 1.0), (centre.0 + hole - 1.0, centre.0 + wide)]
            } else {
                [(centre.0 - wide, centre.0 + wide), (0.0, 0.0)]
            };
            for x in parts.into_iter().flat_map(|(from, to)| column(from)..column(to.ceil())) {
                let right = f64::from(x) + 0.5 - centre.0;
                let radius = right.hypot(down);
                let within = (outer - radius + 0.5).min(radius - inner + 0.5).clamp(0.0, 1.0);
                let turned = (down.atan2(right) - shape.angles.0).rem_euclid(TAU) / shape.angles.1;
                if within > 0.0 && turned < 1.0 {
                    let pixel = (turned * shape.pixels as f64) as u32;
                    self.dots.push(Dot { at: y * self.side + x, pixel, alpha: (within * 255.0) as u8 });
                }
            }
        }
        self.made_for = Some(shape);
    }
}

/// The upper left corner of the square around the ring, in whole device pixels.
fn origin(shape: Shape) -> (f64, f64) {
    let corner = |centre: f64| ((centre - shape.radii.1) * shape.density).floor() - 1.0;
    (corner(shape.centre.0), corner(shape.centre.1))
}

fn scratch_canvas() -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let document = web_sys::window()?.document()?;
    let canvas = document.create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    Some((canvas, context))
}
