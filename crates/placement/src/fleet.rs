//! The fleet: nodes with an id, a name, a weight and up or down.
//!
//! A node's id is bound to its colour and letter and never changes. Rows keep the fleet's order whatever else happens.
//! A bucket is the number that algorithms with numbered slots (jump) know a node by; it may change when others go.

use std::{borrow::Cow, collections::HashSet, fmt};

use crate::{limits, order, shards::ShardTable, weight::Weight};

/// What a node is known by for as long as it lives; 0 … n-1 in order for a fresh fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The label that comes before colour: A … Z, then A2 … Z2, A3 …
    #[must_use]
    pub fn letter(self) -> String {
        let letter = char::from(b'A' + (self.0 % 26) as u8);
        match self.0 / 26 {
            0 => letter.to_string(),
            round => format!("{letter}{}", u64::from(round) + 1),
        }
    }
}

/// One node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Bound to colour and letter; never changes.
    pub id: NodeId,
    /// What is hashed, as UTF-8 bytes; unique in its fleet, 1 to [`limits::NAME_BYTES`] bytes.
    pub name: String,
    /// Share wanted, relative to the others.
    pub weight: Weight,
    /// Down nodes are left out of the placement and keep their row, id and bucket.
    pub up: bool,
    /// The numbered slot that jump hashing knows this node by; unique in its fleet, 0 … n-1.
    pub bucket: u32,
}

impl Node {
    /// The weight that counts: 0 while the node is down.
    #[must_use]
    pub fn effective_weight(&self) -> Weight {
        if self.up { self.weight } else { Weight::ZERO }
    }
}

/// Nodes in the order of their rows, and those that are down in the order in which they went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fleet {
    nodes: Vec<Node>,
    /// The one that went last stands last. What an algorithm with a history makes of it is the algorithm's own.
    downs: Vec<NodeId>,
    /// The table of a coordinator, where it is another one than would be dealt to these nodes.
    shards: Option<ShardTable>,
}

/// How numbered buckets close the gap that a removed node leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GapRule {
    /// Every later bucket moves down by one.
    Renumber,
    /// The node in the last bucket takes the free one.
    MoveLast,
}

/// Why a fleet cannot be changed as asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FleetError {
    /// No name at all.
    EmptyName,
    /// Longer than [`limits::NAME_BYTES`].
    NameTooLong,
    /// Another node has it.
    NameTaken(String),
    /// More than [`limits::NODES`].
    TooManyNodes,
    /// No node with this id.
    NoSuchNode(NodeId),
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyName => f.write_str("A node needs a name: it is what is hashed."),
            Self::NameTooLong => write!(f, "A node's name can have up to {} bytes.", limits::NAME_BYTES),
            Self::NameTaken(name) => {
                write!(f, "There is a node named {name} already. Two nodes with one name would have the same points.")
            }
            Self::TooManyNodes => {
                write!(f, "A fleet can have up to {} nodes.", crate::number::thousands(limits::NODES as u64))
            }
            Self::NoSuchNode(id) => write!(f, "There is no node {} any more.", id.letter()),
        }
    }
}

