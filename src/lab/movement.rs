//! What a change of the roster moves, by every algorithm on the same keys.

use placement::{
    algorithm::{Algorithm, Weights},
    fleet::NodeId,
    keys::Keys,
    lab::{
        affordable_keys,
        comparison::{Changed, Comparison},
    },
    number::{Ratio, decimal, thousands},
    scenario::{Command, Scenario, ScenarioError},
    weight::Weight,
};

use super::{
    Change, Options, Progress, Study, by_algorithms, capitalised, place_of,
    sheet::{NO_FIGURE, Plate, Sheet, Table, times},
    studied, titled,
};
use crate::charts::{
    bars::{Bar, Bars, Fill},
    figure::Figure,
};

pub(super) struct MovementStudy {
    algorithms: Vec<Algorithm>,
    comparison: Comparison,
    current: usize,
    /// The change in words, for each of [`Change`].
    titles: [String; 3],
    keys: Keys,
    is_weighted: bool,
}

impl MovementStudy {
    pub(super) fn new(scenario: &Scenario, options: &Options) -> Self {
        let scenario = Scenario { keys: affordable_keys(scenario), ..scenario.clone() };
        let fleet = &scenario.fleet;
        let new = fleet.suggested_name();
        let chosen = options.node.and_then(|id| fleet.get(id)).or(fleet.nodes().last());
        let (id, name) = chosen.map_or((NodeId(0), "a node"), |node| (node.id, node.name.as_str()));
        let titles = [format!("adding {new}"), format!("removing {name}"), format!("taking {name} down")];
        let mut changes = vec![vec![Command::AddNode { name: new, weight: Weight::ONE }]];
        if chosen.is_some() {
            changes.extend([vec![Command::RemoveNode(id)], vec![Command::SetUp { id, up: false }]]);
        }
        let weights = || fleet.nodes().iter().map(|node| node.weight);
        let algorithms = studied(scenario.algorithm);
        Self {
            comparison: Comparison::new(by_algorithms(&scenario, algorithms.iter().copied(), &changes)),
            current: place_of(scenario.algorithm, &algorithms),
            algorithms,
            titles,
            is_weighted: weights().any(|weight| weight != Weight::ONE),
            keys: scenario.keys,
        }
    }

    /// What came of a change for each algorithm that is through.
    fn changed(&self, change: usize) -> Vec<(usize, &Result<Changed, ScenarioError>)> {
        let outcomes = self.comparison.outcomes().iter().enumerate();
        outcomes.filter_map(|(at, outcome)| Some((at, outcome.changes.get(change)?))).collect()
    }
}

impl Study for MovementStudy {
    fn step(&mut self) -> bool {
        self.comparison.step()
    }

    fn progress(&self) -> Progress {
        let (done, all) = self.comparison.progress();
        Progress { done, all, unit: "placements" }
    }

