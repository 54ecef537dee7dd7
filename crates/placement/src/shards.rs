//! The table of a coordinator: which node owns each of 256 equal ranges of the hash, the shards; which tenants are pinned
//! to a node; which nodes are drained. It follows its fleet by few moves, so it hangs on all that came before, and a
//! scenario and its link carry it.
//!
//! A node counts if it is up, has a weight and is not drained. Its target are 256 · w/W shards, rounded by the largest
//! remainders, where those that hold their larger number already keep it, then the earlier row has it: that needs the
//! fewest moves. A shard that moves is always the highest-numbered one of the node most above its target, and goes to the
//! node most below; of equal ones the earlier row is taken. With more nodes than shards some own none.
//!
//! - **Dealt afresh**, nodes take shards in turn, in the order of rows, and those that have all of theirs are passed: of n
//!   equal nodes the (s mod n)-th owns shard s.
//! - **A node comes**, or its weight grows: shards move to it alone, from those above their targets. **A node goes**, is
//!   drained or loses weight: only its own move. Among the others nothing moves, so what was moved by hand stays. With
//!   unequal weights that can leave a node one shard off; to level all is a command of its own.
//! - **By hand** a shard goes to any node that counts and stays there until it is moved, its node goes or loses weight, or
//!   a node that comes needs it.
//! - **A pin** gives all keys that begin with a text to a node, whatever their shard; of several the longest text decides.
//!   While its node does not count it is passed over, and when the node is removed it is dropped.
//! - **The version** is 1 when the table is dealt. Each shard that moves, each pin that is set or taken away, is a version
//!   more. Where no node counts, shards are nobody's: to lose all of them, and to be dealt again, is one version each.

mod error;
mod levels;

pub use self::error::ShardError;
pub(crate) use self::levels::ById;
use self::levels::{Levels, deal};
use crate::{
    fleet::{Fleet, Node, NodeId},
    limits, order,
};

/// How many shards there are.
pub const SHARDS: u32 = 256;

/// Keys that go to a node whatever their shard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pin {
    /// What the keys begin with; 1 to [`limits::TENANT_BYTES`] bytes.
    pub tenant: String,
    /// Whose they are.
    pub node: NodeId,
}

/// A table. It belongs to a fleet: see [`Fleet::shards`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardTable {
    version: u32,
    /// Of each shard; nobody where no node counts.
    owners: Vec<Option<NodeId>>,
    /// In the order of their texts.
    pins: Vec<Pin>,
    /// In the order of ids.
    drained: Vec<NodeId>,
}

impl ShardTable {
    /// Dealt afresh, without pins and with no node drained.
    #[must_use]
    pub fn fresh(fleet: &Fleet) -> Self {
        Self { version: 0, owners: Vec::new(), pins: Vec::new(), drained: Vec::new() }.dealt_anew(fleet)
    }

    /// From its parts, as a link has them; `None` where they do not make the table of this fleet. Without owners they are
    /// as freshly dealt.
    #[inline(never)]
    pub(crate) fn from_parts(
        fleet: &Fleet,
        version: Option<u32>,
        owners: Option<Vec<NodeId>>,
        pins: &[Pin],
        drained: &[NodeId],
    ) -> Option<Self> {
        let by_text = order::places(pins.len(), &|a, b| pins[a].tenant.cmp(&pins[b].tenant));
        let pins = by_text.into_iter().map(|place| pins[place].clone()).collect();
        let by_id = order::places(drained.len(), &|a, b| drained[a].cmp(&drained[b]));
        let drained = by_id.into_iter().map(|place| drained[place]).collect();
        let mut table = Self { version: 0, owners: Vec::new(), pins, drained }.dealt_anew(fleet);
        let counted = table.counted(fleet);
        if let Some(owners) = owners {
            let is_counted = |id: &NodeId| counted.iter().any(|one| one.0 == *id);
            if owners.len() != SHARDS as usize || !owners.iter().all(is_counted) {
                return None;
            }
            table.owners = owners.into_iter().map(Some).collect();
        }
        if let Some(version) = version {
            if version == 0 && !counted.is_empty() {
                return None;
            }
            table.version = version;
        }
        Some(table)
    }

