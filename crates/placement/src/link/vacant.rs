//! The field `vacant`: buckets whose node is gone for good, in the order in which they were removed. See the module's
//! grammar.

use super::{
    nodes::{self, Went, read_whole},
    note::Notes,
};
use crate::{
    fleet::{Fleet, Removed},
    limits,
};

/// What is wrong with the field, as a sentence.
const NO_VACANCIES: &str =
    "Vacant are up to 1,024 buckets, each once and below the count of nodes and vacant ones: 3,9-7.";

/// The field's value; `None` where no bucket is vacant.
pub(super) fn write(fleet: &Fleet) -> Option<String> {
    let mut runs: Vec<Run> = Vec::new();
    for (one, place) in fleet.removed().iter().zip(1..) {
        let Removed::Vacant(bucket) = *one else { continue };
        let count = |run: &Run| run.first.abs_diff(run.last) + 1;
        let open = runs.last_mut().filter(|run| run.place + count(run) == place).filter(|run| {
            let is_next = run.last.abs_diff(bucket) == 1;
            is_next && (run.first == run.last || (run.first < run.last) == (run.last < bucket))
        });
        match open {
            Some(run) => run.last = bucket,
            None => runs.push(Run { first: bucket, last: bucket, place }),
        }
    }
    let is_in_rows = nodes::is_in_rows(fleet);
    let text = |run: &Run| {
        let mut text = run.first.to_string();
        if run.last != run.first {
            text.push_str(&format!("-{}", run.last));
        }
        if !is_in_rows {
            text.push_str(&format!("!{}", run.place));
        }
        text
    };
    (!runs.is_empty()).then(|| runs.iter().map(text).collect::<Vec<_>>().join(","))
}

/// Reads the field, and brings the removals into their order. A field that does not fit the fleet is as if it were not
/// there, and noted.
pub(super) fn read(fleet: &mut Fleet, went: &Went, text: Option<&String>, notes: &mut Notes) {
    let number = |id| went.get(&id).copied().unwrap_or(0);
    let vacant = text.map_or_else(|| Some(Vec::new()), |text| read_runs(text));
    let most = limits::NODES.saturating_sub(fleet.nodes().len());
    let is_taken = vacant.filter(|one| one.len() <= most).is_some_and(|one| fleet.order_removed(&one, &number));
    if let (false, Some(text)) = (is_taken, text) {
        notes.add_bad_value("vacant", text, &NO_VACANCIES);
        fleet.order_removed(&[], &number);
    }
}

/// Buckets one after the other, up or down.
struct Run {
    first: u32,
    last: u32,
    /// Of the first among all removals, from 1.
    place: u32,
}

/// The buckets, each with the number of its run; `None` if one cannot be read, or they are too many.
fn read_runs(text: &str) -> Option<Vec<(u32, u32)>> {
    let whole = |text: &str| if text.is_empty() { None } else { read_whole(text) };
    let mut vacant = Vec::new();
    for part in text.split(',') {
        let (run, number) = match part.split_once('!') {
            Some((run, number)) => (run, whole(number)?),
            None => (part, 0),
        };
        let (first, last) = match run.split_once('-') {
            Some((first, last)) => (whole(first)?, whole(last)?),
            None => (whole(run)?, whole(run)?),
        };
        let (low, high) = (first.min(last), first.max(last));
        // The second sum is small only because of the first condition.
        if high as usize >= limits::NODES || vacant.len() + (high - low) as usize >= limits::VACANCIES {
            return None;
        }
        vacant.extend((low..=high).map(|bucket| (if first == low { bucket } else { high - (bucket - low) }, number)));
    }
    Some(vacant)
}
