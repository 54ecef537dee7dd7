//! Placements side by side, as plain data: what each is called, what can be compared, the figures of all in one table,
//! and the sentence that sums them up. Each column is a [`View`] of the same keys and the same change, from its own
//! placement before it: the model of the lab's comparisons.

mod choices;
mod figures;
mod heading;
mod summary;

use std::sync::Arc;

use placement::{
    beside::{self, Variant},
    migration::Target,
    scenario::{Command, Scenario, ScenarioError},
    snapshot::modulo,
};

pub use choices::{Choice, Group, choices, usual};
pub use figures::{Cell, Figures, Moved, Row, figures};
pub use heading::{heading, in_full};
pub use summary::summary;

use crate::view::{Making, View};

/// What a column places: the scenario, and the one before the change where there is a change to compare.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    /// With the change.
    pub scenario: Scenario,
    /// Without it.
    pub before: Option<Scenario>,
    /// The change in words.
    pub title: String,
}

impl Wanted {
    /// By a variant, of what is on show.
    ///
    /// # Errors
    /// It cannot be placed so, or not be changed so.
    pub fn by(variant: &Variant, shown: &View) -> Result<Self, ScenarioError> {
        let change = shown.change.as_ref().zip(change(shown));
        let Some((change, commands)) = change else {
            return Ok(Self { scenario: variant.on(shown.scenario())?, before: None, title: String::new() });
        };
        let before = variant.on(change.before.scenario())?;
        let mut scenario = before.clone();
        for command in commands {
            scenario.apply(command)?;
        }
        Ok(Self { scenario, before: Some(before), title: change.title.clone() })
    }

    /// Where a migration of what is on show goes: that is before, and this after.
    ///
    /// # Errors
    /// It cannot be placed so.
    pub fn to(target: &Target, shown: &View) -> Result<Self, ScenarioError> {
        let scenario = target.on(shown.scenario())?;
        let sides = [shown.scenario(), &scenario].map(Variant::of);
        let title = format!("{} to {}", heading(&sides[0], &sides), heading(&sides[1], &sides));
        Ok(Self { scenario, before: Some(shown.scenario().clone()), title })
    }

    /// The view of it, to be made; what the page's and the last one know is taken over.
    #[must_use]
    pub fn making(&self, shown: Option<&View>, last: Option<&View>) -> Box<Making> {
        let making = Making::new(&self.scenario, &self.title, self.before.as_ref(), last);
        Box::new(shown.into_iter().fold(making, Making::knowing))
    }
}

/// The change on show as commands, where it is one of the fleet: a turned dial is no change that columns could share.
#[must_use]
pub fn change(shown: &View) -> Option<Vec<Command>> {
    let change = shown.change.as_ref()?;
    change.roster_movement()?;
    beside::roster_change(change.before.scenario(), shown.scenario())
}

/// What is on show as the first column: without a change that the others cannot share.
#[must_use]
pub fn first_column(shown: &Arc<View>) -> Arc<View> {
    if shown.change.is_none() || change(shown).is_some() {
        return Arc::clone(shown);
    }
    Arc::new(shown.without_change())
}

/// The ways in which columns are placed.
fn variants(columns: &[Arc<View>]) -> Vec<Variant> {
    columns.iter().map(|column| Variant::of(column.scenario())).collect()
}

/// Modulo, the price of the simple way, with the settings of the first column; `None` where a column shows it already.
#[must_use]
pub fn reference(columns: &[Arc<View>]) -> Option<Variant> {
    let first = columns.first()?.scenario();
    let has_it = columns.iter().any(|column| column.scenario().algorithm == modulo());
    (!has_it).then(|| Variant { algorithm: modulo(), settings: first.settings.clone() })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use placement::{
        algorithm::Algorithm,
        fleet::NodeId,
        lab::comparison::Comparison,
        parameter::{self, Value},
        weight::Weight,
    };

    pub(crate) fn variant(algorithm: &str, finaliser: bool) -> Variant {
        let mut scenario =
            Scenario { algorithm: Algorithm::from_id(algorithm).expect(algorithm), ..Scenario::default() };
        scenario.apply(Command::Set(&parameter::FINALISER, Value::Switch(finaliser))).expect("a switch");
        Variant::of(&scenario)
    }

    pub(crate) fn add() -> Command {
        Command::AddNode { name: "cache-09".into(), weight: Weight::ONE }
    }

    /// The page after a command, and columns beside it.
    pub(crate) fn columns(command: Option<&Command>, variants: &[Variant]) -> Vec<Arc<View>> {
        let before = Scenario::default();
        let mut scenario = before.clone();
        let title =
            command.map_or_else(String::new, |command| scenario.apply(command.clone()).expect("a command").title);
        let shown = Arc::new(View::new(&scenario, &title, command.is_some().then_some(&before), None));
        let mut columns = vec![first_column(&shown)];
        for variant in variants {
            columns.push(Arc::new(Wanted::by(variant, &shown).expect("placed").making(None, None).finish()));
        }
        columns
    }

    #[test]
    fn every_column_is_what_the_labs_comparison_gives() {
        let variants =
            [variant("ring", true), variant("rendezvous", true), variant("anchor", false), variant("maglev", true)];
        for command in [add(), Command::RemoveNode(NodeId(3)), Command::SetUp { id: NodeId(2), up: false }] {
            let columns = columns(Some(&command), &variants);
            let entries = variants.iter().map(|one| one.entry(&Scenario::default(), std::slice::from_ref(&command)));
            let mut comparison = Comparison::new(entries.collect::<Result<_, _>>().expect("entries"));
            while !comparison.is_complete() {
                comparison.step();
            }
            for (column, outcome) in columns[1..].iter().zip(comparison.outcomes()) {
                let changed = outcome.changes[0].as_ref().expect("changed");
                let movement = column.change.as_ref().and_then(|change| change.movement.as_ref()).expect("moved");
                assert_eq!(movement.pairs, changed.movement.pairs);
                assert_eq!(column.balance.spread, changed.balance.spread);
                let keys = |balance: &placement::measure::Balance| {
                    balance.loads.iter().map(|load| load.keys).collect::<Vec<_>>()
                };
                assert_eq!(keys(&column.balance), keys(&changed.balance));
            }
        }
    }

    #[test]
    fn a_dial_is_no_change_that_columns_share() {
        let dial = Command::Set(&parameter::FINALISER, Value::Switch(true));
        let columns = columns(Some(&dial), &[variant("rendezvous", true)]);
        assert!(columns.iter().all(|column| column.change.is_none()));
    }
}
