//! Drills as the page shows them, as plain data: what a drill is called in the list, how fast it is played, its lanes, its
//! nodes and what can be done to them, its tables, what is copied, the capacity plan, the quantities that matter to it, and
//! how large a fleet it can have. No browser is in it; the runs
//! themselves are `placement::drill`.

pub mod copying;
pub mod happened;
pub mod lanes;
pub mod largest;
pub mod list;
pub mod losses;
pub mod measures;
pub mod nodes;
pub mod pace;
pub mod shown;
pub mod tables;
pub mod taken;
#[cfg(test)]
mod tests;
pub mod values;
