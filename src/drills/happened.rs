//! What happens in a run and when, for its marks and their list; and what of it still holds at a moment.

use placement::{
    drill::{Event, Happening, Plan, Run},
    fleet::{Fleet, NodeId},
};

/// One line of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// When.
    pub tick: u32,
    /// What, or why it could not.
    pub title: String,
    /// Is it over?
    pub is_past: bool,
    /// The reader's own event, by its place among those of the link.
    pub own: Option<usize>,
}

/// The events of a run in their order; `own` are those of the link.
#[must_use]
pub fn lines(run: &Run, own: &[Event]) -> Vec<Line> {
    let mut fleet = run.plan().scenario.fleet.clone();
    let mut taken = vec![false; own.len()];
    let mut lines = Vec::new();
    for (at, event) in run.plan().events.iter().enumerate() {
        let place = own.iter().zip(&taken).position(|(one, &is_taken)| !is_taken && one == event);
        if let Some(place) = place
            && let Some(taken) = taken.get_mut(place)
        {
            *taken = true;
        }
        let mark = run.marks().get(at);
        let title = mark.map_or_else(|| told(event, &fleet), |mark| mark.title.clone());
        // Names of nodes that join are known from then on.
        if let Happening::Add { name, weight } = &event.what {
            let _ = fleet.add(name, *weight);
        }
        lines.push(Line { tick: event.at_tick, title, is_past: mark.is_some(), own: place });
    }
    lines
}

fn told(event: &Event, fleet: &Fleet) -> String {
    let title = event.what.title(fleet);
    if event.rollout_s > 0 { format!("{title}, told over {} s", event.rollout_s) } else { title }
}

/// What holds for a node by what happened to it until a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Does it run?
    pub is_alive: bool,
    /// Its speed, in per cent.
    pub speed_percent: u32,
    /// Does it answer anybody?
    pub answers: bool,
    /// Does the client in question reach it?
    pub is_reached: bool,
}

/// What holds for a node at a tick, for a client.
#[must_use]
pub fn standing(plan: &Plan, tick: u32, node: NodeId, client: u32) -> Standing {
    // A node that is down in the fleet does not run.
    let is_alive = plan.scenario.fleet.get(node).is_none_or(|node| node.up);
    let mut now = Standing { is_alive, speed_percent: 100, answers: true, is_reached: true };
    for event in plan.events.iter().filter(|event| event.at_tick <= tick) {
        match event.what {
            Happening::Kill(id) if id == node => now.is_alive = false,
            Happening::Revive(id) if id == node => now.is_alive = true,
            Happening::Slow { node: id, percent } if id == node => now.speed_percent = percent,
            Happening::Fail { node: id, percent } if id == node => now.answers = percent < 100,
            Happening::Partition { client: one, node: id } if (one, id) == (client, node) => now.is_reached = false,
            Happening::Heal { client: one, node: id } if (one, id) == (client, node) => now.is_reached = true,
            _ => {}
        }
    }
    now
}

/// The numbers of the nodes of a run that are shown where there is room for so many: those that something happens to and
/// those that join, then the others, all in their order.
#[must_use]
pub fn first_concerned(run: &Run, most: usize) -> Vec<usize> {
    let ids = run.nodes();
    if ids.len() <= most {
        return (0..ids.len()).collect();
    }
    let at_first = run.plan().scenario.fleet.nodes().len();
    let is_concerned = |number: usize| {
        let id = ids[number];
        number >= at_first || run.plan().events.iter().any(|event| event.what.node() == Some(id))
    };
    let concerned = (0..ids.len()).filter(|&number| is_concerned(number)).take(most);
    let mut shown: Vec<bool> = vec![false; ids.len()];
    concerned.for_each(|number| shown[number] = true);
    let mut left = most - shown.iter().filter(|is_shown| **is_shown).count();
    for is_shown in &mut shown {
        if !*is_shown && left > 0 {
            (*is_shown, left) = (true, left - 1);
        }
    }
    (0..ids.len()).filter(|&number| shown[number]).collect()
}

/// A name for a node that joins now: none that is there or will come in any run.
#[must_use]
pub fn free_name(runs: &[Run]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    let mut fleet = first.membership().fleet.clone();
    for run in runs {
        let there = run.membership().fleet.nodes().iter().map(|node| (node.name.as_str(), node.weight));
        let coming = run.plan().events.iter().filter_map(|event| match &event.what {
            Happening::Add { name, weight } => Some((name.as_str(), *weight)),
            _ => None,
        });
        for (name, weight) in there.chain(coming) {
            // What is there already is refused.
            let _ = fleet.add(name, weight);
        }
    }
    fleet.suggested_name()
}
