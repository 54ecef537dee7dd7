//! HAProxy: `backend` and `listen` sections, with what they take from `defaults`. After its configuration manual; ids are
//! given to servers without one as HAProxy does it when it has read a section.

use std::collections::{HashMap, HashSet};

use crate::{
    haproxy_server::{ServerLine, ServerOptions},
    haproxy_words::words,
    limits,
    reading::{Server, Value},
    transcript::Transcript,
    words::{NO_PART, number, quoted},
};

/// What a section says of balancing, and takes from `defaults`. It is copied for every section, and so small.
#[derive(Clone, Default)]
struct Proxy {
    balance: Option<Balance>,
    hash_type: Option<HashType>,
    factor: u64,
    options: ServerOptions,
    /// The first line of a server that could not be read.
    unread: Option<usize>,
}

/// `balance ALGORITHM …`
#[derive(Clone)]
struct Balance {
    algorithm: String,
    /// What is hashed, as it is written.
    key: Option<String>,
    /// Whether only the first element of it counts, as in a list of a header.
    first_element: bool,
}

/// `hash-type METHOD [FUNCTION [avalanche]]`.
#[derive(Clone)]
struct HashType {
    consistent: bool,
    function: String,
    avalanche: bool,
}

/// Where a line stands.
enum Section {
    /// Before the first section, or in one that has no servers.
    Other,
    Defaults,
    Backend,
}

/// Section names that end the one before and are not read.
const OTHER_SECTIONS: [&str; 17] = [
    "global",
    "frontend",
    "peers",
    "resolvers",
    "userlist",
    "mailers",
    "program",
    "cache",
    "ring",
    "http-errors",
    "fcgi-app",
    "log-forward",
    "log-profile",
    "crt-store",
    "traces",
    "acme",
    "namespace_list",
];

const FUNCTIONS: [&str; 5] = ["sdbm", "djb2", "wt6", "crc32", "none"];

pub(crate) fn read(transcript: &mut Transcript<'_>) {
    let mut section = Section::Other;
    let mut defaults_name = String::new();
    let mut proxy = Proxy::default();
    let mut last_defaults = Proxy::default();
    let mut named_defaults: HashMap<String, Proxy> = HashMap::new();
    let mut servers: Vec<ServerLine> = Vec::new();
    for (line, text) in transcript.numbered() {
        let words = match words(text) {
            Ok(words) => words,
            Err(reason) => {
                let is_server = text.split_whitespace().next().is_some_and(|word| word.starts_with("server"));
                proxy.unread = proxy.unread.or(Some(line).filter(|_| is_server));
                transcript.unreadable(line, reason);
                continue;
            }
        };
        let Some((first, arguments)) = words.split_first() else { continue };
        let name = arguments.first().map_or("", String::as_str);
        let opens =
            matches!(first.as_str(), "defaults" | "backend" | "listen") || OTHER_SECTIONS.contains(&first.as_str());
        if opens {
            match section {
                Section::Backend => finish(&proxy, &mut servers, transcript),
                Section::Defaults => {
                    named_defaults.insert(std::mem::take(&mut defaults_name), proxy.clone());
                    last_defaults = proxy.clone();
                }
                Section::Other => {}
            }
            section = Section::Other;
        }
        match first.as_str() {
            "defaults" | "backend" | "listen" => {
                proxy = if first == "defaults" { Proxy::default() } else { last_defaults.clone() };
                let from = arguments.iter().position(|word| word == "from").and_then(|at| arguments.get(at + 1));
                let mut unknown = None;
                if let Some(from) = from {
                    match named_defaults.get(from) {
                        Some(named) => proxy = named.clone(),
                        None => unknown = Some(format!("No defaults section is named {}.", quoted(from))),
                    }
                }
                if first == "defaults" {
                    section = Section::Defaults;
                    defaults_name = name.to_owned();
                    transcript.read(line, "What stands here holds for the backends below.");
                } else if transcript.begin(name, line) {
                    section = Section::Backend;
                    transcript.read(line, format!("A {first} section, {}.", quoted(name)));
                    if name.is_empty() {
                        transcript.unreadable(line, "The section has no name.");
                    }
                }
                unknown.into_iter().for_each(|words| transcript.unreadable(line, words));
            }
            _ if opens => transcript.ignored(line, "A section without servers to choose from."),
            ".if" | ".elif" | ".else" | ".endif" => {
                transcript.ignored(line, "Conditions are not worked out: what stands within counts.");
            }
            _ => match section {
                Section::Other => transcript.ignored(line, NO_PART),
                Section::Defaults => directive(&words, line, &mut proxy, None, transcript),
                Section::Backend => directive(&words, line, &mut proxy, Some(&mut servers), transcript),
            },
        }
    }
    if matches!(section, Section::Backend) {
        finish(&proxy, &mut servers, transcript);
    }
}

