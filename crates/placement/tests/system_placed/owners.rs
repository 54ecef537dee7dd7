//! Owners, ways and changes of any fleet are those of the systems themselves.

use crate::{common::*, fleets::*, itself::*};
use placement::{
    algorithm::Weights,
    explain::Explanation,
    fleet::{Fleet, Node, NodeId},
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    system,
    walk::{self, Step},
    weight::Weight,
};
use proptest::{prelude::*, sample::select};

const SYSTEMS: [&str; 39] = [
    "nginx-consistent",
    "nginx-hash",
    "haproxy-consistent",
    "haproxy-consistent haids=explicit",
    "haproxy-map hafn=djb2 haav=1",
    "envoy-ring-hash envmin=100",
    "envoy-maglev envtable=251",
    "twemproxy-ketama twhash=crc32a",
    "twemproxy-modula",
    "libmemcached-ketama-weighted",
    "lastfm-ketama",
    "npm-hashring",
    "pypi-hashring",
    "groupcache gcrep=9",
    "redis-cluster",
    REDIS_GIVEN,
    "cassandra-murmur3",
    CASSANDRA_GIVEN,
    "riak-chash riaksize=16",
    "varnish-shard vsrep=20",
    "varnish-hash",
    "caddy-rendezvous",
    "caddy-rendezvous caddyv=later",
    "pymemcache-rendezvous",
    "clandestined",
    "libmemcached-modula lmhash=murmur3",
    "libmemcached-consistent",
    "libmemcached-ketama lmhash=fnv1a_32",
    "libmemcached-ketama-spy",
    "cache-memcached-fast",
    "cache-memcached-fast cmfpoints=9",
    "uhashring",
    "uhashring-ketama",
    "npm-ketama",
    "npm-node-hashring",
    "crate-hashring",
    "crate-conhash conrep=7",
    "ex-hash-ring",
    "clickhouse-kostik",
];

/// Where the owner of a key hangs on the keys before it, or on how many are down.
const LIMITED: [&str; 5] = [
    "haproxy-consistent habal=110",
    "envoy-ring-hash envmin=100 envbal=100",
    "envoy-maglev envtable=251 envbal=125",
    "envoy-ring-hash envmin=100 envpanic=50",
    "envoy-maglev envtable=251 envpanic=100 envbal=150",
];

fn explained_owner(way: &Explanation) -> Option<NodeId> {
    match way {
        Explanation::Ring(way) => way.as_ref().map(|way| way.owner),
        Explanation::Slots(way) => way.as_ref().map(|way| way.owner),
        Explanation::Scores { scores, .. } => scores.first().map(|score| score.node),
        Explanation::Bounded(way) => Some(way.owner),
        _ => panic!("{way:?}"),
    }
}

fn check_as_itself(how: &str, nodes: &[(u32, bool)]) {
    let scenario = placed(how, nodes, keys("user:{i}", 150));
    let system = itself(how, members_of(&scenario));
    let snapshot = Snapshot::place(&scenario, None);
    for at in 0..150 {
        let key = scenario.keys.key(at);
        let wanted = system(key.as_bytes()).map(|place| scenario.fleet.nodes()[place].id);
        assert_eq!(snapshot.owner(at), wanted, "{how} {key} {nodes:?}");
    }
    check_ways(how, &snapshot);
}

