//! Durable data on its way, for the page: what each node has to copy to which other, how long it takes at the rate, how
//! far it is, and what is read meanwhile.

use placement::{
    drill::{Pair, Run, clock, quantity},
    fleet::NodeId,
    number::{decimal, percent, thousands},
    order,
};

use super::nodes::name_of;
use crate::lab::sheet::{NO_FIGURE, Table};

/// Is it data that has to be copied?
#[must_use]
pub fn is_durable(run: &Run) -> bool {
    quantity::DURABLE.is_on(&run.plan().settings)
}

/// Bytes of simulated items, at full scale.
fn bytes(run: &Run, items: u64) -> u64 {
    items * u64::from(quantity::ITEM_BYTES.of(&run.plan().settings)) * u64::from(run.plan().scale())
}

/// Ticks that copying so many bytes takes at the rate.
fn ticks_at_rate(run: &Run, bytes: u64) -> u32 {
    const BYTES_A_TICK: u64 = 1_000_000 / clock::TICKS_A_SECOND as u64;
    let a_tick = u64::from(quantity::COPY_RATE.of(&run.plan().settings)) * BYTES_A_TICK;
    u32::try_from(bytes.div_ceil(a_tick.max(1))).unwrap_or(u32::MAX)
}

/// Items at full scale.
fn count(run: &Run, items: u64) -> String {
    thousands(items * u64::from(run.plan().scale()))
}

/// Gigabytes of 1,000,000,000 bytes.
fn gigabytes(bytes: u64) -> String {
    decimal(bytes as f64 / 1e9, 2)
}

/// A part of a whole; no figure of nothing.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 { NO_FIGURE.into() } else { percent(part as f64 / whole as f64) }
}

/// What each run has to copy, and how far it is.
#[must_use]
pub fn progress(runs: &[Run]) -> Table {
    let numbers = [
        "Items to copy",
        "Of all items",
        "GB",
        "At the rate",
        "Copied",
        "Done after",
        "Not found meanwhile, of reads",
        "Found at the owner of before, of reads",
    ];
    let mut table = Table::new(&["Run"], &numbers);
    for run in runs {
        let moving = run.moving();
        let all = bytes(run, moving.items);
        let until = moving.ended_tick.map_or(u32::MAX, |tick| tick + 1);
        let meanwhile = moving.began_tick.map(|began| run.series().between(began, until)).unwrap_or_default();
        let took = match (moving.began_tick, moving.ended_tick) {
            (Some(began), Some(ended)) => clock::in_words(ended + 1 - began),
            (Some(_), None) => "not yet".into(),
            _ => NO_FIGURE.into(),
        };
        table.push(
            vec![
                run.plan().name.clone(),
                count(run, moving.items),
                share(moving.items, u64::from(run.keys())),
                gigabytes(all),
                clock::in_words(ticks_at_rate(run, all)),
                share(moving.done, moving.items),
                took,
                share(meanwhile.not_found, meanwhile.reads),
                share(meanwhile.elsewhere_hits, meanwhile.reads),
            ],
            false,
        );
    }
    table
}

/// What a run copies from which node to which, the most first.
#[must_use]
pub fn from_to(run: &Run) -> Table {
    let mut table = Table::new(&["From", "To"], &["Items", "GB", "Of all that is copied", "Copied"]);
    let pairs = run.moves_from_to();
    let all = run.moving().items;
    let most_first = order::places(pairs.len(), &|a, b| pairs[b].items.cmp(&pairs[a].items));
    for Pair { from, to, items, done } in most_first.into_iter().map(|at| pairs[at]) {
        table.push(
            vec![
                name_of(run, from),
                name_of(run, to),
                count(run, items),
                gigabytes(bytes(run, items)),
                share(items, all),
                share(done, items),
            ],
            false,
        );
    }
    table
}

