//! The counter behind the name or in front of it.

use placement::{
    algorithm::Placed as _,
    measure::Evenness,
    number::{percent, thousands},
};

use super::{LensStudy, RINGS, plate, verdict};
use crate::lab::sheet::{Plate, Table};

impl LensStudy {
    pub(super) fn order(&self) -> Plate {
        let found = (self.rings.len() == RINGS.len()).then(|| {
            let titles = self.labels.clone().map(|label| format!("{label}, {}", self.hashes[0]));
            let (figure, _) = self.before_above_after([&self.rings[0], &self.rings[2]], titles);
            let mut table = Table::new(
                &["label", "hash", "verdict"],
                &["busiest, exact", "lightest, exact", "spread", "followed by their own", "gaps test, p"],
            );
            for (seen, (is_turned, finaliser)) in self.rings.iter().zip(RINGS) {
                let shares = seen.ring.exact_shares().unwrap_or_default();
                let parts: Vec<u128> = shares.iter().map(|share| share.part).collect();
                let weight = |id| self.fleet().get(id).map_or(1, |node| u64::from(node.weight.hundredths()));
                let weights: Vec<u64> = seen.ring.seats().iter().map(|&id| weight(id)).collect();
                let evenness = Evenness::of(&parts, seen.ring.circumference(), &weights);
                table.push(
                    vec![
                        self.labels[usize::from(is_turned)].clone(),
                        self.hashes[usize::from(finaliser)].clone(),
                        verdict::in_a_word(&seen.verdict).into(),
                        evenness.busiest.times(),
                        evenness.lightest.times(),
                        percent(evenness.spread),
                        format!("{} of {}", thousands(seen.verdict.followed), thousands(seen.verdict.points)),
                        verdict::p(seen.verdict.neighbours.p),
                    ],
                    (is_turned, finaliser) == (false, self.is_finalised()),
                );
            }
            (figure, table)
        });
        plate(
            "Label order: the same hash, the counter elsewhere",
            format!(
                "{} works through a label from front to back. What differs early is mixed by every byte that follows.",
                self.hashes[0]
            ),
            found,
        )
    }
}
