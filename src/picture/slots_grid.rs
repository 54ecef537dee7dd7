//! The shards of a lookup table as a grid, sixteen a row: whose each is, and which have just moved. A column of 256 is too
//! thin to be pointed at; a cell is not.

use placement::fleet::NodeId;

use super::{
    scene::{Align, Ink, Layer, Point, Shape},
    signs::frame,
    slots_data::SlotsData,
};

/// Cells in a row.
const COLUMNS: usize = 16;
/// The width of a letter. A cell that is too small for its letters has none, and rows less high have no number.
const LETTER_CSS_PX: f64 = 8.0;
const LINE_CSS_PX: f64 = 13.0;

/// Where the grid stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Its upper left corner.
    pub(super) at: Point,
    /// Its width and height.
    pub(super) size: (f64, f64),
    /// How many shards it has.
    pub(super) shards: usize,
}

impl Grid {
    fn cell_size(&self) -> (f64, f64) {
        (self.size.0 / COLUMNS as f64, self.size.1 / self.shards.div_ceil(COLUMNS).max(1) as f64)
    }

    /// The upper left corner of a cell.
    fn cell(&self, shard: usize) -> Point {
        let (width, height) = self.cell_size();
        Point::new(self.at.x + width * (shard % COLUMNS) as f64, self.at.y + height * (shard / COLUMNS) as f64)
    }

    /// The shard at a place.
    pub(super) fn shard_at(&self, point: Point) -> Option<usize> {
        let (width, height) = self.cell_size();
        let (across, down) = ((point.x - self.at.x) / width, (point.y - self.at.y) / height);
        let is_in = across >= 0.0 && down >= 0.0 && across < COLUMNS as f64;
        let shard = || down as usize * COLUMNS + across as usize;
        (is_in && shard() < self.shards).then(shard)
    }

    /// A line around the cell of one key.
    pub(super) fn frame(&self, layer: &mut Layer, shard: usize) {
        let ((width, height), at) = (self.cell_size(), self.cell(shard));
        frame(layer, Point::new(at.x + width / 2.0, at.y + height / 2.0), width - 3.0, height - 3.0);
    }

    /// A heavier one around the cell that was chosen, so that the two can be told apart.
    pub(super) fn heavy_frame(&self, layer: &mut Layer, shard: usize) {
        let ((width, height), at) = (self.cell_size(), self.cell(shard));
        let shape = Shape::Box { at, width, height, corner: 3.0 };
        layer.stroke(Ink::Ground, 7.0, shape.clone());
        layer.stroke(Ink::Ink, 3.5, shape);
    }

    /// Draws the cells.
    pub(super) fn layer(&self, data: &SlotsData, lit: Option<NodeId>) -> Layer {
        let mut layer = Layer::new("grid");
        let (width, height) = self.cell_size();
        for (shard, slot) in data.slots.iter().enumerate() {
            let at = self.cell(shard);
            let is_quiet = lit.is_some_and(|lit| lit != slot.id);
            let inner = |inset: f64| Shape::Box {
                at: Point::new(at.x + inset, at.y + inset),
                width: width - 2.0 * inset,
                height: height - 2.0 * inset,
                corner: 2.0,
            };
            layer.fill(Ink::Node(slot.id, if is_quiet { 22 } else { 100 }), inner(0.75));
            if data.moved.get(shard) == Some(&true) {
                layer.stroke(Ink::Ground, 4.0, inner(2.0));
                layer.stroke(Ink::Accent, 2.0, inner(2.0));
            }
            let letter = slot.id.letter();
            let has_room = LETTER_CSS_PX * (letter.len() as f64 + 1.0) <= width;
            if has_room && height >= LINE_CSS_PX {
                let middle = Point::new(at.x + width / 2.0, at.y + height / 2.0);
                let ink = if is_quiet { Ink::Ink2 } else { Ink::Letter(slot.id) };
                layer.write(ink, false, Align::Middle, middle, letter);
            }
        }
        for row in 0..self.shards.div_ceil(COLUMNS) {
            if height >= LINE_CSS_PX || row % 4 == 0 {
                let beside = Point::new(self.at.x - 10.0, self.at.y + (row as f64 + 0.5) * height);
                layer.write(Ink::Ink2, false, Align::End, beside, (row * COLUMNS).to_string());
            }
        }
        layer
    }
}
