//! Scores of several keys side by side: 32-bit scores made of two hashes, by nodes of equal weight. The keys of a block
//! stay in registers while all nodes go by.

use super::four::Four;
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

/// A node for every number that an owner can have, so that none has to be checked.
pub(super) type Nodes = [u32; 1 << Seat::BITS];

/// Calls `each` with every key that some of the challengers score at least as high as its holder does. Given are the
/// owner of each key, and the node of each owner.
pub(super) fn challenged(
    values: &[u32],
    owners: &[Seat],
    holders: &Nodes,
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
            let holders: Box<Nodes> = Box::new(std::array::from_fn(|at| nodes.get(at).copied().unwrap_or(0)));
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
}
