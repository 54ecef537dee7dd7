//! What they refuse, and what they take.

use crate::{common::*, fleets::*};
use placement::{
    algorithm::{Algorithm, NO_SEAT, Weights},
    fleet::NodeId,
    link::decode,
    measure::Balance,
    scenario::{Command, Scenario, ScenarioError},
    snapshot::Snapshot,
    system,
};

#[test]
fn what_a_system_refuses_is_refused_with_a_sentence() {
    let mut nginx = eight("nginx-consistent", 10).scenario().clone();
    let error = nginx.apply(weigh(NodeId(0), "1.5")).expect_err("a fraction");
    assert_eq!(
        error.to_string(),
        "The weight of cache-01:11211 does not go here: this system takes whole numbers from 0 on."
    );
    let error = nginx.apply(weigh(NodeId(0), "0")).expect_err("nothing");
    assert!(error.to_string().ends_with("takes whole numbers from 1 on."), "{error}");
    let mut haproxy = eight("haproxy-consistent", 10).scenario().clone();
    assert!(matches!(haproxy.apply(weigh(NodeId(0), "257")), Err(ScenarioError::System(_))));
    let mut envoy = eight("envoy-ring-hash", 10).scenario().clone();
    let error = envoy.apply(set("envmax", "1000")).expect_err("less than the minimum");
    assert_eq!(error.to_string(), "1,024 points at least do not go: there are 1 to 1,000.");
    // And what goes elsewhere does not come here.
    let ring = after(&Scenario::default(), [weigh(NodeId(0), "0.5")]);
    // Some take fractions, or no weights at all.
    let takes = [
        "npm-hashring",
        "pypi-hashring",
        "varnish-shard",
        "varnish-hash",
        "cache-memcached-fast",
        "uhashring",
        "npm-ketama",
        "crate-conhash",
        "ex-hash-ring",
    ];
    for system in system::ALL {
        let mut scenario = ring.clone();
        let is_taken = takes.contains(&system.id) || matches!(system.weights, Weights::Ignored(_));
        assert_eq!(scenario.apply(Command::SetAlgorithm(system)).is_ok(), is_taken, "{system:?}");
        if is_taken {
            continue;
        }
        assert_eq!(scenario, ring);
        // Built all the same, nobody owns anything.
        let snapshot = Snapshot::place(&Scenario { algorithm: system, ..ring.clone() }, None);
        assert!(snapshot.owner_seats().iter().all(|&seat| seat == NO_SEAT));
        assert_eq!(Balance::of(&snapshot).keys, 100_000);
    }
}

#[test]
fn bounds_and_numbers_of_servers_are_refused_with_a_sentence() {
    let refused = |how: &str, command: Command| {
        let mut scenario = eight(how, 10).scenario().clone();
        scenario.apply(command).expect_err(how).to_string()
    };
    assert_eq!(
        refused("haproxy-consistent", set("habal", "100")),
        "100 per cent as a hash-balance-factor do not go: there are 101 to 1,000."
    );
    assert_eq!(
        refused("haproxy-consistent habal=101", Command::SetNodeCount(257)),
        "4,112 points under a hash-balance-factor do not go: there are 0 to 4,096."
    );
    assert_eq!(
        refused("envoy-maglev", set("envbal", "99")),
        "99 per cent as a hash_balance_factor do not go: there are 100 to 1,000."
    );
    assert_eq!(
        refused("envoy-ring-hash envbal=100", Command::SetNodeCount(1_001)),
        "1,001 hosts under a hash_balance_factor do not go: there are 0 to 1,000."
    );
    // The real one aborts.
    assert_eq!(
        refused("libmemcached-consistent", Command::SetNodeCount(101)),
        "101 servers do not go: there are 0 to 100."
    );
    assert_eq!(
        refused("varnish-shard", weigh(NodeId(0), "0")),
        "The weight of cache-01:11211 does not go here: this system takes numbers above 0."
    );
    // Found by counting: 670,000,000 points would have to be hashed, or as many slots be dealt.
    let heavy: Vec<String> = (0..1_000).map(|at| format!("n{at}*1000")).collect();
    let said = |link: &str| decode(link).notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let link = format!("sys=varnish-shard&nodes={}", heavy[..150].join(","));
    assert!(said(&link).contains("This makes 10,050,000 points; 10,000,000 are the most."), "{}", said(&link));
    let uneven: Vec<String> = (0..300).map(|at| format!("n{at}*{}", 999 + at % 2)).collect();
    let link = format!("sys=haproxy-map&nodes={}", uneven[..300].join(","));
    assert_eq!(decode(&link).scenario.algorithm.id, "haproxy-map");
    let uneven: Vec<String> = (0..600).map(|at| format!("n{at}*{}", 999 + at % 2)).collect();
    let link = format!("sys=haproxy-map&nodes={}", uneven.join(","));
    assert!(said(&link).contains("slots times servers do not go"), "{}", said(&link));
}

#[test]
fn a_link_that_a_system_refuses_is_placed_by_the_ring() {
    let decoded = decode("v=1&sys=haproxy-consistent&nodes=a*300,b&n=10");
    assert_eq!(decoded.scenario.algorithm, Algorithm::default());
    assert_eq!(decoded.scenario.fleet.nodes().len(), 2);
    let notes: Vec<String> = decoded.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        ["sys: “haproxy-consistent” is not taken; the default stands. \
          The weight of a does not go here: this system takes whole numbers from 0 to 256."]
    );
    let both = decode("v=1&sys=nginx-hash&alg=jump");
    assert_eq!((both.scenario.algorithm.id, both.notes.len()), ("nginx-hash", 1));
    let unknown = decode("v=1&sys=nginks&alg=jump");
    assert_eq!((unknown.scenario.algorithm.id, unknown.notes.len()), ("jump", 1));
    let compared = decode("v=1&cmp=haproxy-consistent*haids:explicit,envoy-maglev");
    let ids: Vec<&str> = compared.beside.variants.iter().map(|one| one.algorithm.id).collect();
    assert_eq!((ids, compared.notes.len()), (vec!["haproxy-consistent", "envoy-maglev"], 0));
}

// Every system on the fleets that a reader can make: none panics, all place.
#[test]
fn every_system_takes_fleets_of_any_size() {
    for system in system::ALL {
        for count in [0, 1, 2, 100] {
            let scenario = Scenario { algorithm: system, keys: keys("user:{i}", 500), ..Scenario::default() };
            let snapshot = Snapshot::place(&after(&scenario, [Command::SetNodeCount(count)]), None);
            // What is counted beforehand is what is then built.
            let card = system.card.unwrap();
            assert_eq!(card.check(&snapshot.scenario().fleet, &snapshot.scenario().settings), Ok(()));
            let owned: u32 = snapshot.counts().iter().sum();
            assert_eq!(owned, if count == 0 { 0 } else { 500 }, "{system:?} {count}");
        }
    }
}
