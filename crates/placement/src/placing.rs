//! A scenario being carried out in steps, for a page that has other things to do meanwhile, here or elsewhere.

use std::sync::Arc;

use crate::{
    algorithm::{NO_SEAT, Placed, Seat},
    keys::{HashedKeys, Numbers},
    owners::{Onward, Owners},
    scenario::Scenario,
    snapshot::Snapshot,
};

/// Most keys that are hashed or placed in one step: a few milliseconds of work.
const PORTION: u32 = 16_384;
/// Scores in one step: where each node has one for each key, a step has fewer keys.
const SCORES: u32 = 1 << 20;

/// A scenario being carried out. Only tables are built at once, and keys that hang on one another settled.
#[derive(Debug)]
pub struct Placing {
    scenario: Scenario,
    placed: Box<dyn Placed>,
    keys: Hashing,
    /// Keys in a step.
    portion: u32,
    owners: Vec<Seat>,
}

/// The keys with their numbers.
#[derive(Debug)]
enum Hashing {
    /// All of them.
    Done(Arc<HashedKeys>),
    /// As many as are made so far.
    UnderWay(HashedKeys),
}

impl Placing {
    /// Builds the tables of a placement. Numbers of keys are taken over from those that are known, where they fit, and from
    /// an earlier placement what stays of its tables.
    #[must_use]
    pub fn new(scenario: Scenario, known: &[&Arc<HashedKeys>], earlier: Option<&Snapshot>) -> Self {
        let (fleet, settings) = (&scenario.fleet, &scenario.settings);
        let earlier = earlier.filter(|earlier| earlier.scenario().algorithm == scenario.algorithm);
        let rebuilt = earlier.and_then(|earlier| earlier.placed().rebuilt(fleet, settings));
        let placed = rebuilt.unwrap_or_else(|| (scenario.algorithm.build)(fleet, settings));
        let hashing = placed.key_hashing();
        let fits = known.iter().find(|known| known.fits(&scenario.keys, hashing)).map(|known| Arc::clone(known));
        let finalised = || known.iter().find_map(|known| known.finalised(&scenario.keys, hashing)).map(Arc::new);
        let keys = match fits.or_else(finalised) {
            Some(known) => Hashing::Done(known),
            None => Hashing::UnderWay(HashedKeys::none_yet(&scenario.keys, hashing)),
        };
        let portion = (SCORES / placed.seats().len().max(1) as u32).clamp(1, PORTION);
        Self { scenario, placed, keys, portion, owners: Vec::new() }
    }

    /// Places only the keys that a change concerns, which is done in no time.
    ///
    /// # Errors
    /// Everything has to be placed anew.
    pub fn onward(self, earlier: &Snapshot) -> Result<Snapshot, Box<Self>> {
        let goes_on = matches!(&self.keys, Hashing::Done(keys) if Arc::ptr_eq(keys, earlier.keys()))
            && earlier.scenario().algorithm == self.scenario.algorithm;
        let place = || self.placed.place_from(earlier.keys(), earlier.placed(), earlier.owners());
        let Some(Onward { owners, moves }) = goes_on.then(place).flatten() else { return Err(Box::new(self)) };
        let step = moves.map(|moves| (earlier, moves));
        Ok(Snapshot::assemble(self.scenario, self.placed, Arc::clone(earlier.keys()), owners, step))
    }

    /// What is being placed.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Keys that are hashed and placed, of all.
    #[must_use]
    pub fn progress(&self) -> (u32, u32) {
        (self.owners.len() as u32, self.scenario.keys.len())
    }

    /// Goes on with a portion; true when all keys are placed.
    pub fn step(&mut self) -> bool {
        let (done, all) = self.progress();
        if done < all {
            let portion = self.portion.min(all - done);
            let part = match &mut self.keys {
                Hashing::Done(keys) => keys.part(done, portion),
                Hashing::UnderWay(keys) => {
                    keys.hash(&self.scenario.keys.part(done, portion));
                    keys.part(done, portion)
                }
            };
            self.owners.extend(self.placed.place_part(&Arc::new(part)));
        }
        self.owners.len() == all as usize
    }

