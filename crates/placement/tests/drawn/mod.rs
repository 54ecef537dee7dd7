//! Fleets, keys and parameters of any kind, drawn by proptest, for the laws that must hold for all of them.
#![allow(dead_code)]

use std::{collections::HashMap, sync::LazyLock};

use placement::{
    algorithm::Weights,
    explain::Explanation,
    fleet::{Fleet, Node, NodeId},
    hash::{HashChoice, HashFn, fmix64},
    keys::Keys,
    scenario::Scenario,
    snapshot::Snapshot,
    weight::Weight,
};
use proptest::{
    prelude::*,
    sample::{Index, select},
};

use crate::common::scenario;

pub const KEYS: u32 = 200;

/// Two names of eight letters with one hash value, the smaller first, found by a search for a birthday. (Names that
/// count in decimal would not do: CRC-32 is linear and keeps look-alike texts apart.)
pub fn twins(function: HashFn) -> [String; 2] {
    let mut seen: HashMap<u32, String> = HashMap::new();
    for number in 0..1_000_000 {
        let mixed = fmix64(number);
        let name: String = (0..8).map(|at| char::from(b'a' + (mixed >> (8 * at)) as u8 % 26)).collect();
        if let Some(twin) = seen.insert(function.value32(name.as_bytes()), name.clone()) {
            let mut pair = [twin, name];
            pair.sort();
            return pair;
        }
    }
    panic!("no two of the names have one {} value", function.name());
}

pub static FNV_TWINS: LazyLock<[String; 2]> = LazyLock::new(|| twins(HashFn::Fnv1a32));
pub static CRC_TWINS: LazyLock<[String; 2]> = LazyLock::new(|| twins(HashFn::Crc32));

pub fn any_hash() -> impl Strategy<Value = (HashFn, bool)> {
    (select(HashFn::ALL.to_vec()), any::<bool>())
}

/// The ring with any of its parameters, as a link would write them.
pub fn any_ring() -> impl Strategy<Value = String> {
    let label = select(vec!["{node}#{i}", "{node}-{i}", "{i}-{node}", "{node}"]);
    (any_hash(), proptest::option::of(any_hash()), 1..=20u32, label, any::<bool>(), any::<bool>()).prop_map(
        |((points, finaliser), keys, virtual_nodes, label, wide, clockwise)| {
            let choice = |function, finaliser| HashChoice { function, finaliser };
            let key_choice = keys.map(|(function, finaliser)| choice(function, finaliser));
            let fills = |choice: HashChoice| choice.value64(b"").is_some();
            let points = choice(points, finaliser);
            let wide = wide && fills(points) && key_choice.is_none_or(fills);
            format!(
                "ring vn={virtual_nodes} label={label} hash={} fin={} khash={} dir={} space={}",
                points.function.id(),
                u8::from(finaliser),
                key_choice.map_or("same".into(), HashChoice::id),
                if clockwise { "cw" } else { "ccw" },
                if wide { 64 } else { 32 },
            )
        },
    )
}

/// Any other algorithm's hash and space.
pub fn hash_and_space((function, finaliser): (HashFn, bool), wide: bool) -> String {
    let wide = wide && function.has_64_bits() && !finaliser;
    format!("hash={} fin={} space={}", function.id(), u8::from(finaliser), if wide { 64 } else { 32 })
}

pub fn any_rendezvous() -> impl Strategy<Value = String> {
    (select(vec!["mix", "xor", "kn", "nk"]), any_hash(), any::<bool>())
        .prop_map(|(score, hash, wide)| format!("rendezvous score={score} {}", hash_and_space(hash, wide)))
}

pub fn any_jump() -> impl Strategy<Value = String> {
    (select(vec!["jump", "jumpback"]), any_hash(), any::<bool>()).prop_map(|(how, (function, finaliser), swap)| {
        format!("{how} hash={} fin={} swap={}", function.id(), u8::from(finaliser), u8::from(swap))
    })
}

pub fn any_modulo() -> impl Strategy<Value = String> {
    (any_hash(), any::<bool>()).prop_map(|(hash, wide)| format!("modulo {}", hash_and_space(hash, wide)))
}

