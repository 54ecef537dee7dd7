//! Traps of clients of memcached.

use super::{EIGHT, Then, Told};
use placement::system::settings::KETAMA_POINTS;

pub(super) static TRAPS: [Told; 9] = [
    Told {
        system: "libmemcached-ketama-weighted",
        button: "Show 25 servers",
        servers: 25,
        says: |it| {
            format!(
                "Single precision loses a label: 25 equal servers have {} points each and not 160.",
                it.points_each().1
            )
        },
        ..EIGHT
    },
    Told {
        system: "lastfm-ketama",
        button: "Show 61 servers",
        servers: 61,
        says: |it| {
            format!(
                "Rounding loses a label here too, at other numbers: 61 equal servers have {} points each and not 160.",
                it.points_each().1
            )
        },
        ..EIGHT
    },
    Told {
        system: "libmemcached-modula",
        button: "Remove the fourth server",
        then: Then::Remove,
        says: |it| format!("A server less is another modulus: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "libmemcached-consistent",
        button: "Turn on KETAMA_WEIGHTED",
        then: Then::By("libmemcached-ketama-weighted"),
        says: |it| format!("It is a ring of its own: by KETAMA_WEIGHTED, {}.", it.elsewhere()),
        ..EIGHT
    },
    Told {
        system: "libmemcached-ketama",
        button: "Turn on KETAMA_WEIGHTED",
        then: Then::By("libmemcached-ketama-weighted"),
        says: |it| {
            format!(
                "What is called ketama here is not the ketama of other clients, which is KETAMA_WEIGHTED: {}.",
                it.elsewhere()
            )
        },
        ..EIGHT
    },
    Told {
        system: "libmemcached-ketama-spy",
        button: "Turn on KETAMA_WEIGHTED",
        then: Then::By("libmemcached-ketama-weighted"),
        says: |it| {
            format!("A slash and a port in every label make another ring: by KETAMA_WEIGHTED, {}.", it.elsewhere())
        },
        ..EIGHT
    },
    Told {
        system: "cache-memcached-fast",
        button: "Remove the fourth server",
        then: Then::Remove,
        says: |it| format!("Without ketama points shares move as a modulus does: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "cache-memcached-fast",
        button: "Compare 150 points with nginx",
        settings: &[(&KETAMA_POINTS, "150")],
        then: Then::By("nginx-consistent"),
        says: |it| format!("150 points, as in the manual, are a part of nginx’s 160: by nginx, {}.", it.elsewhere()),
        ..EIGHT
    },
    Told {
        system: "pymemcache-rendezvous",
        button: "Remove the fourth server",
        then: Then::Remove,
        says: |it| format!("Rendezvous moves nothing in vain: {}.", it.moved()),
        ..EIGHT
    },
];
