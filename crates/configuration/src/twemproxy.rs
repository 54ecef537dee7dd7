//! twemproxy (nutcracker): a YAML map of pools. After its notes on configuration; the format of a server and its limits
//! as its parser has them.

use crate::{
    reading::{Server, Value as Setting},
    transcript::Transcript,
    words::{NO_PART, number_within, port, quoted},
    yaml::{MERGE, Tree, Value},
};

/// The hash functions by the names of the configuration, which are those of the vectors.
const HASHES: [&str; 12] = [
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
];

/// The port that is left out of a label.
const DEFAULT_PORT: u64 = 11_211;

pub(crate) fn read(text: &str, transcript: &mut Transcript<'_>) {
    let tree = Tree::of(text);
    for document in tree.documents() {
        if !document.is_map() {
            transcript.unreadable(document.line(), "This is no map of pools.");
        }
        for (name, settings) in document.entries() {
            if !settings.is_map() {
                transcript.unreadable(name.line(), "A pool is a map of settings.");
            } else if transcript.begin(name.text().unwrap_or_default(), name.line()) {
                transcript.read(name.line(), format!("A pool, {}.", quoted(name.text().unwrap_or_default())));
                pool(settings, transcript);
                transcript.end();
            }
        }
    }
    tree.tell_fault(transcript);
}

fn pool(settings: Value<'_>, transcript: &mut Transcript<'_>) {
    let mut hash = "fnv1a_64";
    let mut system = Ok("twemproxy-ketama");
    let mut hash_tag = String::new();
    let mut servers = None;
    for (key, value) in settings.entries() {
        let line = key.line();
        let text = value.text().unwrap_or_default();
        match key.text().unwrap_or_default() {
            "servers" if value.is_list() => {
                transcript.ignored(line, "");
                servers = Some(value);
            }
            "servers" => transcript.unreadable(line, "The servers are no list."),
            "hash" => match HASHES.iter().find(|known| **known == text) {
                Some(known) => {
                    hash = known;
                    transcript.read(line, format!("Hash function {known}."));
                }
                None => transcript.unreadable(line, format!("{} is no hash function of twemproxy.", quoted(text))),
            },
            "distribution" => match text {
                "ketama" => {
                    system = Ok("twemproxy-ketama");
                    transcript.read(line, "Keys are placed on a ring.");
                }
                "modula" => {
                    system = Ok("twemproxy-modula");
                    transcript.read(line, "Keys are placed by the remainder of a division.");
                }
                "random" => {
                    system = Err("distribution: random does not place by a hash of a key.".to_owned());
                    transcript.read(line, "This chooses a server without a hash of a key.");
                }
                _ => transcript.unreadable(line, format!("{} is no distribution of twemproxy.", quoted(text))),
            },
            "hash_tag" if text.len() == 2 && text.is_ascii() => {
                hash_tag = text.to_owned();
                transcript.read(line, format!("Of a key only what stands between {} is hashed.", quoted(text)));
            }
            "hash_tag" => transcript.unreadable(line, "A hash tag is two characters, such as \"{}\"."),
            "<<" => transcript.unreadable(line, MERGE),
            "auto_eject_hosts" => {
                transcript
                    .ignored(line, "It says whether a server that fails leaves the ring; all are taken as they stand.");
            }
            _ => transcript.ignored(line, NO_PART),
        }
    }
    transcript.place_by(
        system,
        vec![
            ("hash", Setting::Text(hash.into())),
            ("hash_tag", Setting::Text(hash_tag)),
            ("default_port_dropped", Setting::Number(DEFAULT_PORT)),
        ],
    );
    match servers {
        None => transcript.remark("The pool has no servers."),
        Some(servers) => servers.items().for_each(|value| server(value, transcript)),
    }
}

/// `host:port:weight [name]`, or `/path:weight [name]`.
fn server(value: Value<'_>, transcript: &mut Transcript<'_>) {
    let line = value.line();
    let Some(text) = value.text() else { return transcript.unreadable(line, FORM) };
    let (address, label) = match text.split_once(' ') {
        Some((address, label)) => (address, Some(label.trim())),
        None => (text, None),
    };
    let Some((name, weight)) = address.rsplit_once(':').filter(|(name, _)| !name.is_empty()) else {
        return transcript.unreadable(line, FORM);
    };
    if !name.starts_with('/') {
        match name.rsplit_once(':') {
            Some((host, number)) if !host.is_empty() && port(number).is_some() => {}
            Some((host, number)) if !host.is_empty() => {
                return transcript.unreadable(line, format!("{} is no port: 1 to 65535.", quoted(number)));
            }
            _ => return transcript.unreadable(line, FORM),
        }
    }
    let Some(weight) = number_within(weight, 1, i32::MAX as u32) else {
        return transcript
            .unreadable(line, format!("{} is no weight: twemproxy takes whole numbers from 1.", quoted(weight)));
    };
    let label = label.filter(|label| !label.is_empty()).map(str::to_owned);
    let words = match &label {
        Some(label) => format!("A server, {}, weight {weight}, on the ring as {}.", quoted(name), quoted(label)),
        None => format!("A server, {}, weight {weight}.", quoted(name)),
    };
    transcript.add(Server { weight, label, ..Server::new(name, line) }, words);
}

const FORM: &str = "A server is written host:port:weight, with a name after a space or none.";
