//! The figures of "Consistent hashing: 100 virtual nodes still run 18% hot".
//!
//! MurmurHash3 with seed 0, labels `{node}#{i}`, 300,000 keys `user:{i}`, ten nodes of eight prefixes: node-0 … node-9,
//! srv-0 … Jump hashing takes the 32-bit hash h as (h << 32) | h. The averages are made as the printed digits ask for:
//! each run is rounded to three decimals, and the mean of the eight is printed.

use super::{
    Entry, Reading, article_a,
    case::{Case, PREFIXES, Run},
    row::ratio,
};
use crate::number::{Ratio, thousands};

const MOVES: &str = "Keys moved";
const LOAD: &str = "Load";
const COST: &str = "Cost";
const CHECK: &str = "Self-check";

/// A method of both tables, with what is printed of it in the order of [`COLUMNS`]; empty where nothing is.
struct Method {
    name: &'static str,
    case: Case,
    printed: [&'static str; 5],
}

const fn method(name: &'static str, case: Case, printed: [&'static str; 5]) -> Method {
    Method { name, case, printed }
}

static METHODS: [Method; 8] = [
    method("Modulo: ", Case::ModuloC, ["90.9 %", "89.9 %", "1.01x", "1.01x", "0.4 %"]),
    method("Ring, 1 virtual node: ", Case::Ring1, ["8.4 %", "10.2 %", "2.79x", "4.21x", "86.9 %"]),
    method("Ring, 10 virtual nodes: ", Case::Ring10, ["7.2 %", "8.9 %", "1.47x", "1.65x", "28.3 %"]),
    method("Ring, 100 virtual nodes: ", Case::Ring100, ["9.7 %", "9.9 %", "1.18x", "1.30x", "10.5 %"]),
    method("Ring, 200 virtual nodes: ", Case::Ring200, ["", "", "1.12x", "1.20x", "6.3 %"]),
    method("Ring, 1,000 virtual nodes: ", Case::Ring1000, ["9.0 %", "10.0 %", "1.05x", "1.08x", "3.0 %"]),
    method("Rendezvous: ", Case::RendezvousC, ["9.1 %", "10.0 %", "1.01x", "1.01x", "0.6 %"]),
    method("Jump hash: ", Case::JumpC, ["9.2 %", "18.9 %", "1.01x", "1.01x", "0.6 %"]),
];

