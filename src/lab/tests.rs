//! Every study to its end, on fleets of every kind.

use std::cell::Cell;

use placement::{
    fleet::{Fleet, NodeId},
    hash::HashFn,
    keys::Keys,
    parameter::{self, Value},
    scenario::{Command, Scenario},
    weight::Weight,
};

use super::*;

/// A clock of which each reading is 5 ms after the one before it: no timing needs a second trial.
fn clock() -> f64 {
    thread_local!(static NOW: Cell<f64> = const { Cell::new(0.0) });
    NOW.with(|now| {
        now.set(now.get() + 5.0);
        now.get()
    })
}

fn complete(scenario: &Scenario, options: &Options) -> Sheet {
    let mut study = begin(scenario, options, clock);
    let mut steps = 0u32;
    while !study.progress().is_complete() {
        study.step();
        steps += 1;
        assert!(steps < 10_000_000, "{options:?} has no end");
    }
    study.sheet(options)
}

fn scenario(commands: &[Command]) -> Scenario {
    let mut scenario = Scenario::default();
    for command in commands {
        scenario.apply(command.clone()).expect("a command that fits");
    }
    scenario
}

fn with_finaliser() -> Command {
    Command::Set(&parameter::FINALISER, Value::Switch(true))
}

fn keys(count: u32) -> Command {
    Command::SetKeys(Keys::Pattern { pattern: "user:{i}".into(), first: 0, count })
}

fn vn(count: u32) -> Command {
    Command::Set(&placement::algorithm::ring::VIRTUAL_NODES, Value::Count(count))
}

/// The cells of a row by its first.
fn row<'a>(plate: &'a sheet::Plate, name: &str) -> Vec<&'a str> {
    let found = plate.table.rows.iter().find(|row| row.cells[0] == name);
    found.unwrap_or_else(|| panic!("no {name} in {}", plate.title)).cells.iter().map(String::as_str).collect()
}

// The first paint's fleet: 10,918 of 100,000 keys move to a ninth node on the ring with the finaliser, 88,650 by modulo
// without it; what a second implementation says of both.
#[test]
fn a_ninth_node_moves_what_is_known() {
    let sheet = complete(&scenario(&[with_finaliser()]), &Options::new(Section::Movement));
    let plate = &sheet.plates[0];
    assert_eq!(plate.title, "Keys moved by adding cache-09");
    let ring = row(plate, "Ring");
    assert_eq!(ring[1..8], ["10,918", "10.9 %", "10.9 %", "0 %", "0 %", "10.9 %", "11.1 %"]);
    let modulo = row(plate, "Modulo")[2];
    assert_eq!(
        sheet.finding,
        format!(
            "Adding cache-09 on a ring moves 10,918 of 100,000 keys, 10.9 %; 11.1 % is fair. Modulo moves {modulo}."
        )
    );
    let raw = complete(&Scenario::default(), &Options::new(Section::Movement));
    assert_eq!(row(&raw.plates[0], "Modulo")[1..3], ["88,650", "88.7 %"]);
    assert!(plate.table.rows.iter().filter(|row| row.is_current).all(|row| row.cells[0] == "Ring"));
    // What never moves between nodes that stay.
    for name in ["Ring", "Rendezvous", "Jump hash", "Multi-probe ring", "JumpBackHash", "AnchorHash", "MementoHash"] {
        assert_eq!(row(plate, name)[5], "0 %", "{name}");
    }
}

// Article C's ten nodes: node-4 goes down and the last takes its number, 18.9 % under jump hash; its ring and modulo are
// in the sources' tables.
#[test]
fn another_node_and_another_change() {
    let scenario = Scenario {
        fleet: Fleet::from_names((0..10).map(|number| format!("node-{number}"))).expect("names"),
        ..scenario(&[
            Command::Set(&parameter::HASH, parameter::hash_value(HashFn::Murmur3)),
            Command::Set(&placement::algorithm::jump::GAP, Value::Choice(1)),
            keys(300_000),
        ])
    };
    let options = Options { node: Some(NodeId(4)), ..Options::new(Section::Movement) };
    let mut study = begin(&scenario, &options, clock);
    while !study.progress().is_complete() {
        study.step();
    }
    for (change, title) in [(Change::Down, "taking node-4 down"), (Change::Remove, "removing node-4")] {
        let sheet = study.sheet(&Options { change, ..options.clone() });
        assert_eq!(sheet.plates[0].title, format!("Keys moved by {title}"));
        assert_eq!(row(&sheet.plates[0], "Jump hash")[1..3], ["56,686", "18.9 %"]);
    }
    let sheet = study.sheet(&options);
    assert_eq!(row(&sheet.plates[0], "Modulo")[1], "272,729");
    assert_eq!(row(&sheet.plates[0], "Jump hash")[1], "27,458");
}

