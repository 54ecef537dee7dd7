//! Numbered slots: keys in each around the fair line, and below the ways of the first keys, or after a change of the
//! roster, from which node the keys of each slot came.

use placement::{
    explain::{Explanation, SlotRule},
    fleet::NodeId,
    number::{Ratio, thousands},
};

use super::{
    scene::{Align, Ink, Layer, Paint, Point, Scene, Shape, Size},
    signs::{CHIP_CSS_PX, chip, chip_width, frame},
    slots_data::{MOST_ROWS, Slot, SlotsData},
    slots_grid::Grid,
    told,
    words::counted,
};

/// Least pitch of columns with a letter.
const LETTER_CSS_PX: f64 = 17.0;

/// The measures of the picture.
#[derive(Clone, Copy, Debug)]
struct Layout {
    size: Size,
    left: f64,
    right: f64,
    top: f64,
    /// Where bars stand.
    base: f64,
    /// Where the lower part begins and ends; the same where there is none.
    lower: (f64, f64),
    columns: usize,
}

impl Layout {
    fn new(size: Size, data: &SlotsData) -> Self {
        let is_compact = is_compact(size);
        let columns = data.slots.len();
        let has_grid = data.version.is_some();
        let has_lower = has_grid || columns <= MOST_ROWS && (!data.flows.is_empty() || !data.ways.is_empty());
        let (width, height) = (size.width_css_px, size.height_css_px);
        let top = if is_compact { 30.0 } else { 92.0 };
        let end = height - 34.0;
        // Cells need the room more than bars do.
        let part = if has_grid { 0.26 } else { 0.38 };
        let base = if has_lower { top + (end - top) * part } else { end - 56.0 };
        let gap = if has_grid { 54.0 } else { 92.0 };
        Self {
            size,
            left: if is_compact { 58.0 } else { 82.0 },
            right: width - if is_compact { 20.0 } else { 34.0 },
            top,
            base,
            lower: if has_lower { (base + gap, end) } else { (end, end) },
            columns,
        }
    }

    fn pitch(&self) -> f64 {
        (self.right - self.left).max(1.0) / self.columns.max(1) as f64
    }

    fn x(&self, column: usize) -> f64 {
        self.left + (column as f64 + 0.5) * self.pitch()
    }

    /// The grid of shards, where the slots are shards.
    fn grid(&self, data: &SlotsData) -> Option<Grid> {
        let (from, to) = self.lower;
        let (at, size) = (Point::new(self.left, from), (self.right - self.left, to - from));
        data.version.map(|_| Grid { at, size, shards: self.columns })
    }

    /// How many of so many keys have a way in the lower part, and how far they are apart.
    fn ways(&self, many: usize) -> (usize, f64) {
        let room = self.right - self.left;
        let is_tight = room / (many as f64) < LETTER_CSS_PX;
        let shown = if is_tight { (room / 24.0) as usize } else { many }.max(1);
        (shown, room / shown as f64)
    }

    /// The height of a row of the lower part, of so many.
    fn row(&self, row: usize, rows: usize) -> f64 {
        let (from, to) = self.lower;
        from + (row as f64 + 0.5) * (to - from) / rows.max(1) as f64
    }
}

/// Is there too little room for notes in the corners?
pub(super) fn is_compact(size: Size) -> bool {
    size.width_css_px < 480.0
}

/// Draws slots.
#[must_use]
pub fn scene(data: &SlotsData, size: Size, lit: Option<NodeId>) -> Scene {
    let layout = Layout::new(size, data);
    if data.slots.is_empty() {
        let mut layer = Layer::new("empty");
        let middle = Point::new(size.width_css_px / 2.0, size.height_css_px / 2.0);
        layer.write(Ink::Ink2, false, Align::Middle, middle, told::nothing(data.view()));
        return Scene::new(size, vec![layer]);
    }
    let mut layers = vec![bars(data, &layout, lit), slots(data, &layout, lit)];
    if let Some(grid) = layout.grid(data) {
        layers.push(grid.layer(data, lit));
    } else if layout.lower.1 > layout.lower.0 {
        layers.push(if data.flows.is_empty() { ways(data, &layout, lit) } else { flows(data, &layout, lit) });
    }
    Scene::new(size, layers)
}

