//! The sources' tables: every figure that three documents print, beside the value that is measured now with the same
//! configuration, and a verdict. Nothing is typed in but what they print and how they got there.
//!
//! The documents print rounded values and leave part of their configurations out. What is measured here are those
//! configurations (hash, labels, names, keys) under which their own code gives what they print; where none does, the row
//! says so. Figures of speed are not here: they take a clock. Whoever has one makes a [`Row`] of its own with [`judge`].

mod article_a;
mod article_b;
mod article_c;
mod case;
mod remarks;
mod row;

use std::sync::Arc;

pub use remarks::Remark;
pub use row::{Document, Reading, Row, Verdict, judge};

use crate::{keys::HashedKeys, link, placing::Placing, snapshot::Snapshot};
use case::{Case, Moved, PLANS, Plan, Results, Run};

/// A row before it is measured.
#[derive(Clone, Copy)]
struct Entry {
    group: &'static str,
    /// What stands before the claim; may be empty.
    method: &'static str,
    claim: &'static str,
    published: &'static str,
    /// What has to be measured before; `None` where arithmetic is enough.
    case: Option<Case>,
    /// The value, from the runs of the case.
    read: fn(&[Run]) -> Reading,
    /// Why the two differ, should they.
    why: &'static str,
}

/// Why a row differs that was not known to.
const UNKNOWN: &str = "What is measured here may not be the document's configuration.";

impl Entry {
    /// Measured by a case; of arithmetic where there is none.
    const fn of(
        group: &'static str,
        claim: &'static str,
        published: &'static str,
        case: Option<Case>,
        read: fn(&[Run]) -> Reading,
    ) -> Self {
        Self { group, method: "", claim, published, case, read, why: UNKNOWN }
    }

    fn row(&self, document: Document, runs: &[Run]) -> Row {
        let (measured, verdict) = judge(self.published, &(self.read)(runs), self.why);
        Row {
            document,
            group: self.group,
            claim: [self.method, self.claim].concat(),
            published: self.published,
            measured,
            verdict,
            link: runs.first().map(|run| link::encode(&run.scenario).query),
        }
    }
}

/// The tables being measured, in steps of a few milliseconds.
pub struct Sources {
    entries: Vec<(Document, Entry)>,
    results: Results,
    placing: Option<Placing>,
    /// A placement that is done and not looked at yet.
    placed: Option<Snapshot>,
    /// The placement that changes are held against; `None` while it is being placed.
    base: Option<Snapshot>,
    /// The keys of the placement before, for those that have the same.
    known: Option<Arc<HashedKeys>>,
    done: u64,
    all: u64,
    rows: Vec<Row>,
    notes: Vec<Remark>,
}

impl Default for Sources {
    fn default() -> Self {
        Self::new()
    }
}

impl Sources {
    /// Nothing is measured yet, and all rows are there that need no measurement before the first that does.
    #[must_use]
    pub fn new() -> Self {
        let rows = [article_a::ROWS.to_vec(), article_b::ROWS.to_vec(), article_c::entries()];
        let entries = Document::ALL.into_iter().zip(rows);
        let entries = entries.flat_map(|(document, rows)| rows.into_iter().map(move |entry| (document, entry)));
        let mut sources = Self {
            entries: entries.collect(),
            results: Results::default(),
            placing: None,
            placed: None,
            base: None,
            known: None,
            done: 0,
            all: PLANS.iter().map(Plan::placements).sum(),
            rows: Vec::new(),
            notes: Vec::new(),
        };
        sources.write();
        sources
    }

    /// Keys that were placed, of all that will be.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (self.done, self.all)
    }

    /// Is everything measured?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.results.complete == PLANS.len()
    }

    /// The rows that are known so far, in the order of the documents.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many rows there will be.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.entries.len()
    }

    /// What is said of the documents' errors so far, in the order of the documents.
    #[must_use]
    pub fn notes(&self) -> &[Remark] {
        &self.notes
    }

    /// Goes on: builds the tables of one placement, places one portion of its keys, or reads what came of it.
    pub fn step(&mut self) {
        let Some(plan) = PLANS.get(self.results.complete) else { return };
        if let Some(snapshot) = self.placed.take() {
            self.take_in(plan, snapshot);
            return;
        }
        let Some(placing) = &mut self.placing else {
            self.begin(plan);
            return;
        };
        let before = placing.progress().0;
        let is_placed = placing.step();
        self.done += u64::from(placing.progress().0 - before);
        if is_placed {
            self.placed = self.placing.take().map(Placing::finish);
        }
    }

    /// The runs of the plan in work, and in which change of the last one it is.
    fn runs(&mut self) -> &mut Vec<Run> {
        let at = self.results.complete;
        self.results.runs.resize_with(at + 1, Vec::new);
        &mut self.results.runs[at]
    }

    fn begin(&mut self, plan: &Plan) {
        let scenario = match &self.base {
            None => plan.scenario(self.runs().len()),
            Some(base) => {
                let mut scenario = base.scenario().clone();
                let change = self.runs().last().map_or(0, |run| run.moves.len());
                if let Some(change) = (plan.changes)().into_iter().nth(change) {
                    // Never refused: the tests carry out every change.
                    scenario.apply(change).ok();
                }
                scenario
            }
        };
        // Those of other keys are large, and of no use any more.
        self.known = self.known.take().filter(|known| known.keys() == &scenario.keys);
        self.placing = Some(Placing::new(scenario, self.known.as_ref().as_slice(), None));
    }

    fn take_in(&mut self, plan: &Plan, snapshot: Snapshot) {
        self.known = Some(Arc::clone(snapshot.keys()));
        let changes = (plan.changes)().len();
        let base = self.base.take();
        let moved = base.as_ref().map(|base| Moved::between(base, &snapshot));
        let runs = self.runs();
        match (moved, runs.last_mut()) {
            (Some(moved), Some(run)) => run.moves.push(moved),
            _ => runs.push(Run::of(&snapshot)),
        }
        if runs.last().is_some_and(|run| run.moves.len() < changes) {
            self.base = base.or(Some(snapshot));
        } else if runs.len() == plan.fleets.len() {
            self.results.complete += 1;
            self.write();
        }
        if self.is_complete() {
            self.known = None;
        }
    }

    /// The rows and notes for which all is measured now.
    fn write(&mut self) {
        while let Some(&(document, entry)) = self.entries.get(self.rows.len()) {
            if entry.case.is_some_and(|case| !self.results.has(case)) {
                break;
            }
            self.rows.push(entry.row(document, entry.case.map_or(&[], |case| self.results.runs(case))));
        }
        remarks::write(&self.results, &mut self.notes);
    }
}