pub fn any_multi_probe() -> impl Strategy<Value = String> {
    (select(vec![1, 2, 3, 21]), any_hash(), any::<bool>())
        .prop_map(|(probes, hash, wide)| format!("multiprobe probes={probes} {}", hash_and_space(hash, wide)))
}

/// With a slot for every node.
pub fn any_maglev() -> impl Strategy<Value = String> {
    (select(vec![13, 31, 251]), any_hash(), any::<bool>())
        .prop_map(|(size, hash, wide)| format!("maglev table={size} {}", hash_and_space(hash, wide)))
}

/// By small and large bounds; with the keys of these tests most of them bind.
pub fn any_bounded() -> impl Strategy<Value = String> {
    let with_bound = |(how, per_cent): (String, u32)| {
        let (algorithm, settings) = how.split_once(' ').unwrap();
        let bounded = if algorithm == "ring" { "bounded" } else { "boundedrendezvous" };
        format!("{bounded} c={per_cent} {settings}")
    };
    (ring_or_rendezvous(), select(vec![100, 101, 110, 125, 300])).prop_map(with_bound)
}

pub fn any_local() -> impl Strategy<Value = String> {
    (select(vec![1, 2, 3, 8, 64]), 1..=20u32, any_rendezvous()).prop_map(|(candidates, tokens, how)| {
        how.replace("rendezvous ", &format!("lrh cand={candidates} tokens={tokens} "))
    })
}

pub fn any_dx() -> impl Strategy<Value = String> {
    (select(vec![1, 10, 16, 100]), any_hash()).prop_map(|(capacity, (function, finaliser))| {
        format!("dx cap={capacity} hash={} fin={}", function.id(), u8::from(finaliser))
    })
}

/// The lookup table, as it is dealt.
pub fn any_table() -> impl Strategy<Value = String> {
    any_hash()
        .prop_map(|(function, finaliser)| format!("coordinator hash={} fin={}", function.id(), u8::from(finaliser)))
}

/// Those that go by what came before: they can only take back their last removal, or keep a table.
pub fn any_with_history() -> impl Strategy<Value = String> {
    (select(vec!["anchor cap=1", "anchor cap=16", "anchor cap=100", "memento", "coordinator"]), any_hash())
        .prop_map(|(how, (function, finaliser))| format!("{how} hash={} fin={}", function.id(), u8::from(finaliser)))
}

pub fn any_algorithm() -> impl Strategy<Value = String> {
    prop_oneof![12 => any_forgetful(), 1 => any_with_history()]
}

pub fn any_forgetful() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => any_ring(),
        2 => any_rendezvous(),
        1 => any_jump(),
        1 => any_modulo(),
        1 => any_multi_probe(),
        1 => any_maglev(),
        2 => any_bounded(),
        2 => any_local(),
        1 => any_dx(),
    ]
}

/// Those whose shares follow weights and that move nothing without need, whoever goes or comes.
pub fn ring_or_rendezvous() -> impl Strategy<Value = String> {
    prop_oneof![any_ring(), any_rendezvous()]
}

/// All that move nothing without need, whoever goes or comes.
pub fn any_minimal() -> impl Strategy<Value = String> {
    prop_oneof![2 => any_ring(), 2 => any_rendezvous(), 1 => any_multi_probe()]
}

/// The same, whoever of the others inherits.
pub fn any_frugal() -> impl Strategy<Value = String> {
    prop_oneof![3 => any_minimal(), 1 => any_table()]
}

/// Those that remember which buckets were removed, with room for all of these tests.
pub fn any_that_remembers() -> impl Strategy<Value = String> {
    (select(vec!["anchor cap=100", "memento", "dx cap=32"]), any_hash())
        .prop_map(|(how, (function, finaliser))| format!("{how} hash={} fin={}", function.id(), u8::from(finaliser)))
}

/// All that do not care for the order in which a fleet is built.
pub fn any_without_history() -> impl Strategy<Value = String> {
    prop_oneof![3 => any_minimal(), 1 => any_maglev(), 1 => any_bounded(), 1 => any_local()]
}

