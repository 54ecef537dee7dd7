//! Reading balance and movement from snapshots, exactly, with the theory to hold them against.

pub mod balance;
pub mod by_modulo;
pub mod clump;
pub mod curve;
pub mod dial;
pub mod evenness;
pub mod expected;
pub mod from_to;
pub mod growing_ring;
pub mod heirs;
pub mod lens;
pub mod moved;
pub mod moved_listing;
pub mod movement;
pub mod theory;
pub mod unwrapped;

pub use balance::{Balance, Load};
pub use by_modulo::ByModulo;
pub use clump::Run;
pub use evenness::Evenness;
pub use from_to::FromTo;
pub use heirs::Heirs;
pub use moved::{Moved, MovedKey};
pub use movement::{Movement, Pair};
pub use unwrapped::Unwrapped;
