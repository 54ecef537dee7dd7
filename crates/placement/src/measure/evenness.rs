//! How evenly something is shared: the highest and the lowest share over fair share, and the spread.

use crate::number::Ratio;

/// The evenness of shares of one whole.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evenness {
    /// The highest share over its fair share.
    pub busiest: Ratio,
    /// The lowest share over its fair share.
    pub lightest: Ratio,
    /// Root mean square deviation from the fair shares, relative to them; with equal weights the (population) standard
    /// deviation over the mean.
    pub spread: f64,
}

impl Evenness {
    /// Of parts of a whole, by weights above 0 of the same number.
    #[must_use]
    pub fn of(parts: &[u128], whole: u128, weights: &[u64]) -> Self {
        let all_weight: u64 = weights.iter().sum();
        let shares = parts.iter().zip(weights).map(|(&part, &weight)| times_fair(part, whole, weight, all_weight));
        let shares: Vec<(Ratio, f64)> = shares.map(|share| (share, share.value())).collect();
        let nothing = (Ratio::new(0u32, 1u32), 0.0);
        let busiest = shares.iter().copied().reduce(|best, one| if one.1 > best.1 { one } else { best });
        let lightest = shares.iter().copied().reduce(|best, one| if one.1 < best.1 { one } else { best });
        let squares: f64 = shares.iter().map(|share| (share.1 - 1.0).powi(2)).sum();
        Self {
            busiest: busiest.unwrap_or(nothing).0,
            lightest: lightest.unwrap_or(nothing).0,
            spread: if shares.is_empty() { 0.0 } else { (squares / shares.len() as f64).sqrt() },
        }
    }
}

/// A part of a whole over its fair share, which is weight over all weight.
pub(crate) fn times_fair(part: u128, whole: u128, weight: u64, all_weight: u64) -> Ratio {
    // The part of a 64-bit space is large: give up what a double would not hold either.
    let shift = if whole > 1 << 32 { 16 } else { 0 };
    Ratio::new((part >> shift) * u128::from(all_weight), (whole >> shift) * u128::from(weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // 2, 1 and 1 of 4 by weights of 1, 1 and 2: fair are 1, 1 and 2 of 4.
        let evenness = Evenness::of(&[2, 1, 1], 4, &[100, 100, 200]);
        assert_eq!((evenness.busiest.times(), evenness.lightest.times()), ("2.00".into(), "0.50".into()));
        assert!((evenness.spread - (1.25f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(Evenness::of(&[], 4, &[]).spread, 0.0);
    }
}
