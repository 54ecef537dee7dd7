//! A lookup of the ring told step by step, and what comes of one that forgets to wrap.

use super::Ring;
use crate::{
    algorithm::Placed as _,
    fleet::NodeId,
    walk::{Place, Step, Walk},
};

impl Ring {
    /// Tells what [`Ring::point_at`] does: the entry of the index, the points that are compared, and the one found.
    pub(crate) fn tell_search(&self, position: u64, walk: &mut Walk) -> Option<usize> {
        let count = self.points.len();
        if count == 0 {
            return None;
        }
        let entry = position >> self.shift;
        let (from, to) = (self.index[entry as usize], self.index[entry as usize + 1]);
        walk.tell(Step::Index { entry, entries: self.index.len() as u64 - 1, from, to });
        // The library decides which points are compared, and by the length and the answers alone.
        let near: Vec<u32> = (from..to).collect();
        let mut last = None;
        let first_after = near.partition_point(|&point| {
            let here = self.points[point as usize].position;
            let is_before = if self.clockwise { here < position } else { here <= position };
            if last.replace(point) != Some(point) {
                walk.tell(Step::Look { point, position: here, is_before });
            }
            is_before
        });
        let after = from as usize + first_after;
        let found = if self.clockwise { after % count } else { (after + count - 1) % count };
        let way = self.way(position, &self.points[found]);
        if way.wraps {
            walk.tell(Step::Wrap);
        }
        walk.tell(Step::Point { point: found as u32, way });
        Some(found)
    }

    /// Tells the search and the walk along the points, until enough nodes are met.
    pub(super) fn tell_walk(&self, position: u64, walk: &mut Walk) {
        let Some(mut at) = self.tell_search(position, walk) else { return };
        for _ in 0..self.points.len() {
            if walk.meet(Place::Point(at as u32), self.seats[self.points[at].seat as usize]) {
                break;
            }
            at = self.next_point(at);
        }
    }

    /// Whose point it is.
    #[must_use]
    pub fn node_of(&self, point: usize) -> NodeId {
        self.seats()[self.points[point].seat as usize]
    }

    /// The positions from which there is no further point before the end of the space (counter-clockwise: its start), as
    /// the first and the one beyond the last: from there only the wrap leads to an owner. On an empty ring all positions.
    #[must_use]
    pub fn beyond_the_end(&self) -> (u128, u128) {
        let ends = self.points.first().zip(self.points.last());
        match ends.map(|(first, last)| (u128::from(first.position), u128::from(last.position))) {
            None => (0, self.circumference()),
            Some((_, last)) if self.clockwise => (last + 1, self.circumference()),
            Some((first, _)) => (0, first),
        }
    }
}