// The same fleet with one point each: 91,431 and 1,608 of 300,000 keys on the busiest and the lightest, an SD of 111.6 %.
#[test]
fn balance_is_counted_and_exact() {
    let scenario = Scenario {
        fleet: Fleet::from_names((0..10).map(|number| format!("node-{number}"))).expect("names"),
        ..scenario(&[Command::Set(&parameter::HASH, parameter::hash_value(HashFn::Murmur3)), vn(1), keys(300_000)])
    };
    let sheet = complete(&scenario, &Options { sets: 2, ..Options::new(Section::Balance) });
    let by_count = &sheet.plates[0].table;
    assert_eq!(by_count.rows.len(), 24);
    assert_eq!(by_count.rows[0].cells[2], "3.05");
    let ring = row(&sheet.plates[1], "Ring");
    assert_eq!((ring[1], ring[3], ring[4]), ("3.05", "0.05", "111.6 %"));
    // The root mean square of 10 single points, from a table that was drawn by chance: 90.5 %.
    assert!(by_count.rows[0].cells[7].starts_with("90.5 %"), "{}", by_count.rows[0].cells[7]);
    assert!(sheet.finding.starts_with("On a ring: node-"), "{}", sheet.finding);
}

// Article C's weights: 39.98/40.02/9.94/10.06 % by its rendezvous, of a million keys.
#[test]
fn weights_are_got_as_published() {
    let rendezvous = Algorithm::from_id("rendezvous").expect("an algorithm");
    let mut scenario = scenario(&[with_finaliser(), Command::SetAlgorithm(rendezvous)]);
    scenario.keys = Keys::Pattern { pattern: "session:user:{i}".into(), first: 0, count: 1_000_000 };
    let sheet = complete(&scenario, &Options { example_weights: true, ..Options::new(Section::Weights) });
    let got = |name| row(&sheet.plates[0], name)[1..4].to_vec();
    assert_eq!(got("big-1"), ["4", "40.0 %", "40.0 %"]);
    assert_eq!(got("big-2"), ["4", "40.0 %", "40.0 %"]);
    assert_eq!(got("small-1"), ["1", "10.0 %", "9.9 %"]);
    assert_eq!(got("small-2"), ["1", "10.0 %", "10.1 %"]);
    assert_eq!(row(&sheet.plates[1], "Modulo")[1], "are ignored");
}

#[test]
fn advice_says_what_it_found() {
    let target = placement::lab::advice::Target { per_cent: 130, also_after_a_loss: true, of_hundred: 95 };
    let mut scenario = scenario(&[with_finaliser(), keys(10_000)]);
    let options = Options { target, ..Options::new(Section::Advice) };
    let sheet = complete(&scenario, &options);
    let answers = &sheet.plates[0].table.rows;
    assert_eq!(answers.len(), 3);
    let advised = &answers[2].cells[1];
    assert!(
        sheet.finding.starts_with(&format!("{advised} virtual nodes each: no node above 130 %")),
        "{}",
        sheet.finding
    );
    // The last trial is the advice.
    let last = sheet.plates[1].table.rows.last().expect("a trial");
    assert_eq!(&last.cells[0], advised);
    assert!(last.cells[1].parse::<u32>().expect("a number") >= 95);
    // Rendezvous keeps it without any; the whole table has an answer.
    assert_eq!(row(&sheet.plates[2], "Rendezvous")[1], "yes");
    assert!(sheet.plates[2].table.rows.iter().all(|row| ["yes", "no"].contains(&row.cells[1].as_str())));

    scenario.algorithm = Algorithm::from_id("jump").expect("an algorithm");
    let sheet = complete(&scenario, &options);
    assert!(sheet.finding.starts_with("This algorithm has no virtual nodes"), "{}", sheet.finding);
    assert_eq!(sheet.plates.len(), 1);
}

