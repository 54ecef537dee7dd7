//! Golden vectors: what stands in the file, held against recorded owners of a real system and read back by other means
//! than those that wrote it.

#![allow(clippy::expect_used)] // a test that cannot go on has nothing to report but that

use placement::{
    algorithm::Algorithm,
    fleet::{Fleet, Node, NodeId},
    golden::Vectors,
    keys::{KeyList, Keys},
    link,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};

/// A field taken out of percent-encoding, byte by byte.
fn decoded(field: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), field.bytes());
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits: String = rest.by_ref().take(2).map(char::from).collect();
            bytes.push(u8::from_str_radix(&digits, 16).expect("two digits"));
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

fn lines(file: &str, kind: &str) -> Vec<Vec<String>> {
    let of_kind = |line: &str| {
        let mut fields = line.split('\t').map(decoded);
        (fields.next().as_deref() == Some(kind)).then(|| fields.collect())
    };
    file.lines().filter(|line| !line.starts_with('#')).filter_map(of_kind).collect()
}

fn file(scenario: &Scenario) -> String {
    Vectors::new(&Snapshot::place(scenario, None)).whole()
}

#[test]
fn the_first_paint() {
    let file = file(&Scenario::default());
    assert!(file.starts_with("# Ringscope golden vectors, version 1\n# Scenario: ?v=1\nsetting\talgorithm\tring\n"));
    assert!(file.contains("\nsetting\tvn\t160\n") && file.contains("\nsetting\thash\tfnv1a32\n"));
    assert!(file.contains("\nnode\tcache-03\t1\tup\n") && file.ends_with("\nend\t100000\n"));
    let keys = lines(&file, "key");
    assert_eq!((keys.len(), keys[99_999][0].as_str()), (100_000, "user:99999"));
    // The loads that were published with the page's design.
    let count = |name: &str| keys.iter().filter(|key| key[1] == name).count();
    assert_eq!(["cache-01", "cache-03", "cache-08"].map(count), [10_841, 16_891, 6_788]);
}

#[test]
fn any_name_and_any_key_comes_back() {
    let names = [
        "tab\there",
        "two\nlines",
        "plus+and space",
        "100 %",
        "#hash",
        "Zürich 🧭",
        "nel\u{85}ls\u{2028}",
        "\\\"'`${x}</script>",
    ];
    let nodes = names.iter().zip(0..).map(|(name, at)| Node {
        id: NodeId(at),
        name: (*name).to_owned(),
        weight: Weight::from_hundredths(100 + at * 50).expect("a weight"),
        up: at != 3,
        bucket: at,
    });
    let texts = ["=1+1", "a b", "%41", "\u{0}\u{7f}", "ключ", "'; drop", "\u{feff}bom", "#not a comment"];
    let scenario = Scenario {
        fleet: Fleet::from_nodes(nodes).expect("names"),
        keys: Keys::List(KeyList::parse(&texts.join("\n")).expect("keys")),
        ..Scenario::default()
    };
    let file = file(&scenario);
    assert!(file.bytes().all(|byte| (b' '..=b'~').contains(&byte) || byte == b'\n' || byte == b'\t'));
    let nodes = lines(&file, "node");
    assert_eq!(nodes.iter().map(|node| node[0].as_str()).collect::<Vec<_>>(), names);
    assert_eq!((nodes[1][1].as_str(), nodes[3][2].as_str()), ("1.5", "down"));
    let keys = lines(&file, "key");
    let known: Vec<String> = (0..scenario.keys.len()).map(|at| scenario.keys.key(at)).collect();
    assert_eq!(keys.iter().map(|key| key[0].clone()).collect::<Vec<_>>(), known);
    assert!(known.len() >= 7 && keys.iter().all(|key| names.contains(&key[1].as_str()) && key[1] != "100 %"));
}

#[test]
fn nobody_owns_what_no_node_can_own() {
    let mut scenario = link::decode("n=3").scenario;
    scenario.apply(Command::SetNodeCount(0)).expect("no nodes");
    let file = file(&scenario);
    assert!(file.contains("\nkey\tuser:0\t\n") && file.ends_with("key\tuser:2\t\nend\t3\n"), "{file}");
}

#[test]
fn parts_make_the_whole() {
    let scenario = link::decode("n=2500&alg=rendezvous&hash=md5").scenario;
    let snapshot = Snapshot::place(&scenario, None);
    let vectors = Vectors::new(&snapshot);
    let mut parts = vectors.head();
    (0..3).for_each(|part| vectors.write(&mut parts, part * 1_000, 1_000));
    assert_eq!(parts + &vectors.foot(), vectors.whole());
}

/// What nginx 1.22.1 answered when it was asked; `tests/vectors/README.md` says how it was recorded.
#[test]
fn recorded_owners_of_nginx() {
    let recorded: serde_json::Value =
        serde_json::from_str(include_str!("vectors/nginx_chash_n8.json")).expect("a recorded file");
    let texts = |field: &str, read: fn(&serde_json::Value) -> &serde_json::Value| -> Vec<String> {
        let all = recorded[field].as_array().expect("a list");
        all.iter().map(|one| read(one).as_str().expect("a text").to_owned()).collect()
    };
    let (keys, owners) = (texts("keys", |key| key), texts("owners", |owner| owner));
    let scenario = Scenario {
        algorithm: Algorithm::from_id("nginx-consistent").expect("a system"),
        fleet: Fleet::from_names(texts("nodes", |node| &node["name"])).expect("names"),
        keys: Keys::List(KeyList::parse(&keys.join("\n")).expect("keys")),
        ..Scenario::default()
    };
    let written: Vec<String> = lines(&file(&scenario), "key").into_iter().map(|key| key[1].clone()).collect();
    assert_eq!(written, owners);
}
