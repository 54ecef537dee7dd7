//! What a run gives over time: a row of samples, each the exact counts of a span of ticks. When there are too many, each
//! two neighbours become one, so that a run of any length takes the same room.

use std::sync::Arc;

use super::clock::{TICKS_A_SECOND, s_of_ticks};

/// Most samples that are kept.
pub const MOST_SAMPLES: usize = 1_200;
/// Most counts of nodes in all samples together; a sample takes 40 bytes for each node.
const MOST_NODE_SAMPLES: usize = MOST_SAMPLES * 128;

/// Most samples of so many nodes: of a large fleet half as many.
fn most_samples(nodes: usize) -> usize {
    (MOST_NODE_SAMPLES / nodes.max(1)).clamp(MOST_SAMPLES / 2, MOST_SAMPLES)
}

/// How a node does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeState {
    /// It serves as before the first event.
    #[default]
    Up,
    /// It runs, and its hit rate of the last ten seconds is ten points below the fleet's before the first event.
    Warming,
    /// More requests come than it can serve.
    Overloaded,
    /// It does not run, or answers nobody.
    Down,
    /// It has left the fleet, or has not come yet.
    Absent,
}

impl NodeState {
    /// In a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Warming => "warming",
            Self::Overloaded => "overloaded",
            Self::Down => "down",
            Self::Absent => "absent",
        }
    }
}

/// Counts of one node in a span of ticks, as simulated: times the scale they are those of the full fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeSample {
    /// Requests of all kinds that reached it: reads, fills, writes.
    pub requests: u64,
    /// Reads that it answered with what it held.
    pub hits: u64,
    /// Reads that it did not hold, and that the database answered.
    pub misses: u64,
    /// Requests that it did not answer: stopped, cut off or overloaded.
    pub failed: u64,
    /// Entries that it held at the end.
    pub entries: u32,
    /// How it did at the end.
    pub state: NodeState,
}

/// Counts in a span of ticks, as simulated: times the scale they are those of the full fleet. Every read is one of hit,
/// miss or failure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// Ticks that it spans.
    pub ticks: u32,
    /// Reads.
    pub reads: u64,
    /// Reads that a cache answered: front caches, and owners of before under dual reads, included.
    pub hits: u64,
    /// Of the hits those of the clients' front caches; no node saw them.
    pub front_hits: u64,
    /// Of the hits those on a key's owner of before, or on a node that another client fills.
    pub elsewhere_hits: u64,
    /// Of the hits those on a copy that was older than the last write.
    pub stale_hits: u64,
    /// Reads that the database answered.
    pub misses: u64,
    /// Reads that nobody answered.
    pub failures: u64,
    /// Of the failures those that the database refused.
    pub refused: u64,
    /// Of the failures those for data that was not where it was sought: only where data is durable.
    pub not_found: u64,
    /// Writes.
    pub writes: u64,
    /// Requests to nodes that were not answered; a read can have several.
    pub failed_requests: u64,
    /// Entries that made room for others.
    pub evictions: u64,
    /// Keys that changed their owner for a client, summed over all clients.
    pub moved_keys: u64,
    /// Nodes that were marked down, summed over all clients.
    pub ejections: u64,
    /// Items that were copied to another node because their owner is another now.
    pub copied: u64,
    /// Microseconds that all answered reads took together.
    pub latency_us: u64,
    /// Microseconds that a read waited for the database and was served by it, summed over the ticks.
    pub database_us: u64,
    /// The longest of these.
    pub most_database_us: u64,
    /// Full-scale reads a second that flowed to the database, summed over the ticks.
    pub database_load: u64,
    /// Most keys on which two clients disagreed at the end of a second.
    pub disagreeing_keys: u32,
    /// Copies of keys besides the first of each, at the end.
    pub spare_copies: u32,
    /// The oldest and the newest version of the membership that a client had, at the end.
    pub versions: (u32, u32),
    /// By the run's numbers of nodes.
    pub nodes: Vec<NodeSample>,
}

