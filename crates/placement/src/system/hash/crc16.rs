//! CRC-16 XMODEM: polynomial 0x1021, start 0, not reflected. Redis Cluster's, and with a slip twemproxy's.
//!
//! Source: redis `crc16.c` (7.0); twemproxy `nc_crc16.c` (60aaf855), which keeps the register in 32 bits and never cuts
//! it to 16.

/// What eight steps make of the byte that leaves the register.
fn eight_steps(byte: u8) -> u32 {
    let step = |register: u16| if register >> 15 == 1 { register << 1 ^ 0x1021 } else { register << 1 };
    u32::from((0..8).fold(u16::from(byte) << 8, |register, _| step(register)))
}

/// The register in 32 bits: the low 16 are the checksum, above stands what was shifted out.
#[must_use]
pub fn unmasked(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |register: u32, &byte| register << 8 ^ eight_steps((register >> 8) as u8 ^ byte))
}

/// The checksum.
#[must_use]
pub fn value16(bytes: &[u8]) -> u16 {
    unmasked(bytes) as u16
}

#[cfg(test)]
mod tests {
    use super::value16;

    // The check value of CRC-16/XMODEM in Greg Cook's catalogue.
    #[test]
    fn check_value() {
        assert_eq!(value16(b"123456789"), 0x31c3);
    }
}