    /// Lets go of what the steps have given so far: they are to be done elsewhere.
    pub fn start_over(&mut self) {
        self.owners = Vec::new();
        if let Hashing::UnderWay(keys) = &mut self.keys {
            *keys = HashedKeys::none_yet(&self.scenario.keys, keys.hashing());
        }
    }

    /// Takes what the same steps gave elsewhere: the numbers of all keys and their owners. False where it does not fit;
    /// then nothing is taken.
    pub fn take(&mut self, numbers: Numbers, owners: Vec<Seat>) -> bool {
        let all = self.scenario.keys.len() as usize;
        let is_owner = |&owner: &Seat| owner == NO_SEAT || usize::from(owner) < self.placed.seats().len();
        if owners.len() != all || !owners.iter().all(is_owner) {
            return false;
        }
        if let Hashing::UnderWay(keys) = &mut self.keys
            && !keys.take(numbers)
        {
            return false;
        }
        self.owners = owners;
        true
    }

    /// The numbers of the keys and their owners, for [`Placing::take`]. `None` where the numbers came from elsewhere.
    #[must_use]
    pub fn into_parts(self) -> Option<(Numbers, Vec<Seat>)> {
        match self.keys {
            Hashing::Done(_) => None,
            Hashing::UnderWay(keys) => Some((keys.into_numbers(), self.owners)),
        }
    }

    /// The rest at once, and what came of it.
    #[must_use]
    pub fn finish(mut self) -> Snapshot {
        let is_begun = !self.owners.is_empty();
        while is_begun && !self.step() {}
        let keys = match self.keys {
            Hashing::Done(keys) => keys,
            Hashing::UnderWay(_) if !is_begun => {
                Arc::new(HashedKeys::new(&self.scenario.keys, self.placed.key_hashing()))
            }
            Hashing::UnderWay(keys) => Arc::new(keys),
        };
        // All at once is less work than in steps.
        let owners = if is_begun { self.placed.settle(&keys, self.owners) } else { self.placed.place(&keys) };
        let owners = Owners::by_seat(owners, self.placed.seats());
        Snapshot::assemble(self.scenario, self.placed, keys, owners, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        algorithm,
        keys::{KeyList, Keys},
        parameter::{self, Value},
    };

    #[test]
    fn in_steps_as_at_once() {
        // More than one portion, and the keys of a list.
        let pattern = Keys::Pattern { pattern: "user:{i}".into(), first: 7, count: 2 * PORTION + 5 };
        let lines: Vec<String> = (0..PORTION + 3).map(|at| format!("key {at}\t{at}")).collect();
        let list = Keys::List(KeyList::parse(&lines.join("\n")).expect("keys"));
        for algorithm in algorithm::ALL {
            for keys in [&pattern, &list] {
                let mut scenario = Scenario { algorithm, keys: keys.clone(), ..Scenario::default() };
                scenario.settings.set(&parameter::FINALISER, Value::Switch(true)).expect("a switch");
                let at_once = Snapshot::place(&scenario, None);
                let mut raw = scenario.clone();
                raw.settings.set(&parameter::FINALISER, Value::Switch(false)).expect("a switch");
                let raw = Snapshot::place(&raw, None);
                for known in [&[][..], &[at_once.keys()], &[raw.keys()]] {
                    let mut placing = Placing::new(scenario.clone(), known, None);
                    let mut before = placing.progress().0;
                    while !placing.step() {
                        assert!(placing.progress().0 >= before, "{algorithm:?}");
                        before = placing.progress().0;
                    }
                    let in_steps = placing.finish();
                    assert_eq!(in_steps.owner_seats(), at_once.owner_seats(), "{algorithm:?}");
                    assert!(in_steps.keys().values().eq(at_once.keys().values()), "{algorithm:?}");
                    assert_eq!(in_steps.counts(), at_once.counts(), "{algorithm:?}");
                    assert_eq!(in_steps.requests(), at_once.requests(), "{algorithm:?}");
                }
            }
        }
    }

    #[test]
    fn no_keys_are_placed_at_once() {
        let keys = Keys::Pattern { pattern: "{i}".into(), first: 0, count: 0 };
        let scenario = Scenario { keys, ..Scenario::default() };
        assert_eq!(Placing::new(scenario, &[], None).finish().counts(), [0; 8]);
    }
}
