//! What the cache nodes hold: for each node its entries from the newest to the least recently used, all of them in one
//! array. Finding, touching, adding and evicting take the same time however many entries there are.
//!
//! Entries of a node are a doubly linked list by places in the array. Copies of a key on several nodes are a list that
//! begins at the key; nearly all keys have one copy, so it is as good as a table and takes a node's worth of room less.

/// No place.
const NONE: u32 = u32::MAX;
/// The tick of an entry that does not expire.
pub(super) const NEVER: u32 = u32::MAX;

/// A copy of a key on a node.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u32,
    /// How often the key had been written when the copy was made.
    version: u32,
    /// From this tick on it is none.
    expires_tick: u32,
    newer: u32,
    older: u32,
    /// Another copy of the key; of a free place the next free one.
    next_copy: u32,
    node: u32,
}

/// The entries of one node.
#[derive(Clone, Copy, Debug)]
struct Held {
    newest: u32,
    oldest: u32,
    entries: u32,
    most: u32,
}

/// A found copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copy {
    place: u32,
    /// How often the key had been written when the copy was made.
    pub(super) version: u32,
    /// From this tick on it is none.
    pub(super) expires_tick: u32,
}

/// The entries of all nodes.
#[derive(Clone, Debug)]
pub(super) struct Caches {
    entries: Vec<Entry>,
    free: u32,
    first_copy: Vec<u32>,
    nodes: Vec<Held>,
    /// Copies besides the first of each key.
    spare_copies: u32,
}

impl Caches {
    pub(super) fn new(keys: u32) -> Self {
        Self {
            entries: Vec::new(),
            free: NONE,
            first_copy: vec![NONE; keys as usize],
            nodes: Vec::new(),
            spare_copies: 0,
        }
    }

    /// Gives the next node room for so many entries, at least one.
    pub(super) fn add_node(&mut self, most: u32) {
        self.nodes.push(Held { newest: NONE, oldest: NONE, entries: 0, most: most.max(1) });
    }

    /// Other room; what has none any more is evicted. The number of evicted entries.
    pub(super) fn set_room(&mut self, node: usize, most: u32) -> u32 {
        self.nodes[node].most = most.max(1);
        let mut evicted = 0;
        while self.nodes[node].entries > self.nodes[node].most {
            self.remove(self.nodes[node].oldest);
            evicted += 1;
        }
        evicted
    }

    /// Entries of a node, those that have expired and were not asked for since included.
    pub(super) fn entries(&self, node: usize) -> u32 {
        self.nodes[node].entries
    }

    /// Most entries of a node.
    pub(super) fn room(&self, node: usize) -> u32 {
        self.nodes[node].most
    }

    /// Copies besides the first of each key, on all nodes.
    pub(super) fn spare_copies(&self) -> u32 {
        self.spare_copies
    }

    /// The copy of a key on a node, expired or not.
    #[inline]
    pub(super) fn find(&self, key: u32, node: usize) -> Option<Copy> {
        let mut place = self.first_copy[key as usize];
        while place != NONE {
            let entry = &self.entries[place as usize];
            if entry.node as usize == node {
                return Some(Copy { place, version: entry.version, expires_tick: entry.expires_tick });
            }
            place = entry.next_copy;
        }
        None
    }

