//! The link: a scenario as a query string, and back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use placement::{
    algorithm::{self, Algorithm, jump, ring},
    fleet::{Fleet, NodeId, Removed},
    hash::HashFn,
    keys::{KeyList, Keys},
    limits,
    link::{Note, decode, encode},
    parameter::{self, Kind, Parameter, Value},
    scenario::{Command, Scenario},
    system::assignment::{Assignment, Units},
    weight::Weight,
};
use proptest::{prelude::*, sample::Index};
use serde_json::{Map, Value as Json, json};

// ---- Links that were given away ----

/// What a link says, in words that have nothing to do with the link's grammar; what is at its default is left out.
fn in_words(scenario: &Scenario) -> Json {
    let mut words = Map::new();
    let normal = Scenario::default();
    if scenario.algorithm != normal.algorithm {
        words.insert("alg".into(), scenario.algorithm.id.into());
    }
    for parameter in algorithm::all_parameters() {
        let value = scenario.settings.get(parameter);
        if value != parameter.default() {
            words.insert(parameter.field.into(), parameter.write(&value).into());
        }
    }
    if scenario.fleet.nodes() != normal.fleet.nodes() {
        let nodes = scenario.fleet.nodes().iter().map(|node| {
            let state = if node.up { "up" } else { "down" };
            json!([node.name, node.weight.to_string(), state, node.id.0, node.bucket])
        });
        words.insert("nodes".into(), nodes.collect());
    }
    if scenario.fleet.vacancies() > 0 {
        let removed = scenario.fleet.removed().iter().map(|one| match one {
            Removed::Down(id) => json!(id.letter()),
            Removed::Vacant(bucket) => json!(bucket),
        });
        words.insert("removed".into(), removed.collect());
    }
    if let Some(table) = scenario.fleet.kept_shards() {
        let owner = |id: &Option<NodeId>| id.map_or("-".into(), NodeId::letter);
        let owners: String = table.owners().iter().map(owner).collect();
        let pins = table.pins().iter().map(|pin| json!([pin.tenant, pin.node.0]));
        words.insert("table".into(), json!([table.version(), owners]));
        words.insert("pins".into(), pins.collect());
        words.insert("drained".into(), table.drained().iter().map(|id| id.0).collect());
    }
    match &scenario.keys {
        keys if *keys == normal.keys => {}
        Keys::Pattern { pattern, first, count } => {
            words.insert("keys".into(), json!([pattern, first, count]));
        }
        Keys::List(list) => {
            words.insert("list".into(), (0..list.len()).map(|at| list.get(at)).collect());
        }
    }
    words.into()
}

#[test]
fn links_that_were_given_away_show_the_same_for_ever() {
    let golden = include_str!("data/links.txt");
    let lines: Vec<&str> = golden.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert!(lines.len() >= 25);
    for line in lines {
        let [link, canonical, words] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        let decoded = decode(link);
        assert_eq!(in_words(&decoded.scenario), serde_json::from_str::<Json>(words).expect(words), "{link}");
        assert_eq!(encode(&decoded.scenario).query, canonical, "{link}");
        assert_eq!(in_words(&decode(canonical).scenario), in_words(&decoded.scenario), "{canonical}");
        if link == canonical {
            assert_eq!(decoded.notes, [], "{link}");
        }
    }
}

#[test]
fn every_field_is_in_the_golden_file() {
    let golden = include_str!("data/links.txt");
    let parameters = algorithm::all_parameters().into_iter().map(|one| one.field);
    for field in parameters
        .chain(["alg", "sys", "nodes", "vacant", "drained", "pins", "shards", "to", "keys", "from", "n", "list"])
    {
        assert!(golden.contains(&format!("&{field}=")), "{field}");
    }
}

// ---- Writing ----

fn after(commands: impl IntoIterator<Item = Command>) -> Scenario {
    let mut scenario = Scenario::default();
    for command in commands {
        scenario.apply(command.clone()).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    }
    scenario
}

fn with_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Scenario {
    Scenario { fleet: Fleet::from_names(names).expect("names"), ..Scenario::default() }
}

fn with_list(text: &str) -> Scenario {
    Scenario { keys: Keys::List(KeyList::parse(text).expect("keys")), ..Scenario::default() }
}

#[test]
fn the_default_scenario_is_the_shortest_link() {
    assert_eq!(encode(&Scenario::default()).query, "v=1");
    for link in ["", "?", "#", "v=1", "?v=1", "#v=1", "&&v=1&"] {
        assert_eq!((decode(link).scenario, decode(link).notes), (Scenario::default(), vec![]), "{link}");
    }
}

#[test]
fn an_empty_fleet_is_not_the_default_one() {
    let empty = after([Command::SetNodeCount(0)]);
    assert_eq!(encode(&empty).query, "v=1&nodes=");
    assert_eq!(decode("v=1&nodes=").scenario, empty);
    assert_eq!(decode("nodes").scenario, empty);
}

