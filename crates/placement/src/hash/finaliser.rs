//! The finalisers of MurmurHash3: they spread what is in a value over all its bits.
//!
//! Width 32 and 64 bits; no seed. Both are one to one, so they neither make nor undo a collision, and 0 stays 0.
//! They repair neighbouring values (raw FNV-1a), not equal ones.
//! Source: Austin Appleby, `fmix32` and `fmix64` of `MurmurHash3.cpp` in <https://github.com/aappleby/smhasher>.

/// MurmurHash3's 32-bit finaliser: a permutation of all `u32` in which flipping any bit of the input flips each bit of
/// the output in about half of all cases. Source: `fmix32` of `MurmurHash3.cpp`.
pub fn fmix32(value: u32) -> u32 {
    let value = (value ^ (value >> 16)).wrapping_mul(0x85eb_ca6b);
    let value = (value ^ (value >> 13)).wrapping_mul(0xc2b2_ae35);
    value ^ (value >> 16)
}

/// MurmurHash3's 64-bit finaliser: the same over all `u64`. Source: `fmix64` of `MurmurHash3.cpp`.
pub fn fmix64(value: u64) -> u64 {
    let value = (value ^ (value >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let value = (value ^ (value >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    value ^ (value >> 33)
}