/// A line of a section.
fn directive(
    words: &[String],
    line: usize,
    proxy: &mut Proxy,
    servers: Option<&mut Vec<ServerLine>>,
    transcript: &mut Transcript<'_>,
) {
    let Some((first, arguments)) = words.split_first() else { return };
    let told = match first.as_str() {
        "balance" => balance(arguments, proxy),
        "hash-type" => hash_type(arguments).map(|kind| {
            let words = kind.words();
            proxy.hash_type = Some(kind);
            words
        }),
        "hash-balance-factor" => match number(arguments.first().map_or("", String::as_str)) {
            Some(factor) if factor == 0 || factor > 100 && u32::try_from(factor).is_ok() => {
                proxy.factor = factor;
                Ok(match factor {
                    0 => "Loads are not bounded.".into(),
                    _ => {
                        format!("No server has more than {factor} % of the mean load; only a consistent hash heeds it.")
                    }
                })
            }
            _ => Err("The factor is 0, or a whole number above 100.".into()),
        },
        "default-server" => {
            proxy.options.read(arguments).map(|rest| rest.told("For the servers below: ", &proxy.options))
        }
        "server" | "server-template" => match servers {
            None => Err("A defaults section has no servers.".into()),
            Some(servers) => {
                let room = transcript.room().saturating_sub(servers.len());
                match ServerLine::read(first, arguments, line, &proxy.options, room) {
                    // Told when the section ends: only then are the ids known.
                    Ok(mut more) => return servers.append(&mut more),
                    Err(reason) => {
                        proxy.unread = proxy.unread.or(Some(line));
                        Err(reason)
                    }
                }
            }
        },
        "hash-preserve-affinity" => {
            return transcript
                .ignored(line, "It says what becomes of requests whose server is full; it is not carried out.");
        }
        _ => return transcript.ignored(line, NO_PART),
    };
    match told {
        Ok(words) => transcript.read(line, words),
        Err(words) => transcript.unreadable(line, words),
    }
}

fn balance(arguments: &[String], proxy: &mut Proxy) -> Result<String, String> {
    let algorithm = arguments.first().ok_or("balance names no algorithm.")?;
    if arguments.iter().map(String::len).sum::<usize>() > limits::NAME_BYTES {
        return Err("That is more than 1,000 bytes of balance.".into());
    }
    let header = algorithm.strip_prefix("hdr(").and_then(|rest| rest.strip_suffix(')'));
    let first_element = header.is_some_and(|name| !name.is_empty());
    let hashes = first_element
        || matches!(algorithm.as_str(), "uri" | "url_param" | "hash" | "rdp-cookie" | "log-hash")
        || algorithm.starts_with("rdp-cookie(");
    let key = hashes.then(|| arguments.join(" "));
    let words = match &key {
        Some(key) => format!("Keys are {}, placed by their hash.", quoted(key)),
        None => format!("{} does not place by a hash of a key.", quoted(algorithm)),
    };
    proxy.balance = Some(Balance { algorithm: algorithm.clone(), key, first_element });
    Ok(words)
}

fn hash_type(arguments: &[String]) -> Result<HashType, String> {
    let method = arguments.first().map_or("", String::as_str);
    let consistent = match method {
        "consistent" => true,
        "map-based" => false,
        _ => return Err(format!("{} is neither consistent nor map-based.", quoted(method))),
    };
    let Some(function) = arguments.get(1) else {
        return Ok(HashType { consistent, function: "sdbm".into(), avalanche: consistent });
    };
    if !FUNCTIONS.contains(&function.as_str()) {
        return Err(format!("{} is none of the hash functions sdbm, djb2, wt6, crc32, none.", quoted(function)));
    }
    let avalanche = match arguments.get(2).map(String::as_str) {
        None => false,
        Some("avalanche") => true,
        Some(other) => return Err(format!("{} is not avalanche.", quoted(other))),
    };
    Ok(HashType { consistent, function: function.clone(), avalanche })
}

