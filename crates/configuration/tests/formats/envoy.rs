//! Envoy.

use configuration::{Format, read, read_as};

use crate::sample::{Sample, check, servers, settings};

pub const SAMPLE: &Sample = &[
    ("# bootstrap of the edge", '.', ""),
    ("admin:", 'i', "no part"),
    ("  address: { socket_address: { address: 127.0.0.1, port_value: 9901 } }", '.', ""),
    ("static_resources:", '.', ""),
    ("  listeners: []", 'i', "no part"),
    ("  clusters:", '.', ""),
    ("  - name: cache", 'r', "A cluster, “cache”."),
    ("    type: STRICT_DNS", 'r', "“STRICT_DNS”"),
    ("    connect_timeout: 0.25s", 'i', "no part"),
    ("    lb_policy: RING_HASH", 'r', "on a ring"),
    ("    ring_hash_lb_config:", '.', ""),
    ("      minimum_ring_size: 2048", 'r', "at least 2048"),
    ("      maximum_ring_size: \"4096\"", 'r', "at most 4096"),
    ("      hash_function: MURMUR_HASH_2", 'r', "MurmurHash2"),
    ("    common_lb_config:", '.', ""),
    ("      healthy_panic_threshold: { value: 60.5 }", 'r', "Below 60 %"),
    ("      consistent_hashing_lb_config:", '.', ""),
    ("        use_hostname_for_hashing: true", 'r', "Names are hashed"),
    ("        hash_balance_factor: 125", 'r', "125 %"),
    ("    load_assignment:", '.', ""),
    ("      cluster_name: cache", 'i', "no part"),
    ("      endpoints:", '.', ""),
    ("      - locality: { region: east }", 'i', "no part"),
    ("        load_balancing_weight: 3", 'i', "whole locality"),
    ("        lb_endpoints:", '.', ""),
    ("        - endpoint:", 'r', "A server, “cache-01:11211”."),
    ("            hostname: one", 'r', "host name"),
    ("            address: { socket_address: { address: cache-01, port_value: 11211 } }", '.', ""),
    ("          load_balancing_weight: 4", 'r', "Weight 4"),
    ("        - endpoint:", 'r', "A server, “cache-02:11211”."),
    ("            address: { socket_address: { address: cache-02, port_value: 11211 } }", '.', ""),
    ("          health_status: UNHEALTHY", 'r', "It is down"),
    ("        - endpoint:", 'r', "A server"),
    ("            address: { socket_address: { address: cache-03, port_value: 11211 } }", '.', ""),
    ("          metadata:", '.', ""),
    ("            filter_metadata:", '.', ""),
    ("              envoy.lb: { hash_key: three, zone: b }", 'r', "“three” is hashed"),
    ("          health_status: DEGRADED", 'r', "It is up"),
    ("        - endpoint: { address: { pipe: { path: /run/four.sock } } }", 'r', "A server"),
    ("          health_status: DRAINING", 'r', "It is down"),
    ("        - endpoint: { address: { socket_address: { address: cache-05 } } }", 'u', "no port_value"),
    (
        "        - endpoint: { address: { socket_address: { address: cache-06, port_value: 0 } } }",
        'u',
        "“0” is no port",
    ),
    ("        - endpoint: { hostname: nobody }", 'u', "no address"),
    ("        - endpoint: { address: { socket_address: { address: cache-08, port_value: 1 } } }", '.', ""),
    ("          load_balancing_weight: 0", 'u', "“0” is no weight"),
    (
        "        - endpoint: { address: { socket_address: { address: cache-01, port_value: 11211 } } }",
        'u',
        "stands on line 26 already",
    ),
    ("      - priority: 1", 'r', "Priority “1”"),
    ("        lb_endpoints:", 'i', "later priority"),
    ("        - endpoint: { address: { socket_address: { address: far, port_value: 1 } } }", 'i', "later priority"),
    ("  - name: table", 'r', "A cluster"),
    ("    lb_policy: MAGLEV", 'r', "Maglev"),
    ("    maglev_lb_config: { table_size: 65536 }", 'u', "“65536” is no table size"),
    ("    ring_hash_lb_config: { hash_function: SHA, minimum_ring_size: 8388609 }", 'u', "“SHA” is no hash function"),
    ("    common_lb_config: { consistent_hashing_lb_config: { hash_balance_factor: 99 } }", 'u', "from 100"),
    ("    load_assignment:", '.', ""),
    ("      endpoints:", '.', ""),
    ("      - lb_endpoints:", '.', ""),
    ("        - endpoint: { address: { socket_address: { address: '::1', port_value: 80 } } }", 'r', "“[::1]:80”"),
    ("  - name: robin", 'r', "A cluster"),
    ("    lb_policy: ROUND_ROBIN", 'r', "without a hash"),
    ("    hosts: []", 'u', "older Envoy"),
];

