//! FNV as twemproxy and libmemcached have it: bytes are signed, and two of the four are cut short.
//!
//! Source: twemproxy `nc_fnv.c` (60aaf855), libmemcached `libhashkit/fnv_64.cc` (1.1.4). All give 32 bits. The 64-bit
//! FNV-1 is computed in 64 bits and cut to the low 32; the "64-bit" FNV-1a in 32, with the low words of the 64-bit
//! offset basis and prime.

use super::widened;

const BASIS_32: u32 = 0x811c_9dc5;
const PRIME_32: u32 = 0x0100_0193;
const BASIS_64: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME_64: u64 = 0x0000_0100_0000_01b3;

/// FNV-1, 32 bits.
#[must_use]
pub fn fnv1_32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(BASIS_32, |hash, &byte| hash.wrapping_mul(PRIME_32) ^ widened(byte))
}

/// FNV-1a, 32 bits.
#[must_use]
pub fn fnv1a_32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(BASIS_32, |hash, &byte| (hash ^ widened(byte)).wrapping_mul(PRIME_32))
}

/// FNV-1 of 64 bits, of which the low 32.
#[must_use]
pub fn fnv1_64(bytes: &[u8]) -> u32 {
    let widened = |byte: u8| i64::from(byte as i8) as u64;
    bytes.iter().fold(BASIS_64, |hash, &byte| hash.wrapping_mul(PRIME_64) ^ widened(byte)) as u32
}

/// FNV-1a with the low words of the constants of 64 bits.
#[must_use]
pub fn fnv1a_64(bytes: &[u8]) -> u32 {
    bytes.iter().fold(BASIS_64 as u32, |hash, &byte| (hash ^ widened(byte)).wrapping_mul(PRIME_64 as u32))
}
