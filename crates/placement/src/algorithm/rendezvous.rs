//! Rendezvous hashing (highest random weight): every node scores every key, and the highest score wins.
//!
//! Thaler, Ravishankar: A Name-Based Mapping Scheme for Rendezvous (1996). Four rules for the score: the hash of key
//! then name, of name then key, and two mixes of both hashes. Where weights differ, a score h becomes -w / ln u with
//! u = (h + ½) / 2^bits strictly inside (0, 1) (Schindelhauer, Schomaker 2005), the logarithm in software so that host
//! and browser agree; with equal weights the order of the raw scores is the same, and is used. Equal scores: the
//! smaller name (by bytes) wins, then the smaller id. A node of weight 0 or down takes no part.

mod challenge;
mod four;
mod lanes;

use std::sync::Arc;

use super::{Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights, seated};
use crate::{
    explain::{Explanation, NodeScore},
    fleet::{Fleet, Node, NodeId},
    hash::{HashChoice, HashFn, fmix32, fmix64},
    keys::{HashedKeys, KeyHashing},
    number::Ratio,
    order,
    owners::{Onward, Owners},
    parameter::{self, Choice, Kind, Parameter, Settings},
    system::caddy,
    walk::Walk,
    weight::Weight,
};

/// How a node scores a key.
pub static SCORE: Parameter = Parameter {
    field: "score",
    name: "Score",
    help: "How the score of a node for a key is made from their names.",
    phrase: ("scored by", ""),
    prominent: true,
    kind: Kind::Choice(&[
        Choice {
            id: "mix",
            name: "mix(hash(key), hash(node))",
            help: "fmix(key ^ node · golden ratio), of the two hashes.",
        },
        Choice {
            id: "xor",
            name: "fmix(hash(key) ^ hash(node))",
            help: "The finaliser over the exclusive or of the two hashes.",
        },
        Choice { id: "kn", name: "hash(key + node)", help: "The hash of the key followed by the node's name." },
        Choice { id: "nk", name: "hash(node + key)", help: "The hash of the node's name followed by the key." },
    ]),
};

/// What rendezvous hashing says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "rendezvous",
    name: "rendezvous",
    preposition: "by",
    source: "Thaler and Ravishankar, A Name-Based Mapping Scheme for Rendezvous, 1996",
    weights: Weights::Used,
    parameters: &[&SCORE, &parameter::HASH, &parameter::FINALISER, &parameter::SPACE],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(Rendezvous::new(fleet, settings)),
};

/// What a node's hash is multiplied by before it meets a key's: 2^32 over the golden ratio.
const MIX_32: u32 = 0x9e37_79b1;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Mix,
    Xor,
    KeyThenNode,
    NodeThenKey,
    System(SystemScore),
}

impl Score {
    /// Is the node's name hashed together with every key?
    fn reads_names(self) -> bool {
        matches!(self, Self::KeyThenNode | Self::NodeThenKey | Self::System(_))
    }
}

/// How a real system scores a server for a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SystemScore {
    /// Caddy's two rules.
    Caddy(caddy::Version),
    /// pymemcache's: low bytes of characters.
    Pymemcache,
    /// clandestined's: UTF-8.
    Clandestined,
}

impl SystemScore {
    /// The function, which also gives a key alone its number: that decides nothing.
    fn function(self) -> HashFn {
        match self {
            Self::Caddy(caddy::Version::Fnv) => HashFn::Fnv1a32,
            Self::Caddy(caddy::Version::XxHash) => HashFn::XxHash64,
            Self::Pymemcache | Self::Clandestined => HashFn::Murmur3,
        }
    }

    /// Writes what is hashed.
    fn write(self, node: &str, key: &[u8], text: &mut Vec<u8>) {
        text.clear();
        match self {
            Self::Caddy(caddy::Version::Fnv) => text.extend([key, node.as_bytes()].into_iter().flatten()),
            Self::Caddy(caddy::Version::XxHash) => text.extend([node.as_bytes(), key].into_iter().flatten()),
            Self::Clandestined => text.extend([node.as_bytes(), b"-", key].into_iter().flatten()),
            Self::Pymemcache => {
                let key = String::from_utf8_lossy(key);
                text.extend(node.chars().chain(['-']).chain(key.chars()).map(|character| character as u32 as u8));
            }
        }
    }

