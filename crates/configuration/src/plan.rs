//! What a page has to do to place as a reading says: which of its systems, which values for which fields of its links,
//! and which servers. Fields and values are those of docs/link.md; whether the page has them is the page's own affair,
//! and what it does not have it can tell of in the words that stand beside each.

use std::collections::HashSet;

use crate::{
    format::Format,
    reading::{Reading, Server, Value},
    words::quoted,
};

/// Most that a server can weigh on the page.
const MOST_WEIGHT: u32 = 1_000;
/// Port that memcached's clients leave out of labels.
const USUAL_PORT: &str = ":11211";

/// How to place as a reading says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The system's id.
    pub system: &'static str,
    /// The fields that are to be set; those of the system that are missing here are to be at their defaults.
    pub fields: Vec<Field>,
    /// The servers in their order.
    pub servers: Vec<Planned>,
    /// What is to be known: sentences.
    pub notes: Vec<String>,
}

/// A field that is to be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// As a link names it; empty where no page can have one.
    pub name: &'static str,
    /// As a link writes it.
    pub value: String,
    /// What the configuration says: `hash-balance-factor 150`.
    pub words: String,
    /// Whether keys would go elsewhere without it, whatever they are: then nothing can be placed without it.
    pub needed: bool,
}

/// A server, named by what is hashed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// Its name, each once.
    pub name: String,
    /// Its weight, up to 1,000.
    pub weight: u32,
    /// Whether it can serve.
    pub up: bool,
    /// The number that it goes by, from 1, where that is to be kept.
    pub id: Option<u32>,
}

impl Plan {
    /// How to place as this reading says.
    ///
    /// # Errors
    /// Why it cannot be placed: a sentence.
    pub fn of(reading: &Reading) -> Result<Self, String> {
        let known = reading.system.clone()?;
        if reading.servers.is_empty() {
            return Err("It has no servers.".into());
        }
        let mut plan = Self { notes: reading.remarks.clone(), ..Self::default() };
        // Where loads are not bounded the same rule holds without the bound.
        plan.system = known.strip_suffix("-bounded").unwrap_or(known);
        let explicit = reading.setting("ids") == Some(&Value::Text("explicit".into()));
        for server in &reading.servers {
            plan.servers.push(planned(server, explicit)?);
        }
        check_names(&reading.servers, &plan.servers)?;
        if reading.format == Format::Twemproxy && reading.servers.iter().any(keeps_port) {
            return Err(format!("A server's name ends in {USUAL_PORT}, which would not be hashed here."));
        }
        for (name, value) in &reading.settings {
            plan.set(reading, name, value);
        }
        plan.give(reading)?;
        if reading.servers.iter().any(|server| server.label.is_some()) {
            plan.notes.push("Servers stand under the labels that are hashed in place of their addresses.".into());
        }
        Ok(plan)
    }

    fn field(&mut self, name: &'static str, value: impl Into<String>, words: impl Into<String>, needed: bool) {
        self.fields.push(Field { name, value: value.into(), words: words.into(), needed });
    }

    /// One setting of a reading.
    fn set(&mut self, reading: &Reading, name: &str, value: &Value) {
        let text = written(value);
        match (reading.format, name) {
            (Format::Haproxy, "hash") => self.haproxy_function(reading, &text),
            (Format::Haproxy, "key_part") => {
                let part = if text == "first-element" { "first" } else { "whole" };
                self.field("hapart", part, format!("keys taken {part}"), true);
            }
            (Format::Haproxy, "ids") => self.field("haids", text.clone(), format!("ids by {text}"), true),
            (Format::Haproxy, "balance_factor") => {
                self.field("habal", text.clone(), format!("hash-balance-factor {text}"), false);
            }
            (Format::Twemproxy, "hash") => self.field("twhash", text.clone(), format!("hash {text}"), true),
            (Format::Twemproxy, "hash_tag") => {
                let (name, value) = match text.as_str() {
                    "" => ("twtag", "0"),
                    "{}" => ("twtag", "1"),
                    _ => ("", ""),
                };
                self.field(name, value, format!("hash_tag {}", quoted(&text)), false);
            }
            (Format::Envoy, "hash") => {
                let function = if text == "MURMUR_HASH_2" { "murmur2" } else { "xx" };
                self.field("envhash", function, format!("hash_function {text}"), true);
            }
            (Format::Envoy, "min_ring_size") => {
                self.field("envmin", text.clone(), format!("minimum_ring_size {text}"), true);
            }
            (Format::Envoy, "max_ring_size") => {
                self.field("envmax", text.clone(), format!("maximum_ring_size {text}"), true);
            }
            (Format::Envoy, "table_size") => {
                self.field("envtable", text.clone(), format!("table_size {text}"), true);
            }
            (Format::Envoy, "balance_factor") => {
                self.field("envbal", text.clone(), format!("hash_balance_factor {text}"), false);
            }
            (Format::Envoy, "panic_threshold") => {
                let panics = reading.setting("down_mode") == Some(&Value::Text("panic".into()));
                self.field("envpanic", text.clone(), format!("healthy_panic_threshold {text}"), panics);
            }
            (Format::Libmemcached, "hash") => self.field("lmhash", text.clone(), format!("hash {text}"), true),
            // The page counts weights as soon as one is above 1.
            (Format::Libmemcached, "weighted") => {
                if value == &Value::Switch(false) {
                    self.servers.iter_mut().for_each(|server| server.weight = 1);
                }
            }
            // What its system does whatever is written, on the page as well; `avalanche` goes with `hash`.
            (_, "avalanche" | "default_port_dropped" | "down_mode" | "slots" | "empty_key" | "hash_tag") => {}
            _ => self.notes.push(format!("{name} {text} is not used here.")),
        }
    }

