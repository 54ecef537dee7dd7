//! One key's way to its owner, step by step, as data. Words and pictures are made from it elsewhere.

use crate::fleet::NodeId;

/// How a key gets to its owner.
#[derive(Clone, PartialEq, Debug)]
pub enum Explanation {
    /// Along the ring; `None` on an empty one.
    Ring(Option<RingWay>),
    /// By the nearest of several probes of the ring; `None` on an empty one.
    Probes(Option<ProbeWay>),
    /// Through numbered slots; `None` where there are none.
    Slots(Option<SlotWay>),
    /// By scores, the winner first.
    Scores {
        /// Bits of a raw score.
        bits: u32,
        /// Every node's score.
        scores: Vec<NodeScore>,
    },
    /// Past nodes that are full.
    Bounded(Box<BoundedWay>),
    /// By scores among a few nodes from a place on the ring; `None` where no node is up.
    Local(Option<LocalWay>),
}

/// Along the ring.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RingWay {
    /// Where the key stands, 0 to 2^bits - 1.
    pub position: u64,
    /// 32 or 64.
    pub bits: u32,
    /// Where its point stands.
    pub point: u64,
    /// The text that was hashed for the point.
    pub label: String,
    /// Positions between the key and its point.
    pub distance: u128,
    /// Does the way pass the end of the space?
    pub wraps: bool,
    /// Whose point it is.
    pub owner: NodeId,
}

/// By the nearest of several probes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeWay {
    /// From the nearest probe to its point: the position is the probe's, not the key's.
    pub way: RingWay,
    /// Which probe it was, from 0.
    pub probe: u32,
    /// How many there were.
    pub probes: u32,
}

/// How the slot of a key is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SlotRule {
    /// The key's number modulo the number of slots.
    Remainder,
    /// By jumps to higher and higher slots.
    Jumps,
    /// By jumps from slots that there are not, back to one that there is; only that one is told.
    JumpsBack,
    /// By tries among more slots than have a node. The slots of the way are counted without the empty ones.
    Tries {
        /// How many it took.
        tries: u32,
        /// The slot that had a node, the empty ones counted.
        slot: u32,
        /// How many slots there are, the empty ones counted.
        size: u32,
    },
    /// By a number that leads to a slot which somebody was given. The slots of the way are counted without those that nobody
    /// has.
    Given {
        /// The slot, all of them counted.
        slot: u32,
        /// How many there are.
        size: u32,
    },
    /// By the highest bits of the key's number, in a table that one authority keeps.
    Shard {
        /// What the table is at.
        version: u32,
        /// What the key begins with, where a tenant is pinned: then the key has the pin's node, not that of its slot.
        tenant: Option<String>,
    },
}

/// Through numbered slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotWay {
    /// How the slots on the way come about.
    pub rule: SlotRule,
    /// The key's number.
    pub value: u64,
    /// How many slots there are.
    pub slots: u32,
    /// The slots on the way; the last is the key's own.
    pub visited: Vec<u32>,
    /// The node of that slot, or of the pin that passes it over.
    pub owner: NodeId,
}

/// By scores among a few nodes from a place on the ring.
#[derive(Clone, PartialEq, Debug)]
pub struct LocalWay {
    /// To the first token; its owner is the first candidate, up or not.
    pub way: RingWay,
    /// Bits of a raw score.
    pub bits: u32,
    /// The scores of the candidates that are up, the winner first; of one further on, where none is.
    pub scores: Vec<NodeScore>,
    /// The candidates that are down.
    pub down: Vec<NodeId>,
}

/// Past nodes that are full.
#[derive(Clone, PartialEq, Debug)]
pub struct BoundedWay {
    /// The way to the node that would have the key without a bound.
    pub way: Explanation,
    /// The nodes that were full when the key came, in the order in which it passed them.
    pub full: Vec<NodeId>,
    /// The node that has it.
    pub owner: NodeId,
    /// Keys on that node, all being placed.
    pub load: u32,
    /// The most that it takes.
    pub capacity: u32,
}

/// A node's score for a key.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodeScore {
    /// The node.
    pub node: NodeId,
    /// The hash value, 0 to 2^bits - 1.
    pub raw: u64,
    /// -w / ln u in hundredths of weight, where weights differ.
    pub weighted: Option<f64>,
}
