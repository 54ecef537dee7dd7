//! How fast a drill runs: `cargo run --release -p placement --example drill`.
//!
//! The first document's fleet as it stands, and with everything in the way of a read that there is. One line each: simulated
//! reads a second of wall time, the best of several spans, on one thread.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a bench that cannot run should say so at once")]
#![allow(clippy::print_stdout, reason = "printing its table is what it is for")]

use std::time::Instant;

use placement::{
    drill::{Event, Happening, Plan, Run, quantity as q},
    fleet::NodeId,
    parameter::{self, Settings, Value},
    scenario::{Command, Scenario},
};

fn line(what: &str, settings: Settings, events: Vec<Event>) {
    let mut scenario = Scenario::default();
    scenario.apply(Command::Set(&parameter::FINALISER, Value::Switch(true))).expect("a switch");
    let begin = Instant::now();
    let mut run = Run::new(Plan::new(what, scenario, settings, 6_000).with(events)).expect("a plan");
    let made_ms = begin.elapsed().as_secs_f64() * 1e3;
    let mut best = 0.0f64;
    for _ in 0..10 {
        let (before, begin) = (run.series().total().reads, Instant::now());
        run.step(3_000);
        best = best.max((run.series().total().reads - before) as f64 / begin.elapsed().as_secs_f64());
    }
    println!("{what}: {best:.0} reads/s; made in {made_ms:.0} ms; hit rate {:.4}", run.series().total().hit_rate());
}

fn main() {
    let usual = Settings::default();
    line("as it stands", usual.clone(), Vec::new());
    line("at a scale of 1 to 50", q::SCALE.with(&usual, 50), Vec::new());
    line("a dead node, left out and tried again", usual.clone(), vec![Event::at(0, Happening::Kill(NodeId(2)))]);
    let mut busy = usual;
    for (quantity, count) in [(&q::FRONT, 50), (&q::BOUND, 125), (&q::WRITES, 50), (&q::HOT_COPIES, 2), (&q::TTL, 600)]
    {
        busy = quantity.with(&busy, count);
    }
    line("with all that there is", busy, vec![Event::at(0, Happening::Hot { percent: 20 })]);
}
