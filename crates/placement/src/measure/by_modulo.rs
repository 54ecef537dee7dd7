//! What the same change would have moved by modulo, counted from the keys' numbers: nothing is placed for it.

use std::sync::Arc;

use super::Movement;
use crate::{
    algorithm::{Geometry, NO_SEAT, seats_that_stay},
    fleet::NodeId,
    keys::HashedKeys,
    snapshot::{Snapshot, modulo},
};

/// How many keys modulo would have moved.
#[derive(Clone, Debug)]
pub struct ByModulo {
    /// Keys with another owner.
    pub moved: u32,
    /// The keys with the numbers that modulo takes, for the next time.
    pub keys: Arc<HashedKeys>,
}

impl ByModulo {
    /// Between two snapshots; `None` where they are not of the same keys. Numbers that are known are taken over.
    #[must_use]
    pub fn between(before: &Snapshot, after: &Snapshot, known: Option<&Arc<HashedKeys>>) -> Option<Self> {
        let [old, new] = [before, after].map(Snapshot::scenario);
        if old.keys != new.keys {
            return None;
        }
        let build = modulo().build;
        let (placed_before, placed_after) = (build(&old.fleet, &old.settings), build(&new.fleet, &new.settings));
        let (Geometry::Slots(slots_before), Geometry::Slots(slots_after)) =
            (placed_before.geometry(), placed_after.geometry())
        else {
            return None;
        };
        let hashing = placed_after.key_hashing();
        let fits = |keys: &&Arc<HashedKeys>| keys.fits(&new.keys, hashing);
        let known = [after.keys(), before.keys()].into_iter().chain(known).find(fits).cloned();
        let keys = known.unwrap_or_else(|| Arc::new(HashedKeys::new(&new.keys, hashing)));
        let moved = if placed_before.key_hashing() == hashing {
            count(&keys, slots_before, slots_after)
        } else {
            Movement::count(&before.by(modulo()), &after.by(modulo()))?
        };
        Some(Self { moved, keys })
    }
}

fn count(keys: &HashedKeys, before: &[NodeId], after: &[NodeId]) -> u32 {
    let (slots_before, slots_after) = (before.len() as u32, after.len() as u32);
    if slots_before == 0 || slots_after == 0 {
        return if slots_before == slots_after { 0 } else { keys.len() as u32 };
    }
    let stays = seats_that_stay(before, after);
    let moves = |from: u32, to: u32| u32::from(u32::from(stays.get(from as usize).copied().unwrap_or(NO_SEAT)) != to);
    if let Some(values) = keys.narrow() {
        return values.iter().map(|&value| moves(value % slots_before, value % slots_after)).sum();
    }
    let of = |value: u64, slots: u32| (value % u64::from(slots)) as u32;
    keys.values().map(|value| moves(of(value, slots_before), of(value, slots_after))).sum()
}
