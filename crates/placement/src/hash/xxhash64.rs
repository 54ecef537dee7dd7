//! xxHash, 64 bits (XXH64, not XXH3). The crate `twox-hash`.
//!
//! Width 64 bits; seed 0; lanes are read little-endian on every machine.
//! Where 32 bits are wanted, the low 32 are taken.
//! Source: Yann Collet, <https://github.com/Cyan4973/xxHash>, `doc/xxhash_spec.md`.

/// XXH64 of these bytes, seed 0.
pub(crate) fn value64(bytes: &[u8]) -> u64 {
    twox_hash::XxHash64::oneshot(0, bytes)
}
