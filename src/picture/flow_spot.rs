//! A ribbon or a bar of a flow under the pointer, and the way from one to the next by the keyboard.

use placement::measure::{FromTo, from_to::Party};

use super::{
    flow_data::{self, FlowData},
    flow_layout::{BAR_CSS_PX, Bar, FlowLayout},
    flow_scene,
    scene::{Ink, Layer, Point, Shape, Size},
    spot::{Spot, Step},
};
use crate::view::Flow;

/// A thin ribbon is met so near.
const NEAR_CSS_PX: f64 = 2.0;

/// What a place means: a ribbon between two nodes, or the one node of a bar and its text.
#[must_use]
pub fn spot_at(data: &FlowData, size: Size, point: Point) -> Option<Spot> {
    let layout = flow_scene::layout(data, size);
    let from_to = data.from_to(layout.most_parties());
    let placed = layout.place(&from_to);
    let part = layout.part_at(point.x);
    if (0.0..=1.0).contains(&part) {
        let off = |at: usize| {
            let ribbon = &placed.ribbons[at];
            let above = ribbon.y_at(part) - point.y;
            above.max(point.y - ribbon.y_at(part) - ribbon.height).max(0.0)
        };
        let nearest = (0..placed.ribbons.len()).min_by(|&a, &b| off(a).total_cmp(&off(b)))?;
        return if off(nearest) <= NEAR_CSS_PX { of_ribbon(&from_to, nearest) } else { None };
    }
    let (parties, bars) =
        if part < 0.0 { (&from_to.givers, &placed.givers) } else { (&from_to.receivers, &placed.receivers) };
    beside(&layout, parties, bars, point)
}

fn beside(layout: &FlowLayout, parties: &[Party], bars: &[Bar], point: Point) -> Option<Spot> {
    /// As far as texts reach.
    const TEXT_CSS_PX: f64 = 90.0;
    let (left, right) = layout.sides;
    let off = (left - point.x).max(point.x - right) - BAR_CSS_PX;
    let at = bars.iter().position(|bar| (bar.middle - point.y).abs() <= (bar.height / 2.0).max(8.0))?;
    let owner = parties[at].owners.first().filter(|_| !parties[at].is_rest && off < TEXT_CSS_PX)?;
    owner.map(Spot::of_node)
}

/// A ribbon as a spot; `None` where a side of it is more than one node.
fn of_ribbon(from_to: &FromTo, at: usize) -> Option<Spot> {
    let node = flow_data::pair(from_to, at)?.node()?;
    Some(Spot { point: Some(at), ..Spot::of_node(node) })
}

/// The pair of a spot, where it is a ribbon.
#[must_use]
pub fn pair(data: &FlowData, spot: Spot) -> Option<Flow> {
    flow_data::pair(&data.drawn(), spot.point?)
}

/// The ribbon that the keyboard begins with, or is at after a step.
#[must_use]
pub fn step(data: &FlowData, from: Option<(Spot, Step)>) -> Option<Spot> {
    let from_to = data.drawn();
    let spots: Vec<Spot> = (0..from_to.cells.len()).filter_map(|at| of_ribbon(&from_to, at)).collect();
    let Some((spot, step)) = from else { return spots.first().copied() };
    let here = spots.iter().position(|one| one.point == spot.point).unwrap_or(0);
    spots.get(step.along(here, spots.len())).copied()
}

/// A line of ink around a ribbon.
#[must_use]
pub fn outline(data: &FlowData, size: Size, spot: Spot) -> Layer {
    let mut layer = Layer::new("outline");
    let layout = flow_scene::layout(data, size);
    let placed = layout.place(&data.from_to(layout.most_parties()));
    if let Some(ribbon) = spot.point.and_then(|at| placed.ribbons.get(at)) {
        let mut line = layout.outline(ribbon);
        line.extend(line.first().copied());
        layer.stroke(Ink::Ink, 2.0, Shape::Path(line));
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::super::ring_data::tests::{add, after, finaliser};
    use super::*;
    use placement::fleet::NodeId;

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };

    #[test]
    fn the_middle_of_a_ribbon_is_its_pair_and_a_bar_its_node() {
        let data = FlowData::new(&after([finaliser(), add("cache-09")])).expect("moved");
        let layout = flow_scene::layout(&data, WIDE);
        let from_to = data.from_to(layout.most_parties());
        let placed = layout.place(&from_to);
        for (at, ribbon) in placed.ribbons.iter().enumerate() {
            let part = 0.1;
            let x = layout.sides.0 + (layout.sides.1 - layout.sides.0) * part;
            let spot = spot_at(&data, WIDE, Point::new(x, ribbon.y_at(part) + ribbon.height / 2.0)).expect("a ribbon");
            let wanted = Flow { from: Some(NodeId(at as u32)), to: Some(NodeId(8)) };
            assert_eq!(pair(&data, spot), Some(wanted));
        }
        let letter = Point::new(layout.sides.0 - 14.0, placed.givers[3].middle);
        assert_eq!(spot_at(&data, WIDE, letter), Some(Spot::of_node(NodeId(3))));
        assert_eq!(spot_at(&data, WIDE, Point::new(layout.centre.x, 5.0)), None);
    }

    #[test]
    fn the_keyboard_goes_from_ribbon_to_ribbon() {
        let data = FlowData::new(&after([finaliser(), add("cache-09")])).expect("moved");
        let from = |spot: Spot| pair(&data, spot).expect("a pair").from.expect("a node").0;
        let first = step(&data, None).expect("a ribbon");
        let next = step(&data, Some((first, Step::NodeAfter))).expect("a ribbon");
        let last = step(&data, Some((first, Step::Last))).expect("a ribbon");
        assert_eq!([from(first), from(next), from(last)], [0, 1, 7]);
        assert_eq!(step(&data, Some((last, Step::ArcAfter))), Some(last));
    }
}
