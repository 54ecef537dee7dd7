//! The part of a circle that has another owner than before, exact to the position.

use super::Ring;
use crate::{
    algorithm::{Placed as _, Seat, seats_that_stay},
    number::Ratio,
};

/// Positions on end that changed hands and now belong to one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangedArc {
    /// The first position.
    pub first: u64,
    /// The last position, included.
    pub last: u64,
    /// Whose it is now, as a place among the seats of the later ring.
    pub seat: Seat,
}

/// All that changed hands.
#[derive(Clone, PartialEq, Debug)]
pub struct ChangedHands {
    /// The arcs, rising. One that passes the end of the space is two.
    pub arcs: Vec<ChangedArc>,
    /// Their share of the circle.
    pub share: Ratio,
}

impl Ring {
    /// What belongs to another node than on an earlier ring of the same space; `None` where the spaces differ. On a ring
    /// without points nothing belongs to anybody: then all of it has changed hands, or nothing.
    #[must_use]
    pub fn changed_hands(&self, before: &Self) -> Option<ChangedHands> {
        if self.hashing.bits != before.hashing.bits {
            return None;
        }
        let had_points = !before.points.is_empty();
        if self.points.is_empty() {
            return Some(ChangedHands { arcs: Vec::new(), share: Ratio::new(u32::from(had_points), 1u32) });
        }
        // By id: a node that has another name now, and other points, is the same owner.
        let seat_now = seats_that_stay(before.seats(), &self.seats);
        let mut arcs: Vec<ChangedArc> = Vec::new();
        let mut changed = 0u128;
        for stretch in self.stretches(had_points.then_some((before, &seat_now[..]))) {
            changed += u128::from(stretch.last - stretch.first) + 1;
            match arcs.last_mut() {
                // It was two owners' before.
                Some(last) if last.seat == stretch.seat && last.last + 1 == stretch.first => last.last = stretch.last,
                _ => arcs.push(ChangedArc { first: stretch.first, last: stretch.last, seat: stretch.seat }),
            }
        }
        Some(ChangedHands { arcs, share: Ratio::new(changed, self.circumference()) })
    }
}
