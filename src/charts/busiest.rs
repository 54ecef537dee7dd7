//! The busiest node over its fair share by number of virtual nodes: two lines over a grid. The horizontal scale is
//! logarithmic, the vertical one ends at three fair shares; what lies above is cut off.

use plotters::{
    coord::{Shift, combinators::LogCoord, types::RangedCoordf64},
    prelude::{
        Cartesian2d, Color, DrawingArea, DrawingAreaErrorKind, DrawingBackend, IntoLogRange, PathElement, RGBColor,
        Rectangle, ShapeStyle,
    },
};

/// Room above the highest grid line, in CSS pixels; the style sheet leaves the same to the marks over the canvas.
const ABOVE_CSS_PX: f64 = 6.0;
/// Room below the lowest grid line, where the slider's track lies.
const BELOW_CSS_PX: f64 = 26.0;
/// The ends of the scales.
const COUNTS: (f64, f64) = (1.0, 10_000.0);
const LEAST: f64 = 1.0;
const MOST: f64 = 3.0;

/// What is drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Data {
    /// The lines, the lower ones first.
    pub lines: Vec<Line>,
}

/// One curve, or a part of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Virtual nodes and times fair, by rising number of virtual nodes.
    pub points: Vec<(f64, f64)>,
    /// Of the hash that is on show, and not of the other?
    pub is_current: bool,
    /// Does it wait for what takes its place?
    pub is_stale: bool,
}

/// The colours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Theme {
    /// The current curve.
    pub ink: RGBColor,
    /// The other one.
    pub ink_3: RGBColor,
    /// The grid.
    pub line: RGBColor,
}

/// Where a value stands, from 0 at the highest grid line to 1 at the lowest.
#[must_use]
pub fn depth(times_fair: f64) -> f64 {
    ((MOST - times_fair) / (MOST - LEAST)).clamp(0.0, 1.0)
}

/// Draws the chart over the whole area. `scale` is the number of its pixels in a CSS pixel.
///
/// # Errors
/// What the backend cannot draw.
pub fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    data: &Data,
    theme: &Theme,
    scale: f64,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let (width, height) = area.dim_in_pixel();
    let pixels = |css_px: f64| (css_px * scale).round() as i32;
    let (width, top, bottom) = (width as i32, pixels(ABOVE_CSS_PX), height as i32 - pixels(BELOW_CSS_PX));
    if width <= 0 || bottom <= top {
        return Ok(());
    }
    // Whole pixels: as a stroke, a hairline would lie across two.
    let hairline = pixels(1.0).max(1);
    for part in 0..=2 {
        let y = top + (bottom - top) * part / 2;
        let above = y - hairline / 2;
        area.draw(&Rectangle::new([(0, above), (width, above + hairline)], theme.line.filled()))?;
    }
    let plane = area.apply_coord_spec(Cartesian2d::<LogCoord<f64>, RangedCoordf64>::new(
        (COUNTS.0..COUNTS.1).log_scale(),
        LEAST..MOST,
        (0..width, bottom..top),
    ));
    for line in &data.lines {
        let (colour, css_px) = if line.is_current { (theme.ink, 2.0) } else { (theme.ink_3, 1.5) };
        let style = ShapeStyle {
            color: colour.mix(if line.is_stale { 0.35 } else { 1.0 }),
            filled: false,
            stroke_width: pixels(css_px).max(1) as u32,
        };
        for piece in pieces(&line.points) {
            plane.draw(&PathElement::new(piece, style))?;
        }
    }
    area.present()
}

