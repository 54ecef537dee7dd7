//! Each of the nine drills runs to its end, and its sentence says what its runs gave: the figures of the sentences are
//! counted again here, read by read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::*;
use placement::{
    drill::{
        Answer, Notice, Run,
        catalogue::{self, Drill},
        clock::ticks_of_s,
        quantity as q,
    },
    fleet::Fleet,
    number::{decimal, percent, thousands},
    scenario::{Command, Scenario},
    snapshot::Snapshot,
};

/// Reads by their second: all, hits, meant for the database (what failed was refused by it, where no node was in the way).
type Seconds = Vec<[u64; 3]>;

/// Runs a drill on a scenario, and counts its reads.
fn carried_out(id: &str, scenario: &Scenario) -> (Vec<Run>, Vec<Seconds>, String) {
    let drill = Drill::from_id(id).expect(id);
    let mut runs = Vec::new();
    let mut counted = Vec::new();
    for plan in drill.runs(scenario) {
        let mut run = Run::new(plan).expect(id);
        let mut seconds = Seconds::new();
        let ticks = run.plan().length_ticks;
        run.step_watched(ticks, &mut |notice| {
            if let Notice::Read { tick, answer, .. } = *notice {
                let second = (tick / ticks_of_s(1)) as usize;
                seconds.resize(seconds.len().max(second + 1), [0; 3]);
                let is_hit = matches!(answer, Answer::Hit(_) | Answer::Front);
                seconds[second][0] += 1;
                seconds[second][1] += u64::from(is_hit);
                seconds[second][2] += u64::from(!is_hit);
            }
        });
        assert!(run.is_over());
        runs.push(run);
        counted.push(seconds);
    }
    let sentence = drill.sentence(&runs);
    (runs, counted, sentence)
}

/// The lowest hit rate of ten seconds after the first minute; those that begin before it count too.
fn worst(seconds: &Seconds) -> f64 {
    let rate = |part: &[[u64; 3]]| {
        let sum = |at: usize| part.iter().map(|second| second[at]).sum::<u64>();
        sum(1) as f64 / sum(0) as f64
    };
    (61..=seconds.len()).map(|end| rate(&seconds[end - 10..end])).fold(1.0, f64::min)
}

/// The most reads a second that were meant for the database, over ten seconds, at full scale.
fn most_database(seconds: &Seconds) -> f64 {
    let sums = (61..=seconds.len()).map(|end| seconds[end - 10..end].iter().map(|second| second[2]).sum::<u64>());
    sums.max().expect("seconds") as f64 * 200.0 / 10.0
}

/// When the hit rate of thirty seconds was for good at most two points below that of the first minute, in words.
fn recovered(seconds: &Seconds) -> String {
    let rate = |part: &[[u64; 3]]| {
        let sum = |at: usize| part.iter().map(|second| second[at]).sum::<u64>();
        sum(1) as f64 / sum(0) as f64
    };
    let usual = rate(&seconds[..60]);
    let below = (61..=seconds.len()).rev().find(|&end| rate(&seconds[end - 30..end]) < usual - 0.02);
    match below.map_or(0, |end| end - 60) {
        0 => "at once".into(),
        s if s + 90 > seconds.len() => format!("not within {} min", (seconds.len() - 60) / 60),
        s if s < 120 => format!("after {s} s"),
        s if s % 60 == 0 => format!("after {} min", s / 60),
        s => format!("after {} min {} s", s / 60, s % 60),
    }
}

fn says(sentence: &str, parts: &[String]) {
    for part in parts {
        assert!(sentence.contains(part.as_str()), "{sentence}\nhas not: {part}");
    }
}