    /// What the table is at: 1 when it was dealt, 0 where it never was.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The owner of each shard; nobody where no node counts.
    #[must_use]
    pub fn owners(&self) -> &[Option<NodeId>] {
        &self.owners
    }

    /// The pins, in the order of their texts.
    #[must_use]
    pub fn pins(&self) -> &[Pin] {
        &self.pins
    }

    /// The nodes that are drained, in the order of ids.
    #[must_use]
    pub fn drained(&self) -> &[NodeId] {
        &self.drained
    }

    /// Is this node drained?
    #[must_use]
    pub fn is_drained(&self, id: NodeId) -> bool {
        self.drained.binary_search(&id).is_ok()
    }

    /// The weight of a node that counts, in hundredths; 0 for one that does not.
    #[must_use]
    pub fn counted_weight(&self, node: &Node) -> u32 {
        if self.is_drained(node.id) { 0 } else { node.effective_weight().hundredths() }
    }

    /// The nodes that count with their weights, in the order of rows.
    #[must_use]
    #[inline(never)]
    pub fn counted(&self, fleet: &Fleet) -> Vec<(NodeId, u32)> {
        let all = fleet.nodes().iter().map(|node| (node.id, self.counted_weight(node)));
        all.filter(|&(_, weight)| weight > 0).collect()
    }

    /// How many shards would move to level the table.
    #[must_use]
    pub fn moves_to_level(&self, fleet: &Fleet) -> u32 {
        let counted = self.counted(fleet);
        let levels = Levels::new(&self.owners, &counted, &|_| false);
        levels.targets.iter().zip(&levels.held).map(|(target, held)| held.saturating_sub(*target)).sum()
    }

    /// The pins and drained nodes of this one, and shards dealt afresh.
    #[inline(never)]
    pub(crate) fn dealt_anew(mut self, fleet: &Fleet) -> Self {
        self.forget_who_went(fleet);
        self.owners = deal(&self.counted(fleet));
        self.version = u32::from(self.owners.iter().any(Option::is_some));
        self
    }

    #[inline(never)]
    fn forget_who_went(&mut self, fleet: &Fleet) {
        self.pins.retain(|pin| fleet.get(pin.node).is_some());
        self.drained.retain(|&id| fleet.get(id).is_some());
    }

    /// The fleet has changed.
    pub(crate) fn follow(&mut self, before: &Fleet, after: &Fleet) {
        let weights = self.counted(before);
        self.forget_who_went(after);
        self.settle(after, &weights);
    }

    /// Moves what has to move, given the weights that counted before.
    #[inline(never)]
    fn settle(&mut self, fleet: &Fleet, before: &[(NodeId, u32)]) {
        let weights = ById::new(before);
        let counted = self.counted(fleet);
        let had_owners = self.owners.iter().any(Option::is_some);
        if counted.is_empty() || !had_owners {
            self.owners = deal(&counted);
            self.count_versions(u32::from(had_owners || !counted.is_empty()));
            return;
        }
        let weight_before = |id: NodeId| weights.get(id).unwrap_or(0);
        let grown: Vec<bool> = counted.iter().map(|&(id, weight)| weight > weight_before(id)).collect();
        let shrunk: Vec<bool> = counted.iter().map(|&(id, weight)| weight < weight_before(id)).collect();
        let mut levels = Levels::new(&self.owners, &counted, &|row| grown[row]);
        for shard in (0..SHARDS as usize).rev() {
            if levels.row_of[shard].is_none()
                && let Some(to) = levels.most_below(&|_| true)
            {
                levels.give(shard, to);
            }
        }
        levels.move_while(&|_| true, &|row| grown[row]);
        levels.move_while(&|row| shrunk[row], &|_| true);
        self.take(&levels, &counted);
    }

