//! An Envoy cluster: its policy, what the policy takes, and its servers. After the reference of
//! `config.cluster.v3.Cluster` and of the policies as extensions.

use crate::{
    envoy::{field, inner},
    envoy_endpoint::{Labels, locality},
    reading::Value as Setting,
    transcript::Transcript,
    words::{NO_PART, number, number_within, quoted},
    yaml::{MERGE, Value},
};

/// Most points of a ring that Envoy makes.
const MOST_POINTS: u32 = 8_388_608;
/// Largest table of Maglev that Envoy makes.
const LARGEST_TABLE: u32 = 5_000_011;

/// What a cluster says, with what Envoy takes by itself.
struct Cluster<'t> {
    policy: Result<Policy, String>,
    hash: &'static str,
    smallest_ring: u32,
    largest_ring: u32,
    table: u32,
    /// Percent of the mean load that a server can have.
    factor: Option<u32>,
    by_hostname: bool,
    /// The cluster's type, in capitals.
    kind: &'t str,
    /// Below so many percent of healthy servers all count as healthy.
    panic_percent: u64,
    localities: Vec<Value<'t>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Policy {
    Ring,
    Maglev,
}

/// Reads a cluster.
pub(crate) fn cluster(value: Value<'_>, transcript: &mut Transcript<'_>) {
    let name = inner(value, "name").and_then(Value::text).unwrap_or_default();
    if !transcript.begin(name, value.line()) {
        return;
    }
    let mut cluster = Cluster {
        policy: Err("There is no lb_policy: Envoy then gives requests to one server after the other.".into()),
        hash: "XX_HASH",
        smallest_ring: 1_024,
        largest_ring: MOST_POINTS,
        table: 65_537,
        factor: None,
        by_hostname: false,
        kind: "STATIC",
        panic_percent: 50,
        localities: Vec::new(),
    };
    // Where both are given, `load_balancing_policy` holds.
    let mut extended = false;
    for (key, value) in value.entries() {
        let line = key.line();
        let name = field(key);
        match name.as_str() {
            "name" => transcript.read(line, format!("A cluster, {}.", quoted(value.text().unwrap_or_default()))),
            "type" => {
                cluster.kind = value.text().unwrap_or_default();
                transcript.read(line, format!("Servers are found by {}.", quoted(cluster.kind)));
            }
            "lb_policy" if matches!(value.text(), Some("LOAD_BALANCING_POLICY_CONFIG" | "7")) => {
                transcript.read(line, "load_balancing_policy says how keys are placed.");
            }
            "lb_policy" => {
                let read = policy(value.text().unwrap_or_default(), line, transcript);
                if !extended {
                    cluster.policy = read;
                }
            }
            "load_balancing_policy" => {
                extended = true;
                extensions(value, &mut cluster, transcript);
            }
            "ring_hash_lb_config" | "maglev_lb_config" => cluster.settings(value, transcript),
            "common_lb_config" => cluster.settings(value, transcript),
            "load_assignment" if !value.is_map() => transcript.unreadable(line, "load_assignment is a map."),
            "load_assignment" => {
                for (key, value) in value.entries() {
                    match field(key).as_str() {
                        "endpoints" if value.is_list() => cluster.localities.extend(value.items()),
                        "endpoints" => transcript.unreadable(key.line(), "endpoints is a list."),
                        _ => transcript.ignored(key.line(), NO_PART),
                    }
                }
            }
            "<<" => transcript.unreadable(line, MERGE),
            "hosts" => transcript.unreadable(line, "hosts is of an older Envoy: write load_assignment."),
            _ => transcript.ignored(line, NO_PART),
        }
    }
    cluster.finish(transcript);
    transcript.end();
}

fn policy(name: &str, line: usize, transcript: &mut Transcript<'_>) -> Result<Policy, String> {
    match name {
        "RING_HASH" | "2" => {
            transcript.read(line, "Keys are placed on a ring.");
            Ok(Policy::Ring)
        }
        "MAGLEV" | "5" => {
            transcript.read(line, "Keys are placed by a table of Maglev.");
            Ok(Policy::Maglev)
        }
        "" => {
            transcript.unreadable(line, "It names no policy.");
            Err("lb_policy names no policy.".into())
        }
        _ => {
            transcript.read(line, "This chooses a server without a hash of a key.");
            Err(format!("lb_policy {} does not place by a hash of a key.", quoted(name)))
        }
    }
}

