//! The measures of numbered slots: bars above, and below them cells, ways or flows.

use super::{
    scene::{Point, Size},
    slots_chain::{Chain, is_chained},
    slots_data::{MOST_ROWS, SlotsData},
    slots_grid::Grid,
};

/// Least pitch of columns with a letter.
pub(super) const LETTER_CSS_PX: f64 = 17.0;

/// The measures of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) size: Size,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    /// Where bars stand.
    pub(super) base: f64,
    /// How high the chain of the one key stands, where there is one.
    chain: Option<f64>,
    /// Where the lower part begins and ends; the same where there is none.
    pub(super) lower: (f64, f64),
    pub(super) columns: usize,
}

impl Layout {
    pub(super) fn new(size: Size, data: &SlotsData) -> Self {
        let is_compact = is_compact(size);
        let columns = data.slots.len();
        let has_grid = data.version.is_some();
        let has_lower = has_grid || columns <= MOST_ROWS && (!data.flows.is_empty() || !data.ways.is_empty());
        let (width, height) = (size.width_css_px, size.height_css_px);
        let top = if is_compact { 30.0 } else { 92.0 };
        let end = height - 34.0;
        // Cells need the room more than bars do; where it is tight, they have their letters only so.
        let part = match (has_grid, is_compact) {
            (true, true) => 0.12,
            (true, false) => 0.26,
            (false, _) => 0.38,
        };
        let has_chain = !has_grid && is_chained(data);
        let base = match (has_lower, has_chain) {
            (true, _) => top + (end - top) * part,
            (false, false) => end - 56.0,
            (false, true) => end - 84.0,
        };
        let gap = match (has_grid, has_chain, is_compact) {
            (true, _, true) => 46.0,
            (true, _, false) => 54.0,
            (false, false, _) => 92.0,
            (false, true, true) => 102.0,
            (false, true, false) => 120.0,
        };
        let below = if is_compact { 63.0 } else { 68.0 };
        Self {
            size,
            left: match (is_compact, has_grid) {
                (true, true) => 44.0,
                (true, false) => 58.0,
                (false, _) => 82.0,
            },
            right: width - if is_compact { 20.0 } else { 34.0 },
            top,
            base,
            chain: has_chain.then_some(base + below),
            lower: if has_lower { (base + gap, end) } else { (end, end) },
            columns,
        }
    }

    pub(super) fn pitch(&self) -> f64 {
        (self.right - self.left).max(1.0) / self.columns.max(1) as f64
    }

    pub(super) fn x(&self, column: usize) -> f64 {
        self.left + (column as f64 + 0.5) * self.pitch()
    }

    /// The grid of shards, where the slots are shards.
    pub(super) fn grid(&self, data: &SlotsData) -> Option<Grid> {
        let (from, to) = self.lower;
        let (at, size) = (Point::new(self.left, from), (self.right - self.left, to - from));
        data.version.map(|_| Grid { at, size, shards: self.columns })
    }

    /// The chain of the one key, where there is one.
    pub(super) fn chain(&self, data: &SlotsData, key: &str) -> Option<Chain> {
        Chain::new(data, key, (self.left, self.right), self.chain?)
    }

    /// How many of so many keys have a way in the lower part, and how far they are apart.
    pub(super) fn ways(&self, many: usize) -> (usize, f64) {
        let room = self.right - self.left;
        let is_tight = room / (many as f64) < LETTER_CSS_PX;
        let shown = if is_tight { (room / 24.0) as usize } else { many }.max(1);
        (shown, room / shown as f64)
    }

    /// The height of a row of the lower part, of so many.
    pub(super) fn row(&self, row: usize, rows: usize) -> f64 {
        let (from, to) = self.lower;
        from + (row as f64 + 0.5) * (to - from) / rows.max(1) as f64
    }
}

/// Is there too little room for notes in the corners?
pub(super) fn is_compact(size: Size) -> bool {
    size.width_css_px < 480.0
}
