//! Words that the sentences of several drills share.

use crate::{
    drill::{Run, clock},
    number::{decimal, percent, thousands},
};

/// What the runs stand at before anything has happened.
pub(super) fn before(runs: &[Run]) -> String {
    let Some(run) = runs.first() else { return String::new() };
    let database = crate::drill::quantity::DATABASE_RATE.of(&run.plan().settings);
    format!(
        "{} of the reads are hits; the rest are {} reads a second of the {} that the database stands.",
        percent(run.summary().usual_hit_rate),
        rate(run.series().total().database_reads_per_s(run.plan().scale())),
        thousands(database)
    )
}

/// A rate a second, whole.
pub(super) fn rate(per_s: f64) -> String {
    decimal(per_s, 0)
}

/// "a", "a and b", "a, b and c".
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What each run says, with its name behind it: "35,000 by modulo, 5,000 on a ring".
pub(super) fn each(runs: &[Run], say: impl Fn(&Run) -> String) -> String {
    listed(&runs.iter().map(|run| format!("{} {}", say(run), run.plan().name)).collect::<Vec<_>>())
}

/// The same, runs that say the same one after the other together: "54.8 s on a ring and with dual reads, and 55 s by a
/// lookup table".
pub(super) fn each_alike(runs: &[Run], say: impl Fn(&Run) -> String) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for run in runs {
        let (said, name) = (say(run), run.plan().name.clone());
        match groups.last_mut().filter(|last| last.0 == said) {
            Some(last) => last.1.push(name),
            None => groups.push((said, vec![name])),
        }
    }
    let parts: Vec<String> = groups.into_iter().map(|(said, names)| format!("{said} {}", listed(&names))).collect();
    match &parts[..] {
        [first @ .., last] if !first.is_empty() => format!("{}, and {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

/// What each run says, in their order, where it was said before which they are: "17,780 and 25,480"; once where all say the
/// same.
pub(super) fn in_order(runs: &[Run], say: impl Fn(&Run) -> String) -> String {
    let mut said: Vec<String> = runs.iter().map(say).collect();
    if said.iter().all(|one| Some(one) == said.first()) {
        said.truncate(1);
    }
    listed(&said)
}

/// The lowest hit rate of ten seconds.
pub(super) fn worst(run: &Run) -> String {
    let summary = run.summary();
    percent(summary.worst_hit_rate.map_or(summary.usual_hit_rate, |worst| worst.0))
}

/// The most reads a second that were meant for the database.
pub(super) fn most_database(run: &Run) -> String {
    rate(run.summary().most_database_per_s(run.plan().scale()))
}

/// When the hit rate was usual again: "after 3 min", "not within 5 min".
pub(super) fn recovered(run: &Run) -> String {
    let summary = run.summary();
    match (summary.ticks_to_recover, summary.first_event_tick) {
        (Some(0), _) => "at once".into(),
        (Some(ticks), _) => format!("after {}", clock::in_words(ticks)),
        (None, first) => format!("not within {}", clock::in_words(run.tick() - first.unwrap_or(0))),
    }
}

/// Reads that failed since the first event, of all since then.
pub(super) fn failed_since(run: &Run) -> f64 {
    let first = run.summary().first_event_tick.unwrap_or(0);
    run.series().between(first, u32::MAX).failure_rate()
}

/// What the database stands, in reads a second.
pub(super) fn stands(run: &Run) -> String {
    thousands(crate::drill::quantity::DATABASE_RATE.of(&run.plan().settings))
}
