//! The hash ring: every node stands on a circle at many points, and a key belongs to the first point at or after it.
//!
//! Karger, Lehman, Leighton, Panigrahy, Levine, Lewin: Consistent Hashing and Random Trees (STOC 1997). A node of weight
//! w has max(1, round(v · w)) points at hash(label(node, i)), i from 0; a node of weight 0 or down has none. Past the
//! last point the circle wraps to the lowest. Counter-clockwise, a key belongs to the last point at or before it.
//! Points at the same position: the smaller name (by bytes) owns it, then the smaller id.

mod changed_hands;
pub(crate) mod given;
mod points;
mod search;
mod stretches;
mod sweep;

use std::sync::Arc;

pub use self::changed_hands::{ChangedArc, ChangedHands};

use self::{given::Labels, points::Standing};
use super::{Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights, bytes_of, seated};
use crate::{
    explain::{Explanation, RingWay},
    fleet::{Fleet, Node, NodeId},
    keys::{HashedKeys, KeyHashing},
    measure::theory,
    number::Ratio,
    owners::{Onward, Owners},
    parameter::{self, Choice, Kind, Parameter, Settings},
    template::Template,
    walk::Walk,
    weight::Weight,
};

/// Points per unit of weight.
pub static VIRTUAL_NODES: Parameter = Parameter {
    field: "vn",
    name: "Virtual nodes",
    help: "How many points a node of weight 1 has on the ring.",
    phrase: ("with", "virtual nodes each"),
    prominent: true,
    kind: Kind::Count { least: 1, most: 10_000, default: 160, logarithmic: true },
};

/// The text that is hashed for a point.
pub static LABEL: Parameter = Parameter {
    field: "label",
    name: "Label",
    help: "The text that is hashed for each virtual node; {node} is the name, {i} counts from 0.",
    phrase: ("labelled", ""),
    prominent: true,
    kind: Kind::Label { default: "{node}#{i}", common: &["{node}#{i}", "{node}-{i}", "{i}-{node}", "{node}:{i}"] },
};

/// Which way a key walks.
pub static DIRECTION: Parameter = Parameter {
    field: "dir",
    name: "Direction",
    help: "Which way a key walks to its virtual node.",
    phrase: ("walking", ""),
    prominent: false,
    kind: Kind::Choice(&[
        Choice { id: "cw", name: "clockwise", help: "To the first point at or after the key." },
        Choice { id: "ccw", name: "counter-clockwise", help: "To the last point at or before the key." },
    ]),
};

/// What the ring says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "ring",
    name: "ring",
    preposition: "on a",
    source: "Karger et al., Consistent Hashing and Random Trees, STOC 1997",
    weights: Weights::Used,
    parameters: &[
        &VIRTUAL_NODES,
        &LABEL,
        &parameter::HASH,
        &parameter::FINALISER,
        &parameter::KEY_HASH,
        &DIRECTION,
        &parameter::SPACE,
    ],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(Ring::new(fleet, settings)),
};

/// The number of points of a node of this weight: max(1, round(v · w)), rounded half up; 0 for weight 0.
#[must_use]
pub fn points_of(weight: Weight, virtual_nodes: u32) -> u32 {
    if weight == Weight::ZERO {
        return 0;
    }
    let exact = u64::from(weight.hundredths()) * u64::from(virtual_nodes);
    (((exact + 50) / 100) as u32).max(1)
}

/// All points of the nodes that are up.
#[must_use]
pub fn points_in_all(fleet: &Fleet, virtual_nodes: u32) -> u64 {
    fleet.nodes().iter().map(|node| u64::from(points_of(node.effective_weight(), virtual_nodes))).sum()
}

/// The highest number of virtual nodes, from 1 to `most`, with so many points in all at most; 1 where even that is more.
#[must_use]
pub fn virtual_nodes_within(fleet: &Fleet, points: u64, most: u32) -> u32 {
    // Points rise with the number.
    let (mut fits, mut too_many) = (1, most + 1);
    while too_many - fits > 1 {
        let middle = u32::midpoint(fits, too_many);
        if points_in_all(fleet, middle) <= points {
            fits = middle;
        } else {
            too_many = middle;
        }
    }
    fits
}

