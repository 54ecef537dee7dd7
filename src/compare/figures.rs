//! The figures of all columns in one table, with what differs from the first.

use std::sync::Arc;

use placement::{
    beside::Variant,
    fleet::NodeId,
    measure::{Load, Movement},
    number::{Ratio, percent, thousands},
};

use super::{heading, variants};
use crate::view::View;

/// One figure of one column.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    /// As it stands there; empty where there is none.
    pub text: String,
    /// What it has more or less than the first column's: "−0.31".
    pub difference: String,
    /// The node that it is of.
    pub node: Option<(NodeId, String)>,
    /// Is it the best of all columns, where they differ?
    pub is_best: bool,
    /// Does it stand out for another reason?
    pub stands_out: bool,
}

/// A column as a row of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its name.
    pub heading: String,
    /// Is it the reference, without a picture?
    pub is_reference: bool,
    /// How many times its fair share the busiest node has, and that as a number.
    pub busiest: (Cell, f64),
    /// The same of the lightest.
    pub lightest: (Cell, f64),
    /// Standard deviation over mean, with what is usual.
    pub spread: Cell,
    /// The spread that is usual for it.
    pub usual: String,
    /// What moved; `None` without a change.
    pub moved: Option<Moved>,
    /// Keys on another node than in the first column; empty in the first.
    pub elsewhere: String,
}

/// What a change moved.
#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    /// Keys, and their share.
    pub keys: Cell,
    /// The share as a number.
    pub share: f64,
    /// To a new or grown node.
    pub to_grown: String,
    /// From a gone or shrunk one.
    pub from_shrunk: String,
    /// Between two to which nothing happened.
    pub between: String,
    /// Did any wander between these?
    pub wanders: bool,
}

/// The table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    /// Its rows.
    pub rows: Vec<Row>,
    /// Keys in all.
    pub keys: String,
    /// What would be fair to move, as text and as a number.
    pub fair: Option<(String, f64)>,
    /// Where the bars of times fair end.
    pub most_times: f64,
}

/// The figures of columns; the reference stands last, if it is there.
#[must_use]
pub fn figures(columns: &[Arc<View>], reference: Option<&Arc<View>>) -> Figures {
    let variants = variants(columns);
    let Some(first) = columns.first() else { return Figures::default() };
    let row = |view: &Arc<View>, is_reference: bool| {
        row(view, first, heading(&Variant::of(view.scenario()), &variants), is_reference)
    };
    let mut rows: Vec<Row> = columns.iter().map(|column| row(column, false)).collect();
    mark_best(&mut rows);
    rows.extend(reference.map(|view| {
        let mut row = row(view, true);
        row.heading.push_str(", for reference");
        row
    }));
    let fair = first.change.as_ref().and_then(|change| change.roster_movement()?.fair);
    let most_times = rows.iter().map(|row| row.busiest.1).fold(1.5, f64::max);
    Figures {
        keys: thousands(first.balance.keys),
        fair: fair.map(|fair| (fair.percent(), fair.value())),
        most_times: (most_times * 2.0).ceil() / 2.0,
        rows,
    }
}

fn row(view: &Arc<View>, first: &Arc<View>, heading: String, is_reference: bool) -> Row {
    let is_first = Arc::ptr_eq(view, first);
    let load = |view: &View, busiest: bool| -> Option<Load> {
        let balance = &view.balance;
        (if busiest { balance.busiest() } else { balance.lightest() }).copied()
    };
    let times = |busiest: bool| {
        let (Some(here), Some(there)) = (load(view, busiest), load(first, busiest)) else { return Default::default() };
        let written = |load: &Load| load.times_fair.map_or_else(String::new, Ratio::times);
        let name = view.fleet().get(here.id).map_or_else(String::new, |node| node.name.clone());
        let cell = Cell {
            difference: if is_first { String::new() } else { difference(&written(&here), &written(&there)) },
            text: written(&here),
            node: Some((here.id, name)),
            ..Cell::default()
        };
        (cell, here.times_fair.map_or(0.0, Ratio::value))
    };
    let spread = percent(view.balance.spread);
    Row {
        busiest: times(true),
        lightest: times(false),
        spread: Cell {
            difference: if is_first { String::new() } else { difference(&spread, &percent(first.balance.spread)) },
            text: spread,
            ..Cell::default()
        },
        usual: percent(view.balance.usual_spread),
        moved: moved(view).map(|movement| moved_row(movement, moved(first).filter(|_| !is_first))),
        elsewhere: if is_first { String::new() } else { elsewhere(first, view) },
        heading,
        is_reference,
    }
}

