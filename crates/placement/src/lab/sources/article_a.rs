//! The figures of "From Modulo to Hash Ring: Scaling a Node.js Cache Fleet Without Miss Storms".
//!
//! Its `defaultHash` is FNV-1a with the finaliser fmix32, its labels are `{node}#{i}` from 0, its keys
//! `session:user:{i}`, its nodes cache-01, cache-02 … The keys were found: of thousands of patterns only this one gives
//! all that it prints.

use super::{
    Entry, Reading,
    case::{Case, Run},
    row::ratio,
};
use crate::{
    algorithm::{Placed as _, modulo::Modulo, ring},
    fleet::Fleet,
    hash::HashFn,
    measure::theory,
    number::{Ratio, thousands},
    parameter::Settings,
};

const MODULO: &str = "Modulo";
const RING: &str = "Ring of 160 points";
const ONE_POINT: &str = "One point each";
const RENDEZVOUS: &str = "Rendezvous";
const WEIGHTS: &str = "Weights";
const HASHES: &str = "Hash functions";
const KILLED: &str = "One node killed";
const MEMORY: &str = "Memory";

/// The bytes of a point in A: a position of 4 and a reference of 8.
const POINT_BYTES: u64 = 4 + 8;

const fn arithmetic(
    group: &'static str,
    claim: &'static str,
    published: &'static str,
    read: fn(&[Run]) -> Reading,
) -> Entry {
    Entry::of(group, claim, published, None, read)
}

