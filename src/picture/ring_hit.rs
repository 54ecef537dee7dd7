//! Which node of a ring picture is under the pointer.

use placement::fleet::NodeId;

use super::{
    ring_data::RingData,
    ring_layout::{Place, RingLayout},
    scene::Point,
};

/// The node whose lane this is, or that owns this place of the band.
#[must_use]
pub fn node_at(data: &RingData, layout: &RingLayout, point: Point) -> Option<NodeId> {
    match layout.place(point) {
        Place::Lane(at) => data.lanes.get(at).map(|lane| lane.id),
        Place::Band(turns) => {
            let ring = data.ring()?;
            // Just short of the whole: the last position of a 64-bit space is no double.
            let position = (turns * ring.circumference() as f64).min(ring.circumference() as f64 * (1.0 - 1e-15));
            let at = ring.point_at(position as u64)?;
            data.node(ring.points()[at].seat)
        }
        Place::Elsewhere => None,
    }
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
}