#[test]
fn a_node_more_is_a_storm_under_modulo_and_a_shower_on_a_ring() {
    let (runs, counted, sentence) = carried_out("add", &catalogue::document_fleet());
    let names: Vec<&str> = runs.iter().map(|run| run.plan().name.as_str()).collect();
    assert_eq!(names, ["by modulo", "on a ring", "by rendezvous"]);
    for (seconds, name) in counted.iter().zip(&names) {
        says(
            &sentence,
            &[format!("{} {name}", percent(worst(seconds))), format!("{} {name}", decimal(most_database(seconds), 0))],
        );
    }
    // 89 % of the keys move under modulo, a ninth on a ring and by rendezvous, and the database stands a fifth of the reads.
    assert!(worst(&counted[0]) < 0.5 && most_database(&counted[0]) > 8_000.0);
    for seconds in &counted[1..] {
        assert!(worst(seconds) > 0.94 * 8.0 / 9.0 - 0.03, "{}", worst(seconds));
        assert!(most_database(seconds) < 8_000.0);
    }
    // Where the database is asked for more than it stands, reads fail; on a ring none does.
    assert!(runs[0].series().total().failures > 0);
    assert_eq!([1, 2].map(|at| runs[at].series().total().failures), [0, 0]);
    let [modulo, ring, rendezvous] = [0, 1, 2].map(|at| runs[at].summary().ticks_to_recover.unwrap_or(u32::MAX));
    assert!(modulo > ring && modulo > rendezvous);
}

#[test]
fn growing_by_half_is_gentler_one_at_a_time_and_gentlest_with_dual_reads() {
    let (runs, counted, sentence) = carried_out("grow", &catalogue::document_fleet());
    for (run, seconds) in runs.iter().zip(&counted) {
        let name = &run.plan().name;
        says(
            &sentence,
            &[format!("{} {name}", decimal(most_database(seconds), 0)), format!("{} {name}", percent(worst(seconds)))],
        );
        assert_eq!(run.membership().fleet.nodes().len(), 12);
    }
    let [at_once, one_at_a_time, dual] = [0, 1, 2].map(|at| worst(&counted[at]));
    assert!(at_once < one_at_a_time && one_at_a_time < dual);
    // A third of the keys moves at once: 12 nodes have 4 that are new.
    assert!((at_once - 0.94 * 2.0 / 3.0).abs() < 0.12, "{at_once}");
    assert!(dual > 0.90, "{dual}");
    assert!(runs[2].series().total().elsewhere_hits > 0);
}

#[test]
fn a_death_is_a_cascade_under_modulo_and_bounded_on_a_ring() {
    let (runs, counted, sentence) = carried_out("dies", &catalogue::document_fleet());
    let fallen = |run: &Run| {
        let nodes = run.series().total().nodes.iter().enumerate();
        nodes.filter(|(at, node)| *at != 1 && node.failed > 0).count()
    };
    assert!(fallen(&runs[0]) >= 3, "{}", fallen(&runs[0]));
    assert_eq!(fallen(&runs[1]), 0);
    says(
        &sentence,
        &[format!("{} of the other 7 by modulo", fallen(&runs[0])), "none of the other 7 on a ring".into()],
    );
    for (run, seconds) in runs.iter().zip(&counted) {
        says(&sentence, &[format!("{} {}", percent(worst(seconds)), run.plan().name)]);
    }
    assert_eq!(runs[1].series().total().failures, 0);
    assert!(runs[0].series().total().failure_rate() > 0.01);
    // The blast of the ring is its capacity plan: what cache-02 held.
    let mut capacity = placement::drill::capacity::CapacityPlan::new(runs[1].plan().clone()).expect("a plan");
    capacity.finish();
    let lost = 0.94 - worst(&counted[1]);
    assert!(lost < capacity.losses()[1].of_reads + 0.02, "{lost}");
}

#[test]
fn the_reference_failure_is_the_documents() {
    // Whatever the reader's own fleet is.
    for scenario in [catalogue::document_fleet(), scenario("modulo", ["a", "b"], keys("{i}", 5))] {
        let (_, _, sentence) = carried_out("reference", &scenario);
        says(&sentence, &["of 10,000 reads 7,538 were served from cache, 2,462 missed and 0 failed. 24.6 %".into()]);
    }
}

#[test]
fn a_flapping_node_moves_its_keys_each_time_unless_clients_are_patient() {
    let (runs, _, sentence) = carried_out("flap", &catalogue::document_fleet());
    // The share of cache-02 by placing its keys: out and in again, ten times in five minutes, is four times it a minute.
    let mut placed = catalogue::document_fleet();
    placed.keys = keys("user:{i}", runs[0].keys());
    let count = Snapshot::place(&placed, None).counts()[1];
    let eager = f64::from(count) * 4.0 * 200.0;
    says(&sentence, &[format!("{} ({}) under eager ejection", thousands(eager as u64), percent(eager / 25e6))]);
    says(&sentence, &["0 (0 %) with 30 s of grace".into()]);
    let moved: Vec<u64> = runs.iter().map(|run| run.series().total().moved_keys).collect();
    assert!(moved[0] > moved[1] && moved[1] > moved[2], "{moved:?}");
}

