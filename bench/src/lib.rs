//! How long placements take, natively and in WebAssembly by the same code: ours beside those of other crates on the same
//! keys and fleets, what a change costs the page's engine, and how fast a drill
//! runs. Makes tables; asserts nothing.
//!
//! What is told of another crate includes the hash of the key, for that is how it is called; the hash alone stands beside
//! it, and ours is told with and without. A crate that needs more than 5 µs for a lookup is timed on a sample. Others know
//! no change but to place all keys again, so that is what a node more or less, or a weight, costs them.

mod catalogue;
mod clock;
mod drills;
mod engine;
mod ours;
#[cfg(target_arch = "wasm32")]
mod page;
mod peers;
mod table;

pub use catalogue::{run, titles};
