//! What must hold for any fleet, any keys and any parameters, tried on many.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use common::*;
use placement::{
    algorithm::{
        ALL, Algorithm, Geometry, NO_SEAT, Weights, bounded,
        jump::jump,
        jump_back::jump_back,
        maglev::{Order, fill, turns},
    },
    explain::Explanation,
    fleet::{Fleet, Node, NodeId, Removed},
    hash::{HashChoice, HashFn, SplitMix64, fmix32, fmix64},
    keys::{KeyList, Keys},
    link::{decode, encode},
    measure::{Balance, Movement},
    number::Ratio,
    scenario::{Command, Scenario},
    shards::SHARDS,
    snapshot::Snapshot,
    weight::Weight,
};
use proptest::{
    prelude::*,
    sample::{Index, select},
};
use sha1::{Digest, Sha1};
use twox_hash::XxHash64;

const KEYS: u32 = 200;

/// Two names of eight letters with one hash value, the smaller first, found by a search for a birthday. (Names that
/// count in decimal would not do: CRC-32 is linear and keeps look-alike texts apart.)
fn twins(function: HashFn) -> [String; 2] {
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

static FNV_TWINS: LazyLock<[String; 2]> = LazyLock::new(|| twins(HashFn::Fnv1a32));
static CRC_TWINS: LazyLock<[String; 2]> = LazyLock::new(|| twins(HashFn::Crc32));

fn any_hash() -> impl Strategy<Value = (HashFn, bool)> {
    (select(HashFn::ALL.to_vec()), any::<bool>())
}

/// The ring with any of its parameters, as a link would write them.
fn any_ring() -> impl Strategy<Value = String> {
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
fn hash_and_space((function, finaliser): (HashFn, bool), wide: bool) -> String {
    let wide = wide && function.has_64_bits() && !finaliser;
    format!("hash={} fin={} space={}", function.id(), u8::from(finaliser), if wide { 64 } else { 32 })
}

fn any_rendezvous() -> impl Strategy<Value = String> {
    (select(vec!["mix", "xor", "kn", "nk"]), any_hash(), any::<bool>())
        .prop_map(|(score, hash, wide)| format!("rendezvous score={score} {}", hash_and_space(hash, wide)))
}

fn any_jump() -> impl Strategy<Value = String> {
    (select(vec!["jump", "jumpback"]), any_hash(), any::<bool>()).prop_map(|(how, (function, finaliser), swap)| {
        format!("{how} hash={} fin={} swap={}", function.id(), u8::from(finaliser), u8::from(swap))
    })
}

fn any_modulo() -> impl Strategy<Value = String> {
    (any_hash(), any::<bool>()).prop_map(|(hash, wide)| format!("modulo {}", hash_and_space(hash, wide)))
}

fn any_multi_probe() -> impl Strategy<Value = String> {
    (select(vec![1, 2, 3, 21]), any_hash(), any::<bool>())
        .prop_map(|(probes, hash, wide)| format!("multiprobe probes={probes} {}", hash_and_space(hash, wide)))
}

/// With a slot for every node.
fn any_maglev() -> impl Strategy<Value = String> {
    (select(vec![13, 31, 251]), any_hash(), any::<bool>())
        .prop_map(|(size, hash, wide)| format!("maglev table={size} {}", hash_and_space(hash, wide)))
}

/// By small and large bounds; with the keys of these tests most of them bind.
fn any_bounded() -> impl Strategy<Value = String> {
    let with_bound = |(how, per_cent): (String, u32)| {
        let (algorithm, settings) = how.split_once(' ').unwrap();
        let bounded = if algorithm == "ring" { "bounded" } else { "boundedrendezvous" };
        format!("{bounded} c={per_cent} {settings}")
    };
    (ring_or_rendezvous(), select(vec![100, 101, 110, 125, 300])).prop_map(with_bound)
}

fn any_local() -> impl Strategy<Value = String> {
    (select(vec![1, 2, 3, 8, 64]), 1..=20u32, any_rendezvous()).prop_map(|(candidates, tokens, how)| {
        how.replace("rendezvous ", &format!("lrh cand={candidates} tokens={tokens} "))
    })
}

fn any_dx() -> impl Strategy<Value = String> {
    (select(vec![1, 10, 16, 100]), any_hash()).prop_map(|(capacity, (function, finaliser))| {
        format!("dx cap={capacity} hash={} fin={}", function.id(), u8::from(finaliser))
    })
}

/// The lookup table, as it is dealt.
fn any_table() -> impl Strategy<Value = String> {
    any_hash()
        .prop_map(|(function, finaliser)| format!("coordinator hash={} fin={}", function.id(), u8::from(finaliser)))
}

/// Those that go by what came before: they can only take back their last removal, or keep a table.
fn any_with_history() -> impl Strategy<Value = String> {
    (select(vec!["anchor cap=1", "anchor cap=16", "anchor cap=100", "memento", "coordinator"]), any_hash())
        .prop_map(|(how, (function, finaliser))| format!("{how} hash={} fin={}", function.id(), u8::from(finaliser)))
}

fn any_algorithm() -> impl Strategy<Value = String> {
    prop_oneof![12 => any_forgetful(), 1 => any_with_history()]
}

fn any_forgetful() -> impl Strategy<Value = String> {
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
fn ring_or_rendezvous() -> impl Strategy<Value = String> {
    prop_oneof![any_ring(), any_rendezvous()]
}

/// All that move nothing without need, whoever goes or comes.
fn any_minimal() -> impl Strategy<Value = String> {
    prop_oneof![2 => any_ring(), 2 => any_rendezvous(), 1 => any_multi_probe()]
}

/// The same, whoever of the others inherits.
fn any_frugal() -> impl Strategy<Value = String> {
    prop_oneof![3 => any_minimal(), 1 => any_table()]
}

/// Those that remember which buckets were removed, with room for all of these tests.
fn any_that_remembers() -> impl Strategy<Value = String> {
    (select(vec!["anchor cap=100", "memento", "dx cap=32"]), any_hash())
        .prop_map(|(how, (function, finaliser))| format!("{how} hash={} fin={}", function.id(), u8::from(finaliser)))
}

/// All that do not care for the order in which a fleet is built.
fn any_without_history() -> impl Strategy<Value = String> {
    prop_oneof![3 => any_minimal(), 1 => any_maglev(), 1 => any_bounded(), 1 => any_local()]
}

fn any_weight() -> impl Strategy<Value = Weight> {
    select(vec!["0", "0.01", "0.5", "1", "1", "1", "2.25", "10"]).prop_map(|text| text.parse().unwrap())
}

/// Up to ten nodes with any weights, some down and some buckets vacant, with ids and buckets in any order; at least
/// `least` of them.
fn any_fleet(least: usize) -> impl Strategy<Value = Fleet> {
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
fn any_scenario(how: impl Strategy<Value = String>, least: usize) -> impl Strategy<Value = Scenario> {
    (how, any_fleet(least), any::<u32>()).prop_map(|(how, fleet, first)| {
        let keys = Keys::Pattern { pattern: "user:{i}".into(), first, count: KEYS };
        Scenario { fleet, ..scenario(&how, ["-"], keys) }
    })
}

fn node_at(scenario: &Scenario, at: Index) -> &Node {
    at.get(scenario.fleet.nodes())
}

/// The nodes that can own keys.
fn owners_of(scenario: &Scenario) -> Vec<&Node> {
    let weightless = matches!(scenario.algorithm.weights, Weights::Ignored(_));
    let drained = scenario.fleet.kept_shards().filter(|_| scenario.algorithm.id == "coordinator");
    let is_drained = |node: &Node| drained.is_some_and(|table| table.drained().contains(&node.id));
    let can_own = |node: &&Node| node.up && (weightless || node.weight > Weight::ZERO) && !is_drained(node);
    scenario.fleet.nodes().iter().filter(can_own).collect()
}

fn in_key_order(scenario: &Scenario) -> Vec<String> {
    (0..scenario.keys.len()).map(|at| scenario.keys.key(at)).collect()
}

/// The owner of every key by the words of the definitions alone, slowly: no sorted ring, no index, no kept hashes.
fn owners_by_definition(scenario: &Scenario) -> Vec<Option<NodeId>> {
    let with = |id: &str| {
        let other = Scenario { algorithm: Algorithm::from_id(id).unwrap(), ..scenario.clone() };
        orders_by_definition(&other)
    };
    let first = |orders: Vec<Vec<NodeId>>| orders.iter().map(|order| order.first().copied()).collect();
    match scenario.algorithm.id {
        "lrh" => first(local_orders(scenario)),
        "bounded" => within_bounds(scenario, &with("ring")),
        "boundedrendezvous" => within_bounds(scenario, &with("rendezvous")),
        "coordinator" => by_table(scenario),
        _ => first(orders_by_definition(scenario)),
    }
}

/// The first nodes on a ring by their scores, then the others in the order of the ring; those that are down left out.
fn local_orders(scenario: &Scenario) -> Vec<Vec<NodeId>> {
    let text = |field: &str| {
        let parameter = scenario.algorithm.parameters.iter().find(|one| one.field == field).unwrap();
        parameter.write(&scenario.settings.get(parameter))
    };
    let mut tokens = scenario.clone();
    tokens.algorithm = Algorithm::default();
    // Keys and tokens by one hash, clockwise, and tokens by name and number: the defaults of the ring.
    let everyone = scenario.fleet.nodes().iter().filter(|node| node.weight > Weight::ZERO);
    let equal = everyone.map(|node| Node { weight: Weight::ONE, up: true, ..node.clone() });
    tokens.fleet = Fleet::from_nodes(equal).unwrap();
    tokens = after(&tokens, [set("vn", &text("tokens"))]);
    let scored = Scenario { algorithm: Algorithm::from_id("rendezvous").unwrap(), ..scenario.clone() };
    let candidates: usize = text("cand").parse().unwrap();
    let up: HashSet<NodeId> = owners_of(scenario).iter().map(|node| node.id).collect();
    orders_by_definition(&tokens)
        .iter()
        .zip(orders_by_definition(&scored))
        .map(|(ring, scores)| {
            let (window, rest) = ring.split_at(candidates.min(ring.len()));
            let first = scores.iter().filter(|id| window.contains(id));
            first.chain(rest.iter().filter(|id| up.contains(id))).copied().collect()
        })
        .collect()
}

/// By pin or by shard. A table that nothing has happened to is dealt here.
fn by_table(scenario: &Scenario) -> Vec<Option<NodeId>> {
    let hash = &scenario.algorithm.parameters[0].write(&scenario.settings.get(scenario.algorithm.parameters[0]));
    let finaliser = scenario.settings.switch(&placement::parameter::FINALISER);
    let choice = HashChoice { function: HashFn::from_id(hash).unwrap(), finaliser };
    let nodes = owners_of(scenario);
    let table = scenario.fleet.kept_shards();
    let owners = table.map_or_else(|| dealt(&nodes), |table| table.owners().to_vec());
    let pins = table.map_or(&[][..], |table| table.pins());
    let owner = |key: String| {
        let holds = pins.iter().filter(|pin| nodes.iter().any(|node| node.id == pin.node));
        let longest = holds.filter(|pin| key.starts_with(&pin.tenant)).max_by_key(|pin| pin.tenant.len());
        longest.map(|pin| pin.node).or_else(|| owners[(choice.value32(key.as_bytes()) / (1 << 24)) as usize])
    };
    in_key_order(scenario).into_iter().map(owner).collect()
}

/// 256 · w/W shards each, the largest remainders rounded up, in turn.
fn dealt(nodes: &[&Node]) -> Vec<Option<NodeId>> {
    let weight = |node: &Node| u64::from(node.weight.hundredths());
    let all: u64 = nodes.iter().map(|node| weight(node)).sum();
    let mut wants: Vec<u64> = nodes.iter().map(|node| 256 * weight(node) / all).collect();
    while !nodes.is_empty() && wants.iter().sum::<u64>() < 256 {
        // What is missing most: the first of equal ones.
        let missing = |at: usize| 256 * weight(nodes[at]) as i64 - (wants[at] * all) as i64;
        let most = (0..nodes.len()).rev().max_by_key(|&at| missing(at)).unwrap();
        wants[most] += 1;
    }
    let rounds = (0..256).flat_map(|round| nodes.iter().zip(&wants).filter(move |one| *one.1 > round));
    let mut owners: Vec<Option<NodeId>> = rounds.map(|(node, _)| Some(node.id)).collect();
    owners.resize(256, None);
    owners
}

/// Each key in its turn to the first node of its order that has room.
fn within_bounds(scenario: &Scenario, orders: &[Vec<NodeId>]) -> Vec<Option<NodeId>> {
    let capacities = capacities(scenario);
    let mut has: HashMap<NodeId, u32> = HashMap::new();
    let mut owner = |order: &Vec<NodeId>| {
        let id = *order.iter().find(|id| has.get(id).copied().unwrap_or(0) < capacities[id])?;
        *has.entry(id).or_default() += 1;
        Some(id)
    };
    orders.iter().map(&mut owner).collect()
}

/// ceil(c · m · w / W) of each node.
fn capacities(scenario: &Scenario) -> HashMap<NodeId, u32> {
    let factor = scenario.settings.count(&bounded::FACTOR);
    let nodes = owners_of(scenario);
    let all: u64 = nodes.iter().map(|node| u64::from(node.weight.hundredths())).sum();
    let of = |node: &Node| {
        let keys = u64::from(factor) * u64::from(scenario.keys.len()) * u64::from(node.weight.hundredths());
        (keys / (100 * all) + u64::from(keys % (100 * all) > 0)) as u32
    };
    nodes.iter().map(|node| (node.id, of(node))).collect()
}

/// For each key all nodes in their order, or the owner alone where no order is told.
fn orders_by_definition(scenario: &Scenario) -> Vec<Vec<NodeId>> {
    let text = |field: &str| {
        let parameter = scenario.algorithm.parameters.iter().find(|one| one.field == field);
        parameter.map_or(String::new(), |one| one.write(&scenario.settings.get(one)))
    };
    let function = HashFn::from_id(&text("hash")).unwrap();
    let choice = HashChoice { function, finaliser: text("fin") == "1" };
    let wide = text("space") == "64";
    let number = |choice: HashChoice, bytes: &str| match wide {
        true => u128::from(choice.value64(bytes.as_bytes()).unwrap()),
        false => u128::from(choice.value32(bytes.as_bytes())),
    };
    let around: u128 = if wide { 1 << 64 } else { 1 << 32 };
    let nodes = owners_of(scenario);
    let smaller_name = |a: &&&Node, b: &&&Node| a.name.as_bytes().cmp(b.name.as_bytes());
    let keys = in_key_order(scenario);

    match scenario.algorithm.id {
        "ring" => {
            let virtual_nodes: u64 = text("vn").parse().unwrap();
            let mut points: Vec<(u128, &Node)> = Vec::new();
            for node in nodes {
                // max(1, round(v · w)), half up, in hundredths.
                let count = ((u64::from(node.weight.hundredths()) * virtual_nodes * 2 + 100) / 200).max(1);
                for i in 0..count {
                    let label = text("label").replace("{node}", &node.name).replace("{i}", &i.to_string());
                    points.push((number(choice, &label), node));
                }
            }
            let key_choice = HashChoice::from_id(&text("khash")).unwrap_or(choice);
            keys.iter()
                .map(|key| {
                    let key = number(key_choice, key);
                    let distance = |point: u128| match text("dir").as_str() {
                        "cw" => (point + around - key) % around,
                        _ => (key + around - point) % around,
                    };
                    let mut order: Vec<(u128, &[u8], NodeId)> =
                        points.iter().map(|(point, node)| (distance(*point), node.name.as_bytes(), node.id)).collect();
                    order.sort_unstable();
                    let mut met = HashSet::new();
                    order.iter().map(|one| one.2).filter(|&id| met.insert(id)).collect()
                })
                .collect()
        }
        "rendezvous" => {
            let score = |key: &str, node: &Node| -> u128 {
                let (k, n) = (number(choice, key), number(choice, &node.name));
                match (text("score").as_str(), wide) {
                    ("kn", _) => number(choice, &format!("{key}{}", node.name)),
                    ("nk", _) => number(choice, &format!("{}{key}", node.name)),
                    ("xor", false) => fmix32(k as u32 ^ n as u32).into(),
                    ("xor", true) => fmix64(k as u64 ^ n as u64).into(),
                    ("mix", false) => fmix32(k as u32 ^ (n as u32).wrapping_mul(0x9e37_79b1)).into(),
                    _ => fmix64(k as u64 ^ (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).into(),
                }
            };
            let unequal = nodes.iter().any(|node| node.weight != nodes[0].weight);
            let weighted = |raw: u128, node: &Node| match (unequal, wide) {
                (false, _) => 0.0,
                (true, false) => -f64::from(node.weight.hundredths()) / ((raw as f64 + 0.5) / 2f64.powi(32)).ln(),
                (true, true) => {
                    -f64::from(node.weight.hundredths()) / (((raw >> 12) as f64 + 0.5) / 2f64.powi(52)).ln()
                }
            };
            keys.iter()
                .map(|key| {
                    let mut order = nodes.clone();
                    order.sort_by(|a, b| {
                        let (raw_a, raw_b) = (score(key, a), score(key, b));
                        weighted(raw_b, b)
                            .total_cmp(&weighted(raw_a, a))
                            .then(raw_b.cmp(&raw_a))
                            .then(smaller_name(&a, &b))
                    });
                    order.iter().map(|node| node.id).collect()
                })
                .collect()
        }
        "multiprobe" => {
            let key_choice = HashChoice::from_id(&text("khash")).unwrap_or(choice);
            let probes: u64 = text("probes").parse().unwrap();
            let position = |value: u128, probe: u64| match (probe, wide) {
                (0, _) => value,
                (_, true) => fmix64((value as u64).wrapping_add(probe.wrapping_mul(0x9e37_79b9_7f4a_7c15))).into(),
                (_, false) => fmix32((value as u32).wrapping_add((probe as u32).wrapping_mul(0x9e37_79b1))).into(),
            };
            let distance = |key: &str, node: &Node| -> u128 {
                let (key, node) = (number(key_choice, key), number(choice, &node.name));
                (0..probes).map(|probe| (node + around - position(key, probe)) % around).min().unwrap()
            };
            let order = |key: &String| {
                let mut order = nodes.clone();
                order.sort_by(|a, b| distance(key, a).cmp(&distance(key, b)).then(smaller_name(&a, &b)));
                order.iter().map(|node| node.id).collect()
            };
            keys.iter().map(order).collect()
        }
        "maglev" => {
            let size: u128 = text("table").parse().unwrap();
            let mut takers = nodes.clone();
            takers.sort_by(|a, b| smaller_name(&a, &b));
            let most = takers.iter().map(|node| node.weight.hundredths()).max().unwrap_or(0);
            let mut slots: Vec<Option<NodeId>> = vec![None; size as usize];
            let mut had = vec![0; takers.len()];
            for round in 1.. {
                for (node, had) in takers.iter().zip(&mut had) {
                    if round * node.weight.hundredths() < *had * most {
                        continue;
                    }
                    *had += 1;
                    let hash = number(choice, &node.name);
                    let second: u128 = match wide {
                        true => fmix64((hash as u64).wrapping_add(0x9e37_79b9_7f4a_7c15)).into(),
                        false => fmix32((hash as u32).wrapping_add(0x9e37_79b1)).into(),
                    };
                    let wishes = (0..size).map(|j| ((hash + j * (second % (size - 1) + 1)) % size) as usize);
                    if let Some(slot) = wishes.into_iter().find(|&slot| slots[slot].is_none()) {
                        slots[slot] = Some(node.id);
                    }
                }
                if takers.is_empty() || slots.iter().all(Option::is_some) {
                    break;
                }
            }
            keys.iter().map(|key| slots[(number(choice, key) % size) as usize].into_iter().collect()).collect()
        }
        "dx" => {
            let mut size = (scenario.fleet.buckets() as usize).max(text("cap").parse().unwrap());
            while !size.is_power_of_two() {
                size += 1;
            }
            keys.iter()
                .map(|key| {
                    let h = u64::from(choice.value32(key.as_bytes()));
                    let mut random = SplitMix64::new(choice.value64(key.as_bytes()).unwrap_or(h << 32 | h));
                    let mut met: Vec<NodeId> = Vec::new();
                    while met.len() < nodes.len() {
                        let slot = random.next_value() % size as u64;
                        let node = nodes.iter().find(|node| u64::from(node.bucket) == slot);
                        met.extend(node.map(|node| node.id).filter(|id| !met.contains(id)));
                    }
                    met
                })
                .collect()
        }
        "anchor" | "memento" => {
            // The working buckets, the last always moved to where one goes, and how they were after each removal.
            let is_anchor = scenario.algorithm.id == "anchor";
            let count = scenario.fleet.buckets();
            let mut size = if is_anchor { count.max(text("cap").parse().unwrap()) } else { count };
            let bucket = |one: &Removed| match *one {
                Removed::Down(id) => scenario.fleet.get(id).unwrap().bucket,
                Removed::Vacant(bucket) => bucket,
            };
            let removals: Vec<u32> = (count..size).rev().chain(scenario.fleet.removed().iter().map(bucket)).collect();
            let mut working: Vec<u32> = (0..size).collect();
            let mut left: HashMap<u32, Vec<u32>> = HashMap::new();
            for bucket in removals {
                let place = working.iter().position(|&one| one == bucket).unwrap();
                working.swap_remove(place);
                if !is_anchor && left.is_empty() && bucket + 1 == size {
                    size = bucket;
                } else {
                    left.insert(bucket, working.clone());
                }
            }
            let hash = |key: &str| {
                let h = u64::from(choice.value32(key.as_bytes()));
                choice.value64(key.as_bytes()).unwrap_or(h << 32 | h)
            };
            keys.iter()
                .map(|key| {
                    if nodes.is_empty() {
                        return Vec::new();
                    }
                    let key = hash(key);
                    let first =
                        if is_anchor { key % u64::from(size) } else { jump_of_the_paper(key, size as i32) as u64 };
                    let mut bucket = first as u32;
                    while let Some(left) = left.get(&bucket) {
                        let again = u64::from(bucket + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        bucket = left[(fmix64(key.wrapping_add(again)) % left.len() as u64) as usize];
                    }
                    nodes.iter().filter(|node| node.bucket == bucket).map(|node| node.id).collect()
                })
                .collect()
        }
        "jump" | "jumpback" => {
            let mut buckets: Vec<Option<NodeId>> = vec![None; scenario.fleet.buckets() as usize];
            for node in nodes {
                buckets[node.bucket as usize] = Some(node.id);
            }
            if text("swap") == "1" {
                while let Some(gap) = buckets.iter().position(Option::is_none) {
                    let last = buckets.pop().flatten();
                    if last.is_some() {
                        buckets[gap] = last;
                    }
                }
            }
            let buckets: Vec<NodeId> = buckets.into_iter().flatten().collect();
            keys.iter()
                .map(|key| {
                    let h = u64::from(choice.value32(key.as_bytes()));
                    let key = choice.value64(key.as_bytes()).unwrap_or(h << 32 | h);
                    let bucket = match scenario.algorithm.id {
                        "jump" => jump_of_the_paper(key, buckets.len() as i32) as usize,
                        _ => jump_back(key, buckets.len() as u32) as usize,
                    };
                    buckets.get(bucket).copied().into_iter().collect()
                })
                .collect()
        }
        _ => keys
            .iter()
            .map(|key| {
                let slot = number(choice, key).checked_rem(nodes.len() as u128);
                slot.map(|slot| nodes[slot as usize].id).into_iter().collect()
            })
            .collect(),
    }
}

/// The C++ of Lamping and Veach (2014), figure 1, line by line.
fn jump_of_the_paper(mut key: u64, buckets: i32) -> i32 {
    let (mut b, mut j) = (-1i64, 0i64);
    while j < i64::from(buckets) {
        b = j;
        key = key.wrapping_mul(2862933555777941757).wrapping_add(1);
        j = ((b + 1) as f64 * ((1i64 << 31) as f64 / ((key >> 33) + 1) as f64)) as i64;
    }
    b as i32
}

fn place(scenario: &Scenario) -> Snapshot {
    Snapshot::place(scenario, None)
}

fn owners(snapshot: &Snapshot) -> Vec<Option<NodeId>> {
    (0..snapshot.keys().keys().len()).map(|at| snapshot.owner(at)).collect()
}

/// The owner that an explanation ends with.
fn explained_owner(explanation: &Explanation) -> Option<NodeId> {
    match explanation {
        Explanation::Ring(way) => way.as_ref().map(|way| way.owner),
        Explanation::Probes(found) => found.as_ref().map(|found| found.way.owner),
        Explanation::Slots(way) => way.as_ref().map(|way| way.owner),
        Explanation::Scores { scores, .. } => scores.first().map(|score| score.node),
        Explanation::Bounded(way) => Some(way.owner),
        Explanation::Local(way) => way.as_ref().and_then(|way| way.scores.first()).map(|score| score.node),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_key_has_the_one_owner_that_the_definition_gives(scenario in any_scenario(any_algorithm(), 0)) {
        let snapshot = place(&scenario);
        let allowed: Vec<NodeId> = owners_of(&scenario).iter().map(|node| node.id).collect();
        let owners = owners(&snapshot);
        prop_assert_eq!(owners.len(), KEYS as usize);
        for (at, key) in in_key_order(&scenario).iter().enumerate() {
            match owners[at] {
                Some(owner) => prop_assert!(allowed.contains(&owner)),
                None => prop_assert!(allowed.is_empty()),
            }
            let placed = snapshot.placed();
            let alone = placed.owner(key.as_bytes(), placed.key_hashing().value(key.as_bytes()));
            prop_assert_eq!(alone, snapshot.owner_seats()[at]);
            prop_assert_eq!(explained_owner(&placed.explain(key.as_bytes())), owners[at]);
        }
        prop_assert_eq!(&owners, &owners_by_definition(&scenario));
        // And the counts are those of the owners, a row each.
        for (node, &count) in scenario.fleet.nodes().iter().zip(snapshot.counts()) {
            prop_assert_eq!(owners.iter().filter(|&&owner| owner == Some(node.id)).count(), count as usize);
        }
    }

    #[test]
    fn a_new_node_gains_and_nobody_else_does(
        scenario in any_scenario(any_frugal(), 0),
        weight in any_weight(),
    ) {
        let before = place(&scenario);
        let new = scenario.fleet.next_id();
        let (after, movement) = change(&before, [Command::AddNode { name: "new".into(), weight }]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.to == Some(new)));
        prop_assert_eq!((movement.between, movement.moved), (0, *after.counts().last().unwrap()));
    }

    #[test]
    fn a_lost_node_loses_and_nobody_else_does(
        scenario in any_scenario(prop_oneof![2 => any_frugal(), 1 => any_dx(), 1 => any_with_history()], 1),
        at in any::<Index>(),
    ) {
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let own = owners(&before).iter().filter(|&&owner| owner == Some(node)).count();
        let (_, movement) = change(&before, [Command::RemoveNode(node)]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.from == Some(node)));
        prop_assert_eq!((movement.between, movement.moved as usize), (0, own));
    }

    #[test]
    fn down_is_as_good_as_gone(
        scenario in any_scenario(
            prop_oneof![any_frugal(), any_maglev(), any_bounded(), any_dx(), any_with_history()],
            1
        ),
        at in any::<Index>(),
    ) {
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let (removed, _) = change(&before, [Command::RemoveNode(node)]);
        let (down, _) = change(&before, [Command::SetUp { id: node, up: false }]);
        prop_assert_eq!(owners(&removed), owners(&down));
        let (weightless, _) = change(&before, [Command::SetWeight { id: node, weight: Weight::ZERO }]);
        let as_good_as_gone = if scenario.algorithm.weights == Weights::Used { &removed } else { &before };
        prop_assert_eq!(owners(as_good_as_gone), owners(&weightless));
    }

    #[test]
    fn another_weight_moves_keys_one_way(
        scenario in any_scenario(prop_oneof![2 => ring_or_rendezvous(), 1 => any_table()], 1),
        at in any::<Index>(),
        weight in any_weight(),
    ) {
        let before = place(&scenario);
        let (id, old) = (node_at(&scenario, at).id, node_at(&scenario, at).weight);
        let (_, movement) = change(&before, [Command::SetWeight { id, weight }]);
        let one_way = |pair: &placement::measure::Pair| if weight > old { pair.to == Some(id) } else { pair.from == Some(id) };
        prop_assert!(movement.pairs.iter().all(one_way));
        prop_assert_eq!(movement.between, 0);
        prop_assert!(weight != old || movement.moved == 0);
    }

    #[test]
    fn jump_and_a_node_at_the_end(how in any_jump(), nodes in 0..40u32) {
        let scenario = scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS));
        let before = place(&scenario);
        let (after, movement) = change(&before, [add("new")]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.to == Some(NodeId(nodes))));
        // And away with it again, by either rule.
        let (back, movement) = change(&after, [Command::RemoveNode(NodeId(nodes))]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.from == Some(NodeId(nodes))));
        prop_assert_eq!(back.owner_seats(), before.owner_seats());
    }

    #[test]
    fn dx_with_room_and_a_node_at_the_end(how in any_dx(), nodes in 0..10u32) {
        let scenario = scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS));
        let scenario = after(&scenario, [set("cap", "16")]);
        let (after, movement) = change(&place(&scenario), [add("new")]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.to == Some(NodeId(nodes))));
        // One of those before goes down, and the new one too, and they come up in the order in which they went.
        let ids = [NodeId(nodes / 2), NodeId(nodes)];
        let mut now = after;
        for (up, id) in [(false, ids[0]), (false, ids[1]), (true, ids[0]), (true, ids[1])] {
            let (next, movement) = change(&now, [Command::SetUp { id, up }]);
            let is_its_own = movement.pairs.iter().all(|pair| Some(id) == if up { pair.to } else { pair.from });
            prop_assert!(is_its_own);
            now = next;
        }
    }

    // Whoever goes for a while or for good, comes back or is new, and in whatever order: nobody else has anything to do
    // with it.
    #[test]
    fn removals_that_are_remembered_move_nothing_else(
        how in prop_oneof![3 => any_with_history(), 1 => any_that_remembers()],
        nodes in 1..8u32,
        steps in prop::collection::vec((any::<Index>(), 0..5u8), 1..16),
    ) {
        let mut now = place(&scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS)));
        for (step, (at, kind)) in steps.into_iter().enumerate() {
            let fleet = &now.scenario().fleet;
            // With more buckets than its capacity an anchor would begin anew; a vacant one is no bucket more.
            let has_room = fleet.vacancies() > 0 || fleet.nodes().len() < 8 && !how.starts_with("anchor cap=1 ");
            let (next, id, came) = if kind == 0 && has_room || fleet.nodes().is_empty() {
                let id = fleet.next_id();
                (change(&now, [add(&format!("new-{step}"))]), id, true)
            } else {
                let node = node_at(now.scenario(), at).clone();
                let is_for_good = kind == 1;
                let command = match is_for_good {
                    true => Command::RemoveNode(node.id),
                    false => Command::SetUp { id: node.id, up: !node.up },
                };
                (change(&now, [command]), node.id, !node.up && !is_for_good)
            };
            let is_its_own = next.1.pairs.iter().all(|pair| Some(id) == if came { pair.to } else { pair.from });
            prop_assert!(is_its_own, "{:?}", next.1.pairs);
            now = next.0;
            prop_assert_eq!(&owners(&now), &owners_by_definition(now.scenario()));
            let fleet = &now.scenario().fleet;
            let vacant = fleet.removed().iter().filter_map(|one| match one {
                Removed::Down(_) => None,
                Removed::Vacant(bucket) => Some(*bucket),
            });
            let mut buckets: Vec<u32> = fleet.nodes().iter().map(|node| node.bucket).chain(vacant).collect();
            buckets.sort_unstable();
            prop_assert_eq!(buckets, (0..fleet.buckets()).collect::<Vec<u32>>());
            // The link carries what it takes.
            let read = decode(&encode(now.scenario()).query);
            prop_assert_eq!(&read.scenario, now.scenario());
            prop_assert_eq!(read.notes, vec![]);
        }
    }

    // The papers know one kind of removal: whether a node may come back makes no difference to the others.
    #[test]
    fn gone_for_good_is_down_for_ever(
        how in any_that_remembers(),
        nodes in 1..8u32,
        steps in prop::collection::vec((any::<Index>(), 0..5u8), 1..16),
    ) {
        let by_name = |snapshot: &Snapshot| -> Vec<Option<String>> {
            let name = |id| snapshot.scenario().fleet.get(id).unwrap().name.clone();
            owners(snapshot).into_iter().map(|owner| owner.map(name)).collect()
        };
        let named = |snapshot: &Snapshot, name: &str| {
            snapshot.scenario().fleet.nodes().iter().find(|node| node.name == name).unwrap().id
        };
        let mut gone = place(&scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS)));
        let mut down = place(gone.scenario());
        for (step, (at, kind)) in steps.into_iter().enumerate() {
            let pair = if gone.scenario().fleet.nodes().is_empty() || kind == 0 {
                // A slot that a node may come back to is not free in the array of DxHash.
                if how.starts_with("dx") {
                    continue;
                }
                [add(&format!("new-{step}")), add(&format!("new-{step}"))]
            } else {
                let node = node_at(gone.scenario(), at).clone();
                let (here, there) = (node.id, named(&down, &node.name));
                if kind == 1 {
                    [Command::RemoveNode(here), Command::SetUp { id: there, up: false }]
                } else {
                    [here, there].map(|id| Command::SetUp { id, up: !node.up })
                }
            };
            let [to_gone, to_down] = pair;
            (gone, down) = (change(&gone, [to_gone]).0, change(&down, [to_down]).0);
            prop_assert_eq!(by_name(&gone), by_name(&down));
        }
    }

    #[test]
    fn a_new_node_has_what_the_one_that_just_went_had(
        scenario in any_scenario(prop_oneof![2 => any_that_remembers(), 1 => any_dx()], 1),
        at in any::<Index>(),
    ) {
        let node = node_at(&scenario, at).clone();
        if !node.up {
            return Ok(());
        }
        let before = place(&scenario);
        let (after, movement) = change(&before, [Command::RemoveNode(node.id), add("new")]);
        let new = after.scenario().fleet.nodes().last().unwrap().id;
        let expected = owners(&before).into_iter().map(|owner| if owner == Some(node.id) { Some(new) } else { owner });
        prop_assert_eq!(owners(&after), expected.collect::<Vec<_>>());
        prop_assert_eq!(movement.between, 0);
        prop_assert!(after.scenario().fleet.buckets() <= scenario.fleet.buckets());
    }

    // What an algorithm leaves vacant, jump hashing closes by its own rule: first for itself, then for good.
    #[test]
    fn jump_takes_a_vacant_bucket_for_a_gap(
        how in any_jump(),
        nodes in 1..20u32,
        gone in prop::collection::vec(any::<Index>(), 1..5),
    ) {
        let all = scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS));
        let mut remembered = Scenario { algorithm: Algorithm::from_id("anchor").unwrap(), ..all.clone() };
        let mut down = all.clone();
        for at in gone {
            if remembered.fleet.nodes().len() > 1 {
                let id = node_at(&remembered, at).id;
                remembered.apply(Command::RemoveNode(id)).unwrap();
                down.apply(Command::SetUp { id, up: false }).unwrap();
            }
        }
        remembered.apply(Command::SetAlgorithm(all.algorithm)).unwrap();
        let before = place(&remembered);
        prop_assert_eq!(owners(&before), owners(&place(&down)));
        let (after, movement) = change(&before, [add("new")]);
        let fleet = &after.scenario().fleet;
        prop_assert_eq!((fleet.vacancies(), fleet.buckets() as usize), (0, fleet.nodes().len()));
        let new = fleet.nodes().last().unwrap().id;
        prop_assert!(movement.pairs.iter().all(|pair| pair.to == Some(new)));
    }

    // Of n equal nodes one more takes exactly the whole part of 256/(n + 1) shards, and one that goes leaves its own.
    #[test]
    fn a_table_of_equal_nodes_moves_the_fewest_shards(
        nodes in 0..300u32,
        steps in prop::collection::vec((any::<Index>(), any::<bool>()), 1..8),
    ) {
        let mut now = scenario("coordinator", names("node-", 1, nodes, 1), keys("user:{i}", 0));
        for (step, (at, adds)) in steps.into_iter().enumerate() {
            let (before, count) = (now.fleet.shards().into_owned(), now.fleet.nodes().len() as u32);
            let (id, command, fewest) = if adds || count == 0 {
                let fewest = if count == 0 { SHARDS } else { SHARDS / (count + 1) };
                (now.fleet.next_id(), add(&format!("new-{step}")), fewest)
            } else {
                let id = node_at(&now, at).id;
                let own = before.owners().iter().filter(|&&owner| owner == Some(id)).count() as u32;
                (id, Command::RemoveNode(id), own)
            };
            now = after(&now, [command]);
            let table = now.fleet.shards();
            let moves: Vec<_> = before.owners().iter().zip(table.owners()).filter(|(a, b)| a != b).collect();
            prop_assert_eq!(moves.len() as u32, fewest);
            prop_assert!(moves.iter().all(|(from, to)| [**from, **to].contains(&Some(id))));
            // To be dealt the first time, or to be nobody's, is one version.
            let is_one = count == 0 || now.fleet.nodes().is_empty();
            prop_assert_eq!(table.version() - before.version(), if is_one { 1 } else { fewest });
            let shares = place(&now).placed().exact_shares().unwrap();
            let held = || shares.iter().map(|share| share.part as u32);
            prop_assert!(held().max().unwrap_or(0) - held().min().unwrap_or(0) <= 1);
            prop_assert_eq!(table.moves_to_level(&now.fleet), 0);
        }
    }

    // Whatever is done to a table, by hand and by the fleet.
    #[test]
    fn a_table_keeps_its_promises(
        first in any_scenario(any_table(), 0),
        steps in prop::collection::vec((0..12u8, any::<Index>(), any_weight(), 0..SHARDS), 1..16),
    ) {
        let mut now = place(&first);
        for (step, (kind, at, weight, shard)) in steps.into_iter().enumerate() {
            let before = now.scenario();
            let nodes = before.fleet.nodes();
            let id = if nodes.is_empty() { NodeId(0) } else { at.get(nodes).id };
            let tenant = format!("user:{}", &["", "1", "12", "3", "30"][shard as usize % 5]);
            let command = match kind {
                0 => Command::AddNode { name: format!("new-{step}"), weight },
                1 => Command::RemoveNode(id),
                2 => Command::SetWeight { id, weight },
                3 | 4 => Command::SetUp { id, up: kind == 3 },
                5 | 6 => Command::MoveShard { shard, to: id },
                7 => Command::LevelShards,
                8 => Command::Pin { tenant, to: id },
                9 => Command::Unpin(tenant),
                _ => Command::SetDrained { id, drained: kind == 10 },
            };
            let mut next = before.clone();
            if let Err(refused) = next.apply(command.clone()) {
                prop_assert_eq!(&next, before);
                prop_assert!(refused.to_string().ends_with('.'), "{}", refused);
                continue;
            }
            let after = Snapshot::place(&next, Some(&now));
            let movement = Movement::between(&now, &after).unwrap();
            let (old, new) = (before.fleet.shards(), next.fleet.shards());
            let moves = || old.owners().iter().zip(new.owners()).filter(|(a, b)| a != b);
            let is_own = |owner: &Option<NodeId>| *owner == Some(id);
            match &command {
                Command::AddNode { .. } => {
                    let added = next.fleet.nodes().last().map(|node| node.id);
                    prop_assert!(moves().all(|(_, to)| *to == added));
                }
                Command::RemoveNode(_) | Command::SetUp { up: false, .. } | Command::SetDrained { drained: true, .. } => {
                    prop_assert!(moves().all(|(from, _)| is_own(from)));
                    prop_assert!(!owners(&after).iter().any(is_own));
                }
                Command::SetUp { .. } | Command::SetDrained { .. } => prop_assert!(moves().all(|(_, to)| is_own(to))),
                Command::SetWeight { .. } => prop_assert!(moves().all(|(from, to)| is_own(from) || is_own(to))),
                Command::MoveShard { .. } => {
                    prop_assert_eq!((moves().count(), new.owners()[shard as usize]), (1, Some(id)));
                }
                Command::LevelShards => {
                    prop_assert_eq!(moves().count(), old.moves_to_level(&before.fleet) as usize);
                    prop_assert_eq!(new.moves_to_level(&next.fleet), 0);
                    let counted = new.counted(&next.fleet);
                    let all: u32 = counted.iter().map(|one| one.1).sum();
                    for (id, weight) in counted {
                        let held = new.owners().iter().filter(|&&owner| owner == Some(id)).count() as u32;
                        prop_assert!((held * all).abs_diff(SHARDS * weight) < all, "{} of {} in {}", held, weight, all);
                    }
                }
                _ => prop_assert_eq!(moves().count(), 0),
            }
            let pinned = u32::from(matches!(command, Command::Pin { .. } | Command::Unpin(_)));
            let at_once = old.owners()[0].is_none() != new.owners()[0].is_none();
            let versions = if at_once { 1 } else { moves().count() as u32 + pinned };
            prop_assert_eq!(new.version() - old.version(), versions);
            // Every shard has a node that can own it, as long as there is one.
            let allowed: Vec<NodeId> = owners_of(&next).iter().map(|node| node.id).collect();
            prop_assert!(new.owners().iter().all(|owner| owner.map_or(allowed.is_empty(), |id| allowed.contains(&id))));
            prop_assert_eq!(&owners(&after), &owners_by_definition(&next));
            prop_assert_eq!(movement.moved as usize, owners(&now).iter().zip(owners(&after)).filter(|(a, b)| *a != b).count());
            for (at, key) in in_key_order(&next).iter().enumerate().take(20) {
                let placed = after.placed();
                let alone = placed.owner(key.as_bytes(), placed.key_hashing().value(key.as_bytes()));
                prop_assert_eq!(alone, after.owner_seats()[at]);
                prop_assert_eq!(explained_owner(&placed.explain(key.as_bytes())), after.owner(at as u32));
                let replicas = placed.owners(key.as_bytes(), usize::MAX);
                prop_assert_eq!(replicas.first().copied(), after.owner(at as u32));
                prop_assert_eq!(replicas.iter().collect::<HashSet<_>>().len(), allowed.len());
            }
            let read = decode(&encode(&next).query);
            prop_assert_eq!(&read.scenario, &next);
            prop_assert_eq!(read.notes, vec![]);
            now = after;
        }
    }

    #[test]
    fn jump_takes_a_node_that_is_down_for_gone(how in any_jump(), nodes in 1..20u32, at in any::<Index>()) {
        let scenario = scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS));
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let (down, _) = change(&before, [Command::SetUp { id: node, up: false }]);
        let (removed, _) = change(&before, [Command::RemoveNode(node)]);
        prop_assert_eq!(owners(&down), owners(&removed));
    }

    #[test]
    fn a_node_that_comes_up_again_finds_everything_as_it_was(
        scenario in any_scenario(any_forgetful(), 1),
        downs in prop::collection::vec(any::<Index>(), 1..6),
    ) {
        let up = after(&scenario, scenario.fleet.nodes().iter().map(|node| Command::SetUp { id: node.id, up: true }));
        let before = place(&up);
        let ids: Vec<NodeId> = downs.iter().map(|&at| node_at(&scenario, at).id).collect();
        let (down, _) = change(&before, ids.iter().map(|&id| Command::SetUp { id, up: false }));
        prop_assert!(!owners(&down).iter().flatten().any(|owner| ids.contains(owner)));
        let (again, movement) = change(&down, ids.iter().map(|&id| Command::SetUp { id, up: true }));
        prop_assert_eq!(owners(&again), owners(&before));
        prop_assert_eq!(movement.moved as usize, owners(&down).iter().zip(owners(&before)).filter(|(a, b)| *a != b).count());
    }

    #[test]
    fn movement_adds_up(
        scenario in any_scenario(any_algorithm(), 0),
        how in any_algorithm(),
        other in any_fleet(0),
        changes in prop::collection::vec((any::<Index>(), 0..6u8, any_weight()), 1..4),
    ) {
        let before = place(&scenario);
        let mut changed = scenario.clone();
        for (place, kind, weight) in changes {
            let nodes = changed.fleet.nodes();
            let id = if nodes.is_empty() { NodeId(0) } else { place.get(nodes).id };
            // What does not fit is refused and changes nothing.
            let _ = match kind {
                0 => changed.apply(Command::AddNode { name: "new".into(), weight }),
                1 => changed.apply(Command::RemoveNode(id)),
                2 => changed.apply(Command::SetWeight { id, weight }),
                3 => changed.apply(Command::SetUp { id, up: weight > Weight::ONE }),
                4 => {
                    changed = Scenario { fleet: changed.fleet.clone(), ..common::scenario(&how, ["-"], scenario.keys.clone()) };
                    continue;
                }
                _ => {
                    changed.fleet = other.clone();
                    continue;
                }
            };
        }
        let after = place(&changed);
        let movement = Movement::between(&before, &after).unwrap();
        let (old, new) = (owners(&before), owners(&after));
        let moved: Vec<u32> = (0..KEYS).filter(|&at| old[at as usize] != new[at as usize]).collect();
        prop_assert_eq!(&movement.moved_keys, &moved);
        prop_assert_eq!(movement.moved as usize, moved.len());
        prop_assert_eq!(Movement::count(&before, &after), Some(movement.moved));
        prop_assert_eq!(movement.to_grown + movement.from_shrunk + movement.between, movement.moved);
        prop_assert_eq!(movement.pairs.iter().map(|pair| pair.keys).sum::<u32>(), movement.moved);
        // Each key by itself, with weights as the later algorithm counts them: from a node that lost weight, else to one that gained some, else between survivors; no
        // owner at all counts as one that is gone.
        let weight = |scenario: &Scenario, id: Option<NodeId>| {
            id.and_then(|id| scenario.fleet.get(id)).map_or(0, |node| changed.algorithm.counted_weight(&scenario.fleet, node))
        };
        let (mut shrunk, mut grown) = (0, 0);
        for &at in &moved {
            let (from, to) = (old[at as usize], new[at as usize]);
            if from.is_none() || weight(&changed, from) < weight(&scenario, from) {
                shrunk += 1;
            } else if to.is_none() || weight(&changed, to) > weight(&scenario, to) {
                grown += 1;
            }
        }
        prop_assert_eq!((movement.from_shrunk, movement.to_grown), (shrunk, grown));
        prop_assert!(movement.pairs.is_sorted_by(|a, b| (a.from, a.to) < (b.from, b.to)));
        for pair in &movement.pairs {
            let keys = moved.iter().filter(|&&at| (old[at as usize], new[at as usize]) == (pair.from, pair.to)).count();
            prop_assert_eq!(keys, pair.keys as usize);
        }
        if let (Some(necessary), Some(fair)) = (movement.necessary, movement.fair) {
            prop_assert_eq!(necessary, movement.to_grown + movement.from_shrunk);
            prop_assert!((0.0..=1.0).contains(&fair.value()));
        } else {
            prop_assert_eq!((movement.necessary, movement.fair.is_none()), (None, true));
        }
    }

    #[test]
    fn a_fleet_built_in_another_order_agrees(
        (scenario, order) in any_scenario(any_without_history(), 1).prop_flat_map(|scenario| {
            let order = Just(scenario.fleet.nodes().to_vec()).prop_shuffle();
            (Just(scenario), order)
        }),
    ) {
        // A client of its own: other rows, ids and buckets.
        let nodes = order.into_iter().enumerate().map(|(at, node)| Node { id: NodeId(at as u32), bucket: at as u32, ..node });
        let other = Scenario { fleet: Fleet::from_nodes(nodes).unwrap(), ..scenario.clone() };
        let (here, there) = (place(&scenario), place(&other));
        prop_assert_eq!(owner_names(&here), owner_names(&there));
        let replicas = |snapshot: &Snapshot, key: &str| -> Vec<String> {
            let owners = snapshot.placed().owners(key.as_bytes(), 3);
            owners.into_iter().map(|id| name(snapshot.scenario(), id).to_owned()).collect()
        };
        for key in in_key_order(&scenario).iter().take(20) {
            prop_assert_eq!(replicas(&here, key), replicas(&there, key));
        }
    }

    #[test]
    fn replicas_are_distinct_nodes_and_the_owner_comes_first(
        scenario in any_scenario(any_algorithm(), 0),
        most in 0..12usize,
    ) {
        let snapshot = place(&scenario);
        let allowed: Vec<NodeId> = owners_of(&scenario).iter().map(|node| node.id).collect();
        for (at, key) in in_key_order(&scenario).iter().enumerate().take(40) {
            let replicas = snapshot.placed().owners(key.as_bytes(), most);
            prop_assert_eq!(replicas.len(), most.min(allowed.len()));
            if most > 0 {
                prop_assert_eq!(replicas.first().copied(), snapshot.owner(at as u32));
            }
            prop_assert!(replicas.iter().all(|id| allowed.contains(id)));
            let mut distinct = replicas.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), replicas.len());
            // Fewer replicas are the first of more.
            let fewer = snapshot.placed().owners(key.as_bytes(), most / 2);
            prop_assert_eq!(&fewer[..], &replicas[..fewer.len()]);
        }
    }

    #[test]
    fn the_second_owner_inherits(scenario in any_scenario(any_minimal(), 1), at in any::<Index>()) {
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let (after, _) = change(&before, [Command::RemoveNode(node)]);
        for (at, key) in in_key_order(&scenario).iter().enumerate().take(60) {
            let mut order = before.placed().owners(key.as_bytes(), 10);
            order.retain(|&owner| owner != node);
            prop_assert_eq!(after.owner(at as u32), order.first().copied());
            prop_assert_eq!(after.placed().owners(key.as_bytes(), 10), order);
        }
    }

    #[test]
    fn who_goes_down_leaves_its_keys_to_the_next(
        scenario in any_scenario(prop_oneof![any_minimal(), any_local(), any_dx()], 1),
        at in any::<Index>(),
    ) {
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let (after, movement) = change(&before, [Command::SetUp { id: node, up: false }]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.from == Some(node)));
        for (at, key) in in_key_order(&scenario).iter().enumerate().take(60) {
            let mut order = before.placed().owners(key.as_bytes(), 10);
            order.retain(|&owner| owner != node);
            prop_assert_eq!(after.owner(at as u32), order.first().copied());
            prop_assert_eq!(after.placed().owners(key.as_bytes(), 10), order);
        }
    }

    // With as many candidates as nodes it is rendezvous.
    #[test]
    fn everybody_is_a_candidate(scenario in any_scenario(any_rendezvous(), 0), candidates in select(vec![10, 64])) {
        let local = Algorithm::from_id("lrh").unwrap();
        let local = after(&scenario, [Command::SetAlgorithm(local), set("cand", &candidates.to_string())]);
        let (rendezvous, local) = (place(&scenario), place(&local));
        prop_assert_eq!(owners(&rendezvous), owners(&local));
        for key in in_key_order(&scenario).iter().take(20) {
            let replicas = |snapshot: &Snapshot| snapshot.placed().owners(key.as_bytes(), 10);
            prop_assert_eq!(replicas(&rendezvous), replicas(&local));
        }
    }

    #[test]
    fn exact_shares_are_the_whole_and_every_arc_is_its_owners(scenario in any_scenario(any_ring(), 1)) {
        let snapshot = place(&scenario);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
        let shares = snapshot.placed().exact_shares().unwrap();
        prop_assert!(shares.iter().all(|share| share.whole == ring.circumference()));
        let whole: u128 = shares.iter().map(|share| share.part).sum();
        prop_assert_eq!(whole, if ring.points().is_empty() { 0 } else { ring.circumference() });

        // Both ends of each arc belong to its point, and what lies beyond them to the neighbours: across the wrap too.
        let around = ring.circumference();
        let owner_at = |position: u128| ring.point_at((position % around) as u64).unwrap();
        let mut by_seat = vec![0u128; shares.len()];
        for (at, point) in ring.points().iter().enumerate() {
            let (here, length) = (u128::from(point.position) + around, ring.arc_length(at));
            by_seat[point.seat as usize] += length;
            if length == 0 {
                continue;
            }
            let far = if ring.is_clockwise() { here - (length - 1) } else { here + (length - 1) };
            prop_assert_eq!((owner_at(here), owner_at(far)), (at, at));
            if length < around {
                let beyond = if ring.is_clockwise() { here - length } else { here + length };
                prop_assert_ne!(owner_at(beyond), at);
            }
        }
        prop_assert_eq!(by_seat, shares.iter().map(|share| share.part).collect::<Vec<_>>());
    }

    #[test]
    fn exact_shares_of_modulo_are_the_whole(scenario in any_scenario(any_modulo(), 1)) {
        let shares = place(&scenario).placed().exact_shares().unwrap();
        let (most, least) = (shares.iter().map(|share| share.part).max(), shares.iter().map(|share| share.part).min());
        if let (Some(most), Some(least)) = (most, least) {
            prop_assert!(most - least <= 1);
            prop_assert_eq!(shares.iter().map(|share| share.part).sum::<u128>(), shares[0].whole);
        }
    }

    #[test]
    fn a_maglev_table_is_dealt_by_weight(scenario in any_scenario(any_maglev(), 1)) {
        let snapshot = place(&scenario);
        let shares = snapshot.placed().exact_shares().unwrap();
        let weights: Vec<u64> = owners_of(&scenario).iter().map(|node| u64::from(node.weight.hundredths())).collect();
        let Geometry::Slots(slots) = snapshot.geometry() else { panic!("no slots") };
        prop_assert_eq!(shares.iter().map(|share| share.part).sum::<u128>(), slots.len() as u128);
        // The round in which each had its last turn, and that of its next: nobody is a round ahead of another. The first
        // turn costs nothing, so rounds are known to one.
        let rounds: Vec<(u64, u64)> = shares
            .iter()
            .zip(&weights)
            .map(|(share, weight)| {
                let (turns, most) = (share.part as u64, *weights.iter().max().unwrap());
                (((turns - 1) * most).div_ceil(*weight), (turns * most).div_ceil(*weight))
            })
            .collect();
        if let (Some(begun), Some(next)) = (rounds.iter().map(|one| one.0).max(), rounds.iter().map(|one| one.1).min()) {
            prop_assert!(begun <= next + 1, "{:?}", rounds);
        }
    }

    #[test]
    fn no_load_is_above_its_bound(scenario in any_scenario(any_bounded(), 1)) {
        let snapshot = place(&scenario);
        let capacities = capacities(&scenario);
        for (node, &count) in scenario.fleet.nodes().iter().zip(snapshot.counts()) {
            prop_assert!(count <= capacities.get(&node.id).copied().unwrap_or(0), "{}", node.name);
        }
        let placed = if owners_of(&scenario).is_empty() { 0 } else { KEYS };
        prop_assert_eq!(snapshot.counts().iter().sum::<u32>(), placed);

        for (at, key) in in_key_order(&scenario).iter().enumerate().take(40) {
            let Explanation::Bounded(way) = snapshot.placed().explain(key.as_bytes()) else { continue };
            // What it passed stands between the owner without a bound and its own, and is full.
            let of = |id: NodeId| snapshot.counts()[scenario.fleet.nodes().iter().position(|one| one.id == id).unwrap()];
            prop_assert_eq!(explained_owner(&way.way), way.full.first().copied().or(Some(way.owner)));
            prop_assert!(way.full.iter().all(|&id| of(id) == capacities[&id]));
            prop_assert_eq!((way.load, way.capacity), (of(way.owner), capacities[&way.owner]));
            prop_assert_eq!(snapshot.owner(at as u32), Some(way.owner));
            let replicas = snapshot.placed().owners(key.as_bytes(), usize::MAX);
            prop_assert!(replicas.ends_with(&way.full));
        }
        // A key that is none of them comes last, and there is room for it.
        let (key, before) = ("none of the keys", snapshot.placed());
        let owner = before.owner(key.as_bytes(), before.key_hashing().value(key.as_bytes()));
        prop_assert_eq!(owner != NO_SEAT, placed > 0);
        if placed > 0 {
            let text: String = in_key_order(&scenario).into_iter().chain([key.into()]).map(|key| key + "\n").collect();
            let more = Scenario { keys: Keys::List(KeyList::parse(&text).unwrap()), ..scenario };
            let id = before.seats()[owner as usize];
            let had = owners(&snapshot).iter().filter(|&&owner| owner == Some(id)).count() as u32;
            prop_assert!(had < self::capacities(&more)[&id]);
            // Where the larger bounds let no other key stay that had gone on, that is where it comes.
            let after = place(&more);
            if owners(&after)[..KEYS as usize] == owners(&snapshot)[..] {
                prop_assert_eq!(after.owner(KEYS), Some(id));
            }
        }
    }

    #[test]
    fn a_bound_that_does_not_bind_changes_nothing(how in ring_or_rendezvous(), scenario in any_scenario(any_bounded(), 1)) {
        let (algorithm, settings) = how.split_once(' ').unwrap();
        let bounded = if algorithm == "ring" { "bounded" } else { "boundedrendezvous" };
        let by = |how: &str| {
            Scenario { fleet: scenario.fleet.clone(), ..common::scenario(how, ["-"], scenario.keys.clone()) }
        };
        let free = place(&by(&how));
        // A bound above the load of the busiest.
        let busiest = Balance::of(&free).busiest().and_then(|load| load.times_fair).map_or(1.0, Ratio::value);
        prop_assume!(busiest < 9.9);
        let bound = (busiest * 100.0) as u32 + 1;
        let bounded = place(&by(&format!("{bounded} c={} {settings}", bound.max(100))));
        prop_assert_eq!(bounded.owner_seats(), free.owner_seats());
    }

    #[test]
    fn jump_is_the_published_loop_and_only_ever_goes_to_the_new_bucket(key in any::<u64>(), buckets in 1..5_000u32) {
        let (here, next) = (jump(key, buckets), jump(key, buckets + 1));
        prop_assert_eq!(i64::from(here), i64::from(jump_of_the_paper(key, buckets as i32)));
        prop_assert!(here < buckets);
        prop_assert!(next == here || next == buckets, "{} of {} and {} of one more", here, buckets, next);
    }
}

