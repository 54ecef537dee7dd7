//! Local rendezvous hashing: a ring of tokens names a few candidates for each key, and the highest score among them wins.
//!
//! Local Rendezvous Hashing (2025), arXiv:2512.23434, of which the abstract and the introduction were read. Every node has
//! t tokens at hash(name#i), i from 0. From the first token at or after a key (or the lowest, past the end), the next C
//! distinct nodes are its candidates, and rendezvous decides among them: with as many candidates as nodes it is plain
//! rendezvous, with one it is a ring.
//!
//! A node that is down keeps its tokens and its place among the candidates, and is passed over there: no key of another
//! node moves. Where all candidates are down, the walk goes on to the first node that is up (ours; the paper's failover
//! stays among the C). A node that is removed, or of weight 0, has no tokens: then windows of candidates shift, and
//! some keys move between others. Weights count in the scores alone, so with few candidates a heavy node has less than
//! its share. Tokens on one place: the smaller name (by bytes), then the smaller id, comes first; scores as in
//! `rendezvous`. Replicas are the other candidates by score, then the nodes further on.

use std::sync::Arc;

use super::{
    Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights, bytes_of,
    rendezvous::{self, Rendezvous},
    ring::{Plan, Ring},
    seated,
};
use crate::{
    explain::{Explanation, LocalWay},
    fleet::{Fleet, NodeId},
    keys::{HashedKeys, KeyHashing},
    measure::theory,
    number::Ratio,
    parameter::{self, Kind, Parameter, Settings},
    template::Template,
    walk::{Place, Step, Walk},
    weight::Weight,
};

/// How many nodes are asked for a key. The paper has 8 for its large fleets; among the first paint's eight that would be
/// everybody.
pub static CANDIDATES: Parameter = Parameter {
    field: "cand",
    name: "Candidates",
    help: "How many distinct nodes, from the key's place on the ring, compete for it.",
    phrase: ("among", "candidates"),
    prominent: true,
    kind: Kind::Count { least: 1, most: 64, default: 4, logarithmic: true },
};

/// How many tokens a node has, whatever its weight: ten thousand nodes are then within the limit of points.
pub static TOKENS: Parameter = Parameter {
    field: "tokens",
    name: "Tokens",
    help: "How many tokens each node has on the ring that names the candidates.",
    phrase: ("with", "tokens each"),
    prominent: true,
    kind: Kind::Count { least: 1, most: 400, default: 160, logarithmic: true },
};

/// What local rendezvous hashing says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "lrh",
    name: "local rendezvous",
    preposition: "by",
    source: "Local Rendezvous Hashing, arXiv:2512.23434, 2025",
    weights: Weights::Used,
    parameters: &[&CANDIDATES, &TOKENS, &rendezvous::SCORE, &parameter::HASH, &parameter::FINALISER, &parameter::SPACE],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(LocalRendezvous::new(fleet, settings)),
};

/// Keys for each point, from which on all windows are made at once.
const WINDOWS_FROM: usize = 2;
/// Most candidates of all windows: a few megabytes.
const MOST_IN_WINDOWS: usize = 1 << 20;

/// A fleet of tokens and scores.
#[derive(Debug)]
pub struct LocalRendezvous {
    /// Of all nodes that have a weight, up or not.
    ring: Ring,
    /// Of the same nodes, on the same seats.
    rendezvous: Rendezvous,
    up: Vec<bool>,
    candidates: usize,
    tokens: u32,
}

