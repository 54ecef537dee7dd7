//! The hash lens: how the hash of the settings spreads the labels of the fleet, on a ring and elsewhere, with and without
//! the finaliser.

mod avalanche;
mod elsewhere;
mod fault;
mod gaps;
mod lanes;
mod order;
mod verdict;

use placement::{
    algorithm::{Hashing, ring, ring::Ring},
    fleet::Fleet,
    lab::comparison::Comparison,
    measure::{
        Balance,
        lens::{
            self, Avalanche, Gaps, Peak, Verdict, elsewhere as other, fault as apart, label_order, label_peaks, peaks,
        },
    },
    number::thousands,
    parameter,
    scenario::Scenario,
};

use super::{
    Options, Progress, Study,
    sheet::{Plate, Sheet, Table},
};
use crate::charts::figure::Figure;

/// A ring with what is measured on it.
struct Seen {
    ring: Ring,
    verdict: Verdict,
    /// Between neighbours, and between points of the same node.
    gaps: [Gaps; 2],
    peaks: [Vec<Peak>; 2],
}

/// The label as it is and the one with its counter elsewhere, each raw and with the finaliser.
const RINGS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

pub(super) struct LensStudy {
    scenario: Scenario,
    /// The label, and the one with its counter elsewhere.
    labels: [String; 2],
    /// The name of the hash, raw and with the finaliser.
    hashes: [String; 2],
    /// Of [`RINGS`], as far as they are there.
    rings: Vec<Seen>,
    avalanches: [Avalanche; 2],
    /// Where the fault lies, and then the same hash elsewhere.
    comparison: Comparison,
}

impl LensStudy {
    pub(super) fn new(scenario: &Scenario) -> Self {
        let mut hash = Hashing::from_settings(&scenario.settings).points;
        let name = |finaliser| {
            hash.finaliser = finaliser;
            hash.name()
        };
        let label = scenario.settings.label(&ring::LABEL);
        let cases = Scenario { keys: other::keys(scenario), ..scenario.clone() };
        let entries = apart::entries(&cases).into_iter().chain(other::entries(&cases));
        Self {
            labels: [label.clone(), label_order::turned(&label)],
            hashes: [false, true].map(name),
            rings: Vec::new(),
            avalanches: [false, true].map(|finaliser| Avalanche::new(scenario, finaliser)),
            comparison: Comparison::new(entries.collect()),
            scenario: scenario.clone(),
        }
    }

    fn look(&self, (is_turned, finaliser): (bool, bool)) -> Seen {
        let label = is_turned.then_some(self.labels[1].as_str());
        let ring = lens::ring_of(&self.scenario, finaliser, label);
        let mut hash = Hashing::from_settings(&self.scenario.settings).points;
        hash.finaliser = finaliser;
        let prime = peaks::prime(hash, ring.bits());
        let gaps = [Gaps::between_neighbours(&ring), Gaps::of_same_node(&ring)];
        let mut peaks = gaps.each_ref().map(|gaps| peaks::peaks(gaps, prime));
        for (peaks, of_same_node) in peaks.iter_mut().zip([false, true]) {
            label_peaks::explain(peaks, &ring, of_same_node, hash);
        }
        Seen { verdict: Verdict::of(&ring), ring, gaps, peaks }
    }

    /// Is the finaliser on in the settings? Then what is said of the hash is said of both together.
    fn is_finalised(&self) -> bool {
        self.scenario.settings.switch(&parameter::FINALISER)
    }

    /// The name of the hash that the settings give.
    fn hash(&self) -> &str {
        &self.hashes[usize::from(self.is_finalised())]
    }

    /// The ring of the settings.
    fn own(&self) -> Option<&Seen> {
        self.rings.get(usize::from(self.is_finalised()))
    }

    fn fleet(&self) -> &Fleet {
        &self.scenario.fleet
    }

    /// Balances of the comparison from one place on, as far as they are there.
    fn balances(&self, from: usize, count: usize) -> Vec<&Balance> {
        self.comparison.outcomes().iter().skip(from).take(count).map(|outcome| &outcome.balance).collect()
    }
}

impl Study for LensStudy {
    fn step(&mut self) -> bool {
        if let Some(&which) = RINGS.get(self.rings.len()) {
            self.rings.push(self.look(which));
            return true;
        }
        if let Some(avalanche) = self.avalanches.iter_mut().find(|one| one.done() < one.bytes()) {
            avalanche.step();
            return true;
        }
        self.comparison.step()
    }

    fn progress(&self) -> Progress {
        let (done, all) = self.comparison.progress();
        let flips = |read: fn(&Avalanche) -> usize| self.avalanches.iter().map(read).sum::<usize>();
        Progress {
            done: done + self.rings.len() + flips(Avalanche::done),
            all: all + RINGS.len() + flips(Avalanche::bytes),
            unit: "measurements",
        }
    }

    // All plates stand from the beginning, so that none is made anew when another has come.
    fn sheet(&self, _: &Options) -> Sheet {
        let plates = vec![
            self.lanes(),
            self.verdict(),
            self.histogram(0),
            self.histogram(1),
            self.peaks(),
            self.avalanche(),
            self.order(),
            self.fault(),
            self.elsewhere(),
        ];
        Sheet { finding: self.finding(), notes: self.notes(), plates }
    }
}

impl LensStudy {
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let looked_at = lens::virtual_nodes(&self.scenario);
        if self.scenario.settings.count(&ring::VIRTUAL_NODES) > looked_at {
            notes.push(format!(
                "The lens looks at {} virtual nodes of each node: more show nothing new.",
                thousands(looked_at)
            ));
        }
        if self.scenario.algorithm.id != ring::DECLARATION.id {
            notes.push(format!(
                "The settings place keys {} {}; the lens looks at the ring that the same hash and labels make.",
                self.scenario.algorithm.preposition, self.scenario.algorithm.name
            ));
        }
        notes.push(
            "A p is the chance that points which lie by chance show as much or more. Below 0.001 they are called clumped, \
             below 0.01 doubtful."
                .into(),
        );
        notes
    }
}

/// A plate that has nothing to show yet.
fn plate(title: &str, caption: String, found: Option<(Option<Figure>, Table)>) -> Plate {
    let (figure, table) = found.unwrap_or_default();
    Plate { title: title.to_owned(), caption, figure, table }
}

/// The name of a node.
fn name_of(fleet: &Fleet, id: placement::fleet::NodeId) -> String {
    fleet.get(id).map_or_else(String::new, |node| node.name.clone())
}
