//! The hash functions that the page offers, each a function of bytes and of nothing else.
//!
//! [`HashFn`] is the closed list; [`HashChoice`] adds the one switch that goes with it, the finaliser. What each
//! function gives:
//!
//! | function | 32-bit value | 64-bit value |
//! |---|---|---|
//! | FNV-1a 32, MurmurHash3 x86_32 (seed 0), CRC-32 (IEEE) | itself | none |
//! | FNV-1a 64, xxHash64 (seed 0) | the low 32 bits | itself |
//! | MD5, SHA-1 | the first 4 bytes, big-endian | the first 8 bytes, big-endian |
//!
//! Text is hashed as its UTF-8 bytes. Code that walks a string by UTF-16 code units, as JavaScript's `charCodeAt`
//! does, hashes other numbers for the same text as soon as it leaves ASCII: FNV-1a 32 of "café" is 2821410889 here
//! and 856211068 over code units. For ASCII the two are equal.
//!
//! Hashes that only one real system uses live beside that system.

pub(crate) mod crc32;
mod finaliser;
pub(crate) mod fnv1a32;
pub(crate) mod fnv1a64;
pub(crate) mod md5;
pub(crate) mod murmur3;
pub(crate) mod sha1;
mod splitmix64;
pub(crate) mod xxhash64;

pub use finaliser::{fmix32, fmix64};
pub use splitmix64::SplitMix64;

/// A hash function that the page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HashFn {
    /// FNV-1a, 32 bits.
    Fnv1a32,
    /// FNV-1a, 64 bits.
    Fnv1a64,
    /// MurmurHash3 x86_32, seed 0.
    Murmur3,
    /// CRC-32 as in zlib, gzip and PNG (IEEE 802.3).
    Crc32,
    /// xxHash, 64 bits (XXH64), seed 0.
    XxHash64,
    /// MD5 (RFC 1321), of which the first bytes are taken.
    Md5,
    /// SHA-1 (FIPS 180), of which the first bytes are taken.
    Sha1,
}

impl HashFn {
    /// Every function, in the order in which the page offers them.
    pub const ALL: [HashFn; 7] =
        [HashFn::Fnv1a32, HashFn::Murmur3, HashFn::XxHash64, HashFn::Md5, HashFn::Sha1, HashFn::Crc32, HashFn::Fnv1a64];

    /// The function's name in links. It never changes: a link must give the same picture for ever.
    pub fn id(self) -> &'static str {
        match self {
            HashFn::Fnv1a32 => "fnv1a32",
            HashFn::Fnv1a64 => "fnv1a64",
            HashFn::Murmur3 => "murmur3",
            HashFn::Crc32 => "crc32",
            HashFn::XxHash64 => "xxhash64",
            HashFn::Md5 => "md5",
            HashFn::Sha1 => "sha1",
        }
    }

    /// The function with this [`id`](Self::id); `None` for any other text. Case counts.
    pub fn from_id(id: &str) -> Option<HashFn> {
        Self::ALL.into_iter().find(|function| function.id() == id)
    }

    /// The function's name on screen.
    pub fn name(self) -> &'static str {
        match self {
            HashFn::Fnv1a32 => "FNV-1a 32",
            HashFn::Fnv1a64 => "FNV-1a 64",
            HashFn::Murmur3 => "MurmurHash3",
            HashFn::Crc32 => "CRC-32",
            HashFn::XxHash64 => "xxHash64",
            HashFn::Md5 => "MD5",
            HashFn::Sha1 => "SHA-1",
        }
    }

    /// Whether the function has a 64-bit value, that is, whether [`value64`](Self::value64) gives one.
    pub fn has_64_bits(self) -> bool {
        match self {
            HashFn::Fnv1a64 | HashFn::XxHash64 | HashFn::Md5 | HashFn::Sha1 => true,
            HashFn::Fnv1a32 | HashFn::Murmur3 | HashFn::Crc32 => false,
        }
    }

    /// The 32-bit value of these bytes, over the whole range of `u32`. The module's table says which 32 bits it is.
    pub fn value32(self, bytes: &[u8]) -> u32 {
        match self {
            HashFn::Fnv1a32 => fnv1a32::value32(bytes),
            HashFn::Fnv1a64 => fnv1a64::value64(bytes) as u32,
            HashFn::Murmur3 => murmur3::value32(bytes, 0),
            HashFn::Crc32 => crc32::value32(bytes),
            HashFn::XxHash64 => xxhash64::value64(bytes) as u32,
            HashFn::Md5 => (md5::value64(bytes) >> 32) as u32,
            HashFn::Sha1 => (sha1::value64(bytes) >> 32) as u32,
        }
    }

    /// The 64-bit value of these bytes, over the whole range of `u64`; `None` for a function of 32 bits.
    pub fn value64(self, bytes: &[u8]) -> Option<u64> {
        match self {
            HashFn::Fnv1a64 => Some(fnv1a64::value64(bytes)),
            HashFn::XxHash64 => Some(xxhash64::value64(bytes)),
            HashFn::Md5 => Some(md5::value64(bytes)),
            HashFn::Sha1 => Some(sha1::value64(bytes)),
            HashFn::Fnv1a32 | HashFn::Murmur3 | HashFn::Crc32 => None,
        }
    }
}

/// What ends the id of a choice whose finaliser is on.
const FINALISER_SUFFIX: &str = ".fmix32";

/// A hash function, and whether [`fmix32`] is applied to its 32-bit value: what a scenario chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HashChoice {
    /// The function.
    pub function: HashFn,
    /// Whether the finaliser is applied to the 32-bit value.
    pub finaliser: bool,
}

impl HashChoice {
    /// The 32-bit value of these bytes, over the whole range of `u32`; finalised when the switch is on.
    pub fn value32(self, bytes: &[u8]) -> u32 {
        let value = self.function.value32(bytes);
        if self.finaliser { fmix32(value) } else { value }
    }

    /// The function's own 64-bit value, over the whole range of `u64`. `None` for a function of 32 bits, and
    /// whenever the finaliser is on: that goes with 32-bit values only.
    pub fn value64(self, bytes: &[u8]) -> Option<u64> {
        if self.finaliser { None } else { self.function.value64(bytes) }
    }

    /// The 64-bit key that jump hashing takes: [`value64`](Self::value64) where there is one, else the 32-bit value
    /// `h` twice, `(h << 32) | h`.
    pub fn jump_key(self, bytes: &[u8]) -> u64 {
        self.value64(bytes).unwrap_or_else(|| {
            let value = u64::from(self.value32(bytes));
            (value << 32) | value
        })
    }

    /// The choice's name on screen, such as "FNV-1a 32" or "FNV-1a 32 + fmix32".
    pub fn name(self) -> String {
        let name = self.function.name();
        if self.finaliser { format!("{name} + fmix32") } else { name.to_owned() }
    }

    /// The choice's name where one word has to carry both parts: "fnv1a32" or "fnv1a32.fmix32". It never changes.
    pub fn id(self) -> String {
        let id = self.function.id();
        if self.finaliser { format!("{id}{FINALISER_SUFFIX}") } else { id.to_owned() }
    }

    /// The choice with this [`id`](Self::id); `None` for any other text. Case counts.
    pub fn from_id(id: &str) -> Option<HashChoice> {
        let (function, finaliser) = match id.strip_suffix(FINALISER_SUFFIX) {
            Some(function) => (function, true),
            None => (id, false),
        };
        Some(HashChoice { function: HashFn::from_id(function)?, finaliser })
    }
}
