//! How evenly keys lie: by every algorithm, and on a ring by number of virtual nodes, over several name sets.

use placement::{
    algorithm::Algorithm,
    keys::Keys,
    lab::{
        affordable_keys,
        comparison::{Comparison, Outcome},
        name_sets,
        sweep::{Row, Sweep},
    },
    measure::Evenness,
    number::{Ratio, decimal, percent, thousands},
    scenario::Scenario,
};

use super::{
    Measure, Options, Progress, Study, by_algorithms, capitalised, counting_noise, place_of,
    sheet::{Plate, Sheet, Table, times},
    studied, titled,
};
use crate::charts::{
    bars::{Bar, Bars, Fill},
    figure::Figure,
    lines::{Line, Lines, Stroke},
};

pub(super) struct BalanceStudy {
    /// Of virtual nodes, where there are any.
    sweep: Option<Sweep>,
    algorithms: Vec<Algorithm>,
    /// By algorithm, and for each the name sets.
    comparison: Comparison,
    sets: usize,
    current: usize,
    keys: Keys,
    nodes: u32,
}

impl BalanceStudy {
    pub(super) fn new(scenario: &Scenario, options: &Options) -> Self {
        let scenario = Scenario { keys: affordable_keys(scenario), ..scenario.clone() };
        let named = |set| Scenario { fleet: name_sets::fleet(&scenario.fleet, set), ..scenario.clone() };
        let algorithms = studied(scenario.algorithm);
        let entries = algorithms.iter().flat_map(|&algorithm| {
            (0..options.sets).flat_map(move |set| by_algorithms(&named(set), [algorithm], &[])).collect::<Vec<_>>()
        });
        Self {
            sweep: Sweep::new(&scenario, scenario.keys.clone(), options.sets),
            comparison: Comparison::new(entries.collect()),
            sets: options.sets as usize,
            current: place_of(scenario.algorithm, &algorithms),
            algorithms,
            nodes: scenario.fleet.nodes().len() as u32,
            keys: scenario.keys,
        }
    }
}

impl Study for BalanceStudy {
    fn step(&mut self) -> bool {
        match &mut self.sweep {
            Some(sweep) if !sweep.is_complete() => sweep.step(),
            _ => self.comparison.step(),
        }
    }

    fn progress(&self) -> Progress {
        let (mut done, mut all) = self.comparison.progress();
        if let Some(sweep) = &self.sweep {
            let (swept, to_sweep) = sweep.progress();
            (done, all) = (done + swept, all + to_sweep);
        }
        Progress { done, all, unit: "placements" }
    }

    fn sheet(&self, options: &Options) -> Sheet {
        let mut plates = Vec::new();
        if let Some(sweep) = &self.sweep {
            plates.push(self.by_count(sweep.rows(), options.measure));
        }
        plates.push(self.by_algorithm());
        let mut notes = vec![format!(
            "{} keys on {} nodes are a sample: counting them alone gives a spread of {}, whatever the algorithm. \
             Exact arcs stand beside the counts where there are arcs.",
            thousands(self.keys.len()),
            thousands(self.nodes),
            counting_noise(self.nodes, &self.keys)
        )];
        if self.sets > 1 {
            notes.push(format!(
                "The other name sets are this fleet with a word before each name ({}-…, {}-…): what tells the names apart stays, \
                 and what was luck with these names shows.",
                name_sets::word(1),
                name_sets::word(2)
            ));
        }
        Sheet { finding: self.finding(), notes, plates }
    }
}

impl BalanceStudy {
    fn outcomes(&self, algorithm: usize) -> &[Outcome] {
        let all = self.comparison.outcomes();
        let from = (algorithm * self.sets).min(all.len());
        &all[from..(from + self.sets).min(all.len())]
    }

