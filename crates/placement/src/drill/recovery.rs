//! How bad it became and how long it lasted, watched second by second while a run goes on, so that it does not hang on how
//! finely the series are kept.

use std::collections::VecDeque;

use super::{
    clock::{TICKS_A_SECOND, ticks_of_s},
    series::Sample,
};

/// Seconds over which the worst is taken.
const WORST_OVER: usize = 10;
/// Seconds over which a recovery is told.
const RECOVERED_OVER: usize = 30;
/// A fleet has recovered when its hit rate is at most this much below what it was: two percentage points.
pub const RECOVERED_WITHIN: f64 = 0.02;

/// Reads, hits and database reads of a second.
#[derive(Clone, Copy, Debug, Default)]
struct Second {
    reads: u64,
    hits: u64,
    database: u64,
}

impl Second {
    fn add(&mut self, other: &Self) {
        self.reads += other.reads;
        self.hits += other.hits;
        self.database += other.database;
    }

    fn hit_rate(&self) -> f64 {
        if self.reads == 0 { 1.0 } else { self.hits as f64 / self.reads as f64 }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Recovery {
    /// Of the nodes as they were filled.
    expected_hit_rate: f64,
    first_event_tick: Option<u32>,
    before: Second,
    second: Second,
    last: VecDeque<Second>,
    worst_hit_rate: Option<(f64, u32)>,
    most_database: Option<(u64, u32)>,
    last_below_tick: Option<u32>,
    overloaded_ticks: u32,
    tick: u32,
}

/// A run so far, in a few numbers. Reads are simulated ones.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    /// Hits of all reads before the first event, 0 to 1; of the nodes as they were filled where there was no time.
    pub usual_hit_rate: f64,
    /// The lowest hit rate of ten seconds, 0 to 1, and when they ended. Before the first event there is none.
    pub worst_hit_rate: Option<(f64, u32)>,
    /// The most reads meant for the database in ten seconds, and when they ended.
    pub most_database_reads: Option<(u64, u32)>,
    /// Ticks in which more flowed to the database than it can serve, or some waited.
    pub database_overloaded_ticks: u32,
    /// When the first event was.
    pub first_event_tick: Option<u32>,
    /// Ticks from the first event until the hit rate of thirty seconds was at most [`RECOVERED_WITHIN`] below the usual
    /// for good; 0 where it never was below. `None` where it still is, or nothing has happened.
    pub ticks_to_recover: Option<u32>,
}

impl Recovery {
    pub(super) fn new(first_event_tick: Option<u32>) -> Self {
        Self { first_event_tick, ..Self::default() }
    }

    /// The hit rate that nodes as they were filled would have.
    pub(super) fn expect(&mut self, hit_rate: f64) {
        self.expected_hit_rate = hit_rate;
    }

    /// Something happens now.
    pub(super) fn note_event(&mut self, tick: u32) {
        self.first_event_tick = Some(self.first_event_tick.map_or(tick, |first| first.min(tick)));
    }

    /// The first event is another one; it is still to come, or the same as before.
    pub(super) fn set_first_event(&mut self, tick: Option<u32>) {
        self.first_event_tick = tick;
    }

    /// The hit rate before the first event.
    pub(super) fn usual_hit_rate(&self) -> f64 {
        // Below a few seconds chance says more than the count.
        if self.before.reads < 1_000 { self.expected_hit_rate } else { self.before.hit_rate() }
    }

    /// The end of a tick.
    pub(super) fn add(&mut self, tick: u32, sample: &Sample, is_overloaded: bool) {
        self.tick = tick + 1;
        self.overloaded_ticks += u32::from(is_overloaded);
        let of_tick = Second { reads: sample.reads, hits: sample.hits, database: sample.misses + sample.refused };
        let has_begun = self.first_event_tick.is_some_and(|first| first <= tick);
        if !has_begun {
            self.before.add(&of_tick);
        }
        self.second.add(&of_tick);
        if !self.tick.is_multiple_of(TICKS_A_SECOND) {
            return;
        }
        if self.last.len() == RECOVERED_OVER {
            self.last.pop_front();
        }
        self.last.push_back(std::mem::take(&mut self.second));
        if has_begun {
            self.judge();
        }
    }

    fn over(&self, seconds: usize) -> Second {
        let mut sum = Second::default();
        self.last.iter().rev().take(seconds).for_each(|second| sum.add(second));
        sum
    }

    fn judge(&mut self) {
        let short = self.over(WORST_OVER);
        if self.worst_hit_rate.is_none_or(|worst| short.hit_rate() < worst.0) {
            self.worst_hit_rate = Some((short.hit_rate(), self.tick));
        }
        if self.most_database.is_none_or(|most| short.database > most.0) {
            self.most_database = Some((short.database, self.tick));
        }
        if self.over(RECOVERED_OVER).hit_rate() < self.usual_hit_rate() - RECOVERED_WITHIN {
            self.last_below_tick = Some(self.tick);
        }
    }

    pub(super) fn summary(&self) -> Summary {
        let settled = ticks_of_s(RECOVERED_OVER as u32);
        let ticks_to_recover =
            self.first_event_tick.filter(|&first| first < self.tick).and_then(|first| match self.last_below_tick {
                None => (self.tick >= first + settled).then_some(0),
                Some(below) => (self.tick >= below + settled).then(|| below.saturating_sub(first)),
            });
        Summary {
            usual_hit_rate: self.usual_hit_rate(),
            worst_hit_rate: self.worst_hit_rate,
            most_database_reads: self.most_database,
            database_overloaded_ticks: self.overloaded_ticks,
            first_event_tick: self.first_event_tick,
            ticks_to_recover,
        }
    }
}

impl Summary {
    /// The most reads a second meant for the database, over ten seconds, at full scale.
    #[must_use]
    pub fn most_database_per_s(&self, scale: u32) -> f64 {
        self.most_database_reads.map_or(0.0, |(reads, _)| (reads * u64::from(scale)) as f64 / WORST_OVER as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_ten_seconds_and_the_time_to_recover() {
        let mut recovery = Recovery::new(Some(600));
        // 90 of 100 hits for a minute, 50 for 20 s, 85 for 40 s, then 90 again.
        for tick in 0..3_000u32 {
            let hits = match tick {
                0..600 => 90,
                600..800 => 50,
                800..1_200 => 85,
                _ => 90,
            };
            recovery.add(tick, &Sample { reads: 100, hits, misses: 100 - hits, ..Sample::default() }, hits < 60);
        }
        let summary = recovery.summary();
        assert_eq!(summary.usual_hit_rate, 0.9);
        assert_eq!(summary.worst_hit_rate, Some((0.5, 700)));
        assert_eq!((summary.most_database_reads, summary.most_database_per_s(200)), (Some((5_000, 700)), 100_000.0));
        assert_eq!(summary.database_overloaded_ticks, 200);
        // Over 30 s the mean is 88 when 12 of them are still of the 85: at 1,380 it is above by a hair of rounding.
        assert_eq!(summary.ticks_to_recover, Some(1_370 - 600));
    }

    #[test]
    fn nothing_lost_is_no_time_and_nothing_happened_is_none() {
        let sample = Sample { reads: 100, hits: 90, misses: 10, ..Sample::default() };
        let [mut eventless, mut harmless] = [Recovery::new(None), Recovery::new(Some(100))];
        for tick in 0..1_000 {
            eventless.add(tick, &sample, false);
            harmless.add(tick, &sample, false);
        }
        assert_eq!(eventless.summary().ticks_to_recover, None);
        assert_eq!(harmless.summary().ticks_to_recover, Some(0));
    }
}