// Two names with one hash value stand on one point: the smaller owns it, whichever stands first.
#[test]
fn the_smaller_name_wins_a_tie_of_probes() {
    for (twins, hash) in [(&*FNV_TWINS, HashFn::Fnv1a32), (&*CRC_TWINS, HashFn::Crc32)] {
        let [small, large] = twins;
        for order in [[small.as_str(), large, "other"], [large, "other", small]] {
            let snapshot = place(&scenario(&format!("multiprobe hash={}", hash.id()), order, keys("user:{i}", 1_000)));
            let count = |name: &str| snapshot.counts()[order.iter().position(|one| *one == name).unwrap()];
            assert!(count(small) > 0 && count("other") > 0, "{order:?}");
            assert_eq!(count(large), 0, "{order:?}");
        }
    }
}

// With one probe it is the ring of one point a node at the hash of its name.
#[test]
fn one_probe_is_a_ring_of_one_point() {
    for hash in ["hash=fnv1a32", "hash=md5 khash=crc32", "hash=xxhash64 space=64"] {
        let fleet = names("cache-", 1, 40, 2);
        let one = place(&scenario(&format!("multiprobe probes=1 {hash}"), &fleet, keys("user:{i}", 5_000)));
        let ring = place(&scenario(&format!("ring vn=1 label={{node}} {hash}"), &fleet, keys("user:{i}", 5_000)));
        assert_eq!(one.owner_seats(), ring.owner_seats(), "{hash}");
        for key in ["", "user:42"] {
            let replicas = one.placed().owners(key.as_bytes(), 7);
            assert_eq!(replicas, ring.placed().owners(key.as_bytes(), 7), "{hash}");
        }
    }
}

