//! What chance gives: the formulas that measurements are held against.
//!
//! n nodes of v points each, well spread: the shares are Dirichlet(v, …, v), so a share p of all L points has the
//! variance p (1 - p) / (L + 1), and the coefficient of variation is sqrt((n - 1) / (n v + 1)). K sampled keys add
//! the variance p (1 - p) / K of a multinomial draw. Lamping and Veach (2014) give the same figures in a table.

use crate::number::Ratio;

/// The standard deviation of one node's load, relative to its fair share: `points` of `all_points` are its own
/// (`None` where no points place it), `keys` keys are placed. 0 for a share of nothing or of everything.
#[must_use]
pub fn relative_deviation(share: f64, all_points: Option<u64>, keys: u32) -> f64 {
    let odds = (1.0 - share) / share;
    deviation_with(share, all_points.map_or(0.0, |points| odds / (points as f64 + 1.0)), keys)
}

/// The same, given the variance that the placement brings, relative to the square of the fair share.
pub(crate) fn deviation_with(share: f64, by_placement: f64, keys: u32) -> f64 {
    if share <= 0.0 || share >= 1.0 {
        return 0.0;
    }
    let by_keys = if keys == 0 { 0.0 } else { (1.0 - share) / share / f64::from(keys) };
    (by_placement + by_keys).sqrt()
}

/// The share of points that are followed by one of their own if they lie by chance: sum of v (v - 1) over L (L - 1),
/// which is (v - 1) / (n v - 1) for equal nodes.
#[must_use]
pub fn followed_by_own(points_by_node: impl IntoIterator<Item = u32>) -> Ratio {
    let (mut pairs, mut all) = (0u128, 0u128);
    for points in points_by_node {
        pairs += u128::from(points) * u128::from(points).saturating_sub(1);
        all += u128::from(points);
    }
    Ratio::new(pairs, all * all.saturating_sub(1))
}

/// Is a count of followed-by-own points within two standard deviations of chance? Each point is taken as an
/// independent draw, which overstates the spread a little and so calls nothing clumped that is not.
#[must_use]
pub fn is_within_chance(followed: u32, points: u32, chance: Ratio) -> bool {
    let (expected, share) = (f64::from(points) * chance.value(), chance.value());
    (f64::from(followed) - expected).abs() <= 2.0 * (expected * (1.0 - share)).sqrt()
}

/// The share of keys that modulo moves from one number of nodes to another: 1 - gcd/max, for a hash that is even.
#[must_use]
pub fn modulo_moves(from: u32, to: u32) -> Ratio {
    let (mut gcd, mut rest) = (from, to);
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    let most = from.max(to);
    Ratio::new(most - gcd, most)
}

/// The n-th harmonic number, 1 + 1/2 + … + 1/n: the busiest of n nodes of one point each is expected at so many times
/// the mean.
#[must_use]
pub fn harmonic(n: u32) -> f64 {
    (1..=n).map(|i| 1.0 / f64::from(i)).sum()
}

/// The chance that the busiest of n nodes of one point each has more than `times` the mean: the sum over k of
/// (-1)^(k+1) C(n, k) (1 - k t / n)^(n-1), as far as the bracket is above 0 (Fisher 1929, for the gaps of a circle).
#[must_use]
pub fn chance_of_peak(nodes: u32, times: f64) -> f64 {
    let (mut sum, mut choose) = (0.0, -1.0);
    for k in 1..=nodes {
        choose *= -f64::from(nodes + 1 - k) / f64::from(k);
        let left = 1.0 - f64::from(k) * times / f64::from(nodes);
        if left <= 0.0 {
            break;
        }
        sum += choose * left.powi(nodes as i32 - 1);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modulo_moves_all_but_a_common_divisor() {
        // Of 0 … 71, the least common multiple of 8 and 9, eight have the same remainder by both.
        for (from, to, share) in [(8, 9, (8u32, 9u32)), (8, 7, (7, 8)), (4, 8, (1, 2)), (8, 12, (2, 3)), (5, 5, (0, 1))]
        {
            assert_eq!(modulo_moves(from, to), Ratio::new(share.0, share.1), "{from} to {to}");
        }
    }

    // Two points: the longer of two arcs is above x of the circle with 2 (1 - x), from one half on. Three: 3 (1 - x)²
    // - 3 (1 - 2 x)² from a third to a half, where the busiest is always above a third.
    #[test]
    fn the_chance_of_a_peak() {
        assert!((chance_of_peak(2, 1.5) - 0.5).abs() < 1e-12);
        assert!((chance_of_peak(3, 1.2) - (3.0 * 0.36 - 3.0 * 0.04)).abs() < 1e-12);
        assert!((chance_of_peak(3, 1.0) - 1.0).abs() < 1e-12);
        assert!(chance_of_peak(3, 3.0).abs() < 1e-12);
        assert!((harmonic(4) - 25.0 / 12.0).abs() < 1e-12);
    }

    #[test]
    fn the_published_standard_errors() {
        // Lamping and Veach (2014), table 1: 1, 10, 100, 1000 points of each of many nodes.
        for (points, published) in [(1u64, 0.998), (10, 0.315), (100, 0.0997), (1_000, 0.0316)] {
            let nodes = 250;
            let deviation = relative_deviation(1.0 / nodes as f64, Some(nodes * points), 0);
            assert!((deviation - published).abs() < 0.002, "{points}: {deviation}");
        }
        // sqrt((n - 1) / K), the noise of sampled keys alone.
        assert!((relative_deviation(0.125, None, 1_000_000) - 0.002_645_75).abs() < 1e-8);
    }

    #[test]
    fn chance_of_being_followed_by_ones_own() {
        assert_eq!(followed_by_own([160; 8]), Ratio::new(159u32, 1_279u32));
        assert_eq!(followed_by_own([1; 8]), Ratio::new(0u32, 1u32));
        assert!(is_within_chance(161, 1_280, followed_by_own([160; 8])));
        assert!(!is_within_chance(553, 1_280, followed_by_own([160; 8])));
    }
}
