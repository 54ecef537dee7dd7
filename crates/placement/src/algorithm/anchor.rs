//! AnchorHash: buckets are removed from a fixed array, and a key of a removed bucket is hashed again among those that were
//! there when it went.
//!
//! Mendelson, Vargaftik, Barabash, Lorenz, Keslassy, Orda: AnchorHash, A Scalable Consistent Hash (2018),
//! arXiv:1812.09674, with the arrays A, W, L and K of its in-place form. The array has as many buckets as the capacity,
//! or as nodes where those are more; the buckets beyond the nodes count as removed from the beginning, the last first.
//! The first hash of a key is its number modulo the array; the hash at bucket b is fmix64 of the number + (b + 1) ·
//! 2^64/golden ratio. It takes about 1 + ln(array / nodes) hashes.
//!
//! A node that is down is a removed bucket, and the order in which nodes went matters: it is part of the scenario. Only
//! the last removal can be taken back, so a node that comes up earlier, or is new, gets that bucket, and the node that
//! went last takes the other: no key moves between nodes to which nothing happened. A node that is removed for good gives
//! its bucket away by the rule that closes gaps, as in `jump`, and then keys do move. Weights do not count. The paper has
//! no replicas: here the number is mixed again until a new node comes up, as in `jump`.

use super::{
    Declaration, Weights,
    buckets::{Rehash, Rehashed, number_of_round, removed_buckets},
    bytes_of,
    dx::CAPACITY,
    jump,
};
use crate::parameter;

/// What AnchorHash says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "anchor",
    name: "AnchorHash",
    preposition: "by",
    source: "Mendelson et al., AnchorHash: A Scalable Consistent Hash, 2018",
    weights: Weights::Ignored("AnchorHash knows no weights: every bucket counts alike."),
    parameters: &[&CAPACITY, &jump::GAP, &parameter::HASH, &parameter::FINALISER],
    last_first: true,
    build: |fleet, settings| {
        let nodes = fleet.nodes().len() as u32;
        let size = settings.count(&CAPACITY).max(nodes);
        // The nodes that are down went in this order.
        let anchored = Anchored::new(size, nodes, &removed_buckets(fleet));
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
    /// An array of which `working` buckets have nodes, less those removed, in that order.
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
    fn bucket(&self, value: u64) -> (u32, u32) {
        let after = |bucket: u32| self.after[bucket as usize];
        let mut bucket = (value % self.after.len() as u64) as u32;
        let mut hashes = 1;
        while after(bucket) > 0 {
            let hash = number_of_round(value, u64::from(bucket) + 1);
            let mut next = (hash % u64::from(after(bucket))) as u32;
            // What was removed before this one has a successor that was still there.
            while after(next) >= after(bucket) {
                next = self.successor[next as usize];
            }
            bucket = next;
            hashes += 1;
        }
        (bucket, hashes)
    }

    fn table_bytes(&self) -> u64 {
        bytes_of(&self.after) + bytes_of(&self.successor)
    }
}
