//! Lines of runs, told apart by their dashes.

use plotters::prelude::{Color, DrawingBackend, PathElement, RGBColor, ShapeStyle};

use crate::charts::{
    figure::{Drawn, Pen},
    lines::dashes,
};

/// The lines of runs, told apart by their dashes: dash and gap; none for a whole line.
const DASHES: [Option<(f64, f64)>; 5] =
    [None, Some((7.0, 4.0)), Some((2.0, 3.0)), Some((12.0, 4.0)), Some((4.0, 10.0))];

/// The line of a run by its place.
pub(super) fn stroke<DB: DrawingBackend>(pen: &Pen<'_, DB>, at: usize, points: &[(f64, f64)]) -> Drawn<DB> {
    let colour = pen.theme.ink;
    match DASHES.get(at % DASHES.len()).copied().flatten() {
        Some(dash) => dashed(pen, points, dash, colour, 1.75),
        None => {
            let points = points.iter().map(|&(x, y)| (pen.pixels(x), pen.pixels(y))).collect::<Vec<_>>();
            let stroke_width = pen.pixels(2.0).max(1) as u32;
            pen.area
                .draw(&PathElement::new(points, ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width }))
        }
    }
}

/// A broken line.
pub(super) fn dashed<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    points: &[(f64, f64)],
    (dash, gap): (f64, f64),
    colour: RGBColor,
    css_px: f64,
) -> Drawn<DB> {
    let points: Vec<(i32, i32)> = points.iter().map(|&(x, y)| (pen.pixels(x), pen.pixels(y))).collect();
    let stroke_width = pen.pixels(css_px).max(1) as u32;
    for piece in dashes(&points, f64::from(pen.pixels(dash)), f64::from(pen.pixels(gap))) {
        let style = ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width };
        pen.area.draw(&PathElement::new(piece.to_vec(), style))?;
    }
    Ok(())
}
