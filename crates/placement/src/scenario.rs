//! A scenario: all that a link carries. And the commands that are the only way to change one.

mod apply;
mod command;
mod error;
mod shards;
mod title;

pub use self::{
    command::{Command, Effects},
    error::ScenarioError,
};
use crate::{
    algorithm::{self, Algorithm, ring},
    fleet::{Fleet, Node},
    hash::HashChoice,
    keys::Keys,
    limits,
    parameter::Settings,
    system, template,
};

/// What is placed, on what, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// How.
    pub algorithm: Algorithm,
    /// With which parameters. Those that the algorithm does not take are kept for the one that does.
    pub settings: Settings,
    /// On what.
    pub fleet: Fleet,
    /// What.
    pub keys: Keys,
}

impl Default for Scenario {
    /// The first paint: cache-01 … cache-08 on a ring, 160 virtual nodes each, raw FNV-1a, 100,000 keys `user:{i}`.
    fn default() -> Self {
        let fleet = Fleet::from_names((1..=8).map(|number| format!("cache-{number:02}"))).unwrap_or_default();
        Self { algorithm: Algorithm::default(), settings: Settings::default(), fleet, keys: Keys::default() }
    }
}

impl Scenario {
    /// Is everything within its limits?
    ///
    /// # Errors
    /// Too many points or keys, a pattern without a counter, or what the real system that places does not take.
    pub fn check(&self) -> Result<(), ScenarioError> {
        if self.algorithm.takes(&ring::VIRTUAL_NODES) {
            let points = ring::points_in_all(&self.fleet, self.settings.count(&ring::VIRTUAL_NODES));
            if points > limits::POINTS {
                return Err(ScenarioError::TooManyPoints(points));
            }
        }
        if let Some(card) = self.algorithm.card {
            card.check(&self.fleet, &self.settings)?;
        }
        if self.keys.len() > limits::KEYS {
            return Err(ScenarioError::TooManyKeys);
        }
        if let Keys::Pattern { pattern, .. } = &self.keys {
            template::check_pattern(pattern).map_err(ScenarioError::Pattern)?;
        }
        Ok(())
    }

    /// The hash of labels (and of keys, unless they have their own).
    #[must_use]
    pub fn hash(&self) -> HashChoice {
        algorithm::Hashing::from_settings(&self.settings).points
    }

    /// The fair share of a node: its counted weight, and the sum of all, both in hundredths.
    #[must_use]
    pub fn fair_share(&self, node: &Node) -> (u64, u64) {
        let all = self.fleet.nodes().iter().map(|one| u64::from(self.counted_weight(one))).sum();
        (u64::from(self.counted_weight(node)), all)
    }

    /// The weight of a node that counts here, in hundredths.
    #[must_use]
    pub fn counted_weight(&self, node: &Node) -> u32 {
        self.counted_weight_in(&self.fleet, node)
    }

    /// The same for a node of another fleet.
    #[must_use]
    pub fn counted_weight_in(&self, fleet: &Fleet, node: &Node) -> u32 {
        // In a panic Envoy counts who is down like any other.
        if self.algorithm.takes(&system::ENVOY_PANIC) && system::envoy_panics(fleet, &self.settings) {
            return node.weight.hundredths();
        }
        self.algorithm.counted_weight(fleet, node)
    }
}
