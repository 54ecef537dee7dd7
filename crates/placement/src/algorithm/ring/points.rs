//! The points of a ring in their order: all made anew, or those of an earlier ring with what has changed.
//!
//! A node's points are its labels 0 … n - 1. Whatever happens to a node adds or removes labels at its tail, so the points
//! of an earlier ring stay in their order, less those that are gone, and only new ones are hashed and sorted.

use std::cmp::Ordering;

use super::{Plan, Point, Ring};
use crate::{
    algorithm::{GONE, Seat, seats_that_stay},
    fleet::{Node, NodeId},
};

/// The nodes of a ring seat by seat, with their places in the order of names and the number of their points.
pub(super) struct Standing<'a> {
    pub nodes: &'a [&'a Node],
    pub ranks: &'a [u32],
    pub counts: &'a [u32],
}

impl Standing<'_> {
    /// The points of each seat from a label on, in their order.
    fn points_from(&self, first_labels: &[u32], plan: &Plan) -> Vec<Point> {
        let new = first_labels.iter().zip(self.counts).map(|(&first, &count)| count.saturating_sub(first) as usize);
        let mut points = Vec::with_capacity(new.sum());
        let mut text = Vec::new();
        for (seat, (node, &count)) in self.nodes.iter().zip(self.counts).enumerate() {
            for number in first_labels[seat]..count {
                plan.label.write(&node.name, u64::from(number), &mut text);
                points.push(Point { position: plan.hashing.of_point(&text), seat: seat as Seat, label: number });
            }
        }
        points.sort_unstable_by(|a, b| self.order(plan, a, b));
        points
    }

    /// Clockwise the first of equal points is met first, counter-clockwise the last: there the smaller name stands.
    fn order(&self, plan: &Plan, a: &Point, b: &Point) -> Ordering {
        let tie = |point: &Point| (self.ranks[point.seat as usize], point.label);
        let ties = || if plan.clockwise { tie(a).cmp(&tie(b)) } else { tie(b).cmp(&tie(a)) };
        a.position.cmp(&b.position).then_with(ties)
    }

    /// All points, taking over those of an earlier ring that was planned in the same way.
    pub(super) fn points(&self, plan: &Plan, earlier: Option<&Ring>) -> Vec<Point> {
        let mut first_labels = vec![0; self.nodes.len()];
        let Some(earlier) = earlier.filter(|ring| ring.is_planned_as(plan)) else {
            return self.points_from(&first_labels, plan);
        };
        let seats: Vec<NodeId> = self.nodes.iter().map(|node| node.id).collect();
        let seat_now = earlier.seats_now(&seats, |seat| &self.nodes[seat].name);
        for (&now, &count) in seat_now.iter().zip(&earlier.counts).filter(|(now, _)| **now != GONE) {
            first_labels[now as usize] = count;
        }
        let new = self.points_from(&first_labels, plan);
        let all = self.counts.iter().map(|&count| count as usize).sum();
        let stays = |point: &Point| {
            let seat = seat_now[point.seat as usize];
            (seat != GONE && point.label < self.counts[seat as usize]).then_some(Point { seat, ..*point })
        };
        let mut points = Vec::with_capacity(all);
        let mut new = new.into_iter().peekable();
        for point in earlier.points.iter().filter_map(stays) {
            while let Some(before) = new.next_if(|one| self.order(plan, one, &point) == Ordering::Less) {
                points.push(before);
            }
            points.push(point);
        }
        points.extend(new);
        points
    }
}

impl Ring {
    /// For each seat of this ring the seat of its node on another; [`GONE`] where the node is gone, or has another name and
    /// so other points.
    pub(super) fn seats_now<'a>(&self, seats: &[NodeId], name: impl Fn(usize) -> &'a str) -> Vec<Seat> {
        let mut seat_now = seats_that_stay(&self.seats, seats);
        seat_now.truncate(self.seats.len());
        for (now, name_before) in seat_now.iter_mut().zip(&self.names) {
            if *now != GONE && name(*now as usize) != name_before {
                *now = GONE;
            }
        }
        seat_now
    }
}
