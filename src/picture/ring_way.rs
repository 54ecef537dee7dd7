//! One key's way on the ring: out along its angle to the lane of its owner, then along the lane to its virtual node.

use placement::{
    explain::{Explanation, RingWay},
    fleet::NodeId,
    number::Ratio,
};

use super::{
    ring_data::RingData,
    ring_layout::RingLayout,
    scene::{Ink, Layer, Point, Shape},
};

/// Where the way begins, just inside the wheel of keys, for a ring of radius 300.
const START: f64 = 98.0;
const WIDTH_CSS_PX: f64 = 1.5;
/// The ground on both sides of a line, by which it stands off what it crosses.
const HALO_CSS_PX: f64 = 1.5;
/// The radius of what a step looks at: more than that of the end of a way.
const MARK_CSS_PX: f64 = 7.0;
/// Where keys lie that find no point is at least so long.
const LEAST_BEYOND_CSS_PX: f64 = 3.0;

/// The way of a key, or where it begins if it has not reached its point; nothing on an empty ring.
#[must_use]
pub fn way(data: &RingData, layout: &RingLayout, key: &str, shown: Option<NodeId>, has_reached: bool) -> Layer {
    let mut layer = Layer::new("way");
    let Some(ring) = data.ring() else { return layer };
    let Some(way) = ring_way(data.view().snapshot.placed().explain(key.as_bytes())) else { return layer };
    let radius = lane_radius(data, layout, way.owner, shown);
    let (from, to) = (ring.turns(way.position), ring.turns(way.point));
    // A way past the end of the space goes on at its start; the opening between them stays open.
    let along = match (way.wraps, ring.is_clockwise()) {
        _ if !has_reached => vec![],
        (false, true) => vec![(from, to)],
        (false, false) => vec![(to, from)],
        (true, true) => vec![(from, 1.0), (0.0, to)],
        (true, false) => vec![(0.0, from), (to, 1.0)],
    };
    let start = layout.point(layout.scaled(START), from);
    let out = Shape::Segment(start, layout.point(radius, from));
    let size = if layout.is_compact() { 0.8 } else { 1.0 };
    let dot = Shape::Dot(start, 3.0 * size);
    for (ink, more) in [(Ink::Ground, 2.0 * HALO_CSS_PX), (Ink::Ink, 0.0)] {
        layer.stroke(ink, WIDTH_CSS_PX + more, out.clone());
        for &(from, to) in &along {
            layer.stroke(ink, WIDTH_CSS_PX + more, layout.arc(radius, from, to));
        }
    }
    layer.fill(Ink::Ink, dot);
    if has_reached {
        ringed(&mut layer, layout.point(radius, to), 4.75 * size, way.owner);
    }
    layer
}

/// A dot of a node's colour with a ring of ink, off what is below. Shapes of one ink are painted together, so discs of
/// less and less size make the ring.
fn ringed(layer: &mut Layer, at: Point, radius: f64, node: NodeId) {
    layer.fill(Ink::Ground, Shape::Dot(at, radius + HALO_CSS_PX));
    layer.fill(Ink::Ink, Shape::Dot(at, radius));
    layer.fill(Ink::Node(node, 100), Shape::Dot(at, radius - WIDTH_CSS_PX));
}

/// The point that a step of a walk looks at.
pub fn mark(layer: &mut Layer, data: &RingData, layout: &RingLayout, at: usize, shown: Option<NodeId>) {
    let Some(ring) = data.ring() else { return };
    let Some(point) = ring.points().get(at) else { return };
    let node = ring.node_of(at);
    let radius = lane_radius(data, layout, node, shown);
    ringed(layer, layout.point(radius, ring.turns(point.position)), MARK_CSS_PX, node);
}

/// Where keys lie that only the wrap leads to an owner, outside the band.
pub fn beyond_the_end(layer: &mut Layer, data: &RingData, layout: &RingLayout) {
    let Some(ring) = data.ring() else { return };
    let (from, to) = ring.beyond_the_end();
    let turns = |position: u128| Ratio::new(position, ring.circumference()).value();
    let radius = layout.marks().middle();
    let least = layout.turns_from_css_px(LEAST_BEYOND_CSS_PX, radius);
    let (from, to) = (turns(from), turns(to));
    let (from, to) = if ring.is_clockwise() { (from.min(to - least), to) } else { (from, to.max(least)) };
    layer.stroke(Ink::Ink, layout.marks().height(), layout.arc(radius, from, to));
}

/// To the first point that a key comes to, whoever has it in the end.
fn ring_way(way: Explanation) -> Option<RingWay> {
    match way {
        Explanation::Ring(way) => way,
        Explanation::Probes(found) => found.map(|found| found.way),
        Explanation::Bounded(bounded) => ring_way(bounded.way),
        Explanation::Local(local) => local.map(|local| local.way),
        Explanation::Slots(_) | Explanation::Scores { .. } => None,
    }
}

