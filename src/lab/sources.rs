//! Every published figure of the sources beside the value measured now, and what they say that does not hold.

use std::sync::Arc;

use placement::{
    fleet::Fleet,
    hash::HashFn,
    keys::{HashedKeys, Keys},
    lab::sources::{Document, Reading, Sources, Verdict, judge},
    number::{Ratio, thousands},
    parameter::{self, Value},
    scenario::{Command, Scenario},
};

use super::{
    Clock, Options, Progress, Study,
    sheet::{Plate, Sheet, Table},
};

/// Keys in a piece of progress: all of them are many millions.
const PIECE: u64 = 1_000;

/// Rounds of each timing; the median counts.
const ROUNDS: usize = 9;
/// Lookups in a round.
const LOOKUPS: u32 = 20_000;

/// The hashes whose speed the first document tells, and what it tells: lookups in a second, then how many times faster.
const SPEEDS: [(&str, HashFn, bool, &str); 3] = [
    ("MD5", HashFn::Md5, false, "423,000 lookups/s"),
    ("FNV-1a", HashFn::Fnv1a32, false, "about 15x"),
    ("FNV-1a with fmix32", HashFn::Fnv1a32, true, "roughly 13x"),
];

pub(super) struct SourcesStudy {
    sources: Sources,
    clock: Clock,
    /// Seconds for all lookups of a round, of each of [`SPEEDS`] that is timed.
    seconds: Vec<f64>,
    rounds: Vec<f64>,
}

impl SourcesStudy {
    pub(super) fn new(clock: Clock) -> Self {
        Self { sources: Sources::new(), clock, seconds: Vec::new(), rounds: Vec::new() }
    }

    /// A round of timing: each key written out, hashed and looked up on the first document's ring.
    fn time(&mut self) -> bool {
        let Some(&(_, hash, finaliser, _)) = SPEEDS.get(self.seconds.len()) else { return false };
        let mut scenario = Scenario {
            fleet: Fleet::from_names((1..=8).map(|number| format!("cache-0{number}"))).unwrap_or_default(),
            keys: Keys::Pattern { pattern: "session:user:{i}".into(), first: 0, count: LOOKUPS },
            ..Scenario::default()
        };
        for (parameter, value) in
            [(&parameter::HASH, parameter::hash_value(hash)), (&parameter::FINALISER, Value::Switch(finaliser))]
        {
            // A hash and a switch that there are always fit.
            let _ = scenario.apply(Command::Set(parameter, value));
        }
        let placed = (scenario.algorithm.build)(&scenario.fleet, &scenario.settings);
        let start = (self.clock)();
        let owners = placed.place(&Arc::new(HashedKeys::new(&scenario.keys, placed.key_hashing())));
        self.rounds.push(((self.clock)() - start) / 1_000.0);
        std::hint::black_box(owners);
        if self.rounds.len() < ROUNDS {
            return false;
        }
        let order = placement::order::places(ROUNDS, &|a, b| self.rounds[a].total_cmp(&self.rounds[b]));
        self.seconds.push(self.rounds[order[ROUNDS / 2]]);
        self.rounds.clear();
        true
    }

    /// How fast the lookups are, beside what is told of them.
    fn speeds(&self) -> Plate {
        let mut table = Table::new(&["what is measured", "published", "measured here", "verdict"], &[]);
        let in_a_second = |seconds: f64| (f64::from(LOOKUPS) / seconds.max(1e-9)).round() as u64;
        for (&seconds, (name, _, _, published)) in self.seconds.iter().zip(SPEEDS) {
            let lookups = in_a_second(seconds);
            let (claim, reading, why) = if table.rows.is_empty() {
                let reading = Reading::of(vec![Ratio::new(lookups, 1u32)]);
                (
                    format!("Lookups of a key on 8 nodes of 160 points, hashed with {name}"),
                    reading,
                    "the document's ring runs in Node.js on another machine, this one in WebAssembly on yours.",
                )
            } else {
                let reading = Reading::of(vec![Ratio::new(lookups, in_a_second(self.seconds[0]))]);
                (
                    format!("The same with {name}, times as fast as MD5"),
                    reading.with(format!("{} lookups/s", thousands(lookups))),
                    "in Node.js most of MD5's time goes into calling a crypto module; here all hashes are compiled alike.",
                )
            };
            let (measured, verdict) = judge(published, &reading, why);
            table.push(vec![claim, published.into(), measured, verdict_words(&verdict)], false);
        }
        Plate {
            title: "How fast: the first document's ring in your browser".into(),
            caption: format!(
                "Each of {} keys is written out, hashed and looked up; median of {ROUNDS} rounds.",
                thousands(LOOKUPS)
            ),
            figure: None,
            table,
        }
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
        if self.sources.is_complete() {
            return self.time();
        }
        let before = self.sources.rows().len() + self.sources.notes().len();
        self.sources.step();
        self.sources.rows().len() + self.sources.notes().len() > before
    }

    fn progress(&self) -> Progress {
        let (done, all) = self.sources.progress();
        // Timing comes after all placements, of which it is a small part.
        let timed = self.seconds.len() as u64;
        Progress {
            done: (done / PIECE + timed) as usize,
            all: (all / PIECE) as usize + SPEEDS.len(),
            unit: "thousand placements of a key",
        }
    }

    fn sheet(&self, _: &Options) -> Sheet {
        let plate = |document: Document| {
            let mut table = Table::new(&["what is measured", "published", "measured here", "verdict"], &[]);
            for row in self.sources.rows().iter().filter(|row| row.document == document) {
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
        for note in self.sources.notes() {
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
        plates.push(self.speeds());
        Sheet { finding: self.finding(), notes: Vec::new(), plates }
    }
}

impl SourcesStudy {
    fn finding(&self) -> String {
        let rows = self.sources.rows();
        let count = |is: fn(&Verdict) -> bool| rows.iter().filter(|row| is(&row.verdict)).count() as u64;
        let all = self.sources.row_count() as u64;
        let open = all - rows.len() as u64;
        let rest = if open > 0 { format!("; {} are still to be measured", thousands(open)) } else { String::new() };
        let different = count(|verdict| matches!(verdict, Verdict::Differs { .. }));
        format!(
            "Of {} published figures {} come out the same in your browser, {} within sampling noise, {} {}{rest}.",
            thousands(all),
            thousands(count(|verdict| *verdict == Verdict::Same)),
            thousands(count(|verdict| matches!(verdict, Verdict::WithinNoise { .. }))),
            thousands(different),
            if different == 1 { "differs" } else { "differ" }
        )
    }
}