    fn take(&mut self, levels: &Levels, counted: &[(NodeId, u32)]) {
        self.owners = levels.row_of.iter().map(|row| row.map(|row| counted[row].0)).collect();
        self.count_versions(levels.moves);
    }

    fn count_versions(&mut self, more: u32) {
        self.version = self.version.saturating_add(more);
    }

    /// Gives a shard to a node.
    pub(crate) fn move_shard(&mut self, shard: u32, to: &Node) -> Result<(), ShardError> {
        let owner = self.owners.get(shard as usize).copied().ok_or(ShardError::NoSuchShard(shard))?;
        self.check_takes(to)?;
        if owner == Some(to.id) {
            return Err(ShardError::OwnsItAlready { shard, name: to.name.clone() });
        }
        self.owners[shard as usize] = Some(to.id);
        self.count_versions(1);
        Ok(())
    }

    /// Moves the fewest shards that give every node its target.
    pub(crate) fn level(&mut self, fleet: &Fleet) -> Result<(), ShardError> {
        let counted = self.counted(fleet);
        let mut levels = Levels::new(&self.owners, &counted, &|_| false);
        levels.move_while(&|_| true, &|_| true);
        if levels.moves == 0 {
            return Err(ShardError::IsLevel);
        }
        self.take(&levels, &counted);
        Ok(())
    }

    /// Pins a tenant, or pins it elsewhere.
    pub(crate) fn pin(&mut self, tenant: &str, to: &Node) -> Result<(), ShardError> {
        check_tenant(tenant)?;
        self.check_takes(to)?;
        let place = self.pins.binary_search_by(|pin| pin.tenant.as_str().cmp(tenant));
        match place {
            Ok(at) if self.pins[at].node == to.id => {
                return Err(ShardError::IsPinned { tenant: tenant.to_owned(), name: to.name.clone() });
            }
            Ok(at) => self.pins[at].node = to.id,
            Err(_) if self.pins.len() >= limits::PINS => return Err(ShardError::TooManyPins),
            Err(at) => self.pins.insert(at, Pin { tenant: tenant.to_owned(), node: to.id }),
        }
        self.count_versions(1);
        Ok(())
    }

    /// Takes a pin away.
    pub(crate) fn unpin(&mut self, tenant: &str) -> Result<(), ShardError> {
        let place = self.pins.binary_search_by(|pin| pin.tenant.as_str().cmp(tenant));
        let at = place.map_err(|_| ShardError::NotPinned(tenant.to_owned()))?;
        self.pins.remove(at);
        self.count_versions(1);
        Ok(())
    }

    /// Drains a node, or lets it take shards again.
    pub(crate) fn set_drained(&mut self, fleet: &Fleet, node: &Node, drained: bool) -> Result<(), ShardError> {
        let counted = self.counted(fleet);
        let place = self.drained.binary_search(&node.id);
        match (place, drained) {
            (Ok(_), true) | (Err(_), false) => return Err(ShardError::IsSo { name: node.name.clone(), drained }),
            (Err(_), true) if matches!(counted[..], [(id, _)] if id == node.id) => {
                return Err(ShardError::LastNode(node.name.clone()));
            }
            (Err(at), true) => self.drained.insert(at, node.id),
            (Ok(at), false) => {
                self.drained.remove(at);
            }
        }
        self.settle(fleet, &counted);
        Ok(())
    }

    #[inline(never)]
    fn check_takes(&self, node: &Node) -> Result<(), ShardError> {
        let why = if !node.up {
            "is down"
        } else if self.is_drained(node.id) {
            "is drained"
        } else if self.counted_weight(node) == 0 {
            "has a weight of 0"
        } else {
            return Ok(());
        };
        Err(ShardError::TakesNothing { name: node.name.clone(), why })
    }
}

/// Can this text be a tenant?
pub(crate) fn check_tenant(tenant: &str) -> Result<(), ShardError> {
    match tenant.len() {
        0 => Err(ShardError::EmptyTenant),
        length if length > limits::TENANT_BYTES => Err(ShardError::TenantTooLong),
        _ => Ok(()),
    }
}
