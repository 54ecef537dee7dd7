//! Peaks as the labels themselves make them, where few powers of the prime do not: what each byte adds is known, and so is
//! what two labels of one length differ by.
//!
//! FNV-1a comes to h after n bytes by h ← (h xor byte) · P. The xor moves the state by a number e of at most 255, so the end
//! is basis · P^n + Σ e(j) · P^(n-j): of two labels of one length the difference is Σ (e'(j) - e(j)) · P^(n-j), exactly and
//! modulo 2^bits. Where they have another length, the bases do not cancel out; then what there is to say is between which two
//! runs of labels that differ in their last character the gaps lie.

use std::collections::BTreeMap;

use super::peaks::{Peak, Powers, Reason, prime};
use crate::{
    algorithm::ring::{Point, Ring},
    hash::{HashChoice, HashFn},
};

/// Terms and highest power of a sum that still says something.
const MOST_TERMS: usize = 5;
const MOST_POWER: usize = 9;

/// Gives peaks without a reason the one that the labels have, where at least half of the gaps of the length have the same.
pub fn explain(peaks: &mut [Peak], ring: &Ring, of_same_node: bool, hash: HashChoice) {
    let Some(prime) = prime(hash, ring.bits()) else { return };
    let basis: u64 = if hash.function == HashFn::Fnv1a64 { 0xcbf2_9ce4_8422_2325 } else { 0x811c_9dc5 };
    let mask = u64::MAX >> (u64::BITS - ring.bits());
    let mut unexplained: BTreeMap<u64, Vec<(Reason, u32)>> = BTreeMap::new();
    unexplained.extend(peaks.iter().filter(|peak| peak.reason.is_none()).map(|peak| (peak.length, Vec::new())));
    let mut look = |from: &Point, to: &Point| {
        let length = to.position.wrapping_sub(from.position) & mask;
        let Some(known) = unexplained.get_mut(&length) else { return };
        let labels = [from, to].map(|point| ring.label_text(point));
        let reason = powers(&labels, basis & mask, prime, mask)
            .filter(|found| found.value(prime) & mask == length)
            .map(Reason::Powers)
            .or_else(|| runs(&labels));
        match (known.iter_mut().find(|(known, _)| Some(known) == reason.as_ref()), reason) {
            (Some((_, times)), _) => *times += 1,
            (None, Some(reason)) => known.push((reason, 1)),
            (None, None) => {}
        }
    };
    let points = ring.points();
    if of_same_node {
        let mut by_seat: BTreeMap<u16, Vec<&Point>> = BTreeMap::new();
        for point in points {
            by_seat.entry(point.seat).or_default().push(point);
        }
        for own in by_seat.values() {
            for (from, to) in own.iter().zip(own.iter().cycle().skip(1)) {
                look(from, to);
            }
        }
    } else {
        for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
            look(from, to);
        }
    }
    for peak in peaks.iter_mut().filter(|peak| peak.reason.is_none()) {
        let most = unexplained.get(&peak.length).and_then(|known| known.iter().max_by_key(|(_, times)| *times));
        peak.reason = most.filter(|(_, times)| 2 * times >= peak.count).map(|(reason, times)| match reason {
            Reason::Runs { from, to, .. } => Reason::Runs { from: from.clone(), to: to.clone(), times: *times },
            powers => powers.clone(),
        });
    }
}

/// By how much each byte moves the state, the last byte first.
fn moves(label: &str, basis: u64, prime: u64, mask: u64) -> Vec<i64> {
    let mut state = basis;
    let mut moves: Vec<i64> = label
        .bytes()
        .map(|byte| {
            let moved = state ^ u64::from(byte);
            let by = moved.cast_signed().wrapping_sub(state.cast_signed());
            state = moved.wrapping_mul(prime) & mask;
            by
        })
        .collect();
    moves.reverse();
    moves
}

/// The difference of two labels of one length as a sum of powers, where it is a short one.
fn powers(labels: &[String; 2], basis: u64, prime: u64, mask: u64) -> Option<Powers> {
    let [from, to] = labels.each_ref().map(|label| moves(label, basis, prime, mask));
    if from.len() != to.len() {
        return None;
    }
    let mut times: Vec<i64> = from.iter().zip(&to).map(|(from, to)| to - from).collect();
    while times.last() == Some(&0) {
        times.pop();
    }
    let terms = times.iter().filter(|&&times| times != 0).count();
    (terms > 0 && terms <= MOST_TERMS && times.len() <= MOST_POWER).then_some(Powers(times))
}

/// The runs that two labels belong to: all that differ from them in the last character alone.
fn runs(labels: &[String; 2]) -> Option<Reason> {
    let [from, to] = labels.each_ref().map(|label| {
        let mut run = label.clone();
        run.pop();
        run
    });
    (from != to).then_some(Reason::Runs { from, to, times: 1 })
}
