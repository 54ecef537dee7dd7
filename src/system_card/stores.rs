//! Traps of stores.

use super::{EIGHT, KEYS, Then, Told};
use placement::{number::thousands, system::settings::CASSANDRA_TOKENS};

/// One token each of eight, evenly spaced from the lowest on.
const EVEN_TOKENS: &str = "\
    cache-01:11211=-9223372036854775808,\
    cache-02:11211=-6917529027641081856,\
    cache-03:11211=-4611686018427387904,\
    cache-04:11211=-2305843009213693952,\
    cache-05:11211=0,\
    cache-06:11211=2305843009213693952,\
    cache-07:11211=4611686018427387904,\
    cache-08:11211=6917529027641081856";

pub(super) static TRAPS: [Told; 11] = [
    Told {
        system: "redis-cluster",
        button: "Remove the fourth master",
        then: Then::Remove,
        says: |it| {
            format!("A new cluster of seven is dealt other slots, which a running one never is: {}.", it.moved())
        },
        ..EIGHT
    },
    Told {
        system: "redis-cluster",
        button: "Take the fourth master down",
        then: Then::Down,
        says: |it| {
            format!("Without a replica its slots have nobody: {} of {} keys.", thousands(it.nobodys()), thousands(KEYS))
        },
        ..EIGHT
    },
    Told {
        system: "redis-cluster",
        button: "Tag all keys alike",
        keys: "{shop}:{i}",
        says: |it| format!("Only what stands in braces counts: with one tag on every key, {}.", it.fullest()),
        ..EIGHT
    },
    Told {
        system: "cassandra-murmur3",
        button: "Space seven evenly",
        then: Then::Remove,
        says: |it| format!("Tokens that are evenly spaced anew move more than the node that goes had: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "cassandra-murmur3",
        button: "Keep the tokens",
        settings: &[(&CASSANDRA_TOKENS, EVEN_TOKENS)],
        then: Then::Remove,
        says: |it| format!("Tokens that are given stay, and the next node takes over: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "riak-chash",
        button: "Take the fourth node down",
        then: Then::Down,
        says: |it| {
            format!(
                "Dealt in turn, the partition behind a node’s is always the same neighbour’s: of a node that is down, {}.",
                it.to_one_heir()
            )
        },
        ..EIGHT
    },
    Told {
        system: "riak-chash",
        button: "Remove the fourth node",
        then: Then::Remove,
        says: |it| {
            format!(
                "Partitions dealt anew move most keys, which is why a real claim looks at what was before: {}.",
                it.moved()
            )
        },
        ..EIGHT
    },
    Told {
        system: "clickhouse-jump",
        button: "Remove the fourth node",
        then: Then::Remove,
        says: |it| format!("Buckets after the one that goes are numbered anew: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "clickhouse-jump",
        button: "Remove the last node",
        then: Then::RemoveLast,
        says: |it| format!("The last bucket can go alone: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "clickhouse-kostik",
        button: "Remove the fourth node",
        then: Then::Remove,
        says: |it| format!("Buckets after the one that goes are numbered anew: {}.", it.moved()),
        ..EIGHT
    },
    Told {
        system: "clickhouse-kostik",
        button: "Remove the last node",
        then: Then::RemoveLast,
        says: |it| format!("The last bucket can go alone: {}.", it.moved()),
        ..EIGHT
    },
];
