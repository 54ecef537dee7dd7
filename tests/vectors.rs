//! Scores by the browser's vector instructions are those of one key and one node at a time, bit for bit.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used)] // a scenario that cannot be made has nothing to report but that

use placement::{
    algorithm::Algorithm,
    fleet::Fleet,
    hash::{HashFn, fmix32},
    keys::Keys,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// The rule itself: the highest fmix32(hash(key) ^ hash(node) · 0x9e3779b1), the smaller name first.
fn by_definition(scenario: &Scenario) -> Vec<u32> {
    let hash = |text: &str| HashFn::Fnv1a32.value32(text.as_bytes());
    let mut nodes: Vec<(&str, u32)> =
        scenario.fleet.nodes().iter().map(|node| (node.name.as_str(), node.id.0)).collect();
    nodes.sort_unstable();
    (0..scenario.keys.len())
        .map(|at| {
            let key = hash(&scenario.keys.key(at));
            let score = |name: &str| fmix32(key ^ hash(name).wrapping_mul(0x9e37_79b1));
            let mut best = nodes[0];
            for &node in &nodes[1..] {
                if score(node.0) > score(best.0) {
                    best = node;
                }
            }
            best.1
        })
        .collect()
}

#[wasm_bindgen_test]
fn all_keys_and_those_of_a_change() {
    const { assert!(cfg!(target_feature = "simd128"), "the page is built with vector instructions") };
    // "costarring" and "liquid" have one FNV-1a value: equal scores, always.
    for (names, count) in [(3, 1), (7, 33), (40, 5_003)] {
        let names = (0..names).map(|at| format!("n{at}")).chain(["costarring".into(), "liquid".into()]);
        let mut scenario = Scenario {
            algorithm: Algorithm::from_id("rendezvous").expect("an algorithm"),
            fleet: Fleet::from_names(names).expect("a fleet"),
            keys: Keys::Pattern { pattern: "user:{i}".into(), first: 0, count },
            ..Scenario::default()
        };
        let owners = |snapshot: &Snapshot| -> Vec<u32> {
            (0..count).filter_map(|at| snapshot.owner(at)).map(|id| id.0).collect()
        };
        let mut snapshot = Snapshot::place(&scenario, None);
        assert_eq!(owners(&snapshot), by_definition(&scenario));
        let first = scenario.fleet.nodes()[0].id;
        for command in [Command::AddNode { name: "one-more".into(), weight: Weight::ONE }, Command::RemoveNode(first)] {
            scenario.apply(command).expect("it fits");
            snapshot = Snapshot::place(&scenario, Some(&snapshot));
            assert_eq!(owners(&snapshot), by_definition(&scenario));
        }
    }
}
