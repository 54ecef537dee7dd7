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
    owners::{Move, Owners},
    placing::Placing,
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
        let placing = Placing::new(scenario.clone(), like.map(Self::keys).as_slice(), like);
        let Some(like) = like else { return placing.finish() };
        placing.onward(like).unwrap_or_else(|placing| placing.finish())
    }

    /// What was placed, counted: anew, or from what moved since.
    pub(crate) fn assemble(
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
        let nodes: Vec<NodeId> = scenario.fleet.nodes().iter().map(|node| node.id).collect();
        let mut number_of_row = seats_that_stay(&nodes, owners.holders());
        number_of_row.truncate(nodes.len());
        // A row that holds nothing may have no number.
        let rows = || number_of_row.iter().map(|&number| number as usize);
        let counts = rows().map(|number| tally.keys.get(number).copied().unwrap_or(0)).collect();
        let requests = tally.requests.as_ref();
        let requests = requests.map(|all| rows().map(|number| all.get(number).copied().unwrap_or(0)).collect());
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

/// Modulo, the price of the simple way.
#[must_use]
pub fn modulo() -> Algorithm {
    Algorithm::from_id(algorithm::modulo::DECLARATION.id).unwrap_or_default()
}
