//! Nodes in numbered buckets, for algorithms that know nothing else and can only drop the last one.
//!
//! A node that is down counts as gone, by the rule that closes gaps, and is back where it was when it comes up: with
//! gaps filled, the lowest free bucket takes the node of the highest bucket, and so on.

use super::{Seat, seated};
use crate::{
    fleet::{Fleet, GapRule, NodeId},
    order,
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
}

/// A key's number for its owner, round 0, and for the replicas that follow.
pub(crate) fn number_of_round(value: u64, round: u64) -> u64 {
    if round == 0 { value } else { crate::hash::fmix64(value.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15))) }
}
