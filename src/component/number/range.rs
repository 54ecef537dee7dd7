//! The numbers that a field can hold: how they are written and read, and what a step, a drag and a slider make of them.

use placement::{number::thousands, weight::Weight};

/// The numbers that a field can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// Smallest.
    pub least: u32,
    /// Largest.
    pub most: u32,
    /// Is a step at 10 as large as a step at 1,000? Then 1 % for each pixel of a drag.
    pub logarithmic: bool,
    /// How the number is written.
    pub form: Form,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A whole number.
    Whole,
    /// A weight, held in hundredths.
    Weight,
}

impl Range {
    /// As it stands on the page.
    #[must_use]
    pub fn write(self, value: u32) -> String {
        match self.form {
            Form::Whole => thousands(value),
            Form::Weight => Weight::from_hundredths(value).unwrap_or(Weight::MAX).to_string(),
        }
    }

    /// As a person types it; `None` for what is no such number.
    #[must_use]
    pub fn read(self, text: &str) -> Option<u32> {
        let plain: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '\u{a0}' | '_')).collect();
        let value = match self.form {
            Form::Whole if plain.bytes().all(|b| b.is_ascii_digit()) => plain.parse().ok()?,
            Form::Whole => return None,
            Form::Weight => plain.parse::<Weight>().ok()?.hundredths(),
        };
        (self.least..=self.most).contains(&value).then_some(value)
    }

    /// The range in words.
    #[must_use]
    pub fn words(self) -> String {
        format!("{} to {}", self.write(self.least), self.write(self.most))
    }

    /// One step of an arrow key.
    fn step(self) -> u32 {
        match self.form {
            Form::Whole => 1,
            Form::Weight => 10,
        }
    }

    fn clamp(self, value: f64) -> u32 {
        value.round().clamp(f64::from(self.least), f64::from(self.most)) as u32
    }

    /// A number some steps away.
    #[must_use]
    pub fn stepped(self, value: u32, steps: i32) -> u32 {
        self.clamp(f64::from(value) + f64::from(steps) * f64::from(self.step()))
    }

    /// The number after a drag: one step for each 4 px, or 1 % a pixel.
    #[must_use]
    pub fn dragged(self, from: u32, css_px: f64) -> u32 {
        if self.logarithmic {
            return self.clamp(f64::from(from.max(1)) * 1.01f64.powf(css_px));
        }
        self.stepped(from, (css_px / 4.0).trunc() as i32)
    }

    /// Where the number stands on a slider from 0 to 1,000.
    #[must_use]
    pub fn slider(self, value: u32) -> u32 {
        let (least, most, value) = (f64::from(self.least), f64::from(self.most), f64::from(value));
        let part = if self.logarithmic {
            let log = |x: f64| x.max(1.0).ln();
            (log(value) - log(least)) / (log(most) - log(least))
        } else {
            (value - least) / (most - least)
        };
        (part * 1_000.0).round() as u32
    }

    /// The number at a place of the slider; rounded to two digits where a slider cannot be exact.
    #[must_use]
    pub fn from_slider(self, place: u32) -> u32 {
        let part = f64::from(place) / 1_000.0;
        let (least, most) = (f64::from(self.least), f64::from(self.most));
        let value = if self.logarithmic {
            let log = |x: f64| x.max(1.0).ln();
            (log(least) + part * (log(most) - log(least))).exp()
        } else {
            least + part * (most - least)
        };
        let coarse = 10f64.powf((value.max(1.0).log10() - 1.0).floor().max(0.0));
        self.clamp((value / coarse).round() * coarse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIRTUAL_NODES: Range = Range { least: 1, most: 10_000, logarithmic: true, form: Form::Whole };
    const WEIGHT: Range = Range { least: 0, most: 100_000, logarithmic: false, form: Form::Weight };

    #[test]
    fn reads_what_people_type() {
        assert_eq!(VIRTUAL_NODES.read("1,000"), Some(1_000));
        assert_eq!(VIRTUAL_NODES.read(" 160 "), Some(160));
        for text in ["", "0", "10001", "1.5", "-3", "many"] {
            assert_eq!(VIRTUAL_NODES.read(text), None, "{text}");
        }
        assert_eq!((WEIGHT.read("2.5"), WEIGHT.write(250)), (Some(250), "2.5".into()));
        assert_eq!(WEIGHT.read("1000.5"), None);
    }

    #[test]
    fn drags_by_the_scale() {
        // 1 % a pixel: 70 px double it, and as many back halve it.
        assert_eq!((VIRTUAL_NODES.dragged(160, 70.0), VIRTUAL_NODES.dragged(160, -70.0)), (321, 80));
        assert_eq!((VIRTUAL_NODES.dragged(160, 10_000.0), VIRTUAL_NODES.dragged(1, -500.0)), (10_000, 1));
        assert_eq!((WEIGHT.dragged(100, 9.0), WEIGHT.dragged(100, -400.0)), (120, 0));
    }

    #[test]
    fn the_slider_reaches_both_ends() {
        for range in [VIRTUAL_NODES, WEIGHT] {
            assert_eq!((range.slider(range.least), range.slider(range.most)), (0, 1_000));
            assert_eq!((range.from_slider(0), range.from_slider(1_000)), (range.least, range.most));
        }
        assert_eq!((VIRTUAL_NODES.slider(100), VIRTUAL_NODES.from_slider(500)), (500, 100));
    }
}