impl LocalRendezvous {
    /// Places the tokens of every node that has a weight.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        Self::on_from(None, fleet, settings)
    }

    /// The same, taking over the tokens of an earlier placement.
    fn on_from(earlier: Option<&Self>, fleet: &Fleet, settings: &Settings) -> Self {
        let (nodes, by_name) = seated(fleet, |node| node.weight > Weight::ZERO);
        let points = Hashing::from_settings(settings);
        // The number that finds the candidates is the one that they are scored with.
        let hashing = Hashing { keys: points.points, ..points };
        let tokens = settings.count(&TOKENS);
        let plan = Plan { hashing, clockwise: true, label: Template::parse("{node}#{i}") };
        Self {
            ring: Ring::with(plan, &nodes, &by_name, vec![tokens; nodes.len()], earlier.map(|one| &one.ring)),
            rendezvous: Rendezvous::with(&nodes, &by_name, settings),
            up: nodes.iter().map(|node| node.up).collect(),
            candidates: settings.count(&CANDIDATES) as usize,
            tokens,
        }
    }

    fn is_up(&self, seat: Seat) -> bool {
        self.up[seat as usize]
    }

    /// The candidates of a key that comes to a point: the seats in the order of the walk, each once; where all of them are
    /// down also those further on, until one is up.
    fn candidates_from(&self, mut at: usize, seats: &mut Vec<Seat>) {
        seats.clear();
        for _ in 0..self.ring.points().len() {
            let seat = self.ring.points()[at].seat;
            if !seats.contains(&seat) {
                seats.push(seat);
                let enough = seats.len() >= self.candidates && seats.iter().any(|&seat| self.is_up(seat));
                if enough || seats.len() == self.up.len() {
                    return;
                }
            }
            at = self.ring.next_point(at);
        }
    }

    /// The candidates of a position.
    fn candidates(&self, position: u64, seats: &mut Vec<Seat>) {
        if self.candidates >= self.up.len() {
            seats.clear();
            seats.extend(0..self.up.len() as Seat);
        } else if let Some(at) = self.ring.point_at(position) {
            self.candidates_from(at, seats);
        }
    }

    fn winner(&self, key: &[u8], value: u64, seats: &mut Vec<Seat>, text: &mut Vec<u8>) -> Seat {
        if self.candidates >= self.up.len() {
            return self.rendezvous.best_of(key, value, text, |seat| self.is_up(seat));
        }
        self.candidates(value, seats);
        self.rendezvous.best_among(key, value, text, seats.iter().copied().filter(|&seat| self.is_up(seat)))
    }
}

/// The candidates that are up, point by point.
struct Windows {
    ends: Vec<u32>,
    seats: Vec<Seat>,
}

impl Windows {
    fn of(&self, at: usize) -> Option<&[Seat]> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.seats.get(start as usize..self.ends[at] as usize)
    }
}

impl LocalRendezvous {
    /// Where there are many keys for each point, to walk from each point once is less than to walk for each key.
    fn windows(&self, keys: usize) -> Option<Windows> {
        let points = self.ring.points().len();
        if self.candidates >= self.up.len()
            || points * WINDOWS_FROM > keys
            || points * self.candidates > MOST_IN_WINDOWS
        {
            return None;
        }
        let mut windows = Windows { ends: Vec::with_capacity(points), seats: Vec::new() };
        let mut seats = Vec::new();
        for at in 0..points {
            self.candidates_from(at, &mut seats);
            windows.seats.extend(seats.iter().filter(|&&seat| self.is_up(seat)));
            windows.ends.push(windows.seats.len() as u32);
        }
        Some(windows)
    }
}

impl Placed for LocalRendezvous {
    /// Those that are down as well: their tokens stand on the ring.
    fn seats(&self) -> &[NodeId] {
        self.ring.seats()
    }

    fn rebuilt(&self, fleet: &Fleet, settings: &Settings) -> Option<Box<dyn Placed>> {
        Some(Box::new(Self::on_from(Some(self), fleet, settings)))
    }

    fn key_hashing(&self) -> KeyHashing {
        self.ring.key_hashing()
    }

