//! MD5, for its even spread: as a cryptographic hash it is broken. The crate `md-5`.
//!
//! Width 128 bits, of which the first 8 bytes are taken, big-endian; the 32-bit value is the first 4, likewise.
//! No seed. Source: RFC 1321.
//! Ketama reads the same digest little-endian, four points a digest: that rule lives beside its systems.

use ::md5::{Digest, Md5};

/// The first 8 bytes of the digest of these bytes, as a big-endian number.
pub(crate) fn value64(bytes: &[u8]) -> u64 {
    let digest: [u8; 16] = Md5::digest(bytes).into();
    digest.iter().take(8).fold(0, |value, &byte| (value << 8) | u64::from(byte))
}
