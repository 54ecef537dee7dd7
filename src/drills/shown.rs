//! A drill as it stands at a moment: all that the page shows of it.

use std::sync::Arc;

use placement::drill::{Asked, Run, quantity};

use super::{
    copying,
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
    /// The nodes of the leading run; of a large fleet some of them.
    pub nodes: Vec<NodeRow>,
    /// Which of them; nothing where they are all.
    pub nodes_told: String,
    /// What its clients see.
    pub clients_line: String,
    /// What happens.
    pub events: Vec<Line>,
    /// The run in which it does, where other things happen in others; else empty.
    pub events_of: String,
    /// What became of the runs.
    pub outcome: Table,
    /// Durable data on its way.
    pub copying: Copying,
}

/// What is copied, where data is durable; else empty.
#[derive(Clone, Default)]
pub struct Copying {
    /// Is it durable?
    pub is_durable: bool,
    /// What each run has to copy, and how far it is.
    pub progress: Table,
    /// From where to where, in the leading run.
    pub from_to: Table,
    /// The same in words.
    pub told: String,
}

impl Copying {
    fn of(runs: &[Run], leading: &Run) -> Self {
        if !copying::is_durable(leading) {
            return Self::default();
        }
        Self {
            is_durable: true,
            progress: copying::progress(runs),
            from_to: copying::from_to(leading),
            told: copying::told(leading),
        }
    }
}

/// Which moment, and whose view of it.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The tick on show.
    pub tick: u32,
    /// Have the runs reached it?
    pub is_settled: bool,
    /// The run whose nodes are shown.
    pub lead: usize,
    /// The client that can be cut off from nodes.
    pub client: u32,
    /// What the names of the nodes have in them, where not all can be shown.
    pub find: &'a str,
    /// How many of the runs are the drill's own; behind them is one that was kept.
    pub own_runs: usize,
}

impl Shown {
    /// What there is to show of some runs, with lanes of what was computed so far; `None` without runs.
    #[must_use]
    pub fn of(asked: &Asked, runs: &[Run], spans: &Spans, at: Moment<'_>) -> Option<Self> {
        let first = runs.first()?;
        let leading = runs.get(at.lead).unwrap_or(first);
        // What happens in a run that was kept is no longer the reader's to change.
        let own = if at.lead < at.own_runs { asked.events() } else { &[] };
        let events = happened::lines(leading, own);
        let differ = runs.iter().any(|run| run.plan().events != leading.plan().events);
        let events_of = if differ { leading.plan().name.clone() } else { String::new() };
        let timeline = lanes::timeline(asked.id(), runs, spans, at.lead, &events, at.tick);
        let nodes = nodes::rows(leading, at.client, at.find);
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
            nodes_told: nodes::rows_told(leading, nodes.len(), at.find),
            nodes,
            clients_line: nodes::clients_line(leading),
            events,
            events_of,
            outcome: tables::outcome(asked.id(), runs),
            copying: Copying::of(runs, leading),
        })
    }
}