    /// Of equal scores, does that of the larger name win? Else that of the node that comes first.
    fn prefers_larger_names(self) -> bool {
        !matches!(self, Self::Caddy(_))
    }
}

/// Nodes that score by their hashes alone.
pub(crate) struct ByHashes<'a>(&'a Rendezvous);

impl ByHashes<'_> {
    /// The highest score for a key; [`NO_SEAT`] without nodes.
    fn best(&self, value: u32) -> Seat {
        let mut best = (0, 0);
        for (&node, place) in self.0.mixed.iter().zip(0..) {
            let score = lanes::score(value, node);
            // Only a higher score: the first of equals, the smaller name, stays.
            best = if score > best.0 { (score, place) } else { best };
        }
        self.0.contenders.get(best.1).map_or(NO_SEAT, |node| node.seat)
    }

    /// The highest score for a key among some seats, in any order; [`NO_SEAT`] among none.
    pub(crate) fn best_among(&self, value: u32, seats: &[Seat]) -> Seat {
        // Of equal scores that of the smaller name is the larger.
        let rated = |&seat: &Seat| {
            let place = self.0.place_of[seat as usize];
            (lanes::score(value, self.0.mixed[place as usize]), !place, seat)
        };
        seats.iter().map(rated).max().map_or(NO_SEAT, |best| best.2)
    }
}

#[derive(Debug)]
struct Contender {
    name: String,
    hash: u64,
    weight: Weight,
    seat: Seat,
}

/// A fleet whose nodes score every key.
#[derive(Debug)]
pub struct Rendezvous {
    hashing: Hashing,
    score: Score,
    weighted: bool,
    seats: Vec<NodeId>,
    /// In the order of names: the first of equal scores wins.
    contenders: Vec<Contender>,
    /// What is laid over a key's 32-bit number before it is mixed, of each contender.
    mixed: Vec<u32>,
    /// Where the contender of each seat stands.
    place_of: Vec<u16>,
}

