//! Envoy: clusters in YAML or JSON, alone, in a list, in a bootstrap, in an answer of a discovery service or in a dump of
//! the running configuration. Here they are found; field names may have either spelling.

use crate::{
    envoy_cluster::cluster,
    transcript::Transcript,
    words::NO_PART,
    yaml::{Tree, Value},
};

/// Fields by which a map is known to be a cluster.
const CLUSTER_FIELDS: [&str; 5] = ["lb_policy", "load_assignment", "load_balancing_policy", "connect_timeout", "hosts"];
/// Fields of other maps that hold clusters, beside `clusters` itself.
const HOLD_CLUSTERS: [&str; 7] = [
    "static_resources",
    "resources",
    "configs",
    "static_clusters",
    "dynamic_active_clusters",
    "dynamic_warming_clusters",
    "cluster",
];

pub(crate) fn read(text: &str, transcript: &mut Transcript<'_>) {
    let tree = Tree::of(text);
    for document in tree.documents() {
        if !find(document, transcript) && document.is_map() {
            transcript.unreadable(document.line(), "There is no cluster here.");
        }
    }
    tree.tell_fault(transcript);
}

/// A field's name in the spelling with underscores.
pub(crate) fn field(key: Value<'_>) -> String {
    let mut name = String::new();
    for c in key.text().unwrap_or_default().chars().take(64) {
        if c.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// The value of a field.
pub(crate) fn inner<'t>(map: Value<'t>, name: &str) -> Option<Value<'t>> {
    map.entries().find(|(key, _)| field(*key) == name).map(|(_, value)| value)
}

/// Looks for clusters where they can stand. False where there is none.
fn find(value: Value<'_>, transcript: &mut Transcript<'_>) -> bool {
    if value.is_list() {
        let found = value.items().map(|item| find(item, transcript));
        return found.filter(|found| *found).count() > 0;
    }
    if !value.is_map() {
        transcript.unreadable(value.line(), "This is no cluster.");
        return false;
    }
    if value.entries().any(|(key, _)| CLUSTER_FIELDS.contains(&field(key).as_str())) {
        cluster(value, transcript);
        return true;
    }
    let mut found = false;
    for (key, value) in value.entries() {
        let holds_more = value.is_list() || value.is_map();
        match field(key).as_str() {
            "clusters" if value.is_list() => {
                found = true;
                transcript.ignored(key.line(), "");
                for item in value.items() {
                    if item.is_map() {
                        cluster(item, transcript);
                    } else {
                        transcript.unreadable(item.line(), "This is no cluster.");
                    }
                }
            }
            name if holds_more && HOLD_CLUSTERS.contains(&name) => {
                transcript.ignored(key.line(), "");
                found |= find(value, transcript);
            }
            "@type" | "version_info" | "last_updated" | "name" => transcript.ignored(key.line(), ""),
            _ => transcript.ignored(key.line(), NO_PART),
        }
    }
    found
}