/// In the order of the article, but for topics that it comes back to.
pub(super) static ROWS: [Entry; 32] = [
    arithmetic(MODULO, "The slot of hash 1,000,003 on 4 and on 5 nodes", "3 / 3", |_| slots(1_000_003)),
    arithmetic(MODULO, "The slot of hash 1,000,004 on 4 and on 5 nodes", "0 / 4", |_| slots(1_000_004)),
    Entry::of(
        MODULO,
        "Keys that move from 8 to 9 nodes; 1M keys session:user:{i}, defaultHash",
        "88.93 %",
        Some(Case::ModuloOfEight),
        |runs| moved_by_modulo(runs, 0, 8, 9),
    ),
    Entry::of(MODULO, "From 8 to 7 nodes; same keys and hash", "about 87 %", Some(Case::ModuloOfEight), |runs| {
        moved_by_modulo(runs, 1, 8, 7)
    }),
    Entry::of(MODULO, "From 100 to 101 nodes; same keys and hash", "about 99 %", Some(Case::ModuloOfHundred), |runs| {
        moved_by_modulo(runs, 0, 100, 101)
    }),
    Entry::of(
        ONE_POINT,
        "The largest of four shares of the circle; cache-01 … cache-04 at the MD5 of their bare names",
        "45 %",
        Some(Case::BareNames),
        |runs| {
            let arcs = &runs[0].arcs;
            Reading::of(vec![times(arcs[largest(arcs)], 100)]).with(format!("{} %", in_percent(arcs)))
        },
    ),
    Entry::of(ONE_POINT, "The smallest of the four", "13 %", Some(Case::BareNames), |runs| {
        let arcs = &runs[0].arcs;
        Reading::of(vec![times(arcs[smallest(arcs)], 100)])
    }),
    Entry::of(ONE_POINT, "The largest over the smallest", "3.4x", Some(Case::BareNames), |runs| {
        let arcs = &runs[0].arcs;
        let ratio = Ratio::new(arcs[largest(arcs)].part, arcs[smallest(arcs)].part);
        Reading::of(vec![ratio]).with(ratio.times())
    }),
    Entry::of(ONE_POINT, "Whose is the largest?", "cache-04", Some(Case::BareNames), |runs| Reading {
        name: runs[0].name(largest(&runs[0].arcs)).into(),
        ..Reading::default()
    }),
    Entry::of(
        ONE_POINT,
        "The busiest of 8 nodes over its fair share; cache-01 … cache-08 with the label #0, 1M keys session:user:{i}, \
         defaultHash",
        "434 %",
        Some(Case::OnePoint),
        |runs| of_fair_share(&runs[0], runs[0].busiest()),
    ),
    Entry::of(ONE_POINT, "The lightest of the same 8", "3.7 %", Some(Case::OnePoint), |runs| {
        of_fair_share(&runs[0], runs[0].lightest())
    }),
    Entry::of(
        RENDEZVOUS,
        "Keys that move from 8 to 9 nodes; fmix32(hash(key) ^ hash(node)), for its mix is not told; 1M keys \
         session:user:{i}, defaultHash",
        "11.09 %",
        Some(Case::Rendezvous),
        |runs| moved(&runs[0], 0),
    ),
    Entry::of(RENDEZVOUS, "The same with the mix that C prints", "11.09 %", Some(Case::Rendezvous), |runs| {
        let fair = 1.0 / 9.0;
        let deviation = fair * theory::relative_deviation(fair, None, runs[1].keys());
        Reading { noise: vec![(fair * 100.0, deviation * 100.0)], ..moved(&runs[1], 0) }
    }),
    arithmetic(RENDEZVOUS, "The fewest that can move from 8 to 9 nodes", "11.11 %", |_| Reading::percent(1, 9)),
    Entry::of(
        RING,
        "Keys that move from 8 to 9 nodes; cache-09 joins cache-01 … cache-08, 160 points each, 1M keys \
         session:user:{i}, defaultHash",
        "11.06 %",
        Some(Case::Ring),
        |runs| {
            let reading = moved(&runs[0], 0);
            let arc = runs[0].moves[0].arcs[8].decimal(100, 2);
            let detail = format!("{}; the arcs of cache-09 are {arc} %", reading.detail);
            reading.with(detail)
        },
    ),
    Entry::of(RING, "From 8 to 7 nodes, cache-08 leaves; the same otherwise", "12.60 %", Some(Case::Ring), |runs| {
        let run = &runs[0];
        let reading = moved(run, 1);
        let others = |keys: Option<&u32>| Ratio::new(keys.copied().unwrap_or(0), run.keys()).decimal(100, 2);
        let detail = format!(
            "{}; the arcs of cache-08 are {} %; another node leaving moves {} to {} %",
            reading.detail,
            run.arcs[7].decimal(100, 2),
            others(run.counts[..7].iter().min()),
            others(run.counts[..7].iter().max())
        );
        reading.with(detail)
    }),
    Entry::of(
        RING,
        "Keys about which clients that see 8 nodes and clients that see 9 disagree",
        "roughly 11 %",
        Some(Case::Ring),
        |runs| moved(&runs[0], 0),
    ),
    arithmetic(RING, "The fewest that can move from 8 to 7 nodes", "12.50 %", |_| Reading::percent(1, 8)),
    Entry::of(
        WEIGHTS,
        "Shares of the keys at weights 4:4:1:1, 160 points a unit of weight, 1M keys session:user:{i}, defaultHash; names \
         that are not told, here cache-01 … cache-04",
        "40.6 / 41.1 / 9.4 / 9.0 %",
        Some(Case::Weights),
        weighted_shares,
    ),
    arithmetic(MEMORY, "Bytes of a point: a position of 4 and a reference of 8", "roughly 12 bytes", |_| {
        Reading::of(vec![Ratio::new(POINT_BYTES, 1u32)])
    }),
    arithmetic(MEMORY, "8 nodes of 500 points", "under 50 KB", |_| kilobytes(POINT_BYTES * 8 * 500)),
    Entry::of(MEMORY, "Points of 8 nodes with 160 each", "1,280 points", Some(Case::Ring), |runs| {
        Reading::of(vec![Ratio::new(points(&runs[0]), 1u32)])
    }),
    Entry::of(MEMORY, "Their positions of 4 bytes each", "about 5 KB", Some(Case::Ring), |runs| {
        kilobytes(points(&runs[0]) * 4)
    }),
    Entry::of(MEMORY, "Comparisons of a binary search among them", "around 11 comparisons", Some(Case::Ring), |runs| {
        Reading::of(vec![Ratio::new(points(&runs[0]).next_power_of_two().ilog2(), 1u32)])
    }),
    Entry::of(
        HASHES,
        "Standard deviation of the load over its mean with MD5; 8 nodes a … h, 160 points, 300,000 keys session:user:{i}",
        "10.4 %",
        Some(Case::SpreadMd5),
        spread,
    ),
    Entry::of(HASHES, "The same with FNV-1a", "30.7 %", Some(Case::SpreadFnv), spread),
    Entry {
        why: "These are the positions of a#0 … a#4: see the next row.",
        ..arithmetic(HASHES, "Positions of cache-01#0 … cache-01#4 by FNV-1a", POSITIONS, |_| positions("cache-01"))
    },
    arithmetic(HASHES, "The same positions as those of a#0 … a#4", POSITIONS, |_| positions("a")),
    Entry::of(
        KILLED,
        "Keys on each node; cache-01 … cache-04, 160 points, 10,000 keys user:{i}, defaultHash",
        "2213 / 2462 / 2923 / 2402",
        Some(Case::Killed),
        |runs| Reading::of(runs[0].counts.iter().map(|&keys| Ratio::new(keys, 1u32)).collect()),
    ),
    Entry::of(KILLED, "Served from the cache after cache-02 went", "7538", Some(Case::Killed), |runs| {
        Reading::of(vec![Ratio::new(runs[0].keys() - runs[0].moved(0), 1u32)])
    }),
    Entry::of(KILLED, "Missed", "2462", Some(Case::Killed), |runs| {
        Reading::of(vec![Ratio::new(runs[0].moved(0), 1u32)])
    }),
    Entry::of(KILLED, "Share of the traffic that missed", "24.6 %", Some(Case::Killed), |runs| {
        let reading = moved(&runs[0], 0);
        let detail = format!("{}; {} %", reading.detail, reading.values[0].decimal(1, 2));
        reading.with(detail)
    }),
];

