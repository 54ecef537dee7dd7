//! Client libraries, and the proxy twemproxy which is made of one.

use placement::system::{
    buraksezer_consistent::{self, BuraksezerConsistent},
    clandestined::Clandestined,
    crate_conhash, crate_hashring, ex_hash_ring,
    go_maglev::GoMaglev,
    go_mpchash::{self, GoMpchash},
    groupcache,
    hash::memcached::KeyFunction,
    last_fm,
    libmemcached::{self, Continuum, Points},
    member::Member,
    npm_hashring, npm_ketama,
    npm_node_hashring::NodeHashring,
    pymemcache::Pymemcache,
    pypi_hashring, twemproxy, uhashring,
    varnish_hash::VarnishHash,
};

use super::{
    keys::KeyReader,
    placement::{Placement, sentence, unknown},
    settings::Settings,
};

/// libmemcached and twemproxy.
pub fn build_memcached(id: &str, settings: &Settings, members: &[Member]) -> Result<Placement, String> {
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

/// All others.
pub fn build(id: &str, settings: &Settings, members: &[Member], keys: &KeyReader) -> Result<Placement, String> {
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
