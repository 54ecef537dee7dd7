//! The same hash on modulo and on rendezvous.

use placement::{
    algorithm::rendezvous::SCORE,
    lab::name_sets,
    measure::{
        Balance,
        lens::{
            elsewhere::{Elsewhere, NAME_SETS, all},
            fault::CASES,
        },
    },
    number::{percent, thousands},
    parameter::Kind,
};

use super::{LensStudy, fault::span, plate};
use crate::{
    charts::{bars::Bars, figure::Figure},
    lab::sheet::{Plate, Table, times},
};

/// The algorithm and its rule.
fn rule(one: &Elsewhere) -> String {
    let Kind::Choice(scores) = &SCORE.kind else { return String::new() };
    one.score.map_or_else(|| "Modulo".into(), |score| format!("Rendezvous, {}", scores[score].name))
}

impl LensStudy {
    pub(super) fn elsewhere(&self) -> Plate {
        let cases = all();
        let balances = self.balances(CASES.len(), cases.len());
        let is_done = balances.len() == cases.len();
        let found = is_done.then(|| {
            let mut table = Table::new(
                &["algorithm and score", "hash", "names"],
                &["busiest, times fair", "lightest, times fair", "spread", "usual spread"],
            );
            let mut bars = Bars { mark: Some((1.0, "fair".into())), ..Bars::default() };
            for (one, balance) in cases.iter().zip(&balances) {
                let is_own = one.finaliser == self.is_finalised();
                let names =
                    if one.names == 0 { "these names".into() } else { format!("{}-…", name_sets::word(one.names)) };
                table.push(
                    vec![
                        rule(one),
                        self.hashes[usize::from(one.finaliser)].clone(),
                        names.clone(),
                        times(balance.busiest_times()),
                        times(balance.lightest_times()),
                        percent(balance.spread),
                        percent(balance.usual_spread),
                    ],
                    false,
                );
                if is_own {
                    let which = if one.score.is_some() { format!(", {names}") } else { String::new() };
                    bars.rows.push(span(format!("{}{which}", rule(one)), balance, one.names == 0));
                }
            }
            (Some(Figure::Bars(bars)), table)
        });
        let words = if is_done { self.elsewhere_in_words(&cases, &balances) } else { String::new() };
        plate("The same hash on modulo and rendezvous", words, found)
    }

    fn elsewhere_in_words(&self, cases: &[Elsewhere], balances: &[&Balance]) -> String {
        let own = || cases.iter().zip(balances).filter(|(one, _)| one.finaliser == self.is_finalised());
        let off = |balance: &Balance| balance.spread / balance.usual_spread.max(1e-9);
        let written = |(one, balance): (&Elsewhere, &&Balance)| {
            let names = if one.names == 0 { "" } else { " with other names" };
            format!("{} by {}{names}", times(balance.busiest_times()), rule(one).trim_start_matches("Rendezvous, "))
        };
        let Some((_, modulo)) = own().next() else { return String::new() };
        let scores = || own().filter(|(one, _)| one.score.is_some());
        let most = scores().reduce(|a, b| if off(b.1) > off(a.1) { b } else { a });
        let least = scores().reduce(|a, b| if off(b.1) < off(a.1) { b } else { a });
        let (Some(most), Some(least)) = (most, least) else { return String::new() };
        let shows = if off(most.1) > 2.0 {
            "On rendezvous it hangs on the score rule, the order of key and name, and the names"
        } else {
            "On rendezvous it does not show either"
        };
        let modulo_shows = if off(modulo) > 2.0 { "shows there too" } else { "does not show there" };
        format!(
            "{}, {} keys. On modulo the busiest node has {} times its fair share: a weakness on the ring {modulo_shows}. {shows}: the \
             busiest has {} and {}. Names are these, and {} other sets.",
            self.hash(),
            thousands(modulo.keys),
            times(modulo.busiest_times()),
            written(least),
            written(most),
            NAME_SETS - 1
        )
    }
}
