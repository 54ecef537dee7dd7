//! From an id, its settings and nodes to the system that places keys.

use placement::system::{
    buraksezer_consistent::{self, BuraksezerConsistent},
    cache_memcached_fast::CacheMemcachedFast,
    caddy::{Caddy, Version},
    circle::{HashedCircle, Position},
    clandestined::Clandestined,
    crate_conhash, crate_hashring,
    envoy::hash as request_hash,
    envoy_bounded::Bounds,
    envoy_maglev::{self, EnvoyMaglev},
    envoy_ring::{EnvoyRing, Options, PointFunction},
    error::SystemError,
    ex_hash_ring,
    go_maglev::GoMaglev,
    go_mpchash::{self, GoMpchash},
    groupcache,
    haproxy::KeyHash,
    haproxy_consistent::{Bounded, HaproxyConsistent},
    haproxy_map::HaproxyMap,
    hash::memcached::KeyFunction,
    last_fm,
    libmemcached::{self, Continuum, Points},
    member::Member,
    nginx_consistent::NginxConsistent,
    nginx_hash::NginxHash,
    npm_hashring, npm_ketama,
    npm_node_hashring::NodeHashring,
    pymemcache::Pymemcache,
    pypi_hashring, twemproxy, uhashring,
    varnish_hash::VarnishHash,
    varnish_shard::{self, VarnishShard},
};

use super::{
    hash_word,
    keys::{Key, KeyReader},
    nodes::{DownMode, Nodes},
    settings::Settings,
};

/// The place of the owner of a key; in a sequence each request stays in flight.
type Owner = Box<dyn FnMut(&Key) -> Option<usize>>;
/// The places of so many different owners of a key.
type Owners = Box<dyn Fn(&Key, usize) -> Vec<usize>>;
/// The hash of a key, in decimal.
type KeyNumber = Box<dyn Fn(&Key) -> String>;

/// A system that was built from a file.
#[derive(Default)]
pub struct Placement {
    /// The names that places stand for.
    pub names: Vec<String>,
    pub owner: Option<Owner>,
    pub owners: Option<Owners>,
    /// The points of a ring, as decimals.
    pub points: Option<Vec<(String, usize)>>,
    /// The place of the member of each slot.
    pub table: Option<Vec<usize>>,
    /// The place of the member of each partition.
    pub partitions: Option<Vec<usize>>,
    pub key_number: Option<KeyNumber>,
    /// Whether keys have to be numbers.
    pub takes_numbers: bool,
}

impl Placement {
    fn of(members: &[Member], owner: impl FnMut(&Key) -> Option<usize> + 'static) -> Self {
        let names = members.iter().map(|member| member.name.clone()).collect();
        Self { names, owner: Some(Box::new(owner)), ..Self::default() }
    }

    fn with_points<P: ToString + Copy>(mut self, points: &[(P, u32)]) -> Self {
        self.points = Some(points.iter().map(|&(point, place)| (point.to_string(), place as usize)).collect());
        self
    }

    fn with_table(mut self, table: &[u32]) -> Self {
        self.table = Some(table.iter().map(|&place| place as usize).collect());
        self
    }

    fn with_hash(mut self, hash: impl Fn(&[u8]) -> String + 'static) -> Self {
        self.key_number = Some(Box::new(move |key| hash(&key.bytes)));
        self
    }

    fn of_circle<P: Position + ToString + 'static>(
        members: &[Member],
        circle: Result<HashedCircle<P>, SystemError>,
    ) -> Result<Self, String> {
        let circle = circle.map_err(sentence)?;
        let (placing, walking, hashing) = (circle.clone(), circle.clone(), circle.clone());
        let mut placement = Self::of(members, move |key| placing.owner(&key.bytes)).with_points(circle.points());
        placement.owners = Some(Box::new(move |key, most| walking.owners(&key.bytes, most)));
        Ok(placement.with_hash(move |key| hashing.hash(key).to_string()))
    }
}

