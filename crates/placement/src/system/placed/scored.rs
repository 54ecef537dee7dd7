//! Real systems that score every server for a key: Caddy, pymemcache and clandestined.

use super::{Card, Family, Shape, build, members};
use crate::{
    algorithm::{
        Declaration, Weights,
        rendezvous::{Rendezvous, SystemScore},
    },
    fleet::Fleet,
    parameter::{Choice, Kind, Parameter},
    system::{caddy::Version, error::SystemError},
};

/// Caddy's two rules.
pub static VERSION: Parameter = Parameter {
    field: "caddyv",
    name: "Caddy version",
    help: "Which rule holds: it changed after 2.6.",
    phrase: ("of version", ""),
    prominent: true,
    kind: Kind::Choice(&[
        Choice { id: "2.6", name: "2.6", help: "FNV-1a 32 of the key and the upstream. This is the one that was run." },
        Choice { id: "later", name: "later", help: "XXH64 of the upstream and the key, as its source says." },
    ]),
};

/// `lb_policy header`, `uri_hash`, `ip_hash` and the like.
pub static CADDY: Declaration = Declaration {
    id: "caddy-rendezvous",
    name: "Caddy",
    preposition: "by",
    source: "Caddy, selectionpolicies.go, 036895ed",
    weights: Weights::Ignored("Caddy’s hashing policies know no weights."),
    parameters: &[&VERSION],
    remembers: None,
    card: Some(&CADDY_CARD),
    build: |fleet, settings| build(&CADDY_CARD, fleet, settings, false),
};

static CADDY_CARD: Card = Card {
    family: Family::Proxies,
    does: [
        "Every upstream is hashed with the key, and the highest value has it: rendezvous, for header, uri, ip_hash, cookie and query alike.",
        "Of equal values the upstream that comes first counts. An upstream without a port has :80.",
        "An upstream that is not available is passed over, and only its keys move.",
    ],
    checked: "Caddy 2.6.2",
    defaults: "Random choice; one of the hashing policies has to be asked for.",
    takes: |_, _| Ok(()),
    shape: |fleet, settings| {
        let version = if settings.choice(&VERSION) == 1 { Version::XxHash } else { Version::Fnv };
        scored(fleet, SystemScore::Caddy(version))
    },
};

/// pymemcache's `HashClient`.
pub static PYMEMCACHE: Declaration = Declaration {
    id: "pymemcache-rendezvous",
    name: "pymemcache",
    preposition: "by",
    source: "pymemcache 4.0.0 (PyPI), rendezvous.py",
    weights: Weights::Ignored("pymemcache knows no weights."),
    parameters: &[],
    remembers: None,
    card: Some(&PYMEMCACHE_CARD),
    build: |fleet, settings| build(&PYMEMCACHE_CARD, fleet, settings, false),
};

static PYMEMCACHE_CARD: Card = Card {
    family: Family::Memcached,
    does: [
        "Every server is hashed with the key, MurmurHash3 of host:port-key, and the highest value has it: rendezvous.",
        "Of each character only the low byte counts. Of equal values the larger name counts.",
        "A server that fails is left out, and only its keys move. Without a port it has :11211.",
    ],
    checked: "pymemcache 4.0.0 (PyPI)",
    defaults: "This is HashClient’s default. A key that is bytes in Python is hashed as Python prints it, so it goes elsewhere.",
    takes: |_, _| Ok(()),
    shape: |fleet, _| scored(fleet, SystemScore::Pymemcache),
};

/// clandestined.
pub static CLANDESTINED: Declaration = Declaration {
    id: "clandestined",
    name: "clandestined",
    preposition: "by",
    source: "clandestined 1.1.0 (PyPI), rendezvous_hash.py",
    weights: Weights::Ignored("clandestined knows no weights."),
    parameters: &[],
    remembers: None,
    card: Some(&CLANDESTINED_CARD),
    build: |fleet, settings| build(&CLANDESTINED_CARD, fleet, settings, false),
};

static CLANDESTINED_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "Every node is hashed with the key, MurmurHash3 of node-key, and the highest value has it: rendezvous.",
        "The text counts as UTF-8, as with its C extension; without that, only the low byte of each character counts.",
        "Of equal values the larger name counts. A node that is removed leaves only its own keys to others.",
    ],
    checked: "clandestined 1.1.0 (PyPI)",
    defaults: "Seed 0 and no zones.",
    takes: |_, _| Ok(()),
    shape: |fleet, _| scored(fleet, SystemScore::Clandestined),
};

fn scored(fleet: &Fleet, score: SystemScore) -> Result<Shape, SystemError> {
    let usual_port = match score {
        SystemScore::Caddy(_) => Some(80),
        SystemScore::Pymemcache => Some(11_211),
        SystemScore::Clandestined => None,
    };
    let text = |name: String| match usual_port {
        Some(port) if !has_port(&name) => format!("{name}:{port}"),
        _ => name,
    };
    let texts = members(fleet).into_iter().map(|member| text(member.name)).collect();
    Ok(Shape::Scores(Box::new(Rendezvous::of_system(fleet, texts, score))))
}

/// Does a name end in a port, or is it a socket or a URL, which has none of its own?
fn has_port(name: &str) -> bool {
    let digits = name.rsplit_once(':').map(|(_, port)| port);
    name.contains('/') || digits.is_some_and(|port| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()))
}
