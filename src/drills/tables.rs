//! The tables of a drill: what became of each run, and every span of the lanes.

use placement::{
    drill::{Run, Sample, clock, quantity},
    number::{decimal, percent, thousands},
};

use super::{happened::Line, lanes::Spans};
use crate::lab::sheet::{NO_FIGURE, Table};

/// What a column says of a span of a run.
type Told = fn(&Sample, &Run) -> String;

/// What became of each run so far: counts at full scale.
#[must_use]
pub fn outcome(runs: &[Run]) -> Table {
    let numbers = [
        "Reads",
        "Hits",
        "Misses",
        "Failed",
        "Hit rate",
        "Lowest of 10 s",
        "Most for the database, reads/s",
        "Usual again after",
        "Keys moved, of all",
        "Checksum",
    ];
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
        table.push(
            vec![
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
                checksum(run),
            ],
            false,
        );
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

/// Every span of the lanes, for all runs.
#[must_use]
pub fn spans(runs: &[Run], spans: &Spans, events: &[Line]) -> Table {
    let measures: [(&str, Told); 4] = [
        ("hit rate", |span, _| percent(span.hit_rate())),
        ("for the database, reads/s", |span, run| {
            thousands(span.database_reads_per_s(run.plan().scale()).round() as u64)
        }),
        ("failed", |span, _| percent(span.failure_rate())),
        ("mean answer, ms", |span, _| decimal(span.latency_ms(), 2)),
    ];
    let heads: Vec<String> = runs
        .iter()
        .flat_map(|run| {
            measures.iter().map(move |(head, _)| {
                if runs.len() > 1 { format!("{head}, {}", run.plan().name) } else { (*head).to_owned() }
            })
        })
        .collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(&["From", "What happens"], &heads);
    let rows = spans.runs.iter().map(Vec::len).max().unwrap_or(0);
    for (at, from) in (0..rows).zip((0u32..).step_by(spans.ticks.max(1) as usize)) {
        let until = from + spans.ticks;
        let happens: Vec<&str> =
            events.iter().filter(|line| (from..until).contains(&line.tick)).map(|line| line.title.as_str()).collect();
        let mut cells = vec![clock::in_words(from), happens.join("; ")];
        for (run, samples) in runs.iter().zip(&spans.runs) {
            for (_, read) in measures {
                cells.push(samples.get(at).map_or_else(|| NO_FIGURE.into(), |span| read(span, run)));
            }
        }
        table.push(cells, !happens.is_empty());
    }
    table
}