// The spread that is usual for multi-probe, held against a hundred fleets: within an eighth, as small arcs are rare and
// weigh much. With k = 21 it is 1/sqrt(2k - 1) = 15.6 %, whatever the number of nodes.
#[test]
fn the_spread_of_multi_probe_is_as_usual() {
    for (nodes, probes) in [(2, 3), (10, 1), (10, 2), (10, 21), (100, 5)] {
        let (mut squares, mut usual) = (0.0, 0.0);
        for fleet in 0..100 {
            let how = format!("multiprobe probes={probes} hash=xxhash64 space=64");
            let names = names(&format!("fleet-{fleet}-node-"), 1, nodes, 1);
            let balance = Balance::of(&place(&scenario(&how, names, keys("user:{i}", 5_000))));
            squares += balance.spread.powi(2) / 100.0;
            usual += balance.usual_spread.powi(2) / 100.0;
        }
        let (spread, usual) = (squares.sqrt(), usual.sqrt());
        assert!((spread / usual - 1.0).abs() < 0.125, "{nodes} nodes, {probes} probes: {spread} for {usual}");
    }
}

// The spread that is usual for local rendezvous, held against forty fleets: within an eighth, as the law is of many nodes.
#[test]
fn the_spread_of_local_rendezvous_is_as_usual() {
    for (nodes, tokens, candidates) in [(10, 40, 1), (10, 40, 4), (10, 40, 8), (100, 20, 8), (40, 20, 30)] {
        let (mut squares, mut usual) = (0.0, 0.0);
        for fleet in 0..40 {
            let how = format!("lrh cand={candidates} tokens={tokens} hash=murmur3");
            let names = names(&format!("fleet-{fleet}-node-"), 1, nodes, 1);
            let balance = Balance::of(&place(&scenario(&how, names, keys("user:{i}", 20_000))));
            squares += balance.spread.powi(2) / 40.0;
            usual += balance.usual_spread.powi(2) / 40.0;
        }
        let (spread, usual) = (squares.sqrt(), usual.sqrt());
        assert!((spread / usual - 1.0).abs() < 0.125, "{nodes} nodes, {tokens} tokens: {spread} for {usual}");
    }
}

