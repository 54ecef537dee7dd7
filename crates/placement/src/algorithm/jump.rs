//! Jump consistent hash: a key jumps from bucket to bucket, each time with the probability that keeps the balance.
//!
//! Lamping, Veach: A Fast, Minimal Memory, Consistent Hash Algorithm (2014), arXiv:1406.2294. It knows numbered buckets
//! only. A node that goes from the middle is a choice of ours to make: renumber the rest, or move the last into the
//! gap. A down node counts as gone by the same rule, and is back where it was when it comes up: with gaps filled, the
//! lowest free bucket takes the node of the highest bucket, and so on. So does a bucket that another algorithm left
//! vacant; the next node that is added or removed closes such gaps for good. The paper has no replicas: here the key's
//! number is mixed again (fmix64 of number + r · 0x9e3779b97f4a7c15) until a new node comes up.

use super::{
    Declaration, Weights,
    buckets::{Jumping, Jumps},
};
use crate::{
    explain::SlotRule,
    fleet::GapRule,
    parameter::{self, Choice, Kind, Parameter, Settings},
    walk::{By, Place, Step, Walk},
};

/// What happens to the buckets when a node goes that is not the last.
pub static GAP: Parameter = Parameter {
    field: "swap",
    name: "Removing a node",
    help: "Jump hashing can only drop its last bucket. A node in the middle leaves a gap that is closed in one of two ways.",
    phrase: ("removing a node", ""),
    prominent: true,
    kind: Kind::Choice(&[
        Choice { id: "0", name: "renumbers the rest", help: "Every later node moves down one bucket." },
        Choice {
            id: "1",
            name: "moves the last into the gap",
            help: "The node of the last bucket takes the free one.",
        },
    ]),
};

/// What jump hashing says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "jump",
    name: "jump hash",
    preposition: "by",
    source: "Lamping and Veach, A Fast, Minimal Memory, Consistent Hash Algorithm, 2014",
    weights: Weights::Ignored("Jump hashing knows no weights: every bucket counts alike."),
    parameters: &[&GAP, &parameter::HASH, &parameter::FINALISER],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(Jumping::<Jump>::new(fleet, settings, gap_rule(settings))),
};

/// The rule that the settings name.
#[must_use]
pub fn gap_rule(settings: &Settings) -> GapRule {
    if settings.choice(&GAP) == 1 { GapRule::MoveLast } else { GapRule::Renumber }
}

/// The bucket of a key among `buckets`, as published; 0 for one bucket or none.
#[must_use]
pub fn jump(key: u64, buckets: u32) -> u32 {
    jumps(key, buckets, |_| {})
}

/// The same, telling every bucket on the way, the last being the key's own.
fn jumps(mut key: u64, buckets: u32, mut visit: impl FnMut(u32)) -> u32 {
    let (mut bucket, mut next) = (0, 0u64);
    while next < u64::from(buckets) {
        bucket = next as u32;
        visit(bucket);
        key = key.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(1);
        let jump = (1u64 << 31) as f64 / ((key >> 33) + 1) as f64;
        next = ((f64::from(bucket) + 1.0) * jump) as u64;
    }
    bucket
}

/// The published loop as a rule.
struct Jump;

impl Jumps for Jump {
    fn bucket(value: u64, buckets: u32) -> u32 {
        jump(value, buckets)
    }

    fn way(value: u64, buckets: u32) -> (SlotRule, Vec<u32>) {
        let mut visited = Vec::new();
        jumps(value, buckets, |bucket| visited.push(bucket));
        (SlotRule::Jumps, visited)
    }

    fn tell(value: u64, buckets: u32, walk: &mut Walk) {
        jumps(value, buckets, |bucket| {
            walk.tell(Step::Bucket { bucket, by: By::Jump, has_node: true, at: Place::Slot(bucket) });
        });
    }
}
