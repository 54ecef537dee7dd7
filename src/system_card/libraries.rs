//! Traps of libraries.

use super::{EIGHT, Then, Told};
use placement::system::settings::GUAVA_FUNCTION;

pub(super) static TRAPS: [Told; 12] = [
    Told {
        system: "npm-hashring",
        button: "Remove the fourth server",
        then: Then::Remove,
        says: |it| {
            let (before, after) = it.points_each();
            format!(
                "Double precision loses a label at 7 equal servers: {before} points each, then {after}, and {}.",
                it.moved()
            )
        },
        ..EIGHT
    },
    Told {
        system: "pypi-hashring",
        button: "Show eight servers",
        says: |it| {
            format!(
                "The fourth word of a digest is never used: {} points each and not 160, which is another ring than ketama’s.",
                it.points_each().1
            )
        },
        ..EIGHT
    },
    Told {
        system: "groupcache",
        button: "Remove the fourth peer",
        then: Then::Remove,
        says: |it| {
            let points = it.points_each().0;
            format!(
                "With {points} points each the ring is coarse, though nothing moves in vain: {}; the fullest peer: {}.",
                it.moved(),
                it.fullest()
            )
        },
        ..EIGHT
    },
    Told {
        system: "uhashring",
        button: "Remove the fourth node",
        then: Then::Remove,
        says: |it| format!("Points do not hang on the number of nodes, and nothing moves in vain: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "uhashring-ketama",
        button: "Compare with libmemcached",
        then: Then::By("libmemcached-ketama-weighted"),
        says: |it| format!("Port 11211 stays in the labels, unlike libmemcached’s: there, {}.", it.elsewhere()),
        ..EIGHT
    },
    Told {
        system: "npm-ketama",
        button: "Compare with ketama",
        then: Then::By("lastfm-ketama"),
        says: |it| {
            format!("The package has the name of ketama and none of its points: by last.fm’s, {}.", it.elsewhere())
        },
        ..EIGHT
    },
    Told {
        system: "npm-node-hashring",
        button: "Remove the fourth node",
        then: Then::Remove,
        says: |it| format!("Keys of a node that goes fall to the one before it, not after: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "clandestined",
        button: "Compare with pymemcache",
        keys: "café:{i}",
        then: Then::By("pymemcache-rendezvous"),
        says: |it| {
            format!(
                "On other characters than ASCII it parts from pymemcache, whose rule it shares: for café:0 and so on, {}.",
                it.elsewhere()
            )
        },
        ..EIGHT
    },
    Told {
        system: "crate-hashring",
        button: "Show eight nodes",
        says: |it| format!("One point a node is no balance: {}.", it.fullest()),
        ..EIGHT
    },
    Told {
        system: "crate-conhash",
        button: "Remove the fourth node",
        then: Then::Remove,
        says: |it| format!("With 20 points each the ring is coarse, though nothing moves in vain: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "ex-hash-ring",
        button: "Remove the fourth node",
        then: Then::Remove,
        says: |it| format!("With 512 points each nothing moves in vain: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "guava-consistent-hash",
        button: "Remove the fourth node",
        settings: &[(&GUAVA_FUNCTION, "md5")],
        then: Then::Remove,
        says: |it| {
            format!(
                "Guava cannot take a bucket out of the middle: those after it are numbered anew. By md5, {}.",
                it.moved()
            )
        },
        ..EIGHT
    },
];