/// One point of the ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// Where it stands, 0 to 2^bits - 1.
    pub position: u64,
    /// Whose it is, as a place among the seats.
    pub seat: Seat,
    /// The number of its label.
    pub label: u32,
}

/// Bytes of the tables of a ring of so many points: see [`Placed::table_bytes`].
#[must_use]
pub fn table_bytes_of(points: u64) -> u64 {
    let entries = (1 << index_bits(points as usize)) + 1;
    points * size_of::<Point>() as u64 + entries * size_of::<u32>() as u64
}

/// One to two points an entry of the index: the search that follows then looks at a handful, whatever the number of
/// points. Never less than one bit: a position of 64 bits cannot be shifted by 64.
fn index_bits(points: usize) -> u32 {
    points.max(2).ilog2()
}

/// A fleet on a ring.
#[derive(Debug)]
pub struct Ring {
    hashing: Hashing,
    /// The number of a key: that of `hashing`, or a real system's own.
    key_hashing: KeyHashing,
    clockwise: bool,
    wraps: bool,
    labels: Labels,
    seats: Vec<NodeId>,
    names: Vec<String>,
    /// The place of each seat in the order of names: the smaller wins ties.
    ranks: Vec<u32>,
    /// How many points each seat has.
    counts: Vec<u32>,
    /// Sorted by position; among equals the owner stands where the lookup stops first.
    points: Vec<Point>,
    /// For the top bits of a position, the first point at or after their start.
    index: Vec<u32>,
    shift: u32,
}

/// How points are placed, whatever their number.
pub(crate) struct Plan {
    pub hashing: Hashing,
    pub clockwise: bool,
    pub label: Template,
}

