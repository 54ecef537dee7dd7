//! What is under the pointer among numbered slots.

use placement::fleet::NodeId;

use super::{
    scene::{Point, Size},
    slots_data::SlotsData,
    slots_layout::Layout,
};

/// The shard at a place: of a bar or a cell.
#[must_use]
pub fn shard_at(data: &SlotsData, size: Size, point: Point) -> Option<u32> {
    let layout = Layout::new(size, data);
    let column = ((point.x - layout.left) / layout.pitch()).floor();
    let is_bar = point.y >= layout.top && point.y < layout.lower.0 && column >= 0.0;
    let shard = if is_bar { Some(column as usize) } else { layout.grid(data)?.shard_at(point) };
    shard.filter(|&shard| data.version.is_some() && shard < data.slots.len()).map(|shard| shard as u32)
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
    use super::*;
    use crate::picture::{slots_data::tests::data, slots_scene::chosen};
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
}
