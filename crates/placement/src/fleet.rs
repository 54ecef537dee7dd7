//! The fleet: nodes with an id, a name, a weight and up or down.
//!
//! A node's id is bound to its colour and letter and never changes. Rows keep the fleet's order whatever else happens.
//! A bucket is the number that algorithms with numbered slots (jump) know a node by; it may change when others go.
//! Where an algorithm remembers removed buckets, that of a node which is gone for good stays vacant until a new one
//! takes it.

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
    /// The numbered slot that jump hashing knows this node by; unique in its fleet, and with the vacant ones
    /// 0 … [`Fleet::buckets`] - 1.
    pub bucket: u32,
}

impl Node {
    /// The weight that counts: 0 while the node is down.
    #[must_use]
    pub fn effective_weight(&self) -> Weight {
        if self.up { self.weight } else { Weight::ZERO }
    }
}

/// A bucket without a node that works.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Removed {
    /// That of a node that is down.
    Down(NodeId),
    /// The bucket with this number: its node is gone for good.
    Vacant(u32),
}

/// Which removed bucket an algorithm that remembers removals can give to a node that is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakesBack {
    /// Any vacant one; the last is taken. A node that comes up finds its own.
    Any,
    /// The one removed last, whoever had it. So with a node that comes up.
    LastFirst,
}

