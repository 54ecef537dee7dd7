//! What a ring picture points out: keys that moved, the ten labels that are named, and the leaders of the notes that
//! stand in its corners.

use std::f64::consts::FRAC_PI_2;

use placement::fleet::NodeId;

use super::{
    ring_binned::is_binned,
    ring_data::RingData,
    ring_layout::{Radii, RingLayout},
    ring_movement::Line,
    scene::{Ink, Layer, Point, Shape},
};

/// Distance of the notes from the picture's left and right edges; the style sheet has the same.
const NOTE_INSET_CSS_PX: f64 = 22.0;
/// Distance of the notes from the top and the bottom; the style sheet has the same.
const NOTE_EDGE_CSS_PX: f64 = 12.0;
/// Height of a note's line.
const NOTE_LINE_CSS_PX: f64 = 16.0;

/// Where keys moved, outside the band.
#[must_use]
pub fn marks(data: &RingData, layout: &RingLayout) -> Layer {
    let mut layer = Layer::new("marks");
    for &(from, to) in data.movement.iter().flat_map(|movement| &movement.marks) {
        layer.fill(Ink::Accent, layout.sector(layout.marks(), from, to));
    }
    layer
}

/// Moved keys keep their angle and change their lane; their lines are grown by so much, from 0 to 1.
#[must_use]
pub fn lines(data: &RingData, layout: &RingLayout, lit: Option<NodeId>, grown: f64) -> Layer {
    let mut layer = Layer::new("lines");
    let Some(movement) = data.movement.as_ref().filter(|_| layout.lanes > 0) else { return layer };
    let lit = lit.and_then(|id| data.lane_of(id));
    let is_wanted = |line: &&Line| lit.is_none_or(|lane| lane == line.from || lane == line.to);
    let wanted: Vec<Line> = movement.lines.iter().filter(is_wanted).cloned().collect();
    draw_lines(&wanted, layout, grown, &mut layer);
    layer
}

/// Draws lines, grown by so much, from 0 to 1.
pub fn draw_lines(lines: &[Line], layout: &RingLayout, grown: f64, layer: &mut Layer) {
    let most = lines.iter().map(|line| line.keys).max().unwrap_or(1);
    let size = layout.scaled(1.0).clamp(0.55, 1.0);
    for line in lines {
        let start = layout.lane(line.from).middle();
        let goal = layout.lane(line.to);
        let is_inward = goal.middle() < start;
        let tip = if is_inward { goal.outer } else { goal.inner };
        let back = if is_inward { 5.0 * size } else { -5.0 * size };
        // Three widths, so that lines of one width are one path.
        let share = f64::from(line.keys) / f64::from(most);
        let width = size
            * if share > 0.6 {
                2.2
            } else if share > 0.25 {
                1.6
            } else {
                1.1
            };
        let from = layout.point(start, line.turns);
        let end = start + (tip + back / 2.0 - start) * grown;
        layer.stroke(Ink::Accent, width, Shape::Segment(from, layout.point(end, line.turns)));
        layer.fill(Ink::Accent, Shape::Dot(from, 2.2 * size));
        if grown < 1.0 {
            continue;
        }
        let half = layout.turns_from_css_px(2.4 * size, tip + back);
        let head = [
            layout.point(tip, line.turns),
            layout.point(tip + back, line.turns - half),
            layout.point(tip + back, line.turns + half),
        ];
        layer.fill(Ink::Accent, Shape::Path(head.to_vec()));
    }
}

