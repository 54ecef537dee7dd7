//! `redis-cli cluster nodes` (and `nodes.conf`): masters with their slots. After the reference of CLUSTER NODES.

use std::collections::BTreeMap;

use crate::{
    reading::{Server, Value},
    transcript::Transcript,
    words::{number, number_within, quoted},
};

/// Slots of a cluster.
const SLOTS: usize = 16_384;

pub(crate) fn read(transcript: &mut Transcript<'_>) {
    let mut owned = Owned::default();
    let mut begun = false;
    for (line, text) in transcript.numbered() {
        let words: Vec<&str> = text.split_whitespace().take(9 + SLOTS).collect();
        match words.first() {
            None => continue,
            Some(&"vars") => transcript.ignored(line, "The last line of nodes.conf."),
            Some(first) if first.starts_with('#') => {}
            Some(_) if words.len() < 8 => {
                transcript
                    .unreadable(line, "A node has an id, an address, flags, its master, three numbers and a state.");
            }
            Some(_) => {
                if !begun {
                    begun = transcript.begin("", line);
                    transcript.place_by(
                        Ok("redis-cluster"),
                        vec![("slots", Value::Number(SLOTS as u64)), ("hash_tag", Value::Text("{}".into()))],
                    );
                }
                node(&words, line, &mut owned, transcript);
            }
        }
    }
    let free = SLOTS - owned.count;
    if free > 0 {
        transcript
            .remark(format!("{free} of 16384 slots belong to no master that was read: keys there find no server."));
    }
    transcript.end();
}

/// Ranges of slots that have an owner: the first slot of each, with the last and the line.
#[derive(Default)]
struct Owned {
    ranges: BTreeMap<u16, (u16, usize)>,
    count: usize,
}

impl Owned {
    /// Takes a range; or gives the line of one that it meets.
    fn take(&mut self, first: u16, last: u16, line: usize) -> Result<(), usize> {
        // Ranges do not meet, so that of those that begin no later than `last` the last one ends last.
        match self.ranges.range(..=last).next_back() {
            Some((_, &(end, other))) if end >= first => return Err(other),
            _ => {}
        }
        self.count += usize::from(last - first) + 1;
        self.ranges.insert(first, (last, line));
        Ok(())
    }
}

fn node(words: &[&str], line: usize, owned: &mut Owned, transcript: &mut Transcript<'_>) {
    let &[id, address, flags, master, ping, pong, epoch, link, ref slots @ ..] = words else { return };
    if [ping, pong, epoch].iter().any(|text| number(text).is_none()) || !matches!(link, "connected" | "disconnected") {
        return transcript.unreadable(line, "After the master stand three numbers, then connected or disconnected.");
    }
    let flag = |name: &str| flags.split(',').any(|flag| flag == name);
    if flag("slave") || flag("replica") {
        return transcript.ignored(line, format!("A replica of {}: it owns no slots.", quoted(master)));
    }
    if !flag("master") {
        return transcript.ignored(line, "No master: it owns no slots.");
    }
    let place = address.split(['@', ',']).next().unwrap_or_default();
    let name = if flag("noaddr") || place.starts_with(':') || place.is_empty() { id } else { place };
    if !has_port(name) && name != id {
        return transcript.unreadable(line, format!("{} has no port.", quoted(name)));
    }
    let mut server = Server::new(name, line);
    server.up = !flag("fail");
    let state = match (flag("fail"), flag("fail?")) {
        (true, _) => ", failed",
        (false, true) => ", thought to have failed by one node and taken as up",
        (false, false) => "",
    };
    let Some(at) = transcript.add(server, format!("A master, {}{state}.", quoted(name))) else { return };
    let (mut taken, before) = (Vec::new(), owned.count);
    for text in slots {
        if text.starts_with('[') {
            transcript.ignored(line, "A slot on its way belongs to the master that lists it without brackets.");
            continue;
        }
        let Some((first, last)) = range(text) else {
            transcript.unreadable(line, format!("{} is no range of slots from 0 to 16383.", quoted(text)));
            continue;
        };
        if let Err(other) = owned.take(first, last, line) {
            let words = format!("{} has slots of line {other}; the range is left out.", quoted(text));
            transcript.unreadable(line, words);
            continue;
        }
        taken.push((first, last));
    }
    transcript.read(line, format!("It owns {} of 16384 slots.", owned.count - before));
    if let Some(server) = transcript.current().and_then(|reading| reading.servers.get_mut(at)) {
        server.slots = taken;
    }
}

fn has_port(address: &str) -> bool {
    address.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && number_within(port, 0, 65_535).is_some())
}

/// `5461` or `0-5460`.
fn range(text: &str) -> Option<(u16, u16)> {
    let slot = |text| number_within(text, 0, SLOTS as u32 - 1).and_then(|slot| u16::try_from(slot).ok());
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    slot(first).zip(slot(last)).filter(|(first, last)| first <= last)
}