proptest! {
    #[test]
    fn jump_back_only_ever_goes_to_the_new_bucket(key in any::<u64>(), buckets in 1..1u32 << 31) {
        for buckets in [buckets, buckets % 5_000 + 1] {
            let (here, next) = (jump_back(key, buckets), jump_back(key, buckets + 1));
            prop_assert!(here < buckets);
            prop_assert!(next == here || next == buckets, "{} of {} and {} of one more", here, buckets, next);
        }
    }
}

// Two names on one point: the smaller owns it in both directions, whichever stands first, and the other follows it.
#[test]
fn the_smaller_name_owns_a_tie_on_the_ring() {
    for (twins, hash) in [(&*FNV_TWINS, HashFn::Fnv1a32), (&*CRC_TWINS, HashFn::Crc32)] {
        let [small, large] = twins;
        assert_eq!(hash.value32(small.as_bytes()), hash.value32(large.as_bytes()));
        for order in [[small.as_str(), large, "other"], [large, "other", small]] {
            for direction in ["cw", "ccw"] {
                // Without a number in the label all points of a node stand on one place.
                for virtual_nodes in [1, 7] {
                    let how = format!("ring vn={virtual_nodes} label={{node}} hash={} dir={direction}", hash.id());
                    let snapshot = place(&scenario(&how, order, keys("user:{i}", 1_000)));
                    let count = |name: &str| snapshot.counts()[order.iter().position(|one| *one == name).unwrap()];
                    assert!(count(small) > 0 && count("other") > 0, "{how}");
                    assert_eq!((count(large), count(small) + count("other")), (0, 1_000), "{how} {order:?}");
                    let key =
                        (0..1_000).find(|&at| snapshot.owner(at) == Some(id(snapshot.scenario(), small))).unwrap();
                    let replicas = snapshot.placed().owners(format!("user:{key}").as_bytes(), 2);
                    assert_eq!(replicas[1], id(snapshot.scenario(), large), "{how} {order:?}");
                }
            }
        }
    }
}

