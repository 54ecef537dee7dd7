//! FNV-1a, 64 bits: for each byte, xor it in, then multiply by a prime. The crate `fnv`.
//!
//! Width 64 bits; no seed (the offset basis is fixed); bytes in order, so there is no byte order to choose.
//! Where 32 bits are wanted, the low 32 are taken (not folded by xor, which is the other custom).
//! Source: Fowler, Noll and Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>; RFC 9923.

use std::hash::Hasher;

/// FNV-1a 64 of these bytes.
pub(crate) fn value64(bytes: &[u8]) -> u64 {
    let mut hasher = fnv::FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