/// A part of a whole; 0 of nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl Sample {
    /// Hits of all reads, 0 to 1.
    #[must_use]
    pub fn hit_rate(&self) -> f64 {
        share(self.hits, self.reads)
    }

    /// Failures of all reads, 0 to 1.
    #[must_use]
    pub fn failure_rate(&self) -> f64 {
        share(self.failures, self.reads)
    }

    /// Reads a second that were meant for the database, refused ones included, at full scale.
    #[must_use]
    pub fn database_reads_per_s(&self, scale: u32) -> f64 {
        self.per_s(self.misses + self.refused, scale)
    }

    /// So many in this span, as so many a second at full scale.
    #[must_use]
    pub fn per_s(&self, count: u64, scale: u32) -> f64 {
        if self.ticks == 0 { 0.0 } else { (count * u64::from(scale)) as f64 / s_of_ticks(self.ticks) }
    }

    /// Keys that changed their owner in a minute, in the mean over the clients, at full scale.
    #[must_use]
    pub fn moved_keys_per_minute(&self, clients: u32, scale: u32) -> f64 {
        self.per_s(self.moved_keys, scale) * 60.0 / f64::from(clients.max(1))
    }

    /// The mean time of an answered read, in milliseconds.
    #[must_use]
    pub fn latency_ms(&self) -> f64 {
        share(self.latency_us, self.hits + self.misses) / 1e3
    }

    /// The mean time that the database took with its queue, in milliseconds.
    #[must_use]
    pub fn database_ms(&self) -> f64 {
        share(self.database_us, u64::from(self.ticks)) / 1e3
    }

    /// The requests of the busiest node over the mean of those that are there; 0 without requests.
    #[must_use]
    pub fn busiest_over_mean(&self) -> f64 {
        let there = || self.nodes.iter().filter(|node| node.state != NodeState::Absent);
        let most = there().map(|node| node.requests).max().unwrap_or(0);
        share(most * there().count() as u64, there().map(|node| node.requests).sum())
    }

    /// Adds what came after it.
    pub(super) fn add(&mut self, later: &Self) {
        let Self { ticks, reads, hits, front_hits, elsewhere_hits, stale_hits, misses, failures, refused, .. } = later;
        self.ticks += ticks;
        for (sum, count) in [
            (&mut self.reads, reads),
            (&mut self.hits, hits),
            (&mut self.front_hits, front_hits),
            (&mut self.elsewhere_hits, elsewhere_hits),
            (&mut self.stale_hits, stale_hits),
            (&mut self.misses, misses),
            (&mut self.failures, failures),
            (&mut self.refused, refused),
            (&mut self.not_found, &later.not_found),
            (&mut self.writes, &later.writes),
            (&mut self.failed_requests, &later.failed_requests),
            (&mut self.evictions, &later.evictions),
            (&mut self.moved_keys, &later.moved_keys),
            (&mut self.ejections, &later.ejections),
            (&mut self.copied, &later.copied),
            (&mut self.latency_us, &later.latency_us),
            (&mut self.database_us, &later.database_us),
            (&mut self.database_load, &later.database_load),
        ] {
            *sum += count;
        }
        self.most_database_us = self.most_database_us.max(later.most_database_us);
        self.disagreeing_keys = self.disagreeing_keys.max(later.disagreeing_keys);
        self.spare_copies = later.spare_copies;
        self.versions = later.versions;
        if self.nodes.len() < later.nodes.len() {
            self.nodes.resize(later.nodes.len(), NodeSample { state: NodeState::Absent, ..NodeSample::default() });
        }
        for (sum, node) in self.nodes.iter_mut().zip(&later.nodes) {
            sum.requests += node.requests;
            sum.hits += node.hits;
            sum.misses += node.misses;
            sum.failed += node.failed;
            (sum.entries, sum.state) = (node.entries, node.state);
        }
    }

    /// Every number of it, for a digest.
    fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        [
            u64::from(self.ticks),
            self.reads,
            self.hits,
            self.front_hits,
            self.elsewhere_hits,
            self.stale_hits,
            self.misses,
            self.failures,
            self.refused,
            self.not_found,
            self.writes,
            self.failed_requests,
            self.evictions,
            self.moved_keys,
            self.ejections,
            self.copied,
            self.latency_us,
            self.database_us,
            self.most_database_us,
            self.database_load,
            u64::from(self.disagreeing_keys),
            u64::from(self.spare_copies),
            u64::from(self.versions.0),
            u64::from(self.versions.1),
        ]
        .into_iter()
        .chain(self.nodes.iter().flat_map(|node| {
            [node.requests, node.hits, node.misses, node.failed, u64::from(node.entries), node.state as u64]
        }))
    }
}

