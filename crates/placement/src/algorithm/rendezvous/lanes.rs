//! Scores of several keys side by side: 32-bit scores made of two hashes, by nodes of equal weight. The keys of a block
//! stay in registers while all nodes go by.

use super::four::{Floats, Four};
use crate::{algorithm::Seat, hash::fmix32};

/// Keys in a block.
const KEYS: usize = 16;

type Block = [Four; KEYS / 4];

/// [`fmix32`] of every lane.
#[inline(always)]
fn mixed(block: Block) -> Block {
    block.map(|four| {
        let four = four.xor(four.shifted_right(16)).times(Four::splat(0x85eb_ca6b));
        let four = four.xor(four.shifted_right(13)).times(Four::splat(0xc2b2_ae35));
        four.xor(four.shifted_right(16))
    })
}

/// The scores that a node gives to a block of keys.
#[inline(always)]
fn scores(values: &Block, node: u32) -> Block {
    mixed(values.map(|four| four.xor(Four::splat(node))))
}

/// A block of the numbers that `of` gives.
#[inline(always)]
fn block(of: impl Fn(usize) -> u32) -> Block {
    std::array::from_fn(|four| Four::new(std::array::from_fn(|lane| of(4 * four + lane))))
}

/// Calls `each` with the first key of every block and with how many keys are in it; the last may have fewer.
#[inline(always)]
fn for_each_block(values: &[u32], mut each: impl FnMut(usize, &Block, usize)) {
    let (blocks, rest) = values.as_chunks::<KEYS>();
    for (values, first) in blocks.iter().zip((0..).step_by(KEYS)) {
        each(first, &block(|at| values[at]), KEYS);
    }
    if !rest.is_empty() {
        each(values.len() - rest.len(), &block(|at| rest.get(at).copied().unwrap_or(0)), rest.len());
    }
}

/// The numbers of a block one by one.
#[inline(always)]
fn lanes(block: &Block) -> impl Iterator<Item = u32> {
    block.map(Four::array).into_iter().flatten()
}

/// Calls `each` with the place of the node that scores a key highest, key by key; the first of equal ones. There must be
/// a node.
pub(super) fn best_of(values: &[u32], nodes: &[u32], mut each: impl FnMut(u32)) {
    for_each_block(values, |_, values, count| {
        // No score is below 0, and the first node stands at place 0.
        let (mut best, mut place) = (block(|_| 0), block(|_| 0));
        for (&node, at) in nodes.iter().zip(0..) {
            let (scores, at) = (scores(values, node), Four::splat(at));
            for four in 0..KEYS / 4 {
                place[four] = scores[four].if_greater(best[four], at, place[four]);
                best[four] = scores[four].max(best[four]);
            }
        }
        lanes(&place).take(count).for_each(&mut each);
    });
}

/// Something for every number that an owner can have, so that none has to be checked.
pub(super) type OfNumbers<T> = [T; 1 << Seat::BITS];

/// What `of` says of every number that an owner can have.
pub(super) fn of_numbers<T>(of: impl Fn(usize) -> T) -> Option<Box<OfNumbers<T>>> {
    (0..1 << Seat::BITS).map(of).collect::<Vec<T>>().try_into().ok()
}

/// Calls `each` with every key that some of the challengers score at least as high as its holder does. Given are the
/// owner of each key, and the node of each owner.
pub(super) fn challenged(
    values: &[u32],
    owners: &[Seat],
    holders: &OfNumbers<u32>,
    challengers: &[u32],
    mut each: impl FnMut(usize),
) {
    for_each_block(values, |first, values, count| {
        let holder = |owner: Seat| holders[owner as usize];
        let holders = match owners[first..].first_chunk::<KEYS>() {
            Some(owners) => block(|at| holder(owners[at])),
            None => block(|at| owners.get(first + at).map_or(0, |&owner| holder(owner))),
        };
        let held = mixed(std::array::from_fn(|four| values[four].xor(holders[four])));
        let mut highest = block(|_| 0);
        for &node in challengers {
            let scores = scores(values, node);
            highest = std::array::from_fn(|four| highest[four].max(scores[four]));
        }
        if (0..KEYS / 4).any(|four| highest[four].reaches(held[four])) {
            let reached = lanes(&highest).zip(lanes(&held)).take(count).zip(first..);
            reached.filter(|((highest, held), _)| highest >= held).for_each(|(_, key)| each(key));
        }
    });
}

/// The hash and the weight of the node of every number that an owner can have.
pub(super) struct Holders {
    pub nodes: Box<OfNumbers<u32>>,
    pub weights: Box<OfNumbers<f32>>,
}

