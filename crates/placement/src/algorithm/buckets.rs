//! Nodes in numbered buckets, for algorithms that know nothing else and can only drop the last one.
//!
//! A node that is down counts as gone, by the rule that closes gaps, and is back where it was when it comes up: with
//! gaps filled, the lowest free bucket takes the node of the highest bucket, and so on. A vacant bucket is such a gap.

use std::marker::PhantomData;

use super::{Geometry, Hashing, NO_SEAT, Placed, Seat, bytes_of, seated};
use crate::{
    explain::{Explanation, SlotRule, SlotWay},
    fleet::{Fleet, GapRule, NodeId, Removed},
    keys::{KeyForm, KeyHashing},
    number::Ratio,
    order,
    parameter::Settings,
    walk::{By, Place, Step, Walk},
};

/// The nodes that are up, numbered.
#[derive(Debug)]
pub(crate) struct Buckets {
    pub(crate) seats: Vec<NodeId>,
    /// The node of each bucket.
    pub(crate) nodes: Vec<NodeId>,
    /// The seat of each bucket.
    pub(crate) seat_of_bucket: Vec<Seat>,
}

impl Buckets {
    pub(crate) fn new(fleet: &Fleet, rule: GapRule) -> Self {
        let (nodes, _) = seated(fleet, |node| node.up);
        let seats: Vec<NodeId> = nodes.iter().map(|node| node.id).collect();
        let by_bucket = order::places(nodes.len(), &|a, b| nodes[a].bucket.cmp(&nodes[b].bucket));
        let in_order: Vec<(u32, Seat)> = by_bucket.into_iter().map(|seat| (nodes[seat].bucket, seat as Seat)).collect();
        let seat_of_bucket: Vec<Seat> = match rule {
            GapRule::Renumber => in_order.iter().map(|&(_, seat)| seat).collect(),
            GapRule::MoveLast => {
                let count = in_order.len() as u32;
                let mut stay = in_order.iter().peekable();
                let mut movers = in_order.iter().rev();
                (0..count)
                    .filter_map(|bucket| stay.next_if(|one| one.0 == bucket).or_else(|| movers.next()))
                    .map(|&(_, seat)| seat)
                    .collect()
            }
        };
        let nodes = seat_of_bucket.iter().map(|&seat| seats[seat as usize]).collect();
        Self { seats, nodes, seat_of_bucket }
    }

    pub(crate) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The first nodes that numbers lead to: of the key itself, then of the key mixed once more and once more.
    pub(crate) fn owners(&self, most: usize, bucket_of: impl Fn(u64) -> u32) -> Vec<NodeId> {
        let most = most.min(self.nodes.len());
        let mut owners: Vec<NodeId> = Vec::new();
        let mut round = 0u64;
        while owners.len() < most {
            let id = self.nodes[bucket_of(round) as usize];
            if !owners.contains(&id) {
                owners.push(id);
            }
            round += 1;
        }
        owners
    }

    /// Tells whom such numbers meet.
    pub(crate) fn meet(&self, walk: &mut Walk, bucket_of: impl Fn(u64) -> u32) {
        if self.nodes.is_empty() {
            return;
        }
        for bucket in (0..).map(bucket_of) {
            if walk.meet(Place::Slot(bucket), self.nodes[bucket as usize]) {
                break;
            }
        }
    }
}

/// A rule that leads from a key's number to one of so many buckets.
pub(crate) trait Jumps: Send + Sync {
    /// The bucket among so many; 0 for one bucket or none.
    fn bucket(value: u64, buckets: u32) -> u32;

    /// What the rule is called, and the buckets on the way that there are, the last being the key's own.
    fn way(value: u64, buckets: u32) -> (SlotRule, Vec<u32>);

    /// Tells the buckets on the way, those that are not there too.
    fn tell(value: u64, buckets: u32, walk: &mut Walk);
}

/// A fleet in numbered buckets to which such a rule leads. The replicas are found by mixing the number again.
pub(crate) struct Jumping<J> {
    hashing: KeyHashing,
    buckets: Buckets,
    rule: PhantomData<J>,
}

