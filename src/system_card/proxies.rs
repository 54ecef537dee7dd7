//! Traps of proxies.

use super::{EIGHT, KEYS, Then, Told};
use placement::{
    number::thousands,
    system::settings::{
        CADDY_VERSION, ENVOY_BALANCE, ENVOY_PANIC, ENVOY_TABLE, HAPROXY_BALANCE, HAPROXY_FUNCTION, SERVER_IDS,
        TWEMPROXY_FUNCTION,
    },
};

pub(super) static TRAPS: [Told; 23] = [
    Told {
        system: "nginx-consistent",
        button: "Take the fourth server down",
        then: Then::Down,
        says: |it| {
            format!(
                "A server that is down keeps its {} points and only its keys go on: {}.",
                it.points_each().0,
                it.moved()
            )
        },
        ..EIGHT
    },
    Told {
        system: "nginx-consistent",
        button: "Take seven of eight down",
        then: Then::DownFrom(1),
        says: |it| {
            let nobodys = it.nobodys();
            format!(
                "A lookup gives up after twenty points more: with seven of eight servers down, {} of {} keys find nobody and go round robin.",
                thousands(nobodys),
                thousands(KEYS)
            )
        },
        ..EIGHT
    },
    Told {
        system: "nginx-hash",
        button: "Remove the fourth server",
        then: Then::Remove,
        says: |it| format!("Without “consistent” a line less is another modulus: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "nginx-hash",
        button: "Take the fourth server down",
        then: Then::Down,
        says: |it| {
            format!(
                "A digit before the key changes all CRCs of one length alike: of a server that is down, {}.",
                it.to_one_heir()
            )
        },
        ..EIGHT
    },
    Told {
        system: "haproxy-consistent",
        button: "Delete the fourth line",
        then: Then::Remove,
        says: |it| format!("Positions are hashed, so deleting a line renumbers the rest: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "haproxy-consistent",
        button: "Delete it with explicit ids",
        settings: &[(&SERVER_IDS, "explicit")],
        then: Then::Remove,
        says: |it| format!("With explicit ids nobody is renumbered: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "haproxy-consistent",
        button: "Take the fourth server down",
        then: Then::Down,
        says: |it| format!("A server that is down keeps its line, and so the others their numbers: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "haproxy-consistent",
        button: "Write sdbm without avalanche",
        settings: &[(&HAPROXY_FUNCTION, "sdbm")],
        says: |it| format!("A function that is written out turns avalanche off: by sdbm, {}.", it.fullest()),
        ..EIGHT
    },
    Told {
        system: "haproxy-map",
        button: "Remove the fourth server",
        then: Then::Remove,
        says: |it| format!("The table has another size: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "envoy-ring-hash",
        button: "Remove the fourth host",
        then: Then::Remove,
        says: |it| {
            let (before, after) = it.points_each();
            format!("Points hang on the number of hosts, {before} each and then {after}: {}.", it.moved())
        },
        ..EIGHT
    },
    Told {
        system: "envoy-maglev",
        button: "Remove the fourth host",
        settings: &[(&ENVOY_TABLE, "251")],
        then: Then::Remove,
        says: |it| format!("A small table moves more than it must: with 251 slots, {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "twemproxy-ketama",
        button: "Show the default",
        says: |it| format!("The default hash of keys, fnv1a_64, puts look-alike keys side by side: {}.", it.fullest()),
        ..EIGHT
    },
    Told {
        system: "twemproxy-ketama",
        button: "Hash with crc32",
        settings: &[(&TWEMPROXY_FUNCTION, "crc32")],
        says: |it| format!("crc32 has 15 bits, all of them at the start of the ring: {}.", it.fullest()),
        ..EIGHT
    },
    Told {
        system: "twemproxy-ketama",
        button: "Hash with md5",
        settings: &[(&TWEMPROXY_FUNCTION, "md5")],
        says: |it| format!("md5 spreads them: at the most {}.", it.fullest()),
        ..EIGHT
    },
    Told {
        system: "twemproxy-modula",
        button: "Remove the fourth server",
        then: Then::Remove,
        says: |it| format!("A server less is another modulus: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "haproxy-consistent",
        button: "Bound it at 125 %",
        settings: &[(&HAPROXY_FUNCTION, "sdbm"), (&HAPROXY_BALANCE, "125")],
        says: |it| {
            format!(
                "hash-balance-factor bounds what sdbm crowds, for whom is passed over does not matter: at 125 %, {}.",
                it.fullest()
            )
        },
        ..EIGHT
    },
    Told {
        system: "envoy-ring-hash",
        button: "Bound it at 100 %",
        settings: &[(&ENVOY_BALANCE, "100")],
        says: |it| {
            format!(
                "hash_balance_factor hands on in an order drawn for each request, not to the next host: at 100 %, {}.",
                it.fullest()
            )
        },
        ..EIGHT
    },
    Told {
        system: "envoy-ring-hash",
        button: "Take five of eight down",
        settings: &[(&ENVOY_PANIC, "50")],
        then: Then::DownFrom(3),
        says: |it| {
            format!(
                "Below half of its hosts Envoy panics by default and asks the unhealthy ones too: {}.",
                it.just_moved()
            )
        },
        ..EIGHT
    },
    Told {
        system: "varnish-shard",
        button: "Take the fourth backend down",
        then: Then::Down,
        says: |it| format!("A sick backend keeps its points, and only its keys go on: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "varnish-shard",
        button: "Halve its weight",
        then: Then::Halve,
        says: |it| format!("A weight below 1 is ignored: with half of it, {}.", it.just_moved()),
        ..EIGHT
    },
    Told {
        system: "varnish-hash",
        button: "Remove the fourth backend",
        then: Then::Remove,
        says: |it| format!("All borders move when a backend goes: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "caddy-rendezvous",
        button: "Remove the fourth upstream",
        then: Then::Remove,
        says: |it| format!("Rendezvous moves nothing in vain: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "caddy-rendezvous",
        button: "Go on to a later version",
        then: Then::Set(&CADDY_VERSION, "later"),
        says: |it| format!("The rule changed after 2.6: {}.", it.elsewhere()),
        ..EIGHT
    },
];
