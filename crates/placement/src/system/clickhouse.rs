//! ClickHouse's two functions from a hash to a bucket: `jumpConsistentHash`, and `kostikConsistentHash` alias
//! `yandexConsistentHash`.
//!
//! Source: ClickHouse `contrib/consistent-hashing/consistent_hashing.cpp` (15f68c65); run: chdb 4.4.0. The first is jump
//! hash as published (`algorithm::jump`).
//!
//! The second is Konstantin Oblakov's scheme in constant time. The hash is four numbers of 16 bits, a, b, c and d from
//! the lowest. For a power of two buckets, of k bits, the low k bits of c say how far up the bucket is: its top bit is
//! theirs, and the bits below come from a if c's k bits have an even number of ones, else from b. Other numbers of buckets
//! move smoothly between two powers, by what the powers leave unused of all four.

use super::error::{SystemError, in_range};
pub use crate::algorithm::jump::jump;

/// Most buckets of `kostikConsistentHash`.
pub const MOST_BUCKETS: u32 = 32_768;

/// The bucket of a hash among 1 to 32,768.
///
/// # Errors
/// Where there are fewer or more buckets.
pub fn kostik(hash: u64, buckets: u32) -> Result<u32, SystemError> {
    in_range("buckets", buckets.into(), 1, MOST_BUCKETS.into())?;
    let bits = u32::BITS - (buckets - 1).leading_zeros();
    let Some(bits_below) = bits.checked_sub(1) else { return Ok(0) };
    let large = of_power(hash, bits);
    if large < buckets {
        return Ok(large);
    }
    let large = u64::from(large);
    let middle = ((unused(hash, bits) % (large * (large + 1))) >> bits) + (1 << bits_below);
    Ok(if middle < u64::from(buckets) { middle as u32 } else { of_power(hash, bits_below) })
}

/// The numbers a, b, c and d.
fn parts(hash: u64) -> [u64; 4] {
    [0, 16, 32, 48].map(|shift| hash >> shift & 0xffff)
}

/// The bucket among 2^bits.
fn of_power(hash: u64, bits: u32) -> u32 {
    let [a, b, c, _] = parts(hash);
    let scale = c & ((1 << bits) - 1);
    if scale < 2 {
        return scale as u32;
    }
    let top = 1 << scale.ilog2();
    let below = if scale.count_ones().is_multiple_of(2) { a } else { b };
    (top + (below & (top - 1))) as u32
}

/// What 2^bits buckets leave of all four numbers, as one.
fn unused(hash: u64, bits: u32) -> u64 {
    let [a, b, c, d] = parts(hash);
    let shift = 16 - bits;
    let upper = d << shift | c >> bits;
    (upper << (shift + 1) | b >> (bits - 1)) << (shift + 1) | a >> (bits - 1)
}
