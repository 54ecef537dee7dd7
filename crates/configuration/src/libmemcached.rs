//! libmemcached: a configuration string (`--SERVER=… --DISTRIBUTION=…`), or a list of servers with commas between. After
//! the manual page libmemcached_configuration; what follows what, and the weights that change the rule, as its code has it.
//! The distributions of the ketama family are set by a program; no such string can name them.

use crate::{
    reading::{Server, Value},
    transcript::Transcript,
    words::{number, number_within, port, quoted},
};

/// Hash functions: as the string names them, and as the vectors do.
const HASHES: [(&str, &str); 9] = [
    ("md5", "md5"),
    ("crc", "crc"),
    ("fnv1_64", "fnv1_64"),
    ("fnv1a_64", "fnv1a_64"),
    ("fnv1_32", "fnv1_32"),
    ("fnv1a_32", "fnv1a_32"),
    ("hsieh", "hsieh"),
    ("murmur", "murmur"),
    ("jenkins", "jenkins"),
];

/// Options that have nothing to do with placing.
const WITHOUT_PART: [&str; 27] = [
    "--BINARY-PROTOCOL",
    "--BUFFER-REQUESTS",
    "--CONNECT-TIMEOUT=",
    "--FETCH-VERSION",
    "--IO-BYTES-WATERMARK=",
    "--IO-KEY-PREFETCH=",
    "--IO-MSG-WATERMARK=",
    "--NAMESPACE=",
    "--NOREPLY",
    "--NUMBER-OF-REPLICAS=",
    "--POLL-TIMEOUT=",
    "--POOL-MAX=",
    "--POOL-MIN=",
    "--RANDOMIZE-REPLICA-READ",
    "--RCV-TIMEOUT=",
    "--REMOVE-FAILED-SERVERS",
    "--RETRY-TIMEOUT=",
    "--SND-TIMEOUT=",
    "--SOCKET-RECV-SIZE=",
    "--SOCKET-SEND-SIZE=",
    "--SUPPORT-CAS",
    "--TCP-KEEPALIVE",
    "--TCP-KEEPIDLE",
    "--TCP-NODELAY",
    "--USE-UDP",
    "--USER-DATA",
    "--VERIFY-KEY",
];

const DEFAULT_PORT: u32 = 11_211;

/// What the options have said so far.
struct State {
    distribution: Distribution,
    hash: &'static str,
    /// A server of weight above 1 came when the distribution was consistent already.
    weighted: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Distribution {
    Modula,
    Consistent,
    Random,
}

pub(crate) fn read(transcript: &mut Transcript<'_>) {
    let mut state = State { distribution: Distribution::Modula, hash: "one_at_a_time", weighted: false };
    let mut begun = false;
    let mut ended = false;
    for (line, text) in transcript.numbered() {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if ended {
            transcript.ignored(line, "It stands after END.");
            continue;
        }
        if !begun {
            begun = transcript.begin("", line);
        }
        if text.starts_with("--")
            || text.starts_with('"')
            || is_word(text, "INCLUDE")
            || is_word(text, "RESET")
            || is_word(text, "END")
        {
            let mut rest = text;
            while let Some(option) = next_option(&mut rest) {
                match option {
                    Ok(option) if option.eq_ignore_ascii_case("END") => ended = true,
                    Ok(option) => read_option(option, &mut rest, line, &mut state, transcript),
                    Err(reason) => transcript.unreadable(line, reason),
                }
                if ended {
                    transcript.read(line, "The string ends here.");
                    break;
                }
            }
        } else {
            // The list form; a space after a comma is skipped.
            text.split(',').for_each(|item| list_item(item.trim(), line, &mut state, transcript));
        }
    }
    let system = match state.distribution {
        Distribution::Modula => Ok("libmemcached-modula"),
        Distribution::Consistent => Ok("libmemcached-consistent"),
        Distribution::Random => Err("--DISTRIBUTION=random does not place by a hash of a key.".to_owned()),
    };
    let heavy = transcript.current().is_some_and(|reading| reading.servers.iter().any(|server| server.weight > 1));
    match state.distribution {
        Distribution::Modula if heavy => transcript.remark("Without --DISTRIBUTION=consistent weights do not count."),
        Distribution::Consistent if heavy && !state.weighted => {
            transcript.remark("Weights do not count where all of them stand before --DISTRIBUTION.");
        }
        _ => {}
    }
    let mut settings = vec![("hash", Value::Text(state.hash.into()))];
    if state.distribution == Distribution::Consistent {
        settings.push(("weighted", Value::Switch(state.weighted)));
        settings.push(("default_port_dropped", Value::Number(DEFAULT_PORT.into())));
    }
    transcript.place_by(system, settings);
    transcript.end();
}

/// Whether a text begins with a word.
fn is_word(text: &str, word: &str) -> bool {
    text.split_whitespace().next().is_some_and(|first| first.eq_ignore_ascii_case(word))
}

/// Takes the next option off a line: up to white space outside quotation marks. The whole string may stand in quotation
/// marks, as it does in a program; these are skipped.
fn next_option<'t>(rest: &mut &'t str) -> Option<Result<&'t str, &'static str>> {
    *rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '"' | ';' | ',' | ')'));
    if rest.is_empty() {
        return None;
    }
    let (mut quote, mut escaped, mut before) = (false, false, ' ');
    let mut end = rest.len();
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' if quote || before == '=' => quote = !quote,
            c if !quote && (c == '"' || c.is_whitespace()) => {
                end = at;
                break;
            }
            _ => {}
        }
        before = c;
    }
    let (option, after) = rest.split_at(end);
    *rest = after;
    Some(if quote { Err("A quotation mark does not close on this line.") } else { Ok(option) })
}

