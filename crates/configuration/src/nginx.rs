//! nginx: `upstream` blocks of the http and stream modules. After the documentation of ngx_http_upstream_module; which
//! server string, weight and state count is told in its module `hash`.

use crate::{
    limits,
    reading::Server,
    statements::{End, Statement, Statements},
    transcript::Transcript,
    words::{Listed, NO_PART, number_within, push_short, quoted},
};

/// How an upstream balances, as far as it is read.
#[derive(Default)]
struct Upstream {
    hash: Option<(String, bool)>,
    /// A directive that balances in another way.
    other: Option<String>,
    backups: usize,
}

/// Parameters of `server` that have a meaning elsewhere.
const SERVER_PARAMETERS: [&str; 9] =
    ["max_conns=", "max_fails=", "fail_timeout=", "resolve", "service=", "slow_start=", "route=", "drain", "sticky="];

/// Directives that choose a server in another way than by a hash of a key.
const OTHER_METHODS: [&str; 7] =
    ["least_conn", "least_time", "random", "fair", "sticky", "balancer_by_lua_block", "balancer_by_lua_file"];

pub(crate) fn read(text: &str, transcript: &mut Transcript<'_>) {
    let mut upstream: Option<Upstream> = None;
    // Blocks within the upstream, and blocks outside any.
    let (mut inner, mut outer) = (0_usize, 0_usize);
    for statement in Statements::of(text) {
        let first = statement.words.first().map_or("", String::as_str);
        if let Some(line) = statement.open_quote {
            transcript.unreadable(line, "A quote that opens here does not close; it was taken to the end of the line.");
        }
        match (statement.end, &mut upstream) {
            (End::Opens, None) if first == "upstream" => {
                upstream = begin(&statement, transcript);
                inner = 0;
                outer += usize::from(upstream.is_none());
            }
            (End::Opens, Some(_)) if first == "upstream" => {
                transcript.remark(NOT_CLOSED);
                finish(upstream.take(), transcript);
                transcript.unreadable(statement.line, "An upstream within an upstream: a brace is missing above.");
                upstream = begin(&statement, transcript);
                inner = 0;
            }
            (End::Opens, Some(upstream)) => {
                inner += 1;
                directive(&statement, upstream, transcript);
            }
            (End::Opens, None) => {
                outer += 1;
                transcript.ignored(statement.line, "A block that is no upstream.");
            }
            (End::Closes, Some(_)) if inner > 0 => {
                inner -= 1;
                transcript.ignored(statement.line, "");
            }
            (End::Closes, Some(_)) => {
                transcript.read(statement.line, "The upstream ends.");
                finish(upstream.take(), transcript);
            }
            (End::Closes, None) => {
                if outer == 0 {
                    transcript.unreadable(statement.line, "This brace closes nothing.");
                } else {
                    transcript.ignored(statement.line, "");
                }
                outer = outer.saturating_sub(1);
            }
            (End::Missing | End::Semicolon, Some(upstream)) if inner == 0 => {
                directive(&statement, upstream, transcript);
            }
            (End::Semicolon, None) if outer == 0 && matches!(first, "server" | "hash") => {
                // Lines that were copied out of their block.
                if transcript.begin("", statement.line) {
                    directive(&statement, upstream.insert(Upstream::default()), transcript);
                }
            }
            // Code of another language, mostly.
            (End::Missing, Some(_)) => transcript.ignored(statement.line, NO_PART),
            (End::Missing, None) => transcript.unreadable(statement.line, "There is no semicolon at the end."),
            (End::Semicolon, _) if first == "include" => transcript.ignored(statement.line, INCLUDE),
            (End::Semicolon, _) => transcript.ignored(statement.line, NO_PART),
        }
        for line in statement.line + 1..=statement.last_line {
            if !transcript.is_told(line) {
                transcript.ignored(line, format!("It belongs to line {}.", statement.line));
            }
        }
    }
    if upstream.as_ref().is_some_and(|_| !transcript.current().is_none_or(|reading| reading.name.is_empty())) {
        transcript.remark(NOT_CLOSED);
    }
    finish(upstream, transcript);
}

const NOT_CLOSED: &str = "The block does not close: the text may have been cut.";
const INCLUDE: &str = "Another file cannot be followed: paste its lines here.";

/// Begins an upstream, where there is room for one.
fn begin(statement: &Statement, transcript: &mut Transcript<'_>) -> Option<Upstream> {
    let name = statement.words.get(1).map_or("", String::as_str);
    if !transcript.begin(name, statement.line) {
        return None;
    }
    transcript.read(statement.line, format!("An upstream, {}.", quoted(name)));
    if statement.words.len() != 2 {
        transcript.unreadable(statement.line, "An upstream has one name.");
    }
    Some(Upstream::default())
}