impl Ring {
    /// Places every point.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        Self::on_from(None, fleet, settings)
    }

    /// Places every point, taking over those of an earlier ring.
    pub(crate) fn on_from(earlier: Option<&Self>, fleet: &Fleet, settings: &Settings) -> Self {
        let virtual_nodes = settings.count(&VIRTUAL_NODES);
        let plan = Plan {
            hashing: Hashing::from_settings(settings),
            clockwise: settings.choice(&DIRECTION) == 0,
            label: Template::parse(&settings.label(&LABEL)),
        };
        let (nodes, by_name) = seated(fleet, |node: &Node| node.effective_weight() > Weight::ZERO);
        let counts = nodes.iter().map(|node| points_of(node.weight, virtual_nodes)).collect();
        Self::with(plan, &nodes, &by_name, counts, earlier)
    }

    /// Places so many points for each node, taking over those of an earlier ring.
    pub(crate) fn with(
        plan: Plan,
        nodes: &[&Node],
        by_name: &[usize],
        counts: Vec<u32>,
        earlier: Option<&Self>,
    ) -> Self {
        let mut ranks = vec![0; nodes.len()];
        for (rank, &seat) in (0..).zip(by_name) {
            ranks[seat] = rank;
        }
        let points = Standing { nodes, ranks: &ranks, counts: &counts }.points(&plan, earlier);
        Self::of_points(plan, nodes, ranks, counts, points)
    }

    /// A ring of sorted points.
    fn of_points(plan: Plan, nodes: &[&Node], ranks: Vec<u32>, counts: Vec<u32>, points: Vec<Point>) -> Self {
        let Plan { hashing, clockwise, label } = plan;
        let (index, shift) = Self::index(hashing.bits, &points);
        Self {
            hashing,
            key_hashing: hashing.of_keys(),
            clockwise,
            wraps: true,
            labels: Labels::Template(label),
            seats: nodes.iter().map(|node| node.id).collect(),
            names: nodes.iter().map(|node| node.name.clone()).collect(),
            ranks,
            counts,
            points,
            index,
            shift,
        }
    }

    /// The index of sorted points, and how far a position is shifted to find its entry.
    fn index(bits: u32, points: &[Point]) -> (Vec<u32>, u32) {
        let index_bits = index_bits(points.len());
        let shift = bits - index_bits;
        let mut index = Vec::with_capacity((1 << index_bits) + 1);
        let mut at = 0;
        for entry in 0..1u64 << index_bits {
            while at < points.len() && points[at].position >> shift < entry {
                at += 1;
            }
            index.push(at as u32);
        }
        index.push(points.len() as u32);
        (index, shift)
    }

    /// Would the same labels stand at the same places in the same order?
    fn is_planned_as(&self, plan: &Plan) -> bool {
        (self.hashing.points, self.hashing.bits, self.clockwise)
            == (plan.hashing.points, plan.hashing.bits, plan.clockwise)
            && matches!(&self.labels, Labels::Template(label) if *label == plan.label)
    }

    /// The points in the order of their positions.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Does a key walk to the point after it?
    #[must_use]
    pub fn is_clockwise(&self) -> bool {
        self.clockwise
    }

    /// Does a lookup that finds no further point go on at the other end of the space? Real systems have other rules.
    #[must_use]
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// Bits of a position: 32 or 64.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.hashing.bits
    }

    /// The size of the space, 2^bits.
    #[must_use]
    pub fn circumference(&self) -> u128 {
        1 << self.hashing.bits
    }

    /// Where a position stands on the circle: 0 at the start of the space, 1 at its end.
    #[must_use]
    pub fn turns(&self, position: u64) -> f64 {
        position as f64 / self.circumference() as f64
    }

    /// The text that was hashed for a point; of a real system's, what tells it from the others.
    #[must_use]
    pub fn label_text(&self, point: &Point) -> String {
        match &self.labels {
            Labels::Template(label) => label.text(&self.names[point.seat as usize], u64::from(point.label)),
            Labels::Given(given) => given.text(&self.points, point),
        }
    }

    /// The place of a seat in the order of names: the smaller wins ties.
    pub(crate) fn rank(&self, seat: Seat) -> u32 {
        self.ranks[seat as usize]
    }

    /// The place of the point that a walk meets next.
    pub(crate) fn next_point(&self, at: usize) -> usize {
        let count = self.points.len();
        if self.clockwise { (at + 1) % count } else { (at + count - 1) % count }
    }

    /// How far a position has to walk to a point.
    #[must_use]
    pub fn distance(&self, position: u64, point: &Point) -> u128 {
        let (from, to) = if self.clockwise { (position, point.position) } else { (point.position, position) };
        (u128::from(to) + self.circumference() - u128::from(from)) % self.circumference()
    }

    /// The way of a position to a point.
    pub(crate) fn way(&self, position: u64, point: &Point) -> RingWay {
        RingWay {
            position,
            bits: self.hashing.bits,
            point: point.position,
            label: self.label_text(point),
            distance: self.distance(position, point),
            wraps: if self.clockwise { point.position < position } else { point.position > position },
            owner: self.seats[point.seat as usize],
        }
    }

    /// The place of the point that owns a position; `None` on an empty ring.
    #[must_use]
    pub fn point_at(&self, position: u64) -> Option<usize> {
        let count = self.points.len();
        if count == 0 {
            return None;
        }
        let entry = (position >> self.shift) as usize;
        let (from, to) = (self.index[entry] as usize, self.index[entry + 1] as usize);
        let near = &self.points[from..to];
        Some(if self.clockwise {
            let at = from + near.partition_point(|point| point.position < position);
            if at == count { 0 } else { at }
        } else {
            let after = from + near.partition_point(|point| point.position <= position);
            if after == 0 { count - 1 } else { after - 1 }
        })
    }

    /// How many positions a point owns: the arc that ends at it (clockwise) or starts at it.
    #[must_use]
    pub fn arc_length(&self, at: usize) -> u128 {
        let count = self.points.len();
        let here = u128::from(self.points[at].position);
        let there = |at: usize| u128::from(self.points[at].position);
        if self.clockwise {
            if at == 0 { here + self.circumference() - there(count - 1) } else { here - there(at - 1) }
        } else if at + 1 == count {
            there(0) + self.circumference() - here
        } else {
            there(at + 1) - here
        }
    }

    /// How many points are followed by one of their own node.
    #[must_use]
    pub fn followed_by_own(&self) -> u32 {
        let count = self.points.len();
        if count < 2 {
            return 0;
        }
        (0..count).filter(|&at| self.points[at].seat == self.points[(at + 1) % count].seat).count() as u32
    }
}

