//! A scenario carried out: every key with its owner. Immutable, so that two can be compared at any time.
//!
//! A snapshot takes over from another one what has not changed: the hash values of the keys, and where the algorithm
//! knows how, the owners of all keys but those that a change concerns. Whoever asks for a snapshot does not see how it
//! came about: it is always the one that a placement from scratch gives.

use std::sync::Arc;

use crate::{
    algorithm::{self, Algorithm, Geometry, NO_SEAT, Placed, Seat},
    fleet::NodeId,
    keys::{HashedKeys, KeyHashing},
    scenario::Scenario,
};

/// Every key of a scenario with its owner.
#[derive(Debug)]
pub struct Snapshot {
    scenario: Scenario,
    placed: Box<dyn Placed>,
    keys: Arc<HashedKeys>,
    owners: Vec<Seat>,
    counts: Vec<u32>,
    requests: Option<Vec<u64>>,
}

impl Snapshot {
    /// Places every key, taking over from another snapshot what fits.
    #[must_use]
    pub fn place(scenario: &Scenario, like: Option<&Snapshot>) -> Self {
        let (fleet, settings) = (&scenario.fleet, &scenario.settings);
        let earlier = like.filter(|other| other.scenario.algorithm == scenario.algorithm);
        let rebuilt = earlier.and_then(|other| other.placed.rebuilt(fleet, settings));
        let placed = rebuilt.unwrap_or_else(|| (scenario.algorithm.build)(fleet, settings));
        let hashing = placed.key_hashing();
        let known = like.map(|other| &other.keys);
        let keys = match known.filter(|keys| keys.fits(&scenario.keys, hashing)) {
            Some(keys) => Arc::clone(keys),
            None => {
                let finalised = known.and_then(|keys| keys.finalised(&scenario.keys, hashing));
                Arc::new(finalised.unwrap_or_else(|| HashedKeys::new(&scenario.keys, hashing)))
            }
        };
        let earlier = earlier.filter(|other| Arc::ptr_eq(&other.keys, &keys));
        let from_earlier = earlier.and_then(|other| placed.place_from(&keys, other.placed(), &other.owners));
        let owners = from_earlier.unwrap_or_else(|| placed.place(&keys));
        Self::assemble(scenario.clone(), placed, keys, owners)
    }

    /// What was placed, counted.
    fn assemble(scenario: Scenario, placed: Box<dyn Placed>, keys: Arc<HashedKeys>, owners: Vec<Seat>) -> Self {
        let by_seat = keys_by_seat(&owners, placed.seats().len());
        let requests_by_seat = scenario.keys.counts().map(|requests| {
            let mut by_seat = vec![0u64; placed.seats().len()];
            for (&owner, &requests) in owners.iter().zip(requests).filter(|&(&owner, _)| owner != NO_SEAT) {
                by_seat[owner as usize] += u64::from(requests);
            }
            by_seat
        });
        // Seats are the rows that count, in the order of the rows.
        let mut seat = 0;
        let seat_of_row: Vec<Option<usize>> = scenario
            .fleet
            .nodes()
            .iter()
            .map(|node| {
                let sits = (placed.seats().get(seat) == Some(&node.id)).then_some(seat);
                seat += usize::from(sits.is_some());
                sits
            })
            .collect();
        let counts = seat_of_row.iter().map(|seat| seat.map_or(0, |seat| by_seat[seat])).collect();
        let requests = requests_by_seat
            .map(|by_seat| seat_of_row.iter().map(|seat| seat.map_or(0, |seat| by_seat[seat])).collect());
        Self { scenario, placed, keys, owners, counts, requests }
    }

    /// The same keys and fleet by another algorithm.
    #[must_use]
    pub fn by(&self, algorithm: Algorithm) -> Self {
        Self::place(&Scenario { algorithm, ..self.scenario.clone() }, Some(self))
    }

    /// What was placed.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The keys with their numbers.
    #[must_use]
    pub fn keys(&self) -> &Arc<HashedKeys> {
        &self.keys
    }

    /// The placement, for the four questions.
    #[must_use]
    pub fn placed(&self) -> &dyn Placed {
        &*self.placed
    }

    /// The shape that there is to draw.
    #[must_use]
    pub fn geometry(&self) -> Geometry<'_> {
        self.placed.geometry()
    }

    /// The owner of each key as a seat, in the order of the keys; see [`Placed::seats`].
    #[must_use]
    pub fn owner_seats(&self) -> &[Seat] {
        &self.owners
    }

    /// The owner of key number `at`; `None` where there is no node.
    #[must_use]
    pub fn owner(&self, at: u32) -> Option<NodeId> {
        self.placed.seats().get(*self.owners.get(at as usize)? as usize).copied()
    }

    /// Keys on each node, in the order of the rows.
    #[must_use]
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Requests for each node's keys, in the order of the rows; `None` where the keys have no counts.
    #[must_use]
    pub fn requests(&self) -> Option<&[u64]> {
        self.requests.as_deref()
    }
}

