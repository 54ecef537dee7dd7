//! The verdict on how a hash spreads labels, with its measures: the node whose share is furthest off, two tests of the
//! gaps, and how many points are followed by one of their own.
//!
//! The gaps are tested by Greenwood's statistic, the sum G of their squares as shares of the circle: the more points clump,
//! the larger the gaps between the clumps (M. Greenwood, The Statistical Study of Infectious Diseases, 1946). The gaps of n
//! points that chance lays have the Dirichlet distribution (1, …, 1), so
//!
//! - E G = 2 / (n + 1)
//! - E G² = (24 + 4 (n - 1)) / ((n + 1)(n + 2)(n + 3))
//! - E G³ = (720 + 144 (n - 1) + 8 (n - 1)(n - 2)) / ((n + 1) … (n + 5))
//!
//! and the chance of so large a G is that of the shifted gamma distribution (Pearson's type III) of the same mean, variance
//! and skewness, by the cube root of Wilson and Hilferty (1931). Circles of several nodes are independent, so their
//! cumulants add.
//!
//! The share of a node with v of L points is Beta(v, L - v); the chance that any of n nodes is as far off is taken as n
//! times that of both tails (Bonferroni), 1 at most.

use special::Beta as _;

use super::gaps::{Gaps, positions_by_seat};
use crate::{
    algorithm::{Placed as _, ring::Ring},
    fleet::NodeId,
    measure::theory,
    number::Ratio,
};

/// Below this chance a measure is not put down to luck. With four measures one that is well spread comes below it in at
/// most four of a thousand cases.
pub const CLUMPED: f64 = 0.001;
/// Below this one it is doubtful.
pub const DOUBTFUL: f64 = 0.01;

/// What the measures come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// Fewer than three points say nothing.
    TooFew,
    /// As chance would lay them.
    Spread,
    /// One measure comes below [`DOUBTFUL`].
    Doubtful,
    /// One measure comes below [`CLUMPED`].
    Clumped,
}

/// A test of gaps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GapsTest {
    /// Greenwood's G over what chance gives: 1 for well-spread points, more for clumps, less for even spacing.
    pub times_expected: f64,
    /// The chance of so large a G, from 0 to 1.
    pub p: f64,
}

/// The node that is furthest off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Furthest {
    /// Who.
    pub id: NodeId,
    /// Its exact share of the circle over the share of points that are its own.
    pub times: f64,
    /// The standard deviation of that by chance.
    pub usual: f64,
    /// The chance that any node is so far off, from 0 to 1.
    pub p: f64,
}

/// The measures.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// Points in all.
    pub points: u32,
    /// The node that is furthest off; `None` for fewer than two nodes.
    pub furthest: Option<Furthest>,
    /// Of the gaps between neighbours.
    pub neighbours: GapsTest,
    /// Of the gaps between points of the same node; `None` where no node has two.
    pub same_node: Option<GapsTest>,
    /// Points that are followed by one of their own.
    pub followed: u32,
    /// The share of points that chance gives.
    pub followed_by_chance: Ratio,
    /// The chance of so many, each point an independent draw; 1 where no number would be too many.
    pub followed_p: f64,
}

impl Verdict {
    /// Measures a ring.
    #[must_use]
    pub fn of(ring: &Ring) -> Self {
        let same_node = Gaps::of_same_node(ring);
        let points = ring.points().len() as u32;
        let chance = theory::followed_by_own(same_node.circles.iter().copied());
        let followed = ring.followed_by_own();
        let mean = f64::from(points) * chance.value();
        let deviation = (mean * (1.0 - chance.value())).sqrt();
        // Half a point is the usual correction of a count taken for a continuous measure.
        let over = (f64::from(followed) - 0.5 - mean) / deviation;
        Self {
            points,
            furthest: furthest(ring),
            neighbours: greenwood(&Gaps::between_neighbours(ring)),
            same_node: same_node.circles.iter().any(|&points| points > 1).then(|| greenwood(&same_node)),
            followed,
            followed_by_chance: chance,
            followed_p: if deviation > 0.0 { normal_above(over) } else { 1.0 },
        }
    }

    /// The chances of all measures that there are.
    fn chances(&self) -> impl Iterator<Item = f64> {
        let tests = [Some(self.neighbours), self.same_node];
        let gaps = tests.into_iter().flatten().map(|test| test.p);
        gaps.chain(self.furthest.map(|furthest| furthest.p)).chain([self.followed_p])
    }

    /// What they come to.
    #[must_use]
    pub fn word(&self) -> Word {
        let least = self.chances().fold(1.0, f64::min);
        if self.points < 3 {
            Word::TooFew
        } else if least < CLUMPED {
            Word::Clumped
        } else if least < DOUBTFUL {
            Word::Doubtful
        } else {
            Word::Spread
        }
    }
}

