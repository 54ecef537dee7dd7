//! Simulated reads of a drill a second of wall time: the first document's fleet, and what can be in the way of a read.

use placement::{
    drill::{Event, Happening, Plan, Run, catalogue, quantity as q},
    fleet::NodeId,
    parameter::Settings,
};

use crate::{
    clock::{quantile, samples},
    table::Row,
};

/// Nodes of the fleet.
pub const NODES: usize = 8;
/// Points of each.
pub const POINTS: usize = 160;
/// Fewest and most spans of each.
const SPANS: (usize, usize) = (5, 41);
/// Ticks of a span: half a minute.
const TICKS: u32 = 300;
/// Reads a second of wall time that we mean to stay above in the browser.
const LEAST: f64 = 800_000.0;

fn row(name: &str, settings: Settings, event: Option<Event>) -> Row {
    let plan = Plan::new(name, catalogue::document_fleet(), settings, TICKS).with(event);
    timed(name, plan)
}

/// The median of spans one after the other, as a rate.
fn timed(name: &str, plan: Plan) -> Row {
    let mut made = samples(SPANS.0, SPANS.1, || Run::new(plan.clone()).expect("a plan"));
    let mut run = Run::new(plan).expect("a plan");
    let mut reads = 0;
    let mut times = samples(SPANS.0, SPANS.1, || {
        let before = run.series().total().reads;
        run.step(TICKS);
        reads = run.series().total().reads - before;
    });
    Row::new(
        name.into(),
        [
            ("reads_per_s", Some(reads as f64 / quantile(&mut times, 0.5) * 1e3)),
            ("least_per_s", Some(LEAST)),
            ("made_ms", Some(quantile(&mut made, 0.5))),
            ("runs", Some(times.len() as f64)),
        ],
    )
}

/// What is timed.
pub fn rows() -> Vec<Row> {
    let usual = Settings::default();
    let counts = [(&q::FRONT, 50), (&q::BOUND, 125), (&q::WRITES, 50), (&q::HOT_COPIES, 2), (&q::TTL, 600)];
    let busy = counts.into_iter().fold(usual.clone(), |settings, (quantity, count)| quantity.with(&settings, count));
    let dies = catalogue::Drill::from_id("dies").expect("a drill").runs(&catalogue::document_fleet());
    let cascade =
        Plan { events: vec![Event::at(0, Happening::Kill(NodeId(1)))], ..dies.into_iter().next().expect("modulo") };
    vec![
        row("as it stands", usual.clone(), None),
        row("a scale of 1 to 50", q::SCALE.with(&usual, 50), None),
        row("a dead node, left out and tried again", usual, Some(Event::at(0, Happening::Kill(NodeId(2))))),
        row(
            "front caches, bounded loads, copies, writes, a time to live",
            busy,
            Some(Event::at(0, Happening::Hot { percent: 20 })),
        ),
        timed("a cascade under modulo", cascade),
    ]
}
