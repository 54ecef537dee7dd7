//! Every recorded placement is reproduced in full, and what a file says that is not understood is an error that names it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../examples/conformance/reader/mod.rs"]
mod reader;

use std::{fs, path::PathBuf};

use serde_json::{Value, json};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

fn vector(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder().join(name)).unwrap()).unwrap()
}

// Source: tests/vectors/README.md. The counts are those of the folder's own list of results, taken apart from this code.
#[test]
fn all_recorded_owners_are_reproduced() {
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let (mut owners, mut reproduced) = (0, 0);
    for file in &files {
        let report = reader::check(&fs::read_to_string(file).unwrap());
        let report = report.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(report.mismatches.is_empty(), "{}: {:?}", file.display(), report.mismatches);
        owners += report.owners;
        reproduced += report.reproduced;
    }
    assert_eq!((files.len(), owners, reproduced), (183, 31_562, 31_562));
}

/// The error of a file after a change.
fn error_after(name: &str, change: impl Fn(&mut Value)) -> String {
    let mut file = vector(name);
    change(&mut file);
    reader::check(&file.to_string()).expect_err("an error")
}

#[test]
fn what_is_not_known_is_named() {
    let set =
        |path: &'static str, value: Value| move |file: &mut Value| *file.pointer_mut(path).unwrap() = value.clone();
    let add = |name: &'static str, value: Value| move |file: &mut Value| file["settings"][name] = value.clone();
    for (error, name) in [
        (error_after("nginx_chash_n8.json", set("/id", json!("ngnix"))), "ngnix"),
        (error_after("nginx_chash_n8.json", set("/settings/kind", json!("owner"))), "owner"),
        (error_after("nginx_chash_n8.json", set("/settings/libc", json!("uclibc"))), "uclibc"),
        (error_after("nginx_chash_n8.json", add("avalanche", json!(true))), "avalanche"),
        (error_after("nginx_chash_n8.json", add("down", json!(["cache-09"]))), "cache-09"),
        (error_after("nginx_chash_n8.json", add("down_mode", json!("asleep"))), "asleep"),
        (error_after("nginx_chash_n8.json", add("key_part", json!("half"))), "half"),
        (error_after("nginx_chash_n8.json", add("key_encoding", json!("latin1"))), "latin1"),
        (error_after("twemproxy_ketama_md5_n8.json", set("/settings/hash", json!("md6"))), "md6"),
        (error_after("libmemcached_ketama_n8.json", set("/settings/hash", json!("crc32a"))), "crc32a"),
        (error_after("haproxy_map_djb2_n8.json", set("/settings/hash", json!("djb3"))), "djb3"),
        (error_after("envoy_ringhash_n8.json", set("/settings/hash", json!("XXHASH"))), "XXHASH"),
        (error_after("hash_standard.json", set("/settings/cases/0/hash", json!("crc33"))), "crc33"),
        (error_after("hash_standard.json", set("/settings/cases/0/format", json!("octal"))), "octal"),
        (error_after("envoy_maglev_n8.json", set("/settings/table_size", json!(65_536))), "65,536"),
        (error_after("groupcache_n8.json", set("/settings/replicas", json!("many"))), "replicas"),
        (error_after("groupcache_n8.json", set("/settings/replicas", json!(4_000_000_000u32))), "points"),
        (error_after("groupcache_n8.json", add("weighted", json!(true))), "weighted"),
        (error_after("groupcache_n8.json", set("/nodes/0", json!({"name": "a", "colour": "red"}))), "colour"),
        (error_after("redis_cluster_keyslot.json", set("/settings/slots", json!(1_000))), "1000"),
    ] {
        assert!(error.contains(name), "{name} is not named: {error}");
    }
}

#[test]
fn a_wrong_owner_is_found_and_counted() {
    let mut file = vector("nginx_chash_n8.json");
    let right = file["owners"][7].clone();
    file["owners"][7] = json!("cache-99:1");
    let report = reader::check(&file.to_string()).unwrap();
    assert_eq!((report.owners, report.reproduced, report.mismatches.len()), (110, 109, 1));
    assert!(report.mismatches[0].contains("user:7") && report.mismatches[0].contains(right.as_str().unwrap()));
}

#[test]
fn an_empty_file_is_an_error() {
    for text in ["", "[]", "{}", r#"{"id": "groupcache", "settings": {"kind": "owners"}}"#] {
        assert!(reader::check(text).is_err(), "{text}");
    }
}

/// Reads a small file made here and gives how many of its results there are, and how many are reproduced.
fn counted(file: &Value) -> (usize, usize) {
    let report = reader::check(&file.to_string()).unwrap();
    (report.owners, report.reproduced)
}