/// Greenwood's test, over circles of two points or more.
fn greenwood(gaps: &Gaps) -> GapsTest {
    let (mut mean, mut variance, mut third) = (0.0, 0.0, 0.0);
    let mut alone = 0u32;
    for &points in &gaps.circles {
        if points < 2 {
            alone += points;
            continue;
        }
        let n = f64::from(points);
        let first = 2.0 / (n + 1.0);
        let second = (24.0 + 4.0 * (n - 1.0)) / ((n + 1.0) * (n + 2.0) * (n + 3.0));
        let over = (1..=5).map(|k| n + f64::from(k)).product::<f64>();
        let cube = (720.0 + 144.0 * (n - 1.0) + 8.0 * (n - 1.0) * (n - 2.0)) / over;
        mean += first;
        variance += second - first * first;
        third += cube - 3.0 * first * second + 2.0 * first.powi(3);
    }
    // A point alone has a gap of the whole circle, whoever laid it.
    let sum: f64 = gaps.lengths.iter().map(|&length| gaps.share(length).powi(2)).sum::<f64>() - f64::from(alone);
    if variance <= 0.0 {
        return GapsTest { times_expected: 1.0, p: 1.0 };
    }
    let deviation = variance.sqrt();
    let skewness = third / (variance * deviation);
    GapsTest { times_expected: sum / mean, p: pearson_above((sum - mean) / deviation, skewness) }
}

/// The chance that a gamma variable of this skewness (above 0), brought to mean 0 and deviation 1, is above a value.
fn pearson_above(value: f64, skewness: f64) -> f64 {
    let shape = 4.0 / (skewness * skewness);
    let over_mean = (1.0 + value * skewness / 2.0).max(0.0);
    let spread = 1.0 / (9.0 * shape);
    normal_above((libm::cbrt(over_mean) - (1.0 - spread)) / spread.sqrt())
}

/// The chance that a normal variable is so many deviations above its mean, or more.
fn normal_above(deviations: f64) -> f64 {
    0.5 * libm::erfc(deviations / std::f64::consts::SQRT_2)
}

fn furthest(ring: &Ring) -> Option<Furthest> {
    let all = ring.points().len() as f64;
    let own = positions_by_seat(ring);
    let nodes = own.len() as f64;
    if nodes < 2.0 {
        return None;
    }
    let shares = ring.exact_shares()?;
    let of_seat = |((share, own), (seat, &id)): ((Ratio, &Vec<u64>), (usize, &NodeId))| {
        let (share, own) = (share.value(), own.len() as f64);
        let below = share.inc_beta(own, all - own, own.ln_beta(all - own));
        // The complement by its own function: of a chance close to 1 nothing would be left.
        let above = (1.0 - share).inc_beta(all - own, own, own.ln_beta(all - own));
        let p = (2.0 * nodes * below.min(above)).min(1.0);
        Furthest { id, times: share * all / own, usual: ring.usual_deviation(seat, 0.0, 0), p }
    };
    let seats = shares.into_iter().zip(&own).zip(ring.seats().iter().enumerate());
    seats.map(of_seat).reduce(|far, one| if (one.times - 1.0).abs() > (far.times - 1.0).abs() { one } else { far })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{hash::SplitMix64, order};

    fn drawn(draws: &mut SplitMix64, points: u32) -> Gaps {
        let all = order::numbers((0..points).map(|_| draws.next_value() >> 32).collect());
        let gap = |at: usize| all[(at + 1) % all.len()].wrapping_sub(all[at]) & 0xffff_ffff;
        Gaps { lengths: (0..all.len()).map(gap).collect(), circles: vec![points], bits: 32 }
    }

    // A chance is what it says: of points that chance laid, one in ten comes below 0.1 and one in a hundred below 0.01.
    // 4,000 draws: within five standard deviations sqrt(p (1 - p) / 4,000).
    #[test]
    fn chances_are_what_they_say() {
        let mut draws = SplitMix64::new(5);
        for points in [4, 10, 160] {
            let chances: Vec<f64> = (0..4_000).map(|_| greenwood(&drawn(&mut draws, points)).p).collect();
            for level in [0.5, 0.1, 0.01] {
                let share = chances.iter().filter(|&&p| p < level).count() as f64 / 4_000.0;
                // The cube root is an approximation: a fifth of the level more or less for a handful of points.
                let room =
                    5.0 * (level * (1.0 - level) / 4_000.0f64).sqrt() + if points < 10 { level / 5.0 } else { 0.0 };
                assert!((share - level).abs() < room, "{points} points, {level}: {share}");
            }
        }
    }

    // Equal gaps: G = 1/n, and all that chance lays is larger.
    #[test]
    fn equal_gaps_are_no_clump() {
        let gaps = Gaps { lengths: vec![1 << 22; 1 << 10], circles: vec![1 << 10], bits: 32 };
        let test = greenwood(&gaps);
        assert!((test.times_expected - 1_025.0 / 2_048.0).abs() < 1e-12);
        assert!(test.p > 0.999_999);
    }

    #[test]
    fn tails_of_the_normal_distribution() {
        for (deviations, chance) in [(0.0, 0.5), (1.959_964, 0.025), (3.090_232, 0.001), (-1.281_552, 0.9)] {
            assert!((normal_above(deviations) - chance).abs() < 1e-7);
        }
    }
}
