//! Scenarios for the integration tests, one line each.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use placement::{
    algorithm::{self, Algorithm},
    fleet::{Fleet, NodeId},
    keys::Keys,
    measure::{Balance, Movement},
    number::Ratio,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};

/// `count` keys from a pattern, the counter starting at 0.
pub fn keys(pattern: &str, count: u32) -> Keys {
    Keys::Pattern { pattern: pattern.into(), first: 0, count }
}

/// Names counted from `first` to `last`, such as `cache-01` … `cache-08`.
pub fn names(stem: &str, first: u32, last: u32, digits: usize) -> Vec<String> {
    (first..=last).map(|number| format!("{stem}{number:0digits$}")).collect()
}

/// A command that sets parameters as a link would write them: `set("vn", "500")`.
pub fn set(field: &str, text: &str) -> Command {
    let parameter = algorithm::all_parameters().into_iter().find(|one| one.field == field).expect(field);
    Command::Set(parameter, parameter.read(text).expect(text))
}

/// A scenario: an algorithm with parameters as a link would write them, such as `"ring hash=md5 vn=160"`, on a fresh
/// fleet of weight 1.
pub fn scenario<S: AsRef<str>>(how: &str, names: impl IntoIterator<Item = S>, keys: Keys) -> Scenario {
    let mut words = how.split(' ');
    let mut scenario = Scenario {
        algorithm: Algorithm::from_id(words.next().unwrap()).expect(how),
        fleet: Fleet::from_names(names).expect("a fleet"),
        keys,
        ..Scenario::default()
    };
    for (field, text) in words.map(|word| word.split_once('=').expect(word)) {
        scenario.apply(set(field, text)).expect(how);
    }
    scenario
}

/// A scenario after some commands.
pub fn after(before: &Scenario, commands: impl IntoIterator<Item = Command>) -> Scenario {
    let mut scenario = before.clone();
    for command in commands {
        scenario.apply(command.clone()).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    }
    scenario
}

/// Places a changed scenario, and what moved. Hash values of keys are taken over.
pub fn change(before: &Snapshot, commands: impl IntoIterator<Item = Command>) -> (Snapshot, Movement) {
    let after = Snapshot::place(&after(before.scenario(), commands), Some(before));
    let movement = Movement::between(before, &after).expect("the same keys");
    (after, movement)
}

/// How many keys a change moves.
pub fn moved(before: &Snapshot, commands: impl IntoIterator<Item = Command>) -> u32 {
    change(before, commands).1.moved
}

/// Adds a node of weight 1.
pub fn add(name: &str) -> Command {
    Command::AddNode { name: name.into(), weight: Weight::ONE }
}

/// The id of a name.
pub fn id(scenario: &Scenario, name: &str) -> NodeId {
    scenario.fleet.nodes().iter().find(|node| node.name == name).expect(name).id
}

/// The name of an id.
pub fn name(scenario: &Scenario, id: NodeId) -> &str {
    &scenario.fleet.get(id).expect("a node").name
}

/// Another weight.
pub fn weigh(id: NodeId, weight: &str) -> Command {
    Command::SetWeight { id, weight: weight.parse().expect(weight) }
}

/// Every key's owner by name.
pub fn owner_names(snapshot: &Snapshot) -> Vec<Option<&str>> {
    (0..snapshot.keys().keys().len()).map(|at| snapshot.owner(at).map(|id| name(snapshot.scenario(), id))).collect()
}

/// Keys of the busiest and of the lightest node over the fair share, as decimals, and the spread as a percentage.
pub fn extremes(snapshot: &Snapshot, places: u32) -> (String, String, String) {
    let balance = Balance::of(snapshot);
    let times = |load: Option<&placement::measure::Load>| load.unwrap().times_fair.unwrap().decimal(1, places);
    (times(balance.busiest()), times(balance.lightest()), format!("{:.2}", balance.spread * 100.0))
}

/// Exact shares of the hash space in millionths, rounded, in the order of the seats.
pub fn millionths(snapshot: &Snapshot) -> Vec<u32> {
    let shares: Vec<Ratio> = snapshot.placed().exact_shares().expect("exact shares");
    shares.into_iter().map(|share| (share.value() * 1e6).round() as u32).collect()
}
