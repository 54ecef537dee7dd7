//! MurmurHash3 x64_128, and the variant of it that Cassandra has, whose tail bytes are signed.
//!
//! Source: Austin Appleby, `MurmurHash3.cpp` in <https://github.com/aappleby/smhasher>; Cassandra `MurmurHash.java`
//! (`hash3_x64_128`). Any 32-bit seed; words are read little-endian. Keys whose length is a multiple of 16, or whose tail
//! is ASCII, have the same value in both.

use crate::hash::fmix64;

const FIRST: u64 = 0x87c3_7b91_1142_53d5;
const SECOND: u64 = 0x4cf5_ad43_2745_937f;

/// MurmurHash3 x64_128 of these bytes: its two words.
#[must_use]
pub fn words(bytes: &[u8], seed: u32) -> [u64; 2] {
    hashed(bytes, seed, &|byte| u64::from(byte))
}

/// The same with signed tail bytes, and seed 0.
#[must_use]
pub fn signed_words(bytes: &[u8]) -> [u64; 2] {
    hashed(bytes, 0, &|byte| i64::from(byte as i8) as u64)
}

fn hashed(bytes: &[u8], seed: u32, widened: &dyn Fn(u8) -> u64) -> [u64; 2] {
    let scrambled = |word: u64, turn, before, behind| word.wrapping_mul(before).rotate_left(turn).wrapping_mul(behind);
    let (blocks, tail) = bytes.as_chunks::<16>();
    let [mut low, mut high] = [u64::from(seed); 2];
    for block in blocks {
        let both = u128::from_le_bytes(*block);
        low ^= scrambled(both as u64, 31, FIRST, SECOND);
        low = low.rotate_left(27).wrapping_add(high).wrapping_mul(5).wrapping_add(0x52dc_e729);
        high ^= scrambled((both >> 64) as u64, 33, SECOND, FIRST);
        high = high.rotate_left(31).wrapping_add(low).wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }
    // A signed byte reaches into all bytes above its own, so the tail is xored together byte by byte.
    let word = |tail: &[u8]| (0..).zip(tail).fold(0, |word, (at, &byte)| word ^ widened(byte) << (8 * at));
    let (first, second) = tail.split_at(tail.len().min(8));
    high ^= scrambled(word(second), 33, SECOND, FIRST);
    low ^= scrambled(word(first), 31, FIRST, SECOND);

    low ^= bytes.len() as u64;
    high ^= bytes.len() as u64;
    low = low.wrapping_add(high);
    high = high.wrapping_add(low);
    (low, high) = (fmix64(low), fmix64(high));
    low = low.wrapping_add(high);
    [low, high.wrapping_add(low)]
}

#[cfg(test)]
mod tests {
    use super::words;

    /// SMHasher's table gives 0x6384BA69 for MurmurHash3_x64_128.
    #[test]
    fn smhasher_verification_value() {
        let key: Vec<u8> = (0..=255).collect();
        let values: Vec<u8> = (0..256_u32)
            .flat_map(|length| words(&key[..length as usize], 256 - length))
            .flat_map(u64::to_le_bytes)
            .collect();
        assert_eq!(words(&values, 0)[0] as u32, 0x6384_ba69);
    }
}
