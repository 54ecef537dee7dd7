//! How long a placement and a change take: `cargo run --release -p placement --example bench`, or `make bench`.
//!
//! Every figure is the median of several runs on one thread, after one that is not counted. A change is what the page
//! does after a press: the new placement, taking over the keys' hash values, and what moved. Ratios to modulo on the
//! same number of keys say more than milliseconds, which depend on the machine and on what else it does. With `-- ring`
//! only the lines that begin so are measured.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a bench that cannot run should say so at once")]
#![allow(clippy::print_stdout, reason = "printing its table is what it is for")]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use placement::{
    algorithm::{self, Algorithm},
    fleet::{Fleet, NodeId},
    keys::Keys,
    measure::{Balance, Movement},
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};

/// The median of `runs` runs, after one to warm up.
fn median<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    black_box(run());
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[runs / 2]
}

fn set(field: &str, text: &str) -> Command {
    let parameter = algorithm::all_parameters().into_iter().find(|one| one.field == field).expect(field);
    Command::Set(parameter, parameter.read(text).expect(text))
}

fn scenario(algorithm: &str, settings: &[(&str, &str)], nodes: u32, count: u32) -> Scenario {
    let mut scenario = Scenario {
        algorithm: Algorithm::from_id(algorithm).expect(algorithm),
        fleet: Fleet::from_names((1..=nodes).map(|number| format!("cache-{number:03}"))).expect("a fleet"),
        keys: Keys::Pattern { pattern: "user:{i}".into(), first: 0, count },
        ..Scenario::default()
    };
    for (field, text) in settings {
        scenario.apply(set(field, text)).expect(text);
    }
    scenario
}

/// One line: what, how long, per key, and as a multiple of a placement by modulo.
fn line(what: &str, time: Duration, keys: u32, modulo: Duration) {
    let (milliseconds, per_key) = (time.as_secs_f64() * 1e3, time.as_secs_f64() * 1e9 / f64::from(keys));
    let ratio = time.as_secs_f64() / modulo.as_secs_f64();
    println!("{what:<52} {milliseconds:>9.2} {per_key:>9.1} {ratio:>9.2}");
}

