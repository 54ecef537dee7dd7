//! The tables of a migration as they are taken away: what turns cold, and server by server, of all servers.

use super::{
    servers::{Side, first_rows},
    words::facts,
};
use crate::{
    lab::sheet::{NO_FIGURE, Table},
    view::View,
};

/// Keys that move and that stay.
#[must_use]
pub fn cold(view: &View) -> Table {
    let mut table = Table::new(&["what"], &["keys", "share of all keys"]);
    for fact in facts(view) {
        table.push(vec![fact.name.into(), fact.keys, fact.share], false);
    }
    table
}

/// Every server on both sides.
#[must_use]
pub fn servers(view: &View) -> Table {
    let numbers =
        ["keys before", "before, × fair", "keys after", "after, × fair", "stay", "arrive", "arrived of its keys"];
    let mut table = Table::new(&["server", "name before"], &numbers);
    let figure = |text: Option<String>| text.filter(|text| !text.is_empty()).unwrap_or_else(|| NO_FIGURE.into());
    for row in first_rows(view, usize::MAX).rows {
        let [before, after] = [&row.from, &row.to].map(|side| {
            let read = |read: fn(&Side) -> &String| figure(side.as_ref().map(|side| read(side).clone()));
            [read(|side| &side.keys), read(|side| &side.times)]
        });
        let name_before = row.other_name.unwrap_or_else(|| row.from.map_or_else(String::new, |_| row.name.clone()));
        let mut cells = vec![row.name, name_before];
        cells.extend(before.into_iter().chain(after));
        cells.extend([row.stay, row.arrive, figure(row.cold.map(|cold| cold.0))]);
        table.push(cells, false);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{
        super::words::tests::{by_hand, server},
        *,
    };
    use placement::migration::Matching;

    // FNV-1a 32 of a … f by 2 is 0 1 0 1 0 1, by 3 it is 1 1 2 1 2 2: x has a c e, then none; y has b d f, then a b d.
    #[test]
    fn six_keys_as_tables() {
        let view = by_hand(Some(vec![server("x:1"), server("y"), server("z")]), Matching::Place);
        let cells = |table: Table| table.rows.into_iter().map(|row| row.cells).collect::<Vec<_>>();
        assert_eq!(
            cells(servers(&view)),
            [
                ["x:1", "x", "3", "1.00", "0", "0.00", "0", "0", "–"],
                ["y", "y", "3", "1.00", "3", "1.50", "2", "1", "33.3 %"],
                ["z", "", "–", "–", "3", "1.50", "0", "3", "100.0 %"],
            ]
        );
        let cold = cold(&view);
        assert_eq!(cold.rows[0].cells, ["move: cold at first", "4", "66.7 %"]);
        assert_eq!(cold.rows[3].cells, ["stay: still warm", "2", "33.3 %"]);
        assert!(cold.json().contains("{\"what\":\"stay: still warm\",\"keys\":2,\"share of all keys\":\"33.3 %\"}"));
    }
}
