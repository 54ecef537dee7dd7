//! A drill before it runs: what is placed and how, the quantities, what happens when. A run of it is the same each time.

use super::{
    clock::{TICKS_A_SECOND, ticks_of_s},
    event::{Event, Happening},
    quantity,
};
use crate::{keys::Keys, limits, parameter::Settings, scenario::Scenario};

/// Most nodes that a drill can have, those that come later included: every client has a view of each, and every sample
/// counts for each.
pub const MOST_NODES: usize = 1_024;
/// Most events of the reader's in a drill.
pub const MOST_EVENTS: usize = 64;
/// Most events of a run: the reader's, and those of the drill. A fleet that grows by half has many.
pub const MOST_PLANNED_EVENTS: usize = MOST_EVENTS + MOST_NODES / 2;
/// Longest drill: a day.
pub const MOST_TICKS: u32 = ticks_of_s(86_400);

/// One run to be: its own scenario, quantities and events.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Its name among the runs of a drill: "modulo", "one at a time".
    pub name: String,
    /// The fleet and how it places; of the keys the pattern or the list.
    pub scenario: Scenario,
    /// The quantities that are not at their defaults.
    pub settings: Settings,
    /// What happens. Events of one tick happen in this order.
    pub events: Vec<Event>,
    /// How long it is, in ticks. It can be run on beyond that.
    pub length_ticks: u32,
}

/// Why a plan cannot run, as a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// No node that is up.
    NoNodes,
    /// More nodes than [`MOST_NODES`].
    TooManyNodes,
    /// More simulated keys than [`limits::KEYS`].
    TooManyKeys {
        /// How many there would be.
        keys: u32,
    },
    /// No keys.
    NoKeys,
    /// More events than [`MOST_PLANNED_EVENTS`].
    TooManyEvents,
    /// A tick would have more simulated reads than [`MOST_READS_A_TICK`].
    TooManyReads,
}

/// Most simulated reads in a tick: a second of the drill then takes a few seconds of the browser's.
pub const MOST_READS_A_TICK: u32 = 200_000;

impl std::fmt::Display for PlanError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use crate::number::thousands;
        match self {
            Self::NoNodes => f.write_str("A drill needs a node that is up. Add one, or bring one up."),
            Self::TooManyNodes => write!(
                f,
                "A drill can have up to {} nodes, those that join included: each of its clients keeps a view of every one. \
                 Take a smaller fleet.",
                thousands(MOST_NODES as u32)
            ),
            Self::TooManyKeys { keys } => write!(
                f,
                "That makes {} simulated keys; up to {} can be. Take a larger scale or fewer keys.",
                thousands(*keys),
                thousands(limits::KEYS)
            ),
            Self::NoKeys => f.write_str("A drill needs keys. Take a smaller scale or more keys."),
            Self::TooManyEvents => write!(f, "A drill can have up to {MOST_PLANNED_EVENTS} events. Take some out."),
            Self::TooManyReads => {
                f.write_str("That makes too many simulated reads. Take a larger scale or fewer reads.")
            }
        }
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// A plan without events.
    #[must_use]
    pub fn new(name: &str, scenario: Scenario, settings: Settings, length_ticks: u32) -> Self {
        Self { name: name.into(), scenario, settings, events: Vec::new(), length_ticks }
    }

    /// The same with these events.
    #[must_use]
    pub fn with(mut self, events: impl IntoIterator<Item = Event>) -> Self {
        self.events.extend(events);
        self
    }

    /// Full-scale reads, keys and writes for one that is simulated.
    #[must_use]
    pub fn scale(&self) -> u32 {
        quantity::SCALE.of(&self.settings).max(1)
    }

    /// Simulated keys.
    #[must_use]
    pub fn keys(&self) -> u32 {
        match &self.scenario.keys {
            Keys::Pattern { .. } => quantity::KEYS.of(&self.settings).div_ceil(self.scale()),
            Keys::List(list) => list.len(),
        }
    }

    /// The scenario with the simulated keys.
    #[must_use]
    pub fn scaled_scenario(&self) -> Scenario {
        let mut scenario = self.scenario.clone();
        let simulated = self.keys();
        if let Keys::Pattern { count, .. } = &mut scenario.keys {
            *count = simulated;
        }
        scenario
    }

    /// Nodes that there will have been: those of the fleet, and those that join.
    fn most_nodes(&self) -> usize {
        let joining = self.events.iter().filter(|event| matches!(event.what, Happening::Add { .. })).count();
        self.scenario.fleet.nodes().len() + joining
    }

    /// Can it run?
    ///
    /// # Errors
    /// A sentence that says what is beyond which limit.
    pub fn check(&self) -> Result<(), PlanError> {
        let reads = quantity::READS.of(&self.settings) / (self.scale() * TICKS_A_SECOND);
        if !self.scenario.fleet.nodes().iter().any(|node| node.up) {
            Err(PlanError::NoNodes)
        } else if self.most_nodes() > MOST_NODES {
            Err(PlanError::TooManyNodes)
        } else if self.keys() == 0 {
            Err(PlanError::NoKeys)
        } else if self.keys() > limits::KEYS {
            Err(PlanError::TooManyKeys { keys: self.keys() })
        } else if self.events.len() > MOST_PLANNED_EVENTS {
            Err(PlanError::TooManyEvents)
        } else if reads > MOST_READS_A_TICK {
            Err(PlanError::TooManyReads)
        } else {
            Ok(())
        }
    }
}