#[test]
fn the_order_of_going_down_travels_where_it_is_not_that_of_the_rows() {
    let down = |id| Command::SetUp { id: NodeId(id), up: false };
    let mut scenario = with_names(["a", "b", "c", "d"]);
    for (id, query) in [(2, "a,b,c!,d"), (0, "a!2,b,c!1,d"), (3, "a!2,b,c!1,d!3")] {
        scenario.apply(down(id)).expect("a node");
        assert_eq!(encode(&scenario).query, format!("v=1&nodes={query}"));
        assert_eq!(decode(query.replace("a", "nodes=a").as_str()).scenario, scenario);
    }
    scenario.apply(Command::SetUp { id: NodeId(2), up: true }).expect("a node");
    assert_eq!(encode(&scenario).query, "v=1&nodes=a!,b,c,d%21");
    // Any numbers that rise; of equal ones, and without one, the earlier row.
    let read = decode("nodes=a!9,b!5,c!,d!5");
    assert_eq!(read.scenario.fleet.downs(), [2, 1, 3, 0].map(NodeId));
    assert_eq!(encode(&read.scenario).query, "v=1&nodes=a!4,b!2,c!1,d!3");
}

#[test]
fn vacant_buckets_travel_with_their_place_in_the_order() {
    let down = |id| Command::SetUp { id: NodeId(id), up: false };
    let gone = |id| Command::RemoveNode(NodeId(id));
    let mut scenario =
        Scenario { algorithm: Algorithm::from_id("anchor").unwrap(), ..with_names(["a", "b", "c", "d", "e", "f"]) };
    for (command, query) in [
        (gone(1), "a,c@2,d@3,e@4,f@5&vacant=1"),
        (gone(2), "a,d@3,e@4,f@5&vacant=1-2"),
        // All vacant ones went before.
        (down(0), "a!,d@3,e@4,f@5&vacant=1-2"),
        (gone(4), "a!3,d@3,f@5&vacant=1-2!1,4!4"),
        (gone(3), "a!3,f@5&vacant=1-2!1,4-3!4"),
        (gone(0), "f@5&vacant=1-2,0,4-3"),
    ] {
        scenario.apply(command).expect("a node");
        assert_eq!(encode(&scenario).query, format!("v=1&alg=anchor&nodes={query}"));
        assert_eq!(decode(&encode(&scenario).query).scenario, scenario);
    }
    // A mark of a bucket counts those of nodes alone.
    let read = decode("nodes=a^2,b,c^0&vacant=0,3").scenario.fleet;
    assert_eq!(read.nodes().iter().map(|node| node.bucket).collect::<Vec<_>>(), [4, 2, 1]);
    // Any numbers that rise; of equal ones, and without one, the vacant bucket.
    let read = decode("nodes=a!9,b!5,c!&vacant=0!9,1-2,5!5").scenario.fleet;
    let [a, b, c] = [0, 1, 2].map(|id| Removed::Down(NodeId(id)));
    let vacant = Removed::Vacant;
    assert_eq!(read.removed(), [vacant(1), vacant(2), c, vacant(5), b, vacant(0), a]);
    // The default fleet, too, can have some.
    let read = decode("vacant=8").scenario;
    assert_eq!((read.fleet.nodes(), read.fleet.buckets()), (Scenario::default().fleet.nodes(), 9));
    assert_eq!(encode(&read).query, "v=1&vacant=8");
}

#[test]
fn vacant_buckets_that_do_not_fit_are_none() {
    for value in [
        "",
        "x",
        "1,",
        "1,1",
        "0-2,1",
        "3-",
        "-3",
        "1!",
        "1!x",
        "4",
        "0-4294967295",
        "4294967295-0",
        "0-1024",
        "99999999999",
        "1 2",
    ] {
        let decoded = decode(&format!("nodes=a!2,b,c!1&vacant={value}"));
        assert_eq!(decoded.scenario, decode("nodes=a!2,b,c!1").scenario, "{value}");
        let [note] = &decoded.notes[..] else { panic!("{value}: {:?}", decoded.notes) };
        assert!(note.to_string().contains("each once and below the count of nodes"), "{note}");
        check_notes(&decoded.notes);
    }
    assert_eq!(decode("nodes=a&vacant=0-1023").scenario.fleet.buckets(), 1_025);
}

#[test]
fn urls_as_names_can_be_read_and_typed() {
    let scenario = with_names(["http://127.0.0.1:9001", "http://127.0.0.1:9002", "unix:/run/~cache/a.sock"]);
    let query = "v=1&nodes=http://127.0.0.1:9001,http://127.0.0.1:9002,unix:/run/~cache/a.sock";
    assert_eq!(encode(&scenario).query.replace("~~", "~"), query);
    assert_eq!(decode(query).scenario, scenario);
    assert_eq!(decode("nodes=http://a:1,http://b:1").scenario, with_names(["http://a:1", "http://b:1"]));
}

#[test]
fn a_link_ends_with_no_punctuation_that_could_be_cut_off() {
    for (name, end) in [("a!", "%21"), ("a.", "%2E"), ("a*", "%2A"), ("a~", "%7E"), ("a-", "%2D"), ("a/", "%2F")] {
        let scenario = with_names([name]);
        let query = encode(&scenario).query;
        assert!(query.ends_with(end), "{query}");
        assert_eq!(decode(&query).scenario, scenario);
    }
    let down = after([Command::SetUp { id: NodeId(7), up: false }]);
    assert!(encode(&down).query.ends_with(",cache-08%21"));
    assert_eq!(decode(&encode(&down).query).scenario, down);
}

