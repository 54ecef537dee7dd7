//! Drills as the page shows them, as plain data: what a drill is called in the list, how fast it is played, its lanes, its
//! nodes and what can be done to them, its tables, and the quantities that matter to it. No browser is in it; the runs
//! themselves are `placement::drill`.

pub mod happened;
pub mod lanes;
pub mod list;
pub mod nodes;
pub mod pace;
pub mod shown;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod values;
