//! Numbered slots: keys in each around the fair line, and below the ways of the first keys, or after a change of the
//! roster, from which node the keys of each slot came.

use placement::{
    explain::Explanation,
    fleet::NodeId,
    number::{Ratio, thousands},
};

use super::{
    scene::{Align, Ink, Layer, Point, Scene, Shape, Size},
    signs::{CHIP_CSS_PX, chip, chip_width, frame},
    slots_chain::is_chained,
    slots_data::{Slot, SlotsData},
    slots_layout::{LETTER_CSS_PX, Layout},
    slots_lower::{flows, ways},
    told,
};

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

pub(super) fn strength(id: NodeId, lit: Option<NodeId>) -> u8 {
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
        layer.write(Ink::Ink2, false, Align::Middle, Point::new(layout.x(at), y + 34.0), slot.number.to_string());
    }
    let what = if is_chained(data) && !data.is_table { "bucket" } else { "slot" };
    layer.write(Ink::Ink2, false, Align::End, Point::new(layout.left - 10.0, y + 34.0), what);
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
    if let Some(chain) = Layout::new(size, data).chain(data, key) {
        chain.draw(&mut layer);
    }
    layer
}

/// A stop of one key's chain in a frame, counted from 0.
pub fn mark_stop(layer: &mut Layer, data: &SlotsData, size: Size, key: &str, stop: usize) {
    if let Some(chain) = Layout::new(size, data).chain(data, key) {
        chain.frame(layer, stop);
    }
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

#[cfg(test)]
mod tests {
    use super::super::slots_data::tests::{added, data};
    use super::*;
    use placement::scenario::Command;

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };

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
