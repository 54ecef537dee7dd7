//! MementoHash: jump hashing that remembers the buckets that were removed.
//!
//! Coluzzi, Brocco, Antonucci, Leidi: MementoHash, A Stateful, Minimal Memory, Best Performing Consistent Hash Algorithm
//! (2023), arXiv:2306.09783. Jump hashing finds a bucket; for one that was removed the memory holds how many were left,
//! and the key is hashed again among as many. While nothing is remembered, removing the last bucket makes the row of
//! buckets shorter instead. The hash at bucket b is fmix64 of the number + (b + 1) · 2^64/golden ratio.
//!
//! A node that is down or removed for good is a removed bucket. As in `anchor` the order of removals is part of the
//! scenario, only the last one can be taken back, by a node that comes up or is new, no key moves between nodes to
//! which nothing happened, and weights do not count.

use std::collections::BTreeMap;

use super::{
    Declaration, Weights,
    buckets::{Rehash, Rehashed, number_of_round, removed_buckets},
    jump::jump,
};
use crate::{fleet::TakesBack, parameter, walk::By};

/// What MementoHash says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "memento",
    name: "MementoHash",
    preposition: "by",
    source: "Coluzzi et al., MementoHash: A Stateful, Minimal Memory, Best Performing Consistent Hash Algorithm, 2023",
    weights: Weights::Ignored("MementoHash knows no weights: every bucket counts alike."),
    parameters: &[&parameter::HASH, &parameter::FINALISER],
    remembers: Some(TakesBack::LastFirst),
    card: None,
    build: |fleet, settings| {
        let buckets = fleet.buckets();
        let memory = Memory::new(buckets, &removed_buckets(fleet));
        Box::new(Rehashed::new(fleet, settings, buckets, memory))
    },
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
}

impl Rehash for Memory {
    fn find(&self, value: u64, mut visit: impl FnMut(u32, By)) -> u32 {
        let mut bucket = jump(value, self.buckets);
        visit(bucket, By::Jump);
        while let Some(&left) = self.after.get(&bucket) {
            let hash = number_of_round(value, u64::from(bucket) + 1);
            bucket = (hash % u64::from(left)) as u32;
            visit(bucket, By::Hash(left));
            // Of those that were removed before, the ones that took their places.
            while let Some(&instead) = self.after.get(&bucket).filter(|&&after| after >= left) {
                bucket = instead;
                visit(bucket, By::Successor);
            }
        }
        bucket
    }

    fn table_bytes(&self) -> u64 {
        // Two numbers for each removed bucket.
        8 * self.after.len() as u64
    }
}