impl Rendezvous {
    /// Takes every node that is up and has a weight.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        let (nodes, by_name) = seated(fleet, |node| node.effective_weight() > Weight::ZERO);
        Self::with(&nodes, &by_name, settings)
    }

    /// Takes these nodes, up or not.
    pub(crate) fn with(nodes: &[&Node], by_name: &[usize], settings: &Settings) -> Self {
        let points = Hashing::from_settings(settings);
        // Keys and nodes meet in one score: one hash for both.
        let hashing = Hashing { keys: points.points, ..points };
        let mut place_of = vec![0; nodes.len()];
        for (place, &seat) in (0..).zip(by_name) {
            place_of[seat] = place;
        }
        let contenders: Vec<Contender> = by_name
            .iter()
            .map(|&seat| Contender {
                name: nodes[seat].name.clone(),
                hash: hashing.of_point(nodes[seat].name.as_bytes()),
                weight: nodes[seat].weight,
                seat: seat as Seat,
            })
            .collect();
        let score = match settings.choice(&SCORE) {
            1 => Score::Xor,
            2 => Score::KeyThenNode,
            3 => Score::NodeThenKey,
            _ => Score::Mix,
        };
        let factor = if score == Score::Mix { MIX_32 } else { 1 };
        let mixed = contenders.iter().map(|node| (node.hash as u32).wrapping_mul(factor)).collect();
        let weighted = nodes.iter().any(|node| node.weight != nodes[0].weight);
        Self {
            hashing,
            score,
            weighted,
            seats: nodes.iter().map(|node| node.id).collect(),
            contenders,
            mixed,
            place_of,
        }
    }

    /// The nodes that are up, with the text of each node of the fleet, as a real system scores them.
    pub(crate) fn of_system(fleet: &Fleet, texts: Vec<String>, score: SystemScore) -> Self {
        let nodes: Vec<(&Node, String)> = fleet.nodes().iter().zip(texts).filter(|(node, _)| node.up).collect();
        let by_rank = order::places(nodes.len(), &|a, b| match score.prefers_larger_names() {
            true => nodes[b].1.cmp(&nodes[a].1),
            false => a.cmp(&b),
        });
        let mut place_of = vec![0; nodes.len()];
        for (place, &seat) in (0..).zip(&by_rank) {
            place_of[seat] = place;
        }
        let choice = HashChoice { function: score.function(), finaliser: false };
        let bits = if score.function() == HashFn::XxHash64 { 64 } else { 32 };
        let contender =
            |&seat: &usize| Contender { name: nodes[seat].1.clone(), hash: 0, weight: Weight::ONE, seat: seat as Seat };
        Self {
            hashing: Hashing { points: choice, keys: choice, bits },
            score: Score::System(score),
            weighted: false,
            seats: nodes.iter().map(|(node, _)| node.id).collect(),
            contenders: by_rank.iter().map(contender).collect(),
            mixed: Vec::new(),
            place_of,
        }
    }

    /// Bits of a raw score: 32 or 64.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.hashing.bits
    }

    /// Is there nobody to score?
    pub(crate) fn is_empty(&self) -> bool {
        self.contenders.is_empty()
    }

    /// Is the name of a node hashed together with the bytes of every key?
    pub(crate) fn reads_names(&self) -> bool {
        self.score.reads_names()
    }

    /// Do weights differ, so that raw scores alone do not decide?
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        self.weighted
    }

    fn raw_score(&self, node: &Contender, key: &[u8], value: u64, text: &mut Vec<u8>) -> u64 {
        let concatenated = |first: &[u8], second: &[u8], text: &mut Vec<u8>| {
            text.clear();
            text.extend_from_slice(first);
            text.extend_from_slice(second);
            self.hashing.of_point(text)
        };
        let wide = self.hashing.bits == 64;
        match self.score {
            Score::Mix if wide => fmix64(value ^ node.hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            Score::Mix => u64::from(fmix32(value as u32 ^ (node.hash as u32).wrapping_mul(MIX_32))),
            Score::Xor if wide => fmix64(value ^ node.hash),
            Score::Xor => u64::from(fmix32(value as u32 ^ node.hash as u32)),
            Score::KeyThenNode => concatenated(key, node.name.as_bytes(), text),
            Score::NodeThenKey => concatenated(node.name.as_bytes(), key, text),
            Score::System(system) => {
                system.write(&node.name, key, text);
                self.hashing.of_point(text)
            }
        }
    }

    /// A raw score strictly inside (0, 1); in 64 bits from the top 52: with the half that is all that a double holds,
    /// one bit more and the highest score would round to 1.
    fn unit(&self, raw: u64) -> f64 {
        if self.hashing.bits == 64 {
            ((raw >> 12) as f64 + 0.5) / (1u64 << 52) as f64
        } else {
            (raw as f64 + 0.5) / (1u64 << 32) as f64
        }
    }

    /// -w / ln u.
    fn weighted_score(&self, raw: u64, weight: Weight) -> f64 {
        -f64::from(weight.hundredths()) / libm::log(self.unit(raw))
    }

    /// Is a weighted score below this one, by a bound that needs no logarithm? As -ln u ≥ 1 - u, no score is above
    /// w / (1 - u); the last factor is for rounding.
    fn is_surely_below(&self, raw: u64, weight: Weight, score: f64) -> bool {
        f64::from(weight.hundredths()) < score * (1.0 - self.unit(raw)) * 0.999_999
    }

    /// Is one weighted score above another, by bounds that need no logarithm? As 1 - u ≤ -ln u ≤ (1 - u) / u, the one is
    /// at least w u / (1 - u) and the other at most w / (1 - u); the last factor is for rounding.
    fn surely_beats(&self, one: (u64, Weight), other: (u64, Weight)) -> bool {
        let (u, v) = (self.unit(one.0), self.unit(other.0));
        let (most, least) = (f64::from(other.1.hundredths()), f64::from(one.1.hundredths()));
        most * (1.0 - u) < least * u * (1.0 - v) * 0.999_999
    }

    fn best(&self, key: &[u8], value: u64, text: &mut Vec<u8>) -> Seat {
        if let Some(by_hashes) = self.by_hashes() {
            return by_hashes.best(value as u32);
        }
        self.best_of(key, value, text, |_| true)
    }

    /// The highest score for a key among the seats that may have it.
    pub(crate) fn best_of(&self, key: &[u8], value: u64, text: &mut Vec<u8>, may: impl Fn(Seat) -> bool) -> Seat {
        self.highest(key, value, text, self.contenders.iter().filter(|node| may(node.seat)))
    }

    /// The highest score for a key among some seats, in any order.
    pub(crate) fn best_among(
        &self,
        key: &[u8],
        value: u64,
        text: &mut Vec<u8>,
        seats: impl Iterator<Item = Seat>,
    ) -> Seat {
        self.highest(key, value, text, seats.map(|seat| self.contender(seat)))
    }

    fn contender(&self, seat: Seat) -> &Contender {
        &self.contenders[self.place_of[seat as usize] as usize]
    }

    /// The highest score among some nodes, in any order.
    fn highest<'a>(
        &self,
        key: &[u8],
        value: u64,
        text: &mut Vec<u8>,
        nodes: impl Iterator<Item = &'a Contender>,
    ) -> Seat {
        let mut best = (NO_SEAT, 0u64, 0.0f64);
        for node in nodes {
            let raw = self.raw_score(node, key, value, text);
            if self.weighted && self.is_surely_below(raw, node.weight, best.2) {
                continue;
            }
            let weighted = if self.weighted { self.weighted_score(raw, node.weight) } else { 0.0 };
            // Without weights both are 0 here. Equal scores go by the order of names, in which the contenders stand.
            let wins = || {
                let tie = (weighted, raw) == (best.2, best.1);
                let smaller = || self.place_of[node.seat as usize] < self.place_of[best.0 as usize];
                (weighted, raw) > (best.2, best.1) || (tie && smaller())
            };
            if best.0 == NO_SEAT || wins() {
                best = (node.seat, raw, weighted);
            }
        }
        best.0
    }

    /// What most fleets come down to, many times faster: equal weights and 32-bit scores made of the two hashes.
    fn place_by_hashes(&self, values: &[u32]) -> Vec<Seat> {
        let mut seats = Vec::with_capacity(values.len());
        lanes::best_of(values, &self.mixed, |place| seats.push(self.contenders[place as usize].seat));
        seats
    }

    /// For scores of few nodes by their hashes alone: equal weights and 32 bits.
    pub(crate) fn by_hashes(&self) -> Option<ByHashes<'_>> {
        let is_simple = !self.weighted && !self.score.reads_names() && self.hashing.bits == 32;
        is_simple.then_some(ByHashes(self))
    }

    /// Every node's score for a key, the winner first.
    #[must_use]
    pub fn scores(&self, key: &[u8]) -> Vec<NodeScore> {
        self.scores_of(key, &|_| true)
    }

    /// The scores of the seats that may have a key, the winner first.
    pub(crate) fn scores_of(&self, key: &[u8], may: &dyn Fn(Seat) -> bool) -> Vec<NodeScore> {
        let value = self.key_hashing().value(key);
        let mut text = Vec::new();
        let scores: Vec<NodeScore> = self
            .contenders
            .iter()
            .filter(|node| may(node.seat))
            .map(|node| {
                let raw = self.raw_score(node, key, value, &mut text);
                let weighted = self.weighted.then(|| self.weighted_score(raw, node.weight));
                NodeScore { node: self.seats[node.seat as usize], raw, weighted }
            })
            .collect();
        // Equal scores stay in the order of names.
        let order = order::places(scores.len(), &|a, b| {
            let (a, b) = (&scores[a], &scores[b]);
            let weighted = b.weighted.unwrap_or(0.0).total_cmp(&a.weighted.unwrap_or(0.0));
            weighted.then(b.raw.cmp(&a.raw))
        });
        order.into_iter().map(|place| scores[place]).collect()
    }
}

