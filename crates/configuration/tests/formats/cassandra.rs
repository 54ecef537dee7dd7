//! nodetool ring.

use configuration::{Format, read};

use crate::sample::{Sample, check, servers, settings};

pub const SAMPLE: &Sample = &[
    ("", '.', ""),
    ("Datacenter: east", 'r', "“east”"),
    ("==========", '.', ""),
    ("Address    Rack   Status State   Load        Owns    Token", 'i', "Headings"),
    ("                                                     9100000000000000001", 'i', "highest token"),
    ("10.0.0.1   r1     Up     Normal  134.36 KiB  66.7%   -9223372036854775808", 'r', "A token of “10.0.0.1”, up."),
    ("10.0.0.2   r2     Down   Normal  ?           33.3%   -3074457345618258603", 'r', "down"),
    ("10.0.0.1   r1     Up     Normal  134.36 KiB  66.7%   12", 'r', "A token of"),
    ("10.0.0.3   r1     Up     Joining 90 KiB      ?       77", 'i', "joining"),
    ("10.0.0.4   r1     Up     Leaving 90 KiB      ?       12", 'u', "stands on line 8 already"),
    ("10.0.0.4   r1     Up     Moving  90 KiB      ?       9100000000000000001", 'r', "A token of"),
    ("10.0.0.5   r1     Up     Normal  90 KiB      ?       85070591730234615865843651857942052864", 'u', "no token"),
    ("10.0.0.5   r1     Up     Asleep  90 KiB      ?       5", 'u', "no state"),
    ("10.0.0.5   r1     Up", 'u', "A node has"),
    ("", '.', ""),
    ("Datacenter: west", 'r', "“west”"),
    ("==========", '.', ""),
    ("Address    Rack   Status State   Load        Owns    Token", 'i', "Headings"),
    ("10.1.0.1   r1     Up     Normal  1.02 GiB    100.0%  12", 'r', "up"),
    ("", '.', ""),
    ("  Warning: \"nodetool ring\" is used to output all the tokens of a node.", 'i', "note"),
    ("  To view status related info of a node use \"nodetool status\" instead.", 'i', "note"),
];

#[test]
fn every_line_and_every_field() {
    let read = check(Format::NodetoolRing, SAMPLE);
    let [east, west] = &read.readings[..] else { panic!("two datacenters") };
    assert_eq!((east.name.as_str(), east.line, east.system.clone()), ("east", 2, Ok("cassandra-murmur3")));
    assert_eq!(settings(east), ["empty_key=\"min\""]);
    assert_eq!(servers(east), ["10.0.0.1 1", "10.0.0.2 1 down", "10.0.0.4 1"]);
    let tokens: Vec<&[i64]> = east.servers.iter().map(|server| server.tokens.as_slice()).collect();
    assert_eq!(tokens, [&[i64::MIN, 12][..], &[-3_074_457_345_618_258_603], &[9_100_000_000_000_000_001]]);
    assert_eq!((west.name.as_str(), servers(west)), ("west", vec!["10.1.0.1 1".to_owned()]));
    assert_eq!(west.servers[0].tokens, [12]);
}

#[test]
fn rows_without_a_datacenter() {
    let read = read("10.0.0.1 r1 Up Normal 1 KiB 50% 1\n10.0.0.2 r1 Up Normal 1 KiB 50% 2\n");
    assert_eq!((read.format, servers(&read.readings[0]).len()), (Some(Format::NodetoolRing), 2));
}
