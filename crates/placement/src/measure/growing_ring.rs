//! A ring to which every node's points are added count by count: what arcs and keys each node has with 1, 2, 3, 5 …
//! 10,000 virtual nodes.
//!
//! Point `i` of a node is the same point however many the node has, so each count adds its new points to those of the
//! count before it: hashed and sorted in portions, then merged. All work is cut into steps of a few milliseconds, for
//! a page that has other things to do.

use super::evenness::Evenness;
use crate::{
    algorithm::{Hashing, Seat, ring, seated},
    fleet::Fleet,
    keys::KeyHashing,
    number::Ratio,
    parameter::Settings,
    template::Template,
    weight::Weight,
};

/// Points that are hashed and sorted in one step.
const PORTION: usize = 8_192;

/// A point reduced to what arcs need. The order is the ring's: by position, then by the rank of the name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    position: u64,
    rank: Seat,
}

/// A node on the ring.
struct Member {
    name: String,
    weight: Weight,
    rank: Seat,
}

/// The ring at one count, or on its way to the next.
pub struct GrowingRing {
    hashing: Hashing,
    clockwise: bool,
    label: Template,
    members: Vec<Member>,
    /// Hundredths of weight, by rank.
    weights: Vec<u64>,
    /// The last count that is complete; 0 before the first.
    count: u32,
    /// Sorted runs; one of them once a count is complete.
    runs: Vec<Vec<Mark>>,
    spare: Vec<Mark>,
    /// The member and the label to go on with.
    next: (usize, u32),
    /// Are all points of the next count among the runs?
    has_all: bool,
}