#[test]
fn fleets_of_every_kind_have_a_sheet() {
    let weight = |id, hundredths| Command::SetWeight {
        id: NodeId(id),
        weight: Weight::from_hundredths(hundredths).expect("a weight"),
    };
    let down = |id| Command::SetUp { id: NodeId(id), up: false };
    let kinds: [Vec<Command>; 7] = [
        vec![Command::SetNodeCount(0)],
        vec![Command::SetNodeCount(1)],
        vec![Command::SetNodeCount(2), down(1)],
        vec![Command::SetNodeCount(2), weight(0, 0), weight(1, 0)],
        vec![vn(20), weight(0, 100_000), weight(1, 1), down(2)],
        vec![Command::SetNodeCount(300), vn(20)],
        vec![keys(0)],
    ];
    for mut commands in kinds {
        if !commands.contains(&keys(0)) {
            commands.push(keys(500));
        }
        let scenario = scenario(&commands);
        for section in [Section::Movement, Section::Balance, Section::Lens, Section::Advice, Section::Weights] {
            let target = placement::lab::advice::Target { per_cent: 300, also_after_a_loss: false, of_hundred: 90 };
            let sheet = complete(&scenario, &Options { sets: 2, target, ..Options::new(section) });
            assert!(sheet.finding.ends_with('.'), "{}", sheet.finding);
            for plate in &sheet.plates {
                let columns = plate.table.columns.len();
                assert!(plate.table.rows.iter().all(|row| row.cells.len() == columns), "{}", plate.title);
                let all = plate.table.csv();
                assert!(!all.contains("NaN") && !all.contains("inf"), "{section:?}: {all}");
            }
        }
    }
}

#[test]
fn a_change_that_does_not_fit_says_why() {
    let empty = scenario(&[Command::SetNodeCount(0), keys(10)]);
    let sheet = complete(&empty, &Options { change: Change::Down, ..Options::new(Section::Movement) });
    assert_eq!(sheet.finding, "There is no node that could go.");
    let full = scenario(&[Command::SetNodeCount(10_000), keys(10), vn(1)]);
    let modulo = Algorithm::from_id("modulo").expect("an algorithm");
    let sheet = complete(&Scenario { algorithm: modulo, ..full }, &Options::new(Section::Movement));
    assert_eq!(sheet.finding, "A fleet can have up to 10,000 nodes.");
    assert!(sheet.plates[0].table.rows.iter().all(|row| row.cells[1] == sheet.finding));
    // Before anything is measured there is a heading all the same.
    for section in Section::ALL {
        assert!(
            begin(&empty, &Options::new(section), clock).sheet(&Options::new(section)).finding.ends_with(['.', '…'])
        );
    }
}

#[test]
fn all_published_figures_have_a_verdict() {
    let sheet = complete(&Scenario::default(), &Options::new(Section::Sources));
    assert_eq!(
        sheet.finding,
        "Of 83 published figures 80 come out the same in your browser, 2 within sampling noise, 1 differs."
    );
    let rows: usize = sheet.plates[..3].iter().map(|plate| plate.table.rows.len()).sum();
    assert_eq!(rows, 83);
    // 20,000 lookups in 5 ms, whatever the hash.
    let speeds = &sheet.plates[4].table;
    assert_eq!(speeds.rows[0].cells[2], "4,000,000 lookups/s");
    assert_eq!(speeds.rows[1].cells[2], "1x (4,000,000 lookups/s)");
    assert!(speeds.rows.iter().all(|row| row.cells[3].starts_with("differs: ")));
    // A row opens its configuration: a link that reads without a note.
    let links: Vec<&String> =
        sheet.plates.iter().flat_map(|plate| &plate.table.rows).filter_map(|row| row.link.as_ref()).collect();
    assert!(links.len() > 60);
    assert!(links.into_iter().all(|link| placement::link::decode(link).notes.is_empty()));
}