fn strength(id: NodeId, lit: Option<NodeId>) -> u8 {
    if lit.is_none_or(|lit| lit == id) { 100 } else { 30 }
}

/// Keys in each slot; keys that another node had before are in the accent.
fn bars(data: &SlotsData, layout: &Layout, lit: Option<NodeId>) -> Layer {
    let mut layer = Layer::new("bars");
    let fair = data.fair();
    // With more slots than pixels, a bar is the mean of the slots that it covers, which belong to many nodes.
    let slots_a_bar = (1.0 / layout.pitch()).ceil().max(1.0);
    // As many for each as can be: a last bar of a few slots would be as high or low as chance has it.
    let all = data.slots.len();
    let count = (all / slots_a_bar as usize).max(usize::from(all > 0));
    let bars = || (0..count).map(|bar| &data.slots[bar * all / count..(bar + 1) * all / count]);
    let mean = |covered: &[Slot], keys: fn(&Slot) -> u32| {
        covered.iter().map(|slot| f64::from(keys(slot))).sum::<f64>() / covered.len() as f64
    };
    let most = bars().map(|covered| mean(covered, |slot| slot.keys)).fold(fair * 1.25, f64::max);
    // A slot in a large table may have less than one key.
    let most = if most > 0.0 { most } else { 1.0 };
    let height = |keys: f64| keys / most * (layout.base - layout.top);
    let pitch = (layout.right - layout.left) / count.max(1) as f64;
    let width = (pitch * 0.72).min(56.0);
    for (at, covered) in bars().enumerate() {
        let (kept, all) = (mean(covered, |slot| slot.keys - slot.arrived), mean(covered, |slot| slot.keys));
        let slot = &covered[0];
        let x = layout.left + (at as f64 + 0.5) * pitch - width / 2.0;
        let bar = |from: f64, to: f64| Shape::Box {
            at: Point::new(x, layout.base - height(to)),
            width,
            height: height(to) - height(from),
            corner: 0.0,
        };
        let strength = strength(slot.id, lit);
        let ink = |strength: u8| if covered.len() > 1 { Ink::Key } else { Ink::Node(slot.id, strength) };
        layer.fill(ink(strength), bar(0.0, kept));
        if all > kept {
            layer.fill(if covered.len() > 1 { Ink::Track } else { ink(strength / 4) }, bar(kept, all));
            let (top, bottom) = (layout.base - height(all), layout.base - height(kept));
            let ink = if strength == 100 || covered.len() > 1 { Ink::Accent } else { Ink::Line };
            hatch(&mut layer, ink, (x, top), (x + width, bottom));
        }
        if layout.pitch() >= 52.0 {
            let above = Point::new(x + width / 2.0, layout.base - height(all) - 10.0);
            layer.write(Ink::Ink2, false, Align::Middle, above, thousands(slot.keys));
        }
    }
    layer.stroke(
        Ink::Ink3,
        1.0,
        Shape::Segment(Point::new(layout.left, layout.base + 0.5), Point::new(layout.right, layout.base + 0.5)),
    );
    let y = layout.base - height(fair);
    let line = Shape::Segment(Point::new(layout.left - 6.0, y), Point::new(layout.right, y));
    layer.stroke(Ink::Ground, 3.0, line.clone());
    layer.stroke(Ink::Ink, 1.0, line);
    let beside = |dy: f64| Point::new(layout.left - 10.0, y + dy);
    layer.write(Ink::Ink2, false, Align::End, beside(-7.0), "fair");
    let written = if fair < 10.0 {
        Ratio::new(data.view().balance.keys, data.slots.len() as u64).decimal(1, 1)
    } else {
        thousands(fair.round() as u64)
    };
    layer.write(Ink::Ink, true, Align::End, beside(7.0), written);
    layer
}