/// The ten labels: in a bracket while they stand in a row, in ink with a dot when apart.
#[must_use]
pub fn named_run(data: &RingData, layout: &RingLayout, lit: Option<NodeId>) -> Layer {
    let mut layer = Layer::new("named run");
    let (Some(run), Some(ring)) = (&data.view().named_run, data.ring()) else { return layer };
    if layout.is_compact() || data.movement.is_some() || lit.is_some_and(|lit| lit != run.node) {
        return layer;
    }
    let radii = match data.lane_of(run.node) {
        Some(lane) if layout.lanes > 0 => layout.lane(lane),
        Some(_) if lit == Some(run.node) => layout.private_lane(),
        _ => return layer,
    };
    let turns: Vec<f64> = run.positions.iter().map(|&position| ring.turns(position)).collect();
    let above = radii.outer + 2.0;
    let (from_radius, at) = if run.apart {
        for &turns in &turns {
            layer.stroke(Ink::Ground, 4.5, layout.tick(radii, turns));
            layer.stroke(Ink::Ink, 2.0, layout.tick(radii, turns));
            layer.fill(Ink::Ink, Shape::Dot(layout.point(radii.outer, turns), 2.4));
        }
        let from_corner = |turns: f64| (layout.angle_rad_from_turns(turns) + FRAC_PI_2 - 0.6).abs();
        let nearest = turns.into_iter().min_by(|&a, &b| from_corner(a).total_cmp(&from_corner(b)));
        (radii.outer, nearest)
    } else {
        let from = turns.iter().copied().fold(f64::MAX, f64::min);
        let to = turns.iter().copied().fold(f64::MIN, f64::max);
        if to - from > 0.5 {
            // The ten stand across the wrap: no bracket over the opening.
            return layer;
        }
        let off = layout.turns_from_css_px(3.0, above);
        let (from, to) = (from - off, to + off);
        let foot = Radii { inner: radii.outer - 5.0, outer: above };
        for (ink, width) in [(Ink::Ground, 4.0), (Ink::Ink, 1.5)] {
            layer.stroke(ink, width, layout.arc(above, from, to));
            layer.stroke(ink, width, layout.tick(foot, from));
            layer.stroke(ink, width, layout.tick(foot, to));
        }
        (above, Some((from + to) / 2.0))
    };
    if let Some(leader) = at.and_then(|turns| run_leader(layout, from_radius, turns)) {
        layer.fill(Ink::Ink, Shape::Dot(leader[0], 2.0));
        layer.stroke(Ink::Ink3, 1.0, Shape::Path(leader));
    }
    layer
}

/// From a lane to the note in the upper right corner; `None` where that would lead across the ring.
fn run_leader(layout: &RingLayout, radius: f64, turns: f64) -> Option<Vec<Point>> {
    /// The note is about so wide.
    const NOTE_CSS_PX: f64 = 172.0;
    let degrees = (layout.angle_rad_from_turns(turns) + FRAC_PI_2).to_degrees();
    if !(8.0..100.0).contains(&degrees) {
        return None;
    }
    let right = layout.size.width_css_px - NOTE_INSET_CSS_PX;
    let left = right - NOTE_CSS_PX;
    let below = NOTE_EDGE_CSS_PX + 2.0 * NOTE_LINE_CSS_PX + 4.0;
    let start = layout.point(radius, turns);
    let outside = layout.point(layout.scaled(325.0), turns);
    if outside.x < left + 16.0 || outside.y < below {
        let heading = NOTE_EDGE_CSS_PX + NOTE_LINE_CSS_PX / 2.0;
        let bend = Point::new((left - 24.0).max(start.x), heading);
        return Some(vec![start, bend, Point::new(left - 6.0, heading)]);
    }
    // No further out than the note's right end, so that the line rises beneath the note.
    let x = outside.x.min(right - 8.0);
    let part = (x - start.x) / (outside.x - start.x);
    let bend = Point::new(x, start.y + part * (outside.y - start.y));
    Some(vec![start, bend, Point::new(x, below)])
}

/// From the notes in the other corners to what they speak of.
#[must_use]
pub fn leaders(data: &RingData, layout: &RingLayout) -> Layer {
    let mut layer = Layer::new("leaders");
    if layout.is_compact() || data.lanes.is_empty() {
        return layer;
    }
    let bottom = layout.size.height_css_px - NOTE_EDGE_CSS_PX - 1.5 * NOTE_LINE_CSS_PX;
    let width = layout.size.width_css_px;
    // About the widths of the headings.
    let band_end = if data.ring().is_some_and(is_binned) { 88.0 } else { 40.0 };
    let band_at = layout.point_at_angle(layout.band().middle(), 124.0_f64.to_radians());
    let lane_at = tick_near(data, layout, 56.0_f64.to_radians());
    let lanes_end = if layout.lanes == 0 { 90.0 } else { 44.0 };
    leader(&mut layer, band_at, Point::new(NOTE_INSET_CSS_PX + band_end, bottom));
    leader(&mut layer, lane_at, Point::new(width - NOTE_INSET_CSS_PX - lanes_end, bottom));
    if let Some(movement) = &data.movement {
        let marks = layout.marks();
        let from_corner = |turns: f64| (layout.angle_rad_from_turns(turns) + FRAC_PI_2).to_degrees() - 332.0;
        let middles = movement.marks.iter().map(|(from, to)| (from + to) / 2.0);
        let nearest = middles.min_by(|&a, &b| from_corner(a).abs().total_cmp(&from_corner(b).abs()));
        if let Some(turns) = nearest.filter(|&turns| from_corner(turns).abs() < 25.0) {
            let heading = NOTE_EDGE_CSS_PX + NOTE_LINE_CSS_PX / 2.0;
            let dot = layout.point(marks.outer + 2.0, turns);
            // The note's second line is about so long; the leader passes beyond it, or starts below it.
            let beside = Point::new(NOTE_INSET_CSS_PX + 126.0, heading);
            let path = if dot.x > beside.x {
                let bend = Point::new(beside.x.max(dot.x - (dot.y - heading)), heading);
                vec![dot, bend, Point::new(NOTE_INSET_CSS_PX + 50.0, heading)]
            } else {
                vec![dot, Point::new(NOTE_INSET_CSS_PX + 80.0, heading + 1.5 * NOTE_LINE_CSS_PX + 4.0)]
            };
            trace(&mut layer, dot, path);
        }
    }
    layer
}

