//! CRC-32 (IEEE 802.3), the checksum of zlib, gzip and PNG, used as a hash. The crate `crc32fast`.
//!
//! Width 32 bits; no seed (start and final xor are 0xffffffff); polynomial 0x04c11db7, reflected.
//! Source: ISO-HDLC CRC-32, as in RFC 1952, section 8.
//! It is linear: for names of equal length the xor of two values depends on nothing but the xor of the names.

/// CRC-32 of these bytes.
pub(crate) fn value32(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}
