//! JumpBackHash: a key jumps back from bucket to bucket until it comes to one that there is, in constant time on average.
//!
//! Ertl: JumpBackHash, Say Goodbye to the Modulo Operation to Distribute Keys Uniformly to Buckets (2024),
//! arXiv:2403.18682. The same distribution and the same few moves as jump hashing, without floating point. The random
//! values are SplitMix64's, seeded with the key's number, as in the author's hash4j. Buckets, down nodes and replicas
//! are as in `jump`; weights do not count.

use super::{
    Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights,
    buckets::{Buckets, number_of_round},
    bytes_of, jump,
};
use crate::{
    explain::{Explanation, SlotRule, SlotWay},
    fleet::{Fleet, NodeId},
    hash::SplitMix64,
    keys::{KeyForm, KeyHashing},
    number::Ratio,
    parameter::{self, Settings},
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
    build: |fleet, settings| Box::new(JumpBack::new(fleet, settings)),
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

/// A fleet in numbered buckets.
#[derive(Debug)]
pub struct JumpBack {
    hashing: KeyHashing,
    buckets: Buckets,
}

impl JumpBack {
    /// Numbers the nodes that are up.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        let choice = Hashing::from_settings(settings).points;
        let buckets = Buckets::new(fleet, jump::gap_rule(settings));
        Self { hashing: KeyHashing { choice, form: KeyForm::Jump }, buckets }
    }
}

impl Placed for JumpBack {
    fn seats(&self) -> &[NodeId] {
        &self.buckets.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.hashing
    }

    fn owner(&self, _key: &[u8], value: u64) -> Seat {
        let bucket = jump_back(value, self.buckets.len());
        self.buckets.seat_of_bucket.get(bucket as usize).copied().unwrap_or(NO_SEAT)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let value = self.hashing.value(key);
        self.buckets.owners(most, |round| jump_back(number_of_round(value, round), self.buckets.len()))
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.hashing.value(key);
        let slots = self.buckets.len();
        let bucket = jump_back(value, slots);
        Explanation::Slots(self.buckets.nodes.get(bucket as usize).map(|&owner| SlotWay {
            rule: SlotRule::JumpsBack,
            value,
            slots,
            visited: vec![bucket],
            owner,
        }))
    }

    fn walk(&self, _key: &[u8], value: u64, walk: &mut Walk) {
        let by = By::JumpBack;
        let bucket = jumps_back(&mut SplitMix64::new(value), self.buckets.len(), |bucket| {
            walk.tell(Step::Bucket { bucket, by, has_node: false, at: Place::Nowhere });
        });
        if self.buckets.len() > 0 {
            walk.tell(Step::Bucket { bucket, by, has_node: true, at: Place::Slot(bucket) });
        }
        self.buckets.meet(walk, |round| jump_back(number_of_round(value, round), self.buckets.len()));
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.buckets.nodes)
    }

    fn table_bytes(&self) -> u64 {
        bytes_of(&self.buckets.seat_of_bucket)
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }
}
