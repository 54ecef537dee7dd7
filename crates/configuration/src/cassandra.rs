//! `nodetool ring` of Cassandra: nodes with their tokens, a reading for each datacenter. After its documentation; tokens
//! are those of Murmur3Partitioner.

use std::collections::HashMap;

use crate::{
    reading::{Server, Value},
    transcript::Transcript,
    words::quoted,
};

/// The datacenter that is being read.
#[derive(Default)]
struct Datacenter {
    /// The place of each address among the servers; nothing where it was left out.
    places: HashMap<String, Option<usize>>,
    /// The line of each token.
    tokens: HashMap<i64, usize>,
}

pub(crate) fn read(transcript: &mut Transcript<'_>) {
    let mut datacenter: Option<Datacenter> = None;
    let mut count = 0_usize;
    for (line, text) in transcript.numbered() {
        let trimmed = text.trim();
        if let Some(name) = trimmed.strip_prefix("Datacenter:") {
            datacenter = begin(name.trim(), line, transcript);
            count += 1;
            if datacenter.is_some() {
                transcript.read(line, format!("A datacenter, {}.", quoted(name.trim())));
            }
            continue;
        }
        let words: Vec<&str> = trimmed.split_whitespace().take(12).collect();
        match words.as_slice() {
            [] => {}
            ["Address", .., "Token"] => transcript.ignored(line, "Headings."),
            _ if trimmed.bytes().all(|byte| byte == b'=') => transcript.ignored(line, ""),
            [token] if token.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()) => {
                transcript.ignored(line, "The highest token, which stands on the line of its node again.");
            }
            ["Note:" | "Warning:" | "WARN" | "To", ..] => transcript.ignored(line, "A note of nodetool."),
            [address, _, status @ ("Up" | "Down" | "?"), state, .., token] if words.len() >= 6 => {
                if datacenter.is_none() && count == 0 {
                    datacenter = begin("", line, transcript);
                    count += 1;
                }
                match datacenter.as_mut() {
                    Some(datacenter) => node(&Row { address, status, state, token, line }, datacenter, transcript),
                    None => transcript.unreadable(line, "Its datacenter was left out."),
                }
            }
            _ => transcript
                .unreadable(line, "A node has an address, a rack, a status, a state, load, share and a token."),
        }
    }
    transcript.end();
}

fn begin(name: &str, line: usize, transcript: &mut Transcript<'_>) -> Option<Datacenter> {
    let begun = transcript.begin(name, line);
    transcript.place_by(Ok("cassandra-murmur3"), vec![("empty_key", Value::Text("min".into()))]);
    begun.then(Datacenter::default)
}

/// What counts of a line.
struct Row<'a> {
    address: &'a str,
    status: &'a str,
    state: &'a str,
    token: &'a str,
    line: usize,
}

fn node(row: &Row<'_>, datacenter: &mut Datacenter, transcript: &mut Transcript<'_>) {
    let line = row.line;
    if !matches!(row.state, "Normal" | "Leaving" | "Moving" | "Joining") {
        return transcript.unreadable(line, format!("{} is no state of a node.", quoted(row.state)));
    }
    if row.state == "Joining" {
        return transcript.ignored(line, "The node is joining: its tokens do not count yet.");
    }
    let Ok(token) = row.token.parse::<i64>() else {
        let words = format!("{} is no token of Murmur3Partitioner: a whole number of 64 bits.", quoted(row.token));
        return transcript.unreadable(line, words);
    };
    if let Some(first) = datacenter.tokens.get(&token) {
        return transcript.unreadable(line, format!("The token stands on line {first} already; it is taken once."));
    }
    let words = format!("A token of {}, {}.", quoted(row.address), if row.status == "Down" { "down" } else { "up" });
    let place = match datacenter.places.get(row.address) {
        Some(place) => {
            match place {
                Some(_) => transcript.read(line, words),
                None => transcript.unreadable(line, "Its node was left out."),
            }
            *place
        }
        None => {
            let server = Server { up: row.status != "Down", ..Server::new(row.address, line) };
            let place = transcript.add(server, words);
            datacenter.places.insert(row.address.to_owned(), place);
            place
        }
    };
    let servers = transcript.current().map(|reading| &mut reading.servers);
    if let Some(server) = place.zip(servers).and_then(|(place, servers)| servers.get_mut(place)) {
        datacenter.tokens.insert(token, line);
        server.tokens.push(token);
    }
}
