//! The number that a real system makes of a key, told apart from all others, so that the numbers of many keys can be
//! kept.

use crate::system::{
    envoy,
    haproxy::KeyHash,
    hash::memcached,
    key::{KeyPart, first_element, tagged},
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
        }
    }

    /// Bits that the number is kept in: 32 or 64.
    #[must_use]
    pub fn bits(self) -> u32 {
        if self.number == KeyNumber::Envoy { 64 } else { 32 }
    }
}
