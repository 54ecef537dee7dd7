//! A ring of more virtual nodes than can be told apart: cut by angle into bins of a pixel each, and each drawn for the
//! node that owns the largest part of it. How true that is, is measured and said.

use placement::{
    algorithm::{Placed as _, Seat, ring::Ring},
    number::{Ratio, percent},
};

use super::ring_arcs::{Stretch, arcs, push};

/// With more points than this, points within one pixel are one.
const SINGLE_POINTS: usize = 4_000;

/// Has a ring so many points that it is binned?
#[must_use]
pub fn is_binned(ring: &Ring) -> bool {
    ring.points().len() > SINGLE_POINTS
}

/// A ring in bins.
#[derive(Debug)]
pub struct Binned {
    /// The number of bins.
    pub pixels: usize,
    /// Neighbouring bins of one node, without gaps.
    pub stretches: Vec<Stretch>,
    /// The part of the circle that belongs to the node for which it is drawn, from 0 to 1.
    pub own: f64,
    points: usize,
}

impl Binned {
    /// Cuts the circle into so many bins. Of two nodes with equal parts of a bin it is the first one's, from the start of
    /// the space.
    #[must_use]
    pub fn new(ring: &Ring, pixels: usize) -> Self {
        let mut made = Self { pixels, stretches: Vec::new(), own: 0.0, points: ring.points().len() };
        // Within the bin at hand: what each seat owns, and the seats that own something.
        let mut shares = vec![0.0; ring.seats().len()];
        let mut seen: Vec<Seat> = Vec::new();
        let mut at = 0;
        for arc in arcs(ring) {
            in_bins(arc.from_turns, arc.to_turns, pixels, |bin, share| {
                if bin != at {
                    made.close(at, &mut shares, &mut seen);
                    at = bin;
                }
                let sum = &mut shares[arc.seat as usize];
                if *sum == 0.0 {
                    seen.push(arc.seat);
                }
                *sum += share;
            });
        }
        made.close(at, &mut shares, &mut seen);
        made
    }

    fn close(&mut self, bin: usize, shares: &mut [f64], seen: &mut Vec<Seat>) {
        let larger = |a: Seat, b: Seat| if shares[b as usize] > shares[a as usize] { b } else { a };
        if let Some(seat) = seen.iter().copied().reduce(larger) {
            self.own += shares[seat as usize] / self.pixels as f64;
            let turns = |bin: usize| bin as f64 / self.pixels as f64;
            push(&mut self.stretches, seat, turns(bin), turns(bin + 1));
        }
        seen.drain(..).for_each(|seat| shares[seat as usize] = 0.0);
    }

    /// Virtual nodes to a bin: 535 or 2.3.
    #[must_use]
    pub fn density(&self) -> String {
        Ratio::new(self.points as u64, self.pixels as u64).decimal(1, u32::from(self.points < self.pixels * 100))
    }

    /// What the picture is, in a sentence.
    #[must_use]
    pub fn said(&self) -> String {
        let (density, own) = (self.density(), percent(self.own));
        format!(
            "Binned by angle: {density} virtual nodes to a pixel, in the colour of the node with most of its arcs, {own} on \
             average."
        )
    }
}

/// How much of each of so many bins a node owns, from 0 to 1.
#[must_use]
pub fn coverage(ring: &Ring, seat: Seat, pixels: usize) -> Vec<f64> {
    let mut parts = vec![0.0; pixels];
    for arc in arcs(ring).filter(|arc| arc.seat == seat) {
        in_bins(arc.from_turns, arc.to_turns, pixels, |bin, share| parts[bin] += share);
    }
    parts
}