/// `load_balancing_policy`: the first of its policies that is known here counts.
fn extensions<'t>(value: Value<'t>, cluster: &mut Cluster<'t>, transcript: &mut Transcript<'_>) {
    cluster.policy = Err("load_balancing_policy names no policy that places by a hash of a key.".into());
    for item in inner(value, "policies").into_iter().flat_map(Value::items) {
        let extension = inner(item, "typed_extension_config").unwrap_or(item);
        let typed = inner(extension, "typed_config");
        let kind = typed.and_then(|typed| typed.entries().find(|(key, _)| key.text() == Some("@type")));
        let kind = kind.and_then(|(_, value)| value.text()).unwrap_or_default();
        let name = inner(extension, "name").and_then(Value::text).unwrap_or_default();
        let line = inner(extension, "name").unwrap_or(extension).line();
        cluster.policy = if kind.ends_with(".RingHash") || name == "envoy.load_balancing_policies.ring_hash" {
            policy("RING_HASH", line, transcript)
        } else if kind.ends_with(".Maglev") || name == "envoy.load_balancing_policies.maglev" {
            policy("MAGLEV", line, transcript)
        } else {
            transcript.ignored(line, "This policy does not place by a hash of a key; the next is taken.");
            continue;
        };
        typed.into_iter().for_each(|typed| cluster.settings(typed, transcript));
        return;
    }
}

impl<'t> Cluster<'t> {
    /// Fields of the policies' configurations and of `common_lb_config`. No two have a field of one name and two meanings.
    fn settings(&mut self, map: Value<'t>, transcript: &mut Transcript<'_>) {
        for (key, value) in map.entries() {
            let line = key.line();
            let text = value.text().unwrap_or_default();
            let told = match field(key).as_str() {
                "minimum_ring_size" => ring_size(text, &mut self.smallest_ring, "at least"),
                "maximum_ring_size" => ring_size(text, &mut self.largest_ring, "at most"),
                "hash_function" => match text {
                    "XX_HASH" | "DEFAULT_HASH" => {
                        self.hash = "XX_HASH";
                        Ok("Points are laid by xxHash.".into())
                    }
                    "MURMUR_HASH_2" => {
                        self.hash = "MURMUR_HASH_2";
                        Ok("Points are laid by MurmurHash2; keys are hashed by xxHash all the same.".into())
                    }
                    _ => Err(format!("{} is no hash function of Envoy's ring.", quoted(text))),
                },
                "table_size" => match number_within(text, 2, LARGEST_TABLE).filter(|&size| is_prime(size)) {
                    Some(size) => {
                        self.table = size;
                        Ok(format!("A table of {size} slots."))
                    }
                    None => {
                        Err(format!("{} is no table size: Envoy takes primes up to {LARGEST_TABLE}.", quoted(text)))
                    }
                },
                "use_hostname_for_hashing" => {
                    self.by_hostname = text == "true";
                    Ok(if self.by_hostname { "Names are hashed, not addresses." } else { "Addresses are hashed." }
                        .into())
                }
                "hash_balance_factor" => match number_within(text, 100, u32::MAX) {
                    Some(factor) => {
                        self.factor = Some(factor);
                        Ok(format!("No server has more than {factor} % of the mean load."))
                    }
                    None => Err("The factor is a whole number from 100.".into()),
                },
                "healthy_panic_threshold" => {
                    let percent = if value.is_map() { inner(value, "value").and_then(Value::text) } else { Some(text) };
                    let percent = percent.unwrap_or("0");
                    match whole_part(percent).filter(|&percent| percent <= 100) {
                        Some(percent) => {
                            self.panic_percent = percent;
                            Ok(format!("Below {percent} % of healthy servers all count as healthy."))
                        }
                        None => Err(format!("{} is no share in percent.", quoted(percent))),
                    }
                }
                "consistent_hashing_lb_config" => {
                    transcript.ignored(line, "");
                    self.settings(value, transcript);
                    continue;
                }
                "@type" => {
                    transcript.ignored(line, "");
                    continue;
                }
                _ => {
                    transcript.ignored(line, NO_PART);
                    continue;
                }
            };
            match told {
                Ok(words) => transcript.read(line, words),
                Err(words) => transcript.unreadable(line, words),
            }
        }
    }

