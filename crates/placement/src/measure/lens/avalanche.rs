//! Avalanche: one bit of a label is flipped, and how often does each bit of its hash flip? A hash that mixes well flips
//! every one in half of all cases (Webster and Tavares, On the Design of S-Boxes, CRYPTO '85: the strict avalanche criterion).
//!
//! Measured on the fleet's own labels, byte by byte from their end, as labels are of several lengths.

use crate::{
    algorithm::{Hashing, ring},
    fleet::Fleet,
    number::Ratio,
    parameter::Settings,
    scenario::Scenario,
    template::Template,
    weight::Weight,
};

/// Bytes at the end of a label that are looked at.
pub const MOST_BYTES: usize = 12;
/// Labels that are looked at, evenly chosen.
const MOST_LABELS: usize = 2_000;

/// How often output bits flip. It is measured byte by byte: see [`step`](Self::step).
#[derive(Clone, Debug)]
pub struct Avalanche {
    hashing: Hashing,
    labels: Vec<Vec<u8>>,
    bytes: usize,
    /// By byte from the end, by its bit, by output bit.
    flips: Vec<u32>,
    /// Labels that have such a byte, for each one that is done.
    tried: Vec<u32>,
}

impl Avalanche {
    /// Of the labels of a scenario's ring, with the finaliser or without.
    #[must_use]
    pub fn new(scenario: &Scenario, finaliser: bool) -> Self {
        let settings = super::finalised(&scenario.settings, finaliser);
        let labels = sample(&scenario.fleet, &settings, super::virtual_nodes(scenario));
        let bytes = labels.iter().map(Vec::len).max().unwrap_or(0).min(MOST_BYTES);
        Self { hashing: Hashing::from_settings(&settings), labels, bytes, flips: Vec::new(), tried: Vec::new() }
    }

    /// Bytes that are looked at, from the end.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes that are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.tried.len()
    }

    /// Bits of the hash.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.hashing.bits as usize
    }

    /// Labels that are looked at.
    #[must_use]
    pub fn labels(&self) -> usize {
        self.labels.len()
    }

    /// Goes on by a byte: a few milliseconds.
    pub fn step(&mut self) {
        let back = self.done() + 1;
        if back > self.bytes {
            return;
        }
        let bits = self.bits();
        let mut flips = vec![0; 8 * bits];
        let mut tried = 0;
        for label in &mut self.labels {
            let Some(at) = label.len().checked_sub(back) else { continue };
            tried += 1;
            let value = self.hashing.of_point(label);
            for bit in 0..8 {
                label[at] ^= 1 << bit;
                let mut changed = value ^ self.hashing.of_point(label);
                label[at] ^= 1 << bit;
                while changed > 0 {
                    flips[bit * bits + changed.trailing_zeros() as usize] += 1;
                    changed &= changed - 1;
                }
            }
        }
        self.flips.extend(flips);
        self.tried.push(tried);
    }

    /// How often output bit `out` (0 the lowest) flips with bit `bit` (0 the lowest) of the byte `back` (0 the last).
    /// What is not yet measured is 0 of 0.
    #[must_use]
    pub fn flipped(&self, back: usize, bit: usize, out: usize) -> Ratio {
        let count = self.flips.get((back * 8 + bit) * self.bits() + out).copied().unwrap_or(0);
        Ratio::new(count, self.tried.get(back).copied().unwrap_or(0))
    }

    /// How far the share is from a half, on the average over all cells that are measured: from 0 to ½.
    #[must_use]
    pub fn mean_deviation(&self) -> f64 {
        let cells_of_byte = 8 * self.bits();
        let off = |(cell, &count): (usize, &u32)| {
            (f64::from(count) / f64::from(self.tried[cell / cells_of_byte].max(1)) - 0.5).abs()
        };
        let sum: f64 = self.flips.iter().enumerate().map(off).sum();
        sum / self.flips.len().max(1) as f64
    }

    /// The mean deviation of fair coins, sqrt(2/π) · ½ / sqrt(tries), over the same cells.
    #[must_use]
    pub fn mean_deviation_by_chance(&self) -> f64 {
        let of_byte = |&tried: &u32| 0.398_942_28 / f64::from(tried.max(1)).sqrt();
        self.tried.iter().map(of_byte).sum::<f64>() / self.tried.len().max(1) as f64
    }
}

/// Some of a fleet's labels: as many from each part of the list.
fn sample(fleet: &Fleet, settings: &Settings, virtual_nodes: u32) -> Vec<Vec<u8>> {
    let template = Template::parse(&settings.label(&ring::LABEL));
    let all = ring::points_in_all(fleet, virtual_nodes) as usize;
    let every = all.div_ceil(MOST_LABELS).max(1);
    let mut labels = Vec::with_capacity(all / every + 1);
    let mut number = 0;
    for node in fleet.nodes().iter().filter(|node| node.effective_weight() > Weight::ZERO) {
        for at in 0..ring::points_of(node.weight, virtual_nodes) {
            if number % every == 0 {
                let mut label = Vec::new();
                template.write(&node.name, u64::from(at), &mut label);
                labels.push(label);
            }
            number += 1;
        }
    }
    labels
}
