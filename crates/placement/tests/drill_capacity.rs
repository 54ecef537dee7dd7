//! The capacity plan held against a computation of its own: the popularity of the keys that another node owns once a node is
//! gone, each times the probability that it is held, by Che's approximation for the node that holds it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::*;
use placement::{
    drill::{Plan, capacity::CapacityPlan},
    fleet::NodeId,
    parameter::Settings,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};

/// Keys that are simulated: 25,000,000 by 200.
const KEYS: u32 = 125_000;
/// Entries of a node of weight 1: 2,300,000 by 200.
const ROOM: f64 = 11_500.0;

/// The owner of each key by a placement from scratch.
fn owners(scenario: &Scenario) -> Vec<Option<NodeId>> {
    let placed = Scenario { keys: keys("user:{i}", KEYS), ..scenario.clone() };
    let snapshot = Snapshot::place(&placed, None);
    (0..KEYS).map(|key| snapshot.owner(key)).collect()
}

/// Zipf by its definition, with an exponent of 0.9: the probability of a rank is rank^-0.9 over their sum.
fn popularity() -> Vec<f64> {
    let weights: Vec<f64> = (1..=KEYS).map(|rank| f64::from(rank).powf(-0.9)).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// Che, Tung, Wang (2002): in an LRU cache of so much room a key is held with the probability 1 - exp(-p T), T being the time
/// in which as many different keys are asked for as there is room.
fn held(probabilities: &[f64], room: f64) -> Vec<f64> {
    if probabilities.len() as f64 <= room {
        return vec![1.0; probabilities.len()];
    }
    let (mut low, mut high) = (1.0f64, 1e12f64);
    for _ in 0..100 {
        let time = (low * high).sqrt();
        let there: f64 = probabilities.iter().map(|p| 1.0 - (-p * time).exp()).sum();
        (low, high) = if there < room { (time, high) } else { (low, time) };
    }
    probabilities.iter().map(|p| 1.0 - (-p * low).exp()).collect()
}

/// Of all reads: the hits, and what each node's loss takes of them. `room` by node.
fn expected(scenario: &Scenario, room: &dyn Fn(NodeId) -> f64) -> (f64, Vec<f64>) {
    let (before, popularity) = (owners(scenario), popularity());
    let up: Vec<NodeId> = scenario.fleet.nodes().iter().filter(|node| node.up).map(|node| node.id).collect();
    let mut hits = vec![0.0; KEYS as usize];
    for &node in &up {
        let own: Vec<usize> = (0..KEYS as usize).filter(|&key| before[key] == Some(node)).collect();
        let probabilities: Vec<f64> = own.iter().map(|&key| popularity[key]).collect();
        for (&key, held) in own.iter().zip(held(&probabilities, room(node))) {
            hits[key] = popularity[key] * held;
        }
    }
    let loss = |&node: &NodeId| {
        let after = owners(&after(scenario, [Command::SetUp { id: node, up: false }]));
        (0..KEYS as usize).filter(|&key| after[key] != before[key]).map(|key| hits[key]).sum::<f64>()
    };
    (hits.iter().sum(), up.iter().map(loss).collect())
}

fn made(scenario: &Scenario) -> CapacityPlan {
    let mut plan = CapacityPlan::new(Plan::new("", scenario.clone(), Settings::default(), 0)).expect("a plan");
    plan.finish();
    plan
}

/// Half a point: what the nodes hold is drawn, and the approximation is as good as that. What was expected: hits and losses.
fn holds(scenario: &Scenario, room: &dyn Fn(NodeId) -> f64, of: &str) -> (f64, Vec<f64>) {
    let (hits, losses) = expected(scenario, room);
    let plan = made(scenario);
    assert!((plan.hit_rate() - hits).abs() < 0.005, "{of}: {} for {hits}", plan.hit_rate());
    assert_eq!(plan.losses().len(), losses.len(), "{of}");
    for (loss, expected) in plan.losses().iter().zip(&losses) {
        assert!((loss.of_reads - expected).abs() < 0.005, "{of}: {} for {expected}", loss.of_reads);
        assert!((loss.of_hits - expected / hits).abs() < 0.006, "{of}: {} for {}", loss.of_hits, expected / hits);
        // Of the 40,000 reads a second.
        assert!((loss.reads_per_s - expected * 40_000.0).abs() < 200.0, "{of}: {}", loss.reads_per_s);
    }
    (hits, losses)
}

fn fleet(how: &str, nodes: u32) -> Scenario {
    scenario(how, names("cache-", 1, nodes, 2), keys("user:{i}", 1))
}

#[test]
fn under_any_placement_a_loss_is_the_popularity_of_what_moves_and_was_held() {
    for how in
        ["ring fin=1", "ring fin=1 vn=1", "rendezvous", "jump", "maglev", "multiprobe", "nginx-consistent", "memento"]
    {
        let (hits, losses) = holds(&fleet(how, 8), &|_| ROOM, how);
        // Nobody else's keys move, but where buckets are numbered anew or a table is dealt anew: all losses are all hits.
        let moves_others = ["jump", "maglev"].contains(&how);
        assert_eq!((losses.iter().sum::<f64>() - hits).abs() > 1e-9, moves_others, "{how}: {losses:?} of {hits}");
    }
    // Under modulo nearly everything that is held is sought elsewhere, whichever node it is.
    assert!(holds(&fleet("modulo fin=1", 8), &|_| ROOM, "modulo").1.iter().all(|loss| *loss > 0.7));
}

#[test]
fn weights_nodes_that_are_down_and_any_number_of_nodes_count() {
    for how in ["ring fin=1", "rendezvous"] {
        let weights = [(0, 300), (3, 50), (5, 200)];
        let weigh = |(id, hundredths): (u32, u32)| Command::SetWeight {
            id: NodeId(id),
            weight: Weight::from_hundredths(hundredths).expect("a weight"),
        };
        let weighed = after(&fleet(how, 7), weights.map(weigh));
        let weighed = after(&weighed, [Command::SetUp { id: NodeId(1), up: false }]);
        let weight = |id: NodeId| weighed.fleet.get(id).expect("a node").weight.hundredths();
        let (_, losses) = holds(&weighed, &|id| (ROOM * f64::from(weight(id)) / 100.0).floor(), how);
        // Those of nodes 0, 2, 3, 4, 5 and 6: the weight of 3 is the heaviest loss, that of a half the lightest.
        assert_eq!(losses.len(), 6);
        assert!(losses.iter().all(|loss| (losses[2]..=losses[0]).contains(loss)), "{losses:?}");
    }
    holds(&fleet("ring fin=1", 1), &|_| ROOM, "one node");
    // Two hundred nodes hold everything: the losses are the popularity of the keys alone, and add up to all reads.
    let many = scenario("ring fin=1", names("cache-", 1, 200, 3), keys("user:{i}", 1));
    let (_, losses) = holds(&many, &|_| ROOM, "200 nodes");
    assert!((losses.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}