#[test]
fn settings_of_the_other_algorithms_travel_too() {
    let scenario = after([
        Command::Set(&ring::VIRTUAL_NODES, Value::Count(500)),
        Command::Set(&jump::GAP, Value::Choice(1)),
        Command::SetAlgorithm(Algorithm::from_id("modulo").unwrap()),
    ]);
    let query = encode(&scenario).query;
    assert_eq!(query, "v=1&alg=modulo&vn=500&swap=1");
    assert_eq!(decode(&query).scenario, scenario);
}

#[test]
fn a_table_travels_as_far_as_it_is_not_freshly_dealt() {
    let table = after([Command::SetAlgorithm(Algorithm::from_id("coordinator").unwrap())]);
    assert_eq!(encode(&table).query, "v=1&alg=coordinator");
    let changed = |mut scenario: Scenario, command: Command| {
        scenario.apply(command).expect("a change");
        let query = encode(&scenario).query;
        assert_eq!(decode(&query).scenario, scenario, "{query}");
        (scenario, query)
    };
    // A pin moves no shard: the version alone is another one.
    let pin = Command::Pin { tenant: "acme,*".into(), to: NodeId(3) };
    assert_eq!(changed(table.clone(), pin).1, "v=1&alg=coordinator&pins=acme~,~*@3&shards=2");
    let (moved, query) = changed(table.clone(), Command::MoveShard { shard: 2, to: NodeId(7) });
    assert_eq!(query, format!("v=1&alg=coordinator&shards=2.017{}", &"01234567".repeat(32)[3..]));
    let (_, query) = changed(moved, Command::SetDrained { id: NodeId(0), drained: true });
    assert!(query.starts_with("v=1&alg=coordinator&drained=0&shards=34.") && query.len() < 320, "{query}");
    // Up to 36 nodes have one digit, more of them two; and the digits count places, not ids.
    for (nodes, digits) in [(36, 1), (37, 2)] {
        let many = changed(table.clone(), Command::SetNodeCount(nodes)).0;
        let (many, _) = changed(many, Command::RemoveNode(NodeId(0)));
        let (_, query) = changed(many, Command::AddNode { name: "new".into(), weight: Weight::ONE });
        let shards = query.split("&shards=").nth(1).map(|text| text.split_once('.').unwrap().1.len());
        assert_eq!(shards, Some(256 * digits), "{nodes}");
    }
    // Whoever counts no more owns nothing in a link.
    let of = |nodes: &str| decode(&format!("alg=coordinator&nodes={nodes}&shards=9.{}", "01".repeat(128)));
    assert_eq!((of("a,b").notes, of("a,b").scenario.fleet.shards().version()), (vec![], 9));
    for nodes in ["a,b!", "a,b*0", "a", ""] {
        assert_eq!((of(nodes).notes.len(), of(nodes).scenario.fleet.kept_shards()), (1, None), "{nodes}");
    }
    let drained = decode(&format!("alg=coordinator&nodes=a,b&drained=1&shards=9.{}", "01".repeat(128)));
    assert_eq!(drained.notes.len(), 1);
    assert!(drained.scenario.fleet.shards().owners().iter().all(|&owner| owner == Some(NodeId(0))));
}

#[test]
fn a_list_of_keys_travels_up_to_its_limit() {
    let fitting = with_list(&["key"; 500].join("\n"));
    assert_eq!(encode(&fitting).notes, []);
    assert_eq!(decode(&encode(&fitting).query).scenario, fitting);

    // The digest is what `printf '%s' … | sha1sum` begins with: the text is a thousand times "key", joined by LF.
    let longer = with_list(&["key"; 1_000].join("\n"));
    let encoded = encode(&longer);
    let digest = "9ccbc19c".to_owned();
    assert_eq!(encoded.query, format!("v=1&list=~1000.{digest}"));
    assert_eq!(encoded.notes, [Note::KeysStay { count: 1_000, digest: digest.clone() }]);
    let decoded = decode(&encoded.query);
    assert_eq!(decoded.scenario, Scenario::default());
    assert_eq!(decoded.notes, [Note::KeysElsewhere { count: 1_000, digest }]);
}

#[test]
fn the_limit_of_a_list_is_met_to_the_byte() {
    let travels = |bytes: usize| encode(&with_list(&"k".repeat(bytes))).notes.is_empty();
    assert!(travels(limits::LINK_LIST_BYTES) && !travels(limits::LINK_LIST_BYTES + 1));
}

#[test]
fn a_list_that_looks_like_the_digest_of_one_is_still_a_list() {
    for text in ["~1000.9ccbc19c", "~", "~~", "~~1000.9ccbc19c", "~a\n~b", "a\n~b"] {
        let scenario = with_list(text);
        assert_eq!(decode(&encode(&scenario).query).scenario, scenario, "{text}");
    }
    // By hand, without the escape.
    assert_eq!(decode("list=~user%0Ab").scenario, with_list("~user\nb"));
    assert_eq!(decode("list=~1000.9CCBC19C").scenario, with_list("~1000.9CCBC19C"));
}

