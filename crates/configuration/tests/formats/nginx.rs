//! nginx.

use configuration::{Format, read_as};

use crate::sample::{Sample, check, servers};

pub const SAMPLE: &Sample = &[
    ("# caches of the shop", '.', ""),
    ("include mime.types;", 'i', "cannot be followed"),
    ("http {", 'i', "no upstream"),
    ("    upstream cache {", 'r', "“cache”"),
    ("        zone cache 64k;", 'i', "no part"),
    ("        hash \"$scheme$request_uri\" consistent;", 'r', "“$scheme$request_uri”, placed on a ring"),
    ("", '.', ""),
    ("        server 10.0.0.1:8080 weight=5;   # the big one", 'r', "weight 5."),
    (
        "        server cache-02.example.com max_fails=3 fail_timeout=30s max_conns=100 slow_start=1m;",
        'r',
        "and 1 more",
    ),
    ("        server unix:/run/cache.sock down;", 'r', "weight 1, down"),
    ("        server 10.0.0.4:8080 backup;", 'i', "no points"),
    ("        server", 'r', "weight 2."),
    ("            '10.0.0.5:8080'", 'i', "belongs to line 12"),
    ("            weight=2;", 'i', "belongs to line 12"),
    ("        server 10.0.0.1:8080;", 'u', "stands on line 8 already"),
    ("        server 10.0.0.6 weight=0;", 'u', "no weight"),
    ("        server 10.0.0.7 weight=ten;", 'u', "“ten” is no weight"),
    ("        server 10.0.0.8 wight=2;", 'r', "Not known here: “wight=2”"),
    ("        server;", 'u', "no address"),
    ("        keepalive 32;", 'i', "no part"),
    ("    }", 'r', "ends"),
    ("    upstream app { hash $cookie_user; server a:1; server b:1 weight=3; }", 'r', "remainder"),
    ("    upstream rest {", 'r', "“rest”"),
    ("        least_conn;", 'r', "without a hash"),
    ("        server a:1;", 'r', "A server"),
    ("        include servers.conf;", 'i', "cannot be followed"),
    ("        hash;", 'u', "hash takes"),
    ("        hash $a b;", 'u', "hash takes"),
    ("    }", 'r', "ends"),
    ("    upstream plain { server a:1; }", 'r', "A server"),
    ("    server {", 'i', "no upstream"),
    ("        location / { proxy_pass http://cache; }", 'i', "no part"),
    ("    }", '.', ""),
    ("}", '.', ""),
    ("}", 'u', "closes nothing"),
];

#[test]
fn every_line_and_every_field() {
    let read = check(Format::Nginx, SAMPLE);
    let [cache, app, rest, plain] = &read.readings[..] else { panic!("four upstreams") };
    assert_eq!((cache.name.as_str(), cache.line, cache.system.clone()), ("cache", 4, Ok("nginx-consistent")));
    assert_eq!(cache.key.as_deref(), Some("$scheme$request_uri"));
    assert_eq!(
        servers(cache),
        ["10.0.0.1:8080 5", "cache-02.example.com 1", "unix:/run/cache.sock 1 down", "10.0.0.5:8080 2", "10.0.0.8 1"]
    );
    assert_eq!(cache.servers.iter().map(|server| server.line).collect::<Vec<_>>(), [8, 9, 10, 12, 18]);
    assert_eq!(cache.remarks, ["nginx refuses backup servers that stand after hash."]);
    assert_eq!((app.system.clone(), app.key.as_deref()), (Ok("nginx-hash"), Some("$cookie_user")));
    assert_eq!((servers(app), app.remarks.len()), (vec!["a:1 1".to_owned(), "b:1 3".into()], 0));
    assert_eq!(rest.system, Err("least_conn does not place by a hash of a key.".into()));
    assert!(plain.system.as_ref().is_err_and(|reason| reason.contains("one server after the other")));
    assert_eq!(read.lines[21].reading, Some(1));
}

#[test]
fn methods_without_a_key_have_their_reason() {
    for (method, reason) in [
        ("ip_hash;", "a hash of addresses of its own"),
        ("random two least_conn;", "random does not place"),
        ("", "one server after the other"),
    ] {
        let read = configuration::read(&format!("upstream a {{\n{method}\nserver b:1;\n}}\n"));
        assert!(read.readings[0].system.as_ref().is_err_and(|words| words.contains(reason)), "{method}");
    }
}

#[test]
fn lines_out_of_their_block() {
    let read = configuration::read("hash $uri consistent;\nserver a:1 weight=2;\nserver b:1;\n");
    assert_eq!((read.format, read.readings.len()), (Some(Format::Nginx), 1));
    assert_eq!((read.readings[0].system.clone(), read.readings[0].remarks.len()), (Ok("nginx-consistent"), 0));
    assert_eq!(servers(&read.readings[0]), ["a:1 2", "b:1 1"]);
}

#[test]
fn what_is_cut_is_told() {
    let read = read_as(Format::Nginx, "upstream a {\n  hash $uri;\n  server b:1");
    assert_eq!(read.readings[0].servers.len(), 0);
    assert!(read.lines[2].told.words().contains("no semicolon"));
    assert_eq!(read.readings[0].remarks, ["The block does not close: the text may have been cut."]);
    let read = read_as(Format::Nginx, "upstream a {\n  server \"b:1;\n  server c:1;\n}");
    assert!(read.lines[1].told.words().contains("quote that opens here"));
}
