//! What a lookup costs here and now: nanoseconds and bytes, for fleets of 10 to 10,000 nodes.

use placement::{
    algorithm::ALL,
    lab::cost::{Cost, Timing},
    number::{decimal, thousands},
    scenario::Scenario,
};

use super::{
    Clock, Options, Progress, Study,
    sheet::{Column, NO_FIGURE, Plate, Sheet, Table},
    titled,
};
use crate::charts::{
    figure::Figure,
    lines::{Line, Lines, Stroke},
};

pub(super) struct CostStudy {
    cost: Cost,
    clock: Clock,
    current: &'static str,
}

impl CostStudy {
    pub(super) fn new(scenario: &Scenario, clock: Clock, fleets: &'static [u32]) -> Self {
        Self { cost: Cost::new(scenario, &ALL, fleets), clock, current: scenario.algorithm.id }
    }

    fn of(&self, nodes: u32) -> impl Iterator<Item = &Timing> {
        self.cost.timings().iter().filter(move |timing| timing.nodes == nodes)
    }

    fn modulo(&self, nodes: u32) -> Option<&Timing> {
        self.of(nodes).find(|timing| timing.algorithm.id == "modulo")
    }
}

/// Bytes as a person reads them; exact below a thousand.
pub(super) fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{} kB", decimal(count as f64 / 1e3, 1)),
        _ => format!("{} MB", decimal(count as f64 / 1e6, 1)),
    }
}

pub(super) fn nanoseconds(time: f64) -> String {
    if time < 100.0 { decimal(time, 1) } else { thousands(time.round() as u64) }
}

impl Study for CostStudy {
    fn step(&mut self) -> bool {
        let clock = self.clock;
        self.cost.step(&clock)
    }

    fn progress(&self) -> Progress {
        let (done, all) = self.cost.progress();
        Progress { done, all, unit: "timings" }
    }

    fn sheet(&self, _: &Options) -> Sheet {
        let mut plates = vec![self.lines()];
        plates.extend(
            self.cost
                .fleets()
                .iter()
                .copied()
                .filter(|&nodes| self.of(nodes).next().is_some())
                .map(|nodes| self.table(nodes)),
        );
        let own = |nodes| self.of(nodes).find(|timing| timing.algorithm.id == self.current);
        let last = self.cost.fleets().iter().rev().copied().find_map(|nodes| Some((own(nodes)?, self.modulo(nodes)?)));
        let finding = last.map_or_else(
            || "What a lookup costs in this browser, measured now.".into(),
            |(own, modulo)| {
                format!(
                    "With {} nodes a lookup {} {} takes {} ns here, {} times that of modulo, and reads tables of {}.",
                    thousands(own.nodes),
                    own.algorithm.preposition,
                    own.algorithm.name,
                    nanoseconds(own.nanoseconds[1]),
                    decimal(own.nanoseconds[1] / modulo.nanoseconds[1], 1),
                    bytes(own.table_bytes)
                )
            },
        );
        Sheet {
            finding,
            notes: vec![
                "Timed on this machine while it does other things too: of single numbers believe the order of magnitude, of ratios more. \
                 Median of nine rounds; the hash of the key is not in it."
                    .into(),
                "Bytes are exact: the tables that a lookup reads, as this program holds them (a position takes 8 bytes, a node's number 2), \
                 without the list of nodes itself."
                    .into(),
            ],
            plates,
        }
    }
}

impl CostStudy {
    fn lines(&self) -> Plate {
        let mut lines: Vec<Line> = ALL
            .into_iter()
            .map(|algorithm| Line {
                name: titled(algorithm),
                points: self
                    .cost
                    .timings()
                    .iter()
                    .filter(|timing| timing.algorithm == algorithm)
                    .map(|timing| (f64::from(timing.nodes), timing.nanoseconds[1].max(0.1)))
                    .collect(),
                stroke: if algorithm.id == self.current { Stroke::Main } else { Stroke::Quiet },
            })
            .collect();
        // The reader's own is drawn last, over the others.
        if let Some(own) = lines.iter().position(|line| line.stroke == Stroke::Main) {
            let line = lines.remove(own);
            lines.push(line);
        }
        let most = lines.iter().flat_map(|line| &line.points).map(|point| point.1).fold(100.0, f64::max);
        let mut table = Table::new(&["algorithm"], &[]);
        let fleets = self.cost.fleets();
        table.columns.extend(
            fleets.iter().map(|&nodes| Column { head: format!("{} nodes, ns", thousands(nodes)), is_number: true }),
        );
        for algorithm in ALL {
            let of = |nodes| self.of(nodes).find(|timing| timing.algorithm == algorithm);
            let cell =
                |nodes| of(nodes).map_or_else(|| "…".into(), |timing: &Timing| nanoseconds(timing.nanoseconds[1]));
            let cells = std::iter::once(titled(algorithm)).chain(fleets.iter().copied().map(cell)).collect();
            table.push(cells, algorithm.id == self.current);
        }
        Plate {
            title: "Nanoseconds for a lookup".into(),
            caption: "Median of nine rounds in this browser, by number of nodes; both scales logarithmic.".into(),
            figure: Some(Figure::Lines(Lines {
                x_words: "nodes".into(),
                y_words: "nanoseconds for a lookup".into(),
                x: (
                    fleets.first().map_or(1.0, |&least| f64::from(least)),
                    fleets.last().map_or(1.0, |&most| f64::from(most)),
                ),
                y: (1.0, most * 1.2),
                lines,
                ..Lines::default()
            })),
            table,
        }
    }

    fn table(&self, nodes: u32) -> Plate {
        let mut table = Table::new(
            &["algorithm"],
            &[
                "ns, median",
                "ns, lowest",
                "ns, highest",
                "times modulo",
                "tables",
                "bytes, exact",
                "virtual nodes each",
            ],
        );
        let modulo = self.modulo(nodes).map_or(1.0, |timing| timing.nanoseconds[1]);
        for timing in self.of(nodes) {
            let [lowest, median, highest] = timing.nanoseconds;
            table.push(
                vec![
                    titled(timing.algorithm),
                    nanoseconds(median),
                    nanoseconds(lowest),
                    nanoseconds(highest),
                    decimal(median / modulo, 1),
                    bytes(timing.table_bytes),
                    thousands(timing.table_bytes),
                    timing.virtual_nodes.map_or_else(|| NO_FIGURE.into(), thousands),
                ],
                timing.algorithm.id == self.current,
            );
        }
        Plate {
            title: format!("{} nodes", thousands(nodes)),
            caption: "Of a large ring the nodes have fewer virtual nodes than asked, so that it has a million points at most.".into(),
            figure: None,
            table,
        }
    }
}
