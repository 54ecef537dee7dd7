//! The link: a scenario as a query string, and back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod given_away;
mod laws;
mod reading;
mod writing;
