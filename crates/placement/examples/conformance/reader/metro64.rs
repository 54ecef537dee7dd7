//! `metrohash64_1`, the first of two variants of MetroHash, which ClickHouse has; the crate has the other one.
//!
//! Source: J. Andrew Rogers, <https://github.com/jandrewrogers/MetroHash>, `metrohash64.cpp`. Words are read
//! little-endian.

const K: [u64; 4] = [0xc83a_91e1, 0x8648_dbdb, 0x7bde_c03b, 0x2f58_70a5];

/// The hash of these bytes, seed 0.
pub fn value64(bytes: &[u8]) -> u64 {
    let mut hash = K[2].wrapping_mul(K[0]).wrapping_add(bytes.len() as u64);
    let (blocks, mut rest) = bytes.as_chunks::<32>();
    if !blocks.is_empty() {
        let mut lanes = [hash; 4];
        for block in blocks {
            for (at, &word) in block.as_chunks::<8>().0.iter().enumerate() {
                let lane = lanes[at].wrapping_add(u64::from_le_bytes(word).wrapping_mul(K[at]));
                lanes[at] = lane.rotate_right(29).wrapping_add(lanes[(at + 2) % 4]);
            }
        }
        // The lane that changes, the two that are added, the one that is added to their product, and the constants.
        for (to, first, second, third, times) in [(2, 0, 3, 1, 0), (3, 1, 2, 0, 1), (0, 0, 2, 3, 0), (1, 1, 3, 2, 1)] {
            let sum = lanes[first].wrapping_add(lanes[second]).wrapping_mul(K[times]).wrapping_add(lanes[third]);
            lanes[to] ^= sum.rotate_right(33).wrapping_mul(K[1 - times]);
        }
        hash = hash.wrapping_add(lanes[0] ^ lanes[1]);
    }
    let mut take = |length: usize| -> Option<u64> {
        let (head, tail) = rest.split_at_checked(length)?;
        rest = tail;
        Some(head.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
    };
    if bytes.len() % 32 >= 16 {
        let lane = |word: u64, first: usize| {
            hash.wrapping_add(word.wrapping_mul(K[first])).rotate_right(33).wrapping_mul(K[first + 1])
        };
        let (mut first, mut second) = (lane(take(8).unwrap_or(0), 0), lane(take(8).unwrap_or(0), 1));
        first ^= first.wrapping_mul(K[0]).rotate_right(35).wrapping_add(second);
        second ^= second.wrapping_mul(K[3]).rotate_right(35).wrapping_add(first);
        hash = hash.wrapping_add(second);
    }
    for (length, turn) in [(8, 33), (4, 15), (2, 13), (1, 25)] {
        if let Some(word) = take(length) {
            hash = hash.wrapping_add(word.wrapping_mul(K[3]));
            hash ^= hash.rotate_right(turn).wrapping_mul(K[1]);
        }
    }
    hash ^= hash.rotate_right(33);
    hash = hash.wrapping_mul(K[0]);
    hash ^ hash.rotate_right(33)
}