/// Cuts a piece of the circle at the edges of the bins, and tells how much of each bin it fills.
pub(super) fn in_bins(from_turns: f64, to_turns: f64, bins: usize, mut visit: impl FnMut(usize, f64)) {
    let (mut from, to) = (from_turns * bins as f64, to_turns * bins as f64);
    let mut bin = from as usize;
    while from < to && bin < bins {
        let end = to.min((bin + 1) as f64);
        visit(bin, end - from);
        (from, bin) = (end, bin + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::ring_arcs::tests::{check_shares, with_ring};
    use super::*;
    use placement::{
        algorithm::{Geometry, ring},
        link,
        parameter::Value,
        scenario::Command,
        snapshot::Snapshot,
    };

    #[test]
    fn pieces_are_cut_at_the_edges_of_bins() {
        let mut seen = Vec::new();
        for (owner, from, to) in [('a', 0.0, 2.0), ('b', 2.0, 3.0), ('a', 3.0, 5.0), ('b', 5.0, 8.0)] {
            in_bins(from / 8.0, to / 8.0, 2, |bin, share| seen.push((owner, bin, share)));
        }
        assert_eq!(seen, [('a', 0, 0.5), ('b', 0, 0.25), ('a', 0, 0.25), ('a', 1, 0.25), ('b', 1, 0.75)]);
    }

    /// The published FNV-1a 32 values of the three names are their only points: foobar at 3214735720, 0.74849 of 2^32, a
    /// at 3826002220, 0.89081, b at 3876335077, 0.90253. Clockwise a has what lies between foobar and itself, and so on.
    fn worked_by_hand(check: impl Fn(&Ring)) {
        let decoded = link::decode("v=1&vn=1&label={node}&nodes=a,b,foobar");
        assert!(decoded.notes.is_empty(), "{:?}", decoded.notes);
        let snapshot = Snapshot::place(&decoded.scenario, None);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
        check(ring);
    }

    #[test]
    fn a_bin_is_drawn_for_the_largest_owner() {
        worked_by_hand(|ring| {
            let seats = |bins| -> Vec<(Seat, f64, f64)> {
                let stretches = Binned::new(ring, bins).stretches;
                stretches.iter().map(|one| (one.seat, one.from_turns, one.to_turns)).collect()
            };
            // Of the last quarter a has 0.14081, foobar 0.09747 and b 0.01172; of the last eighth foobar has most.
            assert_eq!(seats(4), [(2, 0.0, 0.75), (0, 0.75, 1.0)]);
            assert_eq!(seats(8), [(2, 0.0, 0.75), (0, 0.75, 0.875), (2, 0.875, 1.0)]);
            // foobar's 0.74849 before its point, and a's 0.89081 - 0.75; then 0.125 of a and 0.09747 of foobar.
            assert!((Binned::new(ring, 4).own - 0.889_30).abs() < 1e-5);
            assert!((Binned::new(ring, 8).own - 0.970_96).abs() < 1e-5);
            assert!((Binned::new(ring, 1).own - 0.845_96).abs() < 1e-5);
        });
    }

    #[test]
    fn every_part_of_a_bin_counts_for_a_node() {
        worked_by_hand(|ring| {
            let parts = |seat| coverage(ring, seat, 4);
            let near = |parts: Vec<f64>, expected: [f64; 4]| {
                let off = parts.iter().zip(expected).map(|(part, expected)| (part - expected).abs());
                assert!(off.fold(0.0, f64::max) < 2e-5, "{parts:?}");
            };
            // Four times the turns in each quarter: a's 0.00151 and 0.14081, b's 0.01172, the rest foobar's.
            near(parts(0), [0.0, 0.0, 0.006_04, 0.563_25]);
            near(parts(1), [0.0, 0.0, 0.0, 0.046_88]);
            near(parts(2), [1.0, 1.0, 0.993_96, 0.389_88]);
        });
    }

    #[test]
    fn coverage_adds_up_to_the_share() {
        with_ring(vec![], |ring| {
            for (seat, exact) in ring.exact_shares().expect("a ring has exact shares").iter().enumerate() {
                let parts = coverage(ring, seat as Seat, 777);
                assert!((parts.iter().sum::<f64>() / 777.0 - exact.value()).abs() < 1e-8);
                assert!(parts.iter().all(|part| (0.0..=1.0 + 1e-9).contains(part)));
            }
        });
    }

    #[test]
    fn pixels_cover_the_circle() {
        let many = Command::Set(&ring::VIRTUAL_NODES, Value::Count(5_000));
        with_ring(vec![many], |ring| {
            assert!(is_binned(ring));
            let all = Binned::new(ring, 1_800).stretches;
            assert!(all.len() <= 1_800);
            assert!((all.iter().map(|one| one.to_turns - one.from_turns).sum::<f64>() - 1.0).abs() < 1e-9);
            check_shares(ring, all.iter().map(|one| (one.seat, one.to_turns - one.from_turns)), 0.05);
        });
        with_ring(vec![Command::SetNodeCount(0)], |ring| {
            assert!(!is_binned(ring) && Binned::new(ring, 100).stretches.is_empty());
        });
    }

    #[test]
    fn it_is_said_in_numbers() {
        with_ring(vec![Command::Set(&ring::VIRTUAL_NODES, Value::Count(5_000))], |ring| {
            // 40,000 points in 1,800 bins, and in 400.
            assert_eq!(Binned::new(ring, 1_800).density(), "22.2");
            assert_eq!(Binned::new(ring, 400).density(), "100");
        });
        worked_by_hand(|ring| {
            assert_eq!(
                Binned::new(ring, 1).said(),
                "Binned by angle: 3.0 virtual nodes to a pixel, in the colour of the node with most of its arcs, 84.6 % on \
                 average."
            );
        });
    }
}
