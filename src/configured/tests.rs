use super::*;
use crate::configured::seems::seems;
use configuration::{Format, Plan, read};
use placement::{
    fleet::Fleet,
    keys::Keys,
    measure::Movement,
    snapshot::Snapshot,
    system::{
        envoy_maglev::EnvoyMaglev,
        envoy_ring::{EnvoyRing, Options, PointFunction},
        haproxy::KeyHash,
        haproxy_consistent::HaproxyConsistent,
        haproxy_map::HaproxyMap,
        hash::{haproxy, memcached::KeyFunction},
        member::Member,
        nginx_consistent::NginxConsistent,
        nginx_hash::NginxHash,
        twemproxy::{Ketama, Modula},
    },
    weight::Weight,
};

/// The reading as the page gets it from the module.
fn handed_over(reading: &configuration::Reading) -> Reading {
    let (plan, system) = match Plan::of(reading) {
        Ok(plan) => (plan.clone(), Ok(plan.system.to_owned())),
        Err(why) => (Plan { notes: reading.remarks.clone(), ..Plan::default() }, Err(why)),
    };
    let field = |field: &configuration::Field| Field {
        name: field.name.to_owned(),
        value: field.value.clone(),
        words: field.words.clone(),
        needed: field.needed,
    };
    let server = |server: &configuration::Planned| Server {
        name: server.name.clone(),
        weight: Weight::from_hundredths(server.weight * 100).expect("a weight"),
        up: server.up,
        id: server.id,
    };
    Reading {
        title: reading.title(),
        system,
        fields: plan.fields.iter().map(field).collect(),
        servers: plan.servers.iter().map(server).collect(),
        notes: plan.notes,
    }
}

/// The readings of a text, which must be of this format and look like a configuration at a glance.
fn readings(format: Format, text: &str) -> Vec<Reading> {
    assert_eq!((configuration::guess(text), seems(text).is_empty()), (Some(format), false), "{text}");
    read(text).readings.iter().map(handed_over).collect()
}

/// The first reading, used on a scenario.
fn used(format: Format, text: &str, before: &Scenario) -> (Scenario, Vec<String>) {
    let reading = &readings(format, text)[0];
    let way = reading.way().expect("a way");
    let mut scenario = before.clone();
    for command in reading.commands(&way, before).expect("commands") {
        scenario.apply(command).expect("a command that fits");
    }
    (scenario, way.notes)
}

fn hundred_keys(before: Scenario) -> Scenario {
    Scenario { keys: Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: 100 }, ..before }
}

/// Holds where a text leads against the system itself, built of the members that the text has; gives what is noted.
fn check(format: Format, text: &str, owner: impl Fn(&[u8]) -> Option<usize>) -> Vec<String> {
    let (scenario, notes) = used(format, text, &hundred_keys(Scenario::default()));
    let snapshot = Snapshot::place(&scenario, None);
    for at in 0..100 {
        let key = scenario.keys.key(at);
        let wanted = owner(key.as_bytes()).map(|place| scenario.fleet.nodes()[place].id);
        assert_eq!(snapshot.owner(at), wanted, "{key}\n{text}");
    }
    notes
}

fn members(all: &[(&str, f64)]) -> Vec<Member> {
    all.iter().map(|&(name, weight)| Member::new(name, weight)).collect()
}

#[test]
fn nginx_with_weights_and_a_server_that_is_down() {
    let text = |how: &str| {
        format!(
            "upstream cache {{\n    hash $request_uri{how};\n    server 10.0.0.1:80 weight=3;\n    server 10.0.0.2:80;\n    server 10.0.0.3:80 down;\n    server 10.0.0.4:80 backup;\n}}\n"
        )
    };
    let mut all = members(&[("10.0.0.1:80", 3.0), ("10.0.0.2:80", 1.0), ("10.0.0.3:80", 1.0)]);
    all[2].up = false;
    let system = NginxConsistent::new(&all).expect("servers");
    let notes = check(Format::Nginx, &text(" consistent"), |key| system.owner(key));
    assert_eq!(notes, ["nginx refuses backup servers that stand after hash."]);
    let system = NginxHash::new(&all).expect("servers");
    check(Format::Nginx, &text(""), |key| system.owner(key));
}