#[test]
fn requests_travel_with_their_keys() {
    let scenario = with_list("a\t5\nb");
    assert_eq!(encode(&scenario).query, "v=1&list=a%095%0Ab%091");
    assert_eq!(decode("list=a%095%0Ab").scenario, scenario);
    assert_ne!(decode("list=a%0Ab").scenario, scenario);
}

#[test]
fn a_list_that_leaves_no_room_for_the_fleet_stays_behind() {
    let mut scenario = with_list(&"\u{1f511}".repeat(400));
    assert_eq!(encode(&scenario).notes, []);
    scenario.fleet = Fleet::from_names((0..400).map(|number| format!("cache-{number}"))).expect("names");
    let encoded = encode(&scenario);
    assert!(!encoded.is_too_long());
    assert!(matches!(encoded.notes[..], [Note::KeysStay { count: 1, .. }]), "{:?}", encoded.notes);
    assert_eq!(decode(&encoded.query).scenario.fleet, scenario.fleet);
}

#[test]
fn a_fleet_too_large_for_a_link_is_said_to_be() {
    let scenario = after([Command::SetNodeCount(1_000)]);
    let encoded = encode(&scenario);
    assert!(encoded.is_too_long());
    assert_eq!(encoded.notes, [Note::TooLongToWrite { characters: encoded.query.len() }]);
    assert_eq!(decode(&encoded.query).scenario, Scenario::default());
}

// ---- Reading what is not as it should be ----

/// The notes of a link as sentences, and the link that it is read as.
fn read(link: &str) -> (Vec<String>, String) {
    let decoded = decode(link);
    (decoded.notes.iter().map(Note::to_string).collect(), encode(&decoded.scenario).query)
}

#[test]
fn each_thing_that_is_wrong_is_said_and_repaired() {
    let known = algorithm::ALL.map(|one| one.id).join(", ");
    let no_such_algorithm = format!("alg: “ketama” is not taken; the default stands. Algorithm: one of {known}.");
    for (link, query, notes) in [
        (
            "v=2&vn=500",
            "v=1&vn=500",
            &["This link is of version 2, newer than this page. What is understood of it is shown."][..],
        ),
        (
            "v=99999999999999999999",
            "v=1",
            &["This link is of version 99999999999999999999, newer than this page. What is understood of it is shown."],
        ),
        (
            "zone=eu&v=2",
            "v=1",
            &[
                "This link is of version 2, newer than this page. What is understood of it is shown.",
                "The link has a field “zone”, which is not known and ignored.",
            ],
        ),
        ("v=0", "v=1", &["v: “0” is not taken; the default stands. A version is a whole number from 1."]),
        ("v=x", "v=1", &["v: “x” is not taken; the default stands. A version is a whole number from 1."]),
        ("v=", "v=1", &["v: “” is not taken; the default stands. A version is a whole number from 1."]),
        ("utm_source=chat&n=5", "v=1&n=5", &["The link has a field “utm_source”, which is not known and ignored."]),
        (
            "seed=7&drill=nginx",
            "v=1",
            &[
                "The link has a field “seed”, which is not known to this version of the page and ignored.",
                "drill: “nginx” is not taken; the default stands. Drill: one of add, grow, dies, reference, flap, views, hot, \
                 durable, points.",
            ],
        ),
        ("embed=1&theme=dark&show=ring&controls=0&motion=0&title=T&lock=1", "v=1", &[]),
        ("n=5&n=6", "v=1&n=6", &["The field n stands more than once in the link. The last counts."]),
        (
            "keys=%zz{i}%",
            "v=1&keys=%25zz%7Bi%7D%25",
            &["The field keys has a % that is not followed by two hexadecimal digits. It is taken as a plain %."],
        ),
        (
            "nodes=%ff",
            "v=1&nodes=%EF%BF%BD",
            &["The field nodes has bytes that are not UTF-8. A replacement character stands in their place."],
        ),
        ("alg=ketama", "v=1", &[&no_such_algorithm]),
        ("vn=0", "v=1", &["vn: “0” is not taken; the default stands. Virtual nodes: a whole number from 1 to 10,000."]),
        (
            "alg=maglev&table=65536",
            "v=1&alg=maglev",
            &["table: “65536” is not taken; the default stands. \
               Table size: one of 65537, 13, 31, 251, 1021, 4093, 16381, 131071, 655373."],
        ),
        (
            "label=%23{i}",
            "v=1",
            &["label: “#{i}” is not taken; the default stands. \
               A label needs {node}, the place of the node's name: {node}#{i}, for instance."],
        ),
        (
            "keys=user",
            "v=1",
            &["keys: “user” is not taken; the default stands. \
               A key pattern needs {i}, the place of the counter: user:{i}, for instance."],
        ),
        (
            "n=1000001",
            "v=1",
            &["n: “1000001” is not taken; the default stands. Number of keys: a whole number from 0 to 1,000,000."],
        ),
        (
            "from=-1",
            "v=1",
            &["from: “-1” is not taken; the default stands. First value: a whole number from 0 to 4,294,967,295."],
        ),
        (
            "drained=8&nodes=a,b",
            "v=1&nodes=a,b",
            &["drained: “8” is not taken; the default stands. \
               Drained are nodes by their places, with commas between: 2,5."],
        ),
        (
            "pins=acme:@1,acme:@2",
            "v=1",
            &["pins: “acme:@1,acme:@2” is not taken; the default stands. \
               A pin is what keys begin with, @ and the place of a node: user:42@3."],
        ),
        (
            "shards=29.0123&pins=a@1",
            "v=1&pins=a@1",
            &["shards: “29.0123” is not taken; the default stands. The table is its version, or version, dot and 256 \
               places of nodes that can own keys, in digits to the base 36."],
        ),
        (
            "list=%0A",
            "v=1",
            &["list: “\u{fffd}” is not taken; the default stands. \
               There is no key in that text: one key a line is wanted."],
        ),
        ("list=a&n=7", "v=1&list=a", &["The field n is ignored, because the link has a list of keys as well."]),
        (
            "list=~3.00000000&n=7",
            "v=1&n=7",
            &["This link was made with a list of 3 keys (digest 00000000) that was too long to travel. \
               Other keys stand here instead; paste the list to see the same."],
        ),
        (
            "space=64",
            "v=1",
            &["space: “64” is not taken; the default stands. FNV-1a 32 has 32 bits. \
               For a space of 64 bits take FNV-1a 64, xxHash64, MD5 or SHA-1, without the finaliser."],
        ),
        (
            "space=64&hash=xxhash64&khash=md5.fmix32",
            "v=1&hash=xxhash64&khash=md5.fmix32",
            &["space: “64” is not taken; the default stands. MD5 + fmix32 has 32 bits. \
               For a space of 64 bits take FNV-1a 64, xxHash64, MD5 or SHA-1, without the finaliser."],
        ),
        (
            "nodes=a*100,b*700&vn=10000",
            "v=1&vn=5000&nodes=a*100,b*700",
            &["vn: 10,000 makes 8,000,000 virtual nodes in all, and up to 4,000,000 can be placed. \
               5,000 is taken instead."],
        ),
        // Elsewhere than on a ring so many virtual nodes do no harm.
        ("alg=jump&nodes=a*100,b*700&vn=10000", "v=1&alg=jump&vn=10000&nodes=a*100,b*700", &[]),
    ] {
        let (said, read_as) = read(link);
        assert_eq!(said, notes, "{link}");
        assert_eq!(read_as, query, "{link}");
    }
}