    fn sheet(&self, options: &Options) -> Sheet {
        let change = match options.change {
            Change::Add => 0,
            Change::Remove => 1,
            Change::Down => 2,
        };
        let title = &self.titles[change];
        let mut table = Table::new(
            &["algorithm"],
            &[
                "keys moved",
                "moved",
                "to a new or grown node",
                "from a gone or shrunk node",
                "between the others",
                "had to move",
                "fair",
                "busiest after, times fair",
            ],
        );
        let mut bars = Bars {
            legend: vec![
                (Fill::Moved, "to a new or grown node".into()),
                (Fill::MovedStriped, "from a gone or shrunk node".into()),
                (Fill::MovedHollow, "between the others".into()),
            ],
            ..Bars::default()
        };
        let (mut wanders, mut finding) = (Vec::new(), self.opening(change));
        let (mut modulo, mut is_measured) = (None, false);
        for (at, changed) in self.changed(change) {
            let (algorithm, is_current) = (self.algorithms[at], at == self.current);
            let name = titled(algorithm);
            let changed = match changed {
                Ok(changed) => changed,
                Err(error) => {
                    let mut cells = vec![name, error.to_string()];
                    cells.resize(table.columns.len(), String::new());
                    table.push(cells, is_current);
                    if is_current {
                        finding = error.to_string();
                    }
                    continue;
                }
            };
            let movement = &changed.movement;
            let part = |keys: u32| Ratio::new(keys, movement.keys);
            let percent = |keys: u32| part(keys).percent();
            let fair = movement.fair.map_or_else(|| NO_FIGURE.into(), Ratio::percent);
            table.push(
                vec![
                    name.clone(),
                    thousands(movement.moved),
                    percent(movement.moved),
                    percent(movement.to_grown),
                    percent(movement.from_shrunk),
                    percent(movement.between),
                    movement.necessary.map_or_else(|| NO_FIGURE.into(), percent),
                    fair.clone(),
                    times(changed.balance.busiest_times()),
                ],
                is_current,
            );
            let ends = [movement.to_grown, movement.to_grown + movement.from_shrunk, movement.moved];
            let fills = [Fill::Moved, Fill::MovedStriped, Fill::MovedHollow];
            let parts = ends.into_iter().zip(fills).map(|(end, fill)| (part(end).value() * 100.0, fill));
            bars.rows.push(Bar {
                name: name.clone(),
                from: 0.0,
                parts: parts.collect(),
                tick: None,
                figure: percent(movement.moved),
                is_current,
            });
            if movement.between > 0 {
                wanders.push(format!("{name} {}", percent(movement.between)));
            }
            if algorithm.id == "modulo" {
                modulo = Some(percent(movement.moved));
            }
            if is_current {
                is_measured = true;
                bars.mark = movement.fair.map(|share| (share.value() * 100.0, format!("fair {fair}")));
                let ideal = movement.fair.map_or_else(String::new, |_| format!("; {fair} is fair"));
                finding = format!(
                    "{} {} {} moves {} of {} keys, {}{ideal}.",
                    capitalised(title),
                    algorithm.preposition,
                    algorithm.name,
                    thousands(movement.moved),
                    thousands(movement.keys),
                    percent(movement.moved),
                );
            }
        }
        if let Some(modulo) = modulo.filter(|_| self.algorithms[self.current].id != "modulo" && is_measured) {
            finding.push_str(&format!(" Modulo moves {modulo}."));
        }
        Sheet {
            finding,
            notes: self.notes(&wanders, &table),
            plates: vec![Plate {
                title: format!("Keys moved by {title}"),
                caption: format!(
                    "Each algorithm from its own placement of the same {} keys, with the settings above. Per cent of all keys.",
                    thousands(self.keys.len())
                ),
                figure: Some(Figure::Bars(bars)),
                table,
            }],
        }
    }
}

impl MovementStudy {
    /// What is said before anything is measured.
    fn opening(&self, change: usize) -> String {
        let can_go = self.comparison.entries().iter().any(|entry| entry.changes.len() > change);
        if can_go {
            format!("What {} moves, by every algorithm.", self.titles[change])
        } else {
            "There is no node that could go.".into()
        }
    }

    fn notes(&self, wanders: &[String], table: &Table) -> Vec<String> {
        let mut notes = Vec::new();
        if !wanders.is_empty() {
            notes.push(format!(
                "Between nodes that stay, keys move under {}. A table that is filled anew, a window of candidates that shifts, \
                 a full node or a number that another takes over does that by design; a plain ring and rendezvous never do.",
                wanders.join(", ")
            ));
        }
        let ignoring: Vec<&str> = self
            .algorithms
            .iter()
            .filter(|algorithm| matches!(algorithm.weights, Weights::Ignored(_)))
            .map(|algorithm| algorithm.name)
            .collect();
        if self.is_weighted {
            notes.push(format!(
                "The fleet has weights, which {} ignore: their fair share is that of equal nodes.",
                ignoring.join(", ")
            ));
        }
        let keys = f64::from(self.keys.len().max(1));
        if !table.rows.is_empty() && !self.keys.is_empty() {
            // A share p of K drawn keys has the variance p (1 - p) / K; widest at a half, here for a share of a tenth.
            notes.push(format!(
                "{} keys are a sample: a share of 10 % is counted to within {} points, two standard deviations.",
                thousands(self.keys.len()),
                decimal(2.0 * (0.09 / keys).sqrt() * 100.0, 2)
            ));
        }
        notes
    }
}
