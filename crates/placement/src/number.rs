//! Numbers as they stand on the page: exact integers with separators, ratios rounded half up from integers.
//! Nothing on the page goes through a floating-point rounding that could differ from the integers beside it.

/// An exact ratio of two whole numbers.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    /// The part.
    pub part: u128,
    /// The whole; a whole of 0 makes the ratio 0.
    pub whole: u128,
}

impl Ratio {
    /// `part / whole`.
    #[must_use]
    pub fn new(part: impl Into<u128>, whole: impl Into<u128>) -> Self {
        Self { part: part.into(), whole: whole.into() }
    }

    /// As a floating-point number, for drawing.
    #[must_use]
    pub fn value(self) -> f64 {
        if self.whole == 0 { 0.0 } else { self.part as f64 / self.whole as f64 }
    }

    /// A decimal with `places` places, rounded half up: 88,650 / 100,000 times 100 with one place is `88.7`.
    #[must_use]
    pub fn decimal(self, times: u32, places: u32) -> String {
        let scale = 10u128.pow(places);
        // Halve both until the products below fit: only 64-bit arc lengths are ever that large.
        let (mut part, mut whole) = (self.part, self.whole);
        while part > 1 << 90 || whole > 1 << 90 {
            (part, whole) = (part >> 1, whole >> 1);
        }
        let rounded = if whole == 0 { 0 } else { (part * u128::from(times) * scale * 2 + whole) / (2 * whole) };
        if places == 0 {
            return thousands(rounded);
        }
        format!("{}.{:0width$}", thousands(rounded / scale), rounded % scale, width = places as usize)
    }

    /// As a percentage with one place and its sign: `10.9 %`; a bare `0 %` for nothing at all.
    #[must_use]
    pub fn percent(self) -> String {
        if self.part == 0 { "0 %".into() } else { format!("{} %", self.decimal(100, 1)) }
    }

    /// With two places: `1.35`.
    #[must_use]
    pub fn times(self) -> String {
        self.decimal(1, 2)
    }
}

/// A measure that is no ratio of whole numbers, from 0 on, with so many places, rounded half up.
#[must_use]
pub fn decimal(measure: f64, places: u32) -> String {
    let scale = 10u64.pow(places);
    Ratio::new((measure.max(0.0) * scale as f64).round() as u64, scale).decimal(1, places)
}

/// A share that is no ratio of whole numbers as a percentage with one place, as [`Ratio::percent`] writes it.
#[must_use]
pub fn percent(share: f64) -> String {
    Ratio::new((share * 1e6).round() as u64, 1_000_000u32).percent()
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.decimal(1_000_000, 3) == other.decimal(1_000_000, 3)
    }
}

/// A whole number with a comma between groups of three: `100,000`.
#[must_use]
pub fn thousands(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_half_up_from_integers() {
        assert_eq!(Ratio::new(88_650u32, 100_000u32).percent(), "88.7 %");
        assert_eq!(Ratio::new(88_649u32, 100_000u32).percent(), "88.6 %");
        assert_eq!(Ratio::new(0u32, 100_000u32).percent(), "0 %");
        assert_eq!(Ratio::new(1u32, 9u32).percent(), "11.1 %");
        assert_eq!(Ratio::new(16_891u32 * 8, 100_000u32).times(), "1.35");
        assert_eq!(Ratio::new(5u32, 0u32).times(), "0.00");
        assert_eq!(Ratio::new(u128::MAX, u128::MAX).percent(), "100.0 %");
    }

    #[test]
    fn measures_are_written_as_ratios_are() {
        assert_eq!(
            [decimal(1.005, 1), decimal(0.999, 2), decimal(1_234.5, 0), decimal(-1.0, 1)],
            ["1.0", "1.00", "1,235", "0.0"]
        );
        assert_eq!([0.271_2, 1.0, 0.0].map(percent), ["27.1 %", "100.0 %", "0 %"]);
    }

    #[test]
    fn groups_digits_by_three() {
        for (number, text) in
            [(0u32, "0"), (999, "999"), (1_000, "1,000"), (100_000, "100,000"), (16_777_619, "16,777,619")]
        {
            assert_eq!(thousands(number), text);
        }
    }
}
