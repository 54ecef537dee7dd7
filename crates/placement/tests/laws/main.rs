//! What must hold for any fleet, any keys and any parameters, tried on many.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../by_definition/mod.rs"]
mod by_definition;
#[path = "../common/mod.rs"]
mod common;
#[path = "../drawn/mod.rs"]
mod drawn;

mod bounds;
mod movement;
mod owners;
mod removals;
mod shares;
mod table;