impl GrowingRing {
    /// A ring without points yet; `None` where no node of the fleet counts.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Option<Self> {
        let (nodes, by_name) = seated(fleet, |node| node.effective_weight() > Weight::ZERO);
        let weights = by_name.iter().map(|&seat| u64::from(nodes[seat].weight.hundredths())).collect();
        let members: Vec<Member> = (0..)
            .zip(by_name)
            .map(|(rank, seat)| Member { name: nodes[seat].name.clone(), weight: nodes[seat].weight, rank })
            .collect();
        (!members.is_empty()).then(|| Self {
            hashing: Hashing::from_settings(settings),
            clockwise: settings.choice(&ring::DIRECTION) == 0,
            label: Template::parse(&settings.label(&ring::LABEL)),
            members,
            weights,
            count: 0,
            runs: Vec::new(),
            spare: Vec::new(),
            next: (0, 0),
            has_all: false,
        })
    }

    /// How keys stand on this ring.
    #[must_use]
    pub fn key_hashing(&self) -> KeyHashing {
        self.hashing.of_keys()
    }

    /// The nodes' weights in hundredths, in the order of names; so are all numbers by node here.
    #[must_use]
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// Points of each node at the count that is complete.
    #[must_use]
    pub fn points(&self) -> Vec<u32> {
        self.members.iter().map(|member| ring::points_of(member.weight, self.count)).collect()
    }

    /// Goes on towards a count, which is higher than the last one, for a few milliseconds at most; true when all its
    /// points stand.
    pub fn grow(&mut self, count: u32) -> bool {
        match &self.runs[..] {
            // A run is merged once it is about as long as the one before it, so that a point is copied a few times and
            // not once for each portion; when all points are there, every run is.
            [.., before, last] if self.has_all || before.len() <= 2 * last.len() => self.merge_newest(),
            _ if self.has_all => {
                (self.count, self.next, self.has_all) = (count, (0, 0), false);
                return true;
            }
            _ => self.has_all = self.hash_portion(count),
        }
        false
    }

    /// Gives up the points, and their memory.
    pub fn clear(&mut self) {
        (self.runs, self.spare) = (Vec::new(), Vec::new());
    }

    /// A portion of the points that this count adds, as a sorted run; true with the last of them.
    fn hash_portion(&mut self, count: u32) -> bool {
        let mut run = Vec::with_capacity(PORTION);
        let mut text = Vec::new();
        let (mut at, mut label) = self.next;
        while let Some(member) = self.members.get(at) {
            let known = if self.count == 0 { 0 } else { ring::points_of(member.weight, self.count) };
            for number in label.max(known)..ring::points_of(member.weight, count) {
                if run.len() == PORTION {
                    self.next = (at, number);
                    self.push_run(run);
                    return false;
                }
                self.label.write(&member.name, u64::from(number), &mut text);
                run.push(Mark { position: self.hashing.of_point(&text), rank: member.rank });
            }
            (at, label) = (at + 1, 0);
        }
        self.push_run(run);
        true
    }

    fn push_run(&mut self, mut run: Vec<Mark>) {
        sort(&mut run, &mut self.spare);
        self.runs.push(run);
    }

    fn merge_newest(&mut self) {
        if let (Some(last), Some(before)) = (self.runs.pop(), self.runs.pop()) {
            let mut merged = Vec::with_capacity(before.len() + last.len());
            merge(&before, &last, &mut merged);
            self.runs.push(merged);
        }
    }

    /// Positions on the whole circle.
    #[must_use]
    pub fn circumference(&self) -> u128 {
        1u128 << self.hashing.bits
    }

    fn marks(&self) -> &[Mark] {
        self.runs.first().map_or(&[], Vec::as_slice)
    }

    /// Every point with the length of circle that it owns, in the order in which the arc of a lost point looks for its
    /// heir. Of points at one position the first, which has the smaller name, owns the arc, and the others nothing.
    fn for_each_arc(&self, mut each: impl FnMut(Seat, u128)) {
        let marks = self.marks();
        let (Some(first), Some(last)) = (marks.first(), marks.last()) else { return };
        let over_zero = u128::from(first.position) + self.circumference() - u128::from(last.position);
        if self.clockwise {
            let mut before = None;
            for mark in marks {
                each(mark.rank, before.map_or(over_zero, |before| u128::from(mark.position - before)));
                before = Some(mark.position);
            }
        } else {
            let mut after = None;
            for same in marks.chunk_by(|a, b| a.position == b.position).rev() {
                let position = same[0].position;
                let length = after.map_or(over_zero, |after| u128::from(after - position));
                for (mark, length) in same.iter().zip(std::iter::once(length).chain(std::iter::repeat(0))) {
                    each(mark.rank, length);
                }
                after = Some(position);
            }
        }
    }

    /// The length of the circle that each node owns.
    #[must_use]
    pub fn owned(&self) -> Vec<u128> {
        let mut owned = vec![0u128; self.members.len()];
        self.for_each_arc(|rank, length| owned[rank as usize] += length);
        owned
    }

    /// How evenly the circle is owned.
    #[must_use]
    pub fn arcs(&self) -> Evenness {
        Evenness::of(&self.owned(), self.circumference(), &self.weights)
    }

    /// How many of some keys each node owns, given their positions in order.
    #[must_use]
    pub fn count_keys(&self, sorted: &[u64]) -> Vec<u32> {
        let mut counts = vec![0u32; self.members.len()];
        let (mut left, mut before) = (sorted, None::<Seat>);
        for same in self.marks().chunk_by(|a, b| a.position == b.position) {
            let Mark { position, rank } = same[0];
            let keys = left.iter().take_while(|&&key| key < position || (self.clockwise && key == position)).count();
            left = &left[keys..];
            // Counter-clockwise, what lies before the first point belongs to the last.
            if let Some(owner) = if self.clockwise { Some(rank) } else { before.or_else(|| self.highest()) } {
                counts[owner as usize] += keys as u32;
            }
            before = Some(rank);
        }
        if let Some(owner) = if self.clockwise { self.marks().first().map(|mark| mark.rank) } else { before } {
            counts[owner as usize] += left.len() as u32;
        }
        counts
    }

    /// The owner at the highest position.
    fn highest(&self) -> Option<Seat> {
        self.marks().chunk_by(|a, b| a.position == b.position).next_back().map(|same| same[0].rank)
    }

    /// The worst that the loss of a single node would do: its arcs fall to the next points of others. `None` where
    /// there are no two nodes.
    #[must_use]
    pub fn worst_loss(&self) -> Option<Loss> {
        let (mut arcs, mut owned) = (Vec::new(), vec![0u128; self.members.len()]);
        self.for_each_arc(|rank, length| {
            arcs.push((rank, length));
            owned[rank as usize] += length;
        });
        // The heir of each arc, from the last that is followed by another's backwards around the circle; all arcs of a
        // node side by side.
        let end = (0..arcs.len()).rev().find(|&at| arcs[at].0 != arcs[(at + 1) % arcs.len()].0)?;
        let mut from = vec![0usize; self.members.len() + 1];
        for &(rank, _) in &arcs {
            from[rank as usize + 1] += 1;
        }
        for rank in 0..self.members.len() {
            from[rank + 1] += from[rank];
        }
        let (mut next, mut inherited) = (from.clone(), vec![(0, 0); arcs.len()]);
        let mut heir = arcs[(end + 1) % arcs.len()].0;
        let mut after = heir;
        for step in 0..arcs.len() {
            let (rank, length) = arcs[(end + arcs.len() - step) % arcs.len()];
            if rank != after {
                heir = after;
            }
            inherited[next[rank as usize]] = (heir, length);
            next[rank as usize] += 1;
            after = rank;
        }

        // All shares of those who stay grow alike by the fair shares that shrink, so whoever inherits nothing can only
        // be the busiest if it is now.
        let ranks = || 0..self.members.len() as Seat;
        let load = |rank: Seat, length: u128| length as f64 / self.weights[rank as usize] as f64;
        let busier = |a: Seat, b: Seat| if load(b, owned[b as usize]) > load(a, owned[a as usize]) { b } else { a };
        let busiest = ranks().reduce(busier)?;
        let second = ranks().filter(|&rank| rank != busiest).reduce(busier)?;
        let all_weight: u64 = self.weights.iter().sum();
        let mut worst = None::<(f64, Seat, Seat, u128)>;
        let mut gains = vec![0u128; self.members.len()];
        for lost in ranks() {
            let arcs = &inherited[from[lost as usize]..from[lost as usize + 1]];
            for &(heir, length) in arcs {
                gains[heir as usize] += length;
            }
            let other = if lost == busiest { second } else { busiest };
            let left = all_weight - self.weights[lost as usize];
            for rank in arcs.iter().map(|arc| arc.0).chain([other]) {
                let length = owned[rank as usize] + gains[rank as usize];
                let times = load(rank, length) * left as f64;
                if worst.is_none_or(|worst| times > worst.0) {
                    worst = Some((times, lost, rank, length));
                }
            }
            for &(heir, _) in arcs {
                gains[heir as usize] = 0;
            }
        }
        worst.map(|(_, lost, busiest, length)| {
            let (weight, left) = (self.weights[busiest as usize], all_weight - self.weights[lost as usize]);
            let times_fair = super::evenness::times_fair(length, self.circumference(), weight, left);
            Loss {
                lost: self.members[lost as usize].name.clone(),
                busiest: self.members[busiest as usize].name.clone(),
                times_fair,
            }
        })
    }
}

