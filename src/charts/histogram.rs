//! A histogram over a logarithmic scale, with the curve that is expected and the highest bars explained.

use placement::order;
use plotters::prelude::{Color, DrawingBackend, PathElement, ShapeStyle};

use super::figure::{Anchor, Drawn, Pen, width_css_px};

const TOP_CSS_PX: f64 = 30.0;
const BOTTOM_CSS_PX: f64 = 44.0;
/// Between the words of two peaks.
const WORDS_CSS_PX: f64 = 17.0;
/// Below this width only one peak is named.
const NARROW_CSS_PX: f64 = 520.0;

/// Counts of lengths.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histogram {
    /// The bins by rising length: from, to, count, and the count that is expected. All of one width on the scale.
    pub bins: Vec<(f64, f64, u32, f64)>,
    /// What some lengths are, the most important first: the length and its words.
    pub peaks: Vec<(f64, String)>,
    /// What the scale measures.
    pub x_words: String,
    /// What the curve is.
    pub curve: String,
    /// What is counted.
    pub y_words: String,
}

/// A power of ten in words.
fn power_of_ten(power: u32) -> String {
    let digit =
        |digit: char| ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit.to_digit(10).unwrap_or(0) as usize];
    let exponent: String = power.to_string().chars().map(digit).collect();
    if power <= 6 { placement::number::thousands(10u64.pow(power)) } else { format!("10{exponent}") }
}

impl Histogram {
    pub(super) fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let (Some(first), Some(last)) = (self.bins.first(), self.bins.last()) else { return Ok(()) };
        let theme = pen.theme;
        let (width, height) = (pen.width_css_px(), pen.height_css_px());
        let most = self.bins.iter().map(|bin| f64::from(bin.2).max(bin.3)).fold(1.0, f64::max);
        let step = [1.0, 2.0, 5.0].iter().flat_map(|step| (0..7).map(move |power| step * 10f64.powi(power)));
        let step = step.filter(|step| most / step <= 5.0).fold(f64::MAX, f64::min);
        let written = |count: f64| placement::number::thousands(count as u64);
        let left = width_css_px(&written(most)) + 10.0;
        let (right, top, bottom) = (width - 8.0, TOP_CSS_PX, height - BOTTOM_CSS_PX);
        let (low, span) = (first.0.ln(), (last.1 / first.0).ln());
        let x = |length: f64| left + (length.ln() - low) / span * (right - left);
        let y = |count: f64| bottom - count / (most * 1.04) * (bottom - top);

        let mut count = 0.0;
        while count <= most {
            pen.fill((left, y(count) - 0.5), (right, y(count) + 0.5), theme.line)?;
            pen.text(&written(count), (left - 6.0, y(count)), Anchor::Right, theme.ink_2)?;
            count += step;
        }
        for &(from, to, count, _) in &self.bins {
            if count > 0 {
                pen.fill((x(from) + 0.5, y(f64::from(count))), (x(to) - 0.5, bottom), theme.ink_3)?;
            }
        }
        let path = |colour: plotters::prelude::RGBColor, css_px: f64| {
            let middle = |&(from, to, _, expected): &(f64, f64, u32, f64)| {
                (pen.pixels(x((from * to).sqrt())), pen.pixels(y(expected)))
            };
            let stroke_width = pen.pixels(css_px).max(1) as u32;
            let style = ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width };
            pen.area.draw(&PathElement::new(self.bins.iter().map(middle).collect::<Vec<_>>(), style))
        };
        // The edge lets it stand off the bars.
        path(theme.ground, 5.0)?;
        path(theme.ink, 2.0)?;

        for power in 0..20 {
            let length = 10f64.powi(power);
            if (first.0..=last.1).contains(&length) {
                pen.fill((x(length) - 0.5, bottom), (x(length) + 0.5, bottom + 5.0), theme.ink_3)?;
                let words = power_of_ten(power as u32);
                let half = width_css_px(&words) / 2.0;
                pen.text(&words, (x(length).min(width - half).max(half), bottom + 14.0), Anchor::Middle, theme.ink_2)?;
            }
        }
        pen.text(&self.x_words, (right, bottom + 33.0), Anchor::Right, theme.ink_2)?;
        pen.text(&self.y_words, (0.0, 9.0), Anchor::Left, theme.ink_2)?;
        let key = right - width_css_px(&self.curve);
        pen.fill((key - 28.0, 8.0), (key - 6.0, 10.0), theme.ink)?;
        pen.text(&self.curve, (key, 9.0), Anchor::Left, theme.ink_2)?;
        self.draw_peaks(pen, &x, &y, right)
    }

    /// Each on a line of its own, with a leader to its bar. The lines go down with rising lengths: so no leader crosses the
    /// words of another.
    fn draw_peaks<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        x: &dyn Fn(f64) -> f64,
        y: &dyn Fn(f64) -> f64,
        right: f64,
    ) -> Drawn<DB> {
        let theme = pen.theme;
        // Where there is little room the first has to do; the table has all.
        let most = if pen.width_css_px() < NARROW_CSS_PX { 1 } else { self.peaks.len() };
        let peaks = &self.peaks[..most.min(self.peaks.len())];
        let order = order::places(peaks.len(), &|a, b| peaks[a].0.total_cmp(&peaks[b].0));
        for (line, (length, words)) in order.into_iter().map(|place| &peaks[place]).enumerate() {
            let Some(bin) = self.bins.iter().find(|bin| (bin.0..bin.1).contains(length)) else { continue };
            let (at, wide) = (x((bin.0 * bin.1).sqrt()), width_css_px(words));
            let middle = TOP_CSS_PX + 8.0 + line as f64 * WORDS_CSS_PX;
            let bar_top = y(f64::from(bin.2));
            let reach = (x(bin.1) - x(bin.0)) / 2.0 + 8.0;
            let is_right = at + reach + 4.0 + wide < right;
            let (end, words_at, anchor) = if is_right {
                (at + reach, at + reach + 4.0, Anchor::Left)
            } else {
                (at - reach, at - reach - 4.0, Anchor::Right)
            };
            let from = if is_right { words_at } else { words_at - wide };
            pen.fill((from - 2.0, middle - 8.0), (from + wide, middle + 8.0), theme.ground)?;
            pen.text(words, (words_at, middle), anchor, theme.ink)?;
            pen.fill((at.min(end), middle - 0.5), (at.max(end), middle + 0.5), theme.ink_2)?;
            if bar_top > middle {
                pen.fill((at - 0.5, middle), (at + 0.5, bar_top), theme.ink_2)?;
            }
            let dot = middle.max(bar_top);
            pen.fill((at - 2.0, dot - 2.0), (at + 2.0, dot + 2.0), theme.ink)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_short() {
        assert_eq!([0, 3, 6, 7, 19].map(power_of_ten), ["1", "1,000", "1,000,000", "10⁷", "10¹⁹"]);
    }
}
