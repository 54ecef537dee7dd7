//! How real systems place keys, bit for bit: labels, hashes, rounding, ties and members that are down.
//!
//! Each system has a file of its own, whose head says where its rule was read and what was run. All take the members of a
//! configuration in order ([`member::Member`]) and answer with the place of a member in that list. Where the rule allows
//! it a lookup is in two parts, `hash` and `owner_of`, so that the hashes of many keys can be kept.
//!
//! Those of [`ALL`] place a scenario too, as the algorithms do: see `placed`.

pub mod assignment;
pub mod circle;
pub mod error;
pub mod hash;
mod highest;
mod ketama;
pub mod key;
mod label;
pub mod member;
mod placed;
mod slots;

pub use placed::{ALL, Card, Family, KeyNumber, SystemKey, settings};
pub(crate) use placed::{ENVOY_PANIC, envoy_panics};

pub mod buraksezer_consistent;
pub mod cache_memcached_fast;
pub mod caddy;
pub mod cassandra;
pub mod clandestined;
pub mod clickhouse;
pub mod cpp_dx;
pub mod crate_conhash;
pub mod crate_hashring;
pub mod envoy;
pub mod envoy_bounded;
pub mod envoy_maglev;
pub mod envoy_ring;
pub mod ex_hash_ring;
pub mod go_maglev;
pub mod go_mpchash;
pub mod groupcache;
pub mod haproxy;
pub mod haproxy_consistent;
pub mod haproxy_map;
pub mod hash4j;
pub mod last_fm;
pub mod libmemcached;
pub mod nginx_consistent;
pub mod nginx_hash;
pub mod npm_hashring;
pub mod npm_ketama;
pub mod npm_node_hashring;
pub mod pymemcache;
pub mod pypi_hashring;
pub mod redis_cluster;
pub mod riak;
pub mod twemproxy;
pub mod uhashring;
pub mod varnish_hash;
pub mod varnish_shard;
