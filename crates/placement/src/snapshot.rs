//! A scenario carried out: every key with its owner. Immutable, so that two can be compared at any time.
//!
//! A snapshot is placed from scratch. It takes over from the one before it what has not changed: the hash values of
//! the keys, which are most of the work. Whoever asks for a snapshot does not see how it came about, so a later,
//! incremental way can take the place of this one.

use std::sync::Arc;

use crate::{
    algorithm::{self, Algorithm, Geometry, NO_SEAT, Placed, Seat},
    fleet::NodeId,
    keys::HashedKeys,
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
    /// Places every key, taking over the hash values of another snapshot where they fit.
    #[must_use]
    pub fn place(scenario: &Scenario, like: Option<&Snapshot>) -> Self {
        let placed = (scenario.algorithm.build)(&scenario.fleet, &scenario.settings);
        let hashing = placed.key_hashing();
        let known = like.map(|other| &other.keys);
        let keys = match known.filter(|keys| keys.fits(&scenario.keys, hashing)) {
            Some(keys) => Arc::clone(keys),
            None => {
                let finalised = known.and_then(|keys| keys.finalised(&scenario.keys, hashing));
                Arc::new(finalised.unwrap_or_else(|| HashedKeys::new(&scenario.keys, hashing)))
            }
        };
        let owners = placed.place(&keys);
        let mut by_seat = vec![0u32; placed.seats().len()];
        for &owner in owners.iter().filter(|&&owner| owner != NO_SEAT) {
            by_seat[owner as usize] += 1;
        }
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
        Self { scenario: scenario.clone(), placed, keys, owners, counts, requests }
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
    pub fn keys(&self) -> &HashedKeys {
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

/// Modulo, the price of the simple way.
#[must_use]
pub fn modulo() -> Algorithm {
    Algorithm::from_id(algorithm::modulo::DECLARATION.id).unwrap_or_default()
}