/// How many keys are on each seat. Four counters for each, taken in turn: keys on end are often on one seat, and the next
/// would have to wait for the one before.
fn keys_by_seat(owners: &[Seat], seats: usize) -> Vec<u32> {
    let mut counters = vec![[0u32; 4]; seats];
    for four in owners.chunks(4) {
        for (turn, &owner) in four.iter().enumerate() {
            // None for a key that nobody has.
            if let Some(counters) = counters.get_mut(owner as usize) {
                counters[turn] += 1;
            }
        }
    }
    counters.iter().map(|turns| turns.iter().sum()).collect()
}

/// Most keys that are hashed or placed in one step of a [`Placing`]: a few milliseconds of work.
const PORTION: u32 = 16_384;
/// Scores in one step: where each node has one for each key, a step has fewer keys.
const SCORES: u32 = 1 << 22;

/// A scenario being carried out in steps, for a page that has other things to do meanwhile. Only tables are built at
/// once, and keys placed that hang on one another.
#[derive(Debug)]
pub struct Placing {
    scenario: Scenario,
    placed: Box<dyn Placed>,
    hashing: KeyHashing,
    /// The keys with all their numbers, where those are known.
    known: Option<Arc<HashedKeys>>,
    /// Keys in a step.
    portion: u32,
    /// The numbers of the keys so far, where they were not known.
    values: Vec<u64>,
    owners: Vec<Seat>,
}

impl Placing {
    /// Builds the tables of a placement. Hash values of keys are taken over from those that are known, where they fit.
    #[must_use]
    pub fn new(scenario: Scenario, known: &[Arc<HashedKeys>]) -> Self {
        let placed = (scenario.algorithm.build)(&scenario.fleet, &scenario.settings);
        let hashing = placed.key_hashing();
        let fits = known.iter().find(|known| known.fits(&scenario.keys, hashing)).cloned();
        let finalised = || known.iter().find_map(|known| known.finalised(&scenario.keys, hashing)).map(Arc::new);
        let known = fits.or_else(finalised);
        let portion = (SCORES / placed.seats().len().max(1) as u32).min(PORTION);
        Self { scenario, placed, hashing, known, portion, values: Vec::new(), owners: Vec::new() }
    }

    /// Keys that are done, of all. Hashing and placing are done together, but where the keys hang on one another.
    #[must_use]
    pub fn progress(&self) -> (u32, u32) {
        let all = self.scenario.keys.len();
        let hashed = match &self.known {
            None => self.values.len() as u32,
            // Nothing is left to hash, and nothing can be placed but all at once.
            Some(_) if self.placed.needs_all_keys() => all,
            Some(_) => 0,
        };
        (hashed.max(self.owners.len() as u32), all)
    }

    /// Goes on with a portion; true when all keys are placed.
    pub fn step(&mut self) -> bool {
        let (done, all) = self.progress();
        if done < all {
            let part = self.scenario.keys.part(done, self.portion);
            let hashed = match &self.known {
                Some(known) => {
                    let range = done as usize..(done + part.len()) as usize;
                    HashedKeys::with_values(&part, self.hashing, known.values()[range].to_vec())
                }
                None => {
                    let hashed = HashedKeys::new(&part, self.hashing);
                    self.values.extend_from_slice(hashed.values());
                    hashed
                }
            };
            if !self.placed.needs_all_keys() {
                self.owners.extend(self.placed.place(&Arc::new(hashed)));
            }
        } else if self.owners.len() < all as usize {
            let keys = self.all_keys();
            self.owners = self.placed.place(&keys);
        }
        self.owners.len() == all as usize
    }

    /// All keys with their numbers, once those are there.
    fn all_keys(&mut self) -> Arc<HashedKeys> {
        let make = || {
            let values = std::mem::take(&mut self.values);
            Arc::new(HashedKeys::with_values(&self.scenario.keys, self.hashing, values))
        };
        Arc::clone(self.known.get_or_insert_with(make))
    }

    /// The rest at once, and what came of it.
    #[must_use]
    pub fn finish(mut self) -> Snapshot {
        while !self.step() {}
        let keys = self.all_keys();
        Snapshot::assemble(self.scenario, self.placed, keys, self.owners)
    }
}

/// Modulo, the price of the simple way.
#[must_use]
pub fn modulo() -> Algorithm {
    Algorithm::from_id(algorithm::modulo::DECLARATION.id).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
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
                for known in [&[][..], &[Arc::clone(at_once.keys())], &[Arc::clone(raw.keys())]] {
                    let mut placing = Placing::new(scenario.clone(), known);
                    let mut before = placing.progress().0;
                    while !placing.step() {
                        assert!(placing.progress().0 >= before, "{algorithm:?}");
                        before = placing.progress().0;
                    }
                    let in_steps = placing.finish();
                    assert_eq!(in_steps.owner_seats(), at_once.owner_seats(), "{algorithm:?}");
                    assert_eq!(in_steps.keys().values(), at_once.keys().values(), "{algorithm:?}");
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
        assert_eq!(Placing::new(scenario, &[]).finish().counts(), [0; 8]);
    }
}
