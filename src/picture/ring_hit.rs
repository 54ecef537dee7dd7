//! What of a ring picture is under the pointer.

use placement::{
    algorithm::{NO_SEAT, Seat, ring::Ring},
    fleet::NodeId,
};

use super::{
    ring_data::RingData,
    ring_layout::{Place, RingLayout},
    ring_spot::of_seat,
    scene::Point,
    spot::Spot,
};

/// So near a tick is meant.
const NEAR_CSS_PX: f64 = 5.0;

/// What a place of the picture means; `shown` is the node that stands out already.
#[must_use]
pub fn spot_at(data: &RingData, layout: &RingLayout, point: Point, shown: Option<NodeId>) -> Option<Spot> {
    let (lane, turns) = match layout.place(point) {
        Place::Band(turns) => {
            let ring = data.ring()?;
            let at = ring.point_at(position(ring, turns))?;
            let node = data.node(ring.points()[at].seat)?;
            return Some(Spot { node, point: Some(at), on_band: true });
        }
        Place::Lane(at) => (data.lanes.get(at)?, layout.turns_from_point(point)),
        Place::Private(turns) => (&data.lanes[data.lane_of(shown?)?], Some(turns)),
        Place::Wheel(_) | Place::Elsewhere => return None,
    };
    let radius = (point.x - layout.centre.x).hypot(point.y - layout.centre.y);
    let near = turns
        .and_then(|turns| own_point(data.ring()?, lane.seat, turns, layout.turns_from_css_px(NEAR_CSS_PX, radius)));
    Some(Spot { point: near, ..Spot::of_node(lane.id) })
}

/// A position from a place on the circle.
#[must_use]
pub fn position(ring: &Ring, turns: f64) -> u64 {
    let all = ring.circumference() as f64;
    // Just short of the whole: the last position of a 64-bit space is no double.
    (turns * all).min(all * (1.0 - 1e-15)) as u64
}

/// The virtual node of a seat that is near, or that owns this place.
fn own_point(ring: &Ring, seat: Seat, turns: f64, near: f64) -> Option<usize> {
    if seat == NO_SEAT {
        return None;
    }
    let off = |at: usize| (ring.turns(ring.points()[at].position) - turns).abs();
    let nearest = of_seat(ring, seat).min_by(|&a, &b| off(a).total_cmp(&off(b))).filter(|&at| off(at) <= near);
    nearest.or_else(|| ring.point_at(position(ring, turns)).filter(|&at| ring.points()[at].seat == seat))
}

/// The key whose place is nearest to a place on the wheel, as its number among the keys.
#[must_use]
pub fn key_at(data: &RingData, layout: &RingLayout, point: Point) -> Option<u32> {
    let (Place::Wheel(turns), Some(ring)) = (layout.place(point), data.ring()) else { return None };
    let wanted = position(ring, turns);
    let values = data.view().snapshot.keys().values();
    let nearest = values.enumerate().min_by_key(|(_, value)| value.abs_diff(wanted))?;
    Some(nearest.0 as u32)
}

#[cfg(test)]
mod tests {
    use super::super::{
        ring_arcs,
        ring_data::tests::{after, finaliser},
        scene::Size,
    };
    use super::*;
    use placement::{
        hash::HashFn,
        parameter::{self, Value},
        scenario::Command,
    };

    fn node_at(data: &RingData, layout: &RingLayout, point: Point) -> Option<NodeId> {
        spot_at(data, layout, point, None).map(|spot| spot.node)
    }

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };

    #[test]
    fn a_lane_and_the_band_name_their_nodes() {
        let data = RingData::new(&after([])).expect("a ring");
        let layout = RingLayout::new(WIDE, 8);
        for lane in 0..8 {
            let point = layout.point(layout.lane(lane).middle(), 0.4);
            assert_eq!(node_at(&data, &layout, point), Some(NodeId(lane as u32)));
        }
        let ring = data.ring().expect("a ring");
        for stretch in ring_arcs::stretches(ring).iter().filter(|one| one.to_turns - one.from_turns > 1e-4) {
            let middle = (stretch.from_turns + stretch.to_turns) / 2.0;
            let point = layout.point(layout.band().middle(), middle);
            assert_eq!(node_at(&data, &layout, point), data.node(stretch.seat));
        }
        assert_eq!(node_at(&data, &layout, layout.centre), None);
        assert_eq!(node_at(&data, &layout, Point::new(0.0, 0.0)), None);
    }

    #[test]
    fn a_node_that_went_can_still_be_pointed_at() {
        let data = RingData::new(&after([finaliser(), Command::RemoveNode(NodeId(2))])).expect("a ring");
        let layout = RingLayout::new(WIDE, data.lanes.len());
        assert_eq!(node_at(&data, &layout, layout.point(layout.lane(2).middle(), 0.4)), Some(NodeId(2)));
    }

    #[test]
    fn the_last_pixel_of_a_64_bit_space_has_an_owner() {
        let wide = [
            Command::Set(&parameter::HASH, parameter::hash_value(HashFn::XxHash64)),
            Command::Set(&parameter::SPACE, Value::Choice(1)),
        ];
        let data = RingData::new(&after(wide)).expect("a ring");
        let layout = RingLayout::new(WIDE, 8);
        let end = layout.point(layout.band().middle(), 1.0 - 1e-12);
        assert!(node_at(&data, &layout, end).is_some());
    }

    #[test]
    fn a_tick_is_met_on_its_lane_and_an_arc_on_the_band() {
        let data = RingData::new(&after([])).expect("a ring");
        let layout = RingLayout::new(WIDE, 8);
        let ring = data.ring().expect("a ring");
        for at in (0..ring.points().len()).step_by(13) {
            let point = ring.points()[at];
            let place = layout.point(layout.lane(point.seat as usize).middle(), ring.turns(point.position));
            assert_eq!(spot_at(&data, &layout, place, None).and_then(|spot| spot.point), Some(at));
        }
        // Where a lane is empty it is still its node's.
        let lonely = layout.point(layout.lane(7).middle(), 0.3);
        assert_eq!(spot_at(&data, &layout, lonely, None), Some(Spot::of_node(NodeId(7))));
    }

    #[test]
    fn the_private_lane_is_that_of_the_node_that_stands_out() {
        let data = RingData::new(&after([Command::SetNodeCount(20)])).expect("a ring");
        let layout = RingLayout::new(WIDE, 20);
        let place = layout.point(layout.private_lane().middle(), 0.4);
        let node = |shown| spot_at(&data, &layout, place, shown).map(|spot| spot.node);
        assert_eq!((node(None), node(Some(NodeId(15)))), (None, Some(NodeId(15))));
    }

    #[test]
    fn the_wheel_has_the_nearest_key() {
        let data = RingData::new(&after([])).expect("a ring");
        let layout = RingLayout::new(WIDE, 8);
        let place = layout.point(layout.wheel().middle(), 0.3);
        let key = key_at(&data, &layout, place).expect("a key");
        let turns = data.ring().expect("a ring").turns(data.view().snapshot.keys().value(key));
        assert!((turns - 0.3).abs() < 1e-4, "{turns}");
        assert_eq!(key_at(&data, &layout, layout.centre), None);
    }
}
