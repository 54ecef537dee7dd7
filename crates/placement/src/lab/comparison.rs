//! The one model of all comparisons: a list of placements, each of a scenario and with changes to it, gives balance and
//! movement, each placement from its own previous state.

use std::sync::Arc;

use crate::{
    keys::HashedKeys,
    measure::{Balance, Movement},
    placing::Placing,
    scenario::{Command, Scenario, ScenarioError},
    snapshot::Snapshot,
};

/// One line of a comparison.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What is placed and how.
    pub scenario: Scenario,
    /// What is done to it, each time from the state above.
    pub changes: Vec<Vec<Command>>,
}

/// What came of an entry.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Before any change.
    pub balance: Balance,
    /// Bytes of the tables, see [`table_bytes`](crate::algorithm::Placed::table_bytes).
    pub table_bytes: u64,
    /// Of each change, in their order; one that does not fit says why.
    pub changes: Vec<Result<Changed, ScenarioError>>,
}

/// What came of a change.
#[derive(Clone, Debug)]
pub struct Changed {
    /// After it.
    pub balance: Balance,
    /// From before it. The list of moved keys is left out: there are many changes.
    pub movement: Movement,
}

/// Ways of hashing whose values are kept: algorithms take a key's number in two or three forms.
const MOST_KNOWN: usize = 3;

/// A comparison being carried out.
#[derive(Debug, Default)]
pub struct Comparison {
    entries: Vec<Entry>,
    outcomes: Vec<Outcome>,
    /// The entry that is at work, and which of its placements: 0 is before any change.
    at: (usize, usize),
    before: Option<Snapshot>,
    placing: Option<Placing>,
    /// Keys as they were hashed last.
    known: Vec<Arc<HashedKeys>>,
    done: usize,
}

impl Comparison {
    /// Of entries. Those of the same keys should follow one another: their hash values are made once.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { entries, ..Self::default() }
    }

    /// The lines.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is there so far, in the order of the entries. Changes of the last one may still be missing.
    #[must_use]
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Placements that are done, of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.entries.iter().map(|entry| 1 + entry.changes.len()).sum())
    }

    /// Is there nothing left to do?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.at.0 == self.entries.len()
    }

    /// Goes on for a few milliseconds; true when something came of it.
    pub fn step(&mut self) -> bool {
        match &mut self.placing {
            None => self.begin(),
            Some(placing) => placing.step() && self.finish(),
        }
    }

    /// Begins with the next placement; true where there is nothing to place, as the change does not fit.
    fn begin(&mut self) -> bool {
        let Some(entry) = self.entries.get(self.at.0) else { return false };
        let mut scenario = entry.scenario.clone();
        if let Some(commands) = self.at.1.checked_sub(1).and_then(|change| entry.changes.get(change)) {
            let refused = commands.iter().find_map(|command| scenario.apply(command.clone()).err());
            if let (Some(error), Some(outcome)) = (refused, self.outcomes.last_mut()) {
                outcome.changes.push(Err(error));
                self.advance();
                return true;
            }
        }
        self.placing = Some(Placing::new(scenario, &self.known.iter().collect::<Vec<_>>(), None));
        false
    }

    /// Takes what was placed.
    fn finish(&mut self) -> bool {
        let Some(snapshot) = self.placing.take().map(Placing::finish) else { return false };
        if !self.known.iter().any(|known| Arc::ptr_eq(known, snapshot.keys())) {
            self.known.insert(0, Arc::clone(snapshot.keys()));
            self.known.truncate(MOST_KNOWN);
        }
        let balance = Balance::of(&snapshot);
        match (&self.before, self.outcomes.last_mut()) {
            (Some(before), Some(outcome)) => {
                // Only a change of the keys would leave nothing to compare.
                if let Some(movement) = Movement::in_figures(before, &snapshot) {
                    outcome.changes.push(Ok(Changed { balance, movement }));
                }
            }
            _ => {
                let table_bytes = snapshot.placed().table_bytes();
                self.outcomes.push(Outcome { balance, table_bytes, changes: Vec::new() });
                self.before = Some(snapshot);
            }
        }
        self.advance();
        true
    }

    fn advance(&mut self) {
        self.done += 1;
        self.at.1 += 1;
        if self.entries.get(self.at.0).is_none_or(|entry| self.at.1 > entry.changes.len()) {
            self.at = (self.at.0 + 1, 0);
            self.before = None;
        }
        if self.is_complete() {
            self.known = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{algorithm::ALL, fleet::NodeId, keys::Keys, weight::Weight};

    #[test]
    fn each_line_is_what_placing_it_alone_gives() {
        let keys = Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: 20_000 };
        let changes = vec![
            vec![Command::AddNode { name: "cache-09".into(), weight: Weight::ONE }],
            vec![Command::AddNode { name: "cache-01".into(), weight: Weight::ONE }],
            vec![Command::RemoveNode(NodeId(3)), Command::RemoveNode(NodeId(4))],
        ];
        let entry = |algorithm| Entry {
            scenario: Scenario { algorithm, keys: keys.clone(), ..Scenario::default() },
            changes: changes.clone(),
        };
        let mut comparison = Comparison::new(ALL.into_iter().map(entry).collect());
        let mut came = 0;
        while !comparison.is_complete() {
            came += usize::from(comparison.step());
            assert_eq!(comparison.progress(), (came, 4 * ALL.len()));
        }
        assert!(!comparison.step());
        for (entry, outcome) in comparison.entries().iter().zip(comparison.outcomes()) {
            let before = Snapshot::place(&entry.scenario, None);
            let counts = |balance: &Balance| balance.loads.iter().map(|load| load.keys).collect::<Vec<_>>();
            assert_eq!(counts(&outcome.balance), before.counts());
            assert_eq!(outcome.changes.len(), 3);
            for (commands, changed) in entry.changes.iter().zip(&outcome.changes) {
                let mut scenario = entry.scenario.clone();
                let refused = commands.iter().find_map(|command| scenario.apply(command.clone()).err());
                let changed = match (changed, refused) {
                    (Err(error), Some(refused)) => {
                        assert_eq!(error, &refused);
                        continue;
                    }
                    (Ok(changed), None) => changed,
                    other => panic!("{other:?}"),
                };
                let after = Snapshot::place(&scenario, None);
                let movement = Movement::between(&before, &after).expect("the same keys");
                assert_eq!(counts(&changed.balance), after.counts());
                assert_eq!(changed.movement.moved, movement.moved);
                assert_eq!(changed.movement.pairs, movement.pairs);
                assert!(changed.movement.moved_keys.is_empty());
            }
        }
    }
}