#[test]
fn haproxy_by_every_hash_type_and_with_ids() {
    let text = |hash_type: &str, ids: bool| {
        let id = |id: u32| if ids { format!(" id {id}") } else { String::new() };
        format!(
            "backend cache\n    balance hash path\n    hash-type {hash_type}\n    server s1 10.0.0.1:80 weight 2{}\n    server s2 10.0.0.2:80{} disabled\n    server s3 10.0.0.3:80{}\n",
            id(9),
            id(3),
            id(70)
        )
    };
    let mut all = members(&[("s1", 2.0), ("s2", 1.0), ("s3", 1.0)]);
    all[1].up = false;
    let mut with_ids = all.clone();
    for (member, id) in with_ids.iter_mut().zip([9, 3, 70]) {
        member.id = Some(id);
    }
    let hash = |function, avalanche| KeyHash { function, avalanche };
    use haproxy::KeyFunction::{Crc32, Djb2, Sdbm, Wt6};
    for (written, ids, hash) in [
        ("consistent", false, hash(Sdbm, true)),
        ("consistent", true, hash(Sdbm, true)),
        ("consistent sdbm", false, hash(Sdbm, false)),
        ("consistent djb2 avalanche", true, hash(Djb2, true)),
        ("consistent crc32", false, hash(Crc32, false)),
    ] {
        let system = HaproxyConsistent::new(if ids { &with_ids } else { &all }, hash).expect("servers");
        assert!(check(Format::Haproxy, &text(written, ids), |key| system.owner(key)).is_empty());
    }
    for (written, hash) in [
        ("map-based", hash(Sdbm, false)),
        ("map-based sdbm avalanche", hash(Sdbm, true)),
        ("map-based wt6", hash(Wt6, false)),
    ] {
        let system = HaproxyMap::new(&all, hash).expect("servers");
        check(Format::Haproxy, &text(written, true), |key| system.owner(key));
    }
}

#[test]
fn haproxys_bound_is_told_where_it_is_not_used_and_a_header_is_cut_at_its_comma() {
    let text = "backend cache\n balance hdr(x-user)\n hash-type consistent\n hash-balance-factor 150\n server a x:1\n server b x:1\n";
    let reading = &readings(Format::Haproxy, text)[0];
    let way = reading.way().expect("a way");
    let part = way.sets.iter().find_map(|set| match set {
        Command::Set(parameter, value) if parameter.field == "hapart" => Some(parameter.write(value)),
        _ => None,
    });
    assert_eq!(part.as_deref(), Some("first"));
    let has_bound = Algorithm::from_id("haproxy-consistent")
        .is_some_and(|one| one.parameters.iter().any(|one| one.field == "habal"));
    let told = way.notes.iter().any(|note| note == "“hash-balance-factor 150” is not used here.");
    assert_eq!(told, !has_bound);
}

#[test]
fn envoys_ring_and_table_with_their_sizes_labels_and_hosts_that_are_down() {
    let host = |port: u32, weight: u32, more: &str| {
        format!(
            "        - load_balancing_weight: {weight}\n          endpoint: {{address: {{socket_address: {{address: 10.0.0.1, port_value: {port}}}}}}}\n{more}"
        )
    };
    let text = |policy: &str| {
        format!(
            "clusters:\n- name: cache\n{policy}  load_assignment:\n    endpoints:\n    - lb_endpoints:\n{}{}{}{}",
            host(1, 2, ""),
            host(2, 1, "          metadata: {filter_metadata: {envoy.lb: {hash_key: blue}}}\n"),
            host(3, 1, "          health_status: UNHEALTHY\n"),
            host(4, 1, "")
        )
    };
    let mut all = members(&[("10.0.0.1:1", 2.0), ("blue", 1.0), ("10.0.0.1:3", 1.0), ("10.0.0.1:4", 1.0)]);
    all[2].up = false;
    let ring = "  lb_policy: RING_HASH\n  ring_hash_lb_config: {hash_function: MURMUR_HASH_2, minimum_ring_size: 100, maximum_ring_size: 4000}\n";
    let options = Options {
        function: PointFunction::Murmur2,
        min_ring_size: 100,
        max_ring_size: 4000,
        panic_threshold_percent: 0,
    };
    let system = EnvoyRing::new(&all, &options).expect("hosts");
    let notes = check(Format::Envoy, &text(ring), |key| system.owner(key));
    // Where the page has a threshold it is a setting.
    let notes: Vec<&str> = notes.iter().map(String::as_str).filter(|note| !note.contains("threshold")).collect();
    assert_eq!(notes, ["Servers stand under the labels that are hashed in place of their addresses."]);
    let table = "  lb_policy: MAGLEV\n  maglev_lb_config: {table_size: 251}\n";
    let system = EnvoyMaglev::new(&all, 251, 0).expect("hosts");
    check(Format::Envoy, &text(table), |key| system.owner(key));
    // A table that the page does not offer is no reason to place by another.
    let table = "  lb_policy: MAGLEV\n  maglev_lb_config: {table_size: 257}\n";
    let why = readings(Format::Envoy, &text(table))[0].way().expect_err("no way");
    assert!(why.starts_with("“table_size 257” cannot be set here. Envoy table size: one of 65537, 251"), "{why}");
}

