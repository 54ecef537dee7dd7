//! Share wanted against share got: for each node by the algorithm on show, and for every algorithm the node that is
//! furthest off.

use placement::{
    algorithm::{Algorithm, Weights},
    fleet::{Fleet, NodeId},
    lab::{
        affordable_keys,
        comparison::{Comparison, Outcome},
    },
    number::{Ratio, decimal, percent, thousands},
    scenario::Scenario,
    weight::Weight,
};

use super::{
    Options, Progress, Study, by_algorithms, capitalised, place_of,
    sheet::{NO_FIGURE, Plate, Sheet, Table},
    studied, titled,
};
use crate::charts::{
    bars::{Bar, Bars, Fill},
    figure::Figure,
};

/// Most nodes in the figure.
const MOST_BARS: usize = 24;

pub(super) struct WeightsStudy {
    algorithms: Vec<Algorithm>,
    comparison: Comparison,
    current: usize,
    scenario: Scenario,
    is_example: bool,
}

/// Four nodes of weights 4 : 4 : 1 : 1.
fn example() -> Fleet {
    let mut fleet = Fleet::from_names(["big-1", "big-2", "small-1", "small-2"]).unwrap_or_default();
    for id in [0, 1] {
        if let Some(weight) = Weight::from_hundredths(400) {
            let _ = fleet.set_weight(NodeId(id), weight);
        }
    }
    fleet
}

impl WeightsStudy {
    pub(super) fn new(scenario: &Scenario, options: &Options) -> Self {
        let mut scenario = scenario.clone();
        if options.example_weights {
            scenario.fleet = example();
        }
        scenario.keys = affordable_keys(&scenario);
        let algorithms = studied(scenario.algorithm);
        Self {
            comparison: Comparison::new(by_algorithms(&scenario, algorithms.iter().copied(), &[])),
            current: place_of(scenario.algorithm, &algorithms),
            algorithms,
            scenario,
            is_example: options.example_weights,
        }
    }

    /// The share of all that each node should have by its weight.
    fn wanted(&self) -> Vec<Ratio> {
        let weight = |node: &placement::fleet::Node| u64::from(node.effective_weight().hundredths());
        let nodes = self.scenario.fleet.nodes();
        let all: u64 = nodes.iter().map(weight).sum();
        nodes.iter().map(|node| Ratio::new(weight(node), all)).collect()
    }

    /// Got over wanted of each node that wants something: row and quotient.
    fn got_over_wanted(&self, outcome: &Outcome) -> Vec<(usize, f64)> {
        let keys = f64::from(outcome.balance.keys.max(1));
        let wanted = self.wanted();
        let shares = outcome.balance.loads.iter().enumerate().filter(|&(row, _)| wanted[row].part > 0);
        shares.map(|(row, load)| (row, f64::from(load.keys) / keys / wanted[row].value())).collect()
    }
}

impl Study for WeightsStudy {
    fn step(&mut self) -> bool {
        self.comparison.step()
    }

    fn progress(&self) -> Progress {
        let (done, all) = self.comparison.progress();
        Progress { done, all, unit: "placements" }
    }

    fn sheet(&self, _: &Options) -> Sheet {
        let mut plates: Vec<Plate> =
            self.comparison.outcomes().get(self.current).map(|own| self.by_node(own)).into_iter().collect();
        plates.push(self.by_algorithm());
        let mut notes = Vec::new();
        let equal = self.scenario.fleet.nodes().iter().all(|node| node.weight == Weight::ONE);
        if equal && !self.is_example {
            notes.push(
                "All weights of this fleet are 1. Give nodes other weights in the explorer, or look at the example."
                    .into(),
            );
        }
        notes.push(format!(
            "Shares of {} keys counted, and exact shares where the algorithm has them. A ring gives a node of weight w so many times \
             the virtual nodes, in whole points; rendezvous divides by the weight exactly.",
            thousands(self.scenario.keys.len())
        ));
        Sheet { finding: self.finding(), notes, plates }
    }
}