    /// The nodes that have a copy of a key.
    pub(super) fn holders(&self, key: u32) -> impl Iterator<Item = usize> + '_ {
        let mut place = self.first_copy[key as usize];
        std::iter::from_fn(move || {
            let entry = self.entries.get(place as usize)?;
            place = entry.next_copy;
            Some(entry.node as usize)
        })
    }

    /// Makes a copy the newest of its node.
    #[inline]
    pub(super) fn touch(&mut self, copy: Copy) {
        let node = self.entries[copy.place as usize].node as usize;
        if self.nodes[node].newest != copy.place {
            self.unlink(copy.place);
            self.link_newest(copy.place);
        }
    }

    /// The same, with another version and another time to expire: it was written.
    pub(super) fn rewrite(&mut self, copy: Copy, version: u32, expires_tick: u32) {
        let entry = &mut self.entries[copy.place as usize];
        (entry.version, entry.expires_tick) = (version, expires_tick);
        self.touch(copy);
    }

    /// Puts a copy of a key on a node that has none; the least recently used entry makes room. Was one evicted?
    pub(super) fn insert(&mut self, key: u32, node: usize, version: u32, expires_tick: u32) -> bool {
        let is_full = self.nodes[node].entries >= self.nodes[node].most;
        if is_full {
            self.remove(self.nodes[node].oldest);
        }
        let place = self.put(key, node, version, expires_tick);
        self.link_newest(place);
        is_full
    }

    /// Puts a copy behind all others of its node, while there is room. For nodes that are filled from the newest on.
    pub(super) fn insert_oldest(&mut self, key: u32, node: usize, expires_tick: u32) -> bool {
        if self.nodes[node].entries >= self.nodes[node].most {
            return false;
        }
        let place = self.put(key, node, 0, expires_tick);
        let held = &mut self.nodes[node];
        let before = std::mem::replace(&mut held.oldest, place);
        if before == NONE {
            held.newest = place;
        } else {
            self.entries[before as usize].older = place;
        }
        let entry = &mut self.entries[place as usize];
        (entry.newer, entry.older) = (before, NONE);
        true
    }

    /// Takes a copy away.
    pub(super) fn take(&mut self, copy: Copy) {
        self.remove(copy.place);
    }

    /// A node loses all that it held.
    pub(super) fn clear(&mut self, node: usize) {
        while self.nodes[node].oldest != NONE {
            self.remove(self.nodes[node].oldest);
        }
    }

    fn put(&mut self, key: u32, node: usize, version: u32, expires_tick: u32) -> u32 {
        let next_copy = self.first_copy[key as usize];
        self.spare_copies += u32::from(next_copy != NONE);
        let entry = Entry { key, version, expires_tick, newer: NONE, older: NONE, next_copy, node: node as u32 };
        let place = self.free;
        let place = if place == NONE {
            self.entries.push(entry);
            (self.entries.len() - 1) as u32
        } else {
            self.free = self.entries[place as usize].next_copy;
            self.entries[place as usize] = entry;
            place
        };
        self.first_copy[key as usize] = place;
        self.nodes[node].entries += 1;
        place
    }

    #[inline]
    fn link_newest(&mut self, place: u32) {
        let node = self.entries[place as usize].node as usize;
        let held = &mut self.nodes[node];
        let before = std::mem::replace(&mut held.newest, place);
        if before == NONE {
            held.oldest = place;
        } else {
            self.entries[before as usize].newer = place;
        }
        let entry = &mut self.entries[place as usize];
        (entry.newer, entry.older) = (NONE, before);
    }

    #[inline]
    fn unlink(&mut self, place: u32) {
        let Entry { newer, older, node, .. } = self.entries[place as usize];
        let held = &mut self.nodes[node as usize];
        if newer == NONE {
            held.newest = older;
        } else {
            self.entries[newer as usize].older = older;
        }
        if older == NONE {
            self.nodes[node as usize].oldest = newer;
        } else {
            self.entries[older as usize].newer = newer;
        }
    }

    fn remove(&mut self, place: u32) {
        self.unlink(place);
        let Entry { key, node, next_copy, .. } = self.entries[place as usize];
        self.nodes[node as usize].entries -= 1;
        let first = self.first_copy[key as usize];
        self.spare_copies -= u32::from(first != place || next_copy != NONE);
        if first == place {
            self.first_copy[key as usize] = next_copy;
        } else {
            let mut at = first;
            while self.entries[at as usize].next_copy != place {
                at = self.entries[at as usize].next_copy;
            }
            self.entries[at as usize].next_copy = next_copy;
        }
        self.entries[place as usize].next_copy = self.free;
        self.free = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::SplitMix64;
    use std::collections::VecDeque;

    /// The same by its definition: a list for each node, the newest in front.
    #[derive(Default)]
    struct Plain(Vec<VecDeque<u32>>);

    #[test]
    fn behaves_as_lists_that_are_searched() {
        let (keys, most) = (40u32, [5u32, 1, 17]);
        let mut caches = Caches::new(keys);
        let mut plain = Plain(vec![VecDeque::new(); most.len()]);
        most.iter().for_each(|&most| caches.add_node(most));
        let mut draws = SplitMix64::new(9);
        for _ in 0..20_000 {
            let drawn = draws.next_value();
            let (key, node) = ((drawn % u64::from(keys)) as u32, (drawn >> 20) as usize % most.len());
            let list = &mut plain.0[node];
            let at = list.iter().position(|&one| one == key);
            match (drawn >> 40) % 64 {
                0 => {
                    list.clear();
                    caches.clear(node);
                }
                1..=5 => {
                    if let Some(at) = at {
                        list.remove(at);
                    }
                    if let Some(copy) = caches.find(key, node) {
                        caches.take(copy);
                    }
                }
                _ => {
                    let copy = caches.find(key, node);
                    assert_eq!(copy.is_some(), at.is_some());
                    let evicted = if let Some(at) = at {
                        list.remove(at);
                        false
                    } else {
                        list.len() == most[node] as usize && list.pop_back().is_some()
                    };
                    list.push_front(key);
                    match copy {
                        Some(copy) => caches.touch(copy),
                        None => assert_eq!(caches.insert(key, node, 0, NEVER), evicted),
                    }
                }
            }
            let copies = |key: u32| plain.0.iter().filter(|list| list.contains(&key)).count() as u32;
            let spare: u32 = (0..keys).map(|key| copies(key).saturating_sub(1)).sum();
            assert_eq!(caches.spare_copies(), spare);
            for (node, list) in plain.0.iter().enumerate() {
                assert_eq!(caches.entries(node) as usize, list.len());
            }
        }
        for (node, list) in plain.0.iter().enumerate() {
            for key in 0..keys {
                assert_eq!(caches.holders(key).any(|holder| holder == node), list.contains(&key));
            }
        }
    }

    #[test]
    fn filled_from_the_newest_on_the_last_is_evicted_first() {
        let mut caches = Caches::new(9);
        caches.add_node(3);
        assert_eq!([4, 5, 6, 7].map(|key| caches.insert_oldest(key, 0, NEVER)), [true, true, true, false]);
        assert!(caches.insert(8, 0, 0, NEVER));
        assert_eq!([4, 5, 6].map(|key| caches.find(key, 0).is_some()), [true, true, false]);
        assert_eq!(caches.set_room(0, 1), 2);
        assert!(caches.find(8, 0).is_some() && caches.entries(0) == 1 && caches.room(0) == 1);
    }
}
