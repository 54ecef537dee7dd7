//! A drill as it stands at a moment: all that the page shows of it.

use std::sync::Arc;

use placement::drill::{Asked, Run, quantity};

use super::{
    happened::{self, Line},
    lanes::{self, Spans},
    nodes::{self, NodeRow},
    tables,
};
use crate::{charts::timeline::Timeline, lab::sheet::Table};

/// What is shown.
#[derive(Clone, Default)]
pub struct Shown {
    /// Why it cannot run.
    pub error: Option<String>,
    /// The moment on show.
    pub tick: u32,
    /// How long the drill is.
    pub length_ticks: u32,
    /// Do the runs stand where they were asked to go?
    pub is_settled: bool,
    /// The names of the runs.
    pub runs: Vec<String>,
    /// How many clients there are.
    pub clients: u32,
    /// Full-scale reads for one.
    pub scale: u32,
    /// The lanes.
    pub timeline: Arc<Timeline>,
    /// The lanes in words.
    pub summary: String,
    /// The nodes of the leading run.
    pub nodes: Vec<NodeRow>,
    /// What its clients see.
    pub clients_line: String,
    /// What happens.
    pub events: Vec<Line>,
    /// What became of the runs.
    pub outcome: Table,
}

/// Which moment, and whose view of it.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The tick on show.
    pub tick: u32,
    /// Have the runs reached it?
    pub is_settled: bool,
    /// The run whose nodes are shown.
    pub lead: usize,
    /// The client that can be cut off from nodes.
    pub client: u32,
}

impl Shown {
    /// What there is to show of some runs, with lanes of what was computed so far; `None` without runs.
    #[must_use]
    pub fn of(asked: &Asked, runs: &[Run], spans: &Spans, at: Moment) -> Option<Self> {
        let first = runs.first()?;
        let leading = runs.get(at.lead).unwrap_or(first);
        let events = happened::lines(leading, asked.events());
        let timeline = lanes::timeline(asked.id(), runs, spans, at.lead, &events, at.tick);
        Some(Self {
            error: None,
            tick: at.tick,
            length_ticks: timeline.length_ticks,
            is_settled: at.is_settled,
            runs: runs.iter().map(|run| run.plan().name.clone()).collect(),
            clients: quantity::CLIENTS.of(&first.plan().settings),
            scale: first.plan().scale(),
            timeline: Arc::new(timeline),
            summary: lanes::summary(runs),
            nodes: nodes::rows(leading, at.client),
            clients_line: nodes::clients_line(leading),
            events,
            outcome: tables::outcome(runs),
        })
    }
}
