//! Peaks: lengths of gaps that occur more often than chance allows, and the arithmetic that makes them.
//!
//! Two gaps of L points are equally long with about L / 2^bits, so any given one has k - 1 twins with at most
//! m^(k-1) / (k-1)!, m = L² / 2^bits; a peak is where that, times L, is below one in a thousand.
//!
//! FNV-1a takes each byte in by an xor and then multiplies by its prime P. Where only the last byte of two labels differs,
//! the xor moves the state by a small number and the product by as many P; a difference one byte earlier comes out
//! with P², and so on. So a gap that the hash made is a sum of a few P, P² and P³, modulo 2^bits; where it takes more, the
//! labels say which ([`label_peaks`](super::label_peaks)).

use std::fmt;

use super::gaps::Gaps;
use crate::hash::{HashChoice, HashFn};

/// Most peaks that are listed.
pub const MOST: usize = 12;
/// A byte differs from another one by so much at most.
const MOST_P: i64 = 255;
/// Multiples of P² and P³ that are tried. With these about one length in 7,000 would be explained by accident.
const MOST_SQUARES: i64 = 64;
const MOST_CUBES: i64 = 4;
/// A thing that happens less often is not put down to chance.
const UNLIKELY: f64 = 1e-3;

/// A length that is too common for chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Peak {
    /// In positions.
    pub length: u64,
    /// Gaps of this length.
    pub count: u32,
    /// The arithmetic behind it, where there is one.
    pub reason: Option<Reason>,
}

/// Why a length is common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is this sum.
    Powers(Powers),
    /// Most gaps of the length lead from one run of labels to another.
    Runs {
        /// How all labels of the one begin; they differ in their last character.
        from: String,
        /// How those of the other do.
        to: String,
        /// How many of the gaps do.
        times: u32,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Powers(powers) => powers.fmt(f),
            Self::Runs { from, to, times } => write!(f, "{times} from {from}… to {to}…"),
        }
    }
}

/// A length as multiples of P, P² and so on, P being FNV-1a's prime, modulo the size of the space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Powers(pub Vec<i64>);

impl Powers {
    /// The sum, modulo 2^64.
    #[must_use]
    pub fn value(&self, prime: u64) -> u64 {
        let over = |sum: u64, &times: &i64| sum.wrapping_add(times.cast_unsigned()).wrapping_mul(prime);
        self.0.iter().rev().fold(0, over)
    }
}

impl fmt::Display for Powers {
    /// `P² - 38·P`, `3·P`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const RAISED: [&str; 10] = ["", "", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];
        let mut is_first = true;
        for (&times, raised) in self.0.iter().zip(&RAISED[1..]).rev() {
            if times == 0 {
                continue;
            }
            f.write_str(match (is_first, times < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            })?;
            if times.abs() > 1 {
                write!(f, "{}·", times.abs())?;
            }
            write!(f, "P{raised}")?;
            is_first = false;
        }
        Ok(())
    }
}

/// The prime of FNV-1a, where the positions are its own values. The low 32 bits of the 64-bit function are those of a
/// function of 32 bits with the low half of its prime, as products never carry downwards.
#[must_use]
pub fn prime(hash: HashChoice, bits: u32) -> Option<u64> {
    match (hash.function, hash.finaliser) {
        (HashFn::Fnv1a32, false) => Some(0x0100_0193),
        (HashFn::Fnv1a64, false) => Some(0x0100_0000_01b3 & (u64::MAX >> (u64::BITS - bits))),
        _ => None,
    }
}

/// The peaks of some gaps, the highest first and among equals the shortest, at most [`MOST`]; explained where a prime is
/// given.
#[must_use]
pub fn peaks(gaps: &Gaps, prime: Option<u64>) -> Vec<Peak> {
    let least = least_count(gaps);
    let mut peaks: Vec<Peak> = Vec::new();
    // A point alone on its circle has no other choice.
    let alone = gaps.circles.iter().filter(|&&points| points == 1).count();
    let lengths = &gaps.lengths[..gaps.lengths.len() - alone];
    for same in lengths.chunk_by(|one, next| one == next).filter(|same| same.len() >= least) {
        let at = peaks.partition_point(|peak| peak.count as usize >= same.len());
        peaks.insert(at, Peak { length: same[0], count: same.len() as u32, reason: None });
        peaks.truncate(MOST);
    }
    for peak in &mut peaks {
        peak.reason = prime.and_then(|prime| multiples(peak.length, prime, gaps.bits)).map(Reason::Powers);
    }
    peaks
}

