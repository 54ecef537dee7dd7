//! The tables of a drill: what became of each run, and every span of the lanes.

use placement::{
    drill::{NodeState, Run, catalogue, clock, quantity},
    number::{Ratio, decimal, percent, thousands},
};

use super::{
    happened::Line,
    lanes::Spans,
    measures::{self, Measure},
};
use crate::{
    charts::timeline::Timeline,
    lab::sheet::{NO_FIGURE, Table},
};

/// What a column says of a run so far.
type Told = fn(&Run) -> String;

/// What the table of runs says of a drill besides what it says of all.
fn own_columns(id: &str) -> Vec<(&'static str, Told)> {
    match id {
        "views" => vec![
            ("Most keys in dispute", |run| {
                Ratio::new(run.series().between(0, u32::MAX).disagreeing_keys, run.keys()).percent()
            }),
            ("Most entries held twice", |run| {
                let most = run.series().samples().iter().map(|sample| sample.spare_copies).max().unwrap_or(0);
                thousands(u64::from(most) * u64::from(run.plan().scale()))
            }),
            ("Stale hits", |run| {
                let total = run.series().total();
                format!(
                    "{} ({} of a million)",
                    thousands(total.stale_hits * u64::from(run.plan().scale())),
                    Ratio::new(total.stale_hits, total.hits).decimal(1_000_000, 0)
                )
            }),
        ],
        "hot" => vec![("Busiest node over its fair share", |run| {
            catalogue::busiest_since(run).map_or_else(|| NO_FIGURE.into(), |over| format!("{} ×", decimal(over, 2)))
        })],
        _ => Vec::new(),
    }
}

/// What became of each run so far: counts at full scale.
#[must_use]
pub fn outcome(id: &str, runs: &[Run]) -> Table {
    let mut numbers = vec![
        "Reads",
        "Hits",
        "Misses",
        "Failed",
        "Hit rate",
        "Lowest of 10 s",
        "Most for the database, reads/s",
        "Usual again after",
        "Keys moved, of all",
    ];
    let own = own_columns(id);
    numbers.extend(own.iter().map(|column| column.0));
    numbers.push("Checksum");
    let mut table = Table::new(&["Run"], &numbers);
    for run in runs {
        let (total, scale, summary) = (run.series().total(), run.plan().scale(), run.summary());
        let count = |count: u64| thousands(count * u64::from(scale));
        let recovered = match (summary.ticks_to_recover, summary.worst_hit_rate) {
            (Some(0), _) => "never unusual".into(),
            (Some(ticks), _) => clock::in_words(ticks),
            (None, Some(_)) => "not yet".into(),
            (None, None) => NO_FIGURE.into(),
        };
        let known = |is_known: bool, words: String| if is_known { words } else { NO_FIGURE.into() };
        let rate = |per_s: f64| thousands(per_s.round() as u64);
        let mut cells = vec![
            run.plan().name.clone(),
            count(total.reads),
            count(total.hits),
            count(total.misses),
            count(total.failures),
            known(total.reads > 0, percent(total.hit_rate())),
            summary.worst_hit_rate.map_or_else(|| NO_FIGURE.into(), |worst| percent(worst.0)),
            known(summary.most_database_reads.is_some(), rate(summary.most_database_per_s(scale))),
            recovered,
            percent(total.moved_keys as f64 / f64::from(run.keys().max(1)) / clients(run)),
        ];
        cells.extend(own.iter().map(|(_, told)| told(run)));
        cells.push(checksum(run));
        table.push(cells, false);
    }
    table
}

/// How many clients count what moved for them.
fn clients(run: &Run) -> f64 {
    f64::from(quantity::CLIENTS.of(&run.plan().settings).max(1))
}

/// A number of all that was measured, in sixteen digits to the base 16.
#[must_use]
pub fn checksum(run: &Run) -> String {
    format!("{:016x}", run.digest())
}

/// Every span of the lanes: the measures of all runs, then how loaded each node of one of them is.
#[must_use]
pub fn spans(id: &str, runs: &[Run], spans: &Spans, timeline: &Timeline, events: &[Line]) -> Table {
    let measures = measures::columns(id);
    let has_versions = id == "views";
    let mut heads = Vec::new();
    for run in runs {
        let of = |head: &str| if runs.len() > 1 { format!("{head}, {}", run.plan().name) } else { head.to_owned() };
        heads.extend(measures.iter().map(|one| of(one.head)));
        heads.extend(has_versions.then(|| of("versions that clients have")));
    }
    let whose = if timeline.nodes_run.is_empty() { String::new() } else { format!(", {}", timeline.nodes_run) };
    heads.extend(timeline.nodes.iter().map(|node| format!("{}, of what it can serve{whose}", node.name)));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(&["From", "What happens"], &heads);
    let rows = spans.runs.iter().map(Vec::len).max().unwrap_or(0);
    for (at, from) in (0..rows).zip((0u32..).step_by(spans.ticks.max(1) as usize)) {
        let until = from + spans.ticks;
        let happens: Vec<&str> =
            events.iter().filter(|line| (from..until).contains(&line.tick)).map(|line| line.title.as_str()).collect();
        let mut cells = vec![clock::in_words(from), happens.join("; ")];
        for (run, samples) in runs.iter().zip(&spans.runs) {
            let span = samples.get(at);
            let told = |one: &&Measure| span.map_or_else(|| NO_FIGURE.into(), |span| one.told(span, run));
            cells.extend(measures.iter().map(told));
            cells.extend(has_versions.then(|| span.map_or_else(|| NO_FIGURE.into(), measures::versions)));
        }
        cells.extend(timeline.nodes.iter().map(|node| {
            let span = node.spans.get(at).filter(|span| span.state != NodeState::Absent);
            span.map_or_else(
                || NO_FIGURE.into(),
                |span| match span.state {
                    NodeState::Up => percent(span.load),
                    other => format!("{}, {}", percent(span.load), other.name()),
                },
            )
        }));
        table.push(cells, !happens.is_empty());
    }
    table
}
