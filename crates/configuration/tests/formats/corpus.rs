//! The kept texts: each is read as what it is taken for, and in every format.

use std::{collections::BTreeMap, fs, path::Path};

use configuration::{Format, Told, read, read_as};

use crate::laws;

/// For each text its format, the servers of each reading, and the lines that cannot be read.
const EXPECTED: [(&str, Format, &[usize], &[usize]); 18] = [
    ("envoy-cut.json", Format::Envoy, &[1], &[11]),
    ("envoy-dump.json", Format::Envoy, &[2], &[]),
    ("envoy-shapes.yaml", Format::Envoy, &[0, 0, 0], &[2, 4, 5, 9, 16, 17, 19, 20, 21]),
    ("envoy-tabs.yaml", Format::Envoy, &[0], &[4, 5]),
    ("haproxy-quoting.cfg", Format::Haproxy, &[2, 0, 2], &[5, 8]),
    ("haproxy-templates.cfg", Format::Haproxy, &[4], &[3, 4, 5, 7]),
    ("libmemcached-in-a-program.txt", Format::Libmemcached, &[3], &[3, 4, 5, 7]),
    ("libmemcached-list.txt", Format::Libmemcached, &[4], &[]),
    ("nginx-lua-and-maps.conf", Format::Nginx, &[1, 3, 2], &[]),
    ("nginx-no-text.bin", Format::Nginx, &[1], &[2, 3]),
    ("nginx-one-line.conf", Format::Nginx, &[3], &[]),
    ("nginx-unbalanced.conf", Format::Nginx, &[0, 1], &[1, 3, 5, 7]),
    ("nginx-windows.conf", Format::Nginx, &[2], &[]),
    ("nodetool-ranks.txt", Format::NodetoolRing, &[1], &[5]),
    ("redis-odd.txt", Format::RedisClusterNodes, &[2], &[2, 3]),
    ("twemproxy-laughs.yml", Format::Twemproxy, &[], &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("twemproxy-shared.yml", Format::Twemproxy, &[2, 2, 2], &[7, 11]),
    ("two-systems.txt", Format::Haproxy, &[1], &[]),
];

#[test]
fn each_is_read_as_is_known() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let readme = fs::read_to_string(folder.join("README.md")).expect("a list of them");
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        texts.insert(name, String::from_utf8_lossy(&fs::read(&path).expect("a text")).into_owned());
    }
    texts.remove("README.md");
    assert_eq!(texts.keys().map(String::as_str).collect::<Vec<_>>(), EXPECTED.map(|(name, ..)| name));
    for (name, format, servers, unreadable) in EXPECTED {
        let text = &texts[name];
        assert!(readme.contains(&format!("| `{name}` |")), "{name} is not in the list");
        let read = read(text);
        laws::hold(text, &read);
        assert_eq!(read.format, Some(format), "{name}");
        let counts: Vec<usize> = read.readings.iter().map(|reading| reading.servers.len()).collect();
        let is_unreadable = |told: &Told| matches!(told, Told::Unreadable(_));
        let lines: Vec<usize> =
            read.lines.iter().filter(|line| is_unreadable(&line.told)).map(|line| line.number).collect();
        assert_eq!((counts.as_slice(), lines.as_slice()), (servers, unreadable), "{name}: {:#?}", read.lines);
        for format in Format::ALL {
            laws::hold(text, &read_as(format, text));
        }
    }
}
