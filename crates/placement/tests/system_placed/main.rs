//! Real systems as placements: owners, shares, moves and ways are those of the systems themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod fleets;
mod itself;

mod given;
mod known;
mod owners;
mod recorded;
mod refused;
mod shares;