#[test]
fn each_fault_of_a_node_is_said_and_repaired() {
    for (nodes, query, notes) in [
        (
            "a,,b,",
            "a,b",
            &["nodes: number 2 has no name and is left out.", "nodes: number 4 has no name and is left out."][..],
        ),
        ("a,b*2,a*3", "a,b*2", &["nodes: “a” stands there twice; the second one is left out."]),
        (
            "a*x",
            "a",
            &["nodes: “a” has weight 1, because “x” is no weight from 0 to 1,000 with at most two decimal places. \
               A * in a name is written ~*."],
        ),
        (
            "a*1000.01,b*-1!",
            "a,b%21",
            &[
                "nodes: “a” has weight 1, because “1000.01” is no weight from 0 to 1,000 with at most two decimal \
                 places. A * in a name is written ~*.",
                "nodes: “b” has weight 1, because “-1” is no weight from 0 to 1,000 with at most two decimal places. \
                 A * in a name is written ~*.",
            ],
        ),
        (
            "user@host",
            "user",
            &["nodes: “user” has the id of its place, because “host” is no id. An @ in a name is written ~@."],
        ),
        (
            "a@4294967296,b@4000000000",
            "a,b@4000000000",
            &["nodes: “a” has the id of its place, because “4294967296” is no id. An @ in a name is written ~@."],
        ),
        ("a@5,b@5", "a@5,b", &["nodes: “b” has id 1, because another node has id 5."]),
        ("a@1,b", "a@1,b@0", &["nodes: “b” has id 0, because another node has id 1."]),
        ("a^1,b", "a%5E1,b%5E0", &["nodes: “b” has bucket 0, because another node has bucket 1."]),
        ("a^1,b^1,c", "a%5E1,b%5E0,c", &["nodes: “b” has bucket 0, because another node has bucket 1."]),
        (
            "a^7,b^",
            "a,b",
            &[
                "nodes: “b” has the bucket of its place, because “” is no number below the count of nodes. \
                 A ^ in a name is written ~^.",
                "nodes: “a” has the bucket of its place, because “7” is no number below the count of nodes. \
                 A ^ in a name is written ~^.",
            ],
        ),
        ("a*2*3", "a*3", &["nodes: “a” has more than one *. The last one counts."]),
        ("a!b", "a%21", &["nodes: “a” is down, and “b” after its ! is left out. A ! in a name is written ~!."]),
        // Marks in any order, and an escape before nothing special.
        ("b^0@3!*0.5,~a~", "b*0.5!@3,~~a~%7E", &[]),
    ] {
        let (said, read_as) = read(&format!("nodes={nodes}"));
        assert_eq!(said, notes, "{nodes}");
        assert_eq!(read_as, format!("v=1&nodes={query}"), "{nodes}");
    }
}