#[test]
fn two_views_disagree_about_what_the_new_node_owns() {
    let (runs, _, sentence) = carried_out("views", &catalogue::document_fleet());
    let mut placed = catalogue::document_fleet();
    placed.keys = keys("user:{i}", runs[0].keys());
    let before = Snapshot::place(&placed, None);
    let (_, movement) = change(&before, [Command::SetNodeCount(9)]);
    let share = f64::from(movement.moved) / f64::from(runs[0].keys());
    // "They disagree about roughly 11 % of keys".
    assert!((share - 0.11).abs() < 0.005, "{share}");
    says(&sentence, &[format!("For 3 min the clients disagreed, about {} of the keys at most", percent(share))]);
    assert!(runs[0].series().total().stale_hits > 0);
    // Before anybody knows of the node nothing is stale and nothing is held twice.
    let before = runs[0].series().between(0, 600);
    assert_eq!((before.stale_hits, before.spare_copies), (0, 0));
}

#[test]
fn a_hot_key_is_one_nodes_load_until_something_is_done() {
    let (runs, _, sentence) = carried_out("hot", &catalogue::document_fleet());
    let busiest: Vec<f64> = runs
        .iter()
        .map(|run| {
            let since = run.series().between(900, u32::MAX);
            let requests: Vec<u64> = since.nodes.iter().map(|node| node.requests).collect();
            *requests.iter().max().expect("nodes") as f64 * 8.0 / requests.iter().sum::<u64>() as f64
        })
        .collect();
    for (run, busiest) in runs.iter().zip(&busiest) {
        says(&sentence, &[format!("{} times {}", decimal(*busiest, 2), run.plan().name)]);
    }
    // A fifth of all reads on one of eight nodes is 1.6 times its fair share, besides its own four fifths.
    assert!(busiest[0] > 1.6 + 0.8 * 0.8, "{busiest:?}");
    // A bound of 125 % holds to a few points, as it is told from the requests of ten seconds.
    assert!(busiest[3] < 1.29, "{busiest:?}");
    assert!(busiest[1..].iter().all(|&busiest| busiest < 1.45), "{busiest:?}");
    // Four clients with an entry that lives for a second ask for the hot key four times a second, of 8,000 reads.
    let front = &runs[1].series().between(900, u32::MAX);
    let fronted = front.per_s(front.front_hits, 200);
    assert!(fronted > 7_900.0, "{fronted}");
}

#[test]
fn durable_data_is_copied_before_it_is_found() {
    let (runs, _, sentence) = carried_out("durable", &catalogue::document_fleet());
    for run in &runs {
        let moving = run.moving();
        // The bytes by the rate: 2,000 bytes an item and 100,000,000 a second, in ticks of a tenth, rounded up.
        let ticks = (moving.items * 200 * 2_000).div_ceil(10_000_000) as u32;
        let (began, ended) = (moving.began_tick.expect("a change"), moving.ended_tick.expect("an end"));
        assert_eq!((began, ended + 1 - began), (600, ticks));
        assert_eq!((moving.done, run.series().total().copied), (moving.items, moving.items));
        says(&sentence, &[format!("{} items", thousands(moving.items * 200))]);
    }
    // All that the ring moves is for the new node, and comes from all others.
    let pairs = runs[0].moves_from_to();
    assert!(pairs.iter().all(|pair| pair.to.0 == 8 && pair.from.0 < 8) && pairs.len() == 8);
    assert_eq!(pairs.iter().map(|pair| pair.items).sum::<u64>(), runs[0].moving().items);
    assert!(pairs.iter().all(|pair| pair.done == pair.items));
    // 2,000 bytes an item; the ring's two runs copy the same.
    let told = |at: usize| {
        let (items, moving) = (runs[at].moving().items * 200, runs[at].moving());
        let took = f64::from(moving.ended_tick.expect("an end") + 1 - 600) / 10.0;
        format!("{} items ({} GB) in {} s", thousands(items), decimal(items as f64 * 2e-6, 1), decimal(took, 1))
    };
    let told = [0, 2].map(|at| told(at).replace(".0 s", " s"));
    let parts = [
        format!(
            "From 8 nodes to cache-09 go {} on a ring and with dual reads, and {} by a coordinator. ",
            told[0], told[1]
        ),
        " found nothing on a ring, and 0 % found nothing with dual reads and by a coordinator.".into(),
    ];
    says(&sentence, &parts);
    // A ninth of the items, as what the new node owns; by the table 28 of its 256 shards.
    let share = |at: usize| runs[at].moving().items as f64 / f64::from(runs[at].keys());
    assert!(
        (share(0) - 1.0 / 9.0).abs() < 0.01 && (share(2) - 28.0 / 256.0).abs() < 0.003,
        "{} {}",
        share(0),
        share(2)
    );
    let not_found: Vec<u64> = runs.iter().map(|run| run.series().total().not_found).collect();
    assert!(not_found[0] > 0);
    assert_eq!(not_found[1..], [0, 0], "with dual reads, or a shard at a time, everything is found");
    // In the end all is where it belongs.
    for run in &runs {
        let late = run.series().between(run.moving().ended_tick.expect("an end") + 10, u32::MAX);
        assert_eq!((late.reads > 0, late.failures), (true, 0));
    }
}

