//! Fleets on which the systems are tried.

use crate::common::*;
use placement::{
    fleet::{Fleet, Node, NodeId},
    keys::Keys,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    system::member::Member,
    weight::Weight,
};

/// The name of the node in a row.
pub fn cache(at: usize) -> String {
    // Two lengths, some with another port than the usual one.
    format!("cache-{}:11{}11", at + 8, 2 + at % 3 / 2)
}

/// Nodes with the ids 10, 13, 16 …, each of a weight and up or down.
pub fn placed(how: &str, nodes: &[(u32, bool)], keys: Keys) -> Scenario {
    let node = |(at, &(weight, up)): (u32, &(u32, bool))| Node {
        id: NodeId(3 * at + 10),
        name: cache(at as usize),
        weight: Weight::from_hundredths(weight * 100).unwrap(),
        up,
        bucket: at,
    };
    let fleet = Fleet::from_nodes((0..).zip(nodes).map(node)).unwrap();
    after(&scenario(how, ["a"], keys), [Command::SetFleet(fleet)])
}

pub fn members_of(scenario: &Scenario) -> Vec<Member> {
    let member = |node: &Node| Member {
        up: node.up,
        ..Member::new(node.name.clone(), f64::from(node.weight.hundredths()) / 100.0)
    };
    scenario.fleet.nodes().iter().map(member).collect()
}

pub fn eight(how: &str, count: u32) -> Snapshot {
    let names: Vec<String> = names("cache-", 1, 8, 2).iter().map(|name| format!("{name}:11211")).collect();
    Snapshot::place(&scenario(how, names, keys("user:{i}", count)), None)
}