impl WeightsStudy {
    fn finding(&self) -> String {
        let algorithm = self.algorithms[self.current];
        if let Weights::Ignored(why) = algorithm.weights {
            return why.to_owned();
        }
        let own = self.comparison.outcomes().get(self.current).map(|own| self.got_over_wanted(own));
        let furthest = own.and_then(|all| {
            all.into_iter().reduce(|worst, one| if (one.1 - 1.0).abs() > (worst.1 - 1.0).abs() { one } else { worst })
        });
        furthest.map_or_else(
            || "Share wanted against share got.".into(),
            |(row, times)| {
                format!(
                    "{} {}: {} gets {} times the share that its weight asks for, the furthest off of {}.",
                    capitalised(algorithm.preposition),
                    algorithm.name,
                    self.scenario.fleet.nodes()[row].name,
                    decimal(times, 2),
                    thousands(self.scenario.fleet.nodes().len() as u64)
                )
            },
        )
    }

    fn by_node(&self, own: &Outcome) -> Plate {
        let mut table =
            Table::new(&["node"], &["weight", "wanted", "got, keys counted", "got, exact", "got over wanted"]);
        let mut bars =
            Bars { legend: vec![(Fill::Quiet, "share got; the tick is the share wanted".into())], ..Bars::default() };
        let wanted = self.wanted();
        for ((node, load), wanted) in self.scenario.fleet.nodes().iter().zip(&own.balance.loads).zip(&wanted) {
            let got = Ratio::new(load.keys, own.balance.keys);
            let over = if wanted.part > 0 { decimal(got.value() / wanted.value(), 2) } else { NO_FIGURE.into() };
            table.push(
                vec![
                    node.name.clone(),
                    node.effective_weight().to_string(),
                    wanted.percent(),
                    got.percent(),
                    load.exact.map_or_else(|| NO_FIGURE.into(), Ratio::percent),
                    over,
                ],
                false,
            );
            if bars.rows.len() < MOST_BARS {
                bars.rows.push(Bar {
                    name: node.name.clone(),
                    from: 0.0,
                    parts: vec![(got.value(), Fill::Quiet)],
                    tick: Some(wanted.value()),
                    figure: format!("{} of {} wanted", got.percent(), wanted.percent()),
                    is_current: false,
                });
            }
        }
        let (shown, all) = (bars.rows.len(), table.rows.len());
        let first =
            if shown < all { format!(" The first {shown} of {} nodes.", thousands(all as u64)) } else { String::new() };
        Plate {
            title: format!(
                "Share wanted and got, {} {}",
                self.algorithms[self.current].preposition, self.algorithms[self.current].name
            ),
            caption: format!("Per cent of all keys.{first}"),
            figure: Some(Figure::Bars(bars)),
            table,
        }
    }

    fn by_algorithm(&self) -> Plate {
        let mut table = Table::new(
            &["algorithm", "weights"],
            &["most over, times wanted", "most under, times wanted", "spread", "usual spread"],
        );
        for (&algorithm, outcome) in self.algorithms.iter().zip(self.comparison.outcomes()) {
            let shares = self.got_over_wanted(outcome);
            let over = shares.iter().map(|share| share.1).fold(f64::MIN, f64::max);
            let under = shares.iter().map(|share| share.1).fold(f64::MAX, f64::min);
            let squares: f64 = shares.iter().map(|share| (share.1 - 1.0).powi(2)).sum();
            let spread = (squares / shares.len().max(1) as f64).sqrt();
            let counts = algorithm.weights == Weights::Used;
            let figure = |number: f64| if shares.is_empty() { NO_FIGURE.into() } else { decimal(number, 2) };
            table.push(
                vec![
                    titled(algorithm),
                    if counts { "count".into() } else { "are ignored".into() },
                    figure(over),
                    figure(under),
                    percent(spread),
                    if counts { percent(outcome.balance.usual_spread) } else { NO_FIGURE.into() },
                ],
                algorithm == self.algorithms[self.current],
            );
        }
        Plate {
            title: "How well each algorithm keeps the weights".into(),
            caption: "Got over wanted of the node that is furthest above and of the one that is furthest below.".into(),
            figure: None,
            table,
        }
    }
}
