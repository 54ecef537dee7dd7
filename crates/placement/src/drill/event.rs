//! What happens in a drill, and when. Events are part of the drill, so that whoever opens its link sees the same happen.

use crate::{
    fleet::{Fleet, NodeId},
    parameter::{Parameter, Value},
    scenario::Command,
    weight::Weight,
};

/// Something that happens at the beginning of a tick.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// When, in ticks from the start.
    pub at_tick: u32,
    /// What.
    pub what: Happening,
    /// Seconds over which the clients learn of it, where it is a change of the membership: the first at once, the last
    /// at the end. Otherwise without meaning.
    pub rollout_s: u32,
}

/// What can happen.
#[derive(Clone, PartialEq, Debug)]
pub enum Happening {
    /// A node stops and loses what it held. Nobody is told.
    Kill(NodeId),
    /// It runs again, empty.
    Revive(NodeId),
    /// So many of a hundred requests to a node fail, for every client, while it keeps what it holds. 100 cuts it off,
    /// 0 heals it.
    Fail {
        /// Which node.
        node: NodeId,
        /// 0 to 100.
        percent: u32,
    },
    /// A node has only so much of its speed, in per cent. 100 is as before.
    Slow {
        /// Which node.
        node: NodeId,
        /// 1 to 100.
        percent: u32,
    },
    /// One client reaches a node no more.
    Partition {
        /// Which client, from 0.
        client: u32,
        /// Which node.
        node: NodeId,
    },
    /// It reaches it again.
    Heal {
        /// Which client, from 0.
        client: u32,
        /// Which node.
        node: NodeId,
    },
    /// The most popular key takes so many of a hundred reads. 0 ends it.
    Hot {
        /// 0 to 100.
        percent: u32,
    },
    /// A node joins the membership.
    Add {
        /// Its name.
        name: String,
        /// Its weight.
        weight: Weight,
    },
    /// A node leaves the membership, and stops once all clients know.
    Remove(NodeId),
    /// Another weight.
    Weigh {
        /// Whose.
        node: NodeId,
        /// The weight.
        weight: Weight,
    },
    /// Another value of a parameter of the placement, such as the number of virtual nodes or the hash.
    Set(&'static Parameter, Value),
}

impl Event {
    /// At a tick, and known to all clients at once.
    #[must_use]
    pub fn at(at_tick: u32, what: Happening) -> Self {
        Self { at_tick, what, rollout_s: 0 }
    }

    /// The same, told to the clients one after the other over so many seconds.
    #[must_use]
    pub fn rolled_out_over(self, rollout_s: u32) -> Self {
        Self { rollout_s, ..self }
    }
}

impl Happening {
    /// The node that it happens to, of those that there are; none where it happens to all, or where one joins.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        match *self {
            Self::Kill(node)
            | Self::Revive(node)
            | Self::Remove(node)
            | Self::Fail { node, .. }
            | Self::Slow { node, .. }
            | Self::Partition { node, .. }
            | Self::Heal { node, .. }
            | Self::Weigh { node, .. } => Some(node),
            Self::Hot { .. } | Self::Add { .. } | Self::Set(..) => None,
        }
    }

    /// The change of the membership, if it is one: what a rollout tells the clients.
    #[must_use]
    pub fn command(&self) -> Option<Command> {
        Some(match self {
            Self::Add { name, weight } => Command::AddNode { name: name.clone(), weight: *weight },
            Self::Remove(id) => Command::RemoveNode(*id),
            Self::Weigh { node, weight } => Command::SetWeight { id: *node, weight: *weight },
            Self::Set(parameter, value) => Command::Set(parameter, value.clone()),
            _ => return None,
        })
    }

    /// What happens, as a mark on the timeline: "Kill cache-02". Nodes that the fleet does not have are told by their id.
    #[must_use]
    pub fn title(&self, fleet: &Fleet) -> String {
        let name = |id: NodeId| fleet.get(id).map_or_else(|| format!("node {}", id.0), |node| node.name.clone());
        match self {
            Self::Kill(id) => format!("Kill {}", name(*id)),
            Self::Revive(id) => format!("Revive {}", name(*id)),
            Self::Fail { node, percent: 0 } => format!("{} answers again", name(*node)),
            Self::Fail { node, percent: 100 } => format!("{} answers nobody", name(*node)),
            Self::Fail { node, percent } => format!("{percent} % of requests to {} fail", name(*node)),
            Self::Slow { node, percent: 100 } => format!("{} has its full speed", name(*node)),
            Self::Slow { node, percent } => format!("{} has {percent} % of its speed", name(*node)),
            Self::Partition { client, node } => format!("Client {} loses {}", client + 1, name(*node)),
            Self::Heal { client, node } => format!("Client {} reaches {} again", client + 1, name(*node)),
            Self::Hot { percent: 0 } => "The hot key cools down".into(),
            Self::Hot { percent } => format!("One key takes {percent} % of the reads"),
            Self::Add { name, .. } => format!("Add {name}"),
            Self::Remove(id) => format!("Remove {}", name(*id)),
            Self::Weigh { node, weight } => format!("Weight of {} to {weight}", name(*node)),
            Self::Set(parameter, value) => format!("{} to {}", parameter.name, parameter.write(value)),
        }
    }
}
