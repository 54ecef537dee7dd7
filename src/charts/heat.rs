//! A heat map of shares: nothing is the ground, all of it is ink, and a half is the grey between. One or two maps of the same
//! rows, beside one another where there is room.

use plotters::prelude::DrawingBackend;

use super::figure::{Anchor, Drawn, Pen, between, width_css_px};

const HEAD_CSS_PX: f64 = 44.0;
const ROW_CSS_PX: f64 = 5.0;
/// Between groups of rows.
const GROUP_CSS_PX: f64 = 2.0;
const LEFT_CSS_PX: f64 = 30.0;
const KEY_CSS_PX: f64 = 34.0;
/// A further line of what the greys mean.
const LINE_CSS_PX: f64 = 20.0;
/// The greys that are named.
const KEY: [(f64, &str); 5] =
    [(0.0, "never"), (0.25, "25 %"), (0.5, "50 %, as it should be"), (0.75, "75 %"), (1.0, "always")];
const BETWEEN_CSS_PX: f64 = 32.0;
/// Between maps under one another.
const UNDER_CSS_PX: f64 = 16.0;
/// Below this width the maps stand under one another.
const NARROW_CSS_PX: f64 = 640.0;
/// Rows of a group: the bits of a byte.
const GROUP: usize = 8;

/// Maps with common rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heat {
    /// Each with its title and its shares from 0 to 1, row by row.
    pub maps: Vec<(String, Vec<f32>)>,
    /// Columns of a map.
    pub columns: usize,
    /// The name of each group of eight rows.
    pub groups: Vec<String>,
    /// What the columns are, at both ends.
    pub ends: [String; 2],
}

impl Heat {
    fn map_css_px(&self) -> f64 {
        HEAD_CSS_PX + self.groups.len() as f64 * (GROUP as f64 * ROW_CSS_PX + GROUP_CSS_PX)
    }

    pub(super) fn height_css_px(&self, width_css_px: f64) -> f64 {
        let under = if width_css_px < NARROW_CSS_PX { self.maps.len().max(1) } else { 1 };
        let lines = key_places(width_css_px).last().map_or(0, |last| last.1);
        under as f64 * (self.map_css_px() + UNDER_CSS_PX) - UNDER_CSS_PX + KEY_CSS_PX + lines as f64 * LINE_CSS_PX
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let width = pen.width_css_px();
        let is_narrow = width < NARROW_CSS_PX;
        let count = self.maps.len().max(1) as f64;
        let wide = if is_narrow { width } else { (width - (count - 1.0) * BETWEEN_CSS_PX) / count };
        for (at, (title, shares)) in self.maps.iter().enumerate() {
            let at = at as f64;
            let corner = if is_narrow {
                (0.0, at * (self.map_css_px() + UNDER_CSS_PX))
            } else {
                (at * (wide + BETWEEN_CSS_PX), 0.0)
            };
            self.draw_map(pen, corner, wide, title, shares)?;
        }
        let lines = key_places(width).last().map_or(0, |last| last.1);
        draw_key(pen, self.height_css_px(width) - KEY_CSS_PX / 2.0 - lines as f64 * LINE_CSS_PX)
    }

    fn draw_map<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        (left, top): (f64, f64),
        width: f64,
        title: &str,
        shares: &[f32],
    ) -> Drawn<DB> {
        let theme = pen.theme;
        pen.text(title, (left + LEFT_CSS_PX, top + 10.0), Anchor::Left, theme.ink)?;
        let [first, last] = &self.ends;
        pen.text(first, (left + LEFT_CSS_PX, top + 30.0), Anchor::Left, theme.ink_2)?;
        pen.text(last, (left + width, top + 30.0), Anchor::Right, theme.ink_2)?;
        let columns = self.columns.max(1);
        let cell = (width - LEFT_CSS_PX) / columns as f64;
        for (group, name) in self.groups.iter().enumerate() {
            let y = top + HEAD_CSS_PX + group as f64 * (GROUP as f64 * ROW_CSS_PX + GROUP_CSS_PX);
            pen.text(name, (left + LEFT_CSS_PX - 12.0, y + 20.0), Anchor::Right, theme.ink)?;
            for (row, shares) in shares.chunks(columns).skip(group * GROUP).take(GROUP).enumerate() {
                let y = y + row as f64 * ROW_CSS_PX;
                for (column, &share) in shares.iter().enumerate() {
                    let x = left + LEFT_CSS_PX + column as f64 * cell;
                    pen.fill((x, y), (x + cell, y + ROW_CSS_PX), between(theme.ground, theme.ink, f64::from(share)))?;
                }
            }
            // Also where all is ground there is something to see.
            pen.fill(
                (left + LEFT_CSS_PX - 4.0, y),
                (left + LEFT_CSS_PX - 3.0, y + GROUP as f64 * ROW_CSS_PX),
                theme.ink_3,
            )?;
        }
        Ok(())
    }
}

/// Where what each grey means begins, and on which line: another one begins where there is no room.
fn key_places(width: f64) -> Vec<(f64, usize)> {
    let (mut x, mut line) = (LEFT_CSS_PX, 0);
    KEY.iter()
        .map(|(_, words)| {
            let end = 17.0 + width_css_px(words);
            if x > LEFT_CSS_PX && x + end > width {
                (x, line) = (LEFT_CSS_PX, line + 1);
            }
            let place = (x, line);
            x += end + 12.0;
            place
        })
        .collect()
}

/// What the greys mean.
fn draw_key<DB: DrawingBackend>(pen: &Pen<'_, DB>, first_line: f64) -> Drawn<DB> {
    let theme = pen.theme;
    for ((share, words), (x, line)) in KEY.into_iter().zip(key_places(pen.width_css_px())) {
        let middle = first_line + line as f64 * LINE_CSS_PX;
        pen.fill((x, middle - 6.0), (x + 12.0, middle + 6.0), theme.ink_3)?;
        pen.fill((x + 1.0, middle - 5.0), (x + 11.0, middle + 5.0), between(theme.ground, theme.ink, share))?;
        pen.text(words, (x + 17.0, middle), Anchor::Left, theme.ink_2)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // The room of a plate at 320, 390 and 1440 px.
    #[test]
    fn what_the_greys_mean_is_never_cut_off() {
        for (width, lines) in [(288.0, 2..=3), (342.0, 2..=2), (1_072.0, 1..=1)] {
            let places = key_places(width);
            for ((x, _), (_, words)) in places.iter().zip(KEY) {
                assert!(x + 17.0 + width_css_px(words) <= width, "{words} at {width}");
            }
            assert!(lines.contains(&(1 + places.last().expect("five").1)), "{width}: {places:?}");
        }
    }
}