/// The parts of a line that lie below the upper end of the scale.
fn pieces(points: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    let mut pieces = Vec::new();
    let mut piece: Vec<(f64, f64)> = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    for &point in points {
        if let Some(before) = before.filter(|before| (before.1 > MOST) != (point.1 > MOST)) {
            let part = (MOST - before.1) / (point.1 - before.1);
            let count = (before.0.ln() + part * (point.0.ln() - before.0.ln())).exp();
            piece.push((count, MOST));
        }
        if point.1 <= MOST {
            piece.push(point);
        } else if !piece.is_empty() {
            pieces.push(std::mem::take(&mut piece));
        }
        before = Some(point);
    }
    pieces.push(piece);
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::prelude::{IntoDrawingArea, SVGBackend};

    const THEME: Theme = Theme { ink: RGBColor(1, 2, 3), ink_3: RGBColor(4, 5, 6), line: RGBColor(7, 8, 9) };

    fn svg(data: &Data, size: (u32, u32), scale: f64) -> String {
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(&area, data, &THEME, scale).expect("an SVG takes everything");
        drop(area);
        text
    }

    /// The coordinates of the polylines, in order.
    fn polylines(svg: &str) -> Vec<Vec<(i32, i32)>> {
        let lines = svg.lines().filter(|line| line.contains("<polyline"));
        lines
            .map(|line| {
                let points = line.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("points");
                let pair = |pair: &str| {
                    let (x, y) = pair.split_once(',').expect("a pair");
                    (x.parse().expect("x"), y.parse().expect("y"))
                };
                points.split_whitespace().map(pair).collect()
            })
            .collect()
    }

    fn line(points: &[(f64, f64)], is_current: bool) -> Line {
        Line { points: points.to_vec(), is_current, is_stale: false }
    }

    #[test]
    fn two_lines_over_a_grid_on_both_scales() {
        let points = [(1.0, 2.0), (10.0, 1.5), (100.0, 3.0), (10_000.0, 1.0)];
        let data = Data { lines: vec![line(&points[1..], false), line(&points, true)] };
        let text = svg(&data, (400, 132), 1.0);
        assert_eq!(text.matches("<rect").count(), 3, "{text}");
        assert_eq!(text.matches("<text").count(), 0, "words are the page's");
        let lines = polylines(&text);
        // Four decades of 100 px; 6 px above the highest grid line and 26 below the lowest leave 100 for two shares.
        assert_eq!(lines, [vec![(100, 81), (200, 6), (400, 106)], vec![(0, 56), (100, 81), (200, 6), (400, 106)]]);
        assert!(text.contains("#040506") && text.contains("#010203") && text.contains("#070809"));
    }

    #[test]
    fn strokes_and_room_follow_the_density() {
        let data =
            Data { lines: vec![line(&[(1.0, 3.0), (10_000.0, 1.0)], true), line(&[(1.0, 1.0), (9.0, 1.0)], false)] };
        let text = svg(&data, (800, 264), 2.0);
        assert_eq!(polylines(&text)[0], [(0, 12), (800, 212)]);
        assert!(text.contains("stroke-width=\"4\"") && text.contains("stroke-width=\"3\""), "{text}");
    }

    #[test]
    fn what_lies_above_the_scale_is_cut_off_where_it_leaves() {
        assert_eq!(pieces(&[(1.0, 4.0), (100.0, 2.0)]), [vec![(1f64.max(10f64.ln().exp()), 3.0), (100.0, 2.0)]]);
        let twice = pieces(&[(1.0, 2.0), (2.0, 5.0), (3.0, 2.0), (4.0, 2.5)]);
        assert_eq!(twice.iter().map(Vec::len).collect::<Vec<_>>(), [2, 3]);
        assert!(pieces(&[(1.0, 4.0), (2.0, 5.0)]).is_empty());
        assert!(pieces(&[(1.0, 2.0)]).is_empty());
    }

    #[test]
    fn an_area_without_room_stays_empty() {
        let data = Data { lines: vec![line(&[(1.0, 2.0), (5.0, 2.0)], true)] };
        assert!(polylines(&svg(&data, (400, 30), 1.0)).is_empty());
        assert_eq!((depth(9.0), depth(3.0), depth(2.0), depth(0.5)), (0.0, 0.0, 0.5, 1.0));
    }
}
