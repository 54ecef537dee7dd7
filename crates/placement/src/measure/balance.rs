//! How evenly a fleet is loaded: keys counted, shares by arc exact, and what is usual for these parameters.

use super::evenness::times_fair;
use crate::{fleet::NodeId, number::Ratio, snapshot::Snapshot};

/// The load of one node.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Whose.
    pub id: NodeId,
    /// Keys that it owns.
    pub keys: u32,
    /// Its fair share of everything: counted weight over the sum of all.
    pub fair: Ratio,
    /// Keys over fair share of keys; `None` for a node that should own nothing.
    pub times_fair: Option<Ratio>,
    /// Requests for its keys, where the keys have counts.
    pub requests: Option<u64>,
    /// Requests over fair share of requests; `None` too for a node that should own nothing.
    pub requests_times_fair: Option<Ratio>,
    /// Its exact share of the hash space over its fair share, where the algorithm has exact shares.
    pub exact_times_fair: Option<Ratio>,
    /// Its exact share of the hash space.
    pub exact: Option<Ratio>,
    /// Standard deviation of its load that is usual for these parameters, relative to its fair share.
    pub usual_deviation: f64,
}

/// The load of a fleet.
#[derive(Clone, Debug)]
pub struct Balance {
    /// Keys in all.
    pub keys: u32,
    /// Requests in all, where the keys have counts; with nodes or without.
    pub requests: Option<u64>,
    /// Nodes that should own something.
    pub counted: u32,
    /// One for each row of the fleet.
    pub loads: Vec<Load>,
    /// The row that is highest over its fair share, the first of equals.
    pub busiest: Option<usize>,
    /// The row that is lowest under its fair share, the first of equals.
    pub lightest: Option<usize>,
    /// Root mean square deviation from the fair shares, relative to them: with equal weights the (population)
    /// standard deviation over the mean.
    pub spread: f64,
    /// The spread that is usual for these parameters.
    pub usual_spread: f64,
}

