//! One bar a row, from the same line and to one scale, with the row's name before it and its figure at its end. Parts of
//! a bar differ by pattern, not by colour alone.

use plotters::prelude::DrawingBackend;

use super::figure::{Anchor, Drawn, Pen, SAMPLE_CSS_PX, legend, width_css_px};

const ROW_CSS_PX: f64 = 24.0;
/// Below this width a name stands on a line of its own.
const NARROW_CSS_PX: f64 = 520.0;
const NARROW_ROW_CSS_PX: f64 = 40.0;
const BAR_CSS_PX: f64 = 12.0;
const TOP_CSS_PX: f64 = 24.0;

/// Rows to one scale, which begins at 0.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Bars {
    /// The rows.
    pub rows: Vec<Bar>,
    /// A line through all rows, with its words.
    pub mark: Option<(f64, String)>,
    /// What the fills mean.
    pub legend: Vec<(Fill, String)>,
}

/// One row.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Where its first part begins.
    pub from: f64,
    /// The ends of its parts, each beginning where the one before it ended.
    pub parts: Vec<(f64, Fill)>,
    /// A tick beyond or within.
    pub tick: Option<f64>,
    /// The figure at its end.
    pub figure: String,
    /// Is it the reader's own?
    pub is_current: bool,
}

/// How a part is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Solid, in ink.
    Ink,
    /// Solid, in grey.
    Quiet,
    /// Moved: solid.
    Moved,
    /// Moved: stripes.
    MovedStriped,
    /// Moved: a frame.
    MovedHollow,
}

impl Bars {
    pub(super) fn height_css_px(&self, width_css_px: f64) -> f64 {
        TOP_CSS_PX + self.legend(width_css_px).1 + self.rows.len() as f64 * row_css_px(width_css_px) + 8.0
    }

    fn legend(&self, width: f64) -> (Vec<(f64, f64)>, f64) {
        legend(self.legend.iter().map(|line| line.1.as_str()), width)
    }

    /// The highest value that has to fit.
    fn end(&self) -> f64 {
        let ends = self.rows.iter().flat_map(|row| row.parts.last().map(|part| part.0).into_iter().chain(row.tick));
        ends.chain(self.mark.iter().map(|mark| mark.0)).fold(0.0, f64::max)
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let width = pen.width_css_px();
        let is_narrow = width < NARROW_CSS_PX;
        let longest = |texts: &mut dyn Iterator<Item = &str>| texts.map(width_css_px).fold(0.0, f64::max);
        let names = longest(&mut self.rows.iter().map(|row| row.name.as_str()));
        let left = if is_narrow { 0.0 } else { names + 12.0 };
        let figures = longest(&mut self.rows.iter().map(|row| row.figure.as_str())) + 10.0;
        let room = (width - left - figures).max(40.0);
        let end = self.end();
        let place = |value: f64| left + (value / end.max(1e-9)).clamp(0.0, 1.0) * room;

        let (places, mut y) = self.legend(width);
        for ((x, middle), (fill, words)) in places.into_iter().zip(&self.legend) {
            draw_part(pen, (x, middle - 5.0), (x + SAMPLE_CSS_PX - 4.0, middle + 5.0), *fill)?;
            pen.text(words, (x + SAMPLE_CSS_PX + 2.0, middle), Anchor::Left, pen.theme.ink_2)?;
        }
        let top = y + TOP_CSS_PX;
        let bottom = top + self.rows.len() as f64 * row_css_px(width);
        if let Some((at, words)) = &self.mark {
            let x = place(*at);
            if is_narrow {
                // Names stand over the bars here: the line is left out between them.
                for row in 0..self.rows.len() {
                    let foot = top + (row + 1) as f64 * NARROW_ROW_CSS_PX;
                    pen.fill((x - 0.5, foot - 22.0), (x + 0.5, foot - 2.0), pen.theme.ink)?;
                }
            } else {
                pen.fill((x - 0.5, top - 4.0), (x + 0.5, bottom), pen.theme.ink)?;
            }
            let half = width_css_px(words) / 2.0;
            pen.text(words, (x.clamp(half, (width - half).max(half)), y + 9.0), Anchor::Middle, pen.theme.ink_2)?;
        }
        y = top;
        for row in &self.rows {
            let ink = if row.is_current { pen.theme.ink } else { pen.theme.ink_2 };
            let middle = if is_narrow { y + 28.0 } else { y + ROW_CSS_PX / 2.0 };
            let (name_x, name_y, anchor) =
                if is_narrow { (0.0, y + 10.0, Anchor::Left) } else { (names, middle, Anchor::Right) };
            pen.text(&row.name, (name_x, name_y), anchor, ink)?;
            if row.is_current {
                // A wedge before the reader's own row: bold faces differ from backend to backend.
                let x = if is_narrow { width_css_px(&row.name) + 8.0 } else { names + 4.0 };
                pen.fill((x, name_y - 5.0), (x + 3.0, name_y + 5.0), pen.theme.ink)?;
            }
            let mut from = place(row.from);
            for &(value, fill) in &row.parts {
                let to = place(value);
                if to > from {
                    draw_part(pen, (from, middle - BAR_CSS_PX / 2.0), (to, middle + BAR_CSS_PX / 2.0), fill)?;
                }
                from = from.max(to);
            }
            let mut right = from;
            if let Some(tick) = row.tick {
                let x = place(tick);
                pen.fill((x - 1.0, middle - 8.0), (x + 1.0, middle + 8.0), pen.theme.ink)?;
                right = right.max(x);
            }
            // A figure does not stand on the line through all rows.
            let mark = self.mark.as_ref().map_or(f64::MIN, |mark| place(mark.0));
            if right < mark && mark < right + 10.0 + width_css_px(&row.figure) {
                right = mark;
            }
            pen.text(&row.figure, (right + 6.0, middle), Anchor::Left, ink)?;
            y += row_css_px(width);
        }
        Ok(())
    }
}

fn row_css_px(width_css_px: f64) -> f64 {
    if width_css_px < NARROW_CSS_PX { NARROW_ROW_CSS_PX } else { ROW_CSS_PX }
}

fn draw_part<DB: DrawingBackend>(pen: &Pen<'_, DB>, from: (f64, f64), to: (f64, f64), fill: Fill) -> Drawn<DB> {
    let theme = pen.theme;
    match fill {
        Fill::Ink => pen.fill(from, to, theme.ink),
        Fill::Quiet => pen.fill(from, to, theme.ink_3),
        Fill::Moved => pen.fill(from, to, theme.accent),
        Fill::MovedHollow => frame(pen, from, to),
        Fill::MovedStriped => {
            frame(pen, from, to)?;
            let mut x = from.0 + 3.0;
            while x < to.0 {
                pen.fill((x, from.1), ((x + 2.0).min(to.0), to.1), theme.accent)?;
                x += 5.0;
            }
            Ok(())
        }
    }
}

/// Four edges of 1.5 px, in the colour of what moved.
fn frame<DB: DrawingBackend>(pen: &Pen<'_, DB>, from: (f64, f64), to: (f64, f64)) -> Drawn<DB> {
    let (edge, colour) = (1.5, pen.theme.accent);
    pen.fill(from, (to.0, from.1 + edge), colour)?;
    pen.fill((from.0, to.1 - edge), to, colour)?;
    pen.fill(from, (from.0 + edge, to.1), colour)?;
    pen.fill(((to.0 - edge).max(from.0), from.1), to, colour)
}
