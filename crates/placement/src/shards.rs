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

use std::fmt;

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

/// Why a table cannot be changed as asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShardError {
    /// Another algorithm is on.
    NoTable,
    /// A number from [`SHARDS`] on.
    NoSuchShard(u32),
    /// It owns the shard already.
    OwnsItAlready {
        /// Which shard.
        shard: u32,
        /// Its node.
        name: String,
    },
    /// A node that is down, drained or of weight 0.
    TakesNothing {
        /// Its name.
        name: String,
        /// What it is.
        why: &'static str,
    },
    /// Nothing is to be levelled.
    IsLevel,
    /// A tenant without a text.
    EmptyTenant,
    /// Longer than [`limits::TENANT_BYTES`].
    TenantTooLong,
    /// The tenant is there already.
    IsPinned {
        /// Which.
        tenant: String,
        /// Its node.
        name: String,
    },
    /// More than [`limits::PINS`].
    TooManyPins,
    /// No such pin.
    NotPinned(String),
    /// Drained or not, as asked, already.
    IsSo {
        /// Whose name.
        name: String,
        /// Drained?
        drained: bool,
    },
    /// The only node that counts.
    LastNode(String),
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable => f.write_str("Only the lookup table has shards to move: place by it first."),
            Self::NoSuchShard(shard) => {
                write!(f, "There is no shard {shard}: they are numbered from 0 to {}.", SHARDS - 1)
            }
            Self::OwnsItAlready { shard, name } => write!(f, "Shard {shard} is on {name} already."),
            Self::TakesNothing { name, why } => write!(f, "{name} {why} and can take nothing."),
            Self::IsLevel => f.write_str("The table is level: every node has as many shards as its weight calls for."),
            Self::EmptyTenant => f.write_str("A pin needs a text that keys begin with: user:42, for instance."),
            Self::TenantTooLong => {
                write!(f, "The text that keys begin with can have up to {} bytes.", limits::TENANT_BYTES)
            }
            Self::IsPinned { tenant, name } => write!(f, "{tenant} is pinned to {name} already."),
            Self::TooManyPins => write!(f, "Up to {} tenants can be pinned. Unpin another one first.", limits::PINS),
            Self::NotPinned(tenant) => write!(f, "{tenant} is not pinned any more."),
            Self::IsSo { name, drained: true } => write!(f, "{name} is drained already."),
            Self::IsSo { name, drained: false } => write!(f, "{name} is not drained any more."),
            Self::LastNode(name) => write!(f, "{name} cannot be drained: no other node could take its shards."),
        }
    }
}

impl std::error::Error for ShardError {}

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

/// All shards to nodes in turn.
fn deal(counted: &[(NodeId, u32)]) -> Vec<Option<NodeId>> {
    let mut left = targets(counted, &vec![0; counted.len()], &|_| false);
    let mut owners = Vec::with_capacity(SHARDS as usize);
    while owners.len() < SHARDS as usize && !counted.is_empty() {
        for (left, (id, _)) in left.iter_mut().zip(counted) {
            if *left > 0 {
                *left -= 1;
                owners.push(Some(*id));
            }
        }
    }
    owners.resize(SHARDS as usize, None);
    owners
}

/// How many shards each node should have, given how many it holds; `is_first` has the next claim on a larger number.
fn targets(counted: &[(NodeId, u32)], held: &[u32], is_first: &dyn Fn(usize) -> bool) -> Vec<u32> {
    let all: u64 = counted.iter().map(|one| u64::from(one.1)).sum();
    if all == 0 {
        return Vec::new();
    }
    let quota = |row: usize| u64::from(SHARDS) * u64::from(counted[row].1);
    let mut targets: Vec<u32> = (0..counted.len()).map(|row| (quota(row) / all) as u32).collect();
    let over = SHARDS - targets.iter().sum::<u32>();
    // The claim on one shard more: a whole number has none.
    let claim = |row: usize| {
        let rest = quota(row) % all;
        (rest > 0, held[row] > targets[row], is_first(row), rest)
    };
    let claims: Vec<_> = (0..counted.len()).map(claim).collect();
    for row in order::places(counted.len(), &|a, b| claims[b].cmp(&claims[a])).into_iter().take(over as usize) {
        targets[row] += 1;
    }
    targets
}

/// Numbers of nodes, found by id: a map that has no code of its own for what it holds.
pub(crate) struct ById(Vec<(NodeId, u32)>);

impl ById {
    #[inline(never)]
    pub(crate) fn new(all: &[(NodeId, u32)]) -> Self {
        let by_id = order::places(all.len(), &|a, b| all[a].0.cmp(&all[b].0));
        Self(by_id.into_iter().map(|place| all[place]).collect())
    }

    #[inline(never)]
    pub(crate) fn get(&self, id: NodeId) -> Option<u32> {
        self.0.binary_search_by(|one| one.0.cmp(&id)).ok().map(|at| self.0[at].1)
    }
}

/// What nodes hold and should hold, while shards move. A row is a place among the nodes that count.
struct Levels {
    row_of: Vec<Option<usize>>,
    held: Vec<u32>,
    targets: Vec<u32>,
    moves: u32,
}

impl Levels {
    fn new(owners: &[Option<NodeId>], counted: &[(NodeId, u32)], is_first: &dyn Fn(usize) -> bool) -> Self {
        let ids: Vec<(NodeId, u32)> = counted.iter().map(|one| one.0).zip(0..).collect();
        let rows = ById::new(&ids);
        let row = |id| rows.get(id).map(|row| row as usize);
        let row_of: Vec<Option<usize>> = owners.iter().map(|owner| owner.and_then(row)).collect();
        let mut held = vec![0; counted.len()];
        row_of.iter().flatten().for_each(|&row| held[row] += 1);
        let targets = targets(counted, &held, is_first);
        Self { row_of, held, targets, moves: 0 }
    }

    fn most_above(&self, may: &dyn Fn(usize) -> bool) -> Option<usize> {
        self.most(&|row| self.held[row].saturating_sub(self.targets[row]), may)
    }

    fn most_below(&self, may: &dyn Fn(usize) -> bool) -> Option<usize> {
        self.most(&|row| self.targets[row].saturating_sub(self.held[row]), may)
    }

    fn most(&self, far: &dyn Fn(usize) -> u32, may: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mut most = None;
        for row in (0..self.held.len()).filter(|&row| may(row)) {
            let here = far(row);
            if here > most.map_or(0, far) {
                most = Some(row);
            }
        }
        most
    }

    fn give(&mut self, shard: usize, to: usize) {
        if let Some(from) = self.row_of[shard].replace(to) {
            self.held[from] -= 1;
        }
        self.held[to] += 1;
        self.moves += 1;
    }

    /// One by one, from those that may give to those that may take.
    fn move_while(&mut self, gives: &dyn Fn(usize) -> bool, takes: &dyn Fn(usize) -> bool) {
        while let (Some(from), Some(to)) = (self.most_above(gives), self.most_below(takes)) {
            let Some(shard) = self.row_of.iter().rposition(|&row| row == Some(from)) else { return };
            self.give(shard, to);
        }
    }
}