impl<J: Jumps> Jumping<J> {
    /// Numbers the nodes that are up.
    pub(crate) fn new(fleet: &Fleet, settings: &Settings, gaps: GapRule) -> Self {
        let choice = Hashing::from_settings(settings).points;
        let hashing = KeyHashing { choice, form: KeyForm::Jump };
        Self { hashing, buckets: Buckets::new(fleet, gaps), rule: PhantomData }
    }

    /// The bucket of a number, or of the number as it is mixed for a replica.
    fn bucket_of(&self, value: u64) -> impl Fn(u64) -> u32 {
        let buckets = self.buckets.len();
        move |round| J::bucket(number_of_round(value, round), buckets)
    }
}

impl<J: Jumps> Placed for Jumping<J> {
    fn seats(&self) -> &[NodeId] {
        &self.buckets.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.hashing
    }

    fn owner(&self, _key: &[u8], value: u64) -> Seat {
        let bucket = J::bucket(value, self.buckets.len());
        self.buckets.seat_of_bucket.get(bucket as usize).copied().unwrap_or(NO_SEAT)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        self.buckets.owners(most, self.bucket_of(self.hashing.value(key)))
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let (value, slots) = (self.hashing.value(key), self.buckets.len());
        let (rule, visited) = J::way(value, slots);
        let owner = visited.last().and_then(|&bucket| self.buckets.nodes.get(bucket as usize));
        Explanation::Slots(owner.map(|&owner| SlotWay { rule, value, slots, visited, owner }))
    }

