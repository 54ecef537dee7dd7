//! Four numbers of 32 bits side by side, whole or not: a vector register in a browser, an array elsewhere.
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

        /// 2^32 less this and less a half, which rounding leaves within a part in ten million.
        #[inline(always)]
        pub fn complement(self) -> Floats {
            Floats(simd::f32x4_convert_u32x4(simd::v128_not(self.0))).plus(0.5)
        }

        /// This and a half, with the same rounding.
        #[inline(always)]
        pub fn floats(self) -> Floats {
            Floats(simd::f32x4_convert_u32x4(self.0)).plus(0.5)
        }
    }

    #[derive(Clone, Copy)]
    pub struct Floats(simd::v128);

    impl Floats {
        #[inline(always)]
        pub fn new([a, b, c, d]: [f32; 4]) -> Self {
            Self(simd::f32x4(a, b, c, d))
        }

        #[inline(always)]
        pub fn splat(number: f32) -> Self {
            Self(simd::f32x4_splat(number))
        }

        #[inline(always)]
        fn plus(self, number: f32) -> Self {
            Self(simd::f32x4_add(self.0, simd::f32x4_splat(number)))
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self(simd::f32x4_mul(self.0, other.0))
        }

        /// A bit for each lane in which it is at least the other.
        #[inline(always)]
        pub fn reaches(self, other: Self) -> u8 {
            simd::u32x4_bitmask(simd::f32x4_ge(self.0, other.0))
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

        /// 2^32 less this and less a half, which rounding leaves within a part in ten million.
        #[inline(always)]
        pub fn complement(self) -> Floats {
            Floats(self.0.map(|number| !number as f32 + 0.5))
        }

        /// This and a half, with the same rounding.
        #[inline(always)]
        pub fn floats(self) -> Floats {
            Floats(self.0.map(|number| number as f32 + 0.5))
        }
    }

    #[derive(Clone, Copy)]
    pub struct Floats([f32; 4]);

    impl Floats {
        #[inline(always)]
        pub fn new(numbers: [f32; 4]) -> Self {
            Self(numbers)
        }

        #[inline(always)]
        pub fn splat(number: f32) -> Self {
            Self([number; 4])
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self(from_fn(|lane| self.0[lane] * other.0[lane]))
        }

        /// A bit for each lane in which it is at least the other.
        #[inline(always)]
        pub fn reaches(self, other: Self) -> u8 {
            (0..4).map(|lane| u8::from(self.0[lane] >= other.0[lane]) << lane).sum()
        }
    }
}

pub(super) use lanes::{Floats, Four};
