//! A row: what a document prints, what is measured here, and the verdict on both.

use crate::number::Ratio;

/// A document whose figures are measured again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Document {
    /// An article about a fleet of caches in Node.js.
    A,
    /// An interview answer.
    B,
    /// A laboratory's comparison of five ways to place keys.
    C,
}

impl Document {
    /// The documents in their order.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// Its title; B has none and is named by its question.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::A => "From Modulo to Hash Ring: Scaling a Node.js Cache Fleet Without Miss Storms",
            Self::B => "An interview answer: a proxy picks a cache node with hash(key) mod N",
            Self::C => "Consistent hashing: 100 virtual nodes still run 18% hot",
        }
    }

    /// The configuration that its rows have in common, as found by running it.
    #[must_use]
    pub fn setting(self) -> &'static str {
        match self {
            Self::A => "defaultHash is FNV-1a with the finaliser fmix32; labels are {node}#{i}, i from 0.",
            Self::B => "It shows one snippet in Python: MD5, 4 nodes, labels {node}#{i}.",
            Self::C => {
                "MurmurHash3, labels {node}#{i}, 300,000 keys user:{i}, ten nodes numbered from 0 with the prefixes node, \
                 srv, cache, app, shard, web, db and pod. Each run is rounded to three decimals, then the mean of the \
                 eight is taken; modulo and jump hash know no names and have one run."
            }
        }
    }
}

/// One published value beside the one measured now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Who prints it.
    pub document: Document,
    /// In which of its tables, or under which topic.
    pub group: &'static str,
    /// What is measured, with the configuration.
    pub claim: String,
    /// As printed, but for a space before the sign of per cent and a stroke between several values.
    pub published: &'static str,
    /// In the precision of what is printed, with the whole numbers behind it.
    pub measured: String,
    /// How the two compare.
    pub verdict: Verdict,
    /// The configuration before any change, as the query string of a link; `None` where nothing is placed.
    pub link: Option<String>,
}

/// How a published value and the measured one compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The same in the printed precision; see [`judge`] for values that are printed in words.
    Same,
    /// Not the same, and no further from what is expected than chance takes it: two standard deviations.
    WithinNoise {
        /// How wide that is.
        width: String,
    },
    /// Not the same.
    Differs {
        /// Why.
        why: &'static str,
    },
}

/// What was measured, to be held against a published text.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The values in the printed unit, in the printed order: 88.9 % is 88.9.
    pub values: Vec<Ratio>,
    /// A name, where that is what is printed.
    pub name: String,
    /// The whole numbers behind the values, for people; empty where they say nothing more.
    pub detail: String,
    /// For each value what is expected and its standard deviation, both in the printed unit; empty where both sides are
    /// of one configuration and have to be the same.
    pub noise: Vec<(f64, f64)>,
}

impl Reading {
    /// Values in the printed unit.
    #[must_use]
    pub fn of(values: Vec<Ratio>) -> Self {
        Self { values, ..Self::default() }
    }

    /// A part of a whole in per cent.
    #[must_use]
    pub fn percent(part: u32, whole: u32) -> Self {
        Self::of(vec![Ratio::new(u64::from(part) * 100, whole)])
    }

    /// The same with the whole numbers behind it.
    #[must_use]
    pub fn with(self, detail: String) -> Self {
        Self { detail, ..self }
    }
}

/// How a document words its values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wording {
    Exact,
    About,
    AtMost,
    Between,
}

const WORDINGS: [(&str, Wording); 6] = [
    ("about ", Wording::About),
    ("around ", Wording::About),
    ("roughly ", Wording::About),
    ("under ", Wording::AtMost),
    ("within ", Wording::AtMost),
    ("between ", Wording::Between),
];

/// A number as printed: 88.93 is 8,893 with two places.
struct Printed {
    digits: u128,
    places: u32,
    grouped: bool,
}

