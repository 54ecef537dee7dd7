//! What a study has to show, as plain data: a finding in one sentence, notes, and plates of a figure with its table.

use placement::number::Ratio;

use crate::{charts::figure::Figure, csv, json};

/// Rows of a table that are shown on the page; all are in what is taken away.
pub const MOST_ROWS: usize = 200;

/// What is shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// The finding, with live numbers.
    pub finding: String,
    /// What else there is to know: a sentence or two each.
    pub notes: Vec<String>,
    /// Figures and tables.
    pub plates: Vec<Plate>,
}

/// A figure with its table.
#[derive(Clone, PartialEq, Debug)]
pub struct Plate {
    /// Its heading.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// The figure, where one says more than the table.
    pub figure: Option<Figure>,
    /// The same data.
    pub table: Table,
}

/// A table of texts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// Heads of the columns; the first column names the row.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its head, with the unit.
    pub head: String,
    /// Numbers stand at the right.
    pub is_number: bool,
}

/// A row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// One text for each column.
    pub cells: Vec<String>,
    /// Does it stand out: the reader's own, or what is not as expected?
    pub is_current: bool,
    /// The scenario that it is about, as the query string of a link.
    pub link: Option<String>,
}

impl Table {
    /// A table without rows yet: heads of texts, then heads of numbers.
    #[must_use]
    pub fn new(texts: &[&str], numbers: &[&str]) -> Self {
        let column = |is_number| move |head: &&str| Column { head: (*head).to_owned(), is_number };
        let columns = texts.iter().map(column(false)).chain(numbers.iter().map(column(true))).collect();
        Self { columns, rows: Vec::new() }
    }

    /// A row more.
    pub fn push(&mut self, cells: Vec<String>, is_current: bool) {
        self.rows.push(Row { cells, is_current, link: None });
    }

    /// As comma-separated values (RFC 4180), the heads first.
    #[must_use]
    pub fn csv(&self) -> String {
        let heads = self.columns.iter().map(|column| column.head.clone()).collect();
        let lines = std::iter::once(&heads).chain(self.rows.iter().map(|row| &row.cells));
        lines
            .map(|cells| format!("{}\r\n", cells.iter().map(|cell| csv::field(cell)).collect::<Vec<_>>().join(",")))
            .collect()
    }

    /// As a JSON array with an object for each row: a number where one is shown, else a text.
    #[must_use]
    pub fn json(&self) -> String {
        let mut file = String::from("[");
        for (row, place) in self.rows.iter().zip(0u32..) {
            file.push_str(if place == 0 { "\n{" } else { ",\n{" });
            for (at, (column, shown)) in self.columns.iter().zip(&row.cells).enumerate() {
                if at > 0 {
                    file.push(',');
                }
                json::text(&mut file, &column.head);
                file.push(':');
                if column.is_number { json::cell(&mut file, shown) } else { json::text(&mut file, shown) }
            }
            file.push('}');
        }
        file + "\n]\n"
    }
}

/// What stands where there is no figure.
pub const NO_FIGURE: &str = "–";

/// A load over its fair share, where there is one.
#[must_use]
pub fn times(times_fair: Option<Ratio>) -> String {
    times_fair.map_or_else(|| NO_FIGURE.into(), Ratio::times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_taken_away_as_it_stands() {
        let mut table = Table::new(&["node"], &["keys"]);
        table.push(vec!["a, \"b\"".into(), "1,234".into()], false);
        table.push(vec!["=HYPERLINK(1)".into(), "-5".into()], true);
        assert_eq!(table.csv(), "node,keys\r\n\"a, \"\"b\"\"\",\"1,234\"\r\n'=HYPERLINK(1),-5\r\n");
        let json = "[\n{\"node\":\"a, \\\"b\\\"\",\"keys\":1234},\n{\"node\":\"=HYPERLINK(1)\",\"keys\":-5}\n]\n";
        assert_eq!(table.json(), json);
    }
}