// Two names with one hash value have one score for every key, where the score is made of the values or begins with the
// name: all that the two win goes to the smaller, unless the other is heavier.
#[test]
fn the_smaller_name_wins_a_tie_of_scores() {
    for (twins, hash) in [(&*FNV_TWINS, HashFn::Fnv1a32), (&*CRC_TWINS, HashFn::Crc32)] {
        let [small, large] = twins;
        for order in [[small.as_str(), large, "other"], [large, "other", small]] {
            for score in ["mix", "xor", "nk"] {
                let how = format!("rendezvous score={score} hash={}", hash.id());
                let equal = scenario(&how, order, keys("user:{i}", 1_000));
                let count = |snapshot: &Snapshot, name: &str| {
                    snapshot.counts()[order.iter().position(|one| *one == name).unwrap()]
                };
                let snapshot = place(&equal);
                assert_eq!(count(&snapshot, large), 0, "{how} {order:?}");
                assert!(count(&snapshot, small) > 0, "{how}");
                // Unequal weights elsewhere put the logarithm to work: still a tie.
                let snapshot = place(&after(&equal, [weigh(id(&equal, "other"), "2")]));
                assert_eq!(count(&snapshot, large), 0, "{how} {order:?}");
                assert!(count(&snapshot, small) > 0, "{how}");
                let snapshot = place(&after(&equal, [weigh(id(&equal, large), "1.01")]));
                assert_eq!(count(&snapshot, small), 0, "{how} {order:?}");
                assert!(count(&snapshot, large) > 0, "{how}");
            }
        }
    }
}

