//! How many virtual nodes a fleet needs for a target, with what they cost; and what keeps the target without any.

use placement::{
    algorithm::{ALL, Algorithm, ring},
    fleet::NodeId,
    lab::{
        advice::{Advice, SETS, Target},
        affordable_keys,
        comparison::{Comparison, Outcome},
        cost::Meter,
    },
    number::{Ratio, thousands},
    parameter::Value,
    scenario::{Command, Scenario},
    weight::Weight,
};

use super::{
    Clock, Options, Progress, Study, by_algorithms,
    cost::{bytes, nanoseconds},
    counting_noise,
    sheet::{NO_FIGURE, Plate, Sheet, Table, times},
    titled,
};
use crate::charts::{
    bars::{Bar, Bars, Fill},
    figure::Figure,
};

/// Most nodes that are taken down one by one under the other algorithms.
const MOST_LOSSES: usize = 16;

pub(super) struct AdviceStudy {
    /// `None` where no virtual nodes place anything.
    advice: Option<Advice>,
    comparison: Comparison,
    others: Vec<Algorithm>,
    scenario: Scenario,
    target: Target,
    clock: Clock,
    /// Nanoseconds for a lookup by number of virtual nodes, and the timing under way.
    timed: Vec<(u32, f64)>,
    meter: Option<Meter>,
}

impl AdviceStudy {
    pub(super) fn new(scenario: &Scenario, options: &Options, clock: Clock) -> Self {
        let mut scenario = scenario.clone();
        scenario.keys = affordable_keys(&scenario);
        let others: Vec<Algorithm> = ALL.into_iter().filter(|one| !one.takes(&ring::VIRTUAL_NODES)).collect();
        let counting = scenario.fleet.nodes().iter().filter(|node| node.effective_weight() > Weight::ZERO);
        let losses: Vec<NodeId> = counting.map(|node| node.id).take(MOST_LOSSES).collect();
        let losses = if options.target.also_after_a_loss && losses.len() > 1 { losses } else { Vec::new() };
        let changes: Vec<Vec<Command>> = losses.into_iter().map(|id| vec![Command::SetUp { id, up: false }]).collect();
        Self {
            advice: Advice::new(&scenario, options.target),
            comparison: Comparison::new(by_algorithms(&scenario, others.iter().copied(), &changes)),
            others,
            target: options.target,
            scenario,
            clock,
            timed: Vec::new(),
            meter: None,
        }
    }

    /// The answers, each once.
    fn counts(&self) -> Vec<u32> {
        let Some(advice) = &self.advice else { return Vec::new() };
        let mut counts: Vec<u32> = Vec::new();
        for count in [advice.own().map(|own| own.0), advice.by_theory(), advice.advised()].into_iter().flatten() {
            if !counts.contains(&count) {
                counts.push(count);
            }
        }
        counts
    }

    /// A round of timing; true when another count is timed.
    fn time(&mut self) -> bool {
        let Some(&count) = self.counts().get(self.timed.len()) else { return false };
        let Some(meter) = &mut self.meter else {
            let mut settings = self.scenario.settings.clone();
            // A count that was looked at is one that fits.
            let _ = settings.set(&ring::VIRTUAL_NODES, Value::Count(count));
            self.meter = Some(Meter::new(self.scenario.algorithm, &self.scenario.fleet, &settings));
            return false;
        };
        let clock = self.clock;
        let Some([_, median, _]) = meter.step(&clock) else { return false };
        self.timed.push((count, median));
        self.meter = None;
        true
    }
}

/// What is wanted, in words.
fn wanted(target: Target) -> String {
    format!(
        "no node above {} % of its fair share{}",
        target.per_cent,
        if target.also_after_a_loss { ", also after any one node fails" } else { "" }
    )
}