impl std::error::Error for FleetError {}

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
        fleet.downs = fleet.nodes.iter().filter(|node| !node.up).map(|node| node.id).collect();
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

    /// The nodes that are down, in the order in which they went.
    #[must_use]
    pub fn downs(&self) -> &[NodeId] {
        &self.downs
    }

    /// Another order of those that are down, by a number each; those of one number stay as they are.
    pub(crate) fn order_downs(&mut self, number: &dyn Fn(NodeId) -> u32) {
        let places = order::places(self.downs.len(), &|a, b| number(self.downs[a]).cmp(&number(self.downs[b])));
        self.downs = places.into_iter().map(|place| self.downs[place]).collect();
    }

    /// Gives a node that is down the bucket of the one that went last, which takes its bucket and its place in the order:
    /// an algorithm that can only take back its last removal then takes back this node.
    pub(crate) fn exchange_with_last_down(&mut self, id: NodeId) {
        let (Some(place), Some(&last)) = (self.downs.iter().position(|&down| down == id), self.downs.last()) else {
            return;
        };
        self.exchange_buckets(id, last);
        let end = self.downs.len() - 1;
        self.downs.swap(place, end);
    }

    /// Gives the newest node, in the last bucket, that of the node that went down last. That one is down in the last
    /// bucket then, as if it had gone first: where nothing was yet, nothing was removed before.
    pub(crate) fn exchange_newest_with_last_down(&mut self) {
        let (Some(newest), Some(&last)) = (self.nodes.last().map(|node| node.id), self.downs.last()) else { return };
        self.exchange_buckets(newest, last);
        self.downs.rotate_right(1);
    }

    fn exchange_buckets(&mut self, a: NodeId, b: NodeId) {
        if let (Ok(a), Ok(b)) = (self.row(a), self.row(b)) {
            (self.nodes[a].bucket, self.nodes[b].bucket) = (self.nodes[b].bucket, self.nodes[a].bucket);
        }
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

    fn check_new_name(&self, name: &str, except: Option<NodeId>) -> Result<(), FleetError> {
        check_name(name)?;
        if self.nodes.iter().any(|node| node.name == name && Some(node.id) != except) {
            return Err(FleetError::NameTaken(name.to_owned()));
        }
        Ok(())
    }

    /// The id that the next node will get: one more than the highest; the lowest free one where that is the last.
    #[must_use]
    pub fn next_id(&self) -> NodeId {
        let Some(highest) = self.nodes.iter().map(|node| node.id.0).max() else { return NodeId(0) };
        let next = highest.checked_add(1);
        NodeId(next.or_else(|| (0..highest).find(|&id| self.get(NodeId(id)).is_none())).unwrap_or(highest))
    }

    /// Adds a node at the end, with the next id and the next bucket.
    ///
    /// # Errors
    /// A name that is empty, too long or taken; or the fleet is full.
    pub fn add(&mut self, name: &str, weight: Weight) -> Result<NodeId, FleetError> {
        self.check_new_name(name, None)?;
        if self.nodes.len() >= limits::NODES {
            return Err(FleetError::TooManyNodes);
        }
        let id = self.next_id();
        let bucket = self.nodes.len() as u32;
        self.nodes.push(Node { id, name: name.to_owned(), weight, up: true, bucket });
        self.shards = None;
        Ok(id)
    }

    /// Removes a node and closes the gap among the buckets.
    ///
    /// # Errors
    /// No such node.
    pub fn remove(&mut self, id: NodeId, rule: GapRule) -> Result<Node, FleetError> {
        let gone = self.nodes.remove(self.row(id)?);
        self.shards = None;
        self.downs.retain(|&down| down != id);
        let last = self.nodes.len() as u32;
        for node in &mut self.nodes {
            match rule {
                GapRule::Renumber if node.bucket > gone.bucket => node.bucket -= 1,
                GapRule::MoveLast if node.bucket == last => node.bucket = gone.bucket,
                _ => {}
            }
        }
        Ok(gone)
    }

    /// Gives a node another name.
    ///
    /// # Errors
    /// No such node, or a name that is empty, too long or taken.
    pub fn rename(&mut self, id: NodeId, name: &str) -> Result<(), FleetError> {
        let row = self.row(id)?;
        self.check_new_name(name, Some(id))?;
        name.clone_into(&mut self.nodes[row].name);
        Ok(())
    }

    /// Sets a node's weight.
    ///
    /// # Errors
    /// No such node.
    pub fn set_weight(&mut self, id: NodeId, weight: Weight) -> Result<(), FleetError> {
        let row = self.row(id)?;
        self.nodes[row].weight = weight;
        self.shards = None;
        Ok(())
    }

    /// Takes a node down or brings it up.
    ///
    /// # Errors
    /// No such node.
    pub fn set_up(&mut self, id: NodeId, up: bool) -> Result<(), FleetError> {
        let row = self.row(id)?;
        if self.nodes[row].up && !up {
            self.downs.push(id);
        } else if up {
            self.downs.retain(|&down| down != id);
        }
        self.nodes[row].up = up;
        self.shards = None;
        Ok(())
    }

    /// A free name that goes on where the last one stopped: `cache-08` is followed by `cache-09`.
    #[must_use]
    pub fn suggested_name(&self) -> String {
        let taken: HashSet<&str> = self.nodes.iter().map(|node| node.name.as_str()).collect();
        name_after(self.nodes.last().map(|last| last.name.as_str()), |name| taken.contains(name))
    }

    /// Adds nodes of weight 1 with suggested names until there are `count`.
    ///
    /// # Errors
    /// The fleet would be too large, or a suggested name too long.
    pub fn grow_to(&mut self, count: usize) -> Result<(), FleetError> {
        if count > limits::NODES {
            return Err(FleetError::TooManyNodes);
        }
        // Names and ids are looked through once: done anew for every node, ten thousand nodes take seconds.
        let mut taken: HashSet<String> = self.nodes.iter().map(|node| node.name.clone()).collect();
        let mut id = self.next_id();
        while self.nodes.len() < count {
            let name = name_after(self.nodes.last().map(|last| last.name.as_str()), |name| taken.contains(name));
            check_name(&name)?;
            taken.insert(name.clone());
            let bucket = self.nodes.len() as u32;
            self.nodes.push(Node { id, name, weight: Weight::ONE, up: true, bucket });
            self.shards = None;
            id = id.0.checked_add(1).map_or_else(|| self.next_id(), NodeId);
        }
        Ok(())
    }
}

