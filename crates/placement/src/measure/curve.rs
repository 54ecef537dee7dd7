//! The busiest node over its fair share by number of virtual nodes, exact by arc: what more points would bring.
//!
//! Point `i` of a node is the same point however many the node has, so each count adds its new points to those of the
//! count before it: hashed and sorted in portions, then merged. All work is cut into steps of a few milliseconds, for
//! a page that has other things to do.

use super::Balance;
use crate::{
    algorithm::{Algorithm, Hashing, Seat, bounded, ring, seated},
    limits,
    number::Ratio,
    parameter::{self, Settings, Value},
    scenario::Scenario,
    template::Template,
    weight::Weight,
};

/// The counts that are looked at: 24 from 1 to 10,000, evenly spaced by their logarithms as far as whole numbers are.
pub const COUNTS: [u32; 24] =
    [1, 2, 3, 4, 5, 7, 11, 16, 25, 37, 55, 82, 122, 182, 272, 406, 606, 905, 1_350, 2_015, 3_008, 4_489, 6_700, 10_000];

/// Most points of a fleet that are looked at. A quarter of what can be placed: a curve is looked at on the side, and
/// its memory is never given back.
pub const MOST_POINTS: u64 = limits::POINTS / 4;

/// Points that are hashed and sorted in one step.
const PORTION: usize = 8_192;

/// The busiest node at one count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Virtual nodes of a node of weight 1.
    pub virtual_nodes: u32,
    /// Share of the hash space over fair share, of the node where that is highest.
    pub times_fair: Ratio,
}

/// A point reduced to what arcs need. The order is the ring's: by position, then by the rank of the name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    position: u64,
    rank: Seat,
}

/// A node on the curve.
struct Member {
    name: String,
    weight: Weight,
    rank: Seat,
}

/// A curve being computed.
pub struct Curve {
    hashing: Hashing,
    clockwise: bool,
    label: Template,
    members: Vec<Member>,
    /// Hundredths of weight, by rank and in all.
    weights: Vec<u64>,
    all_weight: u64,
    counts: usize,
    /// Sorted runs; one of them once a count is complete.
    runs: Vec<Vec<Mark>>,
    spare: Vec<Mark>,
    /// The member and the label to go on with.
    next: (usize, u32),
    /// Are all points of the next count among the runs?
    has_all: bool,
    samples: Vec<Sample>,
}

/// Does this algorithm place by the arcs of virtual nodes, and by nothing else? Under a bound the busiest node is what
/// the bound says.
#[must_use]
pub fn applies(algorithm: Algorithm) -> bool {
    algorithm.takes(&ring::VIRTUAL_NODES) && !algorithm.takes(&bounded::FACTOR)
}