#[test]
fn a_node_whose_name_is_too_long_is_left_out() {
    let (said, read_as) = read(&format!("nodes={},b", "x".repeat(limits::NAME_BYTES + 1)));
    assert_eq!(said, [format!("nodes: “{}…” is left out: a name can have up to 1,000 bytes.", "x".repeat(60))]);
    assert_eq!(read_as, "v=1&nodes=b");
}

#[test]
fn a_fleet_without_a_single_usable_node_is_the_default_one() {
    let (said, read_as) = read("nodes=,*2");
    assert_eq!(said.last().unwrap(), "nodes: “,*2” is not taken; the default stands. It names no node that can serve.");
    assert_eq!(read_as, "v=1");
}

#[test]
fn a_link_that_is_too_long_is_not_read() {
    let fill = |length: usize| format!("?n=5&title={}", "x".repeat(length - "n=5&title=".len()));
    assert_eq!(read(&fill(limits::LINK_CHARACTERS)), (vec![], "v=1&n=5".into()));
    let said = "This link has 8,001 characters, and up to 8,000 are read. The default scenario is shown instead.";
    assert_eq!(read(&fill(limits::LINK_CHARACTERS + 1)), (vec![said.into()], "v=1".into()));
    assert_eq!(
        Note::TooLongToWrite { characters: 9_893 }.to_string(),
        "A link to this scenario would have 9,893 characters, and up to 8,000 can be read. It stays in this tab."
    );
    assert_eq!(
        Note::KeysStay { count: 1_000, digest: "9ccbc19c".into() }.to_string(),
        "The list of 1,000 keys (digest 9ccbc19c) is too long for a link and stays in this tab."
    );
}

#[test]
fn notes_are_few_and_short() {
    let link = format!("hash={}&{}", "\u{202e}x\n".repeat(50), "y=1&".repeat(30));
    let (said, _) = read(&link);
    assert_eq!(said.len(), 21);
    assert_eq!(said[20], "And 11 notes more of this kind.");
    let (said, _) = read(&format!("{}=1&hash={}", "f".repeat(500), "\u{202e}x\n".repeat(50)));
    assert_eq!(
        said,
        [
            format!("The link has a field “{}…”, which is not known and ignored.", "f".repeat(60)),
            format!(
                "hash: “{}…” is not taken; the default stands. \
                 Hash: one of fnv1a32, murmur3, xxhash64, md5, sha1, crc32, fnv1a64.",
                "\u{fffd}x\u{fffd}".repeat(20)
            )
        ]
    );
    assert_eq!(Note::More(1).to_string(), "And 1 note more of this kind.");
}

#[test]
fn a_bad_value_of_any_parameter_or_mark_has_a_note_that_fits() {
    for parameter in algorithm::all_parameters() {
        let decoded = decode(&format!("{}={}", parameter.field, "\u{1f511}".repeat(300)));
        assert_eq!(decoded.scenario, Scenario::default());
        assert_eq!(decoded.notes.len(), 1, "{}", parameter.field);
        check_notes(&decoded.notes);
    }
    for mark in ["*", "@", "^", "!"] {
        let long = "\u{1f511}".repeat(100);
        let decoded = decode(&format!("nodes={long}{mark}{long}"));
        assert_eq!(decoded.notes.len(), 1, "{mark}");
        check_notes(&decoded.notes);
    }
}

fn check_notes(notes: &[Note]) {
    assert!(notes.len() <= 21);
    for note in notes {
        let text = note.to_string();
        assert!(text.ends_with('.') && text.chars().count() < 300, "{text}");
        assert!(!text.contains(|c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c)), "{text:?}");
    }
}

// ---- Laws ----

/// Names that people use, names made of what the grammar is made of, and any text at all.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,5}-[0-9]{2}",
        "http://10\\.0\\.0\\.[0-9]{1,3}:9[0-9]{3}",
        "[,*!@^~%&=+#?; a1é\u{1f511}\u{5d0}\u{202e}]{1,8}",
        any::<String>().prop_filter("an empty name", |name| !name.is_empty()),
    ]
}

fn weight() -> impl Strategy<Value = Weight> {
    prop_oneof![0u32..=1_000, 0u32..=100_000].prop_map(|hundredths| Weight::from_hundredths(hundredths).unwrap())
}

fn value(parameter: &'static Parameter) -> BoxedStrategy<Value> {
    match parameter.kind {
        Kind::Count { least, most, .. } => (least..=most).prop_map(Value::Count).boxed(),
        Kind::Choice(options) => (0..options.len()).prop_map(Value::Choice).boxed(),
        Kind::Switch => any::<bool>().prop_map(Value::Switch).boxed(),
        Kind::Label { .. } => (any::<String>(), any::<String>())
            .prop_map(|(before, after)| Value::Label(format!("{before}{{node}}{after}")))
            .boxed(),
        Kind::Assignment(units) => given(units).boxed(),
    }
}

/// What is given to a few names; nothing where two would share it.
fn given(units: &'static Units) -> impl Strategy<Value = Value> {
    let parts = prop::collection::vec(0..1_000i64, 0..4)
        .prop_map(|parts| parts.into_iter().map(|part| (part, part)).collect::<Vec<_>>());
    prop::collection::vec((name(), parts), 0..4).prop_map(|all| Assignment::new(units, all).unwrap_or_default().value())
}