#[test]
fn cost_has_a_timing_for_every_algorithm() {
    let mut study = cost::CostStudy::new(&Scenario::default(), clock, &[10, 100]);
    while !study.progress().is_complete() {
        study.step();
    }
    let sheet = study.sheet(&Options::new(Section::Cost));
    assert_eq!(sheet.plates.len(), 3);
    for plate in &sheet.plates[1..] {
        assert_eq!(plate.table.rows.len(), ALL.len());
        assert_eq!(row(plate, "Modulo")[4..7], ["1.0", "0 B", "0"]);
        // 5 ms for 64 keys.
        assert_eq!(row(plate, "Jump hash")[1], "78,125");
    }
    assert!(sheet.finding.starts_with("With 100 nodes a lookup on a ring takes 78,125 ns"), "{}", sheet.finding);
}

// The first paint's own numbers, and the report of a fleet of one point each.
#[test]
fn the_lens_says_what_it_sees() {
    let lens = Options::new(Section::Lens);
    let sheet = complete(&Scenario::default(), &lens);
    assert_eq!(
        sheet.finding,
        "FNV-1a 32 clumps the labels {node}#{i}: 553 of 1,280 virtual nodes are followed by one of their own, chance gives \
         159; cache-08 gets 0.53 times its share."
    );
    let plate = |title: &str| sheet.plates.iter().find(|plate| plate.title.starts_with(title)).expect(title);
    let common = &plate("Gaps that are too common").table.rows[0].cells;
    assert_eq!(common[..], ["147,095", "neighbours", "P² - 38·P", "303", "23.7 %"]);
    // 337 and 138 thousandths above fair by the finaliser on the keys alone, and on the points alone.
    let fault = &plate("Where the fault lies").table.rows;
    assert_eq!(fault.iter().map(|row| row.cells[2].as_str()).collect::<Vec<_>>(), ["1.351", "1.337", "1.138", "1.142"]);
    assert!(plate("Where the fault lies").caption.contains("The points clump, not the keys"));
    assert_eq!(row(plate("Lanes"), "cache-03")[1..4], ["160", "16.5 %", "1.32"]);
    assert!(plate("The same hash").caption.contains("On modulo the busiest node has 1.00 times"));
    // Every figure has its table, and none is empty.
    assert!(sheet.plates.iter().all(|plate| !plate.table.rows.is_empty()));
    assert_eq!(sheet.plates.iter().filter(|plate| plate.figure.is_some()).count(), 7);
    let mixed = complete(&scenario(&[with_finaliser()]), &lens);
    assert!(
        mixed.finding.starts_with("FNV-1a 32 + fmix32 spreads the labels {node}#{i} as chance would: 161 of 1,280")
    );

    let skipper = Scenario {
        fleet: Fleet::from_names((9_001..=9_010).map(|port| format!("http://127.0.0.1:{port}"))).expect("names"),
        ..scenario(&[
            vn(1),
            Command::Set(&placement::algorithm::ring::LABEL, Value::Label("{node}".into())),
            keys(1_000),
        ])
    };
    let sheet = complete(&skipper, &lens);
    assert_eq!(
        sheet.finding,
        "FNV-1a 32 clumps the labels {node}: the squares of the gaps are 4.88 times what chance gives, p below 0.000001; \
         http://127.0.0.1:9009 gets 9.41 times its share."
    );
}

#[test]
fn a_real_system_stands_among_the_algorithms_as_the_readers_own() {
    let system = Algorithm::from_id("haproxy-consistent").expect("a system");
    let scenario = scenario(&[keys(1_000), Command::SetAlgorithm(system)]);
    for section in [Section::Movement, Section::Balance, Section::Weights] {
        let sheet = complete(&scenario, &Options { sets: 1, ..Options::new(section) });
        let table = &sheet.plates.last().expect("a plate").table;
        let own: Vec<&str> = table.rows.iter().filter(|row| row.is_current).map(|row| row.cells[0].as_str()).collect();
        assert_eq!(own.first(), Some(&"HAProxy, consistent"), "{section:?}: {}", sheet.finding);
        assert!(!sheet.finding.contains(" ring"), "{}", sheet.finding);
    }
}
