//! Laws that every run keeps, whatever its fleet, its quantities and its events; and that a run is the same each time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::*;
use placement::{
    algorithm::Algorithm,
    drill::{Answer, Event, Happening, Notice, Plan, Run, Sample, proof, quantity as q},
    fleet::NodeId,
    parameter::{Kind, Settings, Value},
    weight::Weight,
};
use proptest::prelude::*;
use std::collections::HashSet;

const TICKS: u32 = 400;

fn happening() -> impl Strategy<Value = Happening> {
    // Some nodes and clients that there are not, too.
    let node = || (0..8u32).prop_map(NodeId);
    let percent = || prop_oneof![Just(0), Just(100), 1..100u32];
    prop_oneof![
        node().prop_map(Happening::Kill),
        node().prop_map(Happening::Revive),
        (node(), percent()).prop_map(|(node, percent)| Happening::Fail { node, percent }),
        (node(), 1..=100u32).prop_map(|(node, percent)| Happening::Slow { node, percent }),
        (0..4u32, node()).prop_map(|(client, node)| Happening::Partition { client, node }),
        (0..4u32, node()).prop_map(|(client, node)| Happening::Heal { client, node }),
        percent().prop_map(|percent| Happening::Hot { percent }),
        (0..3u32, 1..500u32).prop_map(|(name, hundredths)| Happening::Add {
            name: format!("new-{name}"),
            weight: Weight::from_hundredths(hundredths).expect("a weight"),
        }),
        node().prop_map(Happening::Remove),
        (node(), 0..500u32).prop_map(|(node, hundredths)| Happening::Weigh {
            node,
            weight: Weight::from_hundredths(hundredths).expect("a weight"),
        }),
        (1..300u32).prop_map(|count| Happening::Set(&placement::algorithm::ring::VIRTUAL_NODES, Value::Count(count))),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    (0..TICKS, happening(), 0..20u32).prop_map(|(tick, what, rollout)| Event::at(tick, what).rolled_out_over(rollout))
}

/// Numbers that make everything happen in forty seconds of a small fleet.
fn settings() -> impl Strategy<Value = Settings> {
    let counts: [(&q::Quantity, u32, u32); 22] = [
        (&q::SEED, 0, 1_000),
        (&q::SCALE, 1, 20),
        (&q::KEYS, 20, 20_000),
        (&q::READS, 10, 4_000),
        (&q::WRITES, 0, 200),
        (&q::EXPONENT, 0, 150),
        (&q::TTL, 0, 30),
        (&q::CAPACITY, 1, 5_000),
        (&q::NODE_RATE, 100, 3_000),
        (&q::DATABASE_RATE, 50, 3_000),
        (&q::DATABASE_QUEUE, 0, 2_000),
        (&q::CLIENTS, 1, 4),
        (&q::DEPTH, 1, 4),
        (&q::EJECT_AFTER, 1, 4),
        (&q::EJECT_WITHIN, 0, 3),
        (&q::PENALTY, 1, 8),
        (&q::GRACE, 0, 5),
        (&q::DUAL_READS, 0, 10),
        (&q::FRONT, 0, 20),
        (&q::HOT_COPIES, 1, 3),
        (&q::BOUND, 0, 200),
        (&q::COPY_RATE, 1, 10),
    ];
    let numbers: Vec<BoxedStrategy<u32>> = counts.iter().map(|(_, least, most)| (*least..=*most).boxed()).collect();
    (numbers, 0..4usize, any::<[bool; 4]>()).prop_map(move |(numbers, popularity, on)| {
        let mut settings = q::POPULARITY.chosen(&Settings::default(), popularity);
        for ((quantity, ..), number) in counts.iter().zip(numbers) {
            settings = quantity.with(&settings, number);
        }
        for (switch, on) in [&q::COLD, &q::BACKOFF, &q::HEALTH_CHECK, &q::DURABLE].into_iter().zip(on) {
            if on {
                settings = switch.switched_on(&settings);
            }
        }
        settings
    })
}

fn plan() -> impl Strategy<Value = Plan> {
    let algorithm = prop::sample::select(Algorithm::every().map(|one| one.id).collect::<Vec<_>>());
    (algorithm, 1..6u32, settings(), prop::collection::vec(event(), 0..8)).prop_map(|(how, nodes, settings, events)| {
        let scenario = scenario(how, names("cache-", 1, nodes, 2), keys("user:{i}", 1));
        Plan::new("any", scenario, settings, TICKS).with(events)
    })
}

fn check(sample: &Sample, settings: &Settings) -> Result<(), TestCaseError> {
    let Sample { reads, hits, front_hits, misses, failures, .. } = *sample;
    prop_assert_eq!(reads, hits + misses + failures, "every read is a hit, a miss served, or a failure");
    let of = |count: fn(&placement::drill::NodeSample) -> u64| sample.nodes.iter().map(count).sum::<u64>();
    prop_assert_eq!(hits, front_hits + of(|node| node.hits), "hits are those of the nodes and the front caches");
    prop_assert_eq!(misses, of(|node| node.misses), "misses are those of the nodes");
    prop_assert_eq!(sample.failed_requests, of(|node| node.failed));
    prop_assert!(sample.refused + sample.not_found <= failures);
    // Each read that a node answers is a request to it, and each fill is one more. With dual reads a node of before is asked
    // for what was not there, and with writes an entry is written.
    let (asked, absent) =
        (hits - front_hits + misses + sample.refused + sample.not_found, misses + sample.refused + sample.not_found);
    let least = asked + misses;
    let by_dual_reads = if q::DUAL_READS.of(settings) == 0 { 0 } else { absent + 2 * sample.elsewhere_hits };
    let requests = of(|node| node.requests);
    prop_assert!(
        (least..=least + by_dual_reads + sample.writes).contains(&requests),
        "{requests} requests for {least}"
    );
    prop_assert!(sample.elsewhere_hits + front_hits <= hits && sample.stale_hits <= hits);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn reads_are_conserved_and_room_is_kept(plan in plan()) {
        let mut run = Run::new(plan).expect("within its limits");
        let mut down: HashSet<(u32, NodeId)> = HashSet::new();
        let (mut told, mut served_down) = ([0u64; 3], 0);
        for _ in 0..TICKS / 10 {
            run.step_watched(10, &mut |notice| match *notice {
                Notice::MarkedDown { client, node, .. } => {
                    down.insert((client, node));
                }
                Notice::Back { client, node, .. } => {
                    down.remove(&(client, node));
                }
                Notice::Read { client, answer, .. } => match answer {
                    Answer::Front => told[0] += 1,
                    Answer::Hit(node) | Answer::Miss(node) => {
                        told[usize::from(matches!(answer, Answer::Miss(_)))] += 1;
                        served_down += u32::from(down.contains(&(client, node)));
                    }
                    Answer::Failed => told[2] += 1,
                },
            });
            let last = run.series().samples().last().expect("a sample");
            for (node, room) in last.nodes.iter().zip(run.room()) {
                prop_assert!(node.entries <= room, "{} entries in room for {room}", node.entries);
            }
        }
        prop_assert_eq!(served_down, 0, "no key is served by a node that the client takes for down");
        let settings = &run.plan().settings;
        run.series().samples().iter().try_for_each(|sample| check(sample, settings))?;
        let total = run.series().total();
        check(total, settings)?;
        prop_assert_eq!([total.hits, total.misses, total.failures], told);
        // All the reads that there should be, to one.
        let scale = u64::from(run.plan().scale());
        let due = u64::from(q::READS.of(&run.plan().settings)) * u64::from(TICKS) / 10;
        prop_assert_eq!(total.reads, due / scale);
    }

    #[test]
    fn a_run_is_the_same_however_it_is_cut_and_wound_back(plan in plan(), back in 0..TICKS, cut in 1..97u32) {
        let mut whole = Run::new(plan.clone()).expect("within its limits");
        whole.finish();
        let mut cut_run = Run::new(plan).expect("within its limits");
        while !cut_run.is_over() {
            cut_run.step(cut.min(TICKS - cut_run.tick()));
        }
        prop_assert_eq!(cut_run.digest(), whole.digest());
        cut_run.seek(back);
        prop_assert_eq!(cut_run.tick(), back);
        cut_run.seek(TICKS);
        prop_assert_eq!(cut_run.series(), whole.series());
        prop_assert_eq!((cut_run.summary(), cut_run.marks()), (whole.summary(), whole.marks()));
    }

    #[test]
    fn what_is_injected_is_as_if_it_had_been_planned(plan in plan(), what in happening(), at in 0..TICKS, further in 0..TICKS) {
        let mut injected = Run::new(plan).expect("within its limits");
        injected.seek(at.max(further));
        injected.seek(at);
        injected.inject(what, 3).expect("room for an event");
        let mut planned = Run::new(injected.plan().clone()).expect("within its limits");
        injected.finish();
        planned.finish();
        prop_assert_eq!(injected.series(), planned.series());
        // And it stays when it is wound back behind it.
        injected.seek(at / 2);
        injected.seek(TICKS);
        prop_assert_eq!(injected.digest(), planned.digest());
    }

    #[test]
    fn what_is_taken_out_or_put_elsewhere_is_as_if_it_had_never_been(
        plan in plan(), others in prop::collection::vec(event(), 0..8), keeps in 0..8usize, at in 0..TICKS
    ) {
        // Some of the events stay, the others are other ones.
        let events: Vec<Event> = plan.events.iter().take(keeps).cloned().chain(others).collect();
        let mut planned = Run::new(Plan { events: events.clone(), ..plan.clone() }).expect("within its limits");
        let mut changed = Run::new(plan.clone()).expect("within its limits");
        changed.seek(at);
        changed.reschedule(&events).expect("room for events");
        prop_assert!(changed.tick() <= at);
        prop_assert_eq!(changed.plan(), planned.plan());
        changed.finish();
        planned.finish();
        prop_assert_eq!(changed.series(), planned.series());
        prop_assert_eq!((changed.summary(), changed.marks()), (planned.summary(), planned.marks()));
        // And back again.
        changed.seek(at / 2);
        changed.reschedule(&plan.events).expect("room for events");
        changed.seek(TICKS);
        let mut first = Run::new(plan).expect("within its limits");
        first.finish();
        prop_assert_eq!(changed.series(), first.series());
    }
}

#[test]
fn the_same_day_on_every_machine() {
    let mut run = Run::new(proof::plan()).expect("a plan");
    run.finish();
    assert_eq!(run.digest(), proof::DIGEST, "{:#018x}", run.digest());
    run.seek(777);
    run.seek(2_400);
    assert_eq!(run.digest(), proof::DIGEST);
    // Another seed is another day.
    let mut other = proof::plan();
    other.settings = q::SEED.with(&other.settings, 2);
    let mut other = Run::new(other).expect("a plan");
    other.finish();
    assert_ne!(other.digest(), proof::DIGEST);
}

#[test]
fn a_long_run_keeps_its_room() {
    let mut plan = proof::plan();
    plan.settings = q::SCALE.with(&q::READS.with(&plan.settings, 4_000), 2_000);
    let mut run = Run::new(plan).expect("a plan");
    run.step(36_000 * 3);
    assert!(run.series().samples().len() <= placement::drill::MOST_SAMPLES);
    assert_eq!(run.series().samples().iter().map(|sample| sample.ticks).sum::<u32>(), 108_000);
    let digest = run.digest();
    run.seek(50_000);
    run.seek(108_000);
    assert_eq!(run.digest(), digest);
}

#[test]
fn every_number_of_a_quantity_runs() {
    // The ends of every range, the rest at its default: nothing overflows, nothing hangs.
    for quantity in q::ALL {
        let Kind::Count { least, most, .. } = quantity.parameter.kind else { continue };
        for count in [least, most] {
            let small = q::KEYS.with(&q::SCALE.with(&Settings::default(), 10_000), 1_000_000);
            let scenario = scenario("ring", names("n", 1, 3, 1), keys("user:{i}", 1));
            let plan = Plan::new("", scenario, quantity.with(&small, count), 20)
                .with([Event::at(3, Happening::Kill(NodeId(0))), Event::at(4, Happening::Hot { percent: 100 })]);
            match Run::new(plan) {
                Ok(mut run) => {
                    run.finish();
                    check(run.series().total(), &run.plan().settings).expect(quantity.parameter.field);
                }
                Err(error) => assert!(error.to_string().ends_with('.'), "{error}"),
            }
        }
    }
}
