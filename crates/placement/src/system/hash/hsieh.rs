//! Paul Hsieh's SuperFastHash, 32 bits, as twemproxy has it: start 0, the third byte of a tail signed.
//!
//! Source: twemproxy `nc_hsieh.c` (60aaf855). libmemcached's Debian build has it switched off and gives 1 for every key.

use super::widened;

/// The hash of these bytes; 0 for none.
#[must_use]
pub fn value32(bytes: &[u8]) -> u32 {
    if bytes.is_empty() {
        return 0;
    }
    let pair = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]));
    let (fours, tail) = bytes.as_chunks::<4>();
    let mut hash = 0u32;
    for &[a, b, c, d] in fours {
        hash = hash.wrapping_add(pair(a, b));
        hash = hash << 16 ^ pair(c, d) << 11 ^ hash;
        hash = hash.wrapping_add(hash >> 11);
    }
    let mixed = |hash: u32, left: u32, right: u32| {
        let hash = hash ^ hash << left;
        hash.wrapping_add(hash >> right)
    };
    hash = match *tail {
        [a, b, c] => {
            let hash = hash.wrapping_add(pair(a, b));
            let hash = hash ^ hash << 16 ^ widened(c) << 18;
            hash.wrapping_add(hash >> 11)
        }
        [a, b] => mixed(hash.wrapping_add(pair(a, b)), 11, 17),
        [a] => mixed(hash.wrapping_add(u32::from(a)), 10, 1),
        _ => hash,
    };
    [(3, 5), (4, 17), (25, 6)].into_iter().fold(hash, |hash, (left, right)| mixed(hash, left, right))
}
