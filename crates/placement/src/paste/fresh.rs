//! What a list of nodes has from the fleet before it: ids that are free, and the order in which nodes went down.

use std::collections::HashMap;

use crate::fleet::{Fleet, NodeId};

/// Ids and buckets for new nodes, beyond those of the current fleet.
pub(crate) struct Fresh<'a> {
    pub(super) current: &'a Fleet,
    id: Option<NodeId>,
    bucket: u32,
}

impl<'a> Fresh<'a> {
    pub(crate) fn new(current: &'a Fleet) -> Self {
        Self { current, id: None, bucket: current.buckets() }
    }

    pub(crate) fn take(&mut self) -> (NodeId, u32) {
        let id = self.id.unwrap_or_else(|| self.current.next_id());
        let bucket = self.bucket;
        self.bucket += 1;
        let after = (id.0..u32::MAX).map(|id| NodeId(id + 1)).find(|&id| self.current.get(id).is_none());
        self.id = after.or(Some(NodeId(0)));
        (id, bucket)
    }
}

/// Nodes that were down before went in the order of before; those that are down only now went after them.
pub(crate) fn keep_order_of_downs(fleet: &mut Fleet, before: &Fleet) {
    let went: HashMap<NodeId, u32> = before.downs().into_iter().zip(0..).collect();
    fleet.order_removed(&[], &|id| went.get(&id).copied().unwrap_or(u32::MAX));
}
