//! Where the fault lies: points and keys finalised apart.

use placement::{
    measure::{
        Balance,
        lens::fault::{CASES, Place, place},
    },
    number::{percent, thousands},
};

use super::{LensStudy, plate};
use crate::{
    charts::{
        bars::{Bar, Bars, Fill},
        figure::Figure,
    },
    lab::sheet::{Plate, Table, times},
};

/// A bar from the lightest node to the busiest, in times fair.
pub(super) fn span(name: String, balance: &Balance, is_current: bool) -> Bar {
    let ends = [balance.lightest_times(), balance.busiest_times()];
    let [from, to] = ends.map(|end| end.map_or(0.0, |end| end.value()));
    Bar {
        name,
        from,
        parts: vec![(to, if is_current { Fill::Ink } else { Fill::Quiet })],
        tick: None,
        figure: format!("{} to {}", times(ends[0]), times(ends[1])),
        is_current,
    }
}

impl LensStudy {
    pub(super) fn fault(&self) -> Plate {
        let balances = self.balances(0, CASES.len());
        let words = |finaliser: bool| if finaliser { "finalised" } else { "raw" };
        let found = (balances.len() == CASES.len()).then(|| {
            let mut table = Table::new(
                &["points", "keys"],
                &["busiest, times fair", "lightest, times fair", "spread", "usual spread"],
            );
            let mut bars = Bars { mark: Some((1.0, "fair".into())), ..Bars::default() };
            for (balance, (points, keys)) in balances.iter().zip(CASES) {
                let is_current = points == self.is_finalised() && keys == points;
                let decimal =
                    |end: Option<placement::number::Ratio>| end.map_or_else(|| times(None), |end| end.decimal(1, 3));
                table.push(
                    vec![
                        words(points).into(),
                        words(keys).into(),
                        decimal(balance.busiest_times()),
                        decimal(balance.lightest_times()),
                        percent(balance.spread),
                        percent(balance.usual_spread),
                    ],
                    is_current,
                );
                bars.rows.push(span(format!("points {}, keys {}", words(points), words(keys)), balance, is_current));
            }
            (Some(Figure::Bars(bars)), table)
        });
        let all: Option<[Balance; 4]> =
            balances.iter().map(|&balance| balance.clone()).collect::<Vec<_>>().try_into().ok();
        let lies = all.map_or("", |balances| match place(&balances) {
            Place::Nowhere => " The spread is what chance gives: there is no fault to look for.",
            Place::Points => " The points clump, not the keys: mixing the points alone takes most of it away.",
            Place::Keys => " The keys clump, not the points: mixing the keys alone takes most of it away.",
            Place::Both => " Mixing either alone leaves most of it.",
        });
        plate(
            "Where the fault lies: points and keys finalised apart",
            format!(
                "{} keys counted on the ring, lightest to busiest node in times fair.{lies}",
                thousands(balances.first().map_or(0, |balance| balance.keys))
            ),
            found,
        )
    }
}