const POSITIONS: &str = "4037809751 / 4021032132 / 4071364989 / 4054587370 / 3970699275";

/// The share of keys that a change moved.
pub(super) fn moved(run: &Run, change: usize) -> Reading {
    let (part, whole) = (run.moved(change), run.keys());
    Reading::percent(part, whole).with(format!("{} of {} keys", thousands(part), thousands(whole)))
}

/// The same by modulo, beside what is expected.
pub(super) fn moved_by_modulo(runs: &[Run], change: usize, from: u32, to: u32) -> Reading {
    let reading = moved(&runs[0], change);
    let expected = theory::modulo_moves(from, to).decimal(100, 2);
    let detail = format!("{}; {expected} % expected", reading.detail);
    reading.with(detail)
}

/// The slot of a hash on four nodes and on five.
fn slots(value: u64) -> Reading {
    let slot = |nodes: usize| {
        let mut fleet = Fleet::default();
        fleet.grow_to(nodes).ok();
        Ratio::new(Modulo::new(&fleet, &Settings::default()).owner(&[], value), 1u32)
    };
    Reading::of(vec![slot(4), slot(5)])
}

fn largest(arcs: &[Ratio]) -> usize {
    (0..arcs.len()).max_by_key(|&at| arcs[at].part).unwrap_or(0)
}

fn smallest(arcs: &[Ratio]) -> usize {
    (0..arcs.len()).min_by_key(|&at| arcs[at].part).unwrap_or(0)
}

fn times(ratio: Ratio, factor: u32) -> Ratio {
    Ratio { part: ratio.part * u128::from(factor), ..ratio }
}

/// Shares in per cent, without its sign.
pub(super) fn in_percent(shares: &[Ratio]) -> String {
    let written: Vec<String> = shares.iter().map(|share| share.decimal(100, 2)).collect();
    written.join(" / ")
}

/// Thousands of bytes.
fn kilobytes(bytes: u64) -> Reading {
    Reading::of(vec![Ratio::new(bytes, 1_000u32)]).with(format!("{} bytes", thousands(bytes)))
}

/// The load of one node over its fair share in per cent, and whose it is.
fn of_fair_share(run: &Run, keys: u32) -> Reading {
    let value = times(run.times_mean(keys), 100);
    let row = run.row_with(keys);
    let detail = format!(
        "{} of {} keys on {}: {} %; by its arc {} %",
        thousands(keys),
        thousands(run.keys()),
        run.name(row),
        value.decimal(1, 2),
        times(run.arcs[row], run.arcs.len() as u32).decimal(100, 2)
    );
    Reading::of(vec![value]).with(detail)
}

/// Points of a ring that has as many as its settings say.
fn points(run: &Run) -> u64 {
    let scenario = &run.scenario;
    ring::points_in_all(&scenario.fleet, scenario.settings.count(&ring::VIRTUAL_NODES))
}

/// The shares of the keys, each with its fair share and the standard deviation that its number of points brings. And how
/// they come out for other names.
fn weighted_shares(runs: &[Run]) -> Reading {
    let run = &runs[0];
    let noise = run.scenario.fleet.nodes().iter().map(|node| {
        let (weight, sum) = run.scenario.fair_share(node);
        let fair = Ratio::new(weight, sum).value();
        (fair * 100.0, fair * 100.0 * theory::relative_deviation(fair, Some(points(run)), run.keys()))
    });
    let others = runs[1..].iter().map(|run| {
        let nodes = run.scenario.fleet.nodes();
        let names: Vec<&str> = nodes.iter().map(|node| node.name.as_str()).collect();
        format!("; {} have {}", names.join(", "), in_percent(&run.shares()))
    });
    let detail = in_percent(&run.shares()) + &others.collect::<String>();
    let values = run.shares().into_iter().map(|share| times(share, 100)).collect();
    Reading { noise: noise.collect(), detail, ..Reading::of(values) }
}

fn spread(runs: &[Run]) -> Reading {
    let value = ratio(runs[0].spread * 100.0);
    Reading::of(vec![value]).with(format!("{} %", value.decimal(1, 3)))
}

/// The first five labels of a node by FNV-1a.
fn positions(name: &str) -> Reading {
    let position = |i: u32| Ratio::new(HashFn::Fnv1a32.value32(format!("{name}#{i}").as_bytes()), 1u32);
    Reading::of((0..5).map(position).collect())
}
