//! The gaps between points, and those that are too common.

use placement::{
    measure::lens::{gaps::Bin, peaks::Reason},
    number::{Ratio, decimal, thousands},
};

use super::{LensStudy, plate};
use crate::{
    charts::{figure::Figure, histogram::Histogram},
    lab::sheet::{Plate, Table},
};

/// Peaks that the histogram names.
const NAMED: usize = 3;

/// What the gaps are between.
const BETWEEN: [&str; 2] = ["Gaps between neighbours", "Gaps between virtual nodes of the same node"];

impl LensStudy {
    pub(super) fn histogram(&self, which: usize) -> Plate {
        let found = self.own().map(|seen| {
            let (gaps, peaks) = (&seen.gaps[which], &seen.peaks[which]);
            let bins = gaps.histogram();
            let mut table = Table::new(&[], &["from, positions", "below", "gaps", "well spread"]);
            let bin = |bin: &Bin| (bin.from, bin.to, bin.count, bin.expected);
            for bin in &bins {
                let edge = |length: f64| thousands(length.ceil() as u64);
                table.push(vec![edge(bin.from), edge(bin.to), thousands(bin.count), decimal(bin.expected, 1)], false);
            }
            let words = |peak: &placement::measure::lens::Peak| {
                let reason = match &peak.reason {
                    Some(Reason::Powers(powers)) => format!(" = {powers}"),
                    _ => String::new(),
                };
                (peak.length.max(1) as f64, format!("{}{reason} ({})", thousands(peak.length), thousands(peak.count)))
            };
            let histogram = Histogram {
                bins: bins.iter().map(bin).collect(),
                peaks: peaks.iter().take(NAMED).map(words).collect(),
                x_words: "length of the gap in positions".into(),
                y_words: "gaps".into(),
                curve: "well-spread points".into(),
            };
            // A point that is alone on its circle has no gap to speak of.
            let has_gaps = gaps.circles.iter().any(|&points| points > 1);
            (has_gaps.then_some(Figure::Histogram(histogram)), table)
        });
        let each = ["the next point on the ring", "the next point of the same node"][which];
        plate(
            BETWEEN[which],
            format!(
                "From each virtual node to {each}, with {}: four bars between a length and its double. The curve is what \
                 v points by chance would give: v · (1 - x)ᵛ⁻¹ gaps above a share x of the circle.",
                self.hash()
            ),
            found,
        )
    }

    pub(super) fn peaks(&self) -> Plate {
        let found = self.own().map(|seen| {
            let mut table = Table::new(&["gap", "between"], &["times", "of all gaps"]);
            table.columns.insert(
                2,
                crate::lab::sheet::Column { head: "arithmetic, modulo the circle".into(), is_number: false },
            );
            for (which, peaks) in seen.peaks.iter().enumerate() {
                for peak in peaks {
                    let reason =
                        peak.reason.as_ref().map_or_else(|| crate::lab::sheet::NO_FIGURE.into(), ToString::to_string);
                    table.push(
                        vec![
                            thousands(peak.length),
                            ["neighbours", "the same node"][which].into(),
                            reason,
                            thousands(peak.count),
                            Ratio::new(peak.count, seen.gaps[which].lengths.len() as u128).percent(),
                        ],
                        false,
                    );
                }
            }
            (None, table)
        });
        let is_empty = found.as_ref().is_some_and(|(_, table)| table.rows.is_empty());
        let caption = if is_empty {
            format!("None: {} gives no length more often than chance allows.", self.hash())
        } else if self.own().is_some_and(|seen| seen.peaks.iter().flatten().any(|peak| peak.reason.is_some())) {
            "FNV-1a takes in each byte by an xor and multiplies by its prime P, 16,777,619 for 32 bits. Labels that differ in \
             their last byte lie a few P apart; a difference one byte earlier comes out with P², and so on. Labels of \
             different length differ by where they start; then it is said which run of them leads to which."
                .into()
        } else {
            "Lengths that occur more often than one time in a thousand by chance.".into()
        };
        plate("Gaps that are too common for chance", caption, found)
    }
}