/// What the loss of a node would do.
#[derive(Clone, PartialEq, Debug)]
pub struct Loss {
    /// The name of the node that goes.
    pub lost: String,
    /// The name of the node that is the busiest then.
    pub busiest: String,
    /// Its share over its fair share among those who are left.
    pub times_fair: Ratio,
}

/// Sorts a run from the bottom up. The standard library's sorts are larger than they are worth here: merging is needed
/// anyway, and the runs are short.
fn sort(run: &mut Vec<Mark>, spare: &mut Vec<Mark>) {
    let mut width = 1;
    while width < run.len() {
        spare.clear();
        for pair in run.chunks(2 * width) {
            let (a, b) = pair.split_at(width.min(pair.len()));
            merge(a, b, spare);
        }
        std::mem::swap(run, spare);
        width *= 2;
    }
}

/// Adds two sorted runs to `merged`, in order.
fn merge(a: &[Mark], b: &[Mark], merged: &mut Vec<Mark>) {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(&&one), Some(&&other)) = (a.peek(), b.peek()) {
        let smaller = if other < one { b.next() } else { a.next() };
        merged.extend(smaller);
    }
    merged.extend(a);
    merged.extend(b);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fleet::NodeId,
        hash::HashFn,
        measure::{Balance, curve::COUNTS},
        parameter::{self, Value},
        scenario::{Command, Scenario},
        snapshot::Snapshot,
    };

    fn scenarios() -> Vec<Scenario> {
        let set = Command::Set;
        let weight = |id, hundredths| Command::SetWeight {
            id: NodeId(id),
            weight: Weight::from_hundredths(hundredths).expect("a weight"),
        };
        let crc = [set(&parameter::HASH, parameter::hash_value(HashFn::Crc32)), Command::SetNodeCount(5)];
        let wide = [
            set(&parameter::HASH, parameter::hash_value(HashFn::XxHash64)),
            set(&parameter::SPACE, Value::Choice(1)),
            set(&ring::DIRECTION, Value::Choice(1)),
        ];
        // The label without a counter: all points of a node stand at one position.
        let twins = [set(&ring::LABEL, Value::Label("{node}".into())), Command::SetNodeCount(2)];
        let ccw = [
            weight(0, 225),
            weight(1, 1),
            weight(2, 0),
            Command::SetUp { id: NodeId(3), up: false },
            set(&ring::DIRECTION, Value::Choice(1)),
        ];
        let all: [&[Command]; 6] = [&[], &crc, &wide, &twins, &ccw, &[Command::SetNodeCount(1)]];
        let with = |commands: &[Command]| {
            let mut scenario = Scenario::default();
            for command in commands {
                scenario.apply(command.clone()).expect("a command that fits");
            }
            scenario
        };
        all.into_iter().map(with).collect()
    }

    #[test]
    fn arcs_keys_and_losses_are_those_of_the_placement() {
        for scenario in scenarios() {
            let mut ring = GrowingRing::new(&scenario.fleet, &scenario.settings).expect("nodes");
            for &count in COUNTS.iter().filter(|&&count| count <= 400) {
                while !ring.grow(count) {}
                let mut scenario = scenario.clone();
                scenario.apply(Command::Set(&ring::VIRTUAL_NODES, Value::Count(count))).expect("a count");
                let snapshot = Snapshot::place(&scenario, None);
                let balance = Balance::of(&snapshot);
                let mut sorted = snapshot.keys().values().collect::<Vec<_>>();
                sorted.sort_unstable();
                let mut by_name: Vec<_> = scenario.fleet.nodes().iter().zip(&balance.loads).collect();
                by_name.retain(|(node, _)| node.effective_weight() > Weight::ZERO);
                by_name.sort_by(|a, b| a.0.name.cmp(&b.0.name));
                let keys: Vec<u32> = by_name.iter().map(|(_, load)| load.keys).collect();
                assert_eq!(ring.count_keys(&sorted), keys, "{count}");
                let exact: Vec<u128> = by_name.iter().map(|(_, load)| load.exact.expect("an arc").part).collect();
                assert_eq!(ring.owned(), exact, "{count}");

                let losses = by_name.iter().filter_map(|(node, _)| {
                    let mut scenario = scenario.clone();
                    scenario.apply(Command::SetUp { id: node.id, up: false }).expect("a node");
                    let balance = Balance::of(&Snapshot::place(&scenario, Some(&snapshot)));
                    let worst = balance.loads.iter().filter_map(|load| load.exact_times_fair);
                    worst.reduce(|best, one| if one.value() > best.value() { one } else { best })
                });
                let worst = losses.reduce(|best, one| if one.value() > best.value() { one } else { best });
                assert_eq!(ring.worst_loss().map(|loss| loss.times_fair), worst, "{count}");
            }
        }
    }
}