/// The next free name after the last one.
fn name_after(last: Option<&str>, is_taken: impl Fn(&str) -> bool) -> String {
    let Some(last) = last else { return "cache-01".into() };
    let stem = last.trim_end_matches(|c: char| c.is_ascii_digit());
    // A long run of digits is a name of its own; count on from its end so that it cannot overflow.
    let digits = &last[stem.len()..];
    let (stem, digits) = last.split_at(last.len() - digits.len().min(9));
    let (stem, width, mut number) = match digits.parse::<u64>() {
        Ok(number) => (stem.to_owned(), digits.len(), number),
        Err(_) => (format!("{stem}-"), 1, 1),
    };
    loop {
        number += 1;
        let name = format!("{stem}{number:0width$}");
        if !is_taken(&name) {
            return name;
        }
    }
}

fn check_name(name: &str) -> Result<(), FleetError> {
    match name.len() {
        0 => Err(FleetError::EmptyName),
        length if length > limits::NAME_BYTES => Err(FleetError::NameTooLong),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buckets(fleet: &Fleet) -> Vec<(&str, u32)> {
        fleet.nodes().iter().map(|node| (node.name.as_str(), node.bucket)).collect()
    }

    #[test]
    fn letters_go_on_after_z() {
        let letters: Vec<String> = [0, 25, 26, 51, 52, u32::MAX].map(|id| NodeId(id).letter()).into();
        assert_eq!(letters, ["A", "Z", "A2", "Z2", "A3", "V165191050"]);
    }

    #[test]
    fn a_removal_closes_the_gap_in_both_ways() {
        let fleet = Fleet::from_names(["a", "b", "c", "d"]).expect("names");
        let mut renumbered = fleet.clone();
        renumbered.remove(NodeId(1), GapRule::Renumber).expect("b");
        assert_eq!(buckets(&renumbered), [("a", 0), ("c", 1), ("d", 2)]);
        let mut swapped = fleet;
        swapped.remove(NodeId(1), GapRule::MoveLast).expect("b");
        assert_eq!(buckets(&swapped), [("a", 0), ("c", 2), ("d", 1)]);
        swapped.remove(NodeId(2), GapRule::MoveLast).expect("c, the last bucket");
        assert_eq!(buckets(&swapped), [("a", 0), ("d", 1)]);
    }

    #[test]
    fn ids_go_on_from_the_highest_and_never_stand_twice() {
        let with_id = |id| Node { id: NodeId(id), name: id.to_string(), weight: Weight::ONE, up: true, bucket: 0 };
        assert_eq!(Fleet::default().next_id(), NodeId(0));
        assert_eq!(Fleet::from_nodes([0, 7].map(with_id)).expect("nodes").next_id(), NodeId(8));
        assert_eq!(Fleet::from_nodes([0, 1, u32::MAX].map(with_id)).expect("nodes").next_id(), NodeId(2));
    }

    #[test]
    fn suggests_the_next_free_name() {
        for (names, next) in [
            (vec![], "cache-01"),
            (vec!["cache-08"], "cache-09"),
            (vec!["cache-10", "cache-09"], "cache-11"),
            (vec!["node"], "node-2"),
            (vec!["http://127.0.0.1:9010"], "http://127.0.0.1:9011"),
            (vec!["n99"], "n100"),
            (vec!["é"], "é-2"),
            (vec!["99999999999999999999999"], "999999999999991000000000"),
        ] {
            assert_eq!(Fleet::from_names(names).expect("names").suggested_name(), next);
        }
    }

    #[test]
    fn growing_at_once_is_growing_one_by_one() {
        for names in [vec![], vec!["cache-10", "cache-09", "cache-12"], vec!["node"], vec!["n", "n-3", "n-2"]] {
            let mut at_once = Fleet::from_names(names).expect("names");
            let mut one_by_one = at_once.clone();
            at_once.grow_to(12).expect("12");
            while one_by_one.nodes().len() < 12 {
                one_by_one.add(&one_by_one.suggested_name(), Weight::ONE).expect("one more");
            }
            assert_eq!(at_once, one_by_one);
        }
        let last = Node { id: NodeId(u32::MAX), name: "n".into(), weight: Weight::ONE, up: true, bucket: 0 };
        let mut fleet = Fleet::from_nodes([last]).expect("a node");
        fleet.grow_to(3).expect("two more");
        let ids: Vec<u32> = fleet.nodes().iter().map(|node| node.id.0).collect();
        assert_eq!(ids, [u32::MAX, 0, 1]);
    }

    #[test]
    fn refuses_names_that_cannot_serve() {
        let mut fleet = Fleet::from_names(["a", "b"]).expect("names");
        assert_eq!(fleet.add("a", Weight::ONE), Err(FleetError::NameTaken("a".into())));
        assert_eq!(fleet.add("", Weight::ONE), Err(FleetError::EmptyName));
        assert_eq!(fleet.add(&"x".repeat(1_001), Weight::ONE), Err(FleetError::NameTooLong));
        assert_eq!(fleet.rename(NodeId(1), "a"), Err(FleetError::NameTaken("a".into())));
        assert_eq!(fleet.rename(NodeId(1), "b"), Ok(()));
        assert_eq!(fleet.set_up(NodeId(7), true), Err(FleetError::NoSuchNode(NodeId(7))));
    }
}
