//! Our own placements, through the interface that the page uses: snapshots, each from the one before it.

use std::sync::Arc;

use placement::{
    algorithm::{Algorithm, Weights, ring},
    fleet::Fleet,
    hash::HashFn,
    keys::{HashedKeys, Keys},
    measure::Movement,
    parameter::{self, Value},
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};

use crate::{
    catalogue::{Family, KEYS},
    clock::median,
    table::Row,
};

fn scenario(id: &str, fleet: &[String], points: usize) -> Scenario {
    let mut scenario = Scenario {
        algorithm: Algorithm::from_id(id).expect("an algorithm"),
        fleet: Fleet::from_names(fleet).expect("names"),
        keys: Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: KEYS as u32 },
        ..Scenario::default()
    };
    for command in [
        Command::Set(&parameter::HASH, parameter::hash_value(HashFn::Murmur3)),
        Command::Set(&ring::VIRTUAL_NODES, Value::Count(points as u32)),
    ] {
        scenario.apply(command).expect("a setting that fits");
    }
    scenario
}

/// Ours of a kind: with the keys to be hashed, and with their hash values known.
pub fn rows(family: Family, fleet: &[String], points: usize) -> Vec<Row> {
    let ids: &[&str] = match family {
        Family::Ring => &["ring"],
        Family::Rendezvous => &["rendezvous"],
        Family::Numbered => &["jump", "jumpback"],
        Family::Table => &["maglev"],
        Family::Removals => &["anchor", "dx", "memento"],
    };
    ids.iter().flat_map(|id| both(id, fleet, points)).collect()
}

fn both(id: &str, fleet: &[String], points: usize) -> [Row; 2] {
    let scenario = scenario(id, fleet, points);
    let build = median(|| (scenario.algorithm.build)(&scenario.fleet, &scenario.settings));
    let before = Snapshot::place(&scenario, None);
    before.keys().prepare();
    let placed = before.placed();
    let keys: Vec<String> = (0..1_000).map(|key| scenario.keys.key(key * 997)).collect();
    let hashing = placed.key_hashing();
    let values: Vec<u64> = keys.iter().map(|key| hashing.value(key.as_bytes())).collect();
    let a_key = |all_ms: f64| Some(all_ms * 1e6 / keys.len() as f64);
    let hash = median(|| keys.iter().map(|key| hashing.value(key.as_bytes())).fold(0, u64::wrapping_add));
    let with_hash = median(|| {
        keys.iter().map(|key| u64::from(placed.owner(key.as_bytes(), hashing.value(key.as_bytes())))).sum::<u64>()
    });
    let without = median(|| {
        keys.iter().zip(&values).map(|(key, &value)| u64::from(placed.owner(key.as_bytes(), value))).sum::<u64>()
    });
    let from_scratch = median(|| placed.place(&Arc::new(HashedKeys::new(&scenario.keys, hashing))));
    let known = median(|| placed.place(before.keys()));

    // A change as the page makes it: placed from the state before, and what moved.
    let change = |command: Command| {
        let mut after = scenario.clone();
        after.apply(command).expect("a change that fits");
        median(|| {
            let after = Snapshot::place(&after, Some(&before));
            let movement = Movement::between(&before, &after);
            (after, movement)
        })
    };
    let add = change(Command::AddNode { name: "10.9.9.9:11211".into(), weight: Weight::ONE });
    let last = scenario.fleet.nodes()[fleet.len() - 1].id;
    let remove = change(Command::RemoveNode(last));
    let weigh = || change(Command::SetWeight { id: last, weight: Weight::from_hundredths(200).expect("a weight") });
    let reweight = (scenario.algorithm.weights == Weights::Used).then(weigh);
    let name = format!("ours, {}", scenario.algorithm.name);
    let row = |name: String, hash, lookup, place| {
        Row::new(
            name,
            [
                ("build_ms", Some(build)),
                ("hash_ns", hash),
                ("lookup_ns", lookup),
                ("place_ms", Some(place)),
                ("add_ms", Some(add)),
                ("remove_ms", Some(remove)),
                ("reweight_ms", reweight),
            ],
        )
    };
    [
        row(name.clone(), a_key(hash), a_key(with_hash), from_scratch),
        row(format!("{name} +"), None, a_key(without), known),
    ]
}