    fn owner(&self, key: &[u8], value: u64) -> Seat {
        self.winner(key, value, &mut Vec::new(), &mut Vec::new())
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let value = self.key_hashing().value(key);
        let mut candidates = Vec::new();
        self.candidates(value, &mut candidates);
        let may = |seat| candidates.contains(&seat) && self.is_up(seat);
        let mut owners: Vec<NodeId> =
            self.rendezvous.scores_of(key, &may).into_iter().map(|score| score.node).collect();
        if owners.len() < most {
            let mut met = vec![false; self.up.len()];
            candidates.iter().for_each(|&seat| met[seat as usize] = true);
            let mut at = self.ring.point_at(value);
            for _ in 0..self.ring.points().len() {
                let Some(here) = at.filter(|_| owners.len() < most) else { break };
                let seat = self.ring.points()[here].seat;
                if !std::mem::replace(&mut met[seat as usize], true) && self.is_up(seat) {
                    owners.push(self.seats()[seat as usize]);
                }
                at = Some(self.ring.next_point(here));
            }
        }
        owners.truncate(most);
        owners
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.key_hashing().value(key);
        let mut candidates = Vec::new();
        self.candidates(value, &mut candidates);
        let may = |seat| candidates.contains(&seat) && self.is_up(seat);
        let scores = self.rendezvous.scores_of(key, &may);
        let point = self.ring.point_at(value).filter(|_| !scores.is_empty());
        Explanation::Local(point.map(|at| LocalWay {
            way: self.ring.way(value, &self.ring.points()[at]),
            bits: self.ring.bits(),
            scores,
            down:
                candidates.iter().filter(|&&seat| !self.is_up(seat)).map(|&seat| self.seats()[seat as usize]).collect(),
        }))
    }

    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk) {
        let mut candidates = Vec::new();
        self.candidates(value, &mut candidates);
        let mut at = None;
        let mut places = Vec::new();
        // With as many candidates as nodes the ring is not asked.
        if self.candidates < self.up.len() {
            at = self.ring.tell_search(value, walk);
        }
        for (met, &seat) in candidates.iter().enumerate() {
            // Past further tokens of those that are candidates already.
            while let Some(here) = at.filter(|&here| candidates[..met].contains(&self.ring.points()[here].seat)) {
                at = Some(self.ring.next_point(here));
            }
            let (node, place) = (self.seats()[seat as usize], at.map_or(Place::Nowhere, |at| Place::Point(at as u32)));
            walk.tell(Step::Candidate { node, at: place, is_up: self.is_up(seat) });
            places.push((node, place));
        }
        let may = |seat| candidates.contains(&seat) && self.is_up(seat);
        walk.race(&self.rendezvous.scores_of(key, &may), self.ring.bits(), self.seats());
        for node in self.owners(key, walk.most()) {
            let place = places.iter().find(|one| one.0 == node);
            walk.meet(place.map_or(Place::Nowhere, |one| one.1), node);
        }
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Ring(&self.ring)
    }

    fn table_bytes(&self) -> u64 {
        self.ring.table_bytes() + self.rendezvous.table_bytes() + bytes_of(&self.up)
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }

    /// A node is a candidate wherever one of its tokens is among the next C nodes'; from there its share is even. With
    /// q = C/N of the nodes, and tokens that lie by chance, that is where the next of its tokens is nearer than
    /// τ = -ln(1 - q) of their mean distance. The first part is the variance of that cover, the second that of the C
    /// nodes themselves; weights are left out.
    fn usual_deviation(&self, _seat: usize, share: f64, keys: u32) -> f64 {
        let q = self.candidates as f64 / self.up.len() as f64;
        if q >= 1.0 {
            return theory::deviation_with(share, 0.0, keys);
        }
        let (p, tau, tokens) = (1.0 - q, -libm::log(1.0 - q), f64::from(self.tokens));
        let beyond = q - tau * p;
        let by_cover = (2.0 * beyond - q * q - beyond * beyond) / (q * q * tokens);
        let by_nodes = p / (self.candidates as f64 * tokens);
        theory::deviation_with(share, by_cover + by_nodes, keys)
    }

    fn place(&self, keys: &Arc<HashedKeys>) -> Vec<Seat> {
        if !self.up.contains(&true) {
            return vec![NO_SEAT; keys.len()];
        }
        let (mut seats, mut text) = (Vec::new(), Vec::new());
        let mut owners = Vec::with_capacity(keys.len());
        if self.rendezvous.reads_names() {
            keys.keys().for_each(|at, key| owners.push(self.winner(key, keys.value(at), &mut seats, &mut text)));
            return owners;
        }
        let windows = self.windows(keys.len());
        let by_hashes = self.rendezvous.by_hashes();
        for value in keys.values() {
            let window = self.ring.point_at(value).and_then(|at| windows.as_ref()?.of(at));
            owners.push(match (window, &by_hashes) {
                (Some(window), Some(by_hashes)) => by_hashes.best_among(value as u32, window),
                (Some(window), None) => self.rendezvous.best_among(&[], value, &mut text, window.iter().copied()),
                (None, _) => self.winner(&[], value, &mut seats, &mut text),
            });
        }
        owners
    }
}