/// Nodes in the order of their rows, and the removed buckets in the order in which they were removed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fleet {
    nodes: Vec<Node>,
    /// The one removed last stands last. What an algorithm with a history makes of it is the algorithm's own.
    removed: Vec<Removed>,
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

    /// The removed buckets in the order in which they were removed: of nodes that are down, and vacant ones.
    #[must_use]
    pub fn removed(&self) -> &[Removed] {
        &self.removed
    }

    /// The nodes that are down, in the order in which they went.
    #[must_use]
    pub fn downs(&self) -> Vec<NodeId> {
        let down = |one: &Removed| if let Removed::Down(id) = *one { Some(id) } else { None };
        self.removed.iter().filter_map(down).collect()
    }

    /// How many buckets are vacant, up to [`limits::VACANCIES`].
    #[must_use]
    pub fn vacancies(&self) -> usize {
        self.removed.iter().filter(|one| matches!(one, Removed::Vacant(_))).count()
    }

    /// How many buckets there are: one for each node, and the vacant ones. Up to [`limits::NODES`].
    #[must_use]
    pub fn buckets(&self) -> u32 {
        (self.nodes.len() + self.vacancies()) as u32
    }

    /// Another order of removals, by a number each; of one number vacant buckets come first, and then all stay as they
    /// are. The vacant buckets, each with its number, come in between those of the nodes, which must have none yet.
    ///
    /// `false`, and nothing is changed, where one stands twice or is not below the sum of nodes and vacancies.
    pub(crate) fn order_removed(&mut self, vacant: &[(u32, u32)], number: &dyn Fn(NodeId) -> u32) -> bool {
        let mut is_free = vec![true; self.nodes.len() + vacant.len()];
        for &(bucket, _) in vacant {
            if !is_free.get_mut(bucket as usize).is_some_and(std::mem::take) {
                return false;
            }
        }
        let of_nodes: Vec<u32> = (0..).zip(is_free).filter(|one| one.1).map(|one| one.0).collect();
        for node in &mut self.nodes {
            node.bucket = of_nodes.get(node.bucket as usize).copied().unwrap_or(node.bucket);
        }
        let vacancies = vacant.iter().map(|&(bucket, number)| (Removed::Vacant(bucket), number));
        let downs = self.downs().into_iter().map(|id| (Removed::Down(id), number(id)));
        let removed: Vec<(Removed, u32)> = vacancies.chain(downs).collect();
        let places = order::places(removed.len(), &|a, b| removed[a].1.cmp(&removed[b].1));
        self.removed = places.into_iter().map(|place| removed[place].0).collect();
        true
    }

    /// The buckets and the removals of a fleet of the same nodes in the same rows.
    #[must_use]
    pub(crate) fn with_buckets_of(mut self, other: &Self) -> Self {
        for (node, other) in self.nodes.iter_mut().zip(&other.nodes) {
            node.bucket = other.bucket;
        }
        self.removed.clone_from(&other.removed);
        self
    }

    /// Gives a node that is down the bucket that was removed last, and its own for it, place in the order and all: an
    /// algorithm that can only take back its last removal then takes back this node.
    pub(crate) fn exchange_with_last_removed(&mut self, id: NodeId) {
        let (Some(place), Some(&last)) =
            (self.removed.iter().position(|&one| one == Removed::Down(id)), self.removed.last())
        else {
            return;
        };
        let end = self.removed.len() - 1;
        match (last, self.row(id)) {
            (Removed::Down(other), Ok(row)) => {
                if let Ok(other) = self.row(other) {
                    let bucket = self.nodes[row].bucket;
                    self.nodes[row].bucket = std::mem::replace(&mut self.nodes[other].bucket, bucket);
                }
            }
            (Removed::Vacant(bucket), Ok(row)) => {
                self.removed[end] = Removed::Vacant(std::mem::replace(&mut self.nodes[row].bucket, bucket));
            }
            (_, Err(_)) => return,
        }
        self.removed.swap(place, end);
    }

    /// The bucket of a node that is about to be added: one that was removed, or one more.
    ///
    /// Where only the last removal can be taken back and that is a node which is down, this node takes the last vacant
    /// bucket and its place in the order. Without one it is down in a new last bucket, as if it had gone first: where
    /// nothing was yet, nothing was removed before.
    fn bucket_for_new(&mut self, takes_back: Option<TakesBack>) -> u32 {
        let end = self.buckets();
        let Some(takes_back) = takes_back else { return end };
        let vacant = |one: &Removed| if let Removed::Vacant(bucket) = *one { Some(bucket) } else { None };
        let vacancy = self.removed.iter().enumerate().rev().find_map(|(place, one)| Some((place, vacant(one)?)));
        let last_down = match (takes_back, self.removed.last()) {
            (TakesBack::LastFirst, Some(&Removed::Down(id))) => self.row(id).ok().map(|row| (row, id)),
            _ => None,
        };
        match (last_down, vacancy) {
            (Some((row, id)), vacancy) => {
                self.removed.pop();
                match vacancy {
                    Some((place, _)) => self.removed[place] = Removed::Down(id),
                    None => self.removed.insert(0, Removed::Down(id)),
                }
                let bucket = vacancy.map_or(end, |one| one.1);
                std::mem::replace(&mut self.nodes[row].bucket, bucket)
            }
            (None, Some((place, bucket))) => {
                self.removed.remove(place);
                bucket
            }
            (None, None) => end,
        }
    }

    /// Closes the gaps that vacant buckets are, by the rule for those of nodes that go.
    pub(crate) fn forget_vacancies(&mut self, rule: GapRule) {
        let buckets = self.buckets();
        let count = self.nodes.len() as u32;
        if buckets == count {
            return;
        }
        let mut row_of: Vec<Option<usize>> = vec![None; buckets as usize];
        for (row, node) in self.nodes.iter().enumerate() {
            row_of[node.bucket as usize] = Some(row);
        }
        match rule {
            GapRule::Renumber => {
                for (bucket, row) in (0..).zip(row_of.into_iter().flatten()) {
                    self.nodes[row].bucket = bucket;
                }
            }
            GapRule::MoveLast => {
                let (stay, beyond) = row_of.split_at(count as usize);
                let gaps = (0..).zip(stay).filter(|one| one.1.is_none()).map(|one| one.0);
                for (bucket, &row) in gaps.zip(beyond.iter().rev().flatten()) {
                    self.nodes[row].bucket = bucket;
                }
            }
        }
        self.removed.retain(|one| matches!(one, Removed::Down(_)));
    }

    /// Forgets vacant buckets that are the last and were removed before all others: while nothing else was removed, a
    /// shorter row of buckets is the same to an algorithm that has `room` for so many whether they are there or not.
    pub(crate) fn shorten(&mut self, room: u32) {
        let mut buckets = self.buckets();
        let fits = buckets <= room;
        while fits && self.removed.first().is_some_and(|&one| one == Removed::Vacant(buckets - 1)) {
            self.removed.remove(0);
            buckets -= 1;
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

    /// Adds a node at the end, with the next id and a new last bucket.
    ///
    /// # Errors
    /// A name that is empty, too long or taken; or the fleet is full.
    pub fn add(&mut self, name: &str, weight: Weight) -> Result<NodeId, FleetError> {
        self.add_by(name, weight, None)
    }

    /// The same; the new node may get a bucket that was removed.
    ///
    /// # Errors
    /// See [`Fleet::add`].
    pub fn add_by(&mut self, name: &str, weight: Weight, takes_back: Option<TakesBack>) -> Result<NodeId, FleetError> {
        self.check_new_name(name, None)?;
        if self.nodes.len() >= limits::NODES {
            return Err(FleetError::TooManyNodes);
        }
        let id = self.next_id();
        let bucket = self.bucket_for_new(takes_back);
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
        self.removed.retain(|&one| one != Removed::Down(id));
        let last = self.buckets();
        let of_nodes = self.nodes.iter_mut().map(|node| &mut node.bucket);
        let vacant = self.removed.iter_mut().filter_map(|one| match one {
            Removed::Vacant(bucket) => Some(bucket),
            Removed::Down(_) => None,
        });
        for bucket in of_nodes.chain(vacant) {
            match rule {
                GapRule::Renumber if *bucket > gone.bucket => *bucket -= 1,
                GapRule::MoveLast if *bucket == last => *bucket = gone.bucket,
                _ => {}
            }
        }
        Ok(gone)
    }

    /// Removes a node and leaves its bucket vacant, as the last one removed. That of a node that is down was removed
    /// when it went.
    ///
    /// # Errors
    /// No such node.
    pub fn vacate(&mut self, id: NodeId) -> Result<Node, FleetError> {
        let gone = self.nodes.remove(self.row(id)?);
        self.shards = None;
        let vacant = Removed::Vacant(gone.bucket);
        match self.removed.iter_mut().find(|one| **one == Removed::Down(id)) {
            Some(down) => *down = vacant,
            None => self.removed.push(vacant),
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
            self.removed.push(Removed::Down(id));
        } else if up {
            self.removed.retain(|&one| one != Removed::Down(id));
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

    /// Adds nodes of weight 1 with suggested names and new last buckets until there are `count`.
    ///
    /// # Errors
    /// The fleet would be too large, or a suggested name too long.
    pub fn grow_to(&mut self, count: usize) -> Result<(), FleetError> {
        self.grow_to_by(count, None)
    }

    /// The same; the new nodes may get buckets that were removed.
    ///
    /// # Errors
    /// See [`Fleet::grow_to`].
    pub fn grow_to_by(&mut self, count: usize, takes_back: Option<TakesBack>) -> Result<(), FleetError> {
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
            let bucket = self.bucket_for_new(takes_back);
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
    fn a_vacant_bucket_is_taken_back_or_forgotten_by_either_rule() {
        let mut fleet = Fleet::from_names(["a", "b", "c", "d", "e"]).expect("names");
        fleet.vacate(NodeId(1)).expect("b");
        fleet.set_up(NodeId(2), false).expect("c");
        fleet.vacate(NodeId(3)).expect("d");
        assert_eq!(buckets(&fleet), [("a", 0), ("c", 2), ("e", 4)]);
        assert_eq!(fleet.removed(), [Removed::Vacant(1), Removed::Down(NodeId(2)), Removed::Vacant(3)]);
        assert_eq!((fleet.buckets(), fleet.vacancies(), fleet.downs()), (5, 2, vec![NodeId(2)]));
        for (rule, closed) in
            [(GapRule::Renumber, [("a", 0), ("c", 1), ("e", 2)]), (GapRule::MoveLast, [("a", 0), ("c", 2), ("e", 1)])]
        {
            let mut forgot = fleet.clone();
            forgot.forget_vacancies(rule);
            assert_eq!((buckets(&forgot), forgot.removed()), (closed.into(), &[Removed::Down(NodeId(2))][..]));
        }
        for takes_back in [TakesBack::Any, TakesBack::LastFirst] {
            let mut fleet = fleet.clone();
            fleet.add_by("f", Weight::ONE, Some(takes_back)).expect("f");
            assert_eq!(buckets(&fleet)[3], ("f", 3));
            // Now c went last. It stays where it is, or is down in the vacant bucket.
            fleet.add_by("g", Weight::ONE, Some(takes_back)).expect("g");
            let (c, g) = if takes_back == TakesBack::Any { (2, 1) } else { (1, 2) };
            assert_eq!(buckets(&fleet), [("a", 0), ("c", c), ("e", 4), ("f", 3), ("g", g)]);
            assert_eq!(fleet.removed(), [Removed::Down(NodeId(2))]);
        }
        // What is down can go for good without another removal, and the last buckets need not be kept.
        fleet.vacate(NodeId(2)).expect("c");
        fleet.vacate(NodeId(4)).expect("e");
        assert_eq!(fleet.removed(), [1, 2, 3, 4].map(Removed::Vacant));
        fleet.vacate(NodeId(0)).expect("a");
        fleet.shorten(5);
        assert_eq!(fleet.buckets(), 5);
        let mut fleet = Fleet::from_names(["a", "b", "c"]).expect("names");
        fleet.vacate(NodeId(2)).expect("c");
        fleet.vacate(NodeId(1)).expect("b");
        fleet.shorten(2);
        assert_eq!(fleet.removed(), [2, 1].map(Removed::Vacant));
        fleet.shorten(3);
        assert_eq!((fleet.removed(), fleet.buckets()), (&[][..], 1));
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
            for takes_back in [None, Some(TakesBack::Any), Some(TakesBack::LastFirst)] {
                let mut at_once = Fleet::from_names(&names).expect("names");
                if names.len() > 1 {
                    at_once.vacate(NodeId(0)).expect("the first");
                    at_once.set_up(NodeId(1), false).expect("the second");
                }
                let mut one_by_one = at_once.clone();
                at_once.grow_to_by(12, takes_back).expect("12");
                while one_by_one.nodes().len() < 12 {
                    one_by_one.add_by(&one_by_one.suggested_name(), Weight::ONE, takes_back).expect("one more");
                }
                assert_eq!(at_once, one_by_one);
            }
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