/// What there is to say of the table of a run: who copies to whom, how fast, in which order, and where a read goes
/// meanwhile.
#[must_use]
pub fn told(run: &Run) -> String {
    let settings = &run.plan().settings;
    let pairs = run.moves_from_to();
    let rate = thousands(quantity::COPY_RATE.of(settings));
    if pairs.is_empty() {
        return format!(
            "Nothing is to be copied yet. A change of the membership starts it, at {rate} MB/s for all nodes."
        );
    }
    let distinct = |read: fn(&Pair) -> NodeId| {
        let mut ids = order::numbers(pairs.iter().map(|pair| u64::from(read(pair).0)).collect());
        ids.dedup();
        ids.len()
    };
    let nodes =
        |count: usize| if count == 1 { "1 node".to_owned() } else { format!("{} nodes", thousands(count as u32)) };
    let (from, to) = (distinct(|pair| pair.from), distinct(|pair| pair.to));
    let meanwhile = if run.membership().algorithm.keeps_shards() {
        "one shard after the other: a shard is read where it was until all of it has arrived, and then at its new node"
    } else if quantity::DUAL_READS.of(settings) > 0 {
        "in the order of the hash space: a read asks the new owner, and where it has not arrived the owner of before, until \
         all is copied"
    } else {
        "in the order of the hash space: a read asks the new owner alone, and does not find what has not arrived"
    };
    format!("Run {}: {} copy to {}, at {rate} MB/s together, {meanwhile}.", run.plan().name, nodes(from), nodes(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        drill::{Asked, catalogue::document_fleet},
        keys::Keys,
        scenario::Command,
        snapshot::Snapshot,
        weight::Weight,
    };

    fn runs() -> Vec<Run> {
        let asked = Asked::new("durable").expect("a drill");
        asked.runs(&document_fleet()).into_iter().map(|plan| Run::new(plan).expect("a plan")).collect()
    }

    fn number(cell: &str) -> f64 {
        cell.replace([',', '%'], "").trim().parse().expect("a number")
    }

    #[test]
    fn each_pair_of_nodes_has_what_placing_before_and_after_tells_apart() {
        let mut runs = runs();
        runs.iter_mut().for_each(Run::finish);
        for run in &runs {
            // Placed anew by other means: the keys that another node owns after the change.
            let mut before = run.plan().scenario.clone();
            before.keys = Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: run.keys() };
            let mut after = before.clone();
            after.apply(Command::AddNode { name: "cache-09".into(), weight: Weight::ONE }).expect("a node");
            let (before, after) = (Snapshot::place(&before, None), Snapshot::place(&after, None));
            let owner = |snapshot: &Snapshot, key| snapshot.owner(key).map(|id| id.0).expect("an owner");
            let table = from_to(run);
            let mut all = 0;
            for row in &table.rows {
                let node = |name: &str| name.trim_start_matches("cache-0").parse::<u32>().expect("a name") - 1;
                let (from, to) = (node(&row.cells[0]), node(&row.cells[1]));
                let moved =
                    (0..run.keys()).filter(|&key| owner(&before, key) == from && owner(&after, key) == to).count();
                assert_eq!(number(&row.cells[2]), moved as f64 * 200.0, "{:?}", row.cells);
                // 2,000 bytes each.
                assert_eq!(row.cells[3], decimal(moved as f64 * 200.0 * 2_000.0 / 1e9, 2));
                assert_eq!(row.cells[5], "100.0 %");
                all += moved as u64;
            }
            assert_eq!(all, run.moving().items);
            assert!(table.rows.is_sorted_by(|a, b| number(&a.cells[2]) >= number(&b.cells[2])));
        }
    }

    #[test]
    fn progress_goes_at_the_rate_and_what_is_read_meanwhile_hangs_on_the_run() {
        let mut runs = runs();
        assert!(told(&runs[0]).starts_with("Nothing is to be copied yet."));
        // A minute of nothing, then twenty seconds at 100 MB/s: 2 GB of items of 2,000 bytes, a million of them.
        runs.iter_mut().for_each(|run| run.step(800));
        for (run, row) in runs.iter().zip(progress(&runs).rows) {
            let items = number(&row.cells[1]);
            assert_eq!(row.cells[5], percent(1e6 / items), "{:?}", row.cells);
            assert_eq!(row.cells[4], clock::in_words((items as u64 * 2_000).div_ceil(10_000_000) as u32));
            assert_eq!(row.cells[6], "not yet");
            assert!(told(run).contains(": 8 nodes copy to 1 node, at 100 MB/s together, "), "{}", told(run));
        }
        let rows = progress(&runs).rows;
        let not_found: Vec<bool> = rows.iter().map(|row| number(&row.cells[7]) > 0.0).collect();
        assert_eq!(not_found, [true, false, false]);
        // What is not found without dual reads is found by them at the owner of before.
        assert_eq!(rows[1].cells[8], rows[0].cells[7]);
        assert_eq!([0, 2].map(|at| rows[at].cells[8].as_str()), ["0 %", "0 %"]);
    }
}
