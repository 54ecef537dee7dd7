//! Placements beside those of other crates, on the same keys and fleets, in one run: building, one lookup, a million keys,
//! a node more and a node less. Prints tables; asserts nothing.
//!
//! What is told of another crate includes the hash of the key, for that is how it is called; ours is told with and
//! without. A crate that needs more than 5 µs for a lookup is timed on a sample. Others know no change but to place all
//! keys again, so that is what a node more or less costs them.

mod ours;
mod peers;

use std::time::Instant;

/// Keys that are placed.
const KEYS: usize = 1_000_000;
/// Keys of the sample that tells how slow something is.
const SAMPLE: usize = 20_000;
/// A lookup that takes longer is timed on the sample only.
const SLOW_NS: f64 = 5_000.0;
/// Times each thing is done; the median is told.
const RUNS: usize = 5;

/// A kind of placement, which those of one table share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Points on a ring.
    Ring,
    /// The highest score.
    Rendezvous,
    /// Buckets that are numbered, of which only the last can go.
    Numbered,
    /// A filled table.
    Table,
    /// Buckets whose removals are remembered.
    Removals,
}

/// What is timed, in milliseconds, but for a lookup.
pub struct Row {
    name: String,
    build: f64,
    lookup_ns: f64,
    place: f64,
    add: Option<f64>,
    remove: Option<f64>,
    note: &'static str,
}

/// The median time of some runs in milliseconds.
pub fn median<T>(runs: usize, mut run: impl FnMut() -> T) -> f64 {
    let mut times: Vec<f64> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(run());
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Names of nodes: addresses, since some crates take nothing else.
fn names(count: usize) -> Vec<String> {
    (0..count).map(|node| format!("10.{}.{}.{}:11211", node / 65_536, node / 256 % 256, node % 256)).collect()
}

fn print(title: &str, rows: &[Row]) {
    println!("\n{title}");
    println!(
        "| {:<34} | {:>9} | {:>9} | {:>10} | {:>10} | {:>10} |",
        "", "build, ms", "lookup ns", "1M keys ms", "add, ms", "remove, ms"
    );
    println!("|{:-<36}|{:->11}|{:->11}|{:->12}|{:->12}|{:->12}|", "", ":", ":", ":", ":", ":");
    for row in rows {
        let time = |time: f64| if time < 10.0 { format!("{time:.2}") } else { format!("{time:.0}") };
        let change = |change: Option<f64>| change.map_or_else(|| "–".into(), time);
        println!(
            "| {:<34} | {:>9} | {:>9.1} | {:>10} | {:>10} | {:>10} |",
            format!("{}{}", row.name, row.note),
            time(row.build),
            row.lookup_ns,
            time(row.place),
            change(row.add),
            change(row.remove)
        );
    }
}

fn main() {
    let keys: Vec<String> = (0..KEYS).map(|key| format!("user:{key}")).collect();
    let only: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "{KEYS} keys user:0 …, median of {RUNS}. \"*\": timed on {SAMPLE} keys. \"+\": the hash of the keys is known."
    );
    let tables = [
        (Family::Ring, "Rings of points", &[100, 1_000][..]),
        (Family::Rendezvous, "Rendezvous", &[1]),
        (Family::Numbered, "Numbered buckets", &[1]),
        (Family::Table, "Maglev, tables of 65,537", &[1]),
        (Family::Removals, "Removals that are remembered", &[1]),
    ];
    for (family, title, points) in tables {
        for &points in points {
            for nodes in [10, 100, 1_000] {
                let each = if family == Family::Ring { format!(" of {points} points") } else { String::new() };
                let title = format!("{title}, {nodes} nodes{each}");
                if !only.is_empty() && !only.iter().any(|word| title.contains(word.as_str())) {
                    continue;
                }
                let fleet = names(nodes);
                let mut rows = ours::rows(family, &fleet, points);
                rows.extend(peers::rows(family, &fleet, points, &keys));
                print(&title, &rows);
            }
        }
    }
}
