//! What a migration moves, counted a second time: by the systems themselves, from owners that were recorded from the running
//! ones, and by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::{collections::BTreeMap, fs, path::PathBuf};

use common::*;
use placement::{
    beside::Variant,
    fleet::NodeId,
    keys::{KeyList, Keys},
    measure::Movement,
    migration::{Matching, Server, Target, matched, servers_of},
    number::Ratio,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    system::{
        envoy_ring::{EnvoyRing, Options},
        hash::memcached::KeyFunction,
        member::Member,
        nginx_consistent::NginxConsistent,
        twemproxy::Ketama,
    },
    weight::Weight,
};

/// How keys are placed, as a link would write it.
fn by(how: &str) -> Target {
    Target::by(Variant::of(&scenario(how, ["a"], Keys::default())))
}

fn server(name: &str) -> Server {
    Server { name: name.into(), weight: Weight::ONE, up: true }
}

/// From whom to whom, by names of each side's own.
type Counts = BTreeMap<(String, String), u32>;

fn migrated(from: &Scenario, to: &Target) -> (Movement, Counts) {
    let [before, after] = [from.clone(), to.on(from).expect("placed")].map(|one| Snapshot::place(&one, None));
    let movement = Movement::between(&before, &after).expect("the same keys");
    let named = |of: &Snapshot, id: Option<NodeId>| id.map_or("nobody".into(), |id| name(of.scenario(), id).to_owned());
    let pairs = movement.pairs.iter().map(|pair| ((named(&before, pair.from), named(&after, pair.to)), pair.keys));
    (movement.clone(), pairs.collect())
}

fn members(servers: &[Server]) -> Vec<Member> {
    let member = |one: &Server| Member {
        up: one.up,
        ..Member::new(one.name.clone(), f64::from(one.weight.hundredths()) / 100.0)
    };
    servers.iter().map(member).collect()
}

/// Servers, and the system that says which of them has a key.
type Asked<'a> = (&'a [Server], &'a dyn Fn(&[u8]) -> Option<usize>);

/// Counts of keys whose server has another name, by two systems that are asked key by key.
fn counted(keys: &Keys, before: Asked<'_>, after: Asked<'_>) -> Counts {
    let mut counts = Counts::new();
    keys.for_each(|_, key| {
        let [from, to] = [before, after].map(|(servers, owner)| owner(key).map(|at| servers[at].name.clone()));
        if from != to {
            *counts.entry((from.unwrap(), to.unwrap())).or_default() += 1;
        }
    });
    counts
}

#[test]
fn nginx_to_envoy_is_what_both_say_key_by_key() {
    let from = scenario("nginx-consistent", names("cache-", 1, 8, 2), keys("user:{i}", 10_000));
    let to = by("envoy-ring-hash");
    let servers = servers_of(&from.fleet);
    let nginx = NginxConsistent::new(&members(&servers)).unwrap();
    let envoy =
        EnvoyRing::new(&members(&servers), &Options { panic_threshold_percent: 0, ..Options::default() }).unwrap();
    let expected = counted(&from.keys, (&servers, &|key| nginx.owner(key)), (&servers, &|key| envoy.owner(key)));
    let (movement, counts) = migrated(&from, &to);
    assert_eq!(counts, expected);
    assert_eq!(movement.moved, expected.values().sum::<u32>());
    // The same servers: none had to.
    assert_eq!((movement.necessary, movement.fair, movement.between), (None, None, movement.moved));
}

#[test]
fn other_servers_with_weights_and_one_down_are_what_both_say() {
    let mut from = scenario("twemproxy-ketama", names("cache-", 1, 6, 2), keys("user:{i}", 10_000));
    from.apply(weigh(NodeId(1), "3")).expect("a weight");
    let mut others = servers_of(&from.fleet);
    others.remove(3);
    others.insert(0, Server { weight: "2".parse().unwrap(), ..server("edge-01") });
    others[3].up = false;
    let to = Target { servers: Some(others.clone()), ..by("nginx-consistent") };
    let servers = servers_of(&from.fleet);
    let twemproxy = Ketama::new(&members(&servers), KeyFunction::Fnv1aOf64).unwrap();
    let nginx = NginxConsistent::new(&members(&others)).unwrap();
    let expected = counted(&from.keys, (&servers, &|key| twemproxy.owner(key)), (&others, &|key| nginx.owner(key)));
    let (movement, counts) = migrated(&from, &to);
    assert_eq!(counts, expected);
    // Gone are cache-04 and, being down, cache-03; edge-01 is new. The others weigh what they did.
    let sum = |of: &dyn Fn(&str, &str) -> bool| -> u32 {
        expected.iter().filter(|((from, to), _)| of(from, to)).map(|one| *one.1).sum()
    };
    let gone = |name: &str| name == "cache-04" || name == "cache-03";
    assert_eq!(movement.from_shrunk, sum(&|from, _| gone(from)));
    assert_eq!(movement.to_grown, sum(&|from, to| !gone(from) && to == "edge-01"));
    assert_eq!(movement.necessary, Some(sum(&|from, to| gone(from) || to == "edge-01")));
    assert!(movement.between > 0);
}