#[test]
fn twemproxy_by_every_hash_with_tags_and_names() {
    let text = |distribution: &str, hash: &str, more: &str| {
        format!(
            "alpha:\n  listen: 127.0.0.1:22121\n  hash: {hash}\n  distribution: {distribution}\n{more}  servers:\n   - 10.0.0.1:11211:2 first\n   - 10.0.0.2:11211:1\n   - 10.0.0.3:11311:1\n"
        )
    };
    // The port is no part of a label where it is the usual one; a name stands for the address.
    let all = members(&[("first", 2.0), ("10.0.0.2", 1.0), ("10.0.0.3:11311", 1.0)]);
    for hash in [
        "one_at_a_time",
        "md5",
        "crc16",
        "crc32",
        "crc32a",
        "fnv1_64",
        "fnv1a_64",
        "fnv1_32",
        "fnv1a_32",
        "hsieh",
        "murmur",
        "jenkins",
    ] {
        let function = KeyFunction::of_twemproxy(hash).expect(hash);
        let system = Ketama::new(&all, function).expect("servers");
        check(Format::Twemproxy, &text("ketama", hash, ""), |key| system.owner(key));
        let system = Modula::new(&all, function).expect("servers");
        check(Format::Twemproxy, &text("modula", hash, ""), |key| system.owner(key));
    }
    let (tagged, _) = used(Format::Twemproxy, &text("ketama", "md5", "  hash_tag: \"{}\"\n"), &Scenario::default());
    let tag = Algorithm::from_id("twemproxy-ketama")
        .and_then(|one| one.parameters.iter().find(|one| one.field == "twtag").copied());
    assert!(tagged.settings.switch(tag.expect("a parameter")));
    let notes = used(Format::Twemproxy, &text("ketama", "md5", "  hash_tag: \"$$\"\n"), &Scenario::default()).1;
    assert!(notes.contains(&"“hash_tag “$$”” is not used here.".to_owned()), "{notes:?}");
}

#[test]
fn what_is_not_here_says_so() {
    let id = "a".repeat(40);
    let redis = format!("{id} 10.0.0.1:6379@16379 master - 0 0 1 connected 0-16383\n");
    let cassandra = "Datacenter: east\na  r1  Up  Normal  1 GB  50%  -9\n";
    for (format, text, system) in [
        (Format::RedisClusterNodes, redis.as_str(), "redis-cluster"),
        (Format::NodetoolRing, cassandra, "cassandra-murmur3"),
        (Format::Libmemcached, "--SERVER=a:1 --SERVER=b:1\n", "libmemcached-modula"),
    ] {
        let reading = &readings(format, text)[0];
        assert_eq!(reading.system.as_deref(), Ok(system));
        let way = reading.way();
        if Algorithm::from_id(system).is_none() {
            assert_eq!(way.as_ref().err(), Some(&format!("What places by the rule {system} is not here yet.")));
            assert!(reading.summary(&way, "r").ends_with("is not here yet; no line was left out."));
        } else if let Ok(way) = way {
            // Then all that is needed is taken.
            assert_eq!(way.taken, reading.fields.iter().filter(|field| field.needed).count());
        }
    }
    let none = &readings(Format::Nginx, "upstream a {\n  server b;\n}\n")[0];
    assert_eq!(
        none.summary(&none.way(), "riiu"),
        "upstream a cannot be placed: Without a directive nginx gives requests to one server after the other; 2 lines ignored, 1 could not be read."
    );
}