/// The highest load of an outcome, before and after its changes: times fair.
fn peaks(outcome: &Outcome) -> (Option<Ratio>, Option<Ratio>) {
    let after = outcome.changes.iter().filter_map(|changed| changed.as_ref().ok()?.balance.busiest_times());
    (outcome.balance.busiest_times(), after.reduce(|worst, one| if one.value() > worst.value() { one } else { worst }))
}

impl Study for AdviceStudy {
    fn step(&mut self) -> bool {
        match &mut self.advice {
            Some(advice) if !advice.is_complete() => advice.step(),
            _ if !self.comparison.is_complete() => self.comparison.step(),
            _ => self.time(),
        }
    }

    fn progress(&self) -> Progress {
        let (mut done, mut all) = self.comparison.progress();
        if let Some(advice) = &self.advice {
            // How many trials there will be is not known before; the one under way counts as the last.
            done += advice.trials().iter().map(|trial| trial.tried as usize).sum::<usize>();
            all += advice.trials().len() * SETS as usize;
            all += usize::from(!advice.is_complete());
        }
        done += self.timed.len();
        all += self.counts().len();
        Progress { done, all, unit: "rings and placements" }
    }

    fn sheet(&self, _: &Options) -> Sheet {
        let mut plates = Vec::new();
        if let Some(advice) = &self.advice {
            plates.push(self.answers(advice));
            plates.push(trials(advice));
        }
        plates.push(self.without());
        let mut notes = vec![format!(
            "The first answer holds for these very names and no others; renaming a node, or adding one, is another draw. Name sets \
             are this fleet with a word before each name. Loads are exact arcs: {} sampled keys would add their own noise.",
            thousands(self.scenario.keys.len())
        )];
        if self.scenario.fleet.nodes().len() > MOST_LOSSES {
            notes.push(format!("Without virtual nodes, the losses of the first {MOST_LOSSES} nodes are tried."));
        }
        Sheet { finding: self.finding(), notes, plates }
    }
}

impl AdviceStudy {
    fn finding(&self) -> String {
        let Some(advice) = &self.advice else {
            return "This algorithm has no virtual nodes, or the fleet no node: choose a ring above. What keeps the target without any is below.".into();
        };
        let wanted = wanted(self.target);
        if let Some(count) = advice.advised() {
            let kept = advice.trials().last().map_or(0, |trial| trial.kept);
            let theory = advice
                .by_theory()
                .map_or_else(String::new, |count| format!("; well-spread points need {}", thousands(count)));
            return format!(
                "{} virtual nodes each: {wanted}, in {kept} of {SETS} other name sets{theory}.",
                thousands(count)
            );
        }
        if !advice.is_complete() {
            return format!("Looking for the number of virtual nodes with {wanted} …");
        }
        let hash = self.scenario.hash().name();
        let most = thousands(advice.most());
        match (advice.by_theory(), advice.trials().first()) {
            (Some(count), Some(first)) => format!(
                "No number up to {most} does it with {hash}: with {}, enough for well-spread points, {} of {SETS} name sets keep {wanted}.",
                thousands(count),
                first.kept
            ),
            _ => format!(
                "No number of virtual nodes up to {most} keeps it: {wanted}, in {} of 100 name sets.",
                self.target.of_hundred
            ),
        }
    }

