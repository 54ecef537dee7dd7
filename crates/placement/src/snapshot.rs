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
}

impl Snapshot {
    /// Places every key, taking over the hash values of another snapshot where they fit.
    #[must_use]
    pub fn place(scenario: &Scenario, like: Option<&Snapshot>) -> Self {
        let placed = (scenario.algorithm.build)(&scenario.fleet, &scenario.settings);
        let keys = like
            .map(|other| &other.keys)
            .filter(|keys| keys.fits(&scenario.keys, placed.key_hashing()))
            .map_or_else(|| Arc::new(HashedKeys::new(&scenario.keys, placed.key_hashing())), Arc::clone);
        let owners = placed.place(&keys);
        let mut by_seat = vec![0u32; placed.seats().len()];
        for &owner in owners.iter().filter(|&&owner| owner != NO_SEAT) {
            by_seat[owner as usize] += 1;
        }
        let counts = scenario
            .fleet
            .nodes()
            .iter()
            .scan(0, |seat, node| {
                // Seats are the rows that count, in the order of the rows.
                let sits = placed.seats().get(*seat) == Some(&node.id);
                let count = if sits { by_seat[*seat] } else { 0 };
                *seat += usize::from(sits);
                Some(count)
            })
            .collect();
        Self { scenario: scenario.clone(), placed, keys, owners, counts }
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
}

/// Modulo, the price of the simple way.
#[must_use]
pub fn modulo() -> Algorithm {
    Algorithm::from_id(algorithm::modulo::DECLARATION.id).unwrap_or_default()
}
