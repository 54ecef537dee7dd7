//! What is known of them.

use crate::{common::*, fleets::*};
use placement::{
    algorithm::Geometry,
    fleet::NodeId,
    measure::Balance,
    number::Ratio,
    scenario::Command,
    snapshot::Snapshot,
    system::{envoy, hash::memcached::KeyFunction},
};

// Source: the recorded files of eight and seven servers, compared by hand (docs/systems.md has the rules).
#[test]
fn the_fourth_of_eight_is_removed() {
    for (how, moved, necessary) in [
        ("nginx-consistent", 15, 15),
        ("nginx-hash", 90, 13),
        ("haproxy-consistent", 62, 11),
        ("haproxy-consistent haids=explicit", 11, 11),
        ("haproxy-map", 93, 12),
        ("envoy-ring-hash", 26, 12),
        ("envoy-maglev", 9, 9),
        ("envoy-maglev envtable=251", 17, 11),
        ("twemproxy-ketama twhash=md5", 13, 13),
        ("libmemcached-ketama-weighted", 13, 13),
        ("lastfm-ketama", 14, 14),
        ("npm-hashring", 17, 14),
        ("groupcache", 13, 13),
    ] {
        let movement = change(&eight(how, 100), [Command::RemoveNode(NodeId(3))]).1;
        assert_eq!((movement.moved, movement.necessary), (moved, Some(necessary)), "{how}");
    }
    // A server that is down keeps its line, and so the others keep their numbers.
    let down = change(&eight("haproxy-consistent", 100), [Command::SetUp { id: NodeId(3), up: false }]).1;
    assert_eq!((down.moved, down.necessary), (11, Some(11)));
}

// Source: twemproxy_ketama_default_n8 and _crc32_n8 have 90 and 100 of 100 keys on one server.
#[test]
fn look_alike_keys_on_one_server() {
    for (how, most) in [("twemproxy-ketama", 90), ("twemproxy-ketama twhash=crc32", 100)] {
        assert_eq!(eight(how, 100).counts().iter().max(), Some(&most), "{how}");
    }
    assert!(eight("twemproxy-ketama twhash=md5", 100).counts().iter().all(|&count| count < 25));
    assert_eq!(eight("haproxy-consistent hafn=sdbm", 100).counts().iter().max(), Some(&90));
}

// Source: the runs of 25 servers have 156 points each (libmemcached, twemproxy), and 160 in the first ketama.
#[test]
fn single_precision_loses_points_at_twenty_five() {
    for (how, points) in [("libmemcached-ketama-weighted", 156), ("twemproxy-ketama", 156), ("lastfm-ketama", 160)] {
        let names: Vec<String> = names("cache-", 1, 25, 2);
        let snapshot = Snapshot::place(&scenario(how, names, keys("user:{i}", 10)), None);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
        assert_eq!(ring.points().len(), 25 * points, "{how}");
    }
}

#[test]
fn nginx_keeps_the_points_of_who_is_down() {
    let before = eight("nginx-consistent", 1_000);
    let (after, movement) = change(&before, [Command::SetUp { id: NodeId(3), up: false }]);
    let points = |snapshot: &Snapshot| match snapshot.geometry() {
        Geometry::Ring(ring) => ring.points().iter().map(|point| (point.position, ring.label_text(point))).collect(),
        _ => Vec::new(),
    };
    assert_eq!(points(&before).len(), 1_280);
    assert_eq!(points(&before), points(&after));
    assert!(movement.pairs.iter().all(|pair| pair.from == Some(NodeId(3)) && pair.to.is_some()));
    // Removed, they go.
    let (removed, _) = change(&before, [Command::RemoveNode(NodeId(3))]);
    assert_eq!(points(&removed).len(), 1_120);
}

// Points by hand: a label names what was hashed.
#[test]
fn points_are_called_what_they_are() {
    let label = |how: &str, position: u64| {
        let snapshot = eight(how, 1);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
        let point = ring.points().iter().find(|point| point.position == position).expect("a point");
        (ring.label_text(point), snapshot.placed().seats()[point.seat as usize])
    };
    let hash = envoy::hash(b"cache-05:11211_17");
    assert_eq!(label("envoy-ring-hash", hash), ("cache-05:11211_17".into(), NodeId(4)));
    // The second word of the MD5 of cache-02-9, which is the key function of all of it cut at four bytes.
    let snapshot = eight("libmemcached-ketama-weighted", 1);
    let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
    let first = u64::from(KeyFunction::Md5.value32(b"cache-02-9"));
    let point = ring.points().iter().find(|point| point.position == first).expect("a point");
    assert_eq!(ring.label_text(point), "cache-02-9, word 1");
}

// Source: docs/systems.md, and `envoy.rs`: strictly below the threshold, by number, all hosts count.
#[test]
fn envoy_panics_below_the_threshold() {
    for how in ["envoy-ring-hash envpanic=50", "envoy-maglev envpanic=50"] {
        let down = |ids: std::ops::Range<u32>| ids.map(|id| Command::SetUp { id: NodeId(id), up: false });
        let all = eight(how, 1_000);
        let (half, _) = change(&all, down(0..4));
        assert_eq!(half.counts()[..4], [0; 4]);
        assert_eq!(half.counts().iter().sum::<u32>(), 1_000);
        let (panic, _) = change(&half, down(4..5));
        assert_eq!(panic.counts(), all.counts(), "{how}");
        assert_eq!(owner_names(&panic), owner_names(&all));
        // Who is down has its fair share again.
        let balance = Balance::of(&panic);
        assert!(balance.loads.iter().all(|load| load.fair == Ratio::new(1u32, 8u32)), "{how}");
    }
}
