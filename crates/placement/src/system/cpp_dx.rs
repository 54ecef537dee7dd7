//! DxHash as its authors wrote it in C++.
//!
//! Source: ChaosD/DxHash `src/DxHash.cpp` (244a24d); Dong, Wang, arXiv:2107.07930. Not run: nothing recorded is here.
//! A key has 32 bits. Its second number is key · 421,757 + 1; the first try is one step of CRC-32C over the key as eight
//! bytes, from that number as the register, and each further try the same over the try before. A try modulo the size is a
//! slot; the first slot that is live has the key, and after four times the size nobody. The size is the capacity, or the
//! power of two that holds all. One more bucket takes the first slot that is not live on the way of the key 1,228.

use super::error::{SystemError, in_range};
use crate::limits;

/// Slots, live or not.
#[derive(Clone, Debug)]
pub struct CppDx(Vec<bool>);

impl CppDx {
    /// So many live slots, of a capacity where one is given.
    ///
    /// # Errors
    /// Where there are no slots, too many, or more live ones than the capacity.
    pub fn new(buckets: u32, capacity: Option<u32>) -> Result<Self, SystemError> {
        in_range("buckets", buckets.into(), 1, limits::SYSTEM_SLOTS)?;
        let size = capacity.unwrap_or(buckets.next_power_of_two());
        in_range("slots", size.into(), buckets.into(), limits::SYSTEM_SLOTS.max(buckets.next_power_of_two().into()))?;
        Ok(Self((0..size).map(|slot| slot < buckets).collect()))
    }

    /// Takes a bucket out of service; one that is not live stays so.
    pub fn remove(&mut self, bucket: u32) {
        if let Some(slot) = self.0.get_mut(bucket as usize) {
            *slot = false;
        }
    }

    /// Brings one more bucket into service; the slots double where all are live.
    pub fn add(&mut self) {
        if self.0.iter().all(|&is_live| is_live) {
            self.0.resize((self.0.len() + 1).next_power_of_two(), false);
        }
        let free = self.tries(1_228).find(|&slot| !self.0[slot]);
        if let Some(slot) = free {
            self.0[slot] = true;
        }
    }

    /// The bucket of a key; `None` where no try finds one.
    #[must_use]
    pub fn bucket(&self, key: u32) -> Option<u32> {
        self.tries(key).find(|&slot| self.0[slot]).map(|slot| slot as u32)
    }

    /// The slots that a key tries.
    fn tries(&self, key: u32) -> impl Iterator<Item = usize> {
        let size = self.0.len();
        let register = key.wrapping_mul(421_757).wrapping_add(1);
        let tries =
            std::iter::successors(Some(crc32c_step(register, key)), move |&last| Some(crc32c_step(register, last)));
        tries.take(4 * size).map(move |value| value as usize % size)
    }
}

/// What the processor's instruction makes of a register and eight bytes, of which the upper four are 0.
fn crc32c_step(register: u32, data: u32) -> u32 {
    u64::from(data).to_le_bytes().into_iter().fold(register, |register, byte| {
        (0..8).fold(register ^ u32::from(byte), |register, _| {
            register >> 1 ^ if register & 1 == 1 { 0x82f6_3b78 } else { 0 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // CRC-32C of "12345678": the check value e3069283 of "123456789" in Greg Cook's catalogue is one step further.
    #[test]
    fn a_step_is_that_of_crc32c() {
        let step = |register: u32, byte: u8| {
            (0..8).fold(register ^ u32::from(byte), |value, _| (value >> 1) ^ ((value & 1) * 0x82f6_3b78))
        };
        // Four bytes and four zeros, byte by byte.
        let by_bytes = b"1234\0\0\0\0".iter().fold(u32::MAX, |register, &byte| step(register, byte));
        assert_eq!(crc32c_step(u32::MAX, u32::from_le_bytes(*b"1234")), by_bytes);
        assert_eq!(!b"123456789".iter().fold(u32::MAX, |register, &byte| step(register, byte)), 0xe306_9283);
    }

    #[test]
    fn only_keys_of_a_removed_bucket_move() {
        let keys = 0..5_000u32;
        let mut dx = CppDx::new(8, Some(16)).expect("eight of sixteen slots");
        let before: Vec<_> = keys.clone().map(|key| dx.bucket(key)).collect();
        dx.remove(3);
        for (key, before) in keys.zip(&before) {
            let after = dx.bucket(key);
            assert!(after == *before || *before == Some(3));
            assert_ne!(after, Some(3));
        }
        dx.add();
        let live = dx.0.iter().filter(|&&is_live| is_live).count();
        assert_eq!((live, dx.0.len()), (8, 16));
        assert!(CppDx::new(8, Some(7)).is_err() && CppDx::new(0, None).is_err());
    }
}
