//! Riak's partitions: which of them has a key; who has a partition is given.
//!
//! Source: basho/riak_core `chash.erl` (25d9a6fa); run: under Erlang/OTP 25.
//! The hash is the SHA-1 of Erlang's external form of the pair of bucket and key, as a number of 160 bits. A partition is
//! as wide as 2^160 over their number, cut. The preference list begins at the partition after that of the hash. Partitions
//! are dealt out to nodes by a claim that depends on what was before; that is not derived here.

use ::sha1::{Digest, Sha1};

use super::error::{SystemError, in_range};

/// Most partitions.
const MOST_PARTITIONS: u32 = 65_536;

/// The hash of a key in a bucket, 160 bits, big-endian.
#[must_use]
pub fn hash(bucket: &[u8], key: &[u8]) -> [u8; 20] {
    let mut hasher = Sha1::new();
    // The version of the format, a tuple of two, and each binary with its length.
    hasher.update([131, 104, 2]);
    for binary in [bucket, key] {
        hasher.update([109]);
        hasher.update((binary.len() as u32).to_be_bytes());
        hasher.update(binary);
    }
    hasher.finalize().into()
}

/// A number of 160 bits and a little more, in limbs from the lowest.
type Wide = [u32; 6];

fn times(number: Wide, factor: u32) -> Wide {
    let mut carry = 0;
    number.map(|limb| {
        let product = u64::from(limb) * u64::from(factor) + carry;
        carry = product >> 32;
        product as u32
    })
}

/// 2^160 over this number, cut: how wide a partition is.
fn width(partitions: u32) -> Wide {
    let mut quotient = [0, 0, 0, 0, 0, 1];
    let mut rest = 0;
    for limb in quotient.iter_mut().rev() {
        let number = rest << 32 | u64::from(*limb);
        *limb = (number / u64::from(partitions)) as u32;
        rest = number % u64::from(partitions);
    }
    quotient
}

fn is_at_most(a: Wide, b: Wide) -> bool {
    a.iter().rev().le(b.iter().rev())
}

/// The partitions of a hash in the order of preference: so many, or all there are.
///
/// # Errors
/// Where there are no partitions, or more than 65,536.
pub fn preference_list(hash: [u8; 20], partitions: u32, copies: usize) -> Result<Vec<u32>, SystemError> {
    in_range("partitions", partitions.into(), 1, MOST_PARTITIONS.into())?;
    let mut number = [0; 6];
    for (limb, &four) in number.iter_mut().zip(hash.as_rchunks::<4>().1.iter().rev()) {
        *limb = u32::from_be_bytes(four);
    }
    let width = width(partitions);
    // The last partition at whose start the hash is, or behind it.
    let (mut at, mut beyond) = (0, partitions + 1);
    while beyond - at > 1 {
        let middle = u32::midpoint(at, beyond);
        if is_at_most(times(width, middle), number) {
            at = middle;
        } else {
            beyond = middle;
        }
    }
    Ok((1..=partitions).map(|step| (at + step) % partitions).take(copies).collect())
}

/// The first 160-bit index of a partition, big-endian: its name in Riak.
#[must_use]
pub fn first_index(partition: u32, partitions: u32) -> [u8; 20] {
    let mut bytes = [0; 20];
    let limbs = times(width(partitions.max(1)), partition);
    for (four, limb) in bytes.as_rchunks_mut::<4>().1.iter_mut().rev().zip(limbs) {
        *four = limb.to_be_bytes();
    }
    bytes
}

/// The first 64 bits of the hash of a key that the first slash parts into bucket and key; without one the bucket is
/// `default`.
#[must_use]
pub fn first_word(path: &[u8]) -> u64 {
    let slash = path.iter().position(|&byte| byte == b'/');
    let (bucket, key) = slash.map_or((&b"default"[..], path), |at| (&path[..at], &path[at + 1..]));
    let [first @ .., _, _, _, _, _, _, _, _, _, _, _, _] = hash(bucket, key);
    u64::from_be_bytes(first)
}

/// The first partition in the order of preference of a hash by its first 64 bits. They are enough where the number of
/// partitions is a power of two, as Riak's are.
#[must_use]
pub fn first_partition(first_word: u64, partitions: u32) -> u32 {
    let at = (u128::from(first_word) * u128::from(partitions)) >> 64;
    if partitions == 0 { 0 } else { (at as u32 + 1) % partitions }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_take_the_top_bits() {
        for (byte, next) in [(0x00, 1), (0x03, 1), (0x04, 2), (0xfb, 63), (0xff, 0)] {
            let hash = [byte; 20];
            assert_eq!(preference_list(hash, 64, 3), Ok((0..3).map(|step| (next + step) % 64).collect()));
        }
        for partitions in [1, 2, 8, 64, 1_024] {
            for number in 0..200u32 {
                let path = format!("users/{number}");
                let wanted = preference_list(hash(b"users", number.to_string().as_bytes()), partitions, 1);
                assert_eq!(Ok(vec![first_partition(first_word(path.as_bytes()), partitions)]), wanted, "{path}");
            }
        }
        assert_eq!(first_word(b"a"), first_word(b"default/a"));
        assert_eq!(first_index(1, 64)[..2], [0x04, 0]);
        assert_eq!(first_index(63, 64)[..2], [0xfc, 0]);
    }
}