    /// A function that is written turns avalanche off unless that is written too; left out, each type has its own way.
    fn haproxy_function(&mut self, reading: &Reading, function: &str) {
        let avalanche = reading.setting("avalanche") == Some(&Value::Switch(true));
        let is_default = function == "sdbm" && avalanche == (self.system == "haproxy-consistent");
        self.field("hafn", if is_default { "default" } else { function }, format!("hash function {function}"), true);
        let words = if avalanche { "avalanche" } else { "no avalanche" };
        self.field("haav", if avalanche && !is_default { "1" } else { "0" }, words, true);
    }

    /// What servers are given: slots or tokens.
    fn give(&mut self, reading: &Reading) -> Result<(), String> {
        let (field, what) = match reading.format {
            Format::RedisClusterNodes => ("ranges", "the slots of each node"),
            Format::NodetoolRing => ("casstokens", "the tokens of each node"),
            _ => return Ok(()),
        };
        let part = |&(first, last): &(u16, u16)| {
            if first == last { first.to_string() } else { format!("{first}-{last}") }
        };
        let given = reading.servers.iter().filter_map(|server| {
            let slots = server.slots.iter().map(part);
            let parts: Vec<String> = slots.chain(server.tokens.iter().map(i64::to_string)).collect();
            (!parts.is_empty()).then(|| format!("{}={}", escaped(&server.name), parts.join("+")))
        });
        let given = given.collect::<Vec<_>>().join(",");
        if given.is_empty() {
            return Err("No node has any slots.".into());
        }
        self.field(field, given, what, true);
        Ok(())
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Switch(on) => u8::from(*on).to_string(),
    }
}

/// With `~` before what separates in a link.
fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        if matches!(c, '~' | '=' | '+' | ',') {
            text.push('~');
        }
        text.push(c);
    }
    text
}

fn planned(server: &Server, explicit: bool) -> Result<Planned, String> {
    let name = server.label.as_ref().unwrap_or(&server.name);
    if server.weight > MOST_WEIGHT {
        return Err(format!("The weight of {} is {}; here it can be up to 1,000.", quoted(name), server.weight));
    }
    let id = server.id.filter(|_| explicit);
    Ok(Planned { name: name.clone(), weight: server.weight, up: server.up, id })
}

/// Names are all different here; labels need not be.
fn check_names(servers: &[Server], planned: &[Planned]) -> Result<(), String> {
    let mut names = HashSet::new();
    let twice = servers.iter().zip(planned).find(|(_, one)| !names.insert(one.name.as_str()));
    twice.map_or(Ok(()), |(server, one)| {
        Err(format!(
            "Two servers are hashed as {}, the second on line {}: here all names are different.",
            quoted(&one.name),
            server.line
        ))
    })
}

