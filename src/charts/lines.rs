//! Lines over logarithmic scales, with a band behind them, dots, a grid with its numbers, and the name of each line at its
//! end.

use plotters::prelude::{Color, DrawingBackend, PathElement, Polygon, RGBColor, Rectangle, ShapeStyle};

use placement::{number::decimal, order};

use super::figure::{Anchor, Drawn, Pen, SAMPLE_CSS_PX, legend, width_css_px};

const TOP_CSS_PX: f64 = 26.0;
const BOTTOM_CSS_PX: f64 = 44.0;
/// Between the names of two lines.
const NAME_CSS_PX: f64 = 15.0;
/// Below this width the names stand above the plane.
const NARROW_CSS_PX: f64 = 520.0;

/// Lines over two scales.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lines {
    /// What the horizontal scale counts.
    pub x_words: String,
    /// What the vertical scale measures.
    pub y_words: String,
    /// The ends of the horizontal scale, both above 0.
    pub x: (f64, f64),
    /// The ends of the vertical scale, both above 0.
    pub y: (f64, f64),
    /// After a number of the vertical scale.
    pub y_unit: &'static str,
    /// Between these two values lies what is usual: x, lower, upper.
    pub band: Vec<(f64, f64, f64)>,
    /// The lines, the lower ones first.
    pub lines: Vec<Line>,
}

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// At its end; empty for one of many.
    pub name: String,
    /// By rising x.
    pub points: Vec<(f64, f64)>,
    /// How it looks.
    pub stroke: Stroke,
}

/// How a line looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// Two pixels of ink.
    Main,
    /// A pixel of grey.
    Quiet,
    /// Dashes.
    Dashed,
    /// Only dots at the points.
    Dots,
}

/// 1, 2, 5, 10 … between two ends; only powers of ten where there are many.
fn ticks(ends: (f64, f64)) -> Vec<f64> {
    let decades = (ends.1 / ends.0).log10();
    let steps: &[f64] = if decades > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let first = ends.0.log10().floor() as i32;
    let last = ends.1.log10().ceil() as i32;
    let all = (first..=last).flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
    all.filter(|tick| (ends.0 * 0.999..=ends.1 * 1.001).contains(tick)).collect()
}

/// A number of a scale: whole ones with separators, smaller ones with as many places as they need.
fn written(number: f64) -> String {
    if number >= 1.0 {
        return placement::number::thousands(number.round() as u64);
    }
    decimal(number, (-number.log10()).ceil().max(0.0) as u32)
}

impl Lines {
    pub(super) fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let (width, height) = (pen.width_css_px(), pen.height_css_px());
        let label = |tick: f64| format!("{}{}", written(tick), self.y_unit);
        let left = ticks(self.y).into_iter().map(|tick| width_css_px(&label(tick))).fold(0.0, f64::max) + 8.0;
        let names = self.lines.iter().map(|line| width_css_px(&line.name)).fold(0.0, f64::max);
        let is_narrow = width < NARROW_CSS_PX;
        let right = width - (if names > 0.0 && !is_narrow { names + 10.0 } else { 16.0 });
        let above = if is_narrow { self.draw_legend(pen, width)? } else { 0.0 };
        let (top, bottom) = (TOP_CSS_PX + above, height - BOTTOM_CSS_PX);
        let part = |value: f64, ends: (f64, f64)| ((value / ends.0).ln() / (ends.1 / ends.0).ln()).clamp(0.0, 1.0);
        let place =
            |(x, y): (f64, f64)| (left + part(x, self.x) * (right - left), bottom - part(y, self.y) * (bottom - top));
        let pixels = |point: (f64, f64)| {
            let (x, y) = place(point);
            (pen.pixels(x), pen.pixels(y))
        };