// A key beyond the last point belongs to the first one and, counter-clockwise, a key before the first to the last:
// asked at the very ends of the space.
#[test]
fn the_ring_wraps_at_both_ends() {
    for (space, end) in [(32, u64::from(u32::MAX)), (64, u64::MAX)] {
        for direction in ["cw", "ccw"] {
            let how = format!("ring vn=3 hash=xxhash64 space={space} dir={direction}");
            let snapshot = place(&scenario(&how, names("cache-", 1, 8, 2), keys("{i}", 0)));
            let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
            let (first, last) = (ring.points()[0], *ring.points().last().unwrap());
            assert!(first.position > 0 && last.position < end);
            let owner = |position: u64| snapshot.placed().owner(b"", position);
            let at_the_ends = if direction == "cw" { first.seat } else { last.seat };
            assert_ne!(first.seat, last.seat);
            assert_eq!([owner(0), owner(end)], [at_the_ends; 2], "{how}");
            let (next_to_first, next_to_last) = (owner(first.position - 1), owner(last.position + 1));
            assert_eq!([next_to_first, next_to_last], [at_the_ends; 2], "{how}");
            assert_eq!([owner(first.position), owner(last.position)], [first.seat, last.seat], "{how}");
        }
    }
}

// With nobody up there is no owner, whatever the algorithm.
#[test]
fn nobody_owns_anything_in_an_empty_fleet() {
    for how in ALL.map(|one| one.id) {
        let none: [&str; 0] = [];
        let empty = place(&scenario(how, none, keys("user:{i}", 10)));
        let one = scenario(how, ["a"], keys("user:{i}", 10));
        let (down, movement) = change(&place(&one), [Command::SetUp { id: NodeId(0), up: false }]);
        for snapshot in [&empty, &down] {
            assert_eq!(snapshot.owner_seats(), [NO_SEAT; 10], "{how}");
            assert_eq!(snapshot.placed().owners(b"user:1", 3), [], "{how}");
            assert_eq!(explained_owner(&snapshot.placed().explain(b"user:1")), None, "{how}");
        }
        assert_eq!((movement.moved, movement.from_shrunk), (10, 10), "{how}");
        assert_eq!(movement.pairs.len(), 1, "{how}");
    }
}

