//! libmemcached.

use configuration::{Format, read, read_as};

use crate::sample::{Sample, check, servers, settings};

pub const SAMPLE: &Sample = &[
    ("# a string that is kept in a file", '.', ""),
    ("--SERVER=cache-01.example.com --server=10.0.0.2:11212/?3", 'r', "“10.0.0.2:11212”, weight 3."),
    ("--DISTRIBUTION=consistent,MD5 --HASH=FNV1A_32", 'r', "on a ring. The hash named with it is not used"),
    ("--SERVER=10.0.0.3/?2 --SOCKET=\"/run/mem cached.sock/?4\"", 'r', "“/run/mem cached.sock”, weight 4."),
    ("--BINARY-PROTOCOL --CONNECT-TIMEOUT=100", 'i', "no part"),
    ("--SERVER=10.0.0.3:11211", 'u', "stands on line 4 already"),
    ("--SERVER=10.0.0.4:99999", 'u', "no port"),
    ("--SERVER=10.0.0.5/?0", 'u', "no weight"),
    ("--HASH=SHA1", 'u', "no hash function"),
    ("--DISTRIBUTION=ketama", 'u', "no distribution"),
    ("--SORT-HOSTS", 'i', "in the order that is written"),
    ("--NAMESPACE=\"a b\" stray", 'u', "“stray” is no option"),
    ("--NAMESPACE=\"a b", 'u', "quotation mark"),
    ("INCLUDE \"/etc/more.conf\"", 'i', "cannot be followed"),
    ("END", 'r', "ends here"),
    ("--SERVER=10.0.0.6", 'i', "after END"),
];

#[test]
fn every_line_and_every_field() {
    let read = check(Format::Libmemcached, SAMPLE);
    let [reading] = &read.readings[..] else { panic!("one reading") };
    assert_eq!((reading.line, reading.system.clone()), (2, Ok("libmemcached-consistent")));
    assert_eq!(settings(reading), ["hash=\"fnv1a_32\"", "weighted=true", "default_port_dropped=11211"]);
    assert_eq!(
        servers(reading),
        ["cache-01.example.com:11211 1", "10.0.0.2:11212 3", "10.0.0.3:11211 2", "/run/mem cached.sock 4"]
    );
}

#[test]
fn weights_count_only_after_the_distribution() {
    // Adding a server of weight above 1 switches to weighted points where the distribution is consistent already.
    for (text, weighted, remarks) in [
        ("--SERVER=a:1/?2 --DISTRIBUTION=consistent --SERVER=b:1", false, 1),
        ("--DISTRIBUTION=consistent --SERVER=a:1/?2 --SERVER=b:1", true, 0),
        ("--DISTRIBUTION=consistent --SERVER=a:1/?1 --SERVER=b:1", false, 0),
    ] {
        let expected =
            ["hash=\"one_at_a_time\"".to_owned(), format!("weighted={weighted}"), "default_port_dropped=11211".into()];
        let reading = &read(text).readings[0];
        assert_eq!((settings(reading), reading.remarks.len()), (expected.to_vec(), remarks), "{text}");
    }
}

#[test]
fn lists_and_quoted_strings() {
    let list = read("10.0.0.1:11211:2, 10.0.0.2:11212 3,[::1]:11213,10.0.0.4:11214:0");
    assert_eq!(list.format, Some(Format::Libmemcached));
    assert_eq!(
        servers(&list.readings[0]),
        ["10.0.0.1:11211 2", "10.0.0.2:11212 3", "[::1]:11213 1", "10.0.0.4:11214 1"]
    );
    assert_eq!(
        (list.readings[0].system.clone(), settings(&list.readings[0])),
        (Ok("libmemcached-modula"), vec!["hash=\"one_at_a_time\"".to_owned()])
    );
    assert_eq!(list.readings[0].remarks, ["Without --DISTRIBUTION=consistent weights do not count."]);
    let quoted = read("    \"--SERVER=a:1 --DISTRIBUTION=random\";\n");
    assert_eq!(servers(&quoted.readings[0]), ["a:1 1"]);
    assert!(quoted.readings[0].system.is_err());
    let odd = read_as(Format::Libmemcached, "a:1,,b:x,:5");
    assert_eq!(servers(&odd.readings[0]), ["a:1 1"]);
    let words = odd.lines[0].told.words();
    assert!(words.contains("between two commas") && words.contains("“x” is no port") && words.contains("no host"));
}