/// Slanting lines within a box; where they would be too close, the box is filled.
fn hatch(layer: &mut Layer, ink: Ink, (left, top): (f64, f64), (right, bottom): (f64, f64)) {
    const APART: f64 = 7.0;
    if right - left < 2.0 * APART {
        let at = Point::new(left, top);
        layer.fill(ink, Shape::Box { at, width: right - left, height: bottom - top, corner: 0.0 });
        return;
    }
    // Lines of constant x + y, at the same places in every box.
    let mut sum = ((left + top) / APART).ceil() * APART;
    while sum < right + bottom {
        let (start, end) = ((sum - bottom).max(left), (sum - top).min(right));
        if end > start {
            layer.stroke(ink, 1.5, Shape::Segment(Point::new(start, sum - start), Point::new(end, sum - end)));
        }
        sum += APART;
    }
}

/// The slots themselves: number, and letter of the node.
fn slots(data: &SlotsData, layout: &Layout, lit: Option<NodeId>) -> Layer {
    let mut layer = Layer::new("slots");
    let y = layout.base + 8.0;
    if layout.pitch() < LETTER_CSS_PX {
        let slots_a_mark = (1.0 / layout.pitch()).ceil().max(1.0);
        let width = layout.pitch() * slots_a_mark;
        for (at, slot) in data.slots.iter().step_by(slots_a_mark as usize).enumerate() {
            let x = layout.left + at as f64 * width;
            let shape = Shape::Box { at: Point::new(x, y), width: width * 1.02, height: 10.0, corner: 0.0 };
            layer.fill(Ink::Node(slot.id, strength(slot.id, lit)), shape);
        }
        let last = data.slots.len() - 1;
        let below = y + 22.0;
        layer.write(Ink::Ink2, false, Align::Start, Point::new(layout.left, below), "0");
        layer.write(Ink::Ink2, false, Align::End, Point::new(layout.right, below), thousands(last as u64));
        let what = if data.version.is_some() { "shard" } else { "slot" };
        layer.write(Ink::Ink2, false, Align::End, Point::new(layout.left - 10.0, below), what);
        return layer;
    }
    for (at, slot) in data.slots.iter().enumerate() {
        chip(&mut layer, Point::new(layout.x(at), y + 12.0), slot.id, lit);
        layer.write(Ink::Ink2, false, Align::Middle, Point::new(layout.x(at), y + 34.0), at.to_string());
    }
    layer.write(Ink::Ink2, false, Align::End, Point::new(layout.left - 10.0, y + 34.0), "slot");
    layer
}

/// The slot of one key, in a frame.
#[must_use]
pub fn way(data: &SlotsData, size: Size, key: &str) -> Layer {
    let mut layer = Layer::new("way");
    let Explanation::Slots(Some(way)) = data.view().snapshot.placed().explain(key.as_bytes()) else { return layer };
    if let Some(&slot) = way.visited.last() {
        mark(&mut layer, data, size, slot as usize);
    }
    layer
}

/// One slot in a frame.
pub fn mark(layer: &mut Layer, data: &SlotsData, size: Size, slot: usize) {
    let layout = Layout::new(size, data);
    // As `slots` places chips, or where they do not fit, a strip.
    let middle = Point::new(layout.x(slot), layout.base + if layout.pitch() >= LETTER_CSS_PX { 20.0 } else { 13.0 });
    let letters = data.slots.get(slot).map_or(1, |slot| slot.id.letter().len());
    let (width, height) =
        if layout.pitch() >= LETTER_CSS_PX { (chip_width(letters), CHIP_CSS_PX) } else { (layout.pitch(), 10.0) };
    frame(layer, middle, width, height);
    if let Some(grid) = layout.grid(data) {
        grid.frame(layer, slot);
    }
}

