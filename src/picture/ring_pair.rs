//! What went from one node to another on a ring: the two lanes, and the marks and lines of these keys alone.

use super::{
    ring_data::RingData,
    ring_lanes,
    ring_layout::RingLayout,
    ring_notes,
    scene::{Ink, Layer},
};
use crate::view::Flow;

/// The names of the layers that this one stands in for.
pub const REPLACES: [&str; 3] = ["marks", "lines", "hands"];

/// The layer; `None` where nothing of the kind is on show.
#[must_use]
pub fn layer(data: &RingData, layout: &RingLayout, pair: Flow) -> Option<Layer> {
    let movement = data.movement_of(pair)?;
    let mut layer = Layer::new("pair");
    if layout.lanes > 0 {
        // The receiver is lit already; the giver's lane comes back to full strength.
        if let Some(from) = pair.from.and_then(|id| data.lane_of(id)) {
            ring_lanes::lane(data, layout, from, &mut layer);
        }
    } else {
        for &(from, to) in &movement.marks {
            layer.fill(Ink::Accent, layout.sector(layout.common_lane(), from, to));
        }
    }
    for &(from, to) in &movement.marks {
        layer.fill(Ink::Accent, layout.sector(layout.marks(), from, to));
    }
    if layout.lanes > 0 {
        ring_notes::draw_lines(&movement.lines, layout, 1.0, &mut layer);
    }
    Some(layer)
}

#[cfg(test)]
mod tests {
    use super::super::{
        ring_data::tests::{add, after, finaliser},
        ring_notes,
        scene::Size,
    };
    use super::*;
    use placement::fleet::NodeId;

    #[test]
    fn the_pairs_of_a_change_are_all_of_its_lines() {
        let data = RingData::new(&after([finaliser(), add("cache-09")])).expect("a ring");
        let layout = RingLayout::new(Size { width_css_px: 692.0, height_css_px: 711.0 }, data.lanes.len());
        let pair = |from| Flow { from: Some(NodeId(from)), to: Some(NodeId(8)) };
        let keys = |from| data.movement_of(pair(from)).expect("moved").lines.iter().map(|line| line.keys).sum::<u32>();
        // All 10,918 keys that move go to the new node.
        assert_eq!((0..8).map(keys).sum::<u32>(), 10_918);
        let all = ring_notes::lines(&data, &layout, None, 1.0).count(Ink::Accent);
        let one = layer(&data, &layout, pair(0)).expect("a layer");
        assert!(one.count(Ink::Accent) > 0 && one.count(Ink::Accent) < all);
        assert!(one.count(Ink::Node(NodeId(0), 100)) > 0);
        // Nothing went the other way.
        let back = Flow { from: Some(NodeId(8)), to: Some(NodeId(0)) };
        assert_eq!(data.movement_of(back).expect("moved").marks, []);
    }

    #[test]
    fn without_lanes_the_marks_are_on_the_common_one() {
        let data =
            RingData::new(&after([placement::scenario::Command::SetNodeCount(20), finaliser(), add("cache-21")]))
                .expect("a ring");
        let layout = RingLayout::new(Size { width_css_px: 692.0, height_css_px: 711.0 }, data.lanes.len());
        let pair = Flow { from: Some(NodeId(0)), to: Some(NodeId(20)) };
        let marks = data.movement_of(pair).expect("moved").marks.len();
        assert_eq!(layer(&data, &layout, pair).expect("a layer").count(Ink::Accent), 2 * marks);
    }
}
