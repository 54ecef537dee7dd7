//! The number that a real system makes of a key, told apart from all others, so that the numbers of many keys can be
//! kept.

use crate::system::{
    cache_memcached_fast, cassandra, crate_hashring, envoy, ex_hash_ring,
    haproxy::KeyHash,
    hash::{crc16, guava::GuavaHash, memcached},
    key::{KeyEncoding, KeyPart, first_element, tagged},
    npm_ketama, npm_node_hashring, riak, uhashring, varnish_shard,
};

/// What counts of a key, and the function that makes a number of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SystemKey {
    /// Which part of the text counts.
    pub part: KeyPart,
    /// Two characters: only what stands between them counts.
    pub hash_tag: Option<(u8, u8)>,
    /// The function.
    pub number: KeyNumber,
}

/// A function of a key's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyNumber {
    /// 0 for every key: with a single server nothing is hashed.
    Zero,
    /// CRC-32.
    Crc32,
    /// HAProxy's, with or without the mix.
    Haproxy(KeyHash),
    /// Those of memcached's clients; 0 for no bytes at all.
    Memcached(memcached::KeyFunction),
    /// XXH64, seed 0, as Envoy hashes a request.
    Envoy,
    /// CRC-16 XMODEM, of which Redis Cluster takes the slot.
    Crc16,
    /// Cassandra's token, counted from the lowest one.
    Cassandra,
    /// The first 64 bits of Riak's hash of bucket and key, which the first slash parts.
    Riak,
    /// Where Cache::Memcached::Fast puts a key among shares of a total weight, which is given by the bits of its double.
    SharesOf(u64),
    /// The last word of SHA-256, little-endian.
    Varnish,
    /// The upper half of MD5 as a big-endian number.
    Md5Above,
    /// The first word of SHA-1 of npm's ketama, counted from the lowest signed one.
    NpmKetama,
    /// That of npm's node-hashring, over UTF-16.
    NodeHashring,
    /// SipHash-2-4 of a Rust string.
    RustString,
    /// Bytes 8 to 15 of MD5, little-endian.
    ExHashRing,
    /// One of Guava's.
    Guava(GuavaHash),
}

impl SystemKey {
    /// All bytes of the key by this function.
    #[must_use]
    pub const fn whole(number: KeyNumber) -> Self {
        Self { part: KeyPart::Whole, hash_tag: None, number }
    }

    /// The number of a key.
    #[must_use]
    pub fn value(self, key: &[u8]) -> u64 {
        let bytes = match (self.part, std::str::from_utf8(key)) {
            (KeyPart::FirstElement, Ok(text)) => first_element(text).as_bytes(),
            _ => key,
        };
        let bytes = self.hash_tag.map_or(bytes, |tag| tagged(bytes, tag));
        match self.number {
            KeyNumber::Zero => 0,
            KeyNumber::Crc32 => crc32fast::hash(bytes).into(),
            KeyNumber::Haproxy(hash) => hash.hash(bytes).into(),
            KeyNumber::Memcached(_) if bytes.is_empty() => 0,
            KeyNumber::Memcached(function) => function.value32(bytes).into(),
            KeyNumber::Envoy => envoy::hash(bytes),
            KeyNumber::Crc16 => crc16::value16(bytes).into(),
            KeyNumber::Cassandra => cassandra::server_token(bytes) as u64 ^ 1 << 63,
            KeyNumber::Riak => riak::first_word(bytes),
            KeyNumber::SharesOf(total) => cache_memcached_fast::in_shares(f64::from_bits(total), bytes).into(),
            KeyNumber::Varnish => varnish_shard::hash(bytes).into(),
            KeyNumber::Md5Above => (uhashring::digest(bytes) >> 64) as u64,
            KeyNumber::NpmKetama => (npm_ketama::hash(bytes) as u32 ^ 1 << 31).into(),
            KeyNumber::NodeHashring => {
                let text = String::from_utf8_lossy(bytes);
                npm_node_hashring::hash(&KeyEncoding::Utf16LowByte.bytes(&text)).into()
            }
            KeyNumber::RustString => crate_hashring::hash(bytes),
            KeyNumber::ExHashRing => ex_hash_ring::hash(bytes),
            KeyNumber::Guava(hash) => hash.value64(bytes),
        }
    }

    /// Bits that the number is kept in: 32 or 64.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self.number {
            KeyNumber::Envoy
            | KeyNumber::Cassandra
            | KeyNumber::Riak
            | KeyNumber::Md5Above
            | KeyNumber::RustString
            | KeyNumber::ExHashRing
            | KeyNumber::Guava(_) => 64,
            _ => 32,
        }
    }
}
