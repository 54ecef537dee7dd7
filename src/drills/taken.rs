//! What is taken away of a drill besides its runs: the nodes at the moment on show, what happens, and its quantities.

use placement::{
    drill::{
        Asked, clock,
        quantity::{self, Quantity},
    },
    number::thousands,
    parameter::{Kind, Settings, Value},
};

use super::{happened::Line, nodes::NodeRow, values};
use crate::lab::sheet::Table;

/// The nodes at the moment on show.
#[must_use]
pub fn nodes(rows: &[NodeRow]) -> Table {
    let numbers = ["requests/s, of 10 s", "of what it can serve", "hit rate", "entries"];
    let mut table = Table::new(&["node", "state"], &numbers);
    for row in rows {
        let cells = [&row.requests, &row.load, &row.hit_rate, &row.entries].map(Clone::clone);
        let names = [row.name.clone(), row.state.name().to_owned()];
        table.push(names.into_iter().chain(cells).collect(), false);
    }
    table
}

/// What happens, and whether it has by now.
#[must_use]
pub fn happens(lines: &[Line]) -> Table {
    let mut table = Table::new(&["at", "what happens", "has it"], &["number"]);
    for (line, number) in lines.iter().zip(1u32..) {
        let has = if line.is_past { "yes" } else { "not yet" };
        table.push(vec![clock::in_words(line.tick), line.title.clone(), has.into(), number.to_string()], false);
    }
    table
}

/// All quantities at full scale, with what the drill has them at by itself.
#[must_use]
pub fn quantities(asked: &Asked, own: &Settings) -> Table {
    let mut table = Table::new(&["quantity", "unit"], &["value", "the drill's own"]);
    for quantity in quantity::ALL {
        let value = shown(quantity, &values::current(asked, own, quantity));
        let usual = shown(quantity, &own.get(&quantity.parameter));
        let is_set = value != usual;
        table.push(vec![quantity.parameter.name.into(), quantity.unit.into(), value, usual], is_set);
    }
    table
}

/// The quantities that matter to a drill, and those that the reader set, as one sentence.
#[must_use]
pub fn in_words(asked: &Asked, own: &Settings) -> String {
    let mut told = values::that_matter(asked.id());
    told.extend(
        asked.values().iter().map(|(quantity, _)| *quantity).filter(|one| !told.contains(one)).collect::<Vec<_>>(),
    );
    let told = told.into_iter().map(|quantity| {
        let value = shown(quantity, &values::current(asked, own, quantity));
        format!("{}: {value} {}", quantity.parameter.name, quantity.unit).trim_end().to_owned()
    });
    format!("At full scale: {}.", told.collect::<Vec<_>>().join("; "))
}

/// A value as the page shows it.
fn shown(quantity: &Quantity, value: &Value) -> String {
    match (&quantity.parameter.kind, value) {
        (_, Value::Count(count)) => thousands(*count),
        (Kind::Choice(options), Value::Choice(at)) => options.get(*at).map_or_else(String::new, |one| one.name.into()),
        (_, Value::Switch(on)) => if *on { "on" } else { "off" }.into(),
        _ => quantity.parameter.write(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drills::nodes as of_nodes;
    use placement::drill::{NodeState, Run, catalogue::document_fleet};

    fn killed() -> (Asked, Run) {
        let asked = Asked::new("reference").expect("a drill");
        let mut run = Run::new(asked.runs(&document_fleet()).remove(0)).expect("a plan");
        run.finish();
        (asked, run)
    }

    // The first document's failure: cache-02 of four is killed at the start, 1,000 reads a second.
    #[test]
    fn the_reference_failure_as_tables() {
        let (asked, run) = killed();
        let rows = of_nodes::rows(&run, 0, "");
        let table = nodes(&rows);
        assert_eq!(table.rows.len(), 4);
        assert_eq!(table.rows[1].cells[..3], ["cache-02", NodeState::Down.name(), "0"].map(String::from));
        let table = happens(&super::super::happened::lines(&run, asked.events()));
        assert_eq!(table.rows[0].cells, ["0 s", "Kill cache-02", "yes", "1"]);
    }

    #[test]
    fn a_value_of_the_readers_stands_beside_the_drills_own() {
        let mut asked = Asked::new("dies").expect("a drill");
        let own = values::own("dies", &document_fleet());
        asked.set(&quantity::DATABASE_RATE, Value::Count(8_000)).expect("within its range");
        let table = quantities(&asked, &own);
        let set: Vec<_> = table.rows.iter().filter(|row| row.is_current).map(|row| row.cells.clone()).collect();
        assert_eq!(set, [["Speed of the database", "reads/s", "8,000", "40,000"].map(String::from)]);
        assert_eq!(table.rows.len(), quantity::ALL.len());
        let words = in_words(&asked, &own);
        assert!(words.contains("; Speed of the database: 8,000 reads/s; "), "{words}");
        // A value that does not matter most to the drill is told where it was set.
        asked.set(&quantity::WRITES, Value::Count(20)).expect("within its range");
        assert!(in_words(&asked, &own).ends_with("; Writes: 20 writes for 1,000 reads."), "{}", in_words(&asked, &own));
    }
}