impl HashType {
    fn words(&self) -> String {
        let how = if self.consistent { "On a ring" } else { "By a table" };
        let after = if self.avalanche { ", mixed once more (avalanche)" } else { "" };
        format!("{how}, hash function {}{after}.", self.function)
    }
}

/// Gives the section's servers their ids and says by which rule they are chosen.
fn finish(proxy: &Proxy, servers: &mut Vec<ServerLine>, transcript: &mut Transcript<'_>) {
    let mut used: HashSet<u32> = servers.iter().filter_map(|server| server.id).collect();
    let mut taken = HashSet::new();
    let mut next = 1;
    let mut other_key = None;
    // Ids are places in the list as long as none is written and nobody between has one without being taken.
    let none_written = used.is_empty();
    let (mut by_position, mut place) = (none_written, 0);
    // A line that could not be read has no number here, though it would have one once it is put right.
    let shifts =
        proxy.unread.filter(|&unread| servers.iter().any(|server| server.id.is_none() && server.line > unread));
    for server in servers.drain(..) {
        let id = match server.id {
            Some(id) => id,
            None => {
                while !used.insert(next) {
                    next += 1;
                }
                next
            }
        };
        next += 1;
        if !taken.insert(id) {
            transcript.unreadable(server.line, format!("Another server has the id {id}."));
            continue;
        }
        if server.options.backup {
            transcript.leave_out();
            transcript
                .ignored(server.line, "A backup: it has no points, and takes requests only when all others fail.");
            continue;
        }
        other_key = other_key.or(server.options.hash_key);
        let added = Server {
            weight: server.options.weight,
            id: Some(id),
            up: !server.options.disabled,
            ..Server::new(server.name.as_str(), server.line)
        };
        if transcript.add(added, server.words(id)).is_some() {
            place += 1;
            by_position &= id == place;
        }
    }
    let default = || HashType { consistent: false, function: "sdbm".into(), avalanche: false };
    let kind = proxy.hash_type.clone().unwrap_or_else(default);
    let key = proxy.balance.as_ref().and_then(|balance| balance.key.clone());
    let bounded = kind.consistent && proxy.factor > 0;
    let system = match (&key, &proxy.balance) {
        (None, Some(balance)) if balance.algorithm == "source" => {
            Err("balance source has a hash of addresses of its own, which is not known here.".into())
        }
        (None, Some(balance)) => Err(format!("balance {} does not place by a hash of a key.", balance.algorithm)),
        (None, None) => Err("There is no balance: HAProxy then places without a hash of a key.".into()),
        (Some(_), _) if kind.function == "none" => {
            Err("Hash function none takes keys as numbers, which is not known here.".into())
        }
        (Some(_), _) if kind.consistent && other_key.is_some() => {
            let key = other_key.unwrap_or_default();
            Err(format!("hash-key {key} lays points by other things than ids, which is not known here."))
        }
        (Some(_), _) if bounded => Ok("haproxy-consistent-bounded"),
        (Some(_), _) if kind.consistent => Ok("haproxy-consistent"),
        (Some(_), _) => Ok("haproxy-map"),
    };
    let mut settings = Vec::new();
    if system.is_ok() {
        let part =
            if proxy.balance.as_ref().is_some_and(|balance| balance.first_element) { "first-element" } else { "whole" };
        settings.push(("hash", Value::Text(kind.function)));
        settings.push(("avalanche", Value::Switch(kind.avalanche)));
        settings.push(("key_part", Value::Text(part.into())));
        if system != Ok("haproxy-map") {
            settings.push(("ids", Value::Text(if by_position { "position" } else { "explicit" }.into())));
            if let Some(unread) = shifts {
                transcript.remark(format!(
                    "Line {unread} could not be read as a server and has no number: servers without an id below it go by \
                     another one than with that line put right."
                ));
            }
            if none_written && !by_position {
                transcript.remark(
                    "A line without points stands between servers and has a number too: each server goes by its number.",
                );
            }
        }
        if bounded {
            settings.push(("balance_factor", Value::Number(proxy.factor)));
        }
    }
    transcript.place_by(system, settings);
    if let Some(reading) = transcript.current() {
        reading.key = key;
    }
    transcript.end();
}
