//! Owners by the words of the definitions alone, slowly: no sorted ring, no index, no kept hashes. What the placements are
//! held against.
#![allow(dead_code)]

use std::collections::{HashMap, HashSet};

use placement::{
    algorithm::{Algorithm, bounded, jump_back::jump_back},
    fleet::{Fleet, Node, NodeId, Removed},
    hash::{HashChoice, HashFn, SplitMix64, fmix32, fmix64},
    scenario::Scenario,
    weight::Weight,
};

use crate::{
    common::{after, set},
    drawn::owners_of,
};

pub fn in_key_order(scenario: &Scenario) -> Vec<String> {
    (0..scenario.keys.len()).map(|at| scenario.keys.key(at)).collect()
}

/// The owner of every key by the words of the definitions alone, slowly: no sorted ring, no index, no kept hashes.
pub fn owners_by_definition(scenario: &Scenario) -> Vec<Option<NodeId>> {
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
pub fn local_orders(scenario: &Scenario) -> Vec<Vec<NodeId>> {
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
pub fn by_table(scenario: &Scenario) -> Vec<Option<NodeId>> {
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
pub fn dealt(nodes: &[&Node]) -> Vec<Option<NodeId>> {
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
pub fn within_bounds(scenario: &Scenario, orders: &[Vec<NodeId>]) -> Vec<Option<NodeId>> {
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
pub fn capacities(scenario: &Scenario) -> HashMap<NodeId, u32> {
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
pub fn orders_by_definition(scenario: &Scenario) -> Vec<Vec<NodeId>> {
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
pub fn jump_of_the_paper(mut key: u64, buckets: i32) -> i32 {
    let (mut b, mut j) = (-1i64, 0i64);
    while j < i64::from(buckets) {
        b = j;
        key = key.wrapping_mul(2862933555777941757).wrapping_add(1);
        j = ((b + 1) as f64 * ((1i64 << 31) as f64 / ((key >> 33) + 1) as f64)) as i64;
    }
    b as i32
}