        if self.band.len() > 1 {
            let upper = self.band.iter().map(|&(x, _, upper)| pixels((x, upper)));
            let lower = self.band.iter().rev().map(|&(x, lower, _)| pixels((x, lower)));
            pen.area.draw(&Polygon::new(upper.chain(lower).collect::<Vec<_>>(), pen.theme.usual.filled()))?;
        }
        for tick in ticks(self.y) {
            let (_, y) = place((self.x.0, tick));
            pen.fill((left, y - 0.5), (right, y + 0.5), pen.theme.line)?;
            pen.text(&label(tick), (left - 6.0, y), Anchor::Right, pen.theme.ink_2)?;
        }
        for tick in ticks(self.x) {
            let (x, _) = place((tick, self.y.0));
            pen.fill((x - 0.5, bottom), (x + 0.5, bottom + 4.0), pen.theme.ink_3)?;
            let words = written(tick);
            let half = width_css_px(&words) / 2.0;
            pen.text(&words, (x.min(width - half), bottom + 13.0), Anchor::Middle, pen.theme.ink_2)?;
        }
        pen.text(&self.y_words, (0.0, above + 9.0), Anchor::Left, pen.theme.ink_2)?;
        pen.text(&self.x_words, (right, bottom + 32.0), Anchor::Right, pen.theme.ink_2)?;
        for line in &self.lines {
            draw_stroke(pen, line.stroke, line.points.iter().map(|&point| pixels(point)).collect())?;
        }

        if is_narrow {
            return Ok(());
        }
        // The names do not stand on one another.
        let named = self.lines.iter().filter(|line| !line.name.is_empty());
        let ends: Vec<(f64, &Line)> = named.filter_map(|line| Some((place(*line.points.last()?).1, line))).collect();
        let order = order::places(ends.len(), &|a, b| ends[a].0.total_cmp(&ends[b].0));
        let ends: Vec<(f64, &Line)> = order.into_iter().map(|place| ends[place]).collect();
        let places = apart(ends.iter().map(|end| end.0).collect(), NAME_CSS_PX, bottom);
        for (y, (_, line)) in places.into_iter().zip(ends) {
            let colour = if line.stroke == Stroke::Main { pen.theme.ink } else { pen.theme.ink_2 };
            pen.text(&line.name, (right + 6.0, y), Anchor::Left, colour)?;
        }
        Ok(())
    }

    /// The names with a piece of their lines, where there is no room beside them; returns the height that they take.
    fn draw_legend<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        width: f64,
    ) -> Result<f64, plotters::drawing::DrawingAreaErrorKind<DB::ErrorType>> {
        let named = || self.lines.iter().rev().filter(|line| !line.name.is_empty());
        let (places, height) = legend(named().map(|line| line.name.as_str()), width);
        for ((x, y), line) in places.into_iter().zip(named()) {
            let at = |part: f64| (pen.pixels(x + part * SAMPLE_CSS_PX), pen.pixels(y));
            let ends = if line.stroke == Stroke::Dots { vec![at(0.25), at(0.75)] } else { vec![at(0.0), at(1.0)] };
            draw_stroke(pen, line.stroke, ends)?;
            pen.text(&line.name, (x + SAMPLE_CSS_PX + 6.0, y), Anchor::Left, pen.theme.ink_2)?;
        }
        Ok(height)
    }
}

/// Rising places moved as little downwards as keeps them apart; and upwards, where the last would lie below the end.
pub(super) fn apart(mut places: Vec<f64>, between: f64, end: f64) -> Vec<f64> {
    let mut least = f64::MIN;
    for place in &mut places {
        *place = place.max(least);
        least = *place + between;
    }
    let mut most = end;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - between;
    }
    places
}