    fn finding(&self) -> String {
        let Some(own) = self.outcomes(self.current).first() else {
            return "How evenly keys lie, by every algorithm and by number of virtual nodes.".into();
        };
        let Some(busiest) = own.balance.busiest() else { return "There is no node to own a key.".into() };
        let name = self.comparison.entries()[self.current * self.sets].scenario.fleet.get(busiest.id);
        let times_fair = times(busiest.times_fair);
        let expected = decimal(own.balance.usual_spread * 100.0, 1);
        format!(
            "{} {}: {} has {times_fair} times its fair share, and the spread is {} %; {expected} % would be usual.",
            capitalised(self.algorithms[self.current].preposition),
            self.algorithms[self.current].name,
            name.map_or("", |node| node.name.as_str()),
            decimal(own.balance.spread * 100.0, 1)
        )
    }

    fn by_algorithm(&self) -> Plate {
        let sets = format!("busiest, worst of {} name sets", self.sets);
        let mean = format!("SD/mean, mean of {}", self.sets);
        let mut table = Table::new(
            &["algorithm"],
            &[
                "busiest, times fair",
                "by exact share",
                "lightest, times fair",
                "SD/mean",
                "usual SD/mean",
                &sets,
                &mean,
            ],
        );
        let mut bars = Bars {
            mark: Some((1.0, "fair".into())),
            legend: vec![(Fill::Ink, "lightest to busiest node, these names".into())],
            ..Bars::default()
        };
        for (at, &algorithm) in self.algorithms.iter().enumerate() {
            let outcomes = self.outcomes(at);
            let Some(own) = outcomes.first() else { continue };
            let is_complete = outcomes.len() == self.sets;
            let busiest = own.balance.busiest_times();
            let lightest = own.balance.lightest_times();
            let exact = placement::measure::curve::busiest_exact(&own.balance);
            let worst =
                outcomes.iter().filter_map(|one| one.balance.busiest_times()).map(Ratio::value).fold(0.0, f64::max);
            let mean = outcomes.iter().map(|one| one.balance.spread).sum::<f64>() / outcomes.len() as f64;
            let whole = |text: String| if is_complete { text } else { "…".into() };
            let name = titled(algorithm);
            let is_current = at == self.current;
            table.push(
                vec![
                    name.clone(),
                    times(busiest),
                    times(exact),
                    times(lightest),
                    percent(own.balance.spread),
                    percent(own.balance.usual_spread),
                    whole(decimal(worst, 2)),
                    whole(percent(mean)),
                ],
                is_current,
            );
            if let (Some(busiest), Some(lightest)) = (busiest, lightest) {
                let worst = (self.sets > 1).then_some(worst);
                let words = worst.map_or_else(String::new, |worst| format!(", worst {}", decimal(worst, 2)));
                bars.rows.push(Bar {
                    name,
                    from: lightest.value(),
                    parts: vec![(busiest.value(), if is_current { Fill::Ink } else { Fill::Quiet })],
                    tick: worst,
                    figure: format!("{} to {}{words}", lightest.times(), busiest.times()),
                    is_current,
                });
            }
        }
        Plate {
            title: "Lightest to busiest node, by algorithm".into(),
            caption: format!(
                "Times fair, from {} keys counted. The tick is the busiest node of the worst of {} name sets.",
                thousands(self.keys.len()),
                self.sets
            ),
            figure: Some(Figure::Bars(bars)),
            table,
        }
    }

