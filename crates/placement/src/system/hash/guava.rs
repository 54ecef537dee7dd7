//! Hashing functions of Guava as the numbers that its `consistentHash` takes: the first eight bytes of a `HashCode`,
//! little-endian, or fewer with zeros above them.
//!
//! Source: Guava 31.1 `Hashing.java`, `HashCode.padToLong`. Texts are hashed as UTF-8.

use ::md5::{Digest, Md5};
use std::hash::Hasher as _;

use siphasher::sip::SipHasher24;

use super::cassandra_murmur3;
use crate::hash::murmur3;

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuavaHash {
    /// `murmur3_128`, seed 0.
    Murmur3Of128,
    /// `murmur3_32_fixed`, seed 0.
    Murmur3Of32,
    /// `md5`.
    Md5,
    /// `sipHash24` with the key 00, 01, … 0f.
    Sip,
}

impl GuavaHash {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Murmur3Of128, Self::Murmur3Of32, Self::Md5, Self::Sip];

    /// The number of these bytes.
    #[must_use]
    pub fn value64(self, bytes: &[u8]) -> u64 {
        match self {
            Self::Murmur3Of128 => cassandra_murmur3::words(bytes, 0)[0],
            Self::Murmur3Of32 => murmur3::value32(bytes, 0).into(),
            Self::Md5 => u128::from_le_bytes(Md5::digest(bytes).into()) as u64,
            Self::Sip => {
                let mut hasher = SipHasher24::new_with_keys(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908);
                hasher.write(bytes);
                hasher.finish()
            }
        }
    }
}