    fn answers(&self, advice: &Advice) -> Plate {
        let mut table = Table::new(
            &["answer"],
            &[
                "virtual nodes each",
                "points in all",
                "tables",
                "comparisons of a binary search",
                "ns for a lookup, here",
                "busiest, times fair",
                "after the worst loss",
            ],
        );
        let time = |count: u32| self.timed.iter().find(|timed| timed.0 == count).map(|timed| nanoseconds(timed.1));
        let mut push = |name: String, count: Option<u32>, missing: &str, loads: [String; 2], is_current: bool| {
            let mut cells = vec![name];
            match count {
                Some(count) => {
                    let points = ring::points_in_all(&self.scenario.fleet, count);
                    cells.push(thousands(count));
                    cells.push(thousands(points));
                    cells.push(bytes(ring::table_bytes_of(points)));
                    cells.push(points.max(1).next_power_of_two().ilog2().to_string());
                    cells.push(time(count).unwrap_or_else(|| "…".into()));
                }
                None => {
                    cells.push(missing.to_owned());
                    cells.resize(6, String::new());
                }
            }
            cells.extend(loads);
            table.push(cells, is_current);
        };
        let none = format!("none up to {}", thousands(advice.most()));
        let open = |is_over: bool| if is_over { none.as_str() } else { "…" };
        let unknown = || NO_FIGURE.to_owned();
        let own = advice.own();
        let loads = [
            own.map_or_else(unknown, |own| own.1.busiest.times()),
            own.and_then(|own| own.1.loss.as_ref()).map_or_else(unknown, |loss| {
                format!("{} ({} after {})", loss.times_fair.times(), loss.busiest, loss.lost)
            }),
        ];
        push(
            "these very names, by exact arcs".into(),
            own.map(|own| own.0),
            open(advice.has_searched_own()),
            loads,
            false,
        );
        let often = format!("in {} of 100", self.target.of_hundred);
        let any = format!("any names, points well spread, {often}");
        push(any, advice.by_theory(), &none, [unknown(), unknown()], false);
        let others = format!("other names with {}, {often}", self.scenario.hash().name());
        push(others, advice.advised(), open(advice.is_complete()), [unknown(), unknown()], true);
        Plate {
            title: "Three answers".into(),
            caption: format!("The smallest number of virtual nodes with {}.", wanted(self.target)),
            figure: None,
            table,
        }
    }

    fn without(&self) -> Plate {
        let mut table =
            Table::new(&["algorithm", "keeps the target"], &["busiest, times fair", "after the worst loss", "tables"]);
        for (algorithm, outcome) in self.others.iter().zip(self.comparison.outcomes()) {
            let (now, after) = peaks(outcome);
            let limit = f64::from(self.target.per_cent) / 100.0;
            let is_through = outcome.changes.len() == self.comparison.entries()[0].changes.len();
            let keeps = now.into_iter().chain(after).all(|one| one.value() <= limit);
            table.push(
                vec![
                    titled(*algorithm),
                    match (is_through, keeps) {
                        (false, _) => "…".into(),
                        (true, true) => "yes".into(),
                        (true, false) => "no".into(),
                    },
                    times(now),
                    times(after),
                    bytes(outcome.table_bytes),
                ],
                false,
            );
        }
        Plate {
            title: "Without virtual nodes".into(),
            caption: format!(
                "These names, {} keys counted; the counting alone gives a spread of {}.",
                thousands(self.scenario.keys.len()),
                counting_noise(self.scenario.fleet.nodes().len() as u32, &self.scenario.keys)
            ),
            figure: None,
            table,
        }
    }
}

/// How many name sets kept the target, by number of virtual nodes.
fn trials(advice: &Advice) -> Plate {
    let mut table = Table::new(&[], &["virtual nodes each", "name sets that keep it", "name sets tried"]);
    let mut bars = Bars {
        mark: Some((f64::from(advice.target().of_hundred), format!("{} of 100", advice.target().of_hundred))),
        ..Bars::default()
    };
    for trial in advice.trials() {
        table.push(vec![thousands(trial.virtual_nodes), thousands(trial.kept), thousands(trial.tried)], false);
        bars.rows.push(Bar {
            name: format!("{} each", thousands(trial.virtual_nodes)),
            from: 0.0,
            parts: vec![(f64::from(trial.kept), Fill::Quiet)],
            tick: None,
            figure: format!("{} of {}", trial.kept, trial.tried),
            is_current: Some(trial.virtual_nodes) == advice.advised(),
        });
    }
    Plate {
        title: "Other names with this hash".into(),
        caption: format!("Of {SETS} name sets so many keep the target; a quarter more virtual nodes until enough do."),
        figure: Some(Figure::Bars(bars)),
        table,
    }
}