/// From how many equal gaps on they are a peak.
fn least_count(gaps: &Gaps) -> usize {
    let of_circle = |&points: &u32| f64::from(points) * gaps.share(u64::from(points));
    let mean: f64 = gaps.circles.iter().map(of_circle).sum();
    let (mut count, mut chance) = (1, gaps.lengths.len() as f64);
    while count < gaps.lengths.len().max(2) && (count < 2 || chance >= UNLIKELY) {
        chance *= mean / count as f64;
        count += 1;
    }
    count
}

/// A length as a sum of a few P, P² and P³ modulo 2^bits, the lower powers first; `None` where it takes many.
#[must_use]
pub fn multiples(length: u64, prime: u64, bits: u32) -> Option<Powers> {
    // The prime is odd and so has an inverse: each step of Newton's doubles the bits that are right, from three on.
    let inverse = (0..5).fold(prime, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse))));
    let signed = |value: u64| (value << (u64::BITS - bits)).cast_signed() >> (u64::BITS - bits);
    let turns = |most: i64| (0..=2 * most).map(|at| if at % 2 == 0 { -at / 2 } else { (at + 1) / 2 });
    let over_prime = length.wrapping_mul(inverse);
    for cubes in turns(MOST_CUBES) {
        for squares in turns(MOST_SQUARES) {
            let higher = squares.cast_unsigned().wrapping_add(cubes.cast_unsigned().wrapping_mul(prime));
            let ones = signed(over_prime.wrapping_sub(higher.wrapping_mul(prime)));
            if ones.abs() <= MOST_P && length > 0 {
                return Some(Powers(vec![ones, squares, cubes]));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: u64 = 16_777_619;

    fn told(length: u64, prime: u64, bits: u32) -> String {
        multiples(length, prime, bits).map_or_else(|| "none".into(), |found| found.to_string())
    }

    // P² = 637,696,617 modulo 2^32, and 38 P = 637,549,522.
    #[test]
    fn lengths_are_explained_by_arithmetic() {
        assert_eq!(told(147_095, P, 32), "P² - 38·P");
        assert_eq!(told(P - 147_095, P, 32), "-P² + 39·P");
        for (times, told_so) in [(1, "P"), (3, "3·P"), (5, "5·P"), (7, "7·P")] {
            assert_eq!(told(times * P, P, 32), told_so);
        }
        assert_eq!(told((1 << 32) - P, P, 32), "-P");
        // P³ alone, by multiplication in 64 bits.
        assert_eq!(told((637_696_617 * P) % (1 << 32), P, 32), "P³");
        assert_eq!(told(0, P, 32), "none");
        // The long function: 435 is the low half of its prime.
        assert_eq!(told(3 * 435, 435, 32), "3·P");
        assert_eq!(told(0x0100_0000_01b3, 0x0100_0000_01b3, 64), "P");
    }

    #[test]
    fn few_lengths_are_explained_by_accident() {
        let mut draws = crate::hash::SplitMix64::new(11);
        let explained = (0..2_000).filter(|_| multiples(draws.next_value() >> 32, P, 32).is_some()).count();
        assert!(explained <= 3, "{explained}");
    }

    #[test]
    fn a_peak_is_more_than_chance_allows() {
        let gaps = |points: u32| Gaps { lengths: vec![0; points as usize], circles: vec![points], bits: 32 };
        // 1,280 points: m = 3.8e-4, two equal with 1,280 · m = 0.49, three with 9e-5.
        assert_eq!(least_count(&gaps(1_280)), 3);
        // Ten points: m = 2.3e-8, so two are enough.
        assert_eq!(least_count(&gaps(10)), 2);
        // 200,000: m = 9.3; by a table of Poisson terms 31 is the first count that is rare enough.
        let mean = 4e10 / 4_294_967_296.0;
        let bound = |count: i32| 200_000.0 * (1..count).map(|k| mean / f64::from(k)).product::<f64>();
        let least = least_count(&gaps(200_000)) as i32;
        assert!(bound(least) < 1e-3 && bound(least - 1) >= 1e-3, "{least}");
    }
}
