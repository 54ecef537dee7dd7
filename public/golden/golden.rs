//! Does this client place every key as Ringscope says? Needs Rust 1.65 or newer and no other crate.
//!
//! 1. Put this file into `tests/` of a crate, and `ringscope-vectors.txt` beside it.
//! 2. Put your client between the two lines below.
//! 3. `cargo test --test golden`

use std::collections::HashMap;

#[allow(dead_code)]
struct Node {
    name: String,
    weight: f64,
    is_up: bool,
}

// --- your client ---
// Gets the settings ("algorithm": "ring", "vn": "160", …) and the nodes in their order.
// Returns a function from a key to the name of its owner; "" where nobody owns it.
#[allow(clippy::all)]
fn make_client(_settings: HashMap<String, String>, _nodes: Vec<Node>) -> Box<dyn FnMut(&str) -> String> {
    panic!("Put your client here.")
}
// --- end of your client ---

/// A field taken out of percent-encoding.
fn decoded(field: &str) -> String {
    let bytes = field.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at] == b'%' {
            out.push(u8::from_str_radix(&field[at + 1..at + 3], 16).expect("two hexadecimal digits behind %"));
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn every_key_has_the_owner_of_the_golden_vectors() {
    let file = include_str!("ringscope-vectors.txt");
    assert!(
        file.starts_with("# Ringscope golden vectors, version 1\n"),
        "this test reads another version of the file"
    );
    let (mut settings, mut nodes, mut keys, mut end) = (HashMap::new(), Vec::new(), Vec::new(), None);
    for line in file.split('\n').filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<String> = line.split('\t').map(decoded).collect();
        match (fields[0].as_str(), &fields[1..]) {
            ("setting", [name, value, ..]) => {
                settings.insert(name.clone(), value.clone());
            }
            ("node", [name, weight, state, ..]) => {
                let weight = weight.parse().expect("a weight");
                nodes.push(Node { name: name.clone(), weight, is_up: state == "up" });
            }
            ("key", [key, owner, ..]) => keys.push((key.clone(), owner.clone())),
            ("end", [count, ..]) => end = count.parse().ok(),
            _ => {}
        }
    }
    assert_eq!(end, Some(keys.len()), "the file is not whole");
    assert!(!keys.is_empty(), "the file has no keys");
    let mut owner_of = make_client(settings, nodes);
    let mut wrong = Vec::new();
    // In their order: where loads are bounded, an owner hangs on the keys before.
    for (key, owner) in &keys {
        let found = owner_of(key);
        if found != *owner {
            wrong.push(format!("{key:?}: {found:?}, should be {owner:?}"));
        }
    }
    let first = wrong[..wrong.len().min(10)].join("\n");
    assert!(wrong.is_empty(), "{} of {} keys have another owner. The first:\n{first}", wrong.len(), keys.len());
}
