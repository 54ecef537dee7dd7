//! The fleet: nodes with an id, a name, a weight and up or down.
//!
//! A node's id is bound to its colour and letter and never changes. Rows keep the fleet's order whatever else happens.
//! A bucket is the number that algorithms with numbered slots (jump) know a node by; it may change when others go.
//! Where an algorithm remembers removed buckets, that of a node which is gone for good stays vacant until a new one
//! takes it.

mod change;
mod error;
mod name;
mod node;
mod removed;

use std::{borrow::Cow, collections::HashSet};

use self::name::check_name;
pub use self::{
    error::FleetError,
    node::{Node, NodeId},
    removed::{GapRule, Removed, TakesBack},
};
use crate::{limits, order, shards::ShardTable, weight::Weight};

/// Nodes in the order of their rows, and the removed buckets in the order in which they were removed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fleet {
    nodes: Vec<Node>,
    /// The one removed last stands last. What an algorithm with a history makes of it is the algorithm's own.
    removed: Vec<Removed>,
    /// The table of a coordinator, where it is another one than would be dealt to these nodes.
    shards: Option<ShardTable>,
}

impl Fleet {
    /// A fresh fleet of nodes of weight 1 with ids and buckets 0 … n-1.
    ///
    /// # Errors
    /// See [`Fleet::add`].
    pub fn from_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Result<Self, FleetError> {
        Self::from_nodes(names.into_iter().enumerate().map(|(at, name)| Node {
            id: NodeId(at as u32),
            name: name.as_ref().to_owned(),
            weight: Weight::ONE,
            up: true,
            bucket: at as u32,
        }))
    }

    /// A fleet of given nodes. Ids must be unique; buckets are made 0 … n-1 in the order of those given, and nodes that
    /// are down went in the order of rows.
    ///
    /// # Errors
    /// A name that is empty, too long or taken, an id that stands twice, or too many nodes.
    pub fn from_nodes(nodes: impl IntoIterator<Item = Node>) -> Result<Self, FleetError> {
        let mut fleet = Self::default();
        let (mut names, mut ids) = (HashSet::new(), HashSet::new());
        for node in nodes {
            if fleet.nodes.len() == limits::NODES {
                return Err(FleetError::TooManyNodes);
            }
            check_name(&node.name)?;
            if !names.insert(node.name.clone()) || !ids.insert(node.id) {
                return Err(FleetError::NameTaken(node.name));
            }
            fleet.nodes.push(node);
        }
        let bucket = |row: usize| fleet.nodes[row].bucket;
        let order = order::places(fleet.nodes.len(), &|a, b| bucket(a).cmp(&bucket(b)));
        for (bucket, row) in order.into_iter().enumerate() {
            fleet.nodes[row].bucket = bucket as u32;
        }
        fleet.removed = fleet.nodes.iter().filter(|node| !node.up).map(|node| Removed::Down(node.id)).collect();
        Ok(fleet)
    }

    /// The table of a coordinator. It goes with these nodes: whatever adds, removes or weighs one, or takes one down or up,
    /// forgets it. A scenario knows the table before and makes the next one of it.
    #[must_use]
    pub fn shards(&self) -> Cow<'_, ShardTable> {
        self.shards.as_ref().map_or_else(|| Cow::Owned(ShardTable::fresh(self)), Cow::Borrowed)
    }

    /// The same, where it is another one than would be dealt.
    #[must_use]
    pub fn kept_shards(&self) -> Option<&ShardTable> {
        self.shards.as_ref()
    }

    /// Keeps a table that goes with these nodes.
    pub(crate) fn keep_shards(&mut self, table: ShardTable) {
        self.shards = (table != ShardTable::fresh(self)).then_some(table);
    }

    /// The nodes in the order of their rows.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node with this id.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    fn row(&self, id: NodeId) -> Result<usize, FleetError> {
        self.nodes.iter().position(|node| node.id == id).ok_or(FleetError::NoSuchNode(id))
    }

    /// The id that the next node will get: one more than the highest; the lowest free one where that is the last.
    #[must_use]
    pub fn next_id(&self) -> NodeId {
        let Some(highest) = self.nodes.iter().map(|node| node.id.0).max() else { return NodeId(0) };
        let next = highest.checked_add(1);
        NodeId(next.or_else(|| (0..highest).find(|&id| self.get(NodeId(id)).is_none())).unwrap_or(highest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_go_on_from_the_highest_and_never_stand_twice() {
        let with_id = |id| Node { id: NodeId(id), name: id.to_string(), weight: Weight::ONE, up: true, bucket: 0 };
        assert_eq!(Fleet::default().next_id(), NodeId(0));
        assert_eq!(Fleet::from_nodes([0, 7].map(with_id)).expect("nodes").next_id(), NodeId(8));
        assert_eq!(Fleet::from_nodes([0, 1, u32::MAX].map(with_id)).expect("nodes").next_id(), NodeId(2));
    }
}