/// The virtual node nearest to an angle; the common lane at that angle where nodes have no lanes.
fn tick_near(data: &RingData, layout: &RingLayout, angle_rad: f64) -> Point {
    let here = layout.point_at_angle(layout.common_lane().middle(), angle_rad);
    let (Some(ring), Some(wanted)) = (data.ring().filter(|_| layout.lanes > 0), layout.turns_from_point(here)) else {
        return here;
    };
    let off = |position: u64| (ring.turns(position) - wanted).abs();
    let nearest = ring.points().iter().min_by(|a, b| off(a.position).total_cmp(&off(b.position)));
    nearest
        .and_then(|point| Some((point, data.lane_of(data.node(point.seat)?)?)))
        .map_or(here, |(point, lane)| layout.point(layout.lane(lane).middle(), ring.turns(point.position)))
}

/// A dot, a line at 45° and a level one to the note.
fn leader(layer: &mut Layer, dot: Point, note: Point) {
    let side = if note.x < dot.x { -1.0 } else { 1.0 };
    let bend = Point::new(dot.x + side * (note.y - dot.y).abs(), note.y);
    // Too little room for a level part: straight there.
    trace(layer, dot, if (note.x - bend.x) * side > 0.0 { vec![dot, bend, note] } else { vec![dot, note] });
}

fn trace(layer: &mut Layer, dot: Point, path: Vec<Point>) {
    layer.fill(Ink::Ground, Shape::Dot(dot, 3.2));
    layer.fill(Ink::Ink, Shape::Dot(dot, 2.0));
    layer.stroke(Ink::Ink3, 1.0, Shape::Path(path));
}

#[cfg(test)]
mod tests {
    use super::super::{
        ring_data::tests::{after, finaliser},
        scene::Size,
    };
    use super::*;

    fn run(commands: Vec<placement::scenario::Command>, lit: Option<NodeId>) -> Layer {
        let data = RingData::new(&after(commands)).expect("a ring");
        let layout = RingLayout::new(Size { width_css_px: 692.0, height_css_px: 711.0 }, data.lanes.len());
        named_run(&data, &layout, lit)
    }

    #[test]
    fn the_named_labels_have_a_bracket_and_when_apart_ten_dots() {
        let strokes = |layer: &Layer| layer.count(Ink::Ink);
        // Arc, two feet and the leader's dot.
        assert_eq!(strokes(&run(vec![], None)), 4);
        // Ten ticks with dots and the leader's dot.
        assert_eq!(strokes(&run(vec![finaliser()], None)), 21);
        assert_eq!(strokes(&run(vec![], Some(NodeId(0)))), 0);
        assert_eq!(strokes(&run(vec![], Some(NodeId(2)))), 4);
    }

    #[test]
    fn the_leader_of_the_run_ends_at_its_note() {
        let layer = run(vec![], None);
        let path = layer.batches.iter().find_map(|batch| match (&batch.ink, &batch.shapes[0]) {
            (Ink::Ink3, Shape::Path(points)) => Some(points.clone()),
            _ => None,
        });
        let end = *path.expect("a leader").last().expect("points");
        assert!((490.0..670.0).contains(&end.x) && (40.0..60.0).contains(&end.y), "{end:?}");
    }
}
