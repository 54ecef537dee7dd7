//! HAProxy.

use configuration::{Format, read_as};

use crate::sample::{Sample, check, servers, settings};

pub const SAMPLE: &Sample = &[
    ("global", 'i', "without servers"),
    ("    maxconn 20000", 'i', "no part"),
    ("", '.', ""),
    ("defaults", 'r', "for the backends below"),
    ("    mode http", 'i', "no part"),
    ("    timeout connect 5s", 'i', "no part"),
    ("    balance hdr(x-user)", 'r', "“hdr(x-user)”"),
    ("    default-server inter 2s weight 10", 'r', "weight 10. No part in placing: “inter”."),
    ("    server x 10.0.0.1:80", 'u', "no servers"),
    ("", '.', ""),
    ("frontend www", 'i', "without servers"),
    ("    bind :80", 'i', "no part"),
    ("    default_backend users", 'i', "no part"),
    ("", '.', ""),
    ("backend users", 'r', "A backend section, “users”"),
    ("    hash-type consistent", 'r', "On a ring, hash function sdbm, mixed once more"),
    ("    hash-balance-factor 150   # percent", 'r', "150 %"),
    ("    option httpchk GET /health\\ check", 'i', "no part"),
    ("    server web1 10.0.0.1:80 check cookie weight", 'r', "id 1, weight 10. No part in placing: “check”, “cookie”."),
    ("    server web2 10.0.0.2:80 id 1007 weight 20", 'r', "id 1007, weight 20."),
    ("    server web3 10.0.0.3:80 disabled", 'r', "id 3, weight 10, disabled."),
    ("    server spare 10.0.0.4:80 backup", 'i', "no points"),
    ("    server web5 10.0.0.5:80 weight 256", 'r', "id 5, weight 256."),
    ("    server web6 10.0.0.6:80 weight 257", 'u', "0 to 256"),
    ("    server web7 10.0.0.7:80 weight 0", 'r', "id 6, weight 0: it gets no new keys."),
    ("    server web1 10.0.0.8:80", 'u', "stands on line 19 already"),
    ("    server web9 10.0.0.9:80 id 1007", 'u', "the id 1007"),
    ("    server web10", 'u', "a name and an address"),
    ("    server web11 10.0.0.11:80 id 0", 'u', "no id"),
    ("    server \"web 12 10.0.0.12:80", 'u', "quote does not close"),
    ("    .if defined(X)", 'i', "not worked out"),
    ("", '.', ""),
    ("listen pages", 'r', "A listen section, “pages”"),
    ("    bind :81", 'i', "no part"),
    ("    balance uri depth 3", 'r', "“uri depth 3”"),
    ("    hash-type map-based crc32 avalanche", 'r', "By a table, hash function crc32, mixed"),
    ("    hash-balance-factor 90", 'u', "above 100"),
    ("    server-template page 2-3 pages.example.com:80 check", 'r', "2 servers, each weight 10."),
    ("    server-template more 2 more.example.com:80 id 9 weight 3", 'r', "2 servers, each weight 3."),
    ("    server-template bad 3-2 more.example.com:80", 'u', "range"),
    ("", '.', ""),
    ("defaults fixed", 'r', "for the backends below"),
    ("    balance roundrobin", 'r', "does not place"),
    ("    hash-type consistent xxh3", 'u', "none of the hash functions"),
    ("    hash-type consistent djb2 mixed", 'u', "not avalanche"),
    ("    hash-type ring", 'u', "neither"),
    ("backend robin from fixed", 'r', "“robin”"),
    ("    server a 10.0.0.1:80", 'r', "weight 1."),
    ("backend lost from nowhere", 'u', "“nowhere”"),
    ("    balance source", 'r', "does not place"),
    ("backend near", 'r', "“near”"),
    ("    balance hash path,lower", 'r', "“hash path,lower”"),
    ("    hash-type consistent wt6", 'r', "hash function wt6."),
    ("    server a 10.0.0.1:80 hash-key addr-port", 'r', "A server"),
];