impl Placed for Rendezvous {
    fn seats(&self) -> &[NodeId] {
        &self.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.hashing.of_keys()
    }

    fn owner(&self, key: &[u8], value: u64) -> Seat {
        self.best(key, value, &mut Vec::new())
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        self.scores(key).into_iter().take(most).map(|score| score.node).collect()
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        Explanation::Scores { bits: self.hashing.bits, scores: self.scores(key) }
    }

    fn walk(&self, key: &[u8], _value: u64, walk: &mut Walk) {
        let scores = self.scores(key);
        walk.race(&scores, self.hashing.bits, &self.seats);
        walk.meet_all(&mut scores.iter().map(|score| score.node));
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Scores(self)
    }

    fn table_bytes(&self) -> u64 {
        // Hash, weight and number of each node; its name too where that is hashed with every key.
        let names = self.contenders.iter().map(|one| if self.score.reads_names() { one.name.len() as u64 } else { 0 });
        names.map(|name| 8 + 4 + 2 + name).sum()
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }

    fn place(&self, keys: &Arc<HashedKeys>) -> Vec<Seat> {
        let mut text = Vec::new();
        if !self.score.reads_names() {
            // These work on the hashes alone: no need to write the keys out again.
            if !self.weighted
                && !self.contenders.is_empty()
                && let Some(values) = keys.narrow()
            {
                return self.place_by_hashes(values);
            }
            let mut seats = Vec::with_capacity(keys.len());
            keys.for_each_part(|_, values| {
                seats.extend(values.iter().map(|&value| self.best(&[], value, &mut text)));
            });
            return seats;
        }
        let mut seats = Vec::with_capacity(keys.len());
        keys.keys().for_each(|at, key| seats.push(self.best(key, keys.value(at), &mut text)));
        seats
    }

