//! The lanes of a drill: hit rate, database load against what it stands, what the drill is about, and the load
//! of every node; all runs over one another.

use placement::{
    drill::{NodeState, Run, Sample, quantity},
    number::{percent, thousands},
};

use super::{
    happened::{Line, first_concerned, standing},
    measures::{self, DATABASE, FOUND, HIT_RATE, Measure},
    nodes::{most_requests_per_s, name_of},
};
use crate::charts::timeline::{Lane, NodeLane, Span, Timeline};

/// About so many spans are drawn, however many samples there are.
const SPANS: u32 = 240;
/// Most nodes that have a lane.
pub const MOST_NODE_LANES: usize = 16;

/// The samples of all runs, put together to spans of equal length.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Spans {
    /// Ticks of a whole span.
    pub ticks: u32,
    /// By run.
    pub runs: Vec<Vec<Sample>>,
}

impl Spans {
    /// Those of the runs so far.
    #[must_use]
    pub fn of(runs: &[Run]) -> Self {
        let interval = runs.iter().map(|run| run.series().interval_ticks()).max().unwrap_or(1).max(1);
        let length = runs.iter().map(|run| run.plan().length_ticks).max().unwrap_or(0);
        let ticks = interval * length.div_ceil(interval * SPANS).max(1);
        let spans_of = |run: &Run| {
            let samples = (0..run.tick()).step_by(ticks as usize);
            samples.map(|from| run.series().between(from, from + ticks)).filter(|span| span.ticks > 0).collect()
        };
        Self { ticks, runs: runs.iter().map(spans_of).collect() }
    }
}

/// The least round number that is not below a value: 1, 2, 2.5, 3, 4 or 5 with zeros.
#[must_use]
pub fn round_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let mut unit = 1.0;
    while unit * 10.0 <= value {
        unit *= 10.0;
    }
    while unit > value {
        unit /= 10.0;
    }
    [1.0, 2.0, 2.5, 3.0, 4.0, 5.0, 10.0]
        .into_iter()
        .map(|step| step * unit)
        .find(|&step| step >= value)
        .unwrap_or(unit * 10.0)
}

fn lane(measure: &Measure, runs: &[Run], spans: &Spans, limit: Option<(f64, String)>) -> Lane {
    let lines: Vec<Vec<(f64, f64)>> = runs
        .iter()
        .zip(&spans.runs)
        .map(|(run, samples)| {
            let begins = (0u32..).step_by(spans.ticks.max(1) as usize);
            let mut sum = 0.0;
            let point = |(from, span): (u32, &Sample)| {
                let (middle, value) = (f64::from(from) + f64::from(span.ticks) / 2.0, (measure.read)(span, run));
                sum = if measure.adds_up { sum + value } else { value };
                (middle, sum)
            };
            begins.zip(samples).map(point).filter(|point| point.1.is_finite()).collect()
        })
        .collect();
    let values = || lines.iter().flatten().map(|point| point.1);
    let highest = values().chain(limit.as_ref().map(|limit| limit.0)).fold(0.0, f64::max);
    let (least, most) = match measure.most {
        // A share that stays high is shown from a half or from 80 on: what it says is how far it falls.
        Some(most) => {
            let lowest = values().fold(most, f64::min);
            (
                if measure.adds_up {
                    0.0
                } else if lowest >= 80.0 {
                    80.0
                } else if lowest >= 50.0 {
                    50.0
                } else {
                    0.0
                },
                most,
            )
        }
        None => (0.0, round_up(highest)),
    };
    Lane { title: measure.title.into(), ends: (least, most), unit: measure.unit, limit, lines }
}

/// All lanes of a drill, with the nodes of the run at a place. `spans` may go beyond the moment on show: what was computed
/// once stays in sight when the reader goes back.
#[must_use]
pub fn timeline(id: &str, runs: &[Run], spans: &Spans, lead: usize, events: &[Line], tick: u32) -> Timeline {
    let Some(first) = runs.first() else { return Timeline::default() };
    let lead = runs.get(lead).map_or((first, 0), |run| (run, lead));
    let is_durable = quantity::DURABLE.is_on(&first.plan().settings);
    let mut lanes = vec![lane(if is_durable { &FOUND } else { &HIT_RATE }, runs, spans, None)];
    if !is_durable {
        let stands = quantity::DATABASE_RATE.of(&first.plan().settings);
        let limit = (f64::from(stands), format!("stands {}", thousands(stands)));
        lanes.push(lane(&DATABASE, runs, spans, Some(limit)));
    }
    lanes.extend(measures::own(id).into_iter().map(|one| lane(one, runs, spans, None)));
    let empty = Vec::new();
    let nodes = node_lanes(lead.0, spans.runs.get(lead.1).unwrap_or(&empty), spans.ticks);
    Timeline {
        length_ticks: runs.iter().map(|run| run.plan().length_ticks).max().unwrap_or(0),
        playhead_tick: tick,
        marks: events.iter().enumerate().map(|(at, line)| (line.tick, (at + 1).to_string())).collect(),
        runs: runs.iter().map(|run| run.plan().name.clone()).collect(),
        lanes,
        nodes_title: match (nodes.len(), lead.0.nodes().len()) {
            (shown, all) if shown < all => {
                format!("Requests to {shown} of {} nodes, of what each can serve", thousands(all as u32))
            }
            _ => "Requests to each node, of what it can serve".into(),
        },
        nodes_run: if runs.len() > 1 { lead.0.plan().name.clone() } else { String::new() },
        nodes,
    }
}

/// The nodes of a run with their loads; of a large fleet those that something happens to come before the others.
fn node_lanes(run: &Run, samples: &[Sample], ticks: u32) -> Vec<NodeLane> {
    let begins = || (0u32..).step_by(ticks.max(1) as usize).zip(samples);
    let lane = |number: usize| {
        let id = run.nodes()[number];
        let most = most_requests_per_s(run, id);
        let spans = begins().map(|(from, span)| {
            let absent = placement::drill::NodeSample { state: NodeState::Absent, ..Default::default() };
            let node = span.nodes.get(number).copied().unwrap_or(absent);
            let speed = f64::from(standing(run.plan(), from, id, 0).speed_percent) / 100.0;
            let load = span.per_s(node.requests, run.plan().scale()) / (most * speed);
            Span { from_tick: from, to_tick: from + span.ticks, load, state: node.state }
        });
        NodeLane { id, name: name_of(run, id), spans: spans.collect() }
    };
    // Nodes that were known of before an event was taken out, or that are still to come, have no lane.
    let comes = |lane: &NodeLane| {
        run.membership().fleet.get(lane.id).is_some() || lane.spans.iter().any(|span| span.state != NodeState::Absent)
    };
    first_concerned(run, MOST_NODE_LANES).into_iter().map(lane).filter(comes).collect()
}

/// What the lanes show, in a sentence for those who do not see them.
#[must_use]
pub fn summary(runs: &[Run]) -> String {
    let each = runs.iter().map(|run| {
        let total = run.series().total();
        format!(
            "{}: hit rate {}, {} reads a second meant for the database",
            run.plan().name,
            percent(total.hit_rate()),
            thousands(total.database_reads_per_s(run.plan().scale()).round() as u64)
        )
    });
    format!("Lanes over time. So far {}.", each.collect::<Vec<_>>().join("; "))
}
