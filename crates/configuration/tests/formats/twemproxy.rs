//! twemproxy.

use configuration::{Format, read_as};

use crate::sample::{Sample, check, servers, settings};

pub const SAMPLE: &Sample = &[
    ("# pools of the shop", '.', ""),
    ("alpha:", 'r', "A pool, “alpha”."),
    ("  listen: 127.0.0.1:22121", 'i', "no part"),
    ("  hash: fnv1a_32", 'r', "fnv1a_32"),
    ("  hash_tag: \"{}\"", 'r', "“{}”"),
    ("  distribution: ketama", 'r', "on a ring"),
    ("  auto_eject_hosts: true", 'i', "leaves the ring"),
    ("  redis: true", 'i', "no part"),
    ("  servers:", '.', ""),
    ("   - 10.0.0.1:6379:1 one", 'r', "weight 1, on the ring as “one”"),
    ("   - 10.0.0.2:11211:3", 'r', "weight 3."),
    ("   - /var/run/cache.sock:2 three", 'r', "weight 2"),
    ("   - 10.0.0.4:6379:0", 'u', "“0” is no weight"),
    ("   - 10.0.0.5:6379", 'u', "host:port:weight"),
    ("   - 10.0.0.6:70000:1", 'u', "“70000” is no port"),
    ("   - 10.0.0.1:6379:1 again", 'u', "stands on line 10 already"),
    ("   - [a, b]", 'u', "host:port:weight"),
    ("", '.', ""),
    ("beta:", 'r', "A pool"),
    ("  listen: 127.0.0.1:22122", 'i', "no part"),
    ("  distribution: modula", 'r', "remainder"),
    ("  hash: sha1", 'u', "“sha1” is no hash function"),
    ("  hash_tag: \"{\"", 'u', "two characters"),
    ("  servers: [ 'a:1:1', 'b:1:2 b' ]", 'r', "weight 1. A server, “b:1”, weight 2"),
    ("gamma: &gamma", 'r', "A pool"),
    ("  distribution: random", 'r', "without a hash"),
    ("  servers: none", 'u', "no list"),
    ("delta: 1", 'u', "A pool is a map"),
    ("epsilon: *gamma", 'r', "A pool, “epsilon”."),
];

#[test]
fn every_line_and_every_field() {
    let read = check(Format::Twemproxy, SAMPLE);
    let [alpha, beta, gamma, epsilon] = &read.readings[..] else { panic!("four pools") };
    assert_eq!((alpha.name.as_str(), alpha.line, alpha.system.clone()), ("alpha", 2, Ok("twemproxy-ketama")));
    assert_eq!(settings(alpha), ["hash=\"fnv1a_32\"", "hash_tag=\"{}\"", "default_port_dropped=11211"]);
    assert_eq!(servers(alpha), ["10.0.0.1:6379 1 as one", "10.0.0.2:11211 3", "/var/run/cache.sock 2 as three"]);
    assert_eq!(beta.system, Ok("twemproxy-modula"));
    // The documented default.
    assert_eq!(settings(beta), ["hash=\"fnv1a_64\"", "hash_tag=\"\"", "default_port_dropped=11211"]);
    assert_eq!(servers(beta), ["a:1 1", "b:1 2 as b"]);
    for random in [gamma, epsilon] {
        assert_eq!(random.system, Err("distribution: random does not place by a hash of a key.".into()));
        assert_eq!(random.remarks, ["The pool has no servers."]);
    }
}

#[test]
fn what_is_no_map_of_pools() {
    let read = read_as(Format::Twemproxy, "- a\n- b\n");
    assert!(read.readings.is_empty() && read.lines[0].told.words().contains("no map of pools"));
    let read = read_as(Format::Twemproxy, "alpha:\n  servers:\n   - a:1:1\n  hash: [\nbeta:\n  servers: []\n");
    assert_eq!(servers(&read.readings[0]), ["a:1 1"]);
    // The list that opens on line 4 takes the rest with it.
    assert!(read.lines[5].told.words().contains("neither YAML nor JSON"), "{:?}", read.lines);
}
