//! What is measured of a run over time: what each lane of lines shows, and the columns of the table beside them.

use placement::{
    drill::{Run, Sample, clock::TICKS_A_SECOND, quantity},
    number::{decimal, thousands},
};

use crate::lab::sheet::NO_FIGURE;

/// A measure of a span of a run.
#[derive(Debug)]
pub struct Measure {
    /// Above its lane, with its unit.
    pub title: &'static str,
    /// Of its column.
    pub head: &'static str,
    /// Behind a number of the scale and of the column.
    pub unit: &'static str,
    /// Places of a number in the column.
    pub places: u32,
    /// What it is; not a number where the span is too short to tell.
    pub read: fn(&Sample, &Run) -> f64,
    /// Is each span of its lane told with all before it?
    pub adds_up: bool,
    /// Shares end at 100.
    pub most: Option<f64>,
}

impl Measure {
    /// What it is of a span, with its unit.
    #[must_use]
    pub fn told(&self, span: &Sample, run: &Run) -> String {
        let value = (self.read)(span, run);
        if value.is_finite() { format!("{}{}", decimal(value, self.places), self.unit) } else { NO_FIGURE.into() }
    }
}

/// Hits of all reads.
pub static HIT_RATE: Measure = Measure {
    title: "Hit rate, % of reads",
    head: "hit rate",
    unit: " %",
    places: 1,
    read: |span, _| span.hit_rate() * 100.0,
    adds_up: false,
    most: Some(100.0),
};

/// The same where data is durable: what is not found is no miss.
pub static FOUND: Measure = Measure { title: "Reads that found their item, %", head: "found", ..HIT_RATE };

/// What the database is asked for.
pub static DATABASE: Measure = Measure {
    title: "Reads meant for the database, a second",
    head: "for the database, reads/s",
    unit: "",
    places: 0,
    read: |span, run| span.database_reads_per_s(run.plan().scale()),
    adds_up: false,
    most: None,
};

/// Reads that nobody answered, of all.
pub static FAILED: Measure = Measure {
    title: "Reads that failed, %",
    head: "failed",
    unit: " %",
    places: 1,
    read: |span, _| span.failure_rate() * 100.0,
    adds_up: false,
    most: None,
};

/// How long an answered read took; only in tables.
pub static ANSWER: Measure = Measure {
    title: "Mean answer, ms",
    head: "mean answer, ms",
    unit: "",
    places: 2,
    read: |span, _| span.latency_ms(),
    adds_up: false,
    most: None,
};

static MOVED: Measure = Measure {
    title: "Keys that change their owner, a minute",
    head: "keys moved a minute",
    unit: "",
    places: 0,
    read: |span, run| {
        let clients = quantity::CLIENTS.of(&run.plan().settings);
        span.moved_keys_per_minute(clients, run.plan().scale())
    },
    adds_up: false,
    most: None,
};

static DISAGREE: Measure = Measure {
    title: "Keys about which two clients disagree, % of all keys",
    head: "keys in dispute",
    unit: " %",
    places: 1,
    read: |span, run| match span.ticks {
        // It is counted at the end of each second.
        0..TICKS_A_SECOND => f64::NAN,
        _ => f64::from(span.disagreeing_keys) / f64::from(run.keys().max(1)) * 100.0,
    },
    adds_up: false,
    most: None,
};

static HELD_TWICE: Measure = Measure {
    title: "Entries whose key another node holds too",
    head: "entries held twice",
    unit: "",
    places: 0,
    read: |span, run| f64::from(span.spare_copies) * f64::from(run.plan().scale()),
    adds_up: false,
    most: None,
};

static STALE: Measure = Measure {
    title: "Stale hits, of a million hits",
    head: "stale, of a million hits",
    unit: "",
    places: 0,
    read: |span, _| if span.hits == 0 { 0.0 } else { span.stale_hits as f64 / span.hits as f64 * 1e6 },
    adds_up: false,
    most: None,
};

static BUSIEST: Measure = Measure {
    title: "Busiest node, requests over its fair share",
    head: "busiest node over its fair share",
    unit: " ×",
    places: 2,
    read: |span, run| run.busiest_over_fair_share(span).unwrap_or(0.0),
    adds_up: false,
    most: None,
};

static COPIED: Measure = Measure {
    title: "Copied, % of what is to be",
    head: "copied, of what is to be",
    unit: " %",
    places: 1,
    read: |span, run| span.copied as f64 / run.moving().items.max(1) as f64 * 100.0,
    adds_up: true,
    most: Some(100.0),
};

/// What a drill is about, besides hits and the database.
#[must_use]
pub fn own(id: &str) -> Vec<&'static Measure> {
    match id {
        "flap" => vec![&MOVED],
        "views" => vec![&DISAGREE, &HELD_TWICE, &STALE],
        "hot" => vec![&BUSIEST],
        "durable" => vec![&COPIED],
        _ => vec![&FAILED],
    }
}

/// The columns of a run in the table of spans: the lanes' measures, then what has no lane.
#[must_use]
pub fn columns(id: &str) -> Vec<&'static Measure> {
    let mut all = vec![&HIT_RATE, &DATABASE];
    all.extend(own(id));
    let rest: [&'static Measure; 2] = [&FAILED, &ANSWER];
    for one in rest {
        if !all.iter().any(|known| std::ptr::eq(*known, one)) {
            all.push(one);
        }
    }
    all
}

/// The oldest and the newest version of the membership that a client had: `0`, or `0 to 1`.
#[must_use]
pub fn versions(span: &Sample) -> String {
    let (oldest, newest) = span.versions;
    let [oldest, newest] = [oldest, newest].map(thousands);
    if oldest == newest { oldest } else { format!("{oldest} to {newest}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::drill::{Asked, catalogue::document_fleet};

    #[test]
    fn a_span_is_told_with_its_denominators() {
        let plans = Asked::new("views").map(|asked| asked.runs(&document_fleet())).expect("a drill");
        let run = Run::new(plans.into_iter().next().expect("a run")).expect("a plan");
        // Of 25,000,000 keys 125,000 are simulated: 12,500 are a tenth, and 40 entries stand for 8,000.
        let span = Sample {
            ticks: 20,
            reads: 2_500,
            hits: 2_000,
            misses: 450,
            failures: 50,
            stale_hits: 3,
            disagreeing_keys: 12_500,
            spare_copies: 40,
            versions: (0, 1),
            ..Sample::default()
        };
        let told: Vec<String> = columns("views").into_iter().map(|one| one.told(&span, &run)).collect();
        assert_eq!(told[..6], ["80.0 %", "45,000", "10.0 %", "8,000", "1,500", "2.0 %"]);
        assert_eq!((versions(&span), versions(&Sample::default())), ("0 to 1".into(), "0".into()));
        // Disagreement is counted at the end of each second; before, nothing is said of it.
        assert_eq!(DISAGREE.told(&Sample { ticks: 9, ..span }, &run), NO_FIGURE);
    }

    #[test]
    fn no_column_stands_twice() {
        for id in placement::drill::catalogue::IDS {
            let heads: Vec<&str> = columns(id).into_iter().map(|one| one.head).collect();
            assert!(heads.iter().enumerate().all(|(at, head)| !heads[..at].contains(head)), "{heads:?}");
            assert!(["hit rate", "failed"].iter().all(|head| heads.contains(head)), "{heads:?}");
        }
    }
}
