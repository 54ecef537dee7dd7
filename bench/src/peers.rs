//! Other crates, each behind the few things that all of them can do.

use std::net::SocketAddr;

use maglev::ConsistentHasher as _;
use placement::hash::{HashChoice, HashFn};

use crate::{Family, KEYS, RUNS, Row, SAMPLE, SLOW_NS, median};

/// Finds the node of a key; what comes back only has to depend on it.
type Lookup = Box<dyn Fn(&str) -> u64>;
/// Builds a placement of named nodes, with so many points each.
type Build = fn(&'static [String], usize) -> Lookup;

/// A crate.
struct Peer {
    name: &'static str,
    family: Family,
    build: Build,
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

const PEERS: [Peer; 11] = [
    Peer {
        name: "hashring 0.3.6",
        family: Family::Ring,
        build: |nodes, points| {
            let mut ring = hashring::HashRing::new();
            ring.batch_add(nodes.iter().flat_map(|node| (0..points).map(move |point| (node, point))).collect());
            Box::new(move |key| ring.get(&key).map_or(0, |node| node.0.len() as u64))
        },
    },
    Peer {
        name: "conhash 0.5.1",
        family: Family::Ring,
        build: |nodes, points| {
            let mut ring = conhash::ConsistentHash::new();
            for node in nodes {
                ring.add(&Named(node), points);
            }
            Box::new(move |key| ring.get_str(key).map_or(0, |node| node.0.len() as u64))
        },
    },
    Peer {
        name: "hash-rings 1.1.0, consistent",
        family: Family::Ring,
        build: |nodes, points| {
            let mut ring = hash_rings::consistent::Ring::new();
            for node in nodes {
                ring.insert_node(node, points);
            }
            Box::new(move |key| ring.get_node(&key).len() as u64)
        },
    },
    Peer {
        name: "pingora-ketama 0.9.1 (160 points)",
        family: Family::Ring,
        build: |nodes, _| {
            let bucket = |node: &String| node.parse::<SocketAddr>().map(|node| pingora_ketama::Bucket::new(node, 1));
            let buckets: Vec<_> = nodes.iter().filter_map(|node| bucket(node).ok()).collect();
            let ring = pingora_ketama::Continuum::new(&buckets);
            Box::new(move |key| ring.node(key.as_bytes()).map_or(0, |node| u64::from(node.port())))
        },
    },
    Peer {
        name: "rendezvous_hash 0.3.0",
        family: Family::Rendezvous,
        build: |nodes, _| {
            let mut fleet = rendezvous_hash::RendezvousNodes::default();
            for node in nodes {
                fleet.insert(node.as_str());
            }
            Box::new(move |key| fleet.calc_candidates(&key).next().map_or(0, |node| node.len() as u64))
        },
    },
    Peer {
        name: "hash-rings 1.1.0, rendezvous",
        family: Family::Rendezvous,
        build: |nodes, _| {
            let mut fleet = hash_rings::rendezvous::Ring::new();
            for node in nodes {
                fleet.insert_node(node, 1);
            }
            Box::new(move |key| fleet.get_node(&key).len() as u64)
        },
    },
    Peer {
        name: "jump-consistent-hash 0.1.0",
        family: Family::Numbered,
        build: |nodes, _| {
            let count = nodes.len();
            Box::new(move |key| u64::from(jump_consistent_hash::hash(number(key), count)))
        },
    },
    Peer {
        name: "fliphash 0.1.0",
        family: Family::Numbered,
        build: |nodes, _| {
            let last = nodes.len() as u64 - 1;
            Box::new(move |key| fliphash::fliphash_64(number(key), ..=last))
        },
    },
    Peer {
        name: "maglev 0.2.1",
        family: Family::Table,
        build: |nodes, _| {
            let table = maglev::Maglev::with_capacity(nodes.iter(), 65_537);
            Box::new(move |key| table.get(key).map_or(0, |node| node.len() as u64))
        },
    },
    Peer {
        name: "hash-rings 1.1.0, maglev",
        family: Family::Table,
        build: |nodes, _| {
            let table = hash_rings::maglev::Ring::with_capacity_hint(nodes.iter().collect(), 65_537);
            Box::new(move |key| table.get_node(&key).len() as u64)
        },
    },
    Peer {
        name: "anchorhash 0.2.2",
        family: Family::Removals,
        build: |nodes, _| {
            let fleet =
                anchorhash::Builder::default().with_resources(nodes.iter()).build::<u64>(nodes.len() as u16 + 1);
            Box::new(move |key| fleet.get_resource(number(key)).map_or(0, |node| node.len() as u64))
        },
    },
];

/// The crates of a kind.
pub fn rows(family: Family, fleet: &[String], points: usize, keys: &[String]) -> Vec<Row> {
    PEERS.iter().filter(|peer| peer.family == family).map(|peer| row(peer, fleet, points, keys)).collect()
}

fn row(peer: &Peer, fleet: &[String], points: usize, keys: &[String]) -> Row {
    // Some crates hold on to the names that they are given.
    let leak = |names: Vec<String>| -> &'static [String] { Box::leak(names.into_boxed_slice()) };
    let more = fleet.iter().cloned().chain(["10.9.9.9:11211".to_owned()]).collect();
    let (before, more, fewer) = (leak(fleet.to_vec()), leak(more), leak(fleet[..fleet.len() - 1].to_vec()));
    let build = median(RUNS, || (peer.build)(before, points));
    let lookup = (peer.build)(before, points);
    let all = |lookup: &Lookup, keys: &[String]| keys.iter().map(|key| lookup(key)).fold(0u64, u64::wrapping_add);
    let lookup_ns = median(RUNS, || all(&lookup, &keys[..SAMPLE])) * 1e6 / SAMPLE as f64;
    let is_slow = lookup_ns > SLOW_NS;
    let place_all = |lookup: &Lookup| {
        if is_slow {
            median(1, || all(lookup, &keys[..SAMPLE])) * (KEYS / SAMPLE) as f64
        } else {
            median(1, || all(lookup, keys))
        }
    };
    let change = |fleet: &'static [String]| {
        let mut placed = 0.0;
        let built = median(1, || {
            let lookup = (peer.build)(fleet, points);
            placed = place_all(&lookup);
        });
        if is_slow { built + placed } else { built }
    };
    Row {
        name: peer.name.into(),
        build,
        lookup_ns,
        place: place_all(&lookup),
        add: Some(change(more)),
        remove: Some(change(fewer)),
        note: if is_slow { " *" } else { "" },
    }
}
