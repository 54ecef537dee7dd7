//! Where the fault lies: the finaliser on the keys alone, on the points alone, on both and on neither. If points clump,
//! only what mixes the points helps.

use super::finalised;
use crate::{
    algorithm::{Algorithm, Hashing},
    lab::comparison::Entry,
    measure::Balance,
    parameter::{self, Value},
    scenario::Scenario,
};

/// What the finaliser is applied to: points, keys.
pub const CASES: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

/// The scenario's fleet and keys on a ring by each of [`CASES`]. Keys and points have the points' function, in 32 bits.
#[must_use]
pub fn entries(scenario: &Scenario) -> Vec<Entry> {
    CASES
        .into_iter()
        .map(|(points, keys)| Entry { scenario: of(scenario, points, keys), changes: Vec::new() })
        .collect()
}

fn of(scenario: &Scenario, points: bool, keys: bool) -> Scenario {
    let mut hash = Hashing::from_settings(&scenario.settings).points;
    let mut settings = finalised(&scenario.settings, points);
    hash.finaliser = keys;
    // Both are among the choices of these parameters, whatever they stood at.
    if let Ok(value) = parameter::KEY_HASH.read(&hash.id()) {
        let _ = settings.set(&parameter::KEY_HASH, value);
    }
    let _ = settings.set(&parameter::SPACE, Value::Choice(0));
    Scenario { algorithm: Algorithm::default(), settings, ..scenario.clone() }
}

/// Where a fault lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Nowhere: the spread is what chance gives.
    Nowhere,
    /// In the points: mixing them alone takes away most of the excess.
    Points,
    /// In the keys.
    Keys,
    /// Mixing either alone does not do.
    Both,
}

/// Where the fault lies, by the balances of [`CASES`]. Within 1.5 times the usual spread there is none; that is above the
/// 99 % quantile of the spread for eight nodes or more.
#[must_use]
pub fn place(balances: &[Balance; 4]) -> Place {
    let excess = |balance: &Balance| (balance.spread - balance.usual_spread).max(0.0);
    let [neither, keys, points, _] = balances.each_ref().map(excess);
    if balances[0].spread <= 1.5 * balances[0].usual_spread {
        Place::Nowhere
    } else if points < neither / 2.0 {
        Place::Points
    } else if keys < neither / 2.0 {
        Place::Keys
    } else {
        Place::Both
    }
}
