//! What is wrong with a configuration that a system cannot be built from.

use std::fmt;

use crate::{limits, number::thousands};

/// Why a system was not built. Each is one sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemError {
    /// The member's weight is not one that the system takes.
    Weight {
        /// The member's name.
        name: String,
        /// What weights the system takes, as the end of a sentence.
        takes: &'static str,
    },
    /// All members together would have more points than [`limits::SYSTEM_POINTS`].
    Points(u64),
    /// A table of this size cannot be filled: it is not a prime, or out of range.
    TableSize(u64),
    /// A number of slots, partitions, buckets or probes is out of range.
    Count {
        /// What is counted, in the plural.
        what: &'static str,
        /// The number that was given.
        given: u64,
        /// The smallest that goes.
        least: u64,
        /// The largest that goes.
        most: u64,
    },
    /// The members cannot take all partitions: the load factor leaves no room.
    NoRoom,
}

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weight { name, takes } => {
                write!(f, "The weight of {name} does not go here: this system takes {takes}.")
            }
            Self::Points(points) => write!(
                f,
                "This makes {} points; {} are the most.",
                thousands(*points),
                thousands(limits::SYSTEM_POINTS)
            ),
            Self::TableSize(size) => write!(
                f,
                "A table of {} slots cannot be filled: the size is a prime from 3 to {}.",
                thousands(*size),
                thousands(limits::SYSTEM_SLOTS)
            ),
            Self::Count { what, given, least, most } => write!(
                f,
                "{} {what} do not go: there are {} to {}.",
                thousands(*given),
                thousands(*least),
                thousands(*most)
            ),
            Self::NoRoom => f.write_str("The members have no room for all partitions: a larger load factor is needed."),
        }
    }
}

impl std::error::Error for SystemError {}

/// `count` where it is from `least` to `most`.
pub(super) fn in_range(what: &'static str, count: u64, least: u64, most: u64) -> Result<u64, SystemError> {
    if (least..=most).contains(&count) {
        Ok(count)
    } else {
        Err(SystemError::Count { what, given: count, least, most })
    }
}

/// The size of a table that is filled by steps: a prime, for only then a step visits every slot.
pub(super) fn prime_size(size: u64) -> Result<u32, SystemError> {
    let divides = |divisor: u64| size.is_multiple_of(divisor);
    let is_prime = size == 2 || size > 2 && !divides(2) && !(3..).step_by(2).take_while(|d| d * d <= size).any(divides);
    match u32::try_from(size) {
        Ok(narrow) if size > 2 && size <= limits::SYSTEM_SLOTS && is_prime => Ok(narrow),
        _ => Err(SystemError::TableSize(size)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_tables_are_primes() {
        let primes: Vec<u64> = (0..60).filter(|&size| prime_size(size).is_ok()).collect();
        assert_eq!(primes, [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]);
        assert_eq!(prime_size(65_537), Ok(65_537));
        assert_eq!(prime_size(65_536 * 65_536), Err(SystemError::TableSize(1 << 32)));
    }
}
