//! The reference failure, read by read: four nodes, 10,000 resident keys, one of them killed.
//!
//! "From Modulo to Hash Ring", the section on the cache client, prints what its own program gave: cache-01 2213, cache-02
//! 2462, cache-03 2923, cache-04 2402 keys; with cache-02 killed 7538 served from cache, 2462 misses, 0 hard failures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::*;
use placement::{
    drill::{Answer, Event, Happening, Notice, Plan, Run, capacity::CapacityPlan, quantity as q},
    fleet::NodeId,
    parameter::Settings,
};

/// Every key once, in ten seconds, by one client.
fn plan() -> Plan {
    let mut settings = q::POPULARITY.chosen(&Settings::default(), 2);
    for (quantity, count) in [(&q::SCALE, 1), (&q::KEYS, 10_000), (&q::READS, 1_000), (&q::CLIENTS, 1)] {
        settings = quantity.with(&settings, count);
    }
    let scenario = scenario("ring fin=1", names("cache-", 1, 4, 2), keys("user:{i}", 1));
    Plan::new("the reference failure", scenario, settings, 100).with([Event::at(0, Happening::Kill(NodeId(1)))])
}

#[test]
fn the_reference_failure_to_the_read() {
    let mut run = Run::new(plan()).expect("a plan");
    run.finish();
    let total = run.series().total();
    assert_eq!((total.reads, total.hits, total.misses, total.failures), (10_000, 7_538, 2_462, 0));
    // Each of the other three answers its own keys, and between them the misses.
    let hits: Vec<u64> = total.nodes.iter().map(|node| node.hits).collect();
    assert_eq!(hits, [2_213, 0, 2_923, 2_402]);
    assert_eq!(total.nodes.iter().map(|node| node.misses).sum::<u64>(), 2_462);
    // "healthy nodes: cache-01, cache-03, cache-04"
    let (_, fleet) = run.view(0).expect("a client");
    let healthy: Vec<&str> = fleet.nodes().iter().filter(|node| node.up).map(|node| node.name.as_str()).collect();
    assert_eq!(healthy, ["cache-01", "cache-03", "cache-04"]);
    // Nothing but one request was lost on the dead node before it was marked down.
    assert_eq!((total.failed_requests, total.ejections), (1, 1));
}

#[test]
fn without_a_failure_all_are_served() {
    let mut run = Run::new(Plan { events: Vec::new(), ..plan() }).expect("a plan");
    let mut served = [0; 4];
    run.step_watched(100, &mut |notice| {
        if let Notice::Read { answer: Answer::Hit(node), .. } = notice {
            served[node.0 as usize] += 1;
        }
    });
    assert_eq!(served, [2_213, 2_462, 2_923, 2_402]);
    assert_eq!(run.series().total().hits, 10_000);
}

#[test]
fn the_capacity_plan_of_that_fleet() {
    let mut capacity = CapacityPlan::new(plan()).expect("a plan");
    capacity.finish();
    assert!((capacity.hit_rate() - 1.0).abs() < 1e-9);
    // "24.6 % of traffic became a miss. That figure is your capacity plan."
    let shares: Vec<u64> = capacity.losses().iter().map(|loss| (loss.of_reads * 10_000.0).round() as u64).collect();
    assert_eq!(shares, [2_213, 2_462, 2_923, 2_402]);
    assert!(capacity.losses().iter().all(|loss| (loss.of_hits - loss.of_reads).abs() < 1e-9));
    assert!((capacity.losses()[1].reads_per_s - 246.2).abs() < 1e-6);
}
