//! Cassandra's Murmur3Partitioner: tokens of keys, and who has them on a ring of given tokens.
//!
//! Source: cassandra `Murmur3Partitioner.java` (031eb932); run: cassandra-driver 3.30.1 (PyPI).
//! A token is the first word of MurmurHash3 x64_128 with signed tail bytes, as a signed number; the lowest one stands for
//! no key and becomes the highest. A key has the first token at or after its own, and behind the last one the first. Tokens
//! of nodes are drawn or allocated when a node joins: they are given here.

use super::{
    circle::{Circle, Equals, HashedCircle, Search},
    hash::cassandra_murmur3,
};

/// The token of a key as the drivers compute it: the empty one, too, is hashed.
#[must_use]
pub fn token(key: &[u8]) -> i64 {
    match cassandra_murmur3::signed_words(key)[0] as i64 {
        i64::MIN => i64::MAX,
        token => token,
    }
}

/// The token of a key as the server has it: for the empty one the lowest of all.
#[must_use]
pub fn server_token(key: &[u8]) -> i64 {
    if key.is_empty() { i64::MIN } else { token(key) }
}

/// The ring of these tokens, each with the place of its node. Tokens of a cluster are distinct; of equal ones the first
/// counts.
#[must_use]
pub fn ring(tokens: &[(i64, u32)]) -> HashedCircle<i64> {
    HashedCircle::of(Circle::new(tokens, Equals::FirstStays, Search::AtOrAfter), server_token)
}
