//! The nodes of a run at the moment on show: how each does, in a word and a mark, what it carries, what can be done to it.

use placement::{
    drill::{Happening, NodeState, Run, quantity},
    fleet::{Node, NodeId},
    number::{percent, thousands},
    scenario::{Command, Scenario},
};

use super::happened::{Standing, first_concerned, standing};

/// Most rows of the table; others are found by their names.
pub const MOST_ROWS: usize = 64;
/// Ticks of the last seconds over which loads are told.
const RECENT_TICKS: u32 = 100;

/// A row.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeRow {
    /// Which node.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// How it does.
    pub state: NodeState,
    /// What was done to it.
    pub standing: Standing,
    /// Requests a second at full scale, of the last ten seconds.
    pub requests: String,
    /// Of what it can serve.
    pub load: String,
    /// Of the reads that it answered those that it held.
    pub hit_rate: String,
    /// Entries at full scale.
    pub entries: String,
}

/// The mark of a state, beside its word.
#[must_use]
pub fn mark(state: NodeState) -> &'static str {
    match state {
        NodeState::Up => "●",
        NodeState::Warming => "◐",
        NodeState::Overloaded => "▲",
        NodeState::Down => "✕",
        NodeState::Absent => "○",
    }
}

/// Requests a second that a node of a run can serve at full scale, as long as nothing slows it.
#[must_use]
pub fn most_requests_per_s(run: &Run, id: NodeId) -> f64 {
    let weight = node_of(run, id).map_or(100, |(scenario, node)| match scenario.counted_weight(node) {
        0 => node.weight.hundredths(),
        counted => counted,
    });
    (f64::from(quantity::NODE_RATE.of(&run.plan().settings)) * f64::from(weight) / 100.0).max(1.0)
}

/// The node of an id: in the newest membership, else in the latest that had it. A run that was wound back knows those that
/// will come.
fn node_of(run: &Run, id: NodeId) -> Option<(&Scenario, &Node)> {
    let mut all = std::iter::once(run.membership()).chain(run.memberships());
    all.find_map(|one| Some((one, one.fleet.get(id)?)))
}

/// The name of a node.
#[must_use]
pub fn name_of(run: &Run, id: NodeId) -> String {
    node_of(run, id).map_or_else(|| format!("node {}", id.0), |(_, node)| node.name.clone())
}

/// Which nodes have a row, by their numbers: those that are there, of a large fleet those that something happens to and the
/// first, or those whose name has a text in it.
fn rows_of(run: &Run, states: &[NodeState], find: &str) -> Vec<usize> {
    let is_there = |number: &usize| states.get(*number).is_some_and(|state| *state != NodeState::Absent);
    let all = run.nodes().len();
    if all <= MOST_ROWS || find.is_empty() {
        return first_concerned(run, MOST_ROWS).into_iter().filter(is_there).collect();
    }
    let find = find.to_lowercase();
    let is_found = |number: &usize| name_of(run, run.nodes()[*number]).to_lowercase().contains(&find);
    (0..all).filter(is_there).filter(is_found).take(MOST_ROWS).collect()
}

/// Which part of a large fleet the rows are; nothing where they are all.
#[must_use]
pub fn rows_told(run: &Run, rows: usize, find: &str) -> String {
    let all = run.states().into_iter().filter(|state| *state != NodeState::Absent).count();
    if all <= MOST_ROWS && (find.is_empty() || run.nodes().len() <= MOST_ROWS) {
        return String::new();
    }
    let all = thousands(all as u32);
    match (find.is_empty(), rows) {
        (true, _) => format!("{rows} of {all} nodes: those that something happens to, and the first of the others."),
        (false, 0) => format!("No node has “{find}” in its name."),
        (false, MOST_ROWS..) => format!("The first {rows} of {all} nodes with “{find}” in their name."),
        (false, _) => format!("{rows} of {all} nodes have “{find}” in their name."),
    }
}

