//! The same hash elsewhere: on modulo, and on rendezvous by each rule of its score. A ring asks for spread positions of
//! look-alike labels; modulo for an even last digit only; rendezvous for scores that are independent between nodes, which
//! hangs on the rule, on the order in which key and name are joined, and on the names.

use super::finalised;
use crate::{
    algorithm::{Algorithm, rendezvous},
    keys::Keys,
    lab::{affordable_keys, comparison::Entry, name_sets},
    parameter::{self, Kind, Value},
    scenario::Scenario,
    snapshot::modulo,
};

/// Keys that are placed: the first of those of the scenario.
pub const MOST_KEYS: u32 = 100_000;
/// Name sets that are looked at: the fleet's own and two more, see [`name_sets::fleet`].
pub const NAME_SETS: u32 = 3;

/// One placement.
#[derive(Clone, PartialEq, Debug)]
pub struct Elsewhere {
    /// On modulo, or by this rule of rendezvous' score (its place among the choices).
    pub score: Option<usize>,
    /// With the finaliser?
    pub finaliser: bool,
    /// The number of the name set; 0 for the fleet's own.
    pub names: u32,
}

/// Modulo with the fleet's names (it reads none), and each rule of rendezvous with each name set; raw, then finalised.
#[must_use]
pub fn all() -> Vec<Elsewhere> {
    let Kind::Choice(scores) = &rendezvous::SCORE.kind else { return Vec::new() };
    let mut all = Vec::new();
    for finaliser in [false, true] {
        all.push(Elsewhere { score: None, finaliser, names: 0 });
        for score in 0..scores.len() {
            all.extend((0..NAME_SETS).map(|names| Elsewhere { score: Some(score), finaliser, names }));
        }
    }
    all
}

/// The keys of a scenario that are placed.
#[must_use]
pub fn keys(scenario: &Scenario) -> Keys {
    let keys = affordable_keys(scenario);
    keys.part(0, keys.len().min(MOST_KEYS))
}

/// [`all`] as lines of a comparison.
#[must_use]
pub fn entries(scenario: &Scenario) -> Vec<Entry> {
    let keys = keys(scenario);
    let rendezvous = Algorithm::from_id(rendezvous::DECLARATION.id).unwrap_or_default();
    let entry = |one: Elsewhere| {
        let mut settings = finalised(&scenario.settings, one.finaliser);
        let _ = settings.set(&rendezvous::SCORE, Value::Choice(one.score.unwrap_or(0)));
        let _ = settings.set(&parameter::KEY_HASH, Value::Choice(0));
        let _ = settings.set(&parameter::SPACE, Value::Choice(0));
        let algorithm = if one.score.is_some() { rendezvous } else { modulo() };
        let fleet = name_sets::fleet(&scenario.fleet, one.names);
        Entry { scenario: Scenario { algorithm, settings, fleet, keys: keys.clone() }, changes: Vec::new() }
    };
    all().into_iter().map(entry).collect()
}
