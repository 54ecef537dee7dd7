//! The tables that there are.

use std::sync::OnceLock;

use crate::{drills, engine, ours, peers, table::Table};

/// Keys that are placed.
pub const KEYS: usize = 1_000_000;

/// A kind of placement, which those of one table share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Points on a ring.
    Ring,
    /// The highest score.
    Rendezvous,
    /// Buckets that are numbered, of which only the last can go.
    Numbered,
    /// A filled table.
    Table,
    /// Buckets whose removals are remembered.
    Removals,
}

impl Family {
    const ALL: [Self; 5] = [Self::Ring, Self::Rendezvous, Self::Numbered, Self::Table, Self::Removals];

    /// Its section of the document, and its words.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Ring => ("rings", "Rings of points"),
            Self::Rendezvous => ("rendezvous", "Rendezvous"),
            Self::Numbered => ("numbered", "Numbered buckets"),
            Self::Table => ("maglev", "Maglev, tables of 65,537"),
            Self::Removals => ("removals", "Removals that are remembered"),
        }
    }

    fn points(self) -> &'static [usize] {
        if self == Self::Ring { &[100, 1_000] } else { &[1] }
    }
}

/// A table that can be made.
enum Kind {
    Beside { family: Family, nodes: usize, points: usize },
    Engine(engine::Part),
    Drills,
}

impl Kind {
    fn title(&self) -> String {
        match self {
            Self::Beside { family: Family::Ring, nodes, points } => {
                format!("{}, {nodes} nodes of {points} points", Family::Ring.names().1)
            }
            Self::Beside { family, nodes, .. } => format!("{}, {nodes} nodes", family.names().1),
            Self::Engine(part) => part.title().into(),
            Self::Drills => "The drills: simulated reads a second".into(),
        }
    }

    fn table(&self) -> Table {
        let title = self.title();
        match *self {
            Self::Beside { family, nodes, points } => {
                let fleet = names(nodes);
                let mut rows = ours::rows(family, &fleet, points);
                rows.extend(peers::rows(family, &fleet, points, keys()));
                Table { title, section: family.names().0, nodes, points, rows }
            }
            Self::Engine(part) => {
                Table { title, section: "engine", nodes: engine::NODES, points: engine::POINTS, rows: part.rows() }
            }
            Self::Drills => {
                Table { title, section: "drills", nodes: drills::NODES, points: drills::POINTS, rows: drills::rows() }
            }
        }
    }
}

/// Names of nodes: addresses, since some crates take nothing else.
fn names(count: usize) -> Vec<String> {
    (0..count).map(|node| format!("10.{}.{}.{}:11211", node / 65_536, node / 256 % 256, node % 256)).collect()
}

/// The keys as texts, written out once.
fn keys() -> &'static [String] {
    static KEYS_AS_TEXT: OnceLock<Vec<String>> = OnceLock::new();
    KEYS_AS_TEXT.get_or_init(|| (0..KEYS).map(|key| format!("user:{key}")).collect())
}

fn all() -> Vec<Kind> {
    let mut all: Vec<Kind> = engine::Part::ALL.into_iter().map(Kind::Engine).collect();
    all.push(Kind::Drills);
    for family in Family::ALL {
        for &points in family.points() {
            all.extend([10, 100, 1_000].map(|nodes| Kind::Beside { family, nodes, points }));
        }
    }
    all
}

/// The titles of all tables.
pub fn titles() -> Vec<String> {
    all().iter().map(Kind::title).collect()
}

/// Makes the table of a title and gives it as JSON; `None` where there is no such table.
pub fn run(title: &str) -> Option<String> {
    let table = all().into_iter().find(|kind| kind.title() == title)?.table();
    serde_json::to_string(&table).ok()
}
