//! From an id, its settings and nodes to the system that places keys.

use placement::system::member::Member;

use super::{keys::KeyReader, libraries, nodes::Nodes, placement::Placement, servers, settings::Settings};

/// Builds the system of an id. With `reversed` the nodes are in the opposite order: of two that claim one point, the other
/// has it.
pub fn build(settings: &Settings, nodes: &Nodes, keys: &KeyReader, reversed: bool) -> Result<Placement, String> {
    let id = settings.id()?;
    let in_order = |mut members: Vec<Member>| {
        if reversed {
            members.reverse();
        }
        members
    };
    let skipping = in_order(nodes.skipping());
    if let "nginx-consistent" | "nginx-hash" | "cache-memcached-fast" | "varnish-shard" | "caddy-rendezvous" = id {
        return servers::build_skipping(id, settings, &skipping);
    }
    let members = in_order(nodes.ejecting(id)?);
    if id.starts_with("envoy-") {
        return servers::build_envoy(id, settings, nodes.mode, &in_order(nodes.members.clone()));
    }
    if id.starts_with("haproxy-") {
        return servers::build_haproxy(id, settings, &members);
    }
    if id.starts_with("libmemcached-") || id.starts_with("twemproxy-") {
        return libraries::build_memcached(id, settings, &members);
    }
    libraries::build(id, settings, &members, keys)
}
