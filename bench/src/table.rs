//! What the tables say, for others to print.

use std::collections::BTreeMap;

use serde::Serialize;

/// A table: rows of one kind.
#[derive(Serialize)]
pub struct Table {
    /// What was timed, in words.
    pub title: String,
    /// The part of the document that it stands in.
    pub section: &'static str,
    /// Nodes of the fleet.
    pub nodes: usize,
    /// Points of each node, where it has any.
    pub points: usize,
    /// What was timed.
    pub rows: Vec<Row>,
}

/// What was timed of one thing.
#[derive(Serialize)]
pub struct Row {
    /// What it is.
    pub name: String,
    /// Figures by column; a column says its unit at its end. What does not apply is not there.
    pub cells: BTreeMap<&'static str, f64>,
}

impl Row {
    /// A row of the figures that there are.
    pub fn new(name: String, cells: impl IntoIterator<Item = (&'static str, Option<f64>)>) -> Self {
        let cells = cells.into_iter().filter_map(|(column, value)| Some((column, value?))).collect();
        Self { name, cells }
    }
}
