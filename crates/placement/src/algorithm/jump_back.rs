//! JumpBackHash: a key jumps back from bucket to bucket until it comes to one that there is, in constant time on average.
//!
//! Ertl: JumpBackHash, Say Goodbye to the Modulo Operation to Distribute Keys Uniformly to Buckets (2024),
//! arXiv:2403.18682. The same distribution and the same few moves as jump hashing, without floating point. The random
//! values are SplitMix64's, seeded with the key's number, as in the author's hash4j. Buckets, down nodes and replicas
//! are as in `jump`; weights do not count.

use super::{
    Declaration, Weights,
    buckets::{Jumping, Jumps},
    jump,
};
use crate::{
    explain::SlotRule,
    hash::SplitMix64,
    parameter,
    walk::{By, Place, Step, Walk},
};

/// What JumpBackHash says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "jumpback",
    name: "JumpBackHash",
    preposition: "by",
    source: "Ertl, JumpBackHash: Say Goodbye to the Modulo Operation to Distribute Keys Uniformly to Buckets, 2024",
    weights: Weights::Ignored("JumpBackHash knows no weights: every bucket counts alike."),
    parameters: &[&jump::GAP, &parameter::HASH, &parameter::FINALISER],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(Jumping::<JumpBack>::new(fleet, settings, jump::gap_rule(settings))),
};

/// The bucket of a key among `buckets`, up to 2^31; 0 for one bucket or none.
#[must_use]
pub fn jump_back(key: u64, buckets: u32) -> u32 {
    jump_back_by(&mut SplitMix64::new(key), buckets)
}

/// The same by random values that go on behind it.
pub(crate) fn jump_back_by(random: &mut SplitMix64, buckets: u32) -> u32 {
    jumps_back(random, buckets, |_| {})
}

/// The same, telling every bucket on the way that is not there.
fn jumps_back(random: &mut SplitMix64, buckets: u32, mut missing: impl FnMut(u32)) -> u32 {
    if buckets <= 1 {
        return 0;
    }
    let first = random.next_value();
    // One bit for each doubling of the buckets: may the key stop in that upper half?
    let mut halves = (first ^ (first >> 32)) as u32 & (u32::MAX >> (buckets - 1).leading_zeros());
    while halves != 0 {
        let lowest = 1 << halves.ilog2();
        // Its place in the half comes from the word of the first value that the parity picks.
        let word = if halves.count_ones() % 2 == 1 { (first >> 32) as u32 } else { first as u32 };
        let bucket = lowest + (word & (lowest - 1));
        if bucket < buckets {
            return bucket;
        }
        missing(bucket);
        // That bucket is not there: others of this half, from the highest active one down, until a lower half is met.
        let below = |word: u32| word & (2 * lowest - 1);
        'half: loop {
            let value = random.next_value();
            for bucket in [below(value as u32), below((value >> 32) as u32)] {
                if bucket < lowest {
                    break 'half;
                }
                if bucket < buckets {
                    return bucket;
                }
                missing(bucket);
            }
        }
        halves ^= lowest;
    }
    0
}

/// The same as a rule.
struct JumpBack;

impl Jumps for JumpBack {
    fn bucket(value: u64, buckets: u32) -> u32 {
        jump_back(value, buckets)
    }

    fn way(value: u64, buckets: u32) -> (SlotRule, Vec<u32>) {
        (SlotRule::JumpsBack, vec![jump_back(value, buckets)])
    }

    fn tell(value: u64, buckets: u32, walk: &mut Walk) {
        let by = By::JumpBack;
        let bucket = jumps_back(&mut SplitMix64::new(value), buckets, |bucket| {
            walk.tell(Step::Bucket { bucket, by, has_node: false, at: Place::Nowhere });
        });
        if buckets > 0 {
            walk.tell(Step::Bucket { bucket, by, has_node: true, at: Place::Slot(bucket) });
        }
    }
}