    fn by_count(&self, rows: &[Row], measure: Measure) -> Plate {
        type Read = fn(&Evenness) -> f64;
        let (title, words, read): (&str, &str, Read) = match measure {
            Measure::Busiest => (
                "Busiest node above its fair share, by number of virtual nodes",
                "busiest node, above its fair share",
                |one| (one.busiest.value() - 1.0) * 100.0,
            ),
            Measure::Spread => {
                ("Spread by number of virtual nodes", "standard deviation over mean", |one| one.spread * 100.0)
            }
            Measure::Lightest => (
                "Lightest node below its fair share, by number of virtual nodes",
                "lightest node, below its fair share",
                |one| (1.0 - one.lightest.value()) * 100.0,
            ),
        };
        // What theory gives for it: middle, lower and upper.
        let expected = |row: &Row| {
            let (middle, low, high) = match measure {
                Measure::Busiest => (row.busiest.mean - 1.0, row.busiest.at_5 - 1.0, row.busiest.at_95 - 1.0),
                Measure::Spread => row.spread,
                Measure::Lightest => (1.0 - row.lightest.mean, 1.0 - row.lightest.at_95, 1.0 - row.lightest.at_5),
            };
            [middle, low, high].map(|part| part * 100.0)
        };
        let x = |row: &Row| f64::from(row.virtual_nodes);
        let line = |name: &str, stroke, y: &dyn Fn(&Row) -> Option<f64>| Line {
            name: name.to_owned(),
            points: rows.iter().filter_map(|row| Some((x(row), y(row).filter(|&y| y > 0.0)?))).collect(),
            stroke,
        };
        let mut lines: Vec<Line> =
            (1..self.sets).map(|set| line("", Stroke::Quiet, &|row| row.arcs.get(set).map(read))).collect();
        if let Some(other) = lines.last_mut() {
            other.name =
                if self.sets == 2 { "other names".into() } else { format!("{} other name sets", self.sets - 1) };
        }
        lines.push(line("well spread", Stroke::Dashed, &|row| Some(expected(row)[0])));
        lines.push(line("keys counted", Stroke::Dots, &|row| row.keys.first().map(read)));
        lines.push(line("these names", Stroke::Main, &|row| row.arcs.first().map(read)));
        let all = lines.iter().flat_map(|line| &line.points).map(|point| point.1);
        let all = all.chain(rows.iter().map(|row| expected(row)[1]).filter(|&low| low > 0.0));
        let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
        let ends = |number: f64, up: bool| {
            let power = 10f64.powf(number.log10().floor());
            let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
            let fits = steps.into_iter().filter(|&step| if up { step >= number } else { step <= number });
            if up { fits.fold(f64::MAX, f64::min) } else { fits.fold(power, f64::max) }
        };
        let y = if low <= high { (ends(low, false), ends(high * 1.05, true)) } else { (1.0, 100.0) };

        let mut table = Table::new(
            &[],
            &[
                "virtual nodes each",
                "busiest, exact",
                "busiest, keys counted",
                "busiest, worst name set, exact",
                "busiest, well spread: mean (90 % lie between)",
                "lightest, exact",
                "SD/mean, exact",
                "SD/mean, well spread (90 % lie between)",
            ],
        );
        for row in rows {
            let Some((arcs, keys)) = row.arcs.first().zip(row.keys.first()) else { continue };
            let worst = row.arcs.iter().map(|one| one.busiest.value()).fold(0.0, f64::max);
            let (middle, low, high) = row.spread;
            table.push(
                vec![
                    thousands(row.virtual_nodes),
                    arcs.busiest.times(),
                    keys.busiest.times(),
                    decimal(worst, 2),
                    format!(
                        "{} ({} to {})",
                        decimal(row.busiest.mean, 2),
                        decimal(row.busiest.at_5, 2),
                        decimal(row.busiest.at_95, 2)
                    ),
                    arcs.lightest.times(),
                    percent(arcs.spread),
                    format!(
                        "{} % ({} to {} %)",
                        decimal(middle * 100.0, 1),
                        decimal(low * 100.0, 1),
                        decimal(high * 100.0, 1)
                    ),
                ],
                false,
            );
        }
        Plate {
            title: title.into(),
            caption: format!(
                "Lines are exact arcs of the ring, dots {} keys counted on it: where the dots leave the line, that is the sample. \
                 The band holds nine of ten rings whose points are well spread.",
                thousands(self.keys.len())
            ),
            figure: Some(Figure::Lines(Lines {
                x_words: "virtual nodes each".into(),
                y_words: format!("{words}, per cent of it"),
                x: (1.0, 10_000.0),
                y,
                y_unit: " %",
                band: rows
                    .iter()
                    .map(|row| {
                        let [_, low, high] = expected(row);
                        (x(row), low, high)
                    })
                    .collect(),
                lines,
            })),
            table,
        }
    }
}
