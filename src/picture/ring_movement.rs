//! Keys that moved on a ring: each keeps its angle and changes its lane. Many keys are one mark and one line.

use std::collections::BTreeMap;

use placement::{algorithm::Geometry, owners::Owners, snapshot::Snapshot};

use super::{ring_data::Lane, ring_layout::MOST_LANES};
use crate::view::{Change, Flow};

/// Marks are at least 0.2° wide.
const MARK_BINS: usize = 1_750;
/// The finest bins of lines: one a degree.
const LINE_BINS: usize = 350;
/// More lines than this are drawn in coarser bins.
const MOST_LINES: usize = 320;

/// What moved.
#[derive(Clone, PartialEq, Debug)]
pub struct RingMovement {
    /// Stretches with keys that moved, in turns.
    pub marks: Vec<(f64, f64)>,
    /// From lane to lane; none where nodes have no lanes.
    pub lines: Vec<Line>,
}

/// Keys that went from one lane to another at about the same angle.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The mean place of these keys.
    pub turns: f64,
    /// The lane before.
    pub from: usize,
    /// The lane after.
    pub to: usize,
    /// How many keys.
    pub keys: u32,
}

struct Moved {
    turns: f64,
    from: Option<usize>,
    to: Option<usize>,
}

/// Reads what moved, or of that only what went from one node to another; `None` where the keys are not the same or no
/// ring is there.
#[must_use]
pub fn movement(now: &Snapshot, change: &Change, lanes: &[Lane], only: Option<Flow>) -> Option<RingMovement> {
    let movement = change.roster_movement()?;
    let Geometry::Ring(ring) = now.geometry() else { return None };
    let has_lanes = lanes.len() <= MOST_LANES;
    let (owners_before, owners) = (change.before.owners(), now.owners());
    let lanes_of = |owners: &Owners| {
        owners.table(|id| id.filter(|_| has_lanes).and_then(|id| lanes.iter().position(|lane| lane.id == id)))
    };
    let (before, after) = (lanes_of(owners_before), lanes_of(owners));
    let is_wanted =
        |key: u32| only.is_none_or(|pair| pair.from == owners_before.owner(key) && pair.to == owners.owner(key));
    let moved: Vec<Moved> = movement
        .moved_keys
        .iter()
        .copied()
        .filter(|&key| is_wanted(key))
        .map(|key| Moved {
            turns: ring.turns(now.keys().value(key)),
            from: before[owners_before.place(key)],
            to: after[owners.place(key)],
        })
        .collect();
    Some(RingMovement { marks: marks(&moved), lines: lines(&moved) })
}

fn bin(turns: f64, bins: usize) -> usize {
    ((turns * bins as f64) as usize).min(bins - 1)
}

fn marks(moved: &[Moved]) -> Vec<(f64, f64)> {
    let mut hit = [false; MARK_BINS];
    moved.iter().for_each(|key| hit[bin(key.turns, MARK_BINS)] = true);
    let mut marks: Vec<(f64, f64)> = Vec::new();
    for (at, _) in hit.iter().enumerate().filter(|(_, hit)| **hit) {
        let (from, to) = (at as f64 / MARK_BINS as f64, (at + 1) as f64 / MARK_BINS as f64);
        match marks.last_mut() {
            Some(last) if last.1 >= from => last.1 = to,
            _ => marks.push((from, to)),
        }
    }
    marks
}

fn lines(moved: &[Moved]) -> Vec<Line> {
    let mut bins = LINE_BINS;
    loop {
        let mut groups: BTreeMap<(usize, usize, usize), (f64, u32)> = BTreeMap::new();
        for key in moved {
            if let (Some(from), Some(to)) = (key.from, key.to) {
                let group = groups.entry((bin(key.turns, bins), from, to)).or_default();
                group.0 += key.turns;
                group.1 += 1;
            }
        }
        if groups.len() <= MOST_LINES || bins < 20 {
            return groups
                .into_iter()
                .map(|((_, from, to), (sum, keys))| Line { turns: sum / f64::from(keys), from, to, keys })
                .collect();
        }
        bins = bins * 4 / 5;
    }
}

#[cfg(test)]
mod tests {
    use super::super::ring_data::{
        RingData,
        tests::{add, after, finaliser},
    };
    use super::*;
    use placement::{fleet::NodeId, scenario::Command};

    #[test]
    fn every_moved_key_is_in_one_line_to_the_new_lane() {
        let data = RingData::new(&after([finaliser(), add("cache-09")])).expect("a ring");
        let movement = data.movement.expect("marks");
        assert_eq!(movement.lines.iter().map(|line| line.keys).sum::<u32>(), 10_918);
        assert!(movement.lines.iter().all(|line| line.to == 8 && line.from < 8));
        assert!(movement.lines.len() <= MOST_LINES && movement.lines.len() > 100);
        let marked: f64 = movement.marks.iter().map(|(from, to)| to - from).sum();
        assert!((0.1..0.2).contains(&marked), "{marked}");
    }

    #[test]
    fn keys_of_a_node_that_went_start_at_its_ghost_lane() {
        let data = RingData::new(&after([finaliser(), Command::RemoveNode(NodeId(2))])).expect("a ring");
        let movement = data.movement.expect("marks");
        assert!(movement.lines.iter().all(|line| line.from == 2 && line.to != 2));
    }

    #[test]
    fn a_large_fleet_has_marks_and_no_lines() {
        let data = RingData::new(&after([Command::SetNodeCount(20), add("cache-21")])).expect("a ring");
        let movement = data.movement.expect("marks");
        assert!(!movement.marks.is_empty() && movement.lines.is_empty());
    }
}
