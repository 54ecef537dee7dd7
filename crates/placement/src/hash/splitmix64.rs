//! SplitMix64: a sequence of 64-bit values from a 64-bit seed.
//!
//! Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (OOPSLA 2014), with Stafford's mix 13.

/// The sequence of a seed.
#[derive(Clone, Copy, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Begins the sequence of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next value.
    pub fn next_value(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let value = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The first values for the seed 1234567 in Vigna's splitmix64.c, as quoted by many of its ports.
    #[test]
    fn the_published_sequence() {
        let mut sequence = SplitMix64::new(1_234_567);
        let first = [(); 3].map(|()| sequence.next_value());
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
