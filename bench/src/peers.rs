//! Other crates, each behind the few things that all of them can do.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    net::SocketAddr,
};

use maglev::ConsistentHasher as _;
use placement::hash::{HashChoice, HashFn};

use crate::{
    catalogue::{Family, KEYS},
    clock::median,
    table::Row,
};

/// Keys of the sample that tells how slow something is.
const SAMPLE: usize = 20_000;
/// A lookup that takes longer is timed on the sample only.
const SLOW_NS: f64 = 5_000.0;

/// A node of a fleet: some crates hold on to the name.
#[derive(Clone)]
struct Node {
    name: String,
    weight: u32,
}

/// Finds the node of a key; what comes back only has to depend on it.
type Lookup = Box<dyn Fn(&str) -> u64>;
/// Builds a placement of nodes, with so many points for a weight of 1.
type Build = fn(&'static [Node], usize) -> Lookup;

/// A crate.
struct Peer {
    name: &'static str,
    family: Family,
    build: Build,
    /// Where weights count; for some it is another type of theirs.
    weighted: Option<Build>,
    /// The hash of a key, where a lookup begins with one.
    hash: Option<fn(&str) -> u64>,
}

#[derive(Clone)]
struct Named(&'static str);

impl conhash::Node for Named {
    fn name(&self) -> String {
        self.0.to_owned()
    }
}

/// The number of a key for crates that take no text: by our own MurmurHash3.
fn number(key: &str) -> u64 {
    HashChoice { function: HashFn::Murmur3, finaliser: false }.jump_key(key.as_bytes())
}

/// SipHash-1-3, which the standard library gives.
fn sip_1_3(key: &str) -> u64 {
    finished(DefaultHasher::new(), key)
}

/// SipHash-2-4.
fn sip_2_4(key: &str) -> u64 {
    finished(siphasher::sip::SipHasher::new(), key)
}

fn finished(mut hasher: impl Hasher, key: &str) -> u64 {
    key.hash(&mut hasher);
    hasher.finish()
}

/// MD5.
fn md5_of(key: &str) -> u64 {
    u64::from(md5::compute(key)[0])
}

/// CRC-32.
fn crc32(key: &str) -> u64 {
    u64::from(crc32fast::hash(key.as_bytes()))
}

/// Points or replicas in proportion to weights.
const HASHRING: Build = |nodes, points| {
    let mut ring = hashring::HashRing::new();
    let of_node =
        |node: &'static Node| (0..points * node.weight as usize).map(move |point| (node.name.as_str(), point));
    ring.batch_add(nodes.iter().flat_map(of_node).collect());
    Box::new(move |key| ring.get(&key).map_or(0, |node| node.0.len() as u64))
};
const CONHASH: Build = |nodes, points| {
    let mut ring = conhash::ConsistentHash::new();
    for node in nodes {
        ring.add(&Named(&node.name), points * node.weight as usize);
    }
    Box::new(move |key| ring.get_str(key).map_or(0, |node| node.0.len() as u64))
};
const HASH_RINGS: Build = |nodes, points| {
    let mut ring = hash_rings::consistent::Ring::new();
    for node in nodes {
        ring.insert_node(&node.name, points * node.weight as usize);
    }
    Box::new(move |key| ring.get_node(&key).len() as u64)
};
const KETAMA: Build = |nodes, _| {
    let bucket = |node: &Node| Some(pingora_ketama::Bucket::new(node.name.parse::<SocketAddr>().ok()?, node.weight));
    let buckets: Vec<_> = nodes.iter().filter_map(bucket).collect();
    let ring = pingora_ketama::Continuum::new(&buckets);
    Box::new(move |key| ring.node(key.as_bytes()).map_or(0, |node| u64::from(node.port())))
};

const PEERS: [Peer; 11] = [
    Peer {
        name: "hashring 0.3.6",
        family: Family::Ring,
        build: HASHRING,
        weighted: Some(HASHRING),
        hash: Some(sip_2_4),
    },
    Peer { name: "conhash 0.5.1", family: Family::Ring, build: CONHASH, weighted: Some(CONHASH), hash: Some(md5_of) },
    Peer {
        name: "hash-rings 1.1.0, consistent",
        family: Family::Ring,
        build: HASH_RINGS,
        weighted: Some(HASH_RINGS),
        hash: Some(sip_1_3),
    },
    Peer {
        name: "pingora-ketama 0.9.1 (160 points)",
        family: Family::Ring,
        build: KETAMA,
        weighted: Some(KETAMA),
        hash: Some(crc32),
    },
    Peer {
        name: "rendezvous_hash 0.3.0",
        family: Family::Rendezvous,
        build: |nodes, _| {
            let mut fleet = rendezvous_hash::RendezvousNodes::default();
            for node in nodes {
                fleet.insert(node.name.as_str());
            }
            Box::new(move |key| fleet.calc_candidates(&key).next().map_or(0, |node| node.len() as u64))
        },
        weighted: Some(|nodes, _| {
            let mut fleet = rendezvous_hash::RendezvousNodes::default();
            for node in nodes {
                let weight = rendezvous_hash::Capacity::new(f64::from(node.weight)).expect("a weight above 0");
                fleet.insert(rendezvous_hash::WeightedNode::new(node.name.as_str(), weight));
            }
            Box::new(move |key| fleet.calc_candidates(&key).next().map_or(0, |node| node.node.len() as u64))
        }),
        hash: None,
    },
    Peer {
        name: "hash-rings 1.1.0, rendezvous",
        family: Family::Rendezvous,
        build: |nodes, _| {
            let mut fleet = hash_rings::rendezvous::Ring::new();
            for node in nodes {
                fleet.insert_node(&node.name, 1);
            }
            Box::new(move |key| fleet.get_node(&key).len() as u64)
        },
        weighted: Some(|nodes, _| {
            let mut fleet = hash_rings::weighted_rendezvous::Ring::new();
            for node in nodes {
                fleet.insert_node(&node.name, f64::from(node.weight));
            }
            Box::new(move |key| fleet.get_node(&key).len() as u64)
        }),
        hash: Some(sip_1_3),
    },
    Peer {
        name: "jump-consistent-hash 0.1.0",
        family: Family::Numbered,
        build: |nodes, _| {
            let count = nodes.len();
            Box::new(move |key| u64::from(jump_consistent_hash::hash(number(key), count)))
        },
        weighted: None,
        hash: Some(number),
    },
    Peer {
        name: "fliphash 0.1.0",
        family: Family::Numbered,
        build: |nodes, _| {
            let last = nodes.len() as u64 - 1;
            Box::new(move |key| fliphash::fliphash_64(number(key), ..=last))
        },
        weighted: None,
        hash: Some(number),
    },
    Peer {
        name: "maglev 0.2.1",
        family: Family::Table,
        build: |nodes, _| {
            let table = maglev::Maglev::with_capacity(nodes.iter().map(|node| node.name.as_str()), 65_537);
            Box::new(move |key| table.get(&key).map_or(0, |node| node.len() as u64))
        },
        weighted: None,
        hash: Some(sip_1_3),
    },
    Peer {
        name: "hash-rings 1.1.0, maglev",
        family: Family::Table,
        build: |nodes, _| {
            let names = nodes.iter().map(|node| &node.name).collect();
            let table = hash_rings::maglev::Ring::with_capacity_hint(names, 65_537);
            Box::new(move |key| table.get_node(&key).len() as u64)
        },
        weighted: None,
        hash: Some(sip_1_3),
    },
    Peer {
        name: "anchorhash 0.2.2",
        family: Family::Removals,
        build: |nodes, _| {
            let names = nodes.iter().map(|node| node.name.as_str());
            let fleet = anchorhash::Builder::default().with_resources(names).build::<u64>(nodes.len() as u16 + 1);
            Box::new(move |key| fleet.get_resource(number(key)).map_or(0, |node| node.len() as u64))
        },
        weighted: None,
        hash: Some(number),
    },
];

/// The crates of a kind.
pub fn rows(family: Family, fleet: &[String], points: usize, keys: &[String]) -> Vec<Row> {
    PEERS.iter().filter(|peer| peer.family == family).map(|peer| row(peer, fleet, points, keys)).collect()
}

fn row(peer: &Peer, fleet: &[String], points: usize, keys: &[String]) -> Row {
    // Some crates hold on to the nodes that they are given.
    let leak = |nodes: Vec<Node>| -> &'static [Node] { Box::leak(nodes.into_boxed_slice()) };
    let plain: Vec<Node> = fleet.iter().map(|name| Node { name: name.clone(), weight: 1 }).collect();
    let mut more = plain.clone();
    more.push(Node { name: "10.9.9.9:11211".into(), weight: 1 });
    let fewer = leak(plain[..plain.len() - 1].to_vec());
    let mut heavier = plain.clone();
    heavier.last_mut().expect("a node").weight = 2;
    let (before, more, heavier) = (leak(plain), leak(more), leak(heavier));

    let build = median(|| (peer.build)(before, points));
    let lookup = (peer.build)(before, points);
    let all = |lookup: &dyn Fn(&str) -> u64, keys: &[String]| {
        keys.iter().map(|key| lookup(key)).fold(0u64, u64::wrapping_add)
    };
    let sample = &keys[..SAMPLE];
    let a_key = |lookup: &dyn Fn(&str) -> u64| median(|| all(lookup, sample)) * 1e6 / SAMPLE as f64;
    let hash_ns = peer.hash.map(|hash| a_key(&hash));
    let lookup_ns = a_key(&lookup);
    let is_slow = lookup_ns > SLOW_NS;
    let place_all = |lookup: &Lookup| {
        if is_slow { lookup_ns * KEYS as f64 / 1e6 } else { median(|| all(lookup, keys)) }
    };
    let change = |build: Build, fleet: &'static [Node]| {
        if is_slow {
            let lookup = build(fleet, points);
            return median(|| build(fleet, points)) + median(|| all(&lookup, sample)) * (KEYS / SAMPLE) as f64;
        }
        median(|| {
            let lookup = build(fleet, points);
            (all(&lookup, keys), lookup)
        })
    };
    Row::new(
        format!("{}{}", peer.name, if is_slow { " *" } else { "" }),
        [
            ("build_ms", Some(build)),
            ("hash_ns", hash_ns),
            ("lookup_ns", Some(lookup_ns)),
            ("place_ms", Some(place_all(&lookup))),
            ("add_ms", Some(change(peer.build, more))),
            ("remove_ms", Some(change(peer.build, fewer))),
            ("reweight_ms", peer.weighted.map(|build| change(build, heavier))),
        ],
    )
}