/// A shard of a lookup table that was chosen, in a frame.
#[must_use]
pub fn chosen(data: &SlotsData, size: Size, shard: u32) -> Option<Layer> {
    let grid = Layout::new(size, data).grid(data).filter(|_| (shard as usize) < data.slots.len())?;
    let mut layer = Layer::new("chosen");
    grid.heavy_frame(&mut layer, shard as usize);
    Some(layer)
}

/// The shard at a place: of a bar or a cell.
#[must_use]
pub fn shard_at(data: &SlotsData, size: Size, point: Point) -> Option<u32> {
    let layout = Layout::new(size, data);
    let column = ((point.x - layout.left) / layout.pitch()).floor();
    let is_bar = point.y >= layout.top && point.y < layout.lower.0 && column >= 0.0;
    let shard = if is_bar { Some(column as usize) } else { layout.grid(data)?.shard_at(point) };
    shard.filter(|&shard| data.version.is_some() && shard < data.slots.len()).map(|shard| shard as u32)
}

/// The first keys, one column each, through the slots that they pass.
fn ways(data: &SlotsData, layout: &Layout, lit: Option<NodeId>) -> Layer {
    let mut layer = Layer::new("ways");
    let rows = data.slots.len();
    let many = data.ways.len();
    let (shown, pitch) = layout.ways(many);
    let row_pitch = (layout.lower.1 - layout.lower.0) / rows as f64;
    for row in 0..rows {
        let y = layout.row(row, rows);
        let line = Shape::Segment(Point::new(layout.left, y), Point::new(layout.right, y));
        layer.stroke(Ink::Line, 1.0, line);
        if row_pitch >= 13.0 || row == 0 || row + 1 == rows {
            layer.write(Ink::Ink2, false, Align::End, Point::new(layout.left - 10.0, y), row.to_string());
        }
    }
    for (at, way) in data.ways.iter().take(shown).enumerate() {
        let x = layout.left + (at as f64 + 0.5) * pitch;
        let points: Vec<Point> =
            way.visited.iter().map(|&slot| Point::new(x, layout.row(slot as usize, rows))).collect();
        let Some((&end, owner)) = points.last().zip(way.visited.last().and_then(|&slot| data.slots.get(slot as usize)))
        else {
            continue;
        };
        for &stop in &points[..points.len() - 1] {
            layer.fill(Ink::Key, Shape::Dot(stop, 2.5));
        }
        layer.stroke(Ink::Key, 1.0, Shape::Path(points));
        if row_pitch >= 14.0 {
            chip(&mut layer, end, owner.id, lit);
        } else {
            layer.fill(Ink::Node(owner.id, strength(owner.id, lit)), Shape::Dot(end, 4.0));
        }
    }
    let above = layout.lower.0 - 14.0;
    let what = match &data.rule {
        Some(SlotRule::Jumps) => "and the slots that they jump through",
        _ => "and their slots",
    };
    let text = format!("The first {} {what}", counted(shown.min(many), "key", "keys"));
    layer.write(Ink::Ink2, false, Align::Start, Point::new(layout.left, above), text);
    layer
}