/// What follows the name of an option, in any case of letters.
fn value_of<'t>(option: &'t str, name: &str) -> Option<&'t str> {
    let (head, value) = option.split_at_checked(name.len())?;
    head.eq_ignore_ascii_case(name).then_some(value)
}

/// Whether an option has a name, with a value behind it or without.
fn is_named(option: &str, name: &str) -> bool {
    value_of(option, name).is_some_and(|value| name.ends_with('=') || value.is_empty() || value.starts_with('='))
}

fn read_option(option: &str, rest: &mut &str, line: usize, state: &mut State, transcript: &mut Transcript<'_>) {
    let told = if let Some(value) = value_of(option, "--SERVER=") {
        return server(value, line, state, transcript);
    } else if let Some(value) = value_of(option, "--SOCKET=") {
        return socket(value, line, state, transcript);
    } else if let Some(value) = value_of(option, "--DISTRIBUTION=") {
        distribution(value, state)
    } else if let Some(value) = value_of(option, "--HASH=") {
        hash(value).map(|hash| {
            state.hash = hash;
            format!("Hash function {hash}.")
        })
    } else if option.eq_ignore_ascii_case("INCLUDE") || value_of(option, "--CONFIGURE-FILE=").is_some() {
        if option.eq_ignore_ascii_case("INCLUDE") {
            let _file = next_option(rest);
        }
        return transcript.ignored(line, "Another file cannot be followed: paste its lines here.");
    } else if option.eq_ignore_ascii_case("--SORT-HOSTS") {
        return transcript.ignored(line, "It orders servers by name; they are taken in the order that is written.");
    } else if option.eq_ignore_ascii_case("--HASH-WITH-NAMESPACE") {
        return transcript.ignored(line, "It has the namespace hashed with the key; give keys with it.");
    } else if option.eq_ignore_ascii_case("RESET") || WITHOUT_PART.iter().any(|known| is_named(option, known)) {
        return transcript.ignored(line, format!("{} plays no part in placing.", quoted(option)));
    } else {
        Err(format!("{} is no option.", quoted(option)))
    };
    match told {
        Ok(words) => transcript.read(line, words),
        Err(words) => transcript.unreadable(line, words),
    }
}

fn hash(name: &str) -> Result<&'static str, String> {
    let known = HASHES.iter().find(|(written, _)| written.eq_ignore_ascii_case(name));
    known
        .map(|(_, id)| *id)
        .ok_or_else(|| format!("{} is no hash function of libmemcached's configuration.", quoted(name)))
}