/// A directive within an upstream.
fn directive(statement: &Statement, upstream: &mut Upstream, transcript: &mut Transcript<'_>) {
    let line = statement.line;
    let arguments = statement.words.get(1..).unwrap_or_default();
    if statement.end == End::Missing {
        transcript.unreadable(line, "There is no semicolon at the end.");
        return;
    }
    match statement.words.first().map_or("", String::as_str) {
        "server" => server(arguments, line, upstream, transcript),
        "hash" => {
            let consistent = match arguments {
                [_] => false,
                [_, word] if word == "consistent" => true,
                _ => {
                    let words = "hash takes what is hashed, and the word consistent or nothing after it.";
                    return transcript.unreadable(line, words);
                }
            };
            let key = &arguments[0];
            let how = if consistent { "on a ring" } else { "by the remainder of a division" };
            transcript.read(line, format!("Keys are {}, placed {how}.", quoted(key)));
            let mut short = String::new();
            push_short(&mut short, key, limits::LINE_CHARACTERS);
            upstream.hash = Some((short, consistent));
            upstream.other = None;
        }
        "include" => transcript.ignored(line, INCLUDE),
        "" => transcript.ignored(line, ""),
        "ip_hash" => {
            transcript.read(line, "Keys are addresses of clients, placed by a hash of their own.");
            upstream.other = Some("ip_hash".into());
        }
        method if OTHER_METHODS.contains(&method) => {
            transcript.read(line, "This chooses a server without a hash of a key.");
            upstream.other = Some(method.to_owned());
        }
        _ => transcript.ignored(line, NO_PART),
    }
}

fn server(arguments: &[String], line: usize, upstream: &mut Upstream, transcript: &mut Transcript<'_>) {
    let Some((address, parameters)) = arguments.split_first() else {
        return transcript.unreadable(line, "The server has no address.");
    };
    let mut server = Server::new(address.as_str(), line);
    let (mut backup, mut without_part, mut unknown) = (false, Listed::default(), Listed::default());
    for parameter in parameters {
        if let Some(weight) = parameter.strip_prefix("weight=") {
            let Some(weight) = number_within(weight, 1, i32::MAX as u32) else {
                let words = format!("{} is no weight: nginx takes whole numbers from 1.", quoted(weight));
                return transcript.unreadable(line, words);
            };
            server.weight = weight;
        } else if parameter == "down" {
            server.up = false;
        } else if parameter == "backup" {
            backup = true;
        } else if SERVER_PARAMETERS
            .iter()
            .any(|known| if known.ends_with('=') { parameter.starts_with(known) } else { parameter == known })
        {
            without_part.add(parameter);
        } else {
            unknown.add(parameter);
        }
    }
    if backup {
        upstream.backups += 1;
        return transcript.ignored(line, "A backup: it has no points, and takes requests only when all others fail.");
    }
    let mut words = format!("A server, {}, weight {}", quoted(address), server.weight);
    words.push_str(if server.up { "." } else { ", down: it keeps its points, and lookups that meet one go on." });
    if let Some(listed) = without_part.finish() {
        words.push_str(&format!(" No part in placing: {listed}."));
    }
    if let Some(listed) = unknown.finish() {
        words.push_str(&format!(" Not known here: {listed}."));
    }
    transcript.add(server, words);
}

/// Says by which rule the upstream places.
fn finish(upstream: Option<Upstream>, transcript: &mut Transcript<'_>) {
    let Some(upstream) = upstream else { return };
    let system = match (&upstream.hash, &upstream.other) {
        (_, Some(method)) if method == "ip_hash" => {
            Err("ip_hash has a hash of addresses of its own, which is not known here.".into())
        }
        (_, Some(method)) => Err(format!("{method} does not place by a hash of a key.")),
        (Some((_, true)), _) => Ok("nginx-consistent"),
        (Some((_, false)), _) => Ok("nginx-hash"),
        (None, None) => Err("Without a directive nginx gives requests to one server after the other.".into()),
    };
    transcript.place_by(system, Vec::new());
    if upstream.backups > 0 && upstream.hash.is_some() {
        transcript.remark("nginx refuses backup servers that stand after hash.");
    }
    if let Some(reading) = transcript.current() {
        reading.key = upstream.hash.map(|(key, _)| key);
    }
    transcript.end();
}
