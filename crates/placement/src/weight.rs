//! A node's weight: a decimal from 0 to 1,000 with two places, held as whole hundredths so that it never rounds.

use std::{fmt, str::FromStr};

/// A weight from 0 to 1,000 in hundredths. 0 owns nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Weight(u32);

impl Weight {
    /// The weight 1, which every new node has.
    pub const ONE: Weight = Weight(100);
    /// The weight 0: owns nothing.
    pub const ZERO: Weight = Weight(0);
    /// The largest weight, 1,000.
    pub const MAX: Weight = Weight(100_000);

    /// From whole hundredths; `None` above 1,000.
    #[must_use]
    pub fn from_hundredths(hundredths: u32) -> Option<Self> {
        (hundredths <= Self::MAX.0).then_some(Self(hundredths))
    }

    /// The weight in whole hundredths, 0 to 100,000.
    #[must_use]
    pub fn hundredths(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Weight {
    /// The shortest decimal: `1`, `0.5`, `2.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 100, self.0 % 100);
        match part {
            0 => write!(f, "{whole}"),
            _ if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
            _ => write!(f, "{whole}.{part:02}"),
        }
    }
}

/// What is wrong with a text that should be a weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightError;

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("A weight is a number from 0 to 1,000 with at most two decimal places, such as 1, 0.5 or 2.25.")
    }
}

impl std::error::Error for WeightError {}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 4 || part.len() > 2 || !digits(whole) || !digits(part) {
            return Err(WeightError);
        }
        let whole: u32 = whole.parse().map_err(|_| WeightError)?;
        let part: u32 = match part.len() {
            0 => 0,
            1 => part.parse::<u32>().map_err(|_| WeightError)? * 10,
            _ => part.parse().map_err(|_| WeightError)?,
        };
        Self::from_hundredths(whole * 100 + part).ok_or(WeightError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_the_shortest_decimal() {
        for (text, hundredths, written) in [
            ("1", 100, "1"),
            ("0.5", 50, "0.5"),
            ("2.25", 225, "2.25"),
            ("1000", 100_000, "1000"),
            ("0", 0, "0"),
            ("3.10", 310, "3.1"),
            ("0.05", 5, "0.05"),
        ] {
            let weight: Weight = text.parse().expect(text);
            assert_eq!((weight.hundredths(), weight.to_string().as_str()), (hundredths, written));
        }
    }

    #[test]
    fn refuses_what_is_no_weight() {
        for text in ["", "-1", "1.234", "1000.01", "1e3", "NaN", " 1", "１", "99999999999"] {
            assert_eq!(text.parse::<Weight>(), Err(WeightError), "{text}");
        }
    }
}