    /// Reads the endpoints and says by which rule they are chosen.
    fn finish(mut self, transcript: &mut Transcript<'_>) {
        let resolved = matches!(self.kind, "STRICT_DNS" | "LOGICAL_DNS" | "1" | "2");
        if self.by_hostname && !resolved && self.kind != "EDS" {
            transcript.remark("Envoy refuses use_hostname_for_hashing for servers that are not found by name.");
        }
        let labels = Labels { by_hostname: self.by_hostname, resolved };
        let mut unresolved = false;
        for value in std::mem::take(&mut self.localities) {
            unresolved |= locality(value, labels, transcript);
        }
        if unresolved {
            transcript.remark(
                "Envoy hashes the addresses that names resolve to; they are not in the text, and names stand for them.",
            );
        }
        if self.kind == "EDS" {
            transcript.remark("The servers of this cluster come from a discovery service.");
        }
        if self.smallest_ring > self.largest_ring {
            transcript.remark("Envoy refuses a minimum_ring_size above maximum_ring_size.");
        }
        let Some(reading) = transcript.current() else { return };
        let policy = match self.policy {
            Ok(policy) => policy,
            Err(reason) => {
                reading.system = Err(reason);
                return;
            }
        };
        let number = |number: u32| Setting::Number(number.into());
        let bounded = self.factor.is_some();
        if policy == Policy::Ring {
            reading.system = Ok(if bounded { "envoy-ring-hash-bounded" } else { "envoy-ring-hash" });
            reading.settings.push(("hash", Setting::Text(self.hash.into())));
            reading.settings.push(("min_ring_size", number(self.smallest_ring)));
            reading.settings.push(("max_ring_size", number(self.largest_ring)));
        } else {
            reading.system = Ok(if bounded { "envoy-maglev-bounded" } else { "envoy-maglev" });
            reading.settings.push(("table_size", number(self.table)));
        }
        if let Some(factor) = self.factor {
            reading.settings.push(("balance_factor", number(factor)));
        }
        reading.settings.push(("panic_threshold", Setting::Number(self.panic_percent)));
        let (all, up) =
            (reading.servers.len() as u64, reading.servers.iter().filter(|server| server.up).count() as u64);
        if up < all {
            let panics = up * 100 < self.panic_percent * all;
            let mode = if panics { "panic" } else { "ejected" };
            reading.settings.push(("down_mode", Setting::Text(mode.into())));
            if panics {
                let words =
                    format!("{up} of {all} servers are healthy, below {} %: all count as healthy.", self.panic_percent);
                reading.remarks.push(words);
            }
        }
    }
}

fn ring_size(text: &str, size: &mut u32, bound: &str) -> Result<String, String> {
    match number_within(text, 1, MOST_POINTS) {
        Some(read) => {
            *size = read;
            Ok(format!("A ring of {bound} {read} points."))
        }
        None => Err(format!("{} is no ring size: 1 to {MOST_POINTS}.", quoted(text))),
    }
}

/// The whole part of a number that may have decimals.
fn whole_part(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    number(decimals)?;
    number(whole)
}

/// Of a number up to [`LARGEST_TABLE`].
fn is_prime(number: u32) -> bool {
    number >= 2
        && (2..).take_while(|divisor| divisor * divisor <= number).all(|divisor| !number.is_multiple_of(divisor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_by_a_sieve() {
        let mut composite = vec![false; 2_000];
        for number in 0..2_000_u32 {
            let prime = number >= 2 && !composite[number as usize];
            assert_eq!(is_prime(number), prime, "{number}");
            if prime {
                (number * 2..2_000).step_by(number as usize).for_each(|multiple| composite[multiple as usize] = true);
            }
        }
        assert!(is_prime(65_537) && is_prime(LARGEST_TABLE) && !is_prime(65_537 * 3));
    }
}
