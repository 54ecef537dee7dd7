//! The hash functions that twemproxy and libmemcached offer for keys, under the words of their configurations.
//!
//! Source: twemproxy `src/hashkit` (60aaf855, run 0.5.0), libmemcached `libhashkit` (awesomized 374774df, run 1.1.4). All
//! give 32 bits. On x86 a C `char` is signed, which shows in the FNV family, in one_at_a_time and in Hsieh's.

use super::{crc16, hsieh, lookup3, murmur2, signed_fnv, widened};
use crate::{hash::murmur3, system::ketama};

/// A function of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyFunction {
    /// Bob Jenkins' one-at-a-time.
    OneAtATime,
    /// The first little-endian word of MD5.
    Md5,
    /// CRC-16 XMODEM whose register is not cut to 16 bits (twemproxy only).
    Crc16,
    /// Bits 16 to 30 of CRC-32 (`crc32` in twemproxy, `crc` in libmemcached).
    Crc32Middle,
    /// CRC-32 (`crc32a`; twemproxy only).
    Crc32,
    /// FNV-1, 32 bits.
    Fnv1Of32,
    /// FNV-1a, 32 bits.
    Fnv1aOf32,
    /// FNV-1 of 64 bits, the low 32.
    Fnv1Of64,
    /// FNV-1a with constants of 64 bits, in 32.
    Fnv1aOf64,
    /// Hsieh's SuperFastHash (twemproxy).
    Hsieh,
    /// Hsieh's as libmemcached's Debian build has it: switched off, always 1.
    HsiehSwitchedOff,
    /// MurmurHash2 with the seed 0xdeadbeef times the length.
    Murmur2,
    /// MurmurHash3 x86_32 with the same seed (libmemcached only).
    Murmur3,
    /// lookup3 with the start value 13.
    Jenkins,
}

impl KeyFunction {
    /// The function of a word in twemproxy's configuration (`hash:`).
    #[must_use]
    pub fn of_twemproxy(word: &str) -> Option<Self> {
        Some(match word {
            "crc16" => Self::Crc16,
            "crc32" => Self::Crc32Middle,
            "crc32a" => Self::Crc32,
            "hsieh" => Self::Hsieh,
            _ => return Self::of_both(word),
        })
    }

    /// The function of a word of libmemcached (`MEMCACHED_HASH_…`, small).
    #[must_use]
    pub fn of_libmemcached(word: &str) -> Option<Self> {
        Some(match word {
            "crc" => Self::Crc32Middle,
            "hsieh" => Self::HsiehSwitchedOff,
            "murmur3" => Self::Murmur3,
            _ => return Self::of_both(word),
        })
    }

    fn of_both(word: &str) -> Option<Self> {
        Some(match word {
            "one_at_a_time" => Self::OneAtATime,
            "md5" => Self::Md5,
            "fnv1_32" => Self::Fnv1Of32,
            "fnv1a_32" => Self::Fnv1aOf32,
            "fnv1_64" => Self::Fnv1Of64,
            "fnv1a_64" => Self::Fnv1aOf64,
            "murmur" => Self::Murmur2,
            "jenkins" => Self::Jenkins,
            _ => return None,
        })
    }

    /// The value of these bytes.
    #[must_use]
    pub fn value32(self, bytes: &[u8]) -> u32 {
        let seed = 0xdead_beef_u32.wrapping_mul(bytes.len() as u32);
        match self {
            Self::OneAtATime => one_at_a_time(bytes),
            Self::Md5 => ketama::key(bytes),
            Self::Crc16 => crc16::unmasked(bytes),
            Self::Crc32Middle => crc32fast::hash(bytes) >> 16 & 0x7fff,
            Self::Crc32 => crc32fast::hash(bytes),
            Self::Fnv1Of32 => signed_fnv::fnv1_32(bytes),
            Self::Fnv1aOf32 => signed_fnv::fnv1a_32(bytes),
            Self::Fnv1Of64 => signed_fnv::fnv1_64(bytes),
            Self::Fnv1aOf64 => signed_fnv::fnv1a_64(bytes),
            Self::Hsieh => hsieh::value32(bytes),
            Self::HsiehSwitchedOff => 1,
            Self::Murmur2 => murmur2::value32(bytes, seed),
            Self::Murmur3 => murmur3::value32(bytes, seed),
            Self::Jenkins => lookup3::value32(bytes, 13),
        }
    }
}

/// Bob Jenkins' one-at-a-time, with signed bytes.
fn one_at_a_time(bytes: &[u8]) -> u32 {
    let mut hash = bytes.iter().fold(0u32, |hash, &byte| {
        let hash = hash.wrapping_add(widened(byte));
        let hash = hash.wrapping_add(hash << 10);
        hash ^ hash >> 6
    });
    hash = hash.wrapping_add(hash << 3);
    hash ^= hash >> 11;
    hash.wrapping_add(hash << 15)
}