fn keys() -> impl Strategy<Value = Keys> {
    let pattern = (any::<String>(), any::<u32>(), 0..=limits::KEYS).prop_map(|(text, first, count)| Keys::Pattern {
        pattern: format!("{text}{{i}}"),
        first,
        count,
    });
    let list =
        prop::collection::vec(prop_oneof![any::<String>(), "[~a0.\r ]{1,12}", "[~a0.\r ]{1,4}\t[0-9]{1,4}"], 1..100)
            .prop_filter_map("no key at all", |lines| KeyList::parse(&lines.join("\n")).ok().map(Keys::List));
    prop_oneof![pattern, list]
}

/// A command; which node it is about is settled when the fleet is known.
#[derive(Clone, Debug)]
enum Step {
    Remove(Index),
    Rename(Index, String),
    SetWeight(Index, Weight),
    SetUp(Index, bool),
    MoveShard(u32, Index),
    Pin(String, Index),
    Drain(Index, bool),
    Plain(Command),
}

impl Step {
    fn command(self, fleet: &Fleet) -> Option<Command> {
        let id = |at: Index| (!fleet.nodes().is_empty()).then(|| fleet.nodes()[at.index(fleet.nodes().len())].id);
        Some(match self {
            Self::Remove(at) => Command::RemoveNode(id(at)?),
            Self::Rename(at, name) => Command::Rename { id: id(at)?, name },
            Self::SetWeight(at, weight) => Command::SetWeight { id: id(at)?, weight },
            Self::SetUp(at, up) => Command::SetUp { id: id(at)?, up },
            Self::MoveShard(shard, at) => Command::MoveShard { shard, to: id(at)? },
            Self::Pin(tenant, at) => Command::Pin { tenant, to: id(at)? },
            Self::Drain(at, drained) => Command::SetDrained { id: id(at)?, drained },
            Self::Plain(command) => command,
        })
    }
}

fn step() -> impl Strategy<Value = Step> {
    let node = any::<Index>;
    let parameters = algorithm::all_parameters();
    let set = (0..parameters.len()).prop_flat_map(move |at| {
        let parameter = parameters[at];
        value(parameter).prop_map(move |value| Command::Set(parameter, value))
    });
    prop_oneof![
        3 => (name(), weight()).prop_map(|(name, weight)| Step::Plain(Command::AddNode { name, weight })),
        4 => node().prop_map(Step::Remove),
        2 => (node(), name()).prop_map(|(at, name)| Step::Rename(at, name)),
        2 => (node(), weight()).prop_map(|(at, weight)| Step::SetWeight(at, weight)),
        2 => (node(), any::<bool>()).prop_map(|(at, up)| Step::SetUp(at, up)),
        1 => (0u32..12).prop_map(|count| Step::Plain(Command::SetNodeCount(count))),
        1 => (0u32..256, node()).prop_map(|(shard, at)| Step::MoveShard(shard, at)),
        1 => (name(), node()).prop_map(|(tenant, at)| Step::Pin(tenant, at)),
        1 => (node(), any::<bool>()).prop_map(|(at, drained)| Step::Drain(at, drained)),
        1 => Just(Step::Plain(Command::SetAlgorithm(Algorithm::from_id("coordinator").unwrap()))),
        // Those that leave buckets vacant.
        2 => prop::sample::select(vec!["dx", "anchor", "memento"])
            .prop_map(|id| Step::Plain(Command::SetAlgorithm(Algorithm::from_id(id).unwrap()))),
        1 => prop::sample::select(Algorithm::every().collect::<Vec<_>>())
            .prop_map(|algorithm| Step::Plain(Command::SetAlgorithm(algorithm))),
        6 => set.prop_map(Step::Plain),
        // Seldom reached by chance: buckets out of order, and a space of 64 bits.
        2 => Just(Step::Plain(Command::Set(&jump::GAP, Value::Choice(1)))),
        1 => Just(Step::Plain(Command::Set(&parameter::HASH, parameter::hash_value(HashFn::XxHash64)))),
        1 => Just(Step::Plain(Command::Set(&parameter::SPACE, Value::Choice(1)))),
        1 => keys().prop_map(|keys| Step::Plain(Command::SetKeys(keys))),
    ]
}

/// A scenario reached by commands, those that are refused left out.
fn scenario() -> impl Strategy<Value = Scenario> {
    prop::collection::vec(step(), 0..30).prop_map(|steps| {
        let mut scenario = Scenario::default();
        for step in steps {
            if let Some(command) = step.command(&scenario.fleet) {
                let _ = scenario.apply(command);
            }
        }
        scenario
    })
}

/// Each key of a list with its requests.
fn each_key(keys: &Keys) -> Option<Vec<(String, Option<u32>)>> {
    let Keys::List(list) = keys else { return None };
    let count = |at| list.counts().map(|counts| counts[at as usize]);
    Some((0..list.len()).map(|at| (list.get(at).to_owned(), count(at))).collect())
}