impl Balance {
    /// Measures a snapshot.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Self {
        let scenario = snapshot.scenario();
        let keys = scenario.keys.len();
        let all_requests = scenario.keys.counts().map(|counts| counts.iter().copied().map(u64::from).sum::<u64>());
        let seats = snapshot.placed().seats();
        let exact = snapshot.placed().exact_shares();
        let all_weight: u64 = scenario.fleet.nodes().iter().map(|node| u64::from(scenario.counted_weight(node))).sum();
        let mut seat = 0;
        let mut loads = Vec::with_capacity(scenario.fleet.nodes().len());
        for (row, (node, &count)) in scenario.fleet.nodes().iter().zip(snapshot.counts()).enumerate() {
            let requests = snapshot.requests().and_then(|requests| requests.get(row)).copied();
            let weight = u64::from(scenario.counted_weight(node));
            let sits = seats.get(seat) == Some(&node.id);
            let exact = exact.as_ref().filter(|_| sits).and_then(|shares| shares.get(seat)).copied();
            let counts = weight > 0 && all_weight > 0;
            let share = Ratio::new(weight, all_weight).value();
            let usual_deviation = if sits { snapshot.placed().usual_deviation(seat, share, keys) } else { 0.0 };
            seat += usize::from(sits);
            loads.push(Load {
                id: node.id,
                keys: count,
                fair: Ratio::new(weight, all_weight),
                times_fair: (counts && keys > 0)
                    .then(|| times_fair(u128::from(count), u128::from(keys), weight, all_weight)),
                requests,
                requests_times_fair: requests.zip(all_requests).filter(|&(_, all)| counts && all > 0).map(
                    |(requests, all)| {
                        Ratio::new(u128::from(requests) * u128::from(all_weight), u128::from(all) * u128::from(weight))
                    },
                ),
                exact_times_fair: exact
                    .filter(|_| counts)
                    .map(|share| times_fair(share.part, share.whole, weight, all_weight)),
                exact,
                usual_deviation,
            });
        }
        let counted: Vec<(usize, f64)> = loads
            .iter()
            .enumerate()
            .filter_map(|(row, load)| load.times_fair.map(|times| (row, times.value())))
            .collect();
        let mean_of = |values: &dyn Fn(usize, f64) -> f64| {
            let sum: f64 = counted.iter().map(|&(row, times)| values(row, times)).sum();
            if counted.is_empty() { 0.0 } else { (sum / counted.len() as f64).sqrt() }
        };
        let busiest = counted.iter().copied().reduce(|best, one| if one.1 > best.1 { one } else { best });
        let lightest = counted.iter().copied().reduce(|best, one| if one.1 < best.1 { one } else { best });
        Self {
            keys,
            requests: all_requests,
            counted: counted.len() as u32,
            busiest: busiest.map(|(row, _)| row),
            lightest: lightest.map(|(row, _)| row),
            spread: mean_of(&|_, times| (times - 1.0).powi(2)),
            usual_spread: mean_of(&|row, _| loads[row].usual_deviation.powi(2)),
            loads,
        }
    }

    /// The load of the busiest node.
    #[must_use]
    pub fn busiest(&self) -> Option<&Load> {
        self.busiest.and_then(|row| self.loads.get(row))
    }

    /// The keys of the busiest node over its fair share.
    #[must_use]
    pub fn busiest_times(&self) -> Option<Ratio> {
        self.busiest().and_then(|load| load.times_fair)
    }

    /// The keys of the lightest node over its fair share.
    #[must_use]
    pub fn lightest_times(&self) -> Option<Ratio> {
        self.lightest().and_then(|load| load.times_fair)
    }

    /// The load of the lightest node.
    #[must_use]
    pub fn lightest(&self) -> Option<&Load> {
        self.lightest.and_then(|row| self.loads.get(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fleet::Fleet,
        keys::{KeyList, Keys},
        scenario::{Command, Scenario},
    };

    /// Modulo by FNV-1a 32: 0xe40c292c for a, 0xe70c2de5 for b and 0xe60c2c52 for c, so that a and c are on the first
    /// of two nodes and b on the second.
    fn scenario(lines: &str) -> Scenario {
        Scenario {
            algorithm: crate::snapshot::modulo(),
            fleet: Fleet::from_names(["first", "second"]).expect("names"),
            keys: Keys::List(KeyList::parse(lines).expect("keys")),
            ..Scenario::default()
        }
    }

    #[test]
    fn requests_are_weighed_beside_keys() {
        let balance = Balance::of(&Snapshot::place(&scenario("a\t5\nb\t10\nc"), None));
        assert_eq!((balance.keys, balance.requests), (3, Some(16)));
        let told: Vec<_> = balance.loads.iter().map(|load| (load.keys, load.requests)).collect();
        assert_eq!(told, [(2, Some(6)), (1, Some(10))]);
        // 2 of 3 keys are 4/3 of the half, and 6 of 16 requests are 3/4 of it.
        let times = |read: fn(&Load) -> Option<Ratio>| {
            balance.loads.iter().map(|load| read(load).map(Ratio::times)).collect::<Vec<_>>()
        };
        assert_eq!(times(|load| load.times_fair), [Some("1.33".into()), Some("0.67".into())]);
        assert_eq!(times(|load| load.requests_times_fair), [Some("0.75".into()), Some("1.25".into())]);
    }

    #[test]
    fn keys_without_counts_have_no_requests() {
        let balance = Balance::of(&Snapshot::place(&scenario("a\nb\nc"), None));
        assert_eq!(balance.requests, None);
        assert!(balance.loads.iter().all(|load| load.requests.is_none() && load.requests_times_fair.is_none()));
    }

    #[test]
    fn a_node_that_is_down_and_keys_that_nobody_asks_for_have_no_fair_share_of_requests() {
        let mut scenario = scenario("a\t0\nb\t0");
        let balance = Balance::of(&Snapshot::place(&scenario, None));
        assert_eq!(
            (balance.requests, balance.loads[0].requests, balance.loads[0].requests_times_fair),
            (Some(0), Some(0), None)
        );
        scenario.keys = Keys::List(KeyList::parse("a\t1\nb\t2").expect("keys"));
        scenario.apply(Command::SetUp { id: NodeId(0), up: false }).expect("a node");
        let balance = Balance::of(&Snapshot::place(&scenario, None));
        assert_eq!((balance.loads[0].requests, balance.loads[0].requests_times_fair), (Some(0), None));
        assert_eq!(
            (balance.loads[1].requests, balance.loads[1].requests_times_fair.map(Ratio::times)),
            (Some(3), Some("1.00".into()))
        );
        scenario.apply(Command::SetUp { id: NodeId(1), up: false }).expect("a node");
        let balance = Balance::of(&Snapshot::place(&scenario, None));
        assert_eq!((balance.requests, balance.loads[1].requests), (Some(3), Some(0)));
    }
}
