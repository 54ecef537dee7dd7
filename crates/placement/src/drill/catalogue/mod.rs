//! The drills that the page offers: each is made for the reader's own scenario, is one run or several side by side, and
//! has a sentence that is computed from what they gave.

mod add_a_node;
mod before_a_sale;
mod flapping;
mod hot_key;
mod moving_data;
mod new_points;
mod node_dies;
mod reference;
mod two_views;
mod words;

pub use hot_key::busiest_since;

use super::{Happening, Plan, Run, clock::ticks_of_s};
use crate::{
    algorithm::{self, Algorithm},
    fleet::{Fleet, NodeId},
    parameter::{self, Settings, Value},
    scenario::{Command, Scenario},
    weight::Weight,
};

/// A drill.
#[derive(Debug)]
pub struct Drill {
    /// In the link. For ever the same.
    pub id: &'static str,
    /// On its button.
    pub name: &'static str,
    /// What it shows, in a sentence or two.
    pub about: &'static str,
    runs: fn(&Scenario) -> Vec<Plan>,
    sentence: fn(&[Run]) -> String,
}

/// Every drill, in the order of the page.
pub static ALL: [Drill; 9] = [
    add_a_node::DRILL,
    before_a_sale::DRILL,
    node_dies::DRILL,
    reference::DRILL,
    flapping::DRILL,
    two_views::DRILL,
    hot_key::DRILL,
    moving_data::DRILL,
    new_points::DRILL,
];

/// Their ids, in the same order.
pub const IDS: [&str; 9] = ["add", "grow", "dies", "reference", "flap", "views", "hot", "durable", "points"];

impl Drill {
    /// The drill of an id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<&'static Self> {
        ALL.iter().find(|one| one.id == id)
    }

    /// Its runs on a scenario: one, or several that are shown side by side. Not every plan need be within the limits; see
    /// [`Plan::check`].
    #[must_use]
    pub fn runs(&self, scenario: &Scenario) -> Vec<Plan> {
        (self.runs)(scenario)
    }

    /// What its runs say so far, in the order of [`Drill::runs`]. Before its own first event, what they stand at.
    #[must_use]
    pub fn sentence(&self, runs: &[Run]) -> String {
        // What the reader lets happen earlier is not what the sentence is about.
        let begins = if self.id == reference::DRILL.id { 0 } else { BEGIN };
        if runs.is_empty() || runs.iter().any(|run| run.tick() <= begins) {
            return words::before(runs);
        }
        (self.sentence)(runs)
    }
}

/// The first document's system: cache-01 … cache-08 on a ring of 160 virtual nodes each, FNV-1a with the finaliser.
#[must_use]
pub fn document_fleet() -> Scenario {
    let mut scenario = Scenario::default();
    // A switch takes a switch.
    let _ = scenario.apply(Command::Set(&parameter::FINALISER, Value::Switch(true)));
    scenario
}

/// A minute in which nothing happens, to see what is usual.
const QUIET_S: u32 = 60;

/// When the first thing happens.
const BEGIN: u32 = ticks_of_s(QUIET_S);

/// So long after the first thing happens.
const fn until_s(seconds: u32) -> u32 {
    ticks_of_s(QUIET_S + seconds)
}

/// The same fleet by another algorithm, with the same settings.
fn by(scenario: &Scenario, id: &str) -> Scenario {
    let mut other = scenario.clone();
    if let Some(algorithm) = Algorithm::from_id(id)
        && other.apply(Command::SetAlgorithm(algorithm)).is_err()
    {
        return Scenario { algorithm, ..scenario.clone() };
    }
    other
}

/// "on a ring", "by modulo".
fn how(scenario: &Scenario) -> String {
    format!("{} {}", scenario.algorithm.preposition, scenario.algorithm.name)
}

/// The reader's own algorithm and these, each once.
fn beside_own(scenario: &Scenario, ids: &[&str]) -> Vec<Scenario> {
    let mut all: Vec<Scenario> = ids.iter().map(|id| by(scenario, id)).collect();
    if !ids.contains(&scenario.algorithm.id) {
        all.insert(0, scenario.clone());
    }
    all
}

/// A node that is up: the second where there are several, as in the first document.
fn victim(fleet: &Fleet) -> NodeId {
    let mut up = fleet.nodes().iter().filter(|node| node.up).map(|node| node.id);
    let first = up.next().unwrap_or(NodeId(0));
    up.next().unwrap_or(first)
}

/// So many nodes that join, by the names that the page would suggest.
fn joining(scenario: &Scenario, count: usize) -> Vec<Happening> {
    let mut fleet = scenario.fleet.clone();
    (0..count)
        .map(|_| {
            let name = fleet.suggested_name();
            // A suggested name is free.
            let _ = fleet.add(&name, Weight::ONE);
            Happening::Add { name, weight: Weight::ONE }
        })
        .collect()
}

/// The id of the ring.
const RING: &str = algorithm::ring::DECLARATION.id;
/// The id of modulo.
const MODULO: &str = algorithm::modulo::DECLARATION.id;
/// The id of rendezvous.
const RENDEZVOUS: &str = algorithm::rendezvous::DECLARATION.id;

/// No quantity at another than its default.
fn usual() -> Settings {
    Settings::default()
}
