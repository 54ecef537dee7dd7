//! Drills: what a placement does to a running cache fleet in front of a database.
//!
//! A [`Plan`] says what runs: a scenario, quantities ([`quantity`]) and events. A [`Run`] is it carried out, tick by tick,
//! to the same numbers each time. [`catalogue`] has the drills that the page offers.
//!
//! One simulated read stands for many ([`quantity::SCALE`]); keys, rates and room shrink alike, so that times stay as they
//! are. Chance comes from one seeded generator, logarithms and powers from `libm`, everything else is whole numbers or
//! plain arithmetic: host and browser agree to the bit.

mod asked;
mod caches;
pub mod capacity;
pub mod catalogue;
pub mod clock;
mod event;
mod happenings;
mod health;
mod moving;
mod nodes;
mod plan;
mod popularity;
pub mod proof;
pub mod quantity;
mod reading;
mod recovery;
mod run;
mod series;
mod server;
mod start;
mod state;
mod table;
mod world;

pub use asked::Asked;
pub use event::{Event, Happening};
pub use moving::{Move, Pair};
pub use plan::{MOST_EVENTS, MOST_NODES, MOST_PLANNED_EVENTS, MOST_READS_A_TICK, MOST_TICKS, Plan, PlanError};
pub use recovery::{RECOVERED_WITHIN, Summary};
pub use run::Run;
pub use series::{MOST_SAMPLES, NodeSample, NodeState, Sample, Series};
pub use state::Mark;

use crate::fleet::NodeId;

/// What answered a read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The client's own small cache.
    Front,
    /// A node that held the key.
    Hit(NodeId),
    /// The database, and this node was filled.
    Miss(NodeId),
    /// Nobody.
    Failed,
}

/// Something in a run, told to whoever watches ([`Run::step_watched`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A read.
    Read {
        /// When.
        tick: u32,
        /// Whose, from 0.
        client: u32,
        /// The number of the key.
        key: u32,
        /// By what.
        answer: Answer,
    },
    /// A client takes a node for down, and asks it no more.
    MarkedDown {
        /// When.
        tick: u32,
        /// Which client, from 0.
        client: u32,
        /// Which node.
        node: NodeId,
    },
    /// It asks it again.
    Back {
        /// When.
        tick: u32,
        /// Which client, from 0.
        client: u32,
        /// Which node.
        node: NodeId,
    },
}
