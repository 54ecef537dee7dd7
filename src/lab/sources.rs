//! Every published figure of the sources beside the value measured now, and what they say that does not hold.

use placement::{
    lab::sources::{Document, Sources, Verdict},
    number::thousands,
};

use super::{
    Options, Progress, Study,
    sheet::{Plate, Sheet, Table},
};

/// Keys in a piece of progress: all of them are many millions.
const PIECE: u64 = 1_000;

pub(super) struct SourcesStudy(Sources);

impl SourcesStudy {
    pub(super) fn new() -> Self {
        Self(Sources::new())
    }
}

fn verdict_words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Same => "same".into(),
        Verdict::WithinNoise { width } => format!("within sampling noise, {width}"),
        Verdict::Differs { why } => format!("differs: {why}"),
    }
}

impl Study for SourcesStudy {
    fn step(&mut self) -> bool {
        let before = self.0.rows().len() + self.0.notes().len();
        self.0.step();
        self.0.rows().len() + self.0.notes().len() > before
    }

    fn progress(&self) -> Progress {
        let (done, all) = self.0.progress();
        // Reading the last placement comes after its last key.
        let open = u64::from(!self.0.is_complete());
        Progress {
            done: (done / PIECE) as usize,
            all: (all / PIECE + open) as usize,
            unit: "thousand placements of a key",
        }
    }

    fn sheet(&self, _: &Options) -> Sheet {
        let plate = |document: Document| {
            let mut table = Table::new(&["what is measured", "published", "measured here", "verdict"], &[]);
            for row in self.0.rows().iter().filter(|row| row.document == document) {
                let words = verdict_words(&row.verdict);
                let claim = format!("{}: {}", row.group, row.claim);
                table.push(
                    vec![claim, row.published.to_owned(), row.measured.clone(), words],
                    row.verdict != Verdict::Same,
                );
                if let Some(last) = table.rows.last_mut() {
                    last.link.clone_from(&row.link);
                }
            }
            Plate { title: document.title().into(), caption: document.setting().into(), figure: None, table }
        };
        let mut plates: Vec<Plate> = Document::ALL.into_iter().map(plate).collect();
        let mut table = Table::new(&["what is said", "what holds", "where"], &[]);
        for note in self.0.notes() {
            let at = match note.document {
                Document::A => "the first",
                Document::B => "the second",
                Document::C => "the third",
            };
            table.push(vec![note.says.to_owned(), note.evidence.clone(), at.to_owned()], false);
        }
        plates.push(Plate {
            title: "What they say that does not hold".into(),
            caption: "Every number here is computed by this page from the measurements above or by the formula that is named.".into(),
            figure: None,
            table,
        });
        Sheet { finding: self.finding(), notes: Vec::new(), plates }
    }
}

impl SourcesStudy {
    fn finding(&self) -> String {
        let rows = self.0.rows();
        let count = |is: fn(&Verdict) -> bool| rows.iter().filter(|row| is(&row.verdict)).count() as u64;
        let all = self.0.row_count() as u64;
        let open = all - rows.len() as u64;
        let rest = if open > 0 { format!("; {} are still to be measured", thousands(open)) } else { String::new() };
        format!(
            "Of {} published figures {} come out the same in your browser, {} within sampling noise, {} differ{rest}.",
            thousands(all),
            thousands(count(|verdict| *verdict == Verdict::Same)),
            thousands(count(|verdict| matches!(verdict, Verdict::WithinNoise { .. }))),
            thousands(count(|verdict| matches!(verdict, Verdict::Differs { .. })))
        )
    }
}