/// A name that is hashed as it stands, port and all, where the page takes the usual port off.
fn keeps_port(server: &Server) -> bool {
    server.label.as_ref().is_some_and(|label| label.ends_with(USUAL_PORT) && label != USUAL_PORT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{read, read_as};

    /// Fields of the first reading of a text: `name=value`, with `!` where it is needed.
    fn fields(format: Format, text: &str) -> Vec<String> {
        let plan = Plan::of(&read_as(format, text).readings[0]).expect("a plan");
        let short = |field: &Field| format!("{}={}{}", field.name, field.value, if field.needed { "!" } else { "" });
        plan.fields.iter().map(short).collect()
    }

    #[test]
    fn haproxy_writes_a_function_only_where_it_is_not_the_types_own() {
        for (hash_type, expected) in [
            ("consistent", "hafn=default! haav=0!"),
            ("consistent sdbm avalanche", "hafn=default! haav=0!"),
            ("consistent sdbm", "hafn=sdbm! haav=0!"),
            ("consistent crc32 avalanche", "hafn=crc32! haav=1!"),
            ("map-based", "hafn=default! haav=0!"),
            ("map-based sdbm avalanche", "hafn=sdbm! haav=1!"),
            ("map-based wt6", "hafn=wt6! haav=0!"),
        ] {
            let text = format!("backend b\nbalance uri\nhash-type {hash_type}\nserver a x:1\n");
            assert_eq!(fields(Format::Haproxy, &text)[..2].join(" "), expected, "{hash_type}");
        }
        let text = "backend b\nbalance hdr(x)\nhash-type consistent\nhash-balance-factor 150\nserver a x:1 id 7\n";
        assert_eq!(fields(Format::Haproxy, text)[2..], ["hapart=first!", "haids=explicit!", "habal=150"]);
        let plan = Plan::of(&read(text).readings[0]).expect("a plan");
        assert_eq!((plan.system, plan.servers[0].id), ("haproxy-consistent", Some(7)));
    }

    #[test]
    fn slots_and_tokens_are_given_by_name() {
        let id = "a".repeat(40);
        let text = format!("{id} 10.0.0.1:6379@16379 master - 0 0 1 connected 0-5460 7000\n");
        assert_eq!(fields(Format::RedisClusterNodes, &text), ["ranges=10.0.0.1:6379=0-5460+7000!"]);
        let text = "Datacenter: east\na,b  r1  Up  Normal  1 GB  50%  -9\na,b  r1  Up  Normal  1 GB  50%  12\n";
        assert_eq!(fields(Format::NodetoolRing, text), ["casstokens=a~,b=-9+12!"]);
    }

    #[test]
    fn what_cannot_be_placed_says_why() {
        let reason = |text: &str| Plan::of(&read(text).readings[0]).expect_err("no plan");
        assert_eq!(
            reason("upstream a { hash $uri; server b weight=1001; }"),
            "The weight of “b” is 1001; here it can be up to 1,000."
        );
        assert_eq!(reason("upstream a { hash $uri; }"), "It has no servers.");
        assert_eq!(
            reason("upstream a { server b; }"),
            "Without a directive nginx gives requests to one server after the other."
        );
        let pool =
            |server: &str| format!("alpha:\n  distribution: ketama\n  servers:\n   - 10.0.0.1:1:1 x\n   - {server}\n");
        assert!(reason(&pool("10.0.0.2:1:1 x")).starts_with("Two servers are hashed as “x”, the second on line 5"));
        assert!(reason(&pool("10.0.0.2:1:1 y:11211")).starts_with("A server's name ends in :11211"));
        assert!(Plan::of(&read(&pool("10.0.0.2:11211:1")).readings[0]).is_ok());
    }

    #[test]
    fn a_threshold_is_needed_where_it_is_passed() {
        let host = |port: u32, health: &str| {
            format!(
                "[{{endpoint: {{address: {{socket_address: {{address: 10.0.0.1, port_value: {port}}}}}}}, health_status: {health}}}]"
            )
        };
        for (states, needed) in
            [(["UNHEALTHY", "UNHEALTHY", "HEALTHY"], true), (["UNHEALTHY", "HEALTHY", "HEALTHY"], false)]
        {
            let localities = (1..).zip(states).map(|(port, state)| format!("{{lb_endpoints: {}}}", host(port, state)));
            let text = format!(
                "clusters:\n- name: c\n  lb_policy: MAGLEV\n  load_assignment: {{endpoints: [{}]}}\n",
                localities.collect::<Vec<_>>().join(", ")
            );
            let plan = Plan::of(&read(&text).readings[0]).expect("a plan");
            assert_eq!(plan.servers.iter().filter(|server| server.up).count(), if needed { 1 } else { 2 });
            let field = plan.fields.iter().find(|field| field.name == "envpanic").expect("a threshold");
            assert_eq!((field.value.as_str(), field.needed), ("50", needed), "{states:?}");
        }
    }

    #[test]
    fn weights_that_do_not_count_are_none() {
        let weights = |text: &str| -> Vec<u32> {
            let plan = Plan::of(&read(text).readings[0]).expect("a plan");
            plan.servers.iter().map(|server| server.weight).collect()
        };
        assert_eq!(weights("--DISTRIBUTION=consistent --SERVER=a:1/?3 --SERVER=b:1"), [3, 1]);
        assert_eq!(weights("--SERVER=a:1/?3 --SERVER=b:1 --DISTRIBUTION=consistent"), [1, 1]);
    }
}
