//! Reading balance and movement from snapshots, exactly, with the theory to hold them against.

pub mod balance;
pub mod by_modulo;
pub mod clump;
pub mod curve;
pub mod evenness;
pub mod expected;
pub mod growing_ring;
pub mod lens;
pub mod movement;
pub mod theory;
pub mod unwrapped;

pub use balance::{Balance, Load};
pub use by_modulo::ByModulo;
pub use clump::Run;
pub use evenness::Evenness;
pub use movement::{Movement, Pair};
pub use unwrapped::Unwrapped;
