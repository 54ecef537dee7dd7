//! Servers and proxies: nginx, Varnish, Caddy, Envoy and HAProxy, with the Perl client that nginx is compatible with.

use placement::system::{
    cache_memcached_fast::CacheMemcachedFast,
    caddy::{Caddy, Version},
    envoy::hash as request_hash,
    envoy_bounded::Bounds,
    envoy_maglev::{self, EnvoyMaglev},
    envoy_ring::{EnvoyRing, Options, PointFunction},
    haproxy::KeyHash,
    haproxy_consistent::{Bounded, HaproxyConsistent},
    haproxy_map::HaproxyMap,
    member::Member,
    nginx_consistent::NginxConsistent,
    nginx_hash::NginxHash,
    varnish_shard::{self, VarnishShard},
};

use super::{
    hash_word,
    nodes::DownMode,
    placement::{Placement, sentence, unknown},
    settings::Settings,
};

/// Those that pass over members that are down.
pub fn build_skipping(id: &str, settings: &Settings, members: &[Member]) -> Result<Placement, String> {
    match id {
        "nginx-consistent" => {
            // With either the earlier server is taken; what musl leaves open the file lists as undetermined.
            let libc = settings.text_or("libc", "glibc")?;
            if !["glibc", "musl"].contains(&libc) {
                return Err(format!("the libc {libc} is not known"));
            }
            let system = NginxConsistent::new(members).map_err(sentence)?;
            let points = system.points().to_vec();
            let placement = Placement::of(members, move |key| system.owner(&key.bytes)).with_points(&points);
            Ok(placement.with_hash(|key| NginxConsistent::hash(key).to_string()))
        }
        "nginx-hash" => {
            let system = NginxHash::new(members).map_err(sentence)?;
            Ok(Placement::of(members, move |key| system.owner(&key.bytes)))
        }
        "cache-memcached-fast" => {
            let system = CacheMemcachedFast::new(members, settings.whole_or("ketama_points", 0)?).map_err(sentence)?;
            Ok(Placement::of(members, move |key| system.owner(&key.bytes)))
        }
        "varnish-shard" => {
            let replicas = settings.whole_or("replicas", varnish_shard::REPLICAS)?;
            let system = VarnishShard::new(members, replicas).map_err(sentence)?;
            let points = system.points().to_vec();
            let placement = Placement::of(members, move |key| system.owner(&key.bytes)).with_points(&points);
            Ok(placement.with_hash(|key| varnish_shard::hash(key).to_string()))
        }
        _ => {
            let version = settings.text_or("version", "")?;
            let is_early = ["2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6"]
                .iter()
                .any(|early| version.strip_prefix(early).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')));
            let version = match settings.text("hash")? {
                Some("fnv1a_32") => Version::Fnv,
                Some("xxh64") => Version::XxHash,
                Some(other) => return Err(format!("the hash {other} is not known for the id {id}")),
                None if is_early => Version::Fnv,
                None => Version::XxHash,
            };
            let system = Caddy::new(members, version);
            Ok(Placement::of(members, move |key| system.owner(&key.bytes)))
        }
    }
}

/// Envoy.
pub fn build_envoy(
    id: &str,
    settings: &Settings,
    mode: Option<DownMode>,
    members: &[Member],
) -> Result<Placement, String> {
    // What the file says of hosts that are down holds, however many they are.
    let panic_threshold_percent = match mode {
        Some(DownMode::Panic) => 101,
        Some(DownMode::Skipped) => return Err(format!("the down_mode skipped is not known for the id {id}")),
        Some(DownMode::Ejected) | None => 0,
    };
    let factor = || settings.whole_given("balance_factor");
    let bounds = |factor| Bounds::new(members, factor, panic_threshold_percent).map_err(sentence);
    match id {
        "envoy-ring-hash" | "envoy-ring-hash-bounded" => {
            let default = Options::default();
            let options = Options {
                function: match settings.text_or("hash", "XX_HASH")? {
                    "XX_HASH" => PointFunction::XxHash,
                    "MURMUR_HASH_2" => PointFunction::Murmur2,
                    other => return Err(format!("the hash {other} is not known for the id {id}")),
                },
                min_ring_size: settings.whole("min_ring_size")?.unwrap_or(default.min_ring_size),
                max_ring_size: settings.whole("max_ring_size")?.unwrap_or(default.max_ring_size),
                panic_threshold_percent,
            };
            let system = EnvoyRing::new(members, &options).map_err(sentence)?;
            let points = system.points().to_vec();
            if id == "envoy-ring-hash-bounded" {
                let mut bounds = bounds(factor()?)?;
                return Ok(Placement::of(members, move |key| {
                    let hash = request_hash(&key.bytes);
                    bounds.send(hash, system.owner_of(hash, 0)?)
                }));
            }
            let placement = Placement::of(members, move |key| system.owner(&key.bytes)).with_points(&points);
            Ok(placement.with_hash(|key| request_hash(key).to_string()))
        }
        "envoy-maglev" | "envoy-maglev-bounded" => {
            let size = settings.whole("table_size")?.unwrap_or(envoy_maglev::TABLE_SIZE);
            let system = EnvoyMaglev::new(members, size, panic_threshold_percent).map_err(sentence)?;
            let table = system.table().to_vec();
            if id == "envoy-maglev-bounded" {
                let mut bounds = bounds(factor()?)?;
                return Ok(Placement::of(members, move |key| {
                    let hash = request_hash(&key.bytes);
                    bounds.send(hash, system.owner_of(hash, 0)?)
                }));
            }
            let placement = Placement::of(members, move |key| system.owner(&key.bytes)).with_table(&table);
            Ok(placement.with_hash(|key| request_hash(key).to_string()))
        }
        other => Err(unknown(other)),
    }
}

/// HAProxy.
pub fn build_haproxy(id: &str, settings: &Settings, members: &[Member]) -> Result<Placement, String> {
    let default = if id == "haproxy-map" { KeyHash::MAP_BASED } else { KeyHash::CONSISTENT };
    let avalanche = settings.flag("avalanche")?;
    let key_hash = match settings.text("hash")? {
        None => KeyHash { avalanche: avalanche.unwrap_or(default.avalanche), ..default },
        Some(word) => KeyHash { function: hash_word::haproxy_function(word)?, avalanche: avalanche.unwrap_or(false) },
    };
    let hash = move |key: &[u8]| key_hash.hash(key).to_string();
    match id {
        "haproxy-consistent" => {
            let system = HaproxyConsistent::new(members, key_hash).map_err(sentence)?;
            let points = system.points().to_vec();
            let placement = Placement::of(members, move |key| system.owner(&key.bytes)).with_points(&points);
            Ok(placement.with_hash(hash))
        }
        "haproxy-consistent-bounded" => {
            let factor = settings.whole_given("balance_factor")?;
            let mut system = Bounded::new(members, key_hash, factor).map_err(sentence)?;
            Ok(Placement::of(members, move |key| system.send(&key.bytes)))
        }
        "haproxy-map" => {
            let system = HaproxyMap::new(members, key_hash).map_err(sentence)?;
            let table = system.table().to_vec();
            let placement = Placement::of(members, move |key| system.owner(&key.bytes)).with_table(&table);
            Ok(placement.with_hash(hash))
        }
        other => Err(unknown(other)),
    }
}