/// Written and read again it is the same, as far as nothing is said to stay behind.
fn check_round_trip(scenario: &Scenario) {
    let encoded = encode(scenario);
    let query = &encoded.query;
    check_notes(&encoded.notes);
    assert!(query.starts_with("v=1"));
    assert!(query.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~:/@!*,%&=".contains(&byte)), "{query}");
    assert!(query.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '='), "{query}");
    let decoded = decode(query);
    if encoded.is_too_long() {
        assert!(matches!(decoded.notes[..], [Note::TooLongToRead { .. }]));
        return;
    }
    let mut expected = scenario.clone();
    match &encoded.notes[..] {
        [] => assert_eq!(decoded.notes, []),
        [Note::KeysStay { count, digest }] => {
            assert_eq!(decoded.notes, [Note::KeysElsewhere { count: *count, digest: digest.clone() }]);
            expected.keys = Keys::default();
        }
        notes => panic!("{notes:?}"),
    }
    // Lists are the same if their keys are, whatever blank lines stood between them.
    assert_eq!(each_key(&decoded.scenario.keys), each_key(&expected.keys));
    if each_key(&expected.keys).is_some() {
        expected.keys = decoded.scenario.keys.clone();
    }
    assert_eq!(decoded.scenario, expected, "{query}");
}

/// Whatever the text, the scenario is within its limits, the notes are fit to read, and the link made from what was
/// read is read without another word.
fn check_reading(text: &str) {
    let decoded = decode(text);
    check_notes(&decoded.notes);
    assert_eq!(decoded.scenario.check(), Ok(()), "{text:?}");
    check_round_trip(&decoded.scenario);
}

/// What links are made of, in no order.
fn shaped_like_a_link() -> impl Strategy<Value = String> {
    let fields = algorithm::all_parameters().into_iter().map(|one| one.field);
    let fields: Vec<&str> = fields
        .chain([
            "v", "alg", "sys", "nodes", "vacant", "drained", "pins", "shards", "keys", "from", "n", "list", "seed",
            "show", "zz",
        ])
        .collect();
    let crumbs = prop::sample::select(vec![
        "a",
        "b",
        "cache-01",
        "~",
        ",",
        "*",
        "!",
        "@",
        "^",
        "0",
        "1",
        "2",
        "64",
        "1000",
        "10000",
        "0.5",
        "4294967295",
        "99999999999",
        "{i}",
        "{node}",
        "ring",
        "jump",
        "modulo",
        "md5",
        "xxhash64",
        "fnv1a64.fmix32",
        "ccw",
        "%",
        "%2",
        "%2C",
        "%7e",
        "%0A",
        "%0D",
        "%ff",
        "%F0%9F",
        "%F0%9F%94%91",
        "+",
        " ",
        "\u{1f511}",
        "\u{5d0}",
        "é",
        "=",
        "?",
        "#",
        "1.00000000",
        "0-3",
        "5-2!1",
    ]);
    let field = (prop::sample::select(fields), prop::collection::vec(crumbs, 0..12))
        .prop_map(|(field, crumbs)| format!("{field}={}", crumbs.concat()));
    prop::collection::vec(field, 0..10).prop_map(|fields| fields.join("&"))
}

/// One way to break a link.
#[derive(Clone, Debug)]
enum Break {
    Cut(Index),
    Put(Index, char),
    Insert(Index, char),
    Drop(Index),
    Double(Index),
}

fn broken(query: &str, breaks: &[Break]) -> String {
    let mut chars: Vec<char> = query.chars().collect();
    for one in breaks {
        let (Break::Cut(at) | Break::Put(at, _) | Break::Insert(at, _) | Break::Drop(at) | Break::Double(at)) = one;
        if chars.is_empty() {
            break;
        }
        let at = at.index(chars.len());
        match one {
            Break::Cut(_) => chars.truncate(at),
            Break::Put(_, c) => chars[at] = *c,
            Break::Insert(_, c) => chars.insert(at, *c),
            Break::Drop(_) => drop(chars.remove(at)),
            Break::Double(_) => chars.extend_from_within(at..),
        }
    }
    chars.into_iter().collect()
}

fn a_break() -> impl Strategy<Value = Break> {
    let at = any::<Index>;
    let c = || prop_oneof!["[,*!@^~%&=+#?0-9a-f]".prop_map(|text| text.chars().next().unwrap()), any::<char>()];
    prop_oneof![
        at().prop_map(Break::Cut),
        (at(), c()).prop_map(|(at, c)| Break::Put(at, c)),
        (at(), c()).prop_map(|(at, c)| Break::Insert(at, c)),
        at().prop_map(Break::Drop),
        at().prop_map(Break::Double),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_scenario_written_and_read_is_the_same(scenario in scenario()) {
        check_round_trip(&scenario);
    }

    #[test]
    fn any_name_comes_back(names in prop::collection::hash_set(name(), 0..8)) {
        check_round_trip(&with_names(names));
    }

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        check_reading(&text);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..60), field in "(nodes|keys|label|list|n|v|%6e)=") {
        let encoded: String = bytes.iter().map(|byte| format!("%{byte:02x}")).collect();
        check_reading(&format!("{field}{encoded}"));
    }

    #[test]
    fn whatever_looks_like_a_link_is_read(text in shaped_like_a_link()) {
        check_reading(&text);
    }

    #[test]
    fn a_broken_link_is_read(scenario in scenario(), breaks in prop::collection::vec(a_break(), 1..6)) {
        check_reading(&broken(&encode(&scenario).query, &breaks));
    }
}