    fn walk(&self, _key: &[u8], value: u64, walk: &mut Walk) {
        J::tell(value, self.buckets.len(), walk);
        self.buckets.meet(walk, self.bucket_of(value));
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

/// An array of slots, one for each bucket and some more; that of a node that is down or gone is empty.
#[derive(Debug)]
pub(crate) struct Slots {
    pub(crate) seats: Vec<NodeId>,
    /// The nodes in the order of their slots, the empty ones left out.
    pub(crate) live: Vec<NodeId>,
    /// The seat in each slot, or [`NO_SEAT`].
    seat_of_slot: Vec<Seat>,
    /// The place of each seat among the live ones.
    place_of: Vec<u32>,
}

impl Slots {
    pub(crate) fn new(fleet: &Fleet, size: u32) -> Self {
        let (nodes, _) = seated(fleet, |node| node.up);
        let mut seat_of_slot = vec![NO_SEAT; size as usize];
        for (node, seat) in nodes.iter().zip(0..) {
            seat_of_slot[node.bucket as usize] = seat;
        }
        let in_order = order::places(nodes.len(), &|a, b| nodes[a].bucket.cmp(&nodes[b].bucket));
        let mut place_of = vec![0; nodes.len()];
        for (place, &seat) in (0..).zip(&in_order) {
            place_of[seat] = place;
        }
        Self {
            seats: nodes.iter().map(|node| node.id).collect(),
            live: in_order.into_iter().map(|seat| nodes[seat].id).collect(),
            seat_of_slot,
            place_of,
        }
    }

    /// How many slots there are, the empty ones counted.
    pub(crate) fn len(&self) -> u32 {
        self.seat_of_slot.len() as u32
    }

    pub(crate) fn table_bytes(&self) -> u64 {
        bytes_of(&self.seat_of_slot)
    }

    /// The seat in a slot, or [`NO_SEAT`].
    pub(crate) fn seat(&self, slot: u32) -> Seat {
        self.seat_of_slot[slot as usize]
    }

    /// The first distinct nodes of slots that go on without end.
    pub(crate) fn distinct(&self, most: usize, mut slots: impl Iterator<Item = u32>) -> Vec<NodeId> {
        let most = most.min(self.seats.len());
        let mut seen = vec![false; self.seats.len()];
        let mut owners = Vec::with_capacity(most);
        while owners.len() < most {
            let seat = slots.next().map_or(NO_SEAT, |slot| self.seat(slot));
            if seat != NO_SEAT && !std::mem::replace(&mut seen[seat as usize], true) {
                owners.push(self.seats[seat as usize]);
            }
        }
        owners
    }

    /// Tells that a slot is tried.
    pub(crate) fn tell(&self, slot: u32, by: By, walk: &mut Walk) {
        let at = self.place(slot);
        walk.tell(Step::Bucket { bucket: slot, by, has_node: at != Place::Nowhere, at });
    }

    /// Meets the node of a slot, where it has one; are that enough?
    pub(crate) fn meet(&self, slot: u32, walk: &mut Walk) -> bool {
        let seat = self.seat(slot);
        seat != NO_SEAT && walk.meet(self.place(slot), self.seats[seat as usize])
    }

    /// Where a slot stands among the live ones.
    fn place(&self, slot: u32) -> Place {
        match self.seat(slot) {
            NO_SEAT => Place::Nowhere,
            seat => Place::Slot(self.place_of[seat as usize]),
        }
    }

    /// The way to a slot that has a node, by so many tries.
    pub(crate) fn way(&self, value: u64, slot: u32, tries: u32) -> SlotWay {
        let seat = self.seat(slot) as usize;
        SlotWay {
            rule: SlotRule::Tries { tries, slot, size: self.len() },
            value,
            slots: self.live.len() as u32,
            visited: vec![self.place_of[seat]],
            owner: self.seats[seat],
        }
    }
}

/// A rule that remembers which buckets were removed.
pub(crate) trait Rehash: Send + Sync {
    /// The bucket of a number, one that was not removed. Every bucket on the way is visited, the last too, with how it
    /// was found.
    fn find(&self, value: u64, visit: impl FnMut(u32, By)) -> u32;

    /// The bucket of a number, and how many hashes it took.
    fn bucket(&self, value: u64) -> (u32, u32) {
        let mut hashes = 0;
        let bucket = self.find(value, |_, by| hashes += u32::from(by != By::Successor));
        (bucket, hashes)
    }

    /// Bytes of what is remembered.
    fn table_bytes(&self) -> u64;
}

/// A fleet in buckets of which such a rule finds one that has a node. The replicas are found by mixing the number again.
pub(crate) struct Rehashed<R> {
    hashing: KeyHashing,
    slots: Slots,
    rule: R,
}

impl<R: Rehash> Rehashed<R> {
    /// Of so many buckets.
    pub(crate) fn new(fleet: &Fleet, settings: &Settings, buckets: u32, rule: R) -> Self {
        let choice = Hashing::from_settings(settings).points;
        let hashing = KeyHashing { choice, form: KeyForm::Jump };
        Self { hashing, slots: Slots::new(fleet, buckets), rule }
    }
}

impl<R: Rehash> Placed for Rehashed<R> {
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
        self.slots.seat(self.rule.bucket(value).0)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let value = self.hashing.value(key);
        self.slots.distinct(most, (0..).map(|round| self.rule.bucket(number_of_round(value, round)).0))
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.hashing.value(key);
        let is_empty = self.slots.seats.is_empty();
        Explanation::Slots((!is_empty).then(|| {
            let (bucket, hashes) = self.rule.bucket(value);
            self.slots.way(value, bucket, hashes)
        }))
    }

    fn walk(&self, _key: &[u8], value: u64, walk: &mut Walk) {
        if self.slots.seats.is_empty() {
            return;
        }
        self.rule.find(value, |bucket, by| self.slots.tell(bucket, by, walk));
        for round in 0.. {
            if self.slots.meet(self.rule.bucket(number_of_round(value, round)).0, walk) {
                break;
            }
        }
    }

    /// The buckets that have a node.
    fn geometry(&self) -> Geometry<'_> {
        Geometry::Slots(&self.slots.live)
    }

    fn table_bytes(&self) -> u64 {
        self.slots.table_bytes() + self.rule.table_bytes()
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }
}

/// A key's number for its owner, round 0, and for the replicas that follow.
pub(crate) fn number_of_round(value: u64, round: u64) -> u64 {
    if round == 0 { value } else { crate::hash::fmix64(value.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15))) }
}

/// The removed buckets, in the order in which they were removed: of nodes that are down, and vacant ones.
pub(crate) fn removed_buckets(fleet: &Fleet) -> Vec<u32> {
    let mut buckets = std::collections::BTreeMap::new();
    buckets.extend(fleet.nodes().iter().map(|node| (node.id, node.bucket)));
    let bucket = |one: &Removed| match one {
        Removed::Down(id) => buckets.get(id).copied(),
        Removed::Vacant(bucket) => Some(*bucket),
    };
    fleet.removed().iter().filter_map(bucket).collect()
}
