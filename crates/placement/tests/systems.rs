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
    assert_eq!((files.len(), owners, reproduced), (182, 31_462, 31_462));
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
