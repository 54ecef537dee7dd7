//! Redis Cluster: 16,384 slots by CRC-16, hash tags, and the split that `redis-cli --cluster create` makes.
//!
//! Source: redis/redis `src/cluster.h` (4f8cdc2), `src/redis-cli.c`; run: 7.0.15 (Debian).

use super::{
    error::{SystemError, in_range},
    hash::crc16,
    key::tagged,
};

/// How many slots there are.
pub const SLOTS: u32 = 16_384;

/// The slot of a key, of which only what stands in the first braces counts, if that is not empty.
#[must_use]
pub fn slot(key: &[u8]) -> u16 {
    slot_of_tag(tagged(key, (b'{', b'}')))
}

/// The slot of what counts of a key.
#[must_use]
pub fn slot_of_tag(tag: &[u8]) -> u16 {
    crc16::value16(tag) & (SLOTS - 1) as u16
}

/// The first and the last slot of each master as `redis-cli` deals them out: in single precision, halves rounded up, the
/// last master up to the last slot.
///
/// # Errors
/// Where there are no masters, or more than slots.
pub fn default_ranges(masters: u32, slots: u32) -> Result<Vec<(u32, u32)>, SystemError> {
    in_range("slots", slots.into(), 1, SLOTS.into())?;
    in_range("masters", masters.into(), 1, slots.into())?;
    let each = slots as f32 / masters as f32;
    let (mut first, mut cursor) = (0, 0.0f32);
    let ranges = (1..=masters).map(|master| {
        let last = if master == masters { slots - 1 } else { ((cursor + each - 1.0).round() as u32).min(slots - 1) };
        let range = (first, last.max(first));
        first = range.1 + 1;
        cursor += each;
        range
    });
    Ok(ranges.collect())
}