impl Printed {
    /// All numbers of a text, and what stands after the last.
    fn all(text: &str) -> (Vec<Self>, &str) {
        let mut numbers = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            let from = &rest[start..];
            let end = from.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(from.len());
            let number = from[..end].trim_end_matches(['.', ',']);
            let places = number.split_once('.').map_or(0, |(_, part)| part.len() as u32);
            let digits = number.bytes().filter(u8::is_ascii_digit);
            let digits = digits.fold(0, |all, digit| all * 10 + u128::from(digit - b'0'));
            numbers.push(Self { digits, places, grouped: number.contains(',') });
            rest = &from[number.len()..];
        }
        (numbers, rest)
    }

    /// A value in units of the last printed digit.
    fn scaled(&self, value: Ratio) -> Ratio {
        Ratio { part: value.part * 10u128.pow(self.places), ..value }
    }

    /// Is a value, rounded half up to the printed precision, what is printed (or less, where that is enough)?
    fn is_met(&self, value: Ratio, or_less: bool) -> bool {
        let Ratio { part, whole } = self.scaled(value);
        let rounded = (part * 2 + whole).checked_div(whole * 2).unwrap_or(0);
        rounded == self.digits || (or_less && rounded < self.digits)
    }

    /// Is a value no further away than one unit of the last printed digit?
    fn is_near(&self, value: Ratio) -> bool {
        let Ratio { part, whole } = self.scaled(value);
        part.abs_diff(self.digits * whole) <= whole
    }

    fn value(&self) -> f64 {
        self.digits as f64 / 10f64.powi(self.places as i32)
    }

    /// A measured value in the printed precision and with the printed separators.
    fn write(&self, value: Ratio, more_places: u32) -> String {
        let mut text = value.decimal(1, self.places + more_places);
        if !self.grouped {
            text.retain(|c| c != ',');
        }
        text
    }
}

/// Holds a reading against a published text: the measured text and the verdict. It knows nothing but these two:
///
/// - a plain number is the same where the measured value, rounded half up to the printed places, gives the same digits;
/// - "about", "around" and "roughly" allow one unit of the last printed digit to either side, and one place more is
///   told;
/// - "under" and "within" are the most, "between" is both ends included;
/// - "three quarters" is 75 %;
/// - where chance separates the two, a published value within two standard deviations of what is expected is within
///   noise.
#[must_use]
pub fn judge(published: &str, reading: &Reading, why: &'static str) -> (String, Verdict) {
    if !reading.name.is_empty() {
        let verdict = if reading.name == published { Verdict::Same } else { Verdict::Differs { why } };
        return (with_detail(reading.name.clone(), &reading.detail), verdict);
    }
    let wording = WORDINGS.iter().find(|(word, _)| published.starts_with(word)).map_or(Wording::Exact, |one| one.1);
    let text = published.replace("three quarters", "75 %");
    let (printed, unit) = Printed::all(&text);
    let values = &reading.values;

    let is_same = match (wording, values.as_slice(), printed.as_slice()) {
        (Wording::Between, &[value], [least, most]) => {
            let (low, high) = (least.scaled(value), most.scaled(value));
            low.part >= least.digits * low.whole && high.part <= most.digits * high.whole
        }
        (Wording::Between, ..) => false,
        _ if values.len() != printed.len() => false,
        _ => printed.iter().zip(values).all(|(printed, &value)| match wording {
            Wording::About => printed.is_near(value),
            _ => printed.is_met(value, wording == Wording::AtMost),
        }),
    };
    let is_near = !reading.noise.is_empty()
        && printed.len() == reading.noise.len()
        && printed
            .iter()
            .zip(&reading.noise)
            .all(|(one, (mean, deviation))| (one.value() - mean).abs() <= 2.0 * deviation);
    let verdict = match (is_same, is_near) {
        (true, _) => Verdict::Same,
        (false, true) => {
            let places = printed.iter().map(|one| one.places).max().unwrap_or(0).max(1);
            Verdict::WithinNoise { width: width(&reading.noise, unit, places) }
        }
        (false, false) => Verdict::Differs { why },
    };

    let more_places = u32::from(matches!(wording, Wording::About | Wording::Between) && !is_whole(values));
    let written: Vec<String> =
        values.iter().zip(printed.iter().cycle()).map(|(&value, printed)| printed.write(value, more_places)).collect();
    (with_detail(written.join(" / ") + unit, &reading.detail), verdict)
}

fn with_detail(text: String, detail: &str) -> String {
    if detail.is_empty() { text } else { format!("{text} ({detail})") }
}

/// Whole numbers need no place more.
fn is_whole(values: &[Ratio]) -> bool {
    values.iter().all(|value| value.part.checked_rem(value.whole) == Some(0))
}

/// Two standard deviations in the printed unit, once for each value that is expected.
fn width(noise: &[(f64, f64)], unit: &str, places: u32) -> String {
    let points = if unit == " %" { " points" } else { unit };
    let mut widths: Vec<String> = Vec::new();
    for (mean, deviation) in noise {
        let one = format!("± {}{points} around {}{unit}", decimal(2.0 * deviation, places), decimal(*mean, places));
        if !widths.contains(&one) {
            widths.push(one);
        }
    }
    widths.join(", ")
}

/// A number of zero or more that is no ratio of whole numbers, rounded half up.
pub(super) fn decimal(value: f64, places: u32) -> String {
    ratio(value).decimal(1, places)
}

