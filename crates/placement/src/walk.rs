//! One key's way as a walk: what a lookup does, one step after the other, from the bytes of the key to its owner and on
//! to the replicas. [`explain`](crate::explain) says where the way leads; a walk says what is looked at in between.

use std::collections::BTreeMap;

use crate::{
    algorithm::Placed,
    explain::{NodeScore, RingWay},
    fleet::NodeId,
    order,
};

/// So many steps that lead nowhere are told in a row; those that follow are only counted. With one node on a thousand
/// slots a key tries hundreds of empty ones.
pub const PASSED_IN_A_ROW: u32 = 12;

/// One step of a walk.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// The key is so many bytes.
    Bytes(usize),
    /// They are hashed: a number of 32 or 64 bits.
    Hash {
        /// The number.
        value: u64,
        /// Its bits.
        bits: u32,
    },
    /// On a ring: the top bits of the position name an entry of the index, which leaves a few points to look at.
    Index {
        /// Which entry, from 0.
        entry: u64,
        /// How many there are, a power of two.
        entries: u64,
        /// The first of the points with these top bits, from 0.
        from: u32,
        /// One beyond the last of them; as high as `from` where there is none.
        to: u32,
    },
    /// A point is held against the key's position. One that is compared twice in a row is told once.
    Look {
        /// Which point, from 0.
        point: u32,
        /// Where it stands.
        position: u64,
        /// Is it before the key (counter-clockwise: at it or before)? Then the search goes on above it, else below.
        is_before: bool,
    },
    /// There is no further point on the way: it goes on at the other end of the space.
    Wrap,
    /// The point that the search ends at.
    Point {
        /// Which point, from 0.
        point: u32,
        /// The way to it.
        way: RingWay,
    },
    /// One of several looks at the ring, at a point with one node.
    Probe {
        /// Which probe, from 0.
        probe: u32,
        /// Where it looks.
        position: u64,
        /// The point after it, from 0.
        point: u32,
        /// Whose point it is.
        node: NodeId,
        /// Positions between the two.
        distance: u128,
        /// Is it the nearest so far?
        leads: bool,
    },
    /// The number modulo the number of slots.
    Remainder {
        /// The number.
        value: u64,
        /// How many slots.
        slots: u32,
        /// What is left.
        slot: u32,
    },
    /// The top bits of the number are the shard.
    Shard {
        /// Which shard, from 0.
        shard: u32,
        /// How many there are.
        shards: u32,
        /// The version of the table.
        version: u32,
    },
    /// The key begins with a tenant that is pinned to a node.
    Pinned(String),
    /// A numbered bucket or slot that is tried.
    Bucket {
        /// Its number, from 0.
        bucket: u32,
        /// How the way got there.
        by: By,
        /// Is there a node in it?
        has_node: bool,
        /// What the picture has of it.
        at: Place,
    },
    /// A node's score.
    Score {
        /// The score.
        score: NodeScore,
        /// Bits of a raw score.
        bits: u32,
        /// Is it the highest so far?
        leads: bool,
    },
    /// A node that takes part in the race of scores, or would if it were up.
    Candidate {
        /// The node.
        node: NodeId,
        /// Where it is met.
        at: Place,
        /// Is it up?
        is_up: bool,
    },
    /// A node is met.
    Meet {
        /// The node.
        node: NodeId,
        /// Where it is met.
        at: Place,
        /// As what.
        met: Met,
    },
    /// The owner has room: so many keys, all being placed, of so many that it takes.
    Room {
        /// Keys that it has.
        load: u32,
        /// Keys that it takes.
        capacity: u32,
    },
    /// So many more steps of the kind before led nowhere.
    More(u32),
    /// No node is up.
    Nobody,
}

/// How a way comes to a bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// By a jump forward, or the start of them at 0.
    Jump,
    /// By a jump back.
    JumpBack,
    /// By a hash among so many buckets.
    Hash(u32),
    /// It took the place of the one before.
    Successor,
}

/// What a step shows in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Nothing.
    Nowhere,
    /// A point of the ring, from 0.
    Point(u32),
    /// A slot, as a place among those of the geometry.
    Slot(u32),
    /// The score of a node.
    Node(NodeId),
}

/// As what a node is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Met {
    /// It owns the key.
    Owner,
    /// It has a copy.
    Replica,
    /// It was met before: passed over.
    Again,
    /// It was full when the key came.
    Full,
}

impl Step {
    /// What the picture shows of the step.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            Self::Look { point, .. } | Self::Point { point, .. } | Self::Probe { point, .. } => Place::Point(*point),
            Self::Remainder { slot, .. } | Self::Shard { shard: slot, .. } => Place::Slot(*slot),
            Self::Bucket { at, .. } | Self::Candidate { at, .. } | Self::Meet { at, .. } => *at,
            Self::Score { score, .. } => Place::Node(score.node),
            _ => Place::Nowhere,
        }
    }

    /// The node that the step is about.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Self::Point { way, .. } => Some(way.owner),
            Self::Score { score, .. } => Some(score.node),
            Self::Probe { node, .. } | Self::Candidate { node, .. } | Self::Meet { node, .. } => Some(*node),
            _ => None,
        }
    }

    /// Does it lead nowhere, so that many of them need not be told?
    fn is_passed(&self) -> bool {
        match self {
            Self::Score { leads, .. } => !leads,
            Self::Bucket { has_node, .. } => !has_node,
            Self::Meet { met, .. } => matches!(met, Met::Again | Met::Full),
            _ => false,
        }
    }
}

