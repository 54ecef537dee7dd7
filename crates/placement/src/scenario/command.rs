//! Commands: what can be asked of a scenario.

use crate::{
    algorithm::Algorithm,
    fleet::{Fleet, NodeId},
    keys::Keys,
    parameter::{Parameter, Value},
    weight::Weight,
};

/// A change to a scenario.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A node more, at the end.
    AddNode {
        /// Its name.
        name: String,
        /// Its weight.
        weight: Weight,
    },
    /// A node less.
    RemoveNode(NodeId),
    /// Another name, and so other points.
    Rename {
        /// Whose.
        id: NodeId,
        /// The new name.
        name: String,
    },
    /// Another weight.
    SetWeight {
        /// Whose.
        id: NodeId,
        /// The new weight.
        weight: Weight,
    },
    /// Down or up.
    SetUp {
        /// Who.
        id: NodeId,
        /// Up?
        up: bool,
    },
    /// Adds suggested names or removes nodes from the end until there are so many.
    SetNodeCount(u32),
    /// Other nodes; those whose ids stay are the same nodes.
    SetFleet(Fleet),
    /// Another algorithm.
    SetAlgorithm(Algorithm),
    /// Another value of a parameter.
    Set(&'static Parameter, Value),
    /// Other keys.
    SetKeys(Keys),
    /// A shard of the lookup table to a node.
    MoveShard {
        /// Which, from 0.
        shard: u32,
        /// To whom.
        to: NodeId,
    },
    /// The fewest moves that give every node the shards of its weight.
    LevelShards,
    /// All keys that begin with a text to a node, whatever their shard.
    Pin {
        /// The text.
        tenant: String,
        /// To whom.
        to: NodeId,
    },
    /// No longer.
    Unpin(String),
    /// All shards of a node to the others, or no longer so.
    SetDrained {
        /// Whose.
        id: NodeId,
        /// Drained?
        drained: bool,
    },
}

impl Command {
    /// Does it change the lookup table alone?
    pub(super) fn is_of_shards(&self) -> bool {
        matches!(
            self,
            Self::MoveShard { .. } | Self::LevelShards | Self::Pin { .. } | Self::Unpin(_) | Self::SetDrained { .. }
        )
    }
}

/// What a command did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effects {
    /// The change in words, as a heading: "Add cache-09".
    pub title: String,
    /// What else changed because of it, in sentences.
    pub notes: Vec<String>,
}
