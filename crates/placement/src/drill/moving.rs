//! Durable data on its way to new owners: what is to be copied, from where to where, in which order, at a given rate.
//!
//! Where a ring or another function routes, the new owner is asked from the moment of the change on, and what has not
//! arrived is not found, unless the owner of before is asked too. A coordinator moves one shard at a time: a shard goes
//! on being read where it was until all of it has arrived.

use super::{
    caches::{Caches, NEVER},
    series::Sample,
    state::Node,
    table::{NOBODY, Table},
    world::World,
};
use crate::{fleet::NodeId, snapshot::Snapshot};

/// One item to be copied.
#[derive(Clone, Copy, Debug)]
struct Item {
    key: u32,
    from: u16,
    to: u16,
    /// The last of its shard: then the shard is read at its new owner.
    ends_shard: bool,
}

/// Copying, as far as it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Moving {
    items: Vec<Item>,
    done: usize,
    /// Items before it are read at their new owner; only where shards are moved one at a time.
    routed: usize,
    bytes_due: u64,
    /// Where each key is still read, or [`NOBODY`]; empty where no shards are moved.
    still_at: Vec<u16>,
    /// Where the items of the last change begin: only they can move again what an earlier one moves.
    last_change: usize,
    began_tick: Option<u32>,
    ended_tick: Option<u32>,
}

/// What there is to move, and how far that is. Items are simulated ones: times the scale they are those of the full
/// fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Move {
    /// Items to be copied, all changes together.
    pub items: u64,
    /// Items that have arrived.
    pub done: u64,
    /// When the first change began it.
    pub began_tick: Option<u32>,
    /// When the last item arrived.
    pub ended_tick: Option<u32>,
}

/// What one node has to copy to another. Items are simulated ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The owner of before.
    pub from: NodeId,
    /// The owner from now on.
    pub to: NodeId,
    /// Items to be copied, all changes together.
    pub items: u64,
    /// Items that have arrived.
    pub done: u64,
}

impl Moving {
    /// A change of owners: all that the tables tell apart is to be copied, in the order of the hash space, as a store goes
    /// through its data. Does a coordinator move one shard after the other?
    pub(super) fn begin(&mut self, before: &Table, after: &Table, is_by_shard: bool, tick: u32) {
        let changed = before.owners().iter().zip(after.owners()).zip(0u32..);
        let items: Vec<Item> = changed
            .filter(|((from, to), _)| from != to && **from != NOBODY && **to != NOBODY)
            .map(|((&from, &to), key)| Item { key, from, to, ends_shard: false })
            .collect();
        let snapshot = after.snapshot();
        let value_of = |key: u32| snapshot.keys().value(key);
        let order = crate::order::numbers(
            items.iter().zip(0u64..).map(|(item, at)| place(value_of(item.key), snapshot) << 32 | at).collect(),
        );
        let mut items: Vec<Item> = order.iter().map(|&one| items[one as u32 as usize]).collect();
        if is_by_shard {
            let shard_of = |key: u32| snapshot.placed().slot(value_of(key));
            for at in 0..items.len() {
                let ends = items.get(at + 1).is_none_or(|next| shard_of(next.key) != shard_of(items[at].key));
                items[at].ends_shard = ends;
            }
            if self.still_at.is_empty() {
                self.still_at = vec![NOBODY; before.owners().len()];
            }
            for item in &items {
                let still = &mut self.still_at[item.key as usize];
                if *still == NOBODY {
                    *still = item.from;
                }
            }
        }
        if !items.is_empty() {
            self.began_tick.get_or_insert(tick);
            self.ended_tick = None;
            self.last_change = self.items.len();
            self.items.extend(items);
        }
    }

    /// Is there anything left to copy?
    pub(super) fn is_under_way(&self) -> bool {
        self.done < self.items.len()
    }

    /// Are some keys read where they were?
    #[inline]
    pub(super) fn is_routing(&self) -> bool {
        !self.still_at.is_empty()
    }

