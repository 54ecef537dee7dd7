//! Clumps: labels that look alike and stand close together on the ring.
//!
//! The chance that m points of a circle fall within some arc of length x ≤ ½ is m · x^(m-1). A run of ten consecutive
//! labels is a clump where that chance, times the number of runs looked at, is below one in a thousand.

use crate::{
    algorithm::{Placed as _, ring::Ring, seat_of},
    fleet::NodeId,
    number::Ratio,
    order,
};

/// Labels in a run.
pub const RUN: u32 = 10;

/// A run of [`RUN`] consecutive labels of one node.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// Whose labels.
    pub node: NodeId,
    /// The number of the first label; a multiple of ten.
    pub first: u32,
    /// The positions of the ten, in the order of their numbers.
    pub positions: Vec<u64>,
    /// Where the shortest arc over all ten begins, as a position.
    pub start: u64,
    /// The length of that arc in positions.
    pub span: u128,
}

impl Run {
    /// The number of the last label.
    #[must_use]
    pub fn last(&self) -> u32 {
        self.first + RUN - 1
    }
}

/// All runs of a node, clumped or not.
#[must_use]
pub fn runs(ring: &Ring, node: NodeId) -> Vec<Run> {
    let seat = seat_of(ring.seats(), node);
    // A node's labels are numbered from 0 without a gap.
    let count = ring.points().iter().filter(|point| point.seat == seat).count();
    let mut positions = vec![0; count];
    for point in ring.points().iter().filter(|point| point.seat == seat) {
        positions[point.label as usize] = point.position;
    }
    positions
        .chunks_exact(RUN as usize)
        .zip((0..).step_by(RUN as usize))
        .map(|(run, first)| {
            let (start, span) = shortest_arc(ring, run);
            Run { node, first, positions: run.to_vec(), start, span }
        })
        .collect()
}

/// The runs of a node that are too close together for chance.
#[must_use]
pub fn clumps(ring: &Ring, node: NodeId) -> Vec<Run> {
    let mut runs = runs(ring, node);
    let looked_at = runs.len() as f64;
    runs.retain(|run| looked_at * chance_within(ring, run.span, RUN) < SELDOM);
    runs
}

/// The shortest arc over all points of a ring, as a share of it, where it is too short for chance: all labels look alike,
/// and one node has the rest of the circle.
///
/// Only a gap of half the circle or more makes one, and such a gap lies over 0 or over the place across: so two gaps are
/// looked at, whatever the number of points.
#[must_use]
pub fn huddle(ring: &Ring) -> Option<Ratio> {
    let (points, around) = (ring.points(), ring.circumference());
    let (first, last) = (points.first()?, points.last()?);
    let over_zero = u128::from(first.position) + around - u128::from(last.position);
    let after = points.partition_point(|point| u128::from(point.position) < around / 2);
    let over_the_middle = match (after.checked_sub(1).and_then(|at| points.get(at)), points.get(after)) {
        (Some(before), Some(after)) => u128::from(after.position - before.position),
        _ => 0,
    };
    let span = around - over_zero.max(over_the_middle);
    let is_huddle = points.len() > 1 && chance_within(ring, span, points.len() as u32) < SELDOM;
    is_huddle.then(|| Ratio::new(span, around))
}

/// What happens less often does not happen by chance.
const SELDOM: f64 = 1e-3;

/// The chance that so many points fall within some arc of this length; 1 for one of more than half the circle, about which
/// the formula says nothing.
fn chance_within(ring: &Ring, span: u128, points: u32) -> f64 {
    let arc = span as f64 / ring.circumference() as f64;
    if arc <= 0.5 { f64::from(points) * arc.powi(points as i32 - 1) } else { 1.0 }
}

/// The shortest arc over some positions: all of the circle but the widest gap between neighbours.
fn shortest_arc(ring: &Ring, positions: &[u64]) -> (u64, u128) {
    let order = order::places(positions.len(), &|a, b| positions[a].cmp(&positions[b]));
    let sorted: Vec<u64> = order.into_iter().map(|at| positions[at]).collect();
    let around = ring.circumference();
    let gap_before = |at: usize| {
        let before = sorted[(at + sorted.len() - 1) % sorted.len()];
        if at == 0 { u128::from(sorted[0]) + around - u128::from(before) } else { u128::from(sorted[at] - before) }
    };
    let widest = (0..sorted.len()).max_by_key(|&at| gap_before(at)).unwrap_or(0);
    sorted.get(widest).map_or((0, around), |&start| (start, around - gap_before(widest)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link;

    #[test]
    fn two_gaps_tell_what_all_of_them_do() {
        let mut found = 0;
        for nodes in 1..=12u32 {
            for vn in [1, 2, 3, 10] {
                for fin in [0, 1] {
                    let names: Vec<String> = (0..nodes).map(|at| format!("http://10.0.0.1:{}", 9_001 + at)).collect();
                    let scenario = link::decode(&format!("vn={vn}&fin={fin}&nodes={}", names.join(","))).scenario;
                    let ring = Ring::new(&scenario.fleet, &scenario.settings);
                    let positions: Vec<u64> = ring.points().iter().map(|point| point.position).collect();
                    let (_, span) = shortest_arc(&ring, &positions);
                    let seldom = positions.len() > 1 && chance_within(&ring, span, positions.len() as u32) < SELDOM;
                    let expected = seldom.then(|| Ratio::new(span, ring.circumference()));
                    assert_eq!(huddle(&ring), expected, "{nodes} nodes, {vn}, {fin}");
                    found += u32::from(seldom);
                }
            }
        }
        assert!(found >= 3, "{found}");
    }
}