/// From which node the keys of each slot came: the area of a dot is a number of keys.
fn flows(data: &SlotsData, layout: &Layout, lit: Option<NodeId>) -> Layer {
    let mut layer = Layer::new("flows");
    let rows = data.sources.len();
    let row_pitch = (layout.lower.1 - layout.lower.0) / rows.max(1) as f64;
    for (row, &id) in data.sources.iter().enumerate() {
        let y = layout.row(row, rows);
        let line = Shape::Segment(Point::new(layout.left, y), Point::new(layout.right, y));
        layer.stroke(Ink::Line, 1.0, line);
        if row_pitch >= 22.0 {
            chip(&mut layer, Point::new(layout.left - 24.0, y), id, lit);
        } else if row_pitch >= 13.0 {
            layer.write(Ink::Ink2, true, Align::End, Point::new(layout.left - 10.0, y), id.letter());
        }
    }
    let most = data.flows.iter().map(|flow| flow.keys).max().unwrap_or(1);
    let largest = (row_pitch.min(layout.pitch()) / 2.0 - 1.0).clamp(1.0, 11.0);
    for flow in &data.flows {
        let (from, to) = (data.sources[flow.row], data.slots[flow.slot].id);
        let radius = largest * (f64::from(flow.keys) / f64::from(most)).sqrt();
        let dot = Shape::Dot(Point::new(layout.x(flow.slot), layout.row(flow.row, rows)), radius.max(0.7));
        let is_lit = lit.is_none_or(|lit| lit == from || lit == to);
        let ink = match (from == to, is_lit) {
            (true, _) => Ink::Node(to, if is_lit { 100 } else { 30 }),
            (false, true) => Ink::Accent,
            (false, false) => Ink::Line,
        };
        layer.add(ink, Paint::Fill, dot);
    }
    let above = layout.lower.0 - 14.0;
    // About 6 px a character.
    let text = if layout.right - layout.left >= 380.0 {
        "Keys from each node before, by row, to each slot now, by column"
    } else {
        "Keys from node, by row, to slot, by column"
    };
    layer.write(Ink::Ink2, false, Align::Start, Point::new(layout.left, above), text);
    layer
}

/// The node of the slot at a place.
#[must_use]
pub fn node_at(data: &SlotsData, size: Size, point: Point) -> Option<NodeId> {
    let layout = Layout::new(size, data);
    if data.version.is_some() {
        return data.slots.get(shard_at(data, size, point)? as usize).map(|slot| slot.id);
    }
    let is_in_rows = point.y > layout.base + 50.0;
    if is_in_rows && data.flows.is_empty() || point.y < layout.top || point.x < layout.left {
        return None;
    }
    let column = ((point.x - layout.left) / layout.pitch()).floor();
    (point.y <= layout.size.height_css_px && column >= 0.0)
        .then(|| data.slots.get(column as usize))
        .flatten()
        .map(|slot| slot.id)
}

/// The number of the key whose way a place is on.
#[must_use]
pub fn key_at(data: &SlotsData, size: Size, point: Point) -> Option<u32> {
    let layout = Layout::new(size, data);
    let has_ways =
        data.version.is_none() && layout.lower.1 > layout.lower.0 && data.flows.is_empty() && !data.ways.is_empty();
    let is_in = point.y >= layout.lower.0 && point.y <= layout.lower.1 && point.x >= layout.left;
    let (shown, pitch) = layout.ways(data.ways.len());
    let at = ((point.x - layout.left) / pitch) as usize;
    (has_ways && is_in && at < shown.min(data.ways.len())).then_some(at as u32)
}

