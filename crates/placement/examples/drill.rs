//! How fast a drill runs, and what the nine drills say: `cargo run --release -p placement --example drill`.
//!
//! First the first document's fleet as it stands, and with everything in the way of a read that there is: simulated reads a
//! second of wall time, the best of several spans, on one thread. Then each drill on that fleet, how long all its runs took,
//! and its sentence. With `-- flap` only the drill of that id.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a bench that cannot run should say so at once")]
#![allow(clippy::print_stdout, reason = "printing its table is what it is for")]

use std::time::Instant;

use placement::{
    drill::{Event, Happening, Plan, Run, catalogue, quantity as q},
    fleet::NodeId,
    parameter::Settings,
};

fn line(what: &str, settings: Settings, events: Vec<Event>) {
    let begin = Instant::now();
    let mut run = Run::new(Plan::new(what, catalogue::document_fleet(), settings, 6_000).with(events)).expect("a plan");
    let made_ms = begin.elapsed().as_secs_f64() * 1e3;
    let mut best = 0.0f64;
    for _ in 0..10 {
        let (before, begin) = (run.series().total().reads, Instant::now());
        run.step(3_000);
        best = best.max((run.series().total().reads - before) as f64 / begin.elapsed().as_secs_f64());
    }
    println!("{what}: {best:.0} reads/s; made in {made_ms:.0} ms; hit rate {:.4}", run.series().total().hit_rate());
}

fn speeds() {
    let usual = Settings::default();
    line("as it stands", usual.clone(), Vec::new());
    line("at a scale of 1 to 50", q::SCALE.with(&usual, 50), Vec::new());
    line("a dead node, left out and tried again", usual.clone(), vec![Event::at(0, Happening::Kill(NodeId(2)))]);
    let counts = [(&q::FRONT, 50), (&q::BOUND, 125), (&q::WRITES, 50), (&q::HOT_COPIES, 2), (&q::TTL, 600)];
    let busy = counts.into_iter().fold(usual, |settings, (quantity, count)| quantity.with(&settings, count));
    line("with all that there is", busy, vec![Event::at(0, Happening::Hot { percent: 20 })]);
}

fn main() {
    let only = std::env::args().nth(1);
    if only.is_none() {
        speeds();
    }
    for drill in catalogue::ALL.iter().filter(|one| only.as_ref().is_none_or(|id| id == one.id)) {
        let begin = Instant::now();
        let plans = drill.runs(&catalogue::document_fleet());
        let mut runs: Vec<Run> = plans.into_iter().map(|plan| Run::new(plan).expect("a plan")).collect();
        runs.iter_mut().for_each(Run::finish);
        let took_ms = begin.elapsed().as_secs_f64() * 1e3;
        println!("\n{} ({}, {took_ms:.0} ms)\n{}", drill.name, drill.id, drill.sentence(&runs));
    }
}
