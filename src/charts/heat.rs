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
        under as f64 * (self.map_css_px() + UNDER_CSS_PX) - UNDER_CSS_PX + KEY_CSS_PX
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
        draw_key(pen, self.height_css_px(width) - KEY_CSS_PX / 2.0)
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

/// What the greys mean.
fn draw_key<DB: DrawingBackend>(pen: &Pen<'_, DB>, middle: f64) -> Drawn<DB> {
    let theme = pen.theme;
    let mut x = LEFT_CSS_PX;
    for (share, words) in
        [(0.0, "never"), (0.25, "25 %"), (0.5, "50 %, as it should be"), (0.75, "75 %"), (1.0, "always")]
    {
        pen.fill((x, middle - 6.0), (x + 12.0, middle + 6.0), theme.ink_3)?;
        pen.fill((x + 1.0, middle - 5.0), (x + 11.0, middle + 5.0), between(theme.ground, theme.ink, share))?;
        pen.text(words, (x + 17.0, middle), Anchor::Left, theme.ink_2)?;
        x += 17.0 + width_css_px(words) + 12.0;
    }
    Ok(())
}
