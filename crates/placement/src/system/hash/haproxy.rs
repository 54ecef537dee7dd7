//! HAProxy's hash functions of keys, and the mix that it calls avalanche.
//!
//! Source: haproxy `src/hash.c` and `include/haproxy/tools.h` (50872daa, and 2.6.12). All give 32 bits and take unsigned
//! bytes.

/// A function of keys: HAProxy's `hash-type … FUNCTION`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyFunction {
    /// sdbm, the default.
    #[default]
    Sdbm,
    /// DJB2.
    Djb2,
    /// wt6.
    Wt6,
    /// CRC-32 (IEEE).
    Crc32,
}

impl KeyFunction {
    /// The value of these bytes, before any avalanche.
    #[must_use]
    pub fn value32(self, bytes: &[u8]) -> u32 {
        match self {
            Self::Sdbm => bytes.iter().fold(0, |hash: u32, &byte| hash.wrapping_mul(65_599).wrapping_add(byte.into())),
            Self::Djb2 => bytes.iter().fold(5_381, |hash: u32, &byte| hash.wrapping_mul(33).wrapping_add(byte.into())),
            Self::Wt6 => wt6(bytes),
            Self::Crc32 => crc32fast::hash(bytes),
        }
    }
}

/// Two words that are complemented, turned by amounts that the words themselves give, and exchanged.
fn wt6(bytes: &[u8]) -> u32 {
    let (mut first, mut second) = (0xa53c_965a_u32, 0x5ca6_953a_u32);
    let (mut turn_first, mut turn_second) = (6, 18);
    for &byte in bytes {
        let byte = u32::from(byte);
        let (left, right) = (!(first ^ byte), !second.wrapping_add(byte));
        (first, second) = (right.rotate_left(turn_first), left.rotate_left(turn_second));
        let turns = (first >> 16 ^ second) & 0xffff;
        (turn_first, turn_second) = (turns & 31, turns >> 11);
    }
    first ^ second
}

/// `full_hash`: Bob Jenkins' mix of a 32-bit integer in six steps, then one multiplication. No two numbers give the same.
#[must_use]
pub fn full_hash(number: u32) -> u32 {
    let mut hash = number;
    hash = hash.wrapping_add(0x7ed5_5d16).wrapping_add(hash << 12);
    hash = (hash ^ 0xc761_c23c) ^ hash >> 19;
    hash = hash.wrapping_add(0x1656_67b1).wrapping_add(hash << 5);
    hash = hash.wrapping_add(0xd3a2_646c) ^ hash << 9;
    hash = hash.wrapping_add(0xfd70_46c5).wrapping_add(hash << 3);
    hash = (hash ^ 0xb55a_4f09) ^ hash >> 16;
    hash.wrapping_mul(3_221_225_473)
}