/// The walk of a key to its first `most` distinct nodes: the owner, then the replicas. Without a node that is up it ends
/// with [`Step::Nobody`].
#[must_use]
pub fn steps(placed: &dyn Placed, key: &[u8], most: usize) -> Vec<Step> {
    let hashing = placed.key_hashing();
    let value = hashing.value(key);
    let mut walk = Walk { most: most.min(placed.seats().len()), ..Walk::default() };
    walk.tell(Step::Bytes(key.len()));
    walk.tell(Step::Hash { value, bits: hashing.bits() });
    if walk.most > 0 {
        placed.walk(key, value, &mut walk);
    }
    if walk.met.is_empty() {
        walk.tell(Step::Nobody);
    }
    walk.steps
}

/// A walk that is being told.
#[derive(Default, Debug)]
pub struct Walk {
    steps: Vec<Step>,
    most: usize,
    met: Vec<NodeId>,
    full: Vec<NodeId>,
    /// What the owner has and takes, where loads are bounded.
    room: Option<(u32, u32)>,
    passed: u32,
}

impl Walk {
    /// One step more. Never part of its callers, of which there are many.
    #[inline(never)]
    pub(crate) fn tell(&mut self, step: Step) {
        if !step.is_passed() {
            self.passed = 0;
        } else if self.passed < PASSED_IN_A_ROW {
            self.passed += 1;
        } else {
            match self.steps.last_mut() {
                Some(Step::More(count)) => *count += 1,
                _ => self.steps.push(Step::More(1)),
            }
            return;
        }
        self.steps.push(step);
    }

    /// How many nodes are to be met.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Comes to a node; are that enough?
    #[inline(never)]
    pub(crate) fn meet(&mut self, at: Place, node: NodeId) -> bool {
        let met = if self.met.contains(&node) {
            Met::Again
        } else if self.full.contains(&node) {
            Met::Full
        } else if self.met.is_empty() {
            Met::Owner
        } else {
            Met::Replica
        };
        if matches!(met, Met::Owner | Met::Replica) {
            self.met.push(node);
        }
        self.tell(Step::Meet { node, at, met });
        if let (Met::Owner, Some((load, capacity))) = (met, self.room) {
            self.tell(Step::Room { load, capacity });
        }
        self.met.len() >= self.most
    }

    /// Who is full when the key comes, and what the node that has room has and takes.
    pub(crate) fn bound(&mut self, full: &[NodeId], room: (u32, u32)) {
        self.full = full.to_vec();
        self.room = Some(room);
    }

    /// How a placement looks a key up, up to the first node that it comes to, without meeting it.
    pub(crate) fn tell_lookup(&mut self, placed: &dyn Placed, key: &[u8], value: u64) {
        let mut lookup = Self { most: 1, ..Self::default() };
        placed.walk(key, value, &mut lookup);
        let steps = lookup.steps.into_iter().take_while(|step| !matches!(step, Step::Meet { .. }));
        steps.for_each(|step| self.tell(step));
    }

    /// At last those that were full.
    pub(crate) fn meet_full(&mut self) {
        let full = std::mem::take(&mut self.full);
        if self.met.len() < self.most {
            self.meet_rest(&full);
        }
    }

    /// The scores one after the other in the order of the seats. Given they are with the winner first.
    #[inline(never)]
    pub(crate) fn race(&mut self, scores: &[NodeScore], bits: u32, seats: &[NodeId]) {
        let mut seat_of = BTreeMap::new();
        seat_of.extend(seats.iter().copied().zip(0u16..));
        let seat = |place: usize| seat_of.get(&scores[place].node);
        let mut best = usize::MAX;
        for place in order::places(scores.len(), &|a, b| seat(a).cmp(&seat(b))) {
            let leads = place < best;
            best = best.min(place);
            self.tell(Step::Score { score: scores[place], bits, leads });
        }
    }

    /// Nodes in their order, each met at its score.
    pub(crate) fn meet_all(&mut self, nodes: &mut dyn Iterator<Item = NodeId>) {
        for node in nodes {
            if self.meet(Place::Node(node), node) {
                break;
            }
        }
    }

    /// The nodes of numbered slots from one on, past the last at the first again; are they enough?
    #[inline(never)]
    pub(crate) fn meet_slots(&mut self, from: u32, nodes: &[NodeId]) -> bool {
        let count = nodes.len() as u32;
        (0..count).map(|step| (from + step) % count).any(|slot| self.meet(Place::Slot(slot), nodes[slot as usize]))
    }

    /// Nodes that no step leads to, those left out that were met.
    pub(crate) fn meet_rest(&mut self, nodes: &[NodeId]) {
        for &node in nodes {
            if !self.met.contains(&node) && self.meet(Place::Nowhere, node) {
                break;
            }
        }
    }
}
