//! FNV-1a, 32 bits: for each byte, xor it in, then multiply by a prime.
//!
//! Width 32 bits; no seed (the offset basis is fixed); bytes in order, so there is no byte order to choose.
//! Source: Fowler, Noll and Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>; RFC 9923.
//! The last byte is multiplied once only: names that differ in their last digit land a few primes apart, which is
//! the clustering that the page shows.

const OFFSET_BASIS: u32 = 0x811c_9dc5;
const PRIME: u32 = 0x0100_0193;

/// FNV-1a 32 of these bytes.
pub(crate) fn value32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(OFFSET_BASIS, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(PRIME))
}
