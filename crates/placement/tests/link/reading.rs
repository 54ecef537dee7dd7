//! Reading what is not as it should be.

use placement::{
    algorithm, limits,
    link::{Note, decode, encode},
    scenario::Scenario,
};

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

/// Is each a short sentence, and are they few?
pub fn check_notes(notes: &[Note]) {
    assert!(notes.len() <= 21);
    for note in notes {
        let text = note.to_string();
        assert!(text.ends_with('.') && text.chars().count() < 300, "{text}");
        assert!(!text.contains(|c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c)), "{text:?}");
    }
}
