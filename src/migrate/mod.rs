//! A migration as plain data: what it moves in a sentence, what that means for a warm cache, server by server, and what can
//! be loaded by one click. All of it is read from a [`View`](crate::view::View) that has where keys come from as its
//! placement before, so that it says what the matrix and the list below it say.

mod examples;
mod servers;
pub mod tables;
mod words;

pub use examples::{Example, examples, usual};
pub use servers::{Row, Rows, Side, rows};
pub use words::{Fact, facts, finding, matched_words, names, servers_in_words, warmth};