// Whatever the fleet, an algorithm answers and is quick about it: one node, light and heavy ones, ten thousand.
#[test]
fn fleets_at_the_limits() {
    for algorithm in ALL {
        let fleet = |count| scenario(algorithm.id, names("node-", 1, count, 5), keys("user:{i}", 300));
        let one = place(&fleet(1));
        assert_eq!(one.counts(), [300], "{algorithm:?}");
        let weightless = place(&after(&fleet(3), (0..3).map(|at| weigh(NodeId(at), "0"))));
        let owned = if algorithm.weights == Weights::Used { 0 } else { 300 };
        assert_eq!(weightless.counts().iter().sum::<u32>(), owned, "{algorithm:?}");

        let (light, heavy) = ("0.01".parse::<Weight>().unwrap(), Weight::MAX);
        let many = fleet(10_000).fleet.nodes().to_vec().into_iter().map(|node| Node {
            weight: if node.id.0 == 5_000 { heavy } else { light },
            up: node.id.0 % 10 != 7,
            ..node
        });
        let many = Scenario { fleet: Fleet::from_nodes(many).unwrap(), ..fleet(0) };
        let snapshot = place(&many);
        assert_eq!(snapshot.counts().iter().sum::<u32>(), 300, "{algorithm:?}");
        assert!(snapshot.counts().iter().skip(7).step_by(10).all(|&count| count == 0), "{algorithm:?}");
        if algorithm.weights == Weights::Used && algorithm.id != "lrh" {
            // 1,000 of 1,000 and 8,999 times 0.01: 91.7 % of the weight.
            assert!(snapshot.counts()[5_000] > 200, "{algorithm:?}: {}", snapshot.counts()[5_000]);
        }
        let replicas = snapshot.placed().owners(b"user:1", 50);
        assert_eq!(replicas.len(), 50, "{algorithm:?}");
        assert_eq!(explained_owner(&snapshot.placed().explain(b"user:1")), snapshot.owner(1), "{algorithm:?}");
        let shares = snapshot.placed().exact_shares();
        assert!(shares.is_none_or(|shares| shares.len() == snapshot.placed().seats().len()));
    }
}

