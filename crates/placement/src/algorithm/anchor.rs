//! AnchorHash: buckets are removed from a fixed array, and a key of a removed bucket is hashed again among those that were
//! there when it went.
//!
//! Mendelson, Vargaftik, Barabash, Lorenz, Keslassy, Orda: AnchorHash, A Scalable Consistent Hash (2018),
//! arXiv:1812.09674, with the arrays A, W, L and K of its in-place form. The array has as many buckets as the capacity,
//! or as nodes and vacant buckets where those are more; the buckets beyond them count as removed from the beginning,
//! the last first. The first hash of a key is its number modulo the array; the hash at bucket b is fmix64 of the sum of
//! the number and (b + 1) · 2^64/golden ratio. It takes about 1 + ln(array / nodes) hashes.
//!
//! The bucket of a node that is down or gone for good is a removed one. The order in which buckets were removed matters
//! and is part of the scenario. Only the last removal can be taken back, so a node that comes up earlier, or is new,
//! gets that bucket. If another node is down in it, that one takes the bucket of the node that comes up; for a new node
//! it takes the last vacant bucket, or one more behind all. If it was vacant, the bucket of the node that comes up is
//! vacant instead. So no key moves between nodes to which nothing happened. An array that grew beyond the capacity does
//! not shrink when nodes go. Weights do not count. The paper has no replicas: here the number is mixed again until a
//! new node comes up, as in `jump`.

use super::{
    Declaration, Weights,
    buckets::{Rehash, Rehashed, number_of_round, removed_buckets},
    bytes_of,
    dx::CAPACITY,
};
use crate::{fleet::TakesBack, parameter, walk::By};

/// What AnchorHash says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "anchor",
    name: "AnchorHash",
    preposition: "by",
    source: "Mendelson et al., AnchorHash: A Scalable Consistent Hash, 2018",
    weights: Weights::Ignored("AnchorHash knows no weights: every bucket counts alike."),
    parameters: &[&CAPACITY, &parameter::HASH, &parameter::FINALISER],
    remembers: Some(TakesBack::LastFirst),
    card: None,
    build: |fleet, settings| {
        let buckets = fleet.buckets();
        let size = settings.count(&CAPACITY).max(buckets);
        let anchored = Anchored::new(size, buckets, &removed_buckets(fleet));
        Box::new(Rehashed::new(fleet, settings, size, anchored))
    },
};

/// The paper's arrays.
#[derive(Debug)]
struct Anchored {
    /// A: how many buckets worked after this one was removed; 0 for one that works.
    after: Vec<u32>,
    /// K: who took the place of this one.
    successor: Vec<u32>,
}

impl Anchored {
    /// An array of which the first `working` buckets had nodes, less those removed, in that order.
    fn new(size: u32, working: u32, removed: &[u32]) -> Self {
        let mut after: Vec<u32> = (0..size).map(|bucket| if bucket < working { 0 } else { bucket }).collect();
        let mut successor: Vec<u32> = (0..size).collect();
        // W holds the working buckets in its first places, L where each of them stands.
        let (mut working_set, mut location) = (successor.clone(), successor.clone());
        for (bucket, &removed) in (0..working).rev().zip(removed) {
            let last = working_set[bucket as usize];
            let place = location[removed as usize];
            after[removed as usize] = bucket;
            working_set[place as usize] = last;
            successor[removed as usize] = last;
            location[last as usize] = place;
        }
        Self { after, successor }
    }
}

impl Rehash for Anchored {
    fn find(&self, value: u64, mut visit: impl FnMut(u32, By)) -> u32 {
        let after = |bucket: u32| self.after[bucket as usize];
        let mut bucket = (value % self.after.len() as u64) as u32;
        visit(bucket, By::Hash(self.after.len() as u32));
        while after(bucket) > 0 {
            let hash = number_of_round(value, u64::from(bucket) + 1);
            let mut next = (hash % u64::from(after(bucket))) as u32;
            visit(next, By::Hash(after(bucket)));
            // What was removed before this one has a successor that was still there.
            while after(next) >= after(bucket) {
                next = self.successor[next as usize];
                visit(next, By::Successor);
            }
            bucket = next;
        }
        bucket
    }

    fn table_bytes(&self) -> u64 {
        bytes_of(&self.after) + bytes_of(&self.successor)
    }
}
