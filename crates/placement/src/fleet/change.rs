//! What can be changed of a fleet. A change that the table of a coordinator hangs on forgets it.

use std::collections::HashSet;

use super::{
    Fleet, FleetError, GapRule, Node, NodeId, Removed, TakesBack,
    name::{check_name, name_after},
};
use crate::{limits, weight::Weight};

impl Fleet {
    fn check_new_name(&self, name: &str, except: Option<NodeId>) -> Result<(), FleetError> {
        check_name(name)?;
        if self.nodes.iter().any(|node| node.name == name && Some(node.id) != except) {
            return Err(FleetError::NameTaken(name.to_owned()));
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

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
