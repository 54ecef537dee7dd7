//! Four 32-bit numbers side by side: a vector register in a browser, an array elsewhere.
//!
//! Written with the browser's instructions since what the compiler made of arrays took more than twice as long there. On
//! the host arrays are as good, and they say what the instructions have to do.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod lanes {
    use core::arch::wasm32 as simd;

    #[derive(Clone, Copy)]
    pub struct Four(simd::v128);

    impl Four {
        #[inline(always)]
        pub fn new([a, b, c, d]: [u32; 4]) -> Self {
            Self(simd::u32x4(a, b, c, d))
        }

        #[inline(always)]
        pub fn splat(number: u32) -> Self {
            Self(simd::u32x4_splat(number))
        }

        #[inline(always)]
        pub fn array(self) -> [u32; 4] {
            [
                simd::u32x4_extract_lane::<0>(self.0),
                simd::u32x4_extract_lane::<1>(self.0),
                simd::u32x4_extract_lane::<2>(self.0),
                simd::u32x4_extract_lane::<3>(self.0),
            ]
        }

        #[inline(always)]
        pub fn xor(self, other: Self) -> Self {
            Self(simd::v128_xor(self.0, other.0))
        }

        #[inline(always)]
        pub fn shifted_right(self, bits: u32) -> Self {
            Self(simd::u32x4_shr(self.0, bits))
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self(simd::u32x4_mul(self.0, other.0))
        }

        #[inline(always)]
        pub fn max(self, other: Self) -> Self {
            Self(simd::u32x4_max(self.0, other.0))
        }

        /// In each lane `yes` where this is greater than the other, else `no`.
        #[inline(always)]
        pub fn if_greater(self, other: Self, yes: Self, no: Self) -> Self {
            Self(simd::v128_bitselect(yes.0, no.0, simd::u32x4_gt(self.0, other.0)))
        }

        /// Is it at least the other in some lane?
        #[inline(always)]
        pub fn reaches(self, other: Self) -> bool {
            simd::v128_any_true(simd::u32x4_ge(self.0, other.0))
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod lanes {
    use std::array::from_fn;

    #[derive(Clone, Copy)]
    pub struct Four([u32; 4]);

    impl Four {
        #[inline(always)]
        pub fn new(numbers: [u32; 4]) -> Self {
            Self(numbers)
        }

        #[inline(always)]
        pub fn splat(number: u32) -> Self {
            Self([number; 4])
        }

        #[inline(always)]
        pub fn array(self) -> [u32; 4] {
            self.0
        }

        #[inline(always)]
        pub fn xor(self, other: Self) -> Self {
            Self(from_fn(|lane| self.0[lane] ^ other.0[lane]))
        }

        #[inline(always)]
        pub fn shifted_right(self, bits: u32) -> Self {
            Self(self.0.map(|number| number >> bits))
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self(from_fn(|lane| self.0[lane].wrapping_mul(other.0[lane])))
        }

        #[inline(always)]
        pub fn max(self, other: Self) -> Self {
            Self(from_fn(|lane| self.0[lane].max(other.0[lane])))
        }

        /// In each lane `yes` where this is greater than the other, else `no`.
        #[inline(always)]
        pub fn if_greater(self, other: Self, yes: Self, no: Self) -> Self {
            Self(from_fn(|lane| if self.0[lane] > other.0[lane] { yes.0[lane] } else { no.0[lane] }))
        }

        /// Is it at least the other in some lane?
        #[inline(always)]
        pub fn reaches(self, other: Self) -> bool {
            (0..4).any(|lane| self.0[lane] >= other.0[lane])
        }
    }
}

pub(super) use lanes::Four;