/// The middle of the owner's lane; where nodes share one, the edge of the band, which says who owns what.
fn lane_radius(data: &RingData, layout: &RingLayout, owner: NodeId, shown: Option<NodeId>) -> f64 {
    match data.lane_of(owner) {
        Some(lane) if layout.lanes > 0 => layout.lane(lane).middle(),
        _ if shown == Some(owner) => layout.private_lane().middle(),
        _ => layout.band().inner - layout.scaled(5.0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        ring_data::tests::{after, finaliser},
        scene::Size,
    };
    use super::*;
    use placement::{algorithm::ring, parameter::Value, scenario::Command};

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };

    fn drawn(commands: Vec<Command>, key: &str) -> (RingLayout, Layer) {
        let data = RingData::new(&after(commands)).expect("a ring");
        let layout = RingLayout::new(WIDE, data.lanes.len());
        let layer = way(&data, &layout, key, None, true);
        (layout, layer)
    }

    fn end(layer: &Layer) -> Option<Point> {
        layer.batches.last().and_then(|batch| match batch.shapes.last() {
            Some(Shape::Dot(at, _)) => Some(*at),
            _ => None,
        })
    }

    #[test]
    fn user_42_ends_at_cache_07_on_its_lane() {
        let (layout, layer) = drawn(vec![], "user:42");
        let end = end(&layer).expect("a ringed dot");
        let radius = (end.x - layout.centre.x).hypot(end.y - layout.centre.y);
        assert!((radius - layout.lane(6).middle()).abs() < 1e-9);
        let turns = layout.turns_from_point(end).expect("on the circle");
        assert!((turns - 0.1858).abs() < 1e-3, "{turns}");
        assert_eq!(layer.count(Ink::Node(NodeId(6), 100)), 1);
    }

    #[test]
    fn a_way_past_the_end_leaves_the_opening_open() {
        let one = |direction| {
            vec![
                finaliser(),
                Command::SetNodeCount(1),
                Command::Set(&ring::VIRTUAL_NODES, Value::Count(1)),
                Command::Set(&ring::DIRECTION, Value::Choice(direction)),
            ]
        };
        for direction in [0, 1] {
            // One point, so some keys wrap: a line, one arc or two, and two dots.
            let data = RingData::new(&after(one(direction))).expect("a ring");
            let layout = RingLayout::new(WIDE, 1);
            let strokes: Vec<usize> =
                (0..40).map(|key| way(&data, &layout, &format!("user:{key}"), None, true).count(Ink::Ink)).collect();
            assert!(strokes.contains(&4) && strokes.contains(&5), "{strokes:?}");
            assert!(strokes.iter().all(|count| (4..=5).contains(count)));
        }
    }

    #[test]
    fn a_way_that_has_not_reached_its_point_is_a_line_out() {
        let data = RingData::new(&after(vec![])).expect("a ring");
        let layout = RingLayout::new(WIDE, data.lanes.len());
        let layer = way(&data, &layout, "user:42", None, false);
        assert_eq!((layer.count(Ink::Ink), layer.count(Ink::Node(NodeId(6), 100))), (2, 0));
    }

    // user:42 comes to the point number 159, of cache-07.
    #[test]
    fn a_step_marks_the_point_it_looks_at() {
        let data = RingData::new(&after(vec![])).expect("a ring");
        let layout = RingLayout::new(WIDE, data.lanes.len());
        let mut layer = Layer::new("walked");
        mark(&mut layer, &data, &layout, 159, None);
        assert_eq!(end(&layer), end(&way(&data, &layout, "user:42", None, true)));
        mark(&mut layer, &data, &layout, 1_280, None);
        assert_eq!(layer.count(Ink::Ink), 1, "no such point");
    }

    // By the opening: clockwise up to the end of the space, else from its start, long enough to be seen.
    #[test]
    fn what_only_the_wrap_leads_on_lies_at_the_opening() {
        for (direction, edge) in [(0, 1.0), (1, 0.0)] {
            let data = RingData::new(&after(vec![Command::Set(&ring::DIRECTION, Value::Choice(direction))]));
            let data = data.expect("a ring");
            let layout = RingLayout::new(WIDE, data.lanes.len());
            let mut layer = Layer::new("walked");
            beyond_the_end(&mut layer, &data, &layout);
            let Some(&Shape::Arc { radius, from_rad, to_rad, .. }) = layer.batches[0].shapes.first() else {
                panic!("no arc")
            };
            let edge_rad = layout.angle_rad_from_turns(edge);
            assert!(((if edge > 0.5 { to_rad } else { from_rad }) - edge_rad).abs() < 1e-9);
            assert!((to_rad - from_rad) * radius >= LEAST_BEYOND_CSS_PX - 1e-9);
        }
    }

    #[test]
    fn a_large_fleet_and_an_empty_one() {
        let (layout, layer) = drawn(vec![Command::SetNodeCount(20)], "user:42");
        let end = end(&layer).expect("a ringed dot");
        assert!((end.x - layout.centre.x).hypot(end.y - layout.centre.y) < layout.band().inner);
        assert!(drawn(vec![Command::SetNodeCount(0)], "user:42").1.batches.is_empty());
    }
}