/// What the change moved; nothing at all where the algorithm ignores what changed.
fn moved(view: &View) -> Option<&Movement> {
    view.change.as_ref()?.movement.as_ref()
}

fn moved_row(movement: &Movement, first: Option<&Movement>) -> Moved {
    let keys = thousands(movement.moved);
    Moved {
        keys: Cell {
            difference: first.map_or_else(String::new, |first| difference(&keys, &thousands(first.moved))),
            text: format!("{keys}, {}", movement.share().percent()),
            ..Cell::default()
        },
        share: movement.share().value(),
        to_grown: thousands(movement.to_grown),
        from_shrunk: thousands(movement.from_shrunk),
        between: thousands(movement.between),
        wanders: movement.between > 0,
    }
}

/// Keys that another placement of the same fleet gives to another node.
fn elsewhere(first: &View, other: &View) -> String {
    let Some(keys) = Movement::count(&first.snapshot, &other.snapshot) else { return String::new() };
    Ratio::new(keys, other.balance.keys).percent()
}

/// What one figure has more than another, both as they are shown, so that it is the difference of what one reads; nothing
/// where they are alike.
fn difference(text: &str, of_first: &str) -> String {
    // The number without its separators and its point: both have as many places.
    let whole = |text: &str| {
        let places =
            text.split_once('.').map_or(0, |(_, places)| places.bytes().take_while(u8::is_ascii_digit).count());
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        Some((digits.parse::<i64>().ok()?, places))
    };
    let (Some((here, places)), Some((there, places_there))) = (whole(text), whole(of_first)) else {
        return String::new();
    };
    // A bare "0 %" has no places.
    let most = places.max(places_there) as u32;
    let scaled = |number: i64, places: usize| number * 10i64.pow(most - places as u32);
    let apart = scaled(here, places) - scaled(there, places_there);
    if apart == 0 {
        return String::new();
    }
    let sign = if apart < 0 { '\u{2212}' } else { '+' };
    format!("{sign}{}", Ratio::new(apart.unsigned_abs(), 10u64.pow(most)).decimal(1, most))
}

