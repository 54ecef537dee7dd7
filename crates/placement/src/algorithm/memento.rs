//! MementoHash: jump hashing that remembers the buckets that were removed.
//!
//! Coluzzi, Brocco, Antonucci, Leidi: MementoHash, A Stateful, Minimal Memory, Best Performing Consistent Hash Algorithm
//! (2023), arXiv:2306.09783. Jump hashing finds a bucket; for one that was removed the memory holds how many were left,
//! and the key is hashed again among as many. While nothing is remembered, removing the last bucket makes the row of
//! buckets shorter instead. The hash at bucket b is fmix64 of the number + (b + 1) · 2^64/golden ratio.
//!
//! A node that is down is a removed bucket. As in `anchor` the order in which nodes went is part of the scenario, only the
//! last removal can be taken back, a node removed for good closes its gap, and weights do not count.

use std::collections::BTreeMap;

use super::{
    Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights,
    buckets::{Slots, number_of_round, removed_buckets},
    jump::{self, jump},
};
use crate::{
    explain::Explanation,
    fleet::{Fleet, NodeId},
    hash::fmix64,
    keys::{KeyForm, KeyHashing},
    number::Ratio,
    parameter::{self, Settings},
};

/// What MementoHash says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "memento",
    name: "MementoHash",
    preposition: "by",
    source: "Coluzzi et al., MementoHash: A Stateful, Minimal Memory, Best Performing Consistent Hash Algorithm, 2023",
    weights: Weights::Ignored("MementoHash knows no weights: every bucket counts alike."),
    parameters: &[&jump::GAP, &parameter::HASH, &parameter::FINALISER],
    last_first: true,
    build: |fleet, settings| Box::new(Memento::new(fleet, settings)),
};

/// The row of buckets, and what is remembered.
#[derive(Debug)]
struct Memory {
    buckets: u32,
    /// For each removed bucket how many worked after it: the number of the one that took its place.
    after: BTreeMap<u32, u32>,
}

impl Memory {
    fn new(buckets: u32, removed: &[u32]) -> Self {
        let mut memory = Self { buckets, after: BTreeMap::new() };
        for (&bucket, left) in removed.iter().zip((0..buckets).rev()) {
            if memory.after.is_empty() && bucket == left {
                memory.buckets = left;
            } else {
                memory.after.insert(bucket, left);
            }
        }
        memory
    }

    /// The bucket of a number, and how many hashes it took.
    fn bucket(&self, value: u64) -> (u32, u32) {
        let mut bucket = jump(value, self.buckets);
        let mut hashes = 1;
        while let Some(&left) = self.after.get(&bucket) {
            let hash = fmix64(value.wrapping_add(u64::from(bucket + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            bucket = (hash % u64::from(left)) as u32;
            // Of those that were removed before, the ones that took their places.
            while let Some(&instead) = self.after.get(&bucket).filter(|&&after| after >= left) {
                bucket = instead;
            }
            hashes += 1;
        }
        (bucket, hashes)
    }
}

/// A fleet in buckets of which some are remembered as removed.
#[derive(Debug)]
pub struct Memento {
    hashing: KeyHashing,
    slots: Slots,
    memory: Memory,
}

impl Memento {
    /// Removes the buckets of the nodes that are down, in the order in which they went.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        let nodes = fleet.nodes().len() as u32;
        let choice = Hashing::from_settings(settings).points;
        Self {
            hashing: KeyHashing { choice, form: KeyForm::Jump },
            slots: Slots::new(fleet, nodes),
            memory: Memory::new(nodes, &removed_buckets(fleet)),
        }
    }
}

impl Placed for Memento {
    fn seats(&self) -> &[NodeId] {
        &self.slots.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.hashing
    }

    fn owner(&self, _key: &[u8], value: u64) -> Seat {
        if self.slots.seats.is_empty() {
            return NO_SEAT;
        }
        self.slots.seat(self.memory.bucket(value).0)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let value = self.hashing.value(key);
        self.slots.distinct(most, (0..).map(|round| self.memory.bucket(number_of_round(value, round)).0))
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.hashing.value(key);
        let is_empty = self.slots.seats.is_empty();
        Explanation::Slots((!is_empty).then(|| {
            let (bucket, hashes) = self.memory.bucket(value);
            self.slots.way(value, bucket, hashes)
        }))
    }

    /// The buckets that have a node.
    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.slots.live)
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }
}