/// A column: what it measures, and how.
type Column = (&'static str, fn(&[Run]) -> Reading);

static COLUMNS: [Column; 5] = [
    (ADDED, |runs| mean_moved(runs, 0)),
    (REMOVED, |runs| mean_moved(runs, 1)),
    ("busiest node over the average", |runs| mean(runs, &|run| run.times_mean(run.busiest()), 1, "x")),
    ("busiest node over the average, worst of 8 runs", worst),
    ("coefficient of variation", |runs| mean(runs, &|run| ratio(run.spread), 100, " %")),
];

const ADDED: &str = "keys moved, 10 to 11 nodes";
const REMOVED: &str = "keys moved, 10 to 9 nodes";
const REMOVED_FROM_THE_MIDDLE: &str = "keys moved, 10 to 9 nodes; node 4 goes and the last takes its number";

/// Its two tables, method by method, and what stands in the text.
pub(super) fn entries() -> Vec<Entry> {
    let mut all = vec![
        Entry { method: "Ideal: ", ..Entry::of(MOVES, ADDED, "9.1 %", None, |_| Reading::percent(1, 11)) },
        Entry { method: "Ideal: ", ..Entry::of(MOVES, REMOVED, "10.0 %", None, |_| Reading::percent(1, 10)) },
    ];
    for (group, columns) in [(MOVES, 0..2), (LOAD, 2..5)] {
        for method in &METHODS {
            for at in columns.clone().filter(|&at| !method.printed[at].is_empty()) {
                let (what, read) = COLUMNS[at];
                let entry = Entry::of(group, what, method.printed[at], Some(method.case), read);
                let mut entry = Entry { method: method.name, ..entry };
                if method.case == Case::JumpC && what == REMOVED {
                    (entry.claim, entry.read) = (REMOVED_FROM_THE_MIDDLE, removed_from_the_middle);
                }
                all.push(entry);
            }
        }
    }
    all.extend_from_slice(&OTHERS);
    all
}

/// What stands in the text, outside the two tables.
static OTHERS: [Entry; 9] = [
    Entry::of(
        LOAD,
        "Ring, 100 virtual nodes: busiest node above the average",
        "about 18 %",
        Some(Case::Ring100),
        |runs| mean(runs, &|run| above(run.times_mean(run.busiest())), 100, " %"),
    ),
    Entry::of(LOAD, "Ring, 100 virtual nodes: the same, in the worst run", "30 %", Some(Case::Ring100), worst_above),
    Entry::of(LOAD, "Ring, 1,000 virtual nodes: busiest node above the average", "5 %", Some(Case::Ring1000), |runs| {
        mean(runs, &|run| above(run.times_mean(run.busiest())), 100, " %")
    }),
    Entry::of(LOAD, "Ring, 1 virtual node: lightest node over the average", "11 %", Some(Case::Ring1), |runs| {
        mean(runs, &|run| run.times_mean(run.lightest()), 100, " %")
    }),
    Entry::of(
        LOAD,
        "Rendezvous: busiest node of all 8 runs above the average",
        "within 1.4 %",
        Some(Case::RendezvousC),
        worst_above,
    ),
    Entry::of(
        LOAD,
        "Memory of the busiest of 10 servers with 100 virtual nodes where the average needs 64 GB",
        "about 75 GB",
        Some(Case::Ring100),
        |runs| mean(runs, &|run| run.times_mean(run.busiest()), 64, " GB"),
    ),
    Entry::of(COST, "Rendezvous over the ring at 1,000 nodes, by its own 1,252 and 168 ns", "7.5x", None, |_| {
        let times = Ratio::new(1_252u32, 168u32);
        Reading::of(vec![times]).with(times.times())
    }),
    Entry::of(COST, "A Uint32Array of the points of 1,000 servers with 100 each", "400 KB", None, |_| {
        Reading::of(vec![Ratio::new(4u32 * 1_000 * 100, 1_000u32)])
    }),
    Entry::of(
        CHECK,
        "Keys moved by its own pick(), 10 to 11 nodes; FNV-1a, 100,000 keys user:{i}, node-0 … node-9 and node-10",
        "between 8 and 10 %",
        Some(Case::SelfCheck),
        |runs| {
            let reading = article_a::moved(&runs[0], 0);
            let between = runs[0].moves[0].told.as_ref().map_or(0, |told| told.between);
            let detail = format!("{}, {between} of them between old nodes", reading.detail);
            reading.with(detail)
        },
    ),
];

/// What a ratio is above 1; nothing below it.
fn above(ratio: Ratio) -> Ratio {
    Ratio { part: ratio.part.saturating_sub(ratio.whole), ..ratio }
}

/// The busiest node of all runs above the average, in per cent.
fn worst_above(runs: &[Run]) -> Reading {
    let Ratio { part, whole } = above(worst_of(runs).1);
    let value = Ratio { part: part * 100, whole };
    Reading::of(vec![value]).with(format!("{} %", value.decimal(1, 4)))
}

/// A ratio in whole thousandths, rounded half up.
fn thousandths(ratio: Ratio) -> u128 {
    (ratio.part * 2_000 + ratio.whole).checked_div(ratio.whole * 2).unwrap_or(0)
}

/// The mean of all runs, each rounded to three decimals; `times` 100 for per cent. Beside it the same with four places,
/// of a single run its own value.
fn mean(runs: &[Run], value: &dyn Fn(&Run) -> Ratio, times: u32, unit: &str) -> Reading {
    let sum: u128 = runs.iter().map(|run| thousandths(value(run))).sum();
    let mean = Ratio::new(sum * u128::from(times), 1_000 * runs.len() as u64);
    let one = value(&runs[0]);
    let exact = if runs.len() == PREFIXES.len() { mean } else { Ratio { part: one.part * u128::from(times), ..one } };
    Reading::of(vec![mean]).with(exact.decimal(1, 4) + unit)
}

/// The mean share that a change moved, and the keys of the runs with the fewest and the most.
fn mean_moved(runs: &[Run], change: usize) -> Reading {
    let reading = mean(runs, &|run| Ratio::new(run.moved(change), run.keys()), 100, " %");
    let moved = || runs.iter().map(|run| run.moved(change));
    let (least, most) = (moved().min().unwrap_or(0), moved().max().unwrap_or(0));
    let from = if least == most { String::new() } else { format!("{} to ", thousands(least)) };
    let detail = format!("{}: {from}{} of {} keys", reading.detail, thousands(most), thousands(runs[0].keys()));
    reading.with(detail)
}

/// The same for node 4 and jump hashing, by both ways to close the gap.
fn removed_from_the_middle(runs: &[Run]) -> Reading {
    let reading = mean_moved(&runs[..1], 1);
    // (2 N - 3)/(N (N - 1)): the keys of the node that goes, and those of the last that do not go to its number.
    let expected = Ratio::new(2u32 * 10 - 3, 10u32 * 9);
    let other = &runs[1];
    let detail = format!(
        "{}; {} % expected; numbering the later nodes anew moves {}, {} %",
        reading.detail,
        expected.decimal(100, 3),
        thousands(other.moved(1)),
        Ratio::new(other.moved(1), other.keys()).decimal(100, 2)
    );
    reading.with(detail)
}

/// The run with the busiest node of all, and that node over the average.
pub(super) fn worst_of(runs: &[Run]) -> (&Run, Ratio) {
    let worst = runs.iter().max_by_key(|run| run.busiest()).unwrap_or(&runs[0]);
    (worst, worst.times_mean(worst.busiest()))
}

fn worst(runs: &[Run]) -> Reading {
    let (run, times) = worst_of(runs);
    let keys = run.busiest();
    let name = run.name(run.row_with(keys));
    let detail = format!("{}x: {} of {} keys on {name}", times.decimal(1, 4), thousands(keys), thousands(run.keys()));
    Reading::of(vec![times]).with(detail)
}