impl Placed for Ring {
    fn seats(&self) -> &[NodeId] {
        &self.seats
    }

    fn key_hashing(&self) -> KeyHashing {
        self.key_hashing
    }

    fn owner(&self, _key: &[u8], value: u64) -> Seat {
        self.point_at(value).map_or(NO_SEAT, |at| self.points[at].seat)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let Some(start) = self.point_at(self.key_hashing().value(key)) else { return Vec::new() };
        let most = most.min(self.seats.len());
        let mut seen = vec![false; self.seats.len()];
        let mut owners: Vec<NodeId> = Vec::new();
        let mut at = start;
        for _ in 0..self.points.len() {
            if owners.len() == most {
                break;
            }
            let seat = self.points[at].seat as usize;
            if !std::mem::replace(&mut seen[seat], true) {
                owners.push(self.seats[seat]);
            }
            at = self.next_point(at);
        }
        owners
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let position = self.key_hashing().value(key);
        Explanation::Ring(self.point_at(position).map(|at| self.way(position, &self.points[at])))
    }

    fn walk(&self, _key: &[u8], value: u64, walk: &mut Walk) {
        self.tell_walk(value, walk);
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Ring(self)
    }

    fn table_bytes(&self) -> u64 {
        bytes_of(&self.points) + bytes_of(&self.index)
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        let mut owned = vec![0u128; self.seats.len()];
        for (at, point) in self.points.iter().enumerate() {
            owned[point.seat as usize] += self.arc_length(at);
        }
        Some(owned.into_iter().map(|length| Ratio::new(length, self.circumference())).collect())
    }

    fn rebuilt(&self, fleet: &Fleet, settings: &Settings) -> Option<Box<dyn Placed>> {
        Some(Box::new(Self::on_from(Some(self), fleet, settings)))
    }

    fn place(&self, keys: &Arc<HashedKeys>) -> Vec<Seat> {
        self.place_all(keys)
    }

    fn place_from(&self, keys: &Arc<HashedKeys>, earlier: &dyn Placed, owners: &Owners) -> Option<Onward> {
        let Geometry::Ring(before) = earlier.geometry() else { return None };
        self.place_from_ring(keys, before, owners)
    }

    fn usual_deviation(&self, seat: usize, _share: f64, keys: u32) -> f64 {
        // A ring's chance goes by whole points, not by the weight.
        let all = self.points.len() as u64;
        let own = self.counts.get(seat).map_or(0.0, |&count| f64::from(count) / all.max(1) as f64);
        theory::relative_deviation(own, Some(all), keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_follow_the_weight_and_never_vanish() {
        let points = |hundredths| points_of(Weight::from_hundredths(hundredths).expect("a weight"), 160);
        assert_eq!([0, 1, 50, 100, 225, 100_000].map(points), [0, 2, 80, 160, 360, 160_000]);
        assert_eq!(points_of(Weight::from_hundredths(1).expect("0.01"), 10), 1);
        // Half up: 0.5 · 1 = 0.5 gives 1, 1.5 gives 2, 2.5 gives 3.
        assert_eq!([50, 150, 250].map(|w| points_of(Weight::from_hundredths(w).expect("w"), 1)), [1, 2, 3]);
    }
}
