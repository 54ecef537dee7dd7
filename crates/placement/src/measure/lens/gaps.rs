//! Gaps: how far it is from each point to the next one on the circle, or to the next one of the same node, and how far it
//! would be if chance had laid the points.
//!
//! Of v points that chance lays on a circle, a gap is above a share x of it with (1 - x)^(v-1), which is close to
//! exp(-v x): the gaps of a Poisson process (Feller, An Introduction to Probability Theory II, I.7 and I.9).

use crate::{algorithm::ring::Ring, order};

/// Bins of the histogram between a length and its double.
const BINS_IN_OCTAVE: usize = 4;
/// 2^(k/4) for k from 0 to 3.
const STEPS: [f64; BINS_IN_OCTAVE] = [1.0, 1.189_207_115_002_721, std::f64::consts::SQRT_2, 1.681_792_830_507_429];

/// Gaps of one or several circles of points.
#[derive(Clone, PartialEq, Debug)]
pub struct Gaps {
    /// The lengths in positions, rising. A point that is alone is a whole circle away from itself, less one position so
    /// that the length fits.
    pub lengths: Vec<u64>,
    /// How many points each circle has.
    pub circles: Vec<u32>,
    /// Bits of a position: 32 or 64.
    pub bits: u32,
}

/// A bin of the histogram.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// Its shortest length in positions.
    pub from: f64,
    /// All its lengths are below this.
    pub to: f64,
    /// Gaps in it.
    pub count: u32,
    /// Gaps that chance would lay in it.
    pub expected: f64,
}

impl Gaps {
    /// From each point to its neighbour on the ring.
    #[must_use]
    pub fn between_neighbours(ring: &Ring) -> Self {
        Self::of(ring.bits(), &[ring.points().iter().map(|point| point.position).collect()])
    }

    /// From each point to the next one of the same node.
    #[must_use]
    pub fn of_same_node(ring: &Ring) -> Self {
        Self::of(ring.bits(), &positions_by_seat(ring))
    }

    /// Of circles of positions, each rising.
    fn of(bits: u32, circles: &[Vec<u64>]) -> Self {
        let last = u64::MAX >> (u64::BITS - bits);
        let mut lengths = Vec::new();
        for circle in circles {
            for (at, &position) in circle.iter().enumerate() {
                let next = circle[(at + 1) % circle.len()];
                lengths.push(if circle.len() == 1 { last } else { next.wrapping_sub(position) & last });
            }
        }
        let circles = circles.iter().map(|circle| circle.len() as u32).filter(|&points| points > 0).collect();
        Self { lengths: order::numbers(lengths), circles, bits }
    }

    /// A length as a share of the circle.
    #[must_use]
    pub fn share(&self, length: u64) -> f64 {
        length as f64 / self.circumference()
    }

    fn circumference(&self) -> f64 {
        2f64.powi(self.bits as i32)
    }

    /// How many gaps above a share of the circle chance would lay.
    #[must_use]
    pub fn expected_above(&self, share: f64) -> f64 {
        if share >= 1.0 {
            return 0.0;
        }
        let of_circle = |&points: &u32| {
            let points = f64::from(points);
            points * libm::exp((points - 1.0) * libm::log1p(-share))
        };
        self.circles.iter().map(of_circle).sum()
    }

    /// Four bins an octave, from the first that has a gap or should have one to the last. A gap of nothing, two points at
    /// one position, is in the bin of 1.
    #[must_use]
    pub fn histogram(&self) -> Vec<Bin> {
        let edge = |at: usize| STEPS[at % BINS_IN_OCTAVE] * 2f64.powi((at / BINS_IN_OCTAVE) as i32);
        let all = BINS_IN_OCTAVE * self.bits as usize;
        let mut bins = Vec::with_capacity(all);
        let mut counted = 0;
        let mut above = self.expected_above(0.0);
        for at in 0..all {
            // What a double cannot tell from the end of the last bin belongs to it.
            let end = if at + 1 == all { f64::INFINITY } else { edge(at + 1) };
            let below = self.lengths.partition_point(|&length| (length as f64) < end);
            let still = self.expected_above(edge(at + 1) / self.circumference());
            let (count, expected) = ((below - counted) as u32, above - still);
            bins.push(Bin { from: edge(at), to: edge(at + 1), count, expected });
            (counted, above) = (below, still);
        }
        let matters = |bin: &Bin| bin.count > 0 || bin.expected >= 0.5;
        let first = bins.iter().position(matters).unwrap_or(0);
        let last = bins.iter().rposition(matters).map_or(0, |last| last + 1);
        bins[first.min(last)..last].to_vec()
    }
}

/// The positions of each seat's points, rising.
pub(super) fn positions_by_seat(ring: &Ring) -> Vec<Vec<u64>> {
    let seats = ring.points().iter().map(|point| point.seat as usize + 1).max().unwrap_or(0);
    let mut positions = vec![Vec::new(); seats];
    for point in ring.points() {
        positions[point.seat as usize].push(point.position);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    // Two circles of 32 bits, worked by hand: 10, 20, 2^31 and 7 alone.
    #[test]
    fn by_hand() {
        let gaps = Gaps::of(32, &[vec![10, 20, 1 << 31], vec![7], vec![]]);
        assert_eq!(gaps.lengths, [10, (1 << 31) - 20, (1 << 31) + 10, u64::from(u32::MAX)]);
        assert_eq!(gaps.circles, [3, 1]);
        // Three points: above a half of the circle with 3 · (1/2)², and the one alone always.
        assert!((gaps.expected_above(0.5) - 1.75).abs() < 1e-12);
        let bins = gaps.histogram();
        assert_eq!(bins.iter().map(|bin| bin.count).sum::<u32>(), 4);
        assert!((bins.iter().map(|bin| bin.expected).sum::<f64>() - 4.0).abs() < 1e-6);
        // 10 lies from 2^3.25 = 9.5 to 2^3.5 = 11.3.
        assert_eq!((bins[0].from, bins[0].count), (8.0 * STEPS[1], 1));
        assert_eq!(bins.last().map(|bin| (bin.to, bin.count)), Some((4_294_967_296.0, 1)));
    }

    #[test]
    fn sixty_four_bits_wrap_too() {
        let gaps = Gaps::of(64, &[vec![5, u64::MAX]]);
        assert_eq!(gaps.lengths, [6, u64::MAX - 5]);
        assert_eq!(gaps.histogram().iter().map(|bin| bin.count).sum::<u32>(), 2);
        assert!(Gaps::of(64, &[]).histogram().is_empty());
    }

    // Of a Poisson process 1 - 1/e of the gaps are below the mean, and half below ln 2 of it.
    #[test]
    fn many_points_are_nearly_exponential() {
        let gaps = Gaps { lengths: Vec::new(), circles: vec![100_000], bits: 32 };
        for (means, left) in [(1.0, 0.367_879_44), (std::f64::consts::LN_2, 0.5), (3.0, 0.049_787_07)] {
            assert!((gaps.expected_above(means / 1e5) / 1e5 - left).abs() < 1e-5, "{means}");
        }
    }
}
