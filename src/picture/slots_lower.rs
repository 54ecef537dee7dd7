//! Below the slots: the ways of the first keys through them, or from which node the keys of each came.

use placement::{explain::SlotRule, fleet::NodeId};

use super::{
    scene::{Align, Ink, Layer, Paint, Point, Shape},
    signs::chip,
    slots_data::SlotsData,
    slots_layout::Layout,
    slots_scene::strength,
    words::counted,
};

/// The first keys, one column each, through the slots that they pass.
pub(super) fn ways(data: &SlotsData, layout: &Layout, lit: Option<NodeId>) -> Layer {
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
            layer.write(
                Ink::Ink2,
                false,
                Align::End,
                Point::new(layout.left - 10.0, y),
                data.slots[row].number.to_string(),
            );
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
        Some(SlotRule::Jumps) => "and their jumps",
        Some(SlotRule::JumpsBack | SlotRule::Tries { .. }) => "and their buckets",
        _ => "and their slots",
    };
    let text = format!("The first {} {what}", counted(shown.min(many), "key", "keys"));
    layer.write(Ink::Ink2, false, Align::Start, Point::new(layout.left, above), text);
    layer
}

/// From which node the keys of each slot came: the area of a dot is a number of keys.
pub(super) fn flows(data: &SlotsData, layout: &Layout, lit: Option<NodeId>) -> Layer {
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