// More nodes than shards: the first 256 own one each, and one more moves nothing.
#[test]
fn more_nodes_than_shards() {
    let many = place(&scenario("coordinator", names("node-", 1, 9_999, 5), keys("user:{i}", 1_000)));
    let shares = many.placed().exact_shares().unwrap();
    assert!(shares.iter().enumerate().all(|(row, share)| share.part == u128::from(row < 256)));
    assert_eq!(moved(&many, [add("one more")]), 0);
    assert_eq!(many.placed().owners(b"user:1", 300).len(), 300);
    // One that goes is followed by the first that has none.
    let (fewer, _) = change(&many, [Command::RemoveNode(NodeId(7))]);
    assert_eq!(fewer.scenario().fleet.shards().owners()[7], Some(NodeId(256)));
}

// More nodes than slots: each slot has one, the others own nothing and are nobody's replica.
#[test]
fn a_table_that_is_too_small() {
    let snapshot = place(&scenario("maglev table=13", names("node-", 1, 10_000, 5), keys("user:{i}", 1_000)));
    assert_eq!(snapshot.counts().iter().filter(|&&count| count > 0).count(), 13);
    assert_eq!(snapshot.counts().iter().sum::<u32>(), 1_000);
    assert_eq!(snapshot.placed().owners(b"user:1", 50).len(), 13);
}

// Two tables of seven slots, by the paper's example (figure 2 and its text): three nodes with the orders 3 0 4 1 5 2 6,
// 0 2 4 6 1 3 5 and 3 4 5 6 0 1 2 fill seven slots as 1 0 1 0 2 2 0; without the second they become 0 0 0 0 2 2 2.
#[test]
fn maglev_is_the_table_of_the_paper() {
    let order = |offset, skip| Order { offset, skip };
    let (first, second, third) = (order(3, 4), order(0, 2), order(3, 1));
    assert_eq!(fill(7, &[first, second, third], &mut turns(&[1, 1, 1])), [1, 0, 1, 0, 2, 2, 0]);
    assert_eq!(fill(7, &[first, second, third], &mut turns(&[1, 0, 1])), [0, 0, 0, 0, 2, 2, 2]);
    assert!(fill(7, &[first], &mut turns(&[0])).is_empty());
}

// Source: tests/data/maglev.json, tables that Envoy 1.40 printed. Its two hashes are xxHash64 of the name with the seeds
// 0 and 1, and its turns go by sums of doubles. With equal weights our whole numbers give the same turns.
#[test]
fn maglev_equals_envoy() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("data/maglev.json")).unwrap();
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 6);
    for case in cases {
        let size = case["size"].as_u64().unwrap();
        let orders: Vec<Order> = case["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| {
                let hash = |seed| XxHash64::oneshot(seed, name.as_str().unwrap().as_bytes());
                Order { offset: (hash(0) % size) as u32, skip: (hash(1) % (size - 1)) as u32 + 1 }
            })
            .collect();
        let weights: Vec<u32> =
            case["weights"].as_array().unwrap().iter().map(|weight| weight.as_u64().unwrap() as u32).collect();
        let table = fill(size as u32, &orders, &mut envoys_turns(&weights).into_iter());
        if weights.iter().all(|&weight| weight == 1) {
            assert_eq!(fill(size as u32, &orders, &mut turns(&weights)), table);
        }
        let expected = case["table"].as_array().unwrap();
        assert!(expected.iter().zip(&table).all(|(expected, place)| expected == place), "{case}");
        let counts: Vec<usize> =
            (0..weights.len()).map(|at| table.iter().filter(|&&place| place as usize == at).count()).collect();
        assert_eq!(serde_json::json!(counts), case["counts"]);
        let text = table.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let digest: String = Sha1::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, case["sha1"]);
    }
}

/// The turns of `maglev_lb.cc`, as many as any table here needs.
fn envoys_turns(weights: &[u32]) -> Vec<usize> {
    let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    let weights: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / sum).collect();
    let most = weights.iter().copied().fold(0.0, f64::max);
    let mut targets = vec![0.0; weights.len()];
    let mut all = Vec::new();
    for round in 1..=65_537 {
        for (at, &weight) in weights.iter().enumerate() {
            if f64::from(round) * weight >= targets[at] {
                targets[at] += most;
                all.push(at);
            }
        }
    }
    all
}

// Shares follow weights. Of L points that lie by chance a node with v has a share p = v/L of mean, Beta(v, L - v) spread:
// variance p (1 - p) / (L + 1). Held to six standard deviations; MurmurHash3 and names that never change.
#[test]
fn ring_shares_follow_the_weights() {
    let weights = ["1", "2", "4", "0.5", "8", "1.5"];
    let points = [160.0, 320.0, 640.0, 80.0, 1280.0, 240.0];
    let all: f64 = points.iter().sum();
    for seed in 0..40 {
        let fleet = scenario("ring hash=murmur3", names(&format!("seed-{seed}-node-"), 0, 5, 1), keys("{i}", 0));
        let commands = weights.iter().enumerate().map(|(at, weight)| weigh(NodeId(at as u32), weight));
        let snapshot = place(&after(&fleet, commands));
        for (share, points) in snapshot.placed().exact_shares().unwrap().iter().zip(points) {
            let (share, p) = (share.value(), points / all);
            let deviation = (p * (1.0 - p) / (all + 1.0)).sqrt();
            assert!((share - p).abs() < 6.0 * deviation, "seed {seed}, {points} points: {share} for {p}");
        }
    }
}

// Rendezvous has no points: only the draw of K keys is left, variance p (1 - p) / K; and those without weights share alike.
#[test]
fn shares_follow_the_weights_without_points() {
    const KEYS: u32 = 100_000;
    for how in [
        "rendezvous score=mix",
        "rendezvous score=xor",
        "rendezvous score=kn",
        "rendezvous score=nk",
        "jump",
        "jumpback",
        "modulo",
        "dx",
        "anchor",
        "memento",
    ] {
        let weights = if how.starts_with("rendezvous") { [1.0, 2.0, 4.0, 0.5, 8.0, 1.5] } else { [1.0; 6] };
        let all: f64 = weights.iter().sum();
        for hash in ["hash=murmur3", "hash=xxhash64"] {
            let fleet = scenario(&format!("{how} {hash}"), names("node-", 0, 5, 1), keys("user:{i}", KEYS));
            let commands = weights.iter().enumerate().map(|(at, weight)| weigh(NodeId(at as u32), &weight.to_string()));
            let snapshot = place(&after(&fleet, commands));
            for (&count, weight) in snapshot.counts().iter().zip(weights) {
                let p = weight / all;
                let deviation = (p * (1.0 - p) / f64::from(KEYS)).sqrt();
                let share = Ratio::new(count, KEYS).value();
                assert!((share - p).abs() < 6.0 * deviation, "{how} {hash}: {share} for {p}");
            }
        }
    }
}

// The author's own test of hash4j (AbstractConsistentBucketHasherTest): a million buckets of random numbers of buckets and
// keys, drawn as Java's SplittableRandom does with the seed 0x0a55871a9d9103b7. There the KomiHash 5.0 of all buckets, 4
// bytes each, is 0x23d7a0d288cd67e7; of the bytes that have it, this is the SHA-1.
#[test]
fn jump_back_equals_its_author() {
    let mut seed = 0x0a55_871a_9d91_03b7;
    let mut next = || {
        let value = SplitMix64::new(seed).next_value();
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (seed, value)
    };
    // Java's nextInt mixes the same sequence in another way.
    let whole = |(seed, _): (u64, u64)| {
        let value = (seed ^ (seed >> 33)).wrapping_mul(0x62a9_d9ed_7997_05f5);
        ((value ^ (value >> 28)).wrapping_mul(0xcb24_d0a5_c88c_35b3) >> 32) as u32
    };
    let mut bytes = Vec::new();
    for _ in 0..1_000_000 {
        let (large, shift) = (whole(next()), whole(next()));
        let buckets = ((large >> 1) >> (shift % 32)).max(1);
        bytes.extend(jump_back(next().1, buckets).to_le_bytes());
    }
    let digest: String = Sha1::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, "9b01ec5a9d2d35d482fa80d889dc99f9048641ce");
}

// Source: tests/data/jump.json, runs of Guava 31.1. Guava widens a hash of 32 bits with zeros and takes the first eight
// bytes of MD5 lowest first; the page's own jump keys are other ones, so the loop is asked directly.
#[test]
fn jump_equals_guava() {
    let guava: serde_json::Value = serde_json::from_str(include_str!("data/jump.json")).unwrap();
    let numbers: Vec<u64> =
        guava["numbers"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().parse().unwrap()).collect();
    let buckets = |value: &serde_json::Value| -> Vec<u32> {
        value.as_array().unwrap().iter().map(|one| one.as_u64().unwrap() as u32).collect()
    };
    let by_count = guava["buckets"].as_object().unwrap();
    assert_eq!((numbers.len(), by_count.len()), (13, 13));
    for (count, expected) in by_count {
        let count: u32 = count.parse().unwrap();
        let ours: Vec<u32> = numbers.iter().map(|&number| jump(number, count)).collect();
        assert_eq!(ours, buckets(expected), "{count} buckets");
    }
    let of_8 = |number: &dyn Fn(&[u8]) -> u64| -> Vec<u32> {
        (0..100).map(|i| jump(number(format!("user:{i}").as_bytes()), 8)).collect()
    };
    assert_eq!(of_8(&|key| HashFn::Murmur3.value32(key).into()), buckets(&guava["murmur3_of_8"]));
    assert_eq!(of_8(&|key| HashFn::Md5.value64(key).unwrap().swap_bytes()), buckets(&guava["md5_of_8"]));
}
