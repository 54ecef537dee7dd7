//! The busiest node over its fair share by number of virtual nodes, exact by arc: what more points would bring. On a
//! [`GrowingRing`], in steps of a few milliseconds.

use super::{Balance, growing_ring::GrowingRing};
use crate::{
    algorithm::{Algorithm, Hashing, bounded, ring},
    fleet::Fleet,
    limits,
    number::Ratio,
    parameter::{self, Settings, Value},
    scenario::Scenario,
};

/// The counts that are looked at: 24 from 1 to 10,000, evenly spaced by their logarithms as far as whole numbers are.
pub const COUNTS: [u32; 24] =
    [1, 2, 3, 4, 5, 7, 11, 16, 25, 37, 55, 82, 122, 182, 272, 406, 606, 905, 1_350, 2_015, 3_008, 4_489, 6_700, 10_000];

/// Most points of a fleet that are looked at. A quarter of what can be placed: a curve is looked at on the side, and
/// its memory is never given back.
pub const MOST_POINTS: u64 = limits::POINTS / 4;

/// The busiest node at one count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Virtual nodes of a node of weight 1.
    pub virtual_nodes: u32,
    /// Share of the hash space over fair share, of the node where that is highest.
    pub times_fair: Ratio,
}

/// A curve being computed.
pub struct Curve {
    ring: GrowingRing,
    counts: usize,
    samples: Vec<Sample>,
}

/// How many of the counts are looked at for a fleet.
pub(crate) fn counts_of(fleet: &Fleet) -> usize {
    COUNTS.iter().take_while(|&&count| ring::points_in_all(fleet, count) <= MOST_POINTS).count()
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
        Some(Self {
            ring: GrowingRing::new(&scenario.fleet, settings)?,
            counts: counts_of(&scenario.fleet),
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
        if self.ring.grow(virtual_nodes) {
            self.samples.push(Sample { virtual_nodes, times_fair: self.ring.arcs().busiest });
        }
        if self.is_complete() {
            self.ring.clear();
        }
    }
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
        weight::Weight,
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