    /// Where a key is read: at its owner, or where it still is.
    #[inline]
    pub(super) fn owner(&self, key: u32, owner: u16) -> u16 {
        match self.still_at.get(key as usize) {
            Some(&still) if still != NOBODY => still,
            _ => owner,
        }
    }

    /// Is a node still a source of what is to be copied?
    pub(super) fn needs(&self, number: usize) -> bool {
        self.items[self.done..].iter().any(|item| usize::from(item.from) == number)
    }

    /// What can be copied in a tick. What its source lost is left out.
    pub(super) fn copy(&mut self, world: &World, caches: &mut Caches, nodes: &[Node], now: &mut Sample, tick: u32) {
        if !self.is_under_way() {
            return;
        }
        self.bytes_due += world.copied_bytes_a_tick;
        while self.bytes_due >= world.bytes_a_key
            && let Some(&Item { key, from, to, ends_shard }) = self.items.get(self.done)
        {
            self.bytes_due -= world.bytes_a_key;
            self.done += 1;
            if !self.is_routing() {
                now.copied += u64::from(hand_over(key, from, to, caches, nodes));
            } else if ends_shard {
                // Until now it was read, and written, where it was.
                for &Item { key, from, to, .. } in &self.items[self.routed..self.done] {
                    now.copied += u64::from(hand_over(key, from, to, caches, nodes));
                }
                self.route(self.done);
            }
        }
        if !self.is_under_way() {
            self.bytes_due = 0;
            self.still_at = Vec::new();
            self.ended_tick = Some(tick);
        }
    }

    /// The shards up to this item are read where they are now; those that a later change moves again, where it takes them
    /// from.
    fn route(&mut self, until: usize) {
        let later = &self.items[until.max(self.last_change)..];
        for &Item { key, to, .. } in &self.items[self.routed..until] {
            // Mostly there is no later change, and nothing to search.
            let moves_again = until <= self.last_change && later.iter().any(|later| later.key == key);
            self.still_at[key as usize] = if moves_again { to } else { NOBODY };
        }
        self.routed = until;
    }

    /// The items from each node to each other, where there are any, in the order of the nodes.
    pub(super) fn pairs(&self, ids: &[NodeId]) -> Vec<Pair> {
        // Sorted as numbers: from, to, and last whether it is still to come.
        let coded = self
            .items
            .iter()
            .zip(0usize..)
            .map(|(item, at)| u64::from(item.from) << 24 | u64::from(item.to) << 8 | u64::from(at >= self.done));
        let mut pairs: Vec<Pair> = Vec::new();
        for one in crate::order::numbers(coded.collect()) {
            let [from, to] = [one >> 24, one >> 8 & 0xffff].map(|number| ids.get(number as usize).copied());
            let (Some(from), Some(to)) = (from, to) else { continue };
            let done = u64::from(one & 1 == 0);
            match pairs.last_mut().filter(|last| (last.from, last.to) == (from, to)) {
                Some(last) => (last.items, last.done) = (last.items + 1, last.done + done),
                None => pairs.push(Pair { from, to, items: 1, done }),
            }
        }
        pairs
    }

    /// How far it is.
    pub(super) fn progress(&self) -> Move {
        Move {
            items: self.items.len() as u64,
            done: self.done as u64,
            began_tick: self.began_tick,
            ended_tick: self.ended_tick,
        }
    }
}

/// The highest 32 bits of a key's number.
fn place(value: u64, snapshot: &Snapshot) -> u64 {
    if snapshot.keys().hashing().bits() == 64 { value >> 32 } else { value }
}

/// Moves what a node holds of a key to another that runs. Was there anything, and had the other none?
fn hand_over(key: u32, from: u16, to: u16, caches: &mut Caches, nodes: &[Node]) -> bool {
    let Some(copy) = caches.find(key, from.into()).filter(|_| nodes[usize::from(to)].is_alive) else { return false };
    let is_new = caches.find(key, to.into()).is_none();
    if is_new {
        caches.insert(key, to.into(), copy.version, NEVER);
    }
    caches.take(copy);
    is_new
}