/// Does every account of a key lead to its owner?
fn check_ways(how: &str, snapshot: &Snapshot) {
    let (scenario, placed) = (snapshot.scenario(), snapshot.placed());
    for at in 0..150 {
        let key = scenario.keys.key(at);
        let wanted = snapshot.owner(at);
        assert_eq!(explained_owner(&placed.explain(key.as_bytes())), wanted, "{how} {key}");
        let owners = placed.owners(key.as_bytes(), 3);
        assert_eq!(owners.first().copied(), wanted);
        assert!((1..owners.len()).all(|at| !owners[..at].contains(&owners[at])));
        assert!(owners.iter().all(|&id| scenario.fleet.get(id).unwrap().up || how.contains("envpanic")));
        let met: Vec<NodeId> = walk::steps(placed, key.as_bytes(), 3)
            .into_iter()
            .filter_map(|step| match step {
                Step::Meet { node, met: walk::Met::Owner | walk::Met::Replica, .. } => Some(node),
                _ => None,
            })
            .collect();
        assert_eq!(met, owners, "{how} {key}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn owners_are_the_systems_own(
        how in select(SYSTEMS.to_vec()),
        nodes in prop::collection::vec((1..6u32, prop::bool::weighted(0.8)), 1..12),
    ) {
        check_as_itself(how, &nodes);
    }

    // What is found by counting is what is then built: nobody is left without an owner whom the system takes.
    #[test]
    fn what_a_system_takes_it_places(
        system in select(system::ALL.to_vec()),
        weights in prop::collection::vec(select(vec![0, 50, 100, 150, 200, 700, 25_700]), 1..8),
    ) {
        let node = |(at, &weight): (u32, &u32)| Node {
            id: NodeId(at),
            name: cache(at as usize),
            weight: Weight::from_hundredths(weight).unwrap(),
            up: true,
            bucket: at,
        };
        let fleet = Fleet::from_nodes((0..).zip(&weights).map(node)).unwrap();
        let scenario = Scenario { algorithm: system, fleet, keys: keys("user:{i}", 50), ..Scenario::default() };
        let is_taken = scenario.check().is_ok();
        let counts = matches!(system.weights, Weights::Ignored(_)) || weights.iter().any(|&weight| weight > 0);
        let owned: u32 = Snapshot::place(&scenario, None).counts().iter().sum();
        prop_assert_eq!(owned, if is_taken && counts { 50 } else { 0 }, "{:?} {:?}", system, weights);
    }

    #[test]
    fn what_is_passed_on_is_told(
        how in select(LIMITED.to_vec()),
        nodes in prop::collection::vec((1..6u32, prop::bool::weighted(0.8)), 1..12),
    ) {
        check_ways(how, &Snapshot::place(&placed(how, &nodes, keys("user:{i}", 150)), None));
    }

    // Numbers are kept and placements go on from others: what comes of it is what a fresh one gives.
    #[test]
    fn a_change_leads_where_a_fresh_placement_does(
        how in select([&SYSTEMS[..], &LIMITED[..]].concat()),
        nodes in prop::collection::vec((1..4u32, prop::bool::weighted(0.7)), 2..10),
        steps in prop::collection::vec((0..10usize, 0..4u8), 1..6),
    ) {
        let mut now = Snapshot::place(&placed(how, &nodes, keys("user:{i}", 3_000)), None);
        for (at, kind) in steps {
            let fleet = &now.scenario().fleet;
            let node = fleet.nodes()[at % fleet.nodes().len()].clone();
            let command = match kind {
                0 if fleet.nodes().len() > 1 => Command::RemoveNode(node.id),
                1 => add(&format!("new-{}:11211", fleet.next_id().0)),
                2 => weigh(node.id, "3"),
                _ => Command::SetUp { id: node.id, up: !node.up },
            };
            let scenario = after(now.scenario(), [command]);
            let next = Snapshot::place(&scenario, Some(&now));
            let fresh = Snapshot::place(&scenario, None);
            prop_assert_eq!(next.owner_seats(), fresh.owner_seats());
            prop_assert_eq!(next.counts(), fresh.counts());
            now = next;
        }
    }
}

// With 39 of 40 servers down nginx gives up after twenty points more for most keys.
#[test]
fn nginx_gives_up_and_nobody_has_the_key() {
    let mut nodes = [(1, false); 40];
    nodes[17].1 = true;
    for how in ["nginx-consistent", "nginx-hash"] {
        check_as_itself(how, &nodes);
        let snapshot = Snapshot::place(&placed(how, &nodes, keys("user:{i}", 150)), None);
        let owned = snapshot.counts()[17];
        assert!((20..130).contains(&owned), "{how}: {owned}");
        assert_eq!(snapshot.placed().exact_shares(), None);
    }
    check_as_itself("nginx-consistent", &[(1, false); 3]);
}