/// Calls `each` with every key that some of the challengers, each a hash and a weight, may have from its holder where the
/// scores are weighted, and with few others. As 1 - u ≤ -ln u ≤ (1 - u) / u, the holder's score w / -ln u is at least
/// w u / (1 - u), and a challenger's at most w / (1 - v): single precision and a margin for it are enough to tell most.
pub(super) fn perhaps_beaten(
    values: &[u32],
    owners: &[Seat],
    holders: &Holders,
    challengers: &[(u32, f32)],
    mut each: impl FnMut(usize),
) {
    /// Rounding in the four products is less than a millionth.
    const MARGIN: f32 = 0.9999;
    const UNIT: f32 = 1.0 / (1u64 << 32) as f32;
    for_each_block(values, |first, values, count| {
        let owner_of = |at: usize| owners.get(first + at).map_or(0, |&owner| owner as usize);
        let held = block(|at| holders.nodes[owner_of(at)]);
        let held = mixed(std::array::from_fn(|four| values[four].xor(held[four])));
        let complement = held.map(Four::complement);
        let least: [Floats; KEYS / 4] = std::array::from_fn(|four| {
            let weights = Floats::new(std::array::from_fn(|lane| holders.weights[owner_of(4 * four + lane)]));
            weights.times(held[four].floats()).times(Floats::splat(UNIT * MARGIN))
        });
        let mut reached = 0u32;
        for &(node, weight) in challengers {
            let scores = scores(values, node);
            for four in 0..KEYS / 4 {
                let most = Floats::splat(weight).times(complement[four]);
                reached |= u32::from(most.reaches(least[four].times(scores[four].complement()))) << (4 * four);
            }
        }
        (0..count).filter(|lane| reached >> lane & 1 == 1).for_each(|lane| each(first + lane));
    });
}

/// One score.
pub(super) fn score(value: u32, node: u32) -> u32 {
    fmix32(value ^ node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::SplitMix64;

    fn drawn(count: usize, draws: &mut SplitMix64) -> Vec<u32> {
        (0..count).map(|_| draws.next_value() as u32).collect()
    }

    #[test]
    fn lanes_score_as_single_keys_do() {
        let mut draws = SplitMix64::new(5);
        for (keys, nodes) in [(0, 1), (1, 1), (15, 3), (16, 7), (17, 100), (1_000, 2), (1_003, 40)] {
            let values = drawn(keys, &mut draws);
            // Some twice: of equal scores the first counts.
            let mut nodes = drawn(nodes, &mut draws);
            nodes.extend_from_within(..);
            let mut places = Vec::new();
            best_of(&values, &nodes, |place| places.push(place));
            let one_by_one = values.iter().map(|&value| {
                let highest = nodes.iter().map(|&node| fmix32(value ^ node)).max();
                nodes.iter().position(|&node| Some(fmix32(value ^ node)) == highest).unwrap_or(0) as u32
            });
            assert_eq!(places, one_by_one.collect::<Vec<_>>());
        }
        // The mix is a permutation that leaves 0 alone: a node whose score is 0 beats nobody.
        let mut places = Vec::new();
        best_of(&[7, 9], &[7, 9], |place| places.push(place));
        assert_eq!(places, [1, 0]);
    }

    #[test]
    fn whoever_may_lose_a_key_is_told() {
        let mut draws = SplitMix64::new(6);
        for (keys, nodes, challengers) in [(1, 1, 1), (16, 4, 0), (500, 9, 1), (501, 3, 4)] {
            let (values, nodes) = (drawn(keys, &mut draws), drawn(nodes, &mut draws));
            let owners: Vec<Seat> = (0..keys).map(|key| (key % nodes.len()) as Seat).collect();
            let holders: Box<OfNumbers<u32>> = Box::new(std::array::from_fn(|at| nodes.get(at).copied().unwrap_or(0)));
            // The last is also a holder: its scores are equal, not higher.
            let mut challengers = drawn(challengers, &mut draws);
            challengers.extend(nodes.last());
            let mut told = Vec::new();
            challenged(&values, &owners, &holders, &challengers, |key| told.push(key));
            let is_challenged = |&key: &usize| {
                let held = fmix32(values[key] ^ nodes[key % nodes.len()]);
                challengers.iter().any(|&node| fmix32(values[key] ^ node) >= held)
            };
            assert_eq!(told, (0..keys).filter(is_challenged).collect::<Vec<_>>());
        }
    }

    #[test]
    fn whoever_may_lose_a_key_by_weight_is_told_and_few_others() {
        let mut draws = SplitMix64::new(8);
        for (nodes, weight, more) in [(2, 1.0, 2.0), (100, 100.0, 150.0), (100, 1.0, 1000.0), (30, 250.0, 100.0)] {
            let values = drawn(20_003, &mut draws);
            let nodes = drawn(nodes, &mut draws);
            let challengers = drawn(2, &mut draws).into_iter().map(|node| (node, more)).collect::<Vec<(u32, f32)>>();
            // -ln u, u being a score and a half over 2^32.
            let loss = |value, node| -libm::log((f64::from(score(value, node)) + 0.5) / 2f64.powi(32));
            let mut owners: Vec<Seat> = Vec::new();
            best_of(&values, &nodes, |place| owners.push(place as Seat));
            let holders = Holders {
                nodes: Box::new(std::array::from_fn(|at| nodes.get(at).copied().unwrap_or(0))),
                weights: Box::new(std::array::from_fn(|_| weight)),
            };
            let mut told = Vec::new();
            perhaps_beaten(&values, &owners, &holders, &challengers, |key| told.push(key));
            let is_beaten = |&key: &usize| {
                let held = f64::from(weight) / loss(values[key], nodes[owners[key] as usize]);
                challengers.iter().any(|&(node, weight)| f64::from(weight) / loss(values[key], node) > held)
            };
            let beaten: Vec<usize> = (0..values.len()).filter(is_beaten).collect();
            assert!(beaten.iter().all(|key| told.contains(key)));
            assert!(told.len() < beaten.len() * 3 / 2 + values.len() / 10, "{} {}", told.len(), beaten.len());
        }
    }
}
