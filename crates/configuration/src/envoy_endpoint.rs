//! Envoy's endpoints: localities, addresses, health, weights, and what of them is hashed.

use crate::{
    envoy::{field, inner},
    reading::Server,
    transcript::Transcript,
    words::{NO_PART, number_within, port, quoted},
    yaml::Value,
};

/// What a cluster says of its servers' labels.
#[derive(Clone, Copy)]
pub(crate) struct Labels {
    pub(crate) by_hostname: bool,
    /// Addresses are names that are resolved.
    pub(crate) resolved: bool,
}

/// The endpoints of a locality. True where one's label is an address that is not in the text.
pub(crate) fn locality(value: Value<'_>, labels: Labels, transcript: &mut Transcript<'_>) -> bool {
    let priority = inner(value, "priority").and_then(Value::text).unwrap_or("0");
    if !value.is_map() {
        transcript.unreadable(value.line(), "A locality is a map with lb_endpoints.");
    }
    let mut unresolved = false;
    for (key, value) in value.entries() {
        match field(key).as_str() {
            "lb_endpoints" if priority != "0" => {
                let words =
                    "Servers of a later priority have a ring of their own, for when the first has failed; left out.";
                transcript.ignored(key.line(), words);
                for endpoint in value.items() {
                    transcript.ignored(endpoint.line(), words);
                }
            }
            "lb_endpoints" if value.is_list() => {
                for value in value.items() {
                    unresolved |= endpoint(value, labels, transcript);
                }
            }
            "lb_endpoints" => transcript.unreadable(key.line(), "lb_endpoints is a list."),
            "load_balancing_weight" => {
                transcript.ignored(
                    key.line(),
                    "A weight of the whole locality: it counts only with locality_weighted_lb_config.",
                );
            }
            "priority" => transcript.read(key.line(), format!("Priority {}.", quoted(priority))),
            _ => transcript.ignored(key.line(), NO_PART),
        }
    }
    unresolved
}

/// What was found in an endpoint.
#[derive(Default)]
struct Found<'t> {
    address: Option<&'t str>,
    port: Option<u32>,
    path: Option<&'t str>,
    hostname: Option<&'t str>,
    hash_key: Option<&'t str>,
}

fn endpoint(value: Value<'_>, labels: Labels, transcript: &mut Transcript<'_>) -> bool {
    let mut found = Found::default();
    let (mut weight, mut up, mut fault) = (1, true, None);
    if !value.is_map() {
        transcript.unreadable(value.line(), "An endpoint is a map.");
        return false;
    }
    for (key, value) in value.entries() {
        let text = value.text().unwrap_or_default();
        match field(key).as_str() {
            "endpoint" => address(value, &mut found, &mut fault, transcript),
            "load_balancing_weight" => match number_within(text, 1, u32::MAX) {
                Some(number) => {
                    weight = number;
                    transcript.read(key.line(), format!("Weight {number}."));
                }
                None => {
                    fault =
                        Some((key.line(), format!("{} is no weight: Envoy takes whole numbers from 1.", quoted(text))));
                }
            },
            "health_status" => {
                up = !matches!(text, "UNHEALTHY" | "DRAINING" | "TIMEOUT" | "2" | "3" | "4");
                transcript.read(key.line(), if up { "It is up." } else { "It is down: it leaves the ring or table." });
            }
            "metadata" => {
                let group = inner(value, "filter_metadata");
                let group = group.and_then(|group| group.entries().find(|(key, _)| key.text() == Some("envoy.lb")));
                let entry = group.and_then(|(_, map)| map.entries().find(|(key, _)| key.text() == Some("hash_key")));
                match entry.and_then(|(key, value)| Some((key, value.text().filter(|text| !text.is_empty())?))) {
                    Some((key, text)) => {
                        found.hash_key = Some(text);
                        transcript.read(key.line(), format!("{} is hashed for this server.", quoted(text)));
                    }
                    None => transcript.ignored(key.line(), NO_PART),
                }
            }
            _ => transcript.ignored(key.line(), NO_PART),
        }
    }
    if let Some((line, words)) = fault {
        transcript.unreadable(line, words);
        return false;
    }
    add(&found, weight, up, value.line(), labels, transcript)
}

/// `endpoint`: an address and a host name.
fn address<'t>(
    map: Value<'t>,
    found: &mut Found<'t>,
    fault: &mut Option<(usize, String)>,
    transcript: &mut Transcript<'_>,
) {
    for (key, value) in map.entries() {
        match field(key).as_str() {
            "hostname" => {
                found.hostname = value.text().filter(|name| !name.is_empty());
                transcript.read(key.line(), "Its host name.");
            }
            "address" => {
                for (key, value) in value.entries() {
                    match field(key).as_str() {
                        "socket_address" => {
                            found.address = inner(value, "address").and_then(Value::text);
                            if let Some(number) = inner(value, "port_value") {
                                found.port = number.text().and_then(port);
                                if found.port.is_none() {
                                    let text = number.text().unwrap_or_default();
                                    *fault = Some((number.line(), format!("{} is no port: 1 to 65535.", quoted(text))));
                                }
                            }
                        }
                        "pipe" => found.path = inner(value, "path").and_then(Value::text),
                        _ => transcript.ignored(key.line(), NO_PART),
                    }
                }
            }
            _ => transcript.ignored(key.line(), NO_PART),
        }
    }
}

fn add(found: &Found<'_>, weight: u32, up: bool, line: usize, labels: Labels, transcript: &mut Transcript<'_>) -> bool {
    let name = match (found.address, found.port, found.path) {
        (Some(address), Some(port), _) if address.contains(':') => format!("[{address}]:{port}"),
        (Some(address), Some(port), _) => format!("{address}:{port}"),
        (Some(_), None, _) => {
            transcript.unreadable(line, "The server has no port_value.");
            return false;
        }
        (None, _, Some(path)) => path.to_owned(),
        (None, _, None) => {
            transcript.unreadable(line, "The server has no address.");
            return false;
        }
    };
    let by_name = labels.by_hostname.then(|| found.hostname.or(found.address.filter(|_| labels.resolved))).flatten();
    let label = found.hash_key.or(by_name).map(str::to_owned);
    let unresolved = label.is_none() && labels.resolved && found.address.is_some_and(is_name);
    let words = format!("A server, {}.", quoted(&name));
    transcript.add(Server { weight, label, up, ..Server::new(name, line) }, words).is_some() && unresolved
}

/// Whether an address is a name, and no number.
fn is_name(address: &str) -> bool {
    !address.contains(':') && address.bytes().any(|byte| byte.is_ascii_alphabetic())
}