// What files may have that the recorded ones do not: the table is go-maglev's own test, the shards go-mpchash's.
#[test]
fn kinds_of_files_that_are_not_among_the_recorded_ones() {
    let backends = json!([{"name": "backend-0"}, {"name": "backend-1"}, {"name": "backend-2"}]);
    let maglev = json!({
        "id": "go-maglev", "settings": {"kind": "owners", "table_size": 7, "down": ["backend-1"], "down_mode": "ejected"},
        "nodes": backends, "keys": ["a", "b"], "key_int": ["8", 6], "owners": ["backend-2", "backend-0"],
        "table": [0, 2, 0, 2, 0, 2, 0]
    });
    assert_eq!(counted(&maglev), (9, 9));
    let table = json!({
        "id": "go-maglev", "settings": {"kind": "table", "table_size": 7}, "nodes": backends,
        "table": [1, 2, 0, 2, 0, 1, 1]
    });
    assert_eq!(counted(&table), (7, 6));
    let shards: Vec<Value> =
        (1..=6_000).map(|number| json!({"name": format!("shard-{number}"), "weight": 1})).collect();
    let mpchash = json!({
        "id": "go-mpchash", "settings": {"kind": "owners", "probes": 21, "seeds": [1, 2]}, "nodes": shards,
        "keys": ["shard-1", "shard-2"], "owners": ["shard-1389", "shard-4257"]
    });
    assert_eq!(counted(&mpchash), (2, 2));
    // A bucket that is removed last and taken back: as if nothing had been.
    let buckets = |steps: Value| {
        json!({
            "id": "x-buckets", "settings": {"kind": "buckets", "cases": [{
                "id": "hash4j-jumpback-anchor", "buckets": 1, "steps": steps, "input": ["numbers"], "input_encoding": "u64-dec",
                "result": ["results"]}]},
            "numbers": ["1", "18446744073709551615", 3], "results": [0, 0, 0]
        })
    };
    assert_eq!(counted(&buckets(json!(["+3", "-2", "-1", "-3"]))), (3, 3));
    assert!(reader::check(&buckets(json!(["*3"])).to_string()).is_err());
}

// nginx built with musl: of two servers with one point either is right, for the keys that the file lists. The pair is found
// as in `system_ties`: host only, so the chain begins with the name and a zero byte.
#[test]
fn undetermined_keys_may_have_either_owner() {
    let chain = |name: &str| -> Vec<u32> {
        let next = |previous: u32| crc32fast::hash(&[name.as_bytes(), &[0], &previous.to_le_bytes()].concat());
        std::iter::successors(Some(next(0)), |&point| Some(next(point))).take(160).collect()
    };
    let mut seen = std::collections::HashMap::new();
    let (first, second, point) = (0..20_000)
        .find_map(|number| {
            let name = format!("host-{number}-{:x}", crc32fast::hash(&[number as u8, (number >> 8) as u8]));
            let shared = chain(&name).into_iter().find_map(|point| Some((seen.get(&point).cloned()?, point)));
            chain(&name).into_iter().for_each(|point| drop(seen.insert(point, name.clone())));
            shared.filter(|(other, _)| *other != name).map(|(other, point): (String, u32)| (other, name, point))
        })
        .expect("two hosts that share a point");
    let before = chain(&first).into_iter().chain(chain(&second)).filter(|&one| one < point).max().unwrap_or(0);
    let key = (0..)
        .map(|number| format!("key:{number}"))
        .find(|key| (before + 1..=point).contains(&crc32fast::hash(key.as_bytes())))
        .expect("a key for it");
    let file = |owner: &str, libc: &str, undetermined: &[&str]| {
        json!({
            "id": "nginx-consistent", "settings": {"kind": "owners", "libc": libc, "undetermined": undetermined},
            "nodes": [{"name": first}, {"name": second}, ], "keys": [key], "owners": [owner]
        })
    };
    assert_eq!(counted(&file(&first, "glibc", &[])), (1, 1));
    assert_eq!(counted(&file(&second, "glibc", &[])), (1, 0));
    assert_eq!(counted(&file(&second, "musl", &[&key])), (1, 1));
    assert_eq!(counted(&file(&first, "musl", &[&key])), (1, 1));
    assert_eq!(counted(&file("other", "musl", &[&key])), (1, 0));
}

/// Owners of each id: how many there are in the folder.
fn owners_by_id() -> std::collections::BTreeMap<String, usize> {
    let mut owners = std::collections::BTreeMap::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let Ok(file) = serde_json::from_str::<Value>(&text) else { continue };
        *owners.entry(file["id"].as_str().unwrap().to_owned()).or_default() += reader::check(&text).unwrap().owners;
    }
    owners
}

#[test]
fn the_document_has_these_counts() {
    let document = fs::read_to_string(folder().join("../../../../docs/systems.md")).unwrap();
    for (id, owners) in owners_by_id() {
        let count = format!("{owners} of {owners}");
        let is_counted = document.lines().zip(document.lines().skip(1)).any(|(line, next)| {
            // A row of a table, or a sentence that may go on in the next line.
            let is_row = line.starts_with('|');
            line.contains(&format!("`{id}`")) && (line.contains(&count) || !is_row && next.contains(&count))
        });
        assert!(is_counted, "docs/systems.md does not say {count} of {id}");
    }
}