impl Curve {
    /// The curve of a scenario; `None` where no virtual nodes place anything.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Option<Self> {
        Self::with(scenario, &scenario.settings)
    }

    /// The curve of the same scenario with the finaliser switched; `None` where the hash takes none.
    #[must_use]
    pub fn with_finaliser_switched(scenario: &Scenario) -> Option<Self> {
        if Hashing::from_settings(&scenario.settings).bits == 64 {
            return None;
        }
        let mut settings = scenario.settings.clone();
        let switched = !settings.switch(&parameter::FINALISER);
        settings.set(&parameter::FINALISER, Value::Switch(switched)).ok()?;
        Self::with(scenario, &settings)
    }

    fn with(scenario: &Scenario, settings: &Settings) -> Option<Self> {
        if !applies(scenario.algorithm) {
            return None;
        }
        let fleet = &scenario.fleet;
        let (nodes, by_name) = seated(fleet, |node| node.effective_weight() > Weight::ZERO);
        let weights: Vec<u64> = by_name.iter().map(|&seat| u64::from(nodes[seat].weight.hundredths())).collect();
        let members: Vec<Member> = (0..)
            .zip(by_name)
            .map(|(rank, seat)| Member { name: nodes[seat].name.clone(), weight: nodes[seat].weight, rank })
            .collect();
        let fits = |&&count: &&u32| ring::points_in_all(fleet, count) <= MOST_POINTS;
        (!members.is_empty()).then(|| Self {
            hashing: Hashing::from_settings(settings),
            clockwise: settings.choice(&ring::DIRECTION) == 0,
            label: Template::parse(&settings.label(&ring::LABEL)),
            members,
            all_weight: weights.iter().sum(),
            weights,
            counts: COUNTS.iter().take_while(fits).count(),
            runs: Vec::new(),
            spare: Vec::new(),
            next: (0, 0),
            has_all: false,
            samples: Vec::new(),
        })
    }

    /// What is known so far, by rising count.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Is there nothing left to do?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.samples.len() >= self.counts
    }

    /// Goes on for a few milliseconds at most. Call it until [`Curve::is_complete`].
    pub fn step(&mut self) {
        if self.is_complete() {
            return;
        }
        let virtual_nodes = COUNTS[self.samples.len()];
        match &self.runs[..] {
            // A run is merged once it is about as long as the one before it, so that a point is copied a few times and
            // not once for each portion; when all points are there, every run is.
            [.., before, last] if self.has_all || before.len() <= 2 * last.len() => self.merge_newest(),
            _ if self.has_all => {
                let times_fair = self.times_fair();
                self.samples.push(Sample { virtual_nodes, times_fair });
                (self.next, self.has_all) = ((0, 0), false);
            }
            _ => self.has_all = self.hash_portion(virtual_nodes),
        }
        if self.is_complete() {
            (self.runs, self.spare) = (Vec::new(), Vec::new());
        }
    }

    /// A portion of the points that this count adds, as a sorted run; true with the last of them.
    fn hash_portion(&mut self, virtual_nodes: u32) -> bool {
        let before = self.samples.last().map(|sample| sample.virtual_nodes);
        let mut run = Vec::with_capacity(PORTION);
        let mut text = Vec::new();
        let (mut at, mut label) = self.next;
        while let Some(member) = self.members.get(at) {
            let known = before.map_or(0, |before| ring::points_of(member.weight, before));
            for number in label.max(known)..ring::points_of(member.weight, virtual_nodes) {
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

    /// The highest share over fair share of the points that stand.
    fn times_fair(&self) -> Ratio {
        let mut owned = vec![0u128; self.members.len()];
        let circumference = 1u128 << self.hashing.bits;
        let marks = self.runs.first().map_or(&[][..], Vec::as_slice);
        let Some(&first) = marks.first() else { return Ratio::new(0u32, 1u32) };
        // Of points at one position the first, which has the smaller name, owns the arc.
        let mut last = first;
        for &mark in marks {
            if mark.position > last.position {
                let owner = if self.clockwise { mark } else { last };
                owned[owner.rank as usize] += u128::from(mark.position - last.position);
                last = mark;
            }
        }
        let owner = if self.clockwise { first } else { last };
        owned[owner.rank as usize] += u128::from(first.position) + circumference - u128::from(last.position);

        let weighed = owned.into_iter().zip(self.weights.iter().map(|&weight| u128::from(weight)));
        let (length, weight) =
            weighed.reduce(|best, one| if one.0 * best.1 > best.0 * one.1 { one } else { best }).unwrap_or((0, 1));
        // As in the balance: the part of a 64-bit space is large.
        let shift = if self.hashing.bits > 32 { 16 } else { 0 };
        Ratio::new((length >> shift) * u128::from(self.all_weight), (circumference >> shift) * weight)
    }
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

/// The exact busiest of a balance, which is the curve's point at the scenario's own count.
#[must_use]
pub fn busiest_exact(balance: &Balance) -> Option<Ratio> {
    let exact = balance.loads.iter().filter_map(|load| load.exact_times_fair);
    exact.reduce(|best, one| if one.value() > best.value() { one } else { best })
}

/// Do two scenarios have the same curve? Neither the number of virtual nodes nor the keys play a part in it.
#[must_use]
pub fn is_same(a: &Scenario, b: &Scenario) -> bool {
    let without_count = |scenario: &Scenario| {
        let mut settings = scenario.settings.clone();
        // A default always fits.
        let _ = settings.set(&ring::VIRTUAL_NODES, ring::VIRTUAL_NODES.default());
        settings
    };
    a.algorithm == b.algorithm && a.fleet == b.fleet && without_count(a) == without_count(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        algorithm::Algorithm,
        fleet::{Fleet, NodeId},
        hash::HashFn,
        keys::Keys,
        scenario::Command,
        snapshot::Snapshot,
    };

    fn complete(mut curve: Curve) -> Vec<Sample> {
        while !curve.is_complete() {
            curve.step();
        }
        curve.samples().to_vec()
    }

    fn balance_at(scenario: &Scenario, virtual_nodes: u32) -> Option<Ratio> {
        let mut scenario = scenario.clone();
        scenario.keys = Keys::Pattern { pattern: "{i}".into(), first: 0, count: 1 };
        scenario.apply(Command::Set(&ring::VIRTUAL_NODES, Value::Count(virtual_nodes))).expect("a count");
        busiest_exact(&Balance::of(&Snapshot::place(&scenario, None)))
    }

    fn agrees_with_the_balance(scenario: &Scenario) {
        let samples = complete(Curve::of(scenario).expect("a curve"));
        assert!(!samples.is_empty());
        for sample in samples {
            assert_eq!(Some(sample.times_fair), balance_at(scenario, sample.virtual_nodes), "{}", sample.virtual_nodes);
        }
    }

    fn with(commands: impl IntoIterator<Item = Command>) -> Scenario {
        let mut scenario = Scenario::default();
        for command in commands {
            scenario.apply(command).expect("a command that fits");
        }
        scenario
    }

    #[test]
    fn the_counts_are_evenly_spaced_by_their_logarithms() {
        for (at, &count) in COUNTS.iter().enumerate() {
            let exact = 10f64.powf(4.0 * at as f64 / 23.0).round() as u32;
            // The first few run into one another as whole numbers.
            assert!(count == exact || count <= 5, "{count} {exact}");
        }
        assert!(COUNTS.is_sorted_by(|a, b| a < b));
        assert_eq!((COUNTS[0], COUNTS[23]), (1, 10_000));
    }

    #[test]
    fn every_point_is_the_exact_balance_of_that_scenario() {
        let set = |parameter, value| Command::Set(parameter, value);
        let weight = |id, hundredths| Command::SetWeight {
            id: NodeId(id),
            weight: Weight::from_hundredths(hundredths).expect("a weight"),
        };
        agrees_with_the_balance(&Scenario::default());
        agrees_with_the_balance(&with([set(&parameter::FINALISER, Value::Switch(true))]));
        agrees_with_the_balance(&with([
            weight(0, 225),
            weight(1, 1),
            weight(2, 0),
            Command::SetUp { id: NodeId(3), up: false },
            set(&ring::DIRECTION, Value::Choice(1)),
        ]));
        agrees_with_the_balance(&with([
            set(&parameter::HASH, parameter::hash_value(HashFn::XxHash64)),
            set(&parameter::SPACE, Value::Choice(1)),
        ]));
        agrees_with_the_balance(&with([Command::SetNodeCount(1)]));
        // More nodes than all counts fit for.
        let many = with([Command::SetNodeCount(300)]);
        agrees_with_the_balance(&many);
        let last = complete(Curve::of(&many).expect("a curve")).last().map(|sample| sample.virtual_nodes);
        assert_eq!(last, Some(3_008));
    }

    #[test]
    fn points_at_one_position_belong_to_the_smaller_name() {
        // All points of a node coincide where the label does not count, and these words have one FNV-1a 32 value.
        for direction in [0, 1] {
            let mut scenario = with([
                Command::Set(&ring::DIRECTION, Value::Choice(direction)),
                Command::Set(&ring::LABEL, Value::Label("{node}".into())),
            ]);
            for (one, same) in [("declinate", "macallums"), ("macallums", "declinate")] {
                scenario.fleet = Fleet::from_names([one, same, "c"]).expect("names");
                agrees_with_the_balance(&scenario);
            }
            scenario.fleet = Fleet::from_names(["declinate", "macallums"]).expect("names");
            let samples = complete(Curve::of(&scenario).expect("a curve"));
            assert_eq!(samples.first().map(|sample| sample.times_fair.times()), Some("2.00".into()));
        }
    }

    #[test]
    fn the_finaliser_is_switched_where_the_hash_takes_one() {
        let raw = Scenario::default();
        let mixed = with([Command::Set(&parameter::FINALISER, Value::Switch(true))]);
        let switched = |scenario| complete(Curve::with_finaliser_switched(scenario).expect("32 bits"));
        assert_eq!(switched(&raw), complete(Curve::of(&mixed).expect("a curve")));
        assert_eq!(switched(&mixed), complete(Curve::of(&raw).expect("a curve")));
        let wide = with([
            Command::Set(&parameter::HASH, parameter::hash_value(HashFn::Md5)),
            Command::Set(&parameter::SPACE, Value::Choice(1)),
        ]);
        assert!(Curve::with_finaliser_switched(&wide).is_none());
    }

    #[test]
    fn the_first_paint() {
        let raw = complete(Curve::of(&Scenario::default()).expect("a curve"));
        let mixed = complete(Curve::with_finaliser_switched(&Scenario::default()).expect("a curve"));
        let at_the_end = |samples: &[Sample]| samples.last().map(|sample| sample.times_fair.times());
        assert_eq!((at_the_end(&raw), at_the_end(&mixed)), (Some("1.08".into()), Some("1.01".into())));
        assert_eq!((raw.len(), mixed.len()), (24, 24));
        // The dot of the page at 160 is what the table's strokes show.
        let snapshot = Snapshot::place(&Scenario::default(), None);
        let exact = busiest_exact(&Balance::of(&snapshot)).expect("an exact share");
        let shares = snapshot.placed().exact_shares().expect("a ring has exact shares");
        let highest = shares.iter().map(|share| share.part).max().expect("eight");
        assert_eq!(exact, Ratio::new(highest * 8, 1u64 << 32));
    }

    #[test]
    fn nothing_without_virtual_nodes() {
        let other = |id| with([Command::SetAlgorithm(Algorithm::from_id(id).expect("an algorithm"))]);
        for id in ["rendezvous", "jump", "modulo"] {
            assert!(Curve::of(&other(id)).is_none());
        }
        assert!(Curve::of(&with([Command::SetNodeCount(0)])).is_none());
    }

    #[test]
    fn virtual_nodes_and_keys_change_nothing() {
        let first = Scenario::default();
        let keys = Keys::Pattern { pattern: "k{i}".into(), first: 0, count: 5 };
        let more = with([Command::Set(&ring::VIRTUAL_NODES, Value::Count(7)), Command::SetKeys(keys)]);
        assert!(is_same(&first, &more));
        assert!(!is_same(&first, &with([Command::SetNodeCount(9)])));
        assert!(!is_same(&first, &with([Command::Set(&parameter::FINALISER, Value::Switch(true))])));
    }
}