fn distribution(value: &str, state: &mut State) -> Result<String, String> {
    let (name, with_hash) = value.split_once(',').map_or((value, None), |(name, hash)| (name, Some(hash)));
    let known = [
        ("modula", Distribution::Modula, "Keys are placed by the remainder of a division."),
        ("consistent", Distribution::Consistent, "Keys are placed on a ring."),
        ("random", Distribution::Random, "This chooses a server without a hash of a key."),
    ];
    let Some((_, distribution, words)) = known.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name)) else {
        return Err(format!("{} is no distribution of libmemcached.", quoted(name)));
    };
    let mut words = (*words).to_owned();
    if let Some(with_hash) = with_hash {
        hash(with_hash)?;
        words.push_str(" The hash named with it is not used for points or keys.");
    }
    // Naming a distribution begins again without weights.
    (state.distribution, state.weighted) = (*distribution, false);
    Ok(words)
}

/// `host:port/?weight`
fn server(value: &str, line: usize, state: &mut State, transcript: &mut Transcript<'_>) {
    let (address, weight) = value.split_once("/?").map_or((value, None), |(address, weight)| (address, Some(weight)));
    let (host, port) = split_port(address);
    add(host, port, weight, line, state, transcript);
}

/// `"/path/?weight"`
fn socket(value: &str, line: usize, state: &mut State, transcript: &mut Transcript<'_>) {
    let inner = value.trim_matches('"');
    let (path, weight) = inner.split_once("/?").map_or((inner, None), |(path, weight)| (path, Some(weight)));
    let Some(weight) = weight_of(weight, line, transcript) else { return };
    push(Server { weight, ..Server::new(path, line) }, state, transcript);
}

/// `host`, `host:port`, `host:port:weight` or `host:port weight`.
fn list_item(item: &str, line: usize, state: &mut State, transcript: &mut Transcript<'_>) {
    if item.is_empty() {
        return transcript.unreadable(line, "There is nothing between two commas.");
    }
    let (host, rest) = split_port(item);
    let (port, weight) = match rest.and_then(|rest| rest.split_once([' ', ':'])) {
        Some((port, weight)) => (Some(port), Some(weight.trim())),
        None => (rest, None),
    };
    let (port, weight) = match port.and_then(|port| port.split_once("/?")) {
        Some((port, weight)) => (Some(port), Some(weight)),
        None => (port, weight),
    };
    // No weight and weight 0 are the same there.
    add(host, port, weight.filter(|weight| number(weight) != Some(0)), line, state, transcript);
}

/// Host and what stands after the colon behind it; `[…]` holds an address with colons.
fn split_port(address: &str) -> (&str, Option<&str>) {
    let from = address.starts_with('[').then(|| address.find(']')).flatten().unwrap_or(0);
    match address[from..].find(':') {
        Some(at) => (&address[..from + at], Some(&address[from + at + 1..])),
        None => (address, None),
    }
}

/// A weight that is written, 1 where none is; told where it is no weight.
fn weight_of(weight: Option<&str>, line: usize, transcript: &mut Transcript<'_>) -> Option<u32> {
    let Some(text) = weight else { return Some(1) };
    let weight = number_within(text, 1, 99_999);
    if weight.is_none() {
        transcript.unreadable(line, format!("{} is no weight: a whole number from 1 to 99999.", quoted(text)));
    }
    weight
}

fn add(
    host: &str,
    written: Option<&str>,
    weight: Option<&str>,
    line: usize,
    state: &mut State,
    transcript: &mut Transcript<'_>,
) {
    if host.is_empty() {
        return transcript.unreadable(line, "The server has no host.");
    }
    let Some(port) = written.map_or(Some(DEFAULT_PORT), port) else {
        let text = written.unwrap_or_default();
        return transcript.unreadable(line, format!("{} is no port: 1 to 65535.", quoted(text)));
    };
    let Some(weight) = weight_of(weight, line, transcript) else { return };
    push(Server { weight, ..Server::new(format!("{host}:{port}"), line) }, state, transcript);
}

fn push(server: Server, state: &mut State, transcript: &mut Transcript<'_>) {
    let weight = server.weight;
    let words = format!("A server, {}, weight {weight}.", quoted(&server.name));
    let added = transcript.add(server, words).is_some();
    if added && weight > 1 && state.distribution == Distribution::Consistent {
        state.weighted = true;
    }
}
