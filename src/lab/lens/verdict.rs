//! The verdict in words and its measures.

use placement::{
    measure::lens::{
        Verdict,
        verdict::{Furthest, GapsTest, Word},
    },
    number::{decimal, percent, thousands},
};

use super::{LensStudy, name_of, plate};
use crate::lab::sheet::{NO_FIGURE, Plate, Table};

/// A chance as it stands in a table.
pub(super) fn p(chance: f64) -> String {
    match chance {
        chance if chance < 1e-6 => "below 0.000001".into(),
        chance if chance < 0.001 => decimal(chance, 6),
        chance => decimal(chance, 3),
    }
}

pub(super) fn in_a_word(verdict: &Verdict) -> &'static str {
    match verdict.word() {
        Word::TooFew => "too few to say",
        Word::Spread => "well spread",
        Word::Doubtful => "doubtful",
        Word::Clumped => "clumped",
    }
}

impl LensStudy {
    pub(super) fn finding(&self) -> String {
        let Some(verdict) = self.own().map(|seen| &seen.verdict) else {
            return format!("How {} spreads the labels {} …", self.hash(), self.labels[0]);
        };
        let (hash, label) = (self.hash(), &self.labels[0]);
        let does = match verdict.word() {
            Word::TooFew => {
                return format!("Fewer than three virtual nodes are too few to say how {hash} spreads them.");
            }
            Word::Spread => format!("{hash} spreads the labels {label} as chance would"),
            Word::Doubtful => format!("{hash} spreads the labels {label} as chance rarely does"),
            Word::Clumped => format!("{hash} clumps the labels {label}"),
        };
        // Where no node has two points none can be followed by its own: the gaps say it then.
        let measure = if verdict.same_node.is_some() {
            let by_chance = verdict.followed_by_chance.value() * f64::from(verdict.points);
            format!(
                "{} of {} virtual nodes are followed by one of their own, chance gives {}",
                thousands(verdict.followed),
                thousands(verdict.points),
                thousands(by_chance.round() as u64)
            )
        } else {
            format!(
                "the squares of the gaps are {} times what chance gives, p {}",
                decimal(verdict.neighbours.times_expected, 2),
                p(verdict.neighbours.p)
            )
        };
        let furthest = verdict.furthest.map_or_else(String::new, |far| {
            format!("; {} gets {} times its share", name_of(self.fleet(), far.id), decimal(far.times, 2))
        });
        format!("{does}: {measure}{furthest}.")
    }

    pub(super) fn verdict(&self) -> Plate {
        let found = self.rings.get(..2).map(|rings| {
            let mut table = Table::new(&["measure"], &[&self.hashes[0], "p", &self.hashes[1], "p", "by chance"]);
            let verdicts = [&rings[0].verdict, &rings[1].verdict];
            let mut row = |name: &str, read: &dyn Fn(&Verdict) -> (String, Option<f64>), by_chance: String| {
                let mut cells = vec![name.to_owned()];
                for verdict in verdicts {
                    let (measure, chance) = read(verdict);
                    cells.extend([measure, chance.map_or_else(|| NO_FIGURE.into(), p)]);
                }
                cells.push(by_chance);
                table.push(cells, false);
            };
            row("in a word", &|verdict| (in_a_word(verdict).into(), None), "well spread".into());
            let far =
                |far: Furthest| (format!("{} {}", name_of(self.fleet(), far.id), decimal(far.times, 2)), Some(far.p));
            let usual = verdicts[0]
                .furthest
                .map_or_else(|| NO_FIGURE.into(), |far| format!("1.00 ± {}", decimal(far.usual, 2)));
            let nothing = || (NO_FIGURE.to_owned(), None);
            row(
                "largest deviation: exact share over fair",
                &|verdict| verdict.furthest.map_or_else(nothing, far),
                usual,
            );
            let test = |test: GapsTest| (decimal(test.times_expected, 2), Some(test.p));
            row("gaps between neighbours: sum of squares", &|verdict| test(verdict.neighbours), "1.00".into());
            row(
                "gaps of the same node: sum of squares",
                &|verdict| verdict.same_node.map_or_else(nothing, test),
                "1.00".into(),
            );
            let followed = |verdict: &Verdict| {
                (format!("{} of {}", thousands(verdict.followed), thousands(verdict.points)), Some(verdict.followed_p))
            };
            row("followed by one of their own", &followed, verdicts[0].followed_by_chance.percent());
            let [raw, mixed] = &self.avalanches;
            if mixed.done() == mixed.bytes() && mixed.bytes() > 0 {
                table.push(
                    vec![
                        "avalanche: off a half, on the average".into(),
                        percent(raw.mean_deviation()),
                        NO_FIGURE.into(),
                        percent(mixed.mean_deviation()),
                        NO_FIGURE.into(),
                        percent(raw.mean_deviation_by_chance()),
                    ],
                    false,
                );
            }
            (None, table)
        });
        plate(
            "The verdict and its measures",
            "Gaps by Greenwood's statistic: the sum of their squares as shares of the circle, which is 2 / (n + 1) for n points by \
             chance; its p by the gamma distribution of the same mean, variance and skewness. The p of the largest deviation is that \
             of both tails of the beta distribution, times the number of nodes."
                .into(),
            found,
        )
    }
}