/// The samples of a run, and what they sum up to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    interval_ticks: u32,
    /// Shared with the checkpoints: what is over does not change.
    samples: Vec<Arc<Sample>>,
    total: Sample,
}

impl Default for Series {
    fn default() -> Self {
        Self { interval_ticks: TICKS_A_SECOND, samples: Vec::new(), total: Sample::default() }
    }
}

impl Series {
    /// Ticks of a whole sample: a second at first, twice as many each time that there are too many samples.
    #[must_use]
    pub fn interval_ticks(&self) -> u32 {
        self.interval_ticks
    }

    /// The samples in order. The last may not be whole yet.
    #[must_use]
    pub fn samples(&self) -> &[Arc<Sample>] {
        &self.samples
    }

    /// All of them together.
    #[must_use]
    pub fn total(&self) -> &Sample {
        &self.total
    }

    /// The samples that begin within a span of ticks, together.
    #[must_use]
    pub fn between(&self, from_tick: u32, to_tick: u32) -> Sample {
        let mut sum = Sample::default();
        for (sample, begin) in self.samples.iter().zip((0u32..).step_by(self.interval_ticks as usize)) {
            if (from_tick..to_tick).contains(&begin) {
                sum.add(sample);
            }
        }
        sum
    }

    /// Adds what happened in one tick.
    pub(super) fn add(&mut self, tick: &Sample) {
        self.total.add(tick);
        match self.samples.last_mut().filter(|last| last.ticks < self.interval_ticks) {
            Some(last) => Arc::make_mut(last).add(tick),
            None => {
                if self.samples.len() >= most_samples(tick.nodes.len()) {
                    self.halve();
                }
                self.samples.push(Arc::new(tick.clone()));
            }
        }
    }

    fn halve(&mut self) {
        let pairs = std::mem::take(&mut self.samples);
        for (at, sample) in pairs.into_iter().enumerate() {
            match self.samples.last_mut().filter(|_| at % 2 == 1) {
                Some(first) => Arc::make_mut(first).add(&sample),
                None => self.samples.push(sample),
            }
        }
        self.interval_ticks *= 2;
    }

    /// A number that stands for all numbers here: FNV-1a 64 of them, low byte first. Two runs of the same plan have the
    /// same, on any machine.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = 0xcbf2_9ce4_8422_2325u64;
        let numbers = self.samples.iter().map(|sample| &**sample).chain([&self.total]).flat_map(Sample::numbers);
        for byte in numbers.flat_map(u64::to_le_bytes) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tick(reads: u64) -> Sample {
        let node = NodeSample { requests: reads, ..NodeSample::default() };
        Sample { ticks: 1, reads, hits: reads / 2, nodes: vec![node], ..Sample::default() }
    }

    #[test]
    fn a_long_run_takes_no_more_room_and_loses_no_read() {
        let mut series = Series::default();
        let ticks = 10 * TICKS_A_SECOND * MOST_SAMPLES as u32 + 7;
        for at in 0..ticks {
            series.add(&tick(u64::from(at)));
        }
        assert!(series.samples().len() <= MOST_SAMPLES && series.interval_ticks() == 16 * TICKS_A_SECOND);
        let all = u64::from(ticks) * u64::from(ticks - 1) / 2;
        assert_eq!(series.total().reads, all);
        assert_eq!(series.between(0, ticks), *series.total());
        assert_eq!(series.between(0, ticks).nodes[0].requests, all);
        assert!(series.samples().iter().rev().skip(1).all(|sample| sample.ticks == series.interval_ticks()));
    }

    #[test]
    fn rates_are_those_of_full_scale() {
        let sample = Sample { ticks: 20, reads: 100, hits: 94, misses: 6, moved_keys: 8, ..Sample::default() };
        assert_eq!((sample.per_s(sample.reads, 200), sample.database_reads_per_s(200)), (10_000.0, 600.0));
        assert_eq!((sample.hit_rate(), sample.moved_keys_per_minute(4, 200)), (0.94, 12_000.0));
    }
}