fn bench(keys: u32, runs: usize, only: &str) {
    println!("\n{keys} keys user:{{i}}, median of {runs} runs");
    println!("{:<52} {:>9} {:>9} {:>9}", "", "ms", "ns/key", "× modulo");

    let by_modulo = Snapshot::place(&scenario("modulo", &[], 100, keys), None);
    for (name, settings, nodes) in [
        ("ring, 100 nodes of 160 points", &[("vn", "160")][..], 100),
        ("ring, 8 nodes of 160 points", &[], 8),
        ("rendezvous, 8 nodes", &[], 8),
        ("rendezvous, 100 nodes", &[], 100),
        ("rendezvous, 100 nodes, hash(key + node)", &[("score", "kn")], 100),
        ("bounded, 100 nodes of 160 points", &[], 100),
        ("boundedrendezvous, 100 nodes", &[], 100),
        ("jump, 100 nodes", &[], 100),
        ("modulo, 100 nodes", &[], 100),
    ] {
        if !name.starts_with(only) {
            continue;
        }
        let id = name.split([',', ' ']).next().unwrap();
        let scenario = scenario(id, settings, nodes, keys);
        let before = Snapshot::place(&scenario, None);
        before.keys().prepare();
        // What the ratios are held against, with its keys hashed already; measured beside each, as machines vary.
        let modulo = median(runs, || Snapshot::place(by_modulo.scenario(), Some(&by_modulo)));
        // A score that hashes a hundred texts a key takes seconds: once is enough to see it.
        let runs = if settings.contains(&("score", "kn")) { 1 } else { runs };
        line(&format!("{name}: first"), median(runs, || Snapshot::place(&scenario, None)), keys, modulo);
        // On from a fleet of other names there is nothing to keep but the hash values.
        let mut others = scenario.clone();
        let names = (1..=nodes).map(|number| format!("other-{number:03}"));
        others.apply(Command::SetFleet(Fleet::from_names(names).expect("a fleet"))).expect("a fleet");
        let others = Snapshot::place(&others, Some(&before));
        line(&format!("{name}: keys hashed"), median(runs, || Snapshot::place(&scenario, Some(&others))), keys, modulo);
        if runs == 1 {
            let mut changed = scenario.clone();
            changed.apply(Command::AddNode { name: "new".into(), weight: Weight::ONE }).expect("a node");
            let time = median(runs, || Snapshot::place(&changed, Some(&before)));
            line(&format!("{name}: add a node"), time, keys, modulo);
            continue;
        }
        let weigh = |weight: &str| Command::SetWeight { id: NodeId(1), weight: weight.parse().expect(weight) };
        let changes = [
            ("add a node", None, Command::AddNode { name: "new".into(), weight: Weight::ONE }),
            ("remove a node", None, Command::RemoveNode(NodeId(3))),
            ("take a node down", None, Command::SetUp { id: NodeId(3), up: false }),
            ("a weight to 2", None, weigh("2")),
            ("a weight from 2 to 2.1", Some(weigh("2")), weigh("2.1")),
            ("a weight from 2 to 1.9", Some(weigh("2")), weigh("1.9")),
            ("161 virtual nodes", None, set("vn", "161")),
            ("finaliser", None, set("fin", "1")),
        ];
        for (what, prepare, command) in changes {
            if matches!(&command, Command::Set(parameter, _) if !scenario.algorithm.takes(parameter)) {
                continue;
            }
            let mut start = scenario.clone();
            if let Some(prepare) = prepare {
                start.apply(prepare).expect(what);
            }
            let before = Snapshot::place(&start, Some(&before));
            before.keys().prepare();
            let time = median(runs, || {
                let mut changed = start.clone();
                changed.apply(command.clone()).expect(what);
                let after = Snapshot::place(&changed, Some(&before));
                let movement = Movement::between(&before, &after).unwrap();
                (after, movement)
            });
            line(&format!("{name}: {what}"), time, keys, modulo);
            let mut changed = start.clone();
            changed.apply(command).expect(what);
            let after = Snapshot::place(&changed, Some(&before));
            let moved = Movement::between(&before, &after).unwrap().moved;
            let time = median(runs, || Movement::between(&before, &after));
            line(&format!("    of that, comparing ({moved} moved)"), time, keys, modulo);
        }
        line("    balance", median(runs, || Balance::of(&before)), keys, modulo);
    }
}

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    bench(100_000, 21, &only);
    bench(1_000_000, 7, &only);
    if !only.is_empty() {
        return;
    }
    println!("\nA fleet of 10,000 nodes");
    let mut scenario = scenario("jump", &[], 8, 1_000);
    let time = median(3, || {
        let mut grown = scenario.clone();
        grown.apply(Command::SetNodeCount(10_000)).expect("10,000 nodes");
        grown
    });
    println!("{:<52} {:>9.2}", "8 nodes to 10,000 by one command", time.as_secs_f64() * 1e3);
    scenario.apply(Command::SetNodeCount(10_000)).expect("10,000 nodes");
    for algorithm in algorithm::ALL {
        scenario.settings = Scenario::default().settings;
        scenario.apply(set("vn", "100")).expect("a million points");
        scenario.algorithm = algorithm;
        let time = median(3, || Snapshot::place(&scenario, None));
        println!("{:<52} {:>9.2}", format!("placing 1,000 keys: {}", algorithm.name), time.as_secs_f64() * 1e3);
        let before = Snapshot::place(&scenario, None);
        before.keys().prepare();
        let mut changed = scenario.clone();
        changed.apply(Command::SetUp { id: NodeId(5_000), up: false }).expect("a node");
        let time = median(3, || Snapshot::place(&changed, Some(&before)));
        println!("{:<52} {:>9.2}", "    and a node goes down", time.as_secs_f64() * 1e3);
    }
}