    fn place_from(&self, keys: &Arc<HashedKeys>, earlier: &dyn Placed, owners: &Owners) -> Option<Onward> {
        let Geometry::Scores(before) = earlier.geometry() else { return None };
        if matches!(self.score, Score::System(_)) {
            // A challenge goes by the order of names; here the rows may decide.
            return None;
        }
        self.challenge(keys, before, owners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{hash::SplitMix64, parameter::hash_value};

    // Going on from an earlier placement needs it: equal weights of unequal fleets decide as the raw scores alone do.
    #[test]
    fn a_higher_raw_score_is_a_higher_weighted_one() {
        let mut settings = Settings::default();
        settings.set(&parameter::HASH, hash_value(HashFn::XxHash64)).expect("a hash");
        for (space, step) in [(0, 1), (1, 1 << 12)] {
            settings.set(&parameter::SPACE, parameter::Value::Choice(space)).expect("a space");
            let rendezvous = Rendezvous::new(&Fleet::default(), &settings);
            let end = u64::MAX >> (64 - rendezvous.bits());
            let mut numbers = SplitMix64::new(1);
            let drawn = (0..200_000).map(|at| (numbers.next_value() & end) >> (at % rendezvous.bits()));
            let near_the_ends = (0..10_000).flat_map(|at| [at * step, end / 2 + at * step, end - (at + 1) * step]);
            for raw in drawn.chain(near_the_ends).filter(|&raw| raw <= end - step) {
                for weight in [Weight::ONE, Weight::MAX] {
                    let score = |raw| rendezvous.weighted_score(raw, weight);
                    assert!(score(raw) < score(raw + step), "{raw} of {} bits", rendezvous.bits());
                    let (one, other) = ((raw + step, weight), (raw, weight));
                    assert!(!rendezvous.surely_beats(other, one), "{raw}");
                }
            }
        }
    }
}
