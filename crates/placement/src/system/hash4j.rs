//! hash4j, the Java library of the author of JumpBackHash: its jump hash, JumpBackHash, and JumpBackHash with removals.
//!
//! Source: dynatrace-oss/hash4j `com.dynatrace.hash4j.consistent` (41d814f), with its SplitMix64. Its jump hash draws from
//! SplitMix64 and so gives other buckets than jump hash as published.

pub use crate::algorithm::jump_back::jump_back;
use crate::{algorithm::jump_back::jump_back_by, hash::SplitMix64};

/// The bucket of a number among `buckets`, by jump hash on SplitMix64; 0 for one bucket or none.
#[must_use]
pub fn jump(number: u64, buckets: u32) -> u32 {
    let mut random = SplitMix64::new(number);
    let most = i32::try_from(buckets).unwrap_or(i32::MAX);
    let mut bucket = 0;
    loop {
        // 53 bits of the value, as a fraction of 1; a quotient too large for 32 bits is the largest number that has them.
        let draw = (random.next_value() >> 11) as f64 / (1u64 << 53) as f64;
        let next = ((f64::from(bucket) + 1.0) / draw) as i32;
        if next <= bucket || next >= most {
            return bucket as u32;
        }
        bucket = next;
    }
}

/// Buckets of which any can be removed, and come back in the opposite order.
#[derive(Clone, Debug, Default)]
pub struct JumpBackAnchor {
    /// How many buckets there have been at once.
    size: u32,
    /// For each bucket how many were left when it was removed, 0 for one that is there, and who took its place.
    removals: Vec<(u32, u32)>,
    /// The removed ones in order.
    removed: Vec<u32>,
}

impl JumpBackAnchor {
    /// So many buckets.
    #[must_use]
    pub fn new(buckets: u32) -> Self {
        Self { size: buckets, ..Self::default() }
    }

    /// How many buckets are there.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.size - self.removed.len() as u32
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One more bucket: the last one removed, or else a new one.
    pub fn add(&mut self) {
        match self.removed.pop() {
            Some(bucket) => self.removals[bucket as usize] = (0, 0),
            None => self.size += 1,
        }
    }

    /// Removes a bucket; one that is not there stays so.
    pub fn remove(&mut self, bucket: u32) {
        if bucket >= self.size || self.left_after(bucket) > 0 {
            return;
        }
        if self.len() == 1 {
            *self = Self::default();
        } else if self.removed.is_empty() && bucket == self.size - 1 {
            self.size -= 1;
        } else {
            self.removed.push(bucket);
            let left = self.len();
            let successor = self.in_place_of(left, left + 1);
            if self.removals.len() <= bucket as usize {
                self.removals.resize(bucket as usize + 1, (0, 0));
            }
            self.removals[bucket as usize] = (left, successor);
        }
    }

    /// How many buckets were left when this one was removed; 0 where it is there.
    fn left_after(&self, bucket: u32) -> u32 {
        self.removals.get(bucket as usize).map_or(0, |removal| removal.0)
    }

    /// Who stands for a bucket when so many are left.
    fn in_place_of(&self, mut bucket: u32, left: u32) -> u32 {
        while self.left_after(bucket) >= left {
            bucket = self.removals[bucket as usize].1;
        }
        bucket
    }

    /// The bucket of a number; `None` where there is none.
    #[must_use]
    pub fn bucket(&self, number: u64) -> Option<u32> {
        if self.is_empty() {
            return None;
        }
        let mut random = SplitMix64::new(number);
        let mut bucket = jump_back_by(&mut random, self.size);
        while self.left_after(bucket) > 0 {
            let left = self.left_after(bucket);
            bucket = self.in_place_of(below(&mut random, left), left);
        }
        Some(bucket)
    }
}

/// A random number below this one: Lemire's, from the low 32 bits of each value.
fn below(random: &mut SplitMix64, most: u32) -> u32 {
    let too_few = ((1u64 << 32) % u64::from(most)) as u32;
    loop {
        let product = u64::from(random.next_value() as u32) * u64::from(most);
        if product as u32 >= too_few {
            return (product >> 32) as u32;
        }
    }
}