pub fn any_weight() -> impl Strategy<Value = Weight> {
    select(vec!["0", "0.01", "0.5", "1", "1", "1", "2.25", "10"]).prop_map(|text| text.parse().unwrap())
}

/// Up to ten nodes with any weights, some down and some buckets vacant, with ids and buckets in any order; at least
/// `least` of them.
pub fn any_fleet(least: usize) -> impl Strategy<Value = Fleet> {
    let twins = FNV_TWINS.iter().chain(CRC_TWINS.iter()).cloned().collect::<Vec<_>>();
    let name = prop_oneof![3 => "cache-[0-9]{1,2}", 1 => "[a-cé \u{1f600}]{1,3}", 1 => select(twins)];
    prop::collection::btree_set(name, least..=12)
        .prop_flat_map(|names| {
            let count = names.len();
            let order = || Just((0..count as u32).collect::<Vec<u32>>()).prop_shuffle();
            let names = Just(names.into_iter().collect::<Vec<_>>()).prop_shuffle();
            let node = (any_weight(), prop::bool::weighted(0.8), prop::bool::weighted(0.15));
            (names, order(), order(), prop::collection::vec(node, count))
        })
        .prop_map(move |(names, ids, buckets, nodes)| {
            let is_gone: Vec<bool> = nodes.iter().map(|node| node.2).collect();
            let nodes = names.into_iter().zip(ids).zip(buckets).zip(nodes);
            let mut fleet = Fleet::from_nodes(nodes.map(|(((name, id), bucket), (weight, up, _))| {
                // Gaps between the ids, as after removals.
                Node { id: NodeId(id * 3), name, weight, up, bucket }
            }))
            .unwrap();
            let ids: Vec<NodeId> = fleet.nodes().iter().map(|node| node.id).collect();
            for (id, is_gone) in ids.into_iter().zip(is_gone) {
                let count = fleet.nodes().len();
                if count > 10 || is_gone && count > least {
                    fleet.vacate(id).unwrap();
                }
            }
            fleet
        })
}

/// A fleet of at least `least` nodes by an algorithm, with some keys.
pub fn any_scenario(how: impl Strategy<Value = String>, least: usize) -> impl Strategy<Value = Scenario> {
    (how, any_fleet(least), any::<u32>()).prop_map(|(how, fleet, first)| {
        let keys = Keys::Pattern { pattern: "user:{i}".into(), first, count: KEYS };
        Scenario { fleet, ..scenario(&how, ["-"], keys) }
    })
}

pub fn node_at(scenario: &Scenario, at: Index) -> &Node {
    at.get(scenario.fleet.nodes())
}

/// The nodes that can own keys.
pub fn owners_of(scenario: &Scenario) -> Vec<&Node> {
    let weightless = matches!(scenario.algorithm.weights, Weights::Ignored(_));
    let drained = scenario.fleet.kept_shards().filter(|_| scenario.algorithm.id == "coordinator");
    let is_drained = |node: &Node| drained.is_some_and(|table| table.drained().contains(&node.id));
    let can_own = |node: &&Node| node.up && (weightless || node.weight > Weight::ZERO) && !is_drained(node);
    scenario.fleet.nodes().iter().filter(can_own).collect()
}

pub fn place(scenario: &Scenario) -> Snapshot {
    Snapshot::place(scenario, None)
}

pub fn owners(snapshot: &Snapshot) -> Vec<Option<NodeId>> {
    (0..snapshot.keys().keys().len()).map(|at| snapshot.owner(at)).collect()
}

/// The owner that an explanation ends with.
pub fn explained_owner(explanation: &Explanation) -> Option<NodeId> {
    match explanation {
        Explanation::Ring(way) => way.as_ref().map(|way| way.owner),
        Explanation::Probes(found) => found.as_ref().map(|found| found.way.owner),
        Explanation::Slots(way) => way.as_ref().map(|way| way.owner),
        Explanation::Scores { scores, .. } => scores.first().map(|score| score.node),
        Explanation::Bounded(way) => Some(way.owner),
        Explanation::Local(way) => way.as_ref().and_then(|way| way.scores.first()).map(|score| score.node),
    }
}