/// An error as the sentence that it is.
#[allow(clippy::needless_pass_by_value)] // `map_err` hands it over.
fn sentence(error: SystemError) -> String {
    error.to_string()
}

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
        return build_skipping(id, settings, &skipping);
    }
    let members = in_order(nodes.ejecting(id)?);
    if id.starts_with("envoy-") {
        return build_envoy(id, settings, nodes.mode, &in_order(nodes.members.clone()));
    }
    if id.starts_with("haproxy-") {
        return build_haproxy(id, settings, &members);
    }
    if id.starts_with("libmemcached-") || id.starts_with("twemproxy-") {
        return build_memcached(id, settings, &members);
    }
    build_library(id, settings, &members, keys)
}

fn build_skipping(id: &str, settings: &Settings, members: &[Member]) -> Result<Placement, String> {
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

fn build_envoy(id: &str, settings: &Settings, mode: Option<DownMode>, members: &[Member]) -> Result<Placement, String> {
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

fn unknown(id: &str) -> String {
    format!("the id {id} is not known")
}

fn build_haproxy(id: &str, settings: &Settings, members: &[Member]) -> Result<Placement, String> {
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

fn build_memcached(id: &str, settings: &Settings, members: &[Member]) -> Result<Placement, String> {
    let word = |default| settings.text_or("hash", default);
    let function = |default| -> Result<KeyFunction, String> {
        let word = word(default)?;
        let function = match id.split('-').next() {
            Some("twemproxy") => KeyFunction::of_twemproxy(word),
            _ => KeyFunction::of_libmemcached(word),
        };
        function.ok_or_else(|| format!("the hash {word} is not known for the id {id}"))
    };
    let continuum = |points, default| {
        let function = function(default)?;
        let system = Continuum::new(members, points, function).map_err(sentence)?;
        let points = system.points().to_vec();
        let placement = Placement::of(members, move |key| system.owner(&key.bytes)).with_points(&points);
        Ok(placement.with_hash(move |key| function.value32(key).to_string()))
    };
    match id {
        "libmemcached-modula" => {
            let system = libmemcached::Modula::new(members, function("one_at_a_time")?);
            Ok(Placement::of(members, move |key| system.owner(&key.bytes)))
        }
        "libmemcached-consistent" | "libmemcached-ketama" => {
            let is_weighted = settings.flag("weighted")?.unwrap_or(false);
            continuum(if is_weighted { Points::Weighted } else { Points::Unweighted }, "one_at_a_time")
        }
        "libmemcached-ketama-weighted" => continuum(Points::Weighted, "md5"),
        "libmemcached-ketama-spy" => continuum(Points::Spy, "md5"),
        "twemproxy-ketama" => {
            let system = twemproxy::Ketama::new(members, function("fnv1a_64")?).map_err(sentence)?;
            let (points, hashing) = (system.points().to_vec(), system.clone());
            let placement = Placement::of(members, move |key| system.owner(&key.bytes)).with_points(&points);
            Ok(placement.with_hash(move |key| hashing.hash(key).to_string()))
        }
        "twemproxy-modula" => {
            let system = twemproxy::Modula::new(members, function("fnv1a_64")?).map_err(sentence)?;
            let table = system.slots().to_vec();
            Ok(Placement::of(members, move |key| system.owner(&key.bytes)).with_table(&table))
        }
        other => Err(unknown(other)),
    }
}

fn build_library(id: &str, settings: &Settings, members: &[Member], keys: &KeyReader) -> Result<Placement, String> {
    let replicas = |default| settings.whole_or("replicas", default);
    let words = |default| match settings.whole_or("points_per_label", default)? {
        points @ 0..=4 => Ok(points as usize),
        more => Err(format!("{more} points_per_label do not go: a label has four")),
    };
    match id {
        "lastfm-ketama" => Placement::of_circle(members, last_fm::ring(members)),
        "groupcache" => Placement::of_circle(members, groupcache::ring(members, replicas(50)?)),
        "uhashring" => Placement::of_circle(members, uhashring::ring(members, replicas(160)?)),
        "uhashring-ketama" => Placement::of_circle(members, uhashring::ketama_ring(members, replicas(40)?, words(4)?)),
        "pypi-hashring" => Placement::of_circle(members, pypi_hashring::ring(members, replicas(40)?, words(3)?)),
        "npm-hashring" => Placement::of_circle(members, npm_hashring::ring(members, replicas(40)?, words(4)?)),
        "npm-ketama" => Placement::of_circle(members, npm_ketama::ring(members, replicas(50)?)),
        "npm-node-hashring" => {
            let system = NodeHashring::new(members, replicas(80)?, keys.steps.encoding).map_err(sentence)?;
            let (points, hashing) = (system.points().to_vec(), system.clone());
            let placement = Placement::of(members, move |key| system.owner(&key.bytes)).with_points(&points);
            Ok(placement.with_hash(move |key| hashing.hash(key).to_string()))
        }
        "crate-hashring" => Placement::of_circle(members, Ok(crate_hashring::ring(members))),
        "crate-conhash" => {
            let given = settings.whole_or("replicas", 0)?;
            if given == 0 && members.iter().any(|member| member.points.is_none()) {
                return Err(format!("the setting replicas is missing for the id {id}"));
            }
            Placement::of_circle(members, crate_conhash::ring(members, given))
        }
        "ex-hash-ring" => Placement::of_circle(members, ex_hash_ring::ring(members, replicas(512)?)),
        "varnish-hash" => {
            let system = VarnishHash::new(members).map_err(sentence)?;
            Ok(Placement::of(members, move |key| system.owner(&key.bytes))
                .with_hash(|key| VarnishHash::hash(key).to_string()))
        }
        "pymemcache-rendezvous" => {
            let system = Pymemcache::new(members, settings.whole_or("seed", 0)?);
            Ok(Placement::of(members, move |key| system.owner(&key.bytes)))
        }
        "clandestined" => {
            let system = Clandestined::new(members, settings.whole_or("seed", 0)?, keys.steps.encoding);
            Ok(Placement::of(members, move |key| system.owner(&key.text)))
        }
        "go-maglev" => {
            let size = settings.whole("table_size")?.ok_or("the setting table_size is missing")?;
            let system = GoMaglev::new(members, size).map_err(sentence)?;
            let table = system.table().to_vec();
            // The package takes numbers; how a text becomes one is not its own affair.
            let mut placement = Placement::of(members, move |key| system.owner_of(key.number?)).with_table(&table);
            placement.takes_numbers = true;
            Ok(placement)
        }
        "go-mpchash" => {
            let seeds = match settings.wholes("seeds")?.as_slice() {
                [] => [1, 2],
                &[first, second] => [first, second],
                _ => return Err("the setting seeds is not two numbers".to_owned()),
            };
            let probes = settings.whole_or("probes", go_mpchash::PROBES)?;
            let system = GoMpchash::new(members, seeds, probes).map_err(sentence)?;
            let points = system.points().to_vec();
            Ok(Placement::of(members, move |key| system.owner(&key.bytes)).with_points(&points))
        }
        "buraksezer-consistent" => {
            let default = buraksezer_consistent::Options::default();
            let options = buraksezer_consistent::Options {
                partitions: settings.whole_or("partitions", default.partitions)?,
                replicas: replicas(default.replicas)?,
                load: settings.number("load")?.unwrap_or(default.load),
            };
            let system = BuraksezerConsistent::new(members, &options).map_err(sentence)?;
            let partitions = system.partitions().iter().map(|&place| place as usize).collect();
            let mut placement = Placement::of(members, move |key| system.owner(&key.bytes));
            placement.partitions = Some(partitions);
            Ok(placement.with_hash(|key| BuraksezerConsistent::hash(key).to_string()))
        }
        other => Err(unknown(other)),
    }
}