/// Draws a stroke through points in pixels of the area.
fn draw_stroke<DB: DrawingBackend>(pen: &Pen<'_, DB>, stroke: Stroke, points: Vec<(i32, i32)>) -> Drawn<DB> {
    let theme = pen.theme;
    let path = |points: Vec<(i32, i32)>, colour: RGBColor, css_px: f64| {
        let stroke_width = pen.pixels(css_px).max(1) as u32;
        pen.area.draw(&PathElement::new(points, ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width }))
    };
    match stroke {
        Stroke::Main => path(points, theme.ink, 2.0),
        Stroke::Quiet => path(points, theme.ink_3, 1.0),
        Stroke::Dashed => {
            for dash in dashes(&points, f64::from(pen.pixels(6.0)), f64::from(pen.pixels(4.0))) {
                path(dash.to_vec(), theme.ink_2, 1.5)?;
            }
            Ok(())
        }
        Stroke::Dots => {
            let half = pen.pixels(2.0).max(1);
            for (x, y) in points {
                let corners = [(x - half, y - half), (x + half, y + half)];
                pen.area.draw(&Rectangle::new(corners, theme.ink.filled()))?;
            }
            Ok(())
        }
    }
}

/// A line cut into dashes, each a straight piece.
pub(super) fn dashes(points: &[(i32, i32)], dash: f64, gap: f64) -> Vec<[(i32, i32); 2]> {
    let mut dashes = Vec::new();
    let (mut left, mut is_drawn) = (dash, true);
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|(x, y)| (f64::from(x), f64::from(y)));
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let at = |way: f64| {
            let part = if length > 0.0 { way / length } else { 0.0 };
            ((from.0 + (to.0 - from.0) * part).round() as i32, (from.1 + (to.1 - from.1) * part).round() as i32)
        };
        let mut way = 0.0;
        // Whole dashes and gaps first: what is left of one is never computed from both its ends.
        while way + left <= length {
            if is_drawn {
                dashes.push([at(way), at(way + left)]);
            }
            way += left;
            is_drawn = !is_drawn;
            left = if is_drawn { dash } else { gap };
        }
        if is_drawn && way < length {
            dashes.push([at(way), at(length)]);
        }
        left -= length - way;
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_on_from_piece_to_piece() {
        // Six drawn, four not; the second piece begins within a gap.
        let line = dashes(&[(0, 0), (9, 0), (9, 20)], 6.0, 4.0);
        assert_eq!(line, [[(0, 0), (6, 0)], [(9, 1), (9, 7)], [(9, 11), (9, 17)]]);
        // Lengths that are no whole numbers come to an end too, and cover three fifths of the way.
        let points: Vec<(i32, i32)> = (0..400).map(|at| (at * 7, (at * at * 31) % 97)).collect();
        let long = |[from, to]: &[(i32, i32); 2]| f64::from(to.0 - from.0).hypot(f64::from(to.1 - from.1));
        let all: f64 = points.windows(2).map(|pair| long(&[pair[0], pair[1]])).sum();
        let drawn: f64 = dashes(&points, 9.0, 6.0).iter().map(long).sum();
        assert!((drawn / all - 0.6).abs() < 0.03, "{drawn} of {all}");
    }

    #[test]
    fn names_stand_apart_and_by_their_lines() {
        assert_eq!(apart(vec![10.0, 50.0, 52.0, 90.0], 15.0, 100.0), [10.0, 50.0, 65.0, 90.0]);
        // Crowded at the end: only those there give way, and the first stays where it is.
        assert_eq!(apart(vec![10.0, 80.0, 95.0, 96.0, 97.0], 15.0, 100.0), [10.0, 55.0, 70.0, 85.0, 100.0]);
        assert_eq!(apart(vec![], 15.0, 100.0), [0.0; 0]);
    }

    #[test]
    fn scales_have_round_numbers() {
        assert_eq!(ticks((1.0, 10_000.0)), [1.0, 10.0, 100.0, 1_000.0, 10_000.0]);
        assert_eq!(ticks((2.0, 60.0)), [2.0, 5.0, 10.0, 20.0, 50.0]);
        assert_eq!([0.05, 0.5, 1.0, 2_000.0].map(written), ["0.05", "0.5", "1", "2,000"]);
    }
}