/// The same as a ratio, to nine places.
pub(super) fn ratio(value: f64) -> Ratio {
    const BILLION: u32 = 1_000_000_000;
    Ratio::new((value * f64::from(BILLION)).round() as u128, BILLION)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(published: &str, values: &[(u32, u32)]) -> Verdict {
        let values = values.iter().map(|&(part, whole)| Ratio::new(part, whole)).collect();
        judge(published, &Reading::of(values), "why").1
    }

    const DIFFERS: Verdict = Verdict::Differs { why: "why" };

    #[test]
    fn plain_numbers_are_the_same_in_the_printed_digits_only() {
        let moved = [(88_930_800, 1_000_000)];
        assert_eq!(verdict("88.93 %", &moved), Verdict::Same);
        assert_eq!(verdict("88.9 %", &moved), Verdict::Same);
        assert_eq!(verdict("89 %", &moved), Verdict::Same);
        for wrong in ["88.94 %", "88.92 %", "88.932 %", "88 %", "8893 %", "none", ""] {
            assert_eq!(verdict(wrong, &moved), DIFFERS, "{wrong}");
        }
        // Half up, as the page rounds.
        assert_eq!(verdict("10.2 %", &[(1_015, 100)]), Verdict::Same);
        assert_eq!(verdict("10.1 %", &[(1_015, 100)]), DIFFERS);
        assert_eq!(verdict("1", &[(1, 0)]), DIFFERS);
    }

    #[test]
    fn each_of_several_values_counts() {
        let four = [(2_213, 1), (2_462, 1), (2_923, 1), (2_402, 1)];
        assert_eq!(verdict("2213 / 2462 / 2923 / 2402", &four), Verdict::Same);
        assert_eq!(verdict("2213 / 2462 / 2923 / 2403", &four), DIFFERS);
        assert_eq!(verdict("2213 / 2462 / 2923", &four), DIFFERS);
        let (text, _) = judge("2213 / 2462", &Reading::of(vec![Ratio::new(2_213u32, 1u32)]), "why");
        assert_eq!(text, "2213");
    }

    #[test]
    fn words_have_their_rules() {
        // 87.51 is within one of 87, and is told with a place more.
        let value = Reading::percent(875_106, 1_000_000).with("of all".into());
        assert_eq!(judge("about 87 %", &value, "why"), ("87.5 % (of all)".into(), Verdict::Same));
        assert_eq!(judge("about 89 %", &value, "why").1, DIFFERS);
        assert_eq!(verdict("about 86 %", &[(8_751, 100)]), DIFFERS);
        assert_eq!(verdict("roughly three quarters", &[(7_504, 100)]), Verdict::Same);
        assert_eq!(verdict("roughly three quarters", &[(7_604, 100)]), DIFFERS);
        assert_eq!(verdict("around 11 comparisons", &[(11, 1)]), Verdict::Same);
        assert_eq!(verdict("under 50 KB", &[(48, 1)]), Verdict::Same);
        assert_eq!(verdict("under 47 KB", &[(48, 1)]), DIFFERS);
        assert_eq!(verdict("within 1.4 %", &[(1_403, 1_000)]), Verdict::Same);
        assert_eq!(verdict("within 1.3 %", &[(1_403, 1_000)]), DIFFERS);
        assert_eq!(verdict("between 8 and 10 %", &[(9_013, 1_000)]), Verdict::Same);
        assert_eq!(verdict("between 8 and 9 %", &[(9_013, 1_000)]), DIFFERS);
        assert_eq!(verdict("between 9.1 and 10 %", &[(9_013, 1_000)]), DIFFERS);
    }

    #[test]
    fn noise_is_two_standard_deviations_of_what_is_printed() {
        let reading =
            |deviation| Reading { noise: vec![(40.0, deviation)], ..Reading::of(vec![Ratio::new(4_155u32, 100u32)]) };
        let width = Verdict::WithinNoise { width: "± 2.4 points around 40.0 %".into() };
        assert_eq!(judge("41.1 %", &reading(1.22), "why").1, width);
        assert_eq!(judge("42.5 %", &reading(1.22), "why").1, DIFFERS);
        assert_eq!(judge("41.1 %", &reading(0.5), "why").1, DIFFERS);
        // What is the same needs no excuse.
        assert_eq!(judge("41.6 %", &reading(1.22), "why").1, Verdict::Same);
    }

    #[test]
    fn names_are_the_same_or_not() {
        let reading = Reading { name: "cache-04".into(), ..Reading::default() };
        assert_eq!(judge("cache-04", &reading, "why"), ("cache-04".into(), Verdict::Same));
        assert_eq!(judge("cache-03", &reading, "why").1, DIFFERS);
    }
}
