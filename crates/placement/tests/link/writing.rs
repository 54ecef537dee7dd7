//! What a link says, and that it is read as that.

use placement::{
    algorithm::{Algorithm, jump, ring},
    fleet::{Fleet, NodeId, Removed},
    keys::{KeyList, Keys},
    limits,
    link::{Note, decode, encode},
    parameter::Value,
    scenario::{Command, Scenario},
    weight::Weight,
};

use crate::reading::check_notes;

fn after(commands: impl IntoIterator<Item = Command>) -> Scenario {
    let mut scenario = Scenario::default();
    for command in commands {
        scenario.apply(command.clone()).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    }
    scenario
}

pub fn with_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Scenario {
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