#[test]
fn other_points_and_another_hash_move_nearly_everything() {
    let (runs, counted, sentence) = carried_out("points", &catalogue::document_fleet());
    let moved = |run: &Run| {
        // Counted by placing before and after.
        let mut before = catalogue::document_fleet();
        before.keys = keys("user:{i}", run.keys());
        let before = Snapshot::place(&before, None);
        let (_, movement) = change(&before, run.plan().events.iter().filter_map(|event| event.what.command()));
        f64::from(movement.moved) / f64::from(run.keys())
    };
    for run in &runs {
        says(&sentence, &[format!("{} {}", percent(moved(run)), run.plan().name)]);
    }
    let both = |read: &dyn Fn(&Seconds) -> String| format!("{} and {}", read(&counted[0]), read(&counted[1]));
    let parts = [
        format!(" to {}; ", both(&|seconds| percent(worst(seconds)))),
        format!(" 8,000 reads a second, was asked for {}; ", both(&|seconds| decimal(most_database(seconds), 0))),
        format!(" was usual again {}.", both(&recovered)),
    ];
    says(&sentence, &parts);
    // (1 - 160 / 500) (1 - 1 / 8) = 59.5 %, and 7 of 8 keys under another hash.
    assert!((moved(&runs[0]) - 0.595).abs() < 0.02 && (moved(&runs[1]) - 0.875).abs() < 0.01);
}

#[test]
fn every_drill_runs_on_the_readers_own_fleet() {
    // As they come: one node, nodes that are down, weights, a real system, a table, a pasted list.
    let odd = Scenario { fleet: Fleet::from_names(["only"]).expect("a name"), ..Scenario::default() };
    let mut half_down = Scenario::default();
    for id in [0, 3] {
        let id = placement::fleet::NodeId(id);
        half_down.apply(Command::SetUp { id, up: false }).expect("a node");
    }
    let list = placement::keys::KeyList::parse("a\t5\nb\t1\nc").expect("keys");
    let listed = Scenario { keys: placement::keys::Keys::List(list), ..Scenario::default() };
    let by_table = scenario("coordinator", names("cache-", 1, 8, 2), keys("user:{i}", 1));
    let nginx = scenario("nginx-consistent", names("cache-", 1, 8, 2), keys("user:{i}", 1));
    for scenario in [odd, half_down, listed, by_table, nginx] {
        for drill in &catalogue::ALL {
            let mut runs = Vec::new();
            for mut plan in drill.runs(&scenario) {
                plan.settings = q::SCALE.with(&plan.settings, 5_000);
                let mut run = Run::new(plan).unwrap_or_else(|error| panic!("{} {scenario:?} {error}", drill.id));
                run.step(10);
                runs.push(run);
            }
            assert!(drill.sentence(&runs).ends_with('.'), "{}", drill.sentence(&runs));
            for run in &mut runs {
                let rest = run.plan().length_ticks.min(3_000) - run.tick();
                run.step(rest);
            }
            assert!(drill.sentence(&runs).ends_with('.'), "{}", drill.sentence(&runs));
            assert!(!drill.sentence(&runs).contains("NaN"));
        }
    }
}
