//! MurmurHash2 in 32 bits and MurmurHash64A in 64; any seed, words read little-endian.
//!
//! Source: Austin Appleby, `MurmurHash2.cpp` in <https://github.com/aappleby/smhasher>.

const MULTIPLIER_32: u32 = 0x5bd1_e995;
const MULTIPLIER_64: u64 = 0xc6a4_a793_5bd1_e995;

/// MurmurHash2 of these bytes.
#[must_use]
pub fn value32(bytes: &[u8], seed: u32) -> u32 {
    let scrambled = |word: u32| {
        let word = word.wrapping_mul(MULTIPLIER_32);
        (word ^ word >> 24).wrapping_mul(MULTIPLIER_32)
    };
    let (blocks, tail) = bytes.as_chunks::<4>();
    let mut hash = seed ^ bytes.len() as u32;
    for &block in blocks {
        hash = hash.wrapping_mul(MULTIPLIER_32) ^ scrambled(u32::from_le_bytes(block));
    }
    if !tail.is_empty() {
        let last = tail.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        hash = (hash ^ last).wrapping_mul(MULTIPLIER_32);
    }
    hash = (hash ^ hash >> 13).wrapping_mul(MULTIPLIER_32);
    hash ^ hash >> 15
}

/// MurmurHash64A of these bytes.
#[must_use]
pub fn value64(bytes: &[u8], seed: u64) -> u64 {
    let scrambled = |word: u64| {
        let word = word.wrapping_mul(MULTIPLIER_64);
        (word ^ word >> 47).wrapping_mul(MULTIPLIER_64)
    };
    let (blocks, tail) = bytes.as_chunks::<8>();
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(MULTIPLIER_64);
    for &block in blocks {
        hash = (hash ^ scrambled(u64::from_le_bytes(block))).wrapping_mul(MULTIPLIER_64);
    }
    if !tail.is_empty() {
        let last = tail.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        hash = (hash ^ last).wrapping_mul(MULTIPLIER_64);
    }
    hash = (hash ^ hash >> 47).wrapping_mul(MULTIPLIER_64);
    hash ^ hash >> 47
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SMHasher's verification values in its table of hashes: 0x27864C1E for MurmurHash2, 0x1F0D3804 for 64A.
    #[test]
    fn smhasher_verification_values() {
        let key: Vec<u8> = (0..=255).collect();
        let all = |hash: &dyn Fn(&[u8], u32) -> Vec<u8>| -> Vec<u8> {
            (0..256_u32).flat_map(|length| hash(&key[..length as usize], 256 - length)).collect()
        };
        let values = all(&|bytes, seed| value32(bytes, seed).to_le_bytes().to_vec());
        assert_eq!(value32(&values, 0), 0x2786_4c1e);
        let values = all(&|bytes, seed| value64(bytes, u64::from(seed)).to_le_bytes().to_vec());
        assert_eq!(value64(&values, 0) as u32, 0x1f0d_3804);
    }
}