/// The best of each figure, where columns differ: nearest to fair.
fn mark_best(rows: &mut [Row]) {
    let figures: [fn(&mut Row) -> &mut Cell; 3] =
        [|row| &mut row.busiest.0, |row| &mut row.lightest.0, |row| &mut row.spread];
    // Less is better, but for the lightest.
    for (figure, more_is_better) in figures.into_iter().zip([false, true, false]) {
        let texts: Vec<String> = rows.iter_mut().map(|row| figure(row).text.clone()).collect();
        let number = |text: &String| text.chars().filter(char::is_ascii_digit).collect::<String>().parse::<u64>().ok();
        let numbers: Vec<u64> = texts.iter().filter_map(number).collect();
        let best = if more_is_better { numbers.iter().max() } else { numbers.iter().min() };
        let differ = numbers.iter().any(|number| Some(number) != best);
        for (row, text) in rows.iter_mut().zip(&texts) {
            figure(row).is_best = differ && number(text).as_ref() == best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            reference,
            tests::{add, columns, variant},
        },
        *,
    };

    use placement::{algorithm::rendezvous::SCORE, parameter::Value, scenario::Command};

    #[test]
    fn the_figures_of_the_picture() {
        // The figures that were published with the page's design: the first paint, cache-09 added.
        let mut rendezvous = variant("rendezvous", true);
        rendezvous.settings.set(&SCORE, Value::Choice(1)).expect("a choice");
        let columns = columns(Some(&add()), &[variant("ring", true), rendezvous]);
        let modulo = reference(&columns).expect("none is modulo");
        let shown = super::super::Wanted::by(&modulo, &columns[0]).expect("placed").making(None, None).finish();
        let figures = figures(&columns, Some(&Arc::new(shown)));
        assert_eq!(
            (figures.keys.as_str(), figures.fair.as_ref().map(|fair| fair.0.as_str())),
            ("100,000", Some("11.1 %"))
        );
        let read: Vec<_> = figures
            .rows
            .iter()
            .map(|row| {
                let moved = row.moved.as_ref().expect("moved");
                let times = (row.busiest.0.text.as_str(), row.lightest.0.text.as_str(), row.spread.text.as_str());
                (row.heading.as_str(), times, moved.keys.text.as_str(), moved.between.as_str())
            })
            .collect();
        assert_eq!(
            read,
            [
                ("Ring, FNV-1a 32", ("1.45", "0.44", "32.3 %"), "4,944, 4.9 %", "0"),
                ("Ring, FNV-1a 32 + fmix32", ("1.14", "0.87", "8.5 %"), "10,918, 10.9 %", "0"),
                (
                    "Rendezvous, FNV-1a 32 + fmix32, scored by fmix(hash(key) ^ hash(node))",
                    ("1.02", "0.99", "0.8 %"),
                    "11,170, 11.2 %",
                    "0"
                ),
                ("Modulo, FNV-1a 32, for reference", ("1.01", "0.99", "0.6 %"), "88,650, 88.7 %", "77,569"),
            ]
        );
        let second = &figures.rows[1];
        assert_eq!(
            (second.busiest.0.difference.as_str(), second.lightest.0.difference.as_str()),
            ("\u{2212}0.31", "+0.43")
        );
        assert_eq!(second.moved.as_ref().expect("moved").keys.difference, "+5,974");
        let best = |row: &Row| [row.busiest.0.is_best, row.lightest.0.is_best, row.spread.is_best];
        assert_eq!(figures.rows.iter().map(best).collect::<Vec<_>>(), [[false; 3], [false; 3], [true; 3], [false; 3]]);
        assert_eq!(
            figures.rows.iter().map(|row| row.moved.as_ref().expect("moved").wanders).collect::<Vec<_>>(),
            [false, false, false, true]
        );
    }

    #[test]
    fn a_change_that_an_algorithm_ignores_moved_nothing() {
        let weight = Command::SetWeight { id: NodeId(2), weight: "3".parse().expect("a weight") };
        let table = figures(&columns(Some(&weight), &[variant("jump", false)]), None);
        let jump = table.rows[1].moved.as_ref().expect("it was changed too");
        assert_eq!((jump.keys.text.as_str(), jump.wanders), ("0, 0 %", false));
        assert_eq!(table.fair.expect("the ring's").0, "17.5 %");
    }

    #[test]
    fn keys_on_another_node_are_counted() {
        let columns = columns(None, &[variant("ring", true)]);
        let table = figures(&columns, None);
        // The finaliser moves 87,566 of 100,000 keys on the first paint's fleet.
        assert_eq!(table.rows[1].elsewhere, "87.6 %");
        assert!(table.fair.is_none() && table.rows.iter().all(|row| row.moved.is_none()));
    }

    #[test]
    fn a_difference_is_that_of_what_is_shown() {
        for (here, there, apart) in [
            ("1.14", "1.45", "\u{2212}0.31"),
            ("10,918", "4,944", "+5,974"),
            ("0 %", "32.3 %", "\u{2212}32.3"),
            ("8.5 %", "8.5 %", ""),
            ("", "1.00", ""),
        ] {
            assert_eq!(difference(here, there), apart);
        }
    }
}