fn vector(name: &str) -> serde_json::Value {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name).with_extension("json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn texts(value: &serde_json::Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

// Source: tests/vectors, recorded from the running systems: 85 of the keys user:0 … user:99 differ in the two files.
#[test]
fn recorded_owners_of_nginx_and_envoy_differ_where_keys_move() {
    let [nginx, envoy] = ["nginx_chash_n8", "envoy_ringhash_n8"].map(vector);
    let owners = |file: &serde_json::Value| -> BTreeMap<String, String> {
        texts(&file["keys"])
            .into_iter()
            .zip(texts(&file["owners"]))
            .map(|(key, owner)| (key.into(), owner.into()))
            .collect()
    };
    let (of_nginx, of_envoy) = (owners(&nginx), owners(&envoy));
    let fleet: Vec<String> = (1..=8).map(|at| format!("cache-{at:02}:11211")).collect();
    let from = scenario("nginx-consistent", fleet, keys("user:{i}", 100));
    let mut expected = Counts::new();
    from.keys.for_each(|_, key| {
        let key = std::str::from_utf8(key).unwrap();
        if of_nginx[key] != of_envoy[key] {
            *expected.entry((of_nginx[key].clone(), of_envoy[key].clone())).or_default() += 1;
        }
    });
    let (movement, counts) = migrated(&from, &by("envoy-ring-hash"));
    assert_eq!(counts, expected);
    assert_eq!(movement.moved, 85);
    // The cell that a journey through the page looks at: user:16 alone.
    assert_eq!(counts[&("cache-01:11211".to_owned(), "cache-02:11211".to_owned())], 1);
    let key = from.keys.key(16);
    assert_eq!((&*of_nginx[&key], &*of_envoy[&key]), ("cache-01:11211", "cache-02:11211"));
}

/// FNV-1a 32 of a … f is published: e40c292c, e70c2de5, e60c2c52, e10c2473, e00c22e0, e30c2799. By 2 the remainders are
/// 0 1 0 1 0 1, by 3 they are 1 1 2 1 2 2.
#[test]
fn six_keys_by_hand() {
    let from = scenario("modulo", ["x", "y"], Keys::List(KeyList::parse("a\nb\nc\nd\ne\nf").unwrap()));
    let to = Target { servers: Some(vec![server("x"), server("y"), server("z")]), ..by("modulo") };
    let (movement, counts) = migrated(&from, &to);
    let pair = |from: &str, to: &str, keys| ((from.to_owned(), to.to_owned()), keys);
    assert_eq!(counts, Counts::from([pair("x", "y", 1), pair("x", "z", 2), pair("y", "z", 1)]));
    assert_eq!(movement.moved_keys, [0, 2, 4, 5]);
    assert_eq!((movement.moved, movement.necessary, movement.between), (4, Some(3), 1));
    // A third of each of the two.
    assert_eq!(movement.fair.map(Ratio::percent).as_deref(), Some("33.3 %"));

    // The same servers under other names: by place nothing changes, by name everything does.
    let renamed = |matching| Target { servers: Some(vec![server("x:1"), server("y:1")]), matching, ..by("modulo") };
    let (movement, _) = migrated(&from, &renamed(Matching::Place));
    assert_eq!((movement.moved, movement.necessary), (0, None));
    let (movement, counts) = migrated(&from, &renamed(Matching::Name));
    assert_eq!((movement.moved, movement.necessary), (6, Some(6)));
    assert_eq!(counts, Counts::from([pair("x", "x:1", 3), pair("y", "y:1", 3)]));
    let placed = renamed(Matching::Name).on(&from).unwrap();
    assert_eq!(matched(&from.fleet, &placed.fleet).both, 0);
}

#[test]
fn a_list_of_its_own_stands_whatever_happens_to_the_other() {
    let from = scenario("ring", names("n", 1, 4, 1), keys("user:{i}", 1_000));
    let own = Target { servers: Some(servers_of(&from.fleet)), ..by("jump") };
    let fewer = after(&from, [Command::RemoveNode(NodeId(0))]);
    assert_eq!(own.on(&fewer).unwrap().fleet.nodes().len(), 4);
    assert_eq!(by("jump").on(&fewer).unwrap().fleet.nodes().len(), 3);
    // n1 is no server of the other side any more, and has an id that none of these has.
    let ids: Vec<u32> = own.on(&fewer).unwrap().fleet.nodes().iter().map(|node| node.id.0).collect();
    assert_eq!(ids, [4, 1, 2, 3]);
}