#[cfg(test)]
mod tests {
    use super::super::slots_data::tests::{added, data};
    use super::*;
    use placement::scenario::Command;

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };

    #[test]
    fn a_way_means_its_key() {
        let data = data("jump", []);
        let layout = Layout::new(WIDE, &data);
        let (shown, pitch) = layout.ways(data.ways.len());
        let y = layout.row(3, 8);
        for at in 0..shown {
            let point = Point::new(layout.left + (at as f64 + 0.5) * pitch, y);
            assert_eq!(key_at(&data, WIDE, point), Some(at as u32));
        }
        assert_eq!(key_at(&data, WIDE, Point::new(layout.left - 3.0, y)), None);
        assert_eq!(key_at(&data, WIDE, Point::new(layout.x(2), layout.base - 4.0)), None);
    }

    #[test]
    fn every_column_names_its_node() {
        let data = data("modulo", []);
        let layout = Layout::new(WIDE, &data);
        for column in 0..8 {
            let point = Point::new(layout.x(column), layout.base - 4.0);
            assert_eq!(node_at(&data, WIDE, point), Some(NodeId(column as u32)));
        }
        assert_eq!(node_at(&data, WIDE, Point::new(2.0, 2.0)), None);
    }

    #[test]
    fn the_slot_of_a_key_has_a_frame() {
        for (algorithm, nodes) in [("modulo", 8), ("jump", 8), ("jump", 500)] {
            let data = data(algorithm, [Command::SetNodeCount(nodes)]);
            assert_eq!(way(&data, WIDE, "user:42").count(Ink::Ink), 1);
        }
        assert_eq!(way(&data("modulo", [Command::SetNodeCount(0)]), WIDE, "user:42").count(Ink::Ink), 0);
    }

    #[test]
    fn modulo_shows_almost_every_key_as_moved() {
        let data = data("modulo", [added()]);
        let scene = scene(&data, WIDE, None);
        assert!(scene.layer("bars").expect("bars").count(Ink::Accent) > 9 * 8);
        assert!(scene.layer("flows").expect("flows").count(Ink::Accent) > 50);
    }

    #[test]
    fn jump_shows_the_ways_of_the_first_keys() {
        let data = data("jump", []);
        let scene = scene(&data, WIDE, None);
        assert_eq!(scene.layer("ways").expect("ways").texts.len(), 24 + 8 + 1);
    }

    #[test]
    fn any_number_of_slots_is_drawn() {
        for many in [0, 1, 41, 10_000] {
            let data = data("modulo", [Command::SetNodeCount(many)]);
            assert!(scene(&data, WIDE, None).shapes() < 5_000);
        }
    }

    #[test]
    fn every_shard_has_a_cell_and_a_bar() {
        for size in [WIDE, Size { width_css_px: 374.0, height_css_px: 376.0 }] {
            let data = data("coordinator", []);
            let layout = Layout::new(size, &data);
            let grid = layout.grid(&data).expect("a grid");
            for shard in 0..256 {
                let (column, row) = (f64::from(shard % 16) + 0.5, f64::from(shard / 16) + 0.5);
                let cell = Point::new(grid.at.x + column * grid.size.0 / 16.0, grid.at.y + row * grid.size.1 / 16.0);
                let bar = Point::new(layout.x(shard as usize), layout.base - 2.0);
                assert_eq!([cell, bar].map(|at| shard_at(&data, size, at)), [Some(shard); 2]);
                assert_eq!(node_at(&data, size, cell), Some(NodeId(shard % 8)));
            }
            assert_eq!(shard_at(&data, size, Point::new(2.0, 2.0)), None);
            assert_eq!(key_at(&data, size, Point::new(layout.x(9), layout.lower.0 + 20.0)), None);
            assert!(chosen(&data, size, 255).is_some() && chosen(&data, size, 256).is_none());
        }
        let modulo = data("modulo", [Command::SetNodeCount(256)]);
        assert_eq!(shard_at(&modulo, WIDE, Point::new(300.0, 200.0)), None);
    }

    #[test]
    fn shards_that_moved_have_a_line_around_them() {
        let now = data("coordinator", [added()]);
        assert_eq!(scene(&now, WIDE, None).layer("grid").expect("a grid").count(Ink::Accent), 28);
        let by_hand = data("coordinator", [added(), Command::MoveShard { shard: 255, to: NodeId(0) }]);
        assert_eq!(scene(&by_hand, WIDE, None).layer("grid").expect("a grid").count(Ink::Accent), 1);
    }

    #[test]
    fn a_key_that_is_pinned_elsewhere_is_not_in_its_shard() {
        let sum = |data: &SlotsData| data.slots.iter().map(|slot| slot.keys).sum::<u32>();
        let pin = |tenant: &str| Command::Pin { tenant: tenant.into(), to: NodeId(0) };
        assert_eq!(sum(&data("coordinator", [])), 100_000);
        // user:99999 has the FNV-1a value 0x75b21eb7: shard 117, dealt to node 5.
        assert_eq!(sum(&data("coordinator", [pin("user:99999")])), 99_999);
        assert_eq!(sum(&data("coordinator", [pin("nobody")])), 100_000);
    }
}