#[test]
fn every_line_and_every_field() {
    let read = check(Format::Haproxy, SAMPLE);
    let [users, pages, robin, lost, near] = &read.readings[..] else { panic!("five sections") };
    assert_eq!((users.name.as_str(), users.line), ("users", 15));
    assert_eq!(users.system, Ok("haproxy-consistent-bounded"));
    assert_eq!(users.key.as_deref(), Some("hdr(x-user)"));
    assert_eq!(
        settings(users),
        ["hash=\"sdbm\"", "avalanche=true", "key_part=\"first-element\"", "ids=\"explicit\"", "balance_factor=150"]
    );
    // web7 follows web5: the line between has no server. Its id is the first free one from 6.
    assert_eq!(servers(users), ["web1 10 #1", "web2 20 #1007", "web3 10 #3 down", "web5 256 #5", "web7 0 #6"]);
    assert_eq!((pages.system.clone(), pages.key.as_deref()), (Ok("haproxy-map"), Some("uri depth 3")));
    assert_eq!(settings(pages), ["hash=\"crc32\"", "avalanche=true", "key_part=\"whole\""]);
    assert_eq!(servers(pages), ["page2 10 #1", "page3 10 #2", "more1 3 #9", "more2 3 #4"]);
    assert_eq!(robin.system, Err("balance roundrobin does not place by a hash of a key.".into()));
    assert_eq!(servers(robin), ["a 1 #1"]);
    assert!(lost.system.as_ref().is_err_and(|reason| reason.contains("balance source")));
    assert!(near.system.as_ref().is_err_and(|reason| reason.contains("hash-key addr-port")));
}

#[test]
fn the_hash_type_decides_on_avalanche() {
    // Section 5 of the notes on systems: left to itself `consistent` mixes, `map-based` does not; a function that is
    // named is mixed only where that is written.
    for (written, system, expected) in [
        ("", "haproxy-map", ["hash=\"sdbm\"", "avalanche=false"]),
        ("hash-type map-based", "haproxy-map", ["hash=\"sdbm\"", "avalanche=false"]),
        ("hash-type consistent", "haproxy-consistent", ["hash=\"sdbm\"", "avalanche=true"]),
        ("hash-type consistent sdbm", "haproxy-consistent", ["hash=\"sdbm\"", "avalanche=false"]),
        ("hash-type consistent djb2 avalanche", "haproxy-consistent", ["hash=\"djb2\"", "avalanche=true"]),
    ] {
        let read = read_as(Format::Haproxy, &format!("backend b\nbalance uri\n{written}\nserver a 10.0.0.1:80\n"));
        assert_eq!(read.readings[0].system, Ok(system), "{written}");
        assert_eq!(settings(&read.readings[0])[..2], expected, "{written}");
    }
}

#[test]
fn ids_are_the_first_free_ones() {
    let text = "backend b\nserver a x:1 id 2\nserver b x:1\nserver c x:1\nserver d x:1 id 3\nserver e x:1\n";
    // The counter goes up with every server: b looks from 2 and finds 4 past 2 and 3, c from 5; e from 7.
    assert_eq!(
        servers(&read_as(Format::Haproxy, text).readings[0]),
        ["a 1 #2", "b 1 #4", "c 1 #5", "d 1 #3", "e 1 #7"]
    );
}

// Of three lines the second cannot be read: c is the second server here and the third once that line is put right.
#[test]
fn a_server_line_that_cannot_be_read_says_that_it_shifts_the_numbers_below() {
    let read = |bad: &str, after: &str| {
        let text = format!("backend b\nbalance uri\nhash-type consistent\nserver a x:1\n{bad}\nserver c x:1{after}\n");
        read_as(Format::Haproxy, &text)
    };
    for bad in ["server b x:1 weight many", "server b", "server \"b x:1"] {
        let shifted = read(bad, "");
        let reading = &shifted.readings[0];
        assert_eq!(servers(reading), ["a 1 #1", "c 1 #2"], "{bad}");
        assert_eq!(reading.remarks.len(), 1, "{bad}");
        assert!(reading.remarks[0].starts_with("Line 5 could not be read as a server and has no number: "), "{bad}");
        // A number of its own does not shift, and what is repaired is the third.
        assert!(read(bad, " id 3").readings[0].remarks.is_empty(), "{bad}");
    }
    assert_eq!(servers(&read("server b x:1", "").readings[0]), ["a 1 #1", "b 1 #2", "c 1 #3"]);
}

#[test]
fn ids_are_places_until_one_is_written_or_a_line_between_has_no_points() {
    for (servers, expected, remarks) in [
        ("server a x:1\nserver b x:1\nserver spare x:1 backup\n", "ids=\"position\"", 0),
        ("server a x:1 id 1\nserver b x:1\n", "ids=\"explicit\"", 0),
        ("server a x:1\nserver spare x:1 backup\nserver b x:1\n", "ids=\"explicit\"", 1),
    ] {
        let read = read_as(Format::Haproxy, &format!("backend b\nbalance uri\nhash-type consistent\n{servers}"));
        let reading = &read.readings[0];
        assert_eq!((settings(reading)[3].as_str(), reading.remarks.len()), (expected, remarks), "{servers}");
    }
}
