//! A scenario carried out: every key with its owner. Immutable, so that two can be compared at any time.
//!
//! A snapshot takes over from another one what has not changed: the hash values of the keys, and where the algorithm
//! knows how, the owners of all keys but those that a change concerns. Whoever asks for a snapshot does not see how it
//! came about: it is always the one that a placement from scratch gives.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use crate::{
    algorithm::{self, Algorithm, Geometry, Placed, Seat, seats_that_stay},
    fleet::NodeId,
    keys::HashedKeys,
    owners::{Move, Onward, Owners},
    scenario::Scenario,
};

/// Every key of a scenario with its owner.
#[derive(Debug)]
pub struct Snapshot {
    serial: u64,
    scenario: Scenario,
    placed: Box<dyn Placed>,
    keys: Arc<HashedKeys>,
    owners: Owners,
    /// Keys of each number of the owners, and at the end those that nobody has.
    tally: Tally,
    /// By row.
    counts: Vec<u32>,
    requests: Option<Vec<u64>>,
    /// The snapshot that this one was made from, by its serial number, and the keys that have another owner since.
    step: Option<(u64, Vec<Move>)>,
}

/// Tells one snapshot from all others.
static SERIAL: AtomicU64 = AtomicU64::new(0);

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
        let onward = earlier.and_then(|other| Some((other, placed.place_from(&keys, other.placed(), &other.owners)?)));
        let Some((earlier, Onward { owners, moves })) = onward else {
            let owners = Owners::by_seat(placed.place(&keys), placed.seats());
            return Self::assemble(scenario.clone(), placed, keys, owners, None);
        };
        let step = moves.map(|moves| (earlier, moves));
        Self::assemble(scenario.clone(), placed, keys, owners, step)
    }

    /// What was placed, counted: anew, or from what moved since.
    fn assemble(
        scenario: Scenario,
        placed: Box<dyn Placed>,
        keys: Arc<HashedKeys>,
        owners: Owners,
        step: Option<(&Self, Vec<Move>)>,
    ) -> Self {
        let requests_of = scenario.keys.counts();
        let tally = match &step {
            Some((earlier, moves)) => earlier.tally.after(moves, owners.holders().len(), requests_of),
            None => Tally::of(&owners, requests_of),
        };
        let nodes = scenario.fleet.nodes();
        let ids: Vec<NodeId> = nodes.iter().map(|node| node.id).collect();
        let number_of_row = seats_that_stay(&ids, owners.holders());
        let rows = || number_of_row[..nodes.len()].iter().map(|&number| number as usize);
        let counts =
            rows().map(|number| tally.keys[..owners.holders().len()].get(number).copied().unwrap_or(0)).collect();
        let requests = (tally.requests.as_ref())
            .map(|all| rows().map(|number| all[..owners.holders().len()].get(number).copied().unwrap_or(0)).collect());
        let step = step.map(|(earlier, moves)| (earlier.serial, moves));
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        Self { serial, scenario, placed, keys, owners, tally, counts, requests, step }
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

    /// The owner of each key.
    #[must_use]
    pub fn owners(&self) -> &Owners {
        &self.owners
    }

    /// The owner of key number `at`; `None` where there is no node.
    #[must_use]
    pub fn owner(&self, at: u32) -> Option<NodeId> {
        self.owners.owner(at)
    }

    /// The owner of each key as a seat, in the order of the keys; see [`Placed::seats`].
    #[must_use]
    pub fn owner_seats(&self) -> Vec<Seat> {
        self.owners.seats(self.placed.seats())
    }

    /// The keys that have another owner than in an earlier snapshot, rising, where this one was made from it.
    #[must_use]
    pub fn moves_since(&self, earlier: &Self) -> Option<&[Move]> {
        self.step.as_ref().filter(|step| step.0 == earlier.serial).map(|step| step.1.as_slice())
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

/// How much each number of the owners has, and at the end what nobody has.
#[derive(Debug)]
struct Tally {
    keys: Vec<u32>,
    requests: Option<Vec<u64>>,
}

impl Tally {
    /// Counts all keys.
    fn of(owners: &Owners, requests_of: Option<&[u32]>) -> Self {
        let places = owners.holders().len() + 1;
        // Four counters for each, taken in turn: keys on end are often one node's, and the next would have to wait for the
        // one before.
        let mut counters = vec![[0u32; 4]; places];
        for four in owners.numbers().chunks(4) {
            for (turn, &owner) in four.iter().enumerate() {
                counters[owners.place_of(owner)][turn] += 1;
            }
        }
        let requests = requests_of.map(|requests| {
            let mut all = vec![0; places];
            for (&owner, &requests) in owners.numbers().iter().zip(requests) {
                all[owners.place_of(owner)] += u64::from(requests);
            }
            all
        });
        Self { keys: counters.iter().map(|turns| turns.iter().sum()).collect(), requests }
    }

    /// After some keys have moved, with so many numbers.
    fn after(&self, moves: &[Move], holders: usize, requests_of: Option<&[u32]>) -> Self {
        let mut keys = with_places(&self.keys, holders);
        let place = |number: Seat| (number as usize).min(holders);
        for each in moves {
            keys[place(each.from)] -= 1;
            keys[place(each.to)] += 1;
        }
        let requests = self.requests.as_ref().zip(requests_of).map(|(all, requests)| {
            let mut all = with_places(all, holders);
            for each in moves {
                let requests = requests.get(each.key as usize).map_or(0, |&requests| u64::from(requests));
                all[place(each.from)] -= requests;
                all[place(each.to)] += requests;
            }
            all
        });
        Self { keys, requests }
    }
}

/// A tally with room for new numbers before its end.
fn with_places<T: Copy + Default>(all: &[T], holders: usize) -> Vec<T> {
    let mut wider = all.to_vec();
    let nobody = wider.pop().unwrap_or_default();
    wider.resize(holders, T::default());
    wider.push(nobody);
    wider
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
    /// The keys with all their numbers, once those are there.
    known: Option<Arc<HashedKeys>>,
    /// The keys with the numbers that are made so far.
    hashed: Option<HashedKeys>,
    /// Keys in a step.
    portion: u32,
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
        let hashed = known.is_none().then(|| HashedKeys::none_yet(&scenario.keys, hashing));
        let portion = (SCORES / placed.seats().len().max(1) as u32).min(PORTION);
        Self { scenario, placed, known, hashed, portion, owners: Vec::new() }
    }

    /// Keys that are done, of all. Hashing and placing are done together, but where the keys hang on one another.
    #[must_use]
    pub fn progress(&self) -> (u32, u32) {
        let all = self.scenario.keys.len();
        let hashed = match &self.hashed {
            Some(hashed) => hashed.len() as u32,
            // Nothing is left to hash, and nothing can be placed but all at once.
            None if self.placed.needs_all_keys() => all,
            None => 0,
        };
        (hashed.max(self.owners.len() as u32), all)
    }

    /// Goes on with a portion; true when all keys are placed.
    pub fn step(&mut self) -> bool {
        let (done, all) = self.progress();
        if done < all {
            let portion = self.portion.min(all - done);
            if let Some(hashed) = &mut self.hashed {
                hashed.hash(&self.scenario.keys.part(done, portion));
            }
            if !self.placed.needs_all_keys() {
                let part = (self.hashed.as_ref().or(self.known.as_deref())).map(|hashed| hashed.part(done, portion));
                self.owners.extend(part.into_iter().flat_map(|part| self.placed.place(&Arc::new(part))));
            }
        } else if self.owners.len() < all as usize {
            let keys = self.all_keys();
            self.owners = self.placed.place(&keys);
        }
        self.owners.len() == all as usize
    }

    /// All keys with their numbers, once those are there.
    fn all_keys(&mut self) -> Arc<HashedKeys> {
        let hashed = self.hashed.take().map(Arc::new);
        let make = || Arc::new(HashedKeys::new(&self.scenario.keys, self.placed.key_hashing()));
        Arc::clone(self.known.get_or_insert_with(|| hashed.unwrap_or_else(make)))
    }

    /// The rest at once, and what came of it.
    #[must_use]
    pub fn finish(mut self) -> Snapshot {
        while !self.step() {}
        let keys = self.all_keys();
        let owners = Owners::by_seat(self.owners, self.placed.seats());
        Snapshot::assemble(self.scenario, self.placed, keys, owners, None)
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
        assert_eq!(Placing::new(scenario, &[]).finish().counts(), [0; 8]);
    }
}
