//! What HAProxy's two hash types share: the hash of a key, and the ids of servers.
//!
//! Source: haproxy/haproxy `src/backend.c`, `src/cfgparse.c` (50872daa, v2.6.0); run: 2.6.12 (Debian).

use super::{
    hash::haproxy::{KeyFunction, full_hash},
    member::Member,
};

/// How keys are hashed: `hash-type … FUNCTION [avalanche]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyHash {
    /// The function.
    pub function: KeyFunction,
    /// Whether the mix follows.
    pub avalanche: bool,
}

impl KeyHash {
    /// Where no function is given: `consistent` turns avalanche on, `map-based` does not.
    pub const CONSISTENT: Self = Self { function: KeyFunction::Sdbm, avalanche: true };
    /// Where no function is given, with `map-based`.
    pub const MAP_BASED: Self = Self { function: KeyFunction::Sdbm, avalanche: false };

    /// The hash of a key.
    #[must_use]
    pub fn hash(self, key: &[u8]) -> u32 {
        let value = self.function.value32(key);
        if self.avalanche { full_hash(value) } else { value }
    }
}

/// The id of each server: its own, or its position from 1 on; where that is taken, the next that is free, and the count
/// goes on from there.
#[must_use]
pub fn ids(members: &[Member]) -> Vec<u32> {
    let mut taken: Vec<u32> = members.iter().filter_map(|member| member.id).collect();
    taken.sort_unstable();
    let mut next = 1u32;
    let mut id_of = |member: &Member| {
        let id = member.id.unwrap_or_else(|| {
            while taken.binary_search(&next).is_ok() {
                next = next.wrapping_add(1);
            }
            next
        });
        next = next.wrapping_add(1);
        id
    };
    members.iter().map(&mut id_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_positions_unless_given() {
        let with_ids = |given: &[Option<u32>]| -> Vec<Member> {
            given.iter().map(|&id| Member { id, ..Member::new("a", 1.0) }).collect()
        };
        assert_eq!(ids(&with_ids(&[None, None, None])), [1, 2, 3]);
        assert_eq!(ids(&with_ids(&[Some(100), None, Some(7)])), [100, 2, 7]);
        assert_eq!(ids(&with_ids(&[Some(2), None, None])), [2, 3, 4]);
    }
}