/// The nodes that are there, as one client reaches them; of a large fleet some of them.
#[must_use]
pub fn rows(run: &Run, client: u32, find: &str) -> Vec<NodeRow> {
    let (tick, scale) = (run.tick(), run.plan().scale());
    let series = run.series();
    let recent = series.between(tick.saturating_sub(RECENT_TICKS.max(series.interval_ticks())), u32::MAX);
    let states = run.states();
    rows_of(run, &states, find)
        .into_iter()
        .map(|number| {
            let (id, state) = (run.nodes()[number], states[number]);
            let sample = recent.nodes.get(number).copied().unwrap_or_default();
            let standing = standing(run.plan(), tick, id, client);
            let requests = recent.per_s(sample.requests, scale);
            let most = most_requests_per_s(run, id) * f64::from(standing.speed_percent) / 100.0;
            let answered = sample.hits + sample.misses;
            NodeRow {
                id,
                name: name_of(run, id),
                state,
                standing,
                requests: thousands(requests.round() as u64),
                load: percent(requests / most),
                hit_rate: if answered == 0 { "–".into() } else { percent(sample.hits as f64 / answered as f64) },
                entries: thousands(u64::from(sample.entries) * u64::from(scale)),
            }
        })
        .collect()
}

/// What the reader does to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// It stops, or runs again.
    Life,
    /// It gets slow, or has its full speed again.
    Speed,
    /// A client loses it, or reaches it again.
    Reach,
    /// It leaves the membership.
    Remove,
}

/// What a slow node has left of its speed, in per cent.
pub const SLOW_PERCENT: u32 = 20;

impl Act {
    /// All, in the order of a row.
    pub const ALL: [Self; 4] = [Self::Life, Self::Speed, Self::Reach, Self::Remove];

    /// On its button, as the node stands.
    #[must_use]
    pub fn words(self, standing: Standing) -> &'static str {
        match self {
            Self::Life if standing.is_alive => "Kill",
            Self::Life => "Revive",
            Self::Speed if standing.speed_percent == 100 => "Slow down",
            Self::Speed => "Full speed",
            Self::Reach if standing.is_reached => "Cut off",
            Self::Reach => "Reconnect",
            Self::Remove => "Remove",
        }
    }

    /// What happens then.
    #[must_use]
    pub fn happening(self, node: NodeId, standing: Standing, client: u32) -> Happening {
        match self {
            Self::Life if standing.is_alive => Happening::Kill(node),
            Self::Life => Happening::Revive(node),
            Self::Speed => {
                let percent = if standing.speed_percent == 100 { SLOW_PERCENT } else { 100 };
                Happening::Slow { node, percent }
            }
            Self::Reach if standing.is_reached => Happening::Partition { client, node },
            Self::Reach => Happening::Heal { client, node },
            Self::Remove => Happening::Remove(node),
        }
    }
}

/// The newest membership with the nodes down that the first client leaves out: what the ring shows.
#[must_use]
pub fn as_seen_by_the_first(run: &Run) -> Scenario {
    let mut scenario = run.membership().clone();
    if let Some((_, fleet)) = run.view(0) {
        for node in fleet.nodes().iter().filter(|node| !node.up) {
            if scenario.fleet.get(node.id).is_some_and(|known| known.up) {
                // A node that is there can go down.
                let _ = scenario.apply(Command::SetUp { id: node.id, up: false });
            }
        }
    }
    scenario
}

/// What the clients of a run think of the membership.
#[must_use]
pub fn clients_line(run: &Run) -> String {
    let count = quantity::CLIENTS.of(&run.plan().settings);
    let views: Vec<(u32, usize)> = (0..count)
        .filter_map(|client| {
            let (version, fleet) = run.view(client)?;
            Some((version, fleet.nodes().iter().filter(|node| node.up).count()))
        })
        .collect();
    let Some(&first) = views.first() else { return String::new() };
    let who = match count {
        1 => "The client sees".to_owned(),
        2 => "Both clients see".to_owned(),
        _ => format!("All {count} clients see"),
    };
    if views.iter().all(|view| *view == first) {
        let nodes = if first.1 == 1 { "node" } else { "nodes" };
        return format!("{who} version {} of the membership, {} {nodes} up.", first.0, thousands(first.1 as u32));
    }
    let each = views.iter().enumerate().take(6).map(|(at, (version, up))| {
        let nodes = if *up == 1 { "node" } else { "nodes" };
        format!("client {} sees version {version}, {up} {nodes} up", at + 1)
    });
    let rest = if views.len() > 6 { format!("; {} more", views.len() - 6) } else { String::new() };
    let share = f64::from(run.disagreeing_keys()) / f64::from(run.keys().max(1));
    format!(
        "The memberships differ: {}{rest}. Clients disagree about {} of the keys.",
        each.collect::<Vec<_>>().join("; "),
        percent(share)
    )
}
