//! What stands out in every picture and table: a node, or a pair of a movement, that is lit or stays so.

use leptos::prelude::*;
use placement::fleet::NodeId;

use super::Store;
use crate::view::Flow;

impl Store {
    /// The node that stands out: the one that is lit, else the one that stays so. Follows both.
    #[must_use]
    pub fn outstanding(&self) -> Option<NodeId> {
        self.outstanding.get()
    }

    /// The same without following it.
    #[must_use]
    pub fn outstanding_now(&self) -> Option<NodeId> {
        self.outstanding.get_untracked()
    }

    /// The pair that stands out. Follows it.
    #[must_use]
    pub fn outstanding_pair(&self) -> Option<Flow> {
        self.pair.get()
    }

    /// A pair is pointed at or focused, or no longer.
    pub fn light_pair(&self, pair: Option<Flow>) {
        self.pairs.update(|pairs| pairs.0 = pair);
        self.lit.set(pair.and_then(Flow::node));
    }

    /// A pair is to stay lit, or to be let go.
    pub fn pin_pair(&self, pair: Flow) {
        let is_pinned = self.is_pinned_pair(pair);
        self.pairs.update(|pairs| pairs.1 = (!is_pinned).then_some(pair));
        self.movement.list_pair((!is_pinned).then_some(pair));
        self.pinned.set(if is_pinned { None } else { pair.node() });
    }

    /// Does a pair stay lit? Follows it.
    #[must_use]
    pub fn is_pinned_pair(&self, pair: Flow) -> bool {
        self.pairs.get().1 == Some(pair) && self.pinned.get() == pair.node()
    }
}