#[test]
fn every_setting_is_taken_or_told() {
    let texts = [
        "backend b\n balance hdr(x)\n hash-type consistent djb2\n hash-balance-factor 150\n server a x:1 id 2\n",
        "backend b\n balance uri\n hash-type map-based\n server a x:1\n",
        "clusters:\n- name: c\n  lb_policy: RING_HASH\n  common_lb_config: {consistent_hashing_lb_config: {hash_balance_factor: 120}}\n  load_assignment: {endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 10.0.0.1, port_value: 1}}}}]}]}\n",
        "alpha:\n  hash_tag: \"{}\"\n  servers:\n   - 10.0.0.1:1:1\n",
    ];
    // What goes with another setting, or is what the system does whatever is written.
    let with_others = ["avalanche", "default_port_dropped"];
    for text in texts {
        let configuration = read(text);
        let known = &configuration.readings[0];
        let reading = handed_over(known);
        let way = reading.way().expect("a way");
        let told = way.notes.iter().filter(|note| note.ends_with("is not used here.")).count();
        let own = known.settings.iter().filter(|(name, _)| !with_others.contains(name)).count();
        // Avalanche is a field of its own.
        let fields = usize::from(known.setting("avalanche").is_some());
        assert_eq!(way.taken + told, own + fields, "{text}: {:?} {:?}", known.settings, way.notes);
    }
}

const EIGHT: [u32; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

fn backend(servers: &[u32], ids: bool) -> String {
    let id = |number: u32| if ids { format!(" id {number}") } else { String::new() };
    let line = |&number: &u32| format!("    server s{number} 10.0.0.{number}:80{}\n", id(number));
    format!(
        "backend cache\n    balance hash path\n    hash-type consistent\n{}",
        servers.iter().map(line).collect::<String>()
    )
}

// Source: recorded from HAProxy 2.6.12 (haproxy_chash_default_n8, …_n7_autoid and …_n7_sameids): without the fourth of
// eight lines 62 of the keys user:0 … user:99 have another owner, with the ids that they had 11.
#[test]
fn without_the_fourth_line_62_keys_move_and_11_with_explicit_ids() {
    let seven = [1, 2, 3, 5, 6, 7, 8];
    for (ids, moved) in [(false, 62), (true, 11)] {
        let (before, _) = used(Format::Haproxy, &backend(&EIGHT, ids), &hundred_keys(Scenario::default()));
        let (after, _) = used(Format::Haproxy, &backend(&seven, ids), &before);
        let before = Snapshot::place(&before, None);
        let after = Snapshot::place(&after, Some(&before));
        let movement = Movement::between(&before, &after).expect("the same keys");
        assert_eq!((movement.moved, movement.necessary), (moved, Some(11)), "ids {ids}");
    }
}

#[test]
fn it_is_one_sentence_and_a_system_in_the_way_refuses_nothing() {
    let reading = &readings(Format::Haproxy, &backend(&EIGHT, false))[0];
    let way = reading.way();
    assert_eq!(
        reading.summary(&way, "rrriiiu."),
        "HAProxy, consistent, backend cache: 8 servers; 3 lines ignored, 1 could not be read."
    );
    let reading = &readings(Format::Haproxy, &backend(&EIGHT, true))[0];
    let summary = reading.summary(&reading.way(), "rrr");
    assert_eq!(summary, "HAProxy, consistent, backend cache: 8 servers, 1 setting; no line was left out.");
    // nginx takes no weight of 0: neither before nor after is that in the way.
    let text = "backend b\n balance uri\n hash-type consistent\n server a x:1 weight 0\n server c x:1\n";
    let (haproxy, _) = used(Format::Haproxy, text, &Scenario::default());
    let (nginx, _) =
        used(Format::Nginx, "upstream a {\n  hash $uri consistent;\n  server b:80;\n  server c;\n}\n", &haproxy);
    let names: Vec<&str> = nginx.fleet.nodes().iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["b:80", "c"]);
    // A name that was there is the same node.
    assert_eq!(nginx.fleet.nodes()[1].id, haproxy.fleet.nodes()[1].id);
    assert_eq!(nginx.fleet, Fleet::from_nodes(nginx.fleet.nodes().to_vec()).expect("a fleet"));
}