const JSON: &Sample = &[
    ("{", '.', ""),
    ("  \"name\": \"cache\",", 'r', "A cluster"),
    ("  \"lbPolicy\": \"LOAD_BALANCING_POLICY_CONFIG\",", 'r', "load_balancing_policy says"),
    ("  \"type\": \"EDS\",", 'r', "“EDS”"),
    ("  \"loadBalancingPolicy\": {", '.', ""),
    ("    \"policies\": [", '.', ""),
    (
        "      { \"typedExtensionConfig\": { \"name\": \"envoy.load_balancing_policies.round_robin\" } },",
        'i',
        "the next is taken",
    ),
    ("      { \"typedExtensionConfig\": {", '.', ""),
    ("        \"name\": \"envoy.load_balancing_policies.maglev\",", 'r', "Maglev"),
    ("        \"typedConfig\": {", '.', ""),
    (
        "          \"@type\": \"type.googleapis.com/envoy.extensions.load_balancing_policies.maglev.v3.Maglev\",",
        '.',
        "",
    ),
    ("          \"tableSize\": 251", 'r', "251 slots"),
    ("        }", '.', ""),
    ("      } }", '.', ""),
    ("    ]", '.', ""),
    ("  }", '.', ""),
    ("}", '.', ""),
];

#[test]
fn every_line_and_every_field() {
    let read = check(Format::Envoy, SAMPLE);
    let [cache, table, robin] = &read.readings[..] else { panic!("three clusters") };
    assert_eq!((cache.name.as_str(), cache.line, cache.system.clone()), ("cache", 7, Ok("envoy-ring-hash-bounded")));
    assert_eq!(
        settings(cache),
        [
            "hash=\"MURMUR_HASH_2\"",
            "min_ring_size=2048",
            "max_ring_size=4096",
            "balance_factor=125",
            "panic_threshold=60",
            "down_mode=\"panic\""
        ]
    );
    assert_eq!(
        servers(cache),
        [
            "cache-01:11211 4 as one",
            "cache-02:11211 1 as cache-02 down",
            "cache-03:11211 1 as three",
            "/run/four.sock 1 down"
        ]
    );
    // 2 of 4 are 50 %.
    assert_eq!(cache.remarks, ["2 of 4 servers are healthy, below 60 %: all count as healthy."]);
    assert_eq!(table.system, Ok("envoy-maglev"));
    assert_eq!(settings(table), ["table_size=65537", "panic_threshold=50"]);
    assert_eq!(servers(table), ["[::1]:80 1"]);
    assert!(robin.system.as_ref().is_err_and(|reason| reason.contains("ROUND_ROBIN")));
}

#[test]
fn json_and_policies_as_extensions() {
    let read = check(Format::Envoy, JSON);
    let [cache] = &read.readings[..] else { panic!("one cluster") };
    assert_eq!(cache.system, Ok("envoy-maglev"));
    assert_eq!(settings(cache), ["table_size=251", "panic_threshold=50"]);
    assert_eq!(cache.remarks, ["The servers of this cluster come from a discovery service."]);
}

#[test]
fn a_cluster_is_found_wherever_it_stands() {
    let cluster = "{\"name\": \"c\", \"lb_policy\": \"RING_HASH\", \"load_assignment\": {\"endpoints\": [{\"lb_endpoints\": [\
                   {\"endpoint\": {\"address\": {\"socket_address\": {\"address\": \"10.0.0.1\", \"port_value\": 80}}}}]}]}}";
    for text in [
        cluster.to_owned(),
        format!("[{cluster}]"),
        format!("{{\"clusters\": [{cluster}]}}"),
        format!("{{\"resources\": [{cluster}]}}"),
        format!(
            "{{\"configs\": [{{\"@type\": \"x\", \"static_clusters\": [{{\"cluster\": {cluster}, \"last_updated\": \"x\"}}]}}]}}"
        ),
    ] {
        let read = read(&text);
        assert_eq!(read.readings.iter().flat_map(servers).collect::<Vec<_>>(), ["10.0.0.1:80 1"], "{text}");
        // All of it stands on one line.
        assert_eq!((read.lines.len(), read.readings[0].line), (1, 1));
    }
    let nothing = read_as(Format::Envoy, "{\"a\": 1}");
    assert!(nothing.readings.is_empty() && nothing.lines[0].told.words().contains("no cluster here"));
}

#[test]
fn panic_begins_below_the_threshold() {
    // Of four servers: 2 healthy are 50 %, which is not below the default of 50; 1 is.
    for (down, mode) in [(1, "ejected"), (2, "ejected"), (3, "panic")] {
        let mut text = String::from("lb_policy: MAGLEV\nload_assignment:\n  endpoints:\n  - lb_endpoints:\n");
        for at in 0..4 {
            let health = if at < down { "UNHEALTHY" } else { "HEALTHY" };
            text.push_str(&format!(
                "    - {{health_status: {health}, endpoint: {{address: {{socket_address: {{address: h{at}, port_value: 1}}}}}}}}\n"
            ));
        }
        let read = read(&text);
        let mode = format!("down_mode=\"{mode}\"");
        assert_eq!(settings(&read.readings[0]), ["table_size=65537", "panic_threshold=50", mode.as_str()]);
    }
}
