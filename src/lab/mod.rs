//! The lab: studies that compare placements, carried out in steps, and what they show as plain data. Nothing here knows
//! a browser; the page shows a [`Sheet`] whichever study it is of.

mod advice;
mod balance;
mod cost;
mod lens;
mod movement;
mod options;
pub mod sheet;
mod sources;
#[cfg(test)]
mod tests;
mod weights;

use placement::{
    algorithm::{ALL, Algorithm},
    keys::Keys,
    lab::{comparison::Entry, cost::FLEETS},
    measure::theory,
    number::decimal,
    scenario::{Command, Scenario},
};

pub use options::{Change, MOST_SETS, Measure, Options, Section};
pub use sheet::Sheet;

/// A study under way. Dropped, it is cancelled.
pub trait Study {
    /// Goes on for a few milliseconds; true when there is more to show. Call it until [`Progress::is_complete`].
    fn step(&mut self) -> bool;

    /// How far it is.
    fn progress(&self) -> Progress;

    /// What there is to show so far.
    fn sheet(&self, options: &Options) -> Sheet;
}

/// How far a study is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Pieces that are done.
    pub done: usize,
    /// All of them.
    pub all: usize,
    /// What they are.
    pub unit: &'static str,
}

impl Progress {
    /// Is there nothing left to do?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done >= self.all
    }
}

/// The clock of whoever asks, in milliseconds.
pub type Clock = fn() -> f64;

/// Begins a study of a scenario.
#[must_use]
pub fn begin(scenario: &Scenario, options: &Options, clock: Clock) -> Box<dyn Study> {
    match options.section {
        Section::Movement => Box::new(movement::MovementStudy::new(scenario, options)),
        Section::Balance => Box::new(balance::BalanceStudy::new(scenario, options)),
        Section::Lens => Box::new(lens::LensStudy::new(scenario)),
        Section::Advice => Box::new(advice::AdviceStudy::new(scenario, options, clock)),
        Section::Weights => Box::new(weights::WeightsStudy::new(scenario, options)),
        Section::Sources => Box::new(sources::SourcesStudy::new(clock)),
        Section::Cost => Box::new(cost::CostStudy::new(scenario, clock, FLEETS)),
    }
}

/// The scenario by each of some algorithms, with the same changes.
fn by_algorithms(
    scenario: &Scenario,
    algorithms: impl IntoIterator<Item = Algorithm>,
    changes: &[Vec<Command>],
) -> Vec<Entry> {
    let entry = |algorithm| Entry { scenario: Scenario { algorithm, ..scenario.clone() }, changes: changes.to_vec() };
    algorithms.into_iter().map(entry).collect()
}

/// An algorithm as the first word of a row; a real system keeps its own spelling.
pub(crate) fn titled(algorithm: Algorithm) -> String {
    if algorithm.is_system() { algorithm.name.to_owned() } else { capitalised(algorithm.name) }
}

/// A text as the first word of a row.
pub(crate) fn capitalised(name: &str) -> String {
    let mut name = name.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

/// The algorithms that are studied: those of the books, and the real system by which the reader places, if it is one.
fn studied(own: Algorithm) -> Vec<Algorithm> {
    ALL.into_iter().chain(Some(own).filter(|own| own.is_system())).collect()
}

/// The place of the reader's own among them.
fn place_of(own: Algorithm, studied: &[Algorithm]) -> usize {
    studied.iter().position(|&one| one == own).unwrap_or_default()
}

/// The spread that counting so many keys on equal nodes gives by itself, in per cent.
fn counting_noise(nodes: u32, keys: &Keys) -> String {
    let noise = theory::relative_deviation(1.0 / f64::from(nodes.max(1)), None, keys.len());
    format!("{} %", decimal(noise * 100.0, 2))
}
