//! SHA-1, for its even spread: as a cryptographic hash it is broken. The crate `sha1`.
//!
//! Width 160 bits, of which the first 8 bytes are taken, big-endian; the 32-bit value is the first 4, likewise.
//! No seed. Source: FIPS 180-4, section 6.1.

use ::sha1::{Digest, Sha1};

/// The first 8 bytes of the digest of these bytes, as a big-endian number.
pub(crate) fn value64(bytes: &[u8]) -> u64 {
    let digest: [u8; 20] = Sha1::digest(bytes).into();
    digest.iter().take(8).fold(0, |value, &byte| (value << 8) | u64::from(byte))
}
