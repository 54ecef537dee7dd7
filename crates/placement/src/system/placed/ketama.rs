//! ketama as placements: libmemcached's weighted one, last.fm's, which was the first, and that of npm's hashring.

use super::{
    Card, Family, KeyNumber, Shape, SystemKey, build, members, members_without_usual_port, on_ring::Circular, texts,
    whole_weights,
};
use crate::{
    algorithm::{Declaration, Weights},
    system::{
        hash::memcached::KeyFunction,
        last_fm,
        libmemcached::{Continuum, Points},
        npm_hashring, pypi_hashring,
    },
};

/// A point of ketama: the label that was hashed, and which of the four words of its digest.
pub(super) fn point(text: &str, number: u32, _: u64) -> String {
    format!("{text}-{}, word {}", number / 4, number % 4 + 1)
}

/// The keys of ketama: the first word of their MD5.
pub(super) const KEYS: SystemKey = SystemKey::whole(KeyNumber::Memcached(KeyFunction::Md5));

/// libmemcached's `MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED`.
pub static LIBMEMCACHED: Declaration = Declaration {
    id: "libmemcached-ketama-weighted",
    name: "libmemcached, ketama weighted",
    preposition: "by",
    source: "libmemcached, hosts.cc, 374774df",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&LIBMEMCACHED_CARD),
    build: |fleet, settings| build(&LIBMEMCACHED_CARD, fleet, settings, true),
};

static LIBMEMCACHED_CARD: Card = Card {
    family: Family::Memcached,
    does: [
        "A server of average weight has 160 points, four from the MD5 of each label host-i, counted in single precision.",
        "A key is the first word of its MD5 and belongs to the first point at or after it.",
        "A server that is ejected leaves the ring, and the points of the others are counted anew. Port 11211 is no part of a label.",
    ],
    checked: "libmemcached 1.1.4",
    defaults: "MD5 for keys, which KETAMA_WEIGHTED turns on; the default without it is a modulus.",
    takes: |fleet, _| whole_weights(&members(fleet)),
    shape: |fleet, _| {
        let members = members_without_usual_port(fleet);
        let system = Continuum::new(&members, Points::Weighted, KeyFunction::Md5)?;
        Ok(Shape::Ring(Circular::new(system.circle(), KEYS, texts(&members), point)))
    },
};

/// last.fm's libketama.
pub static LAST_FM: Declaration = Declaration {
    id: "lastfm-ketama",
    name: "last.fm ketama",
    preposition: "by",
    source: "RJ/ketama, ketama.c, 18cf9a7",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&LAST_FM_CARD),
    build: |fleet, settings| build(&LAST_FM_CARD, fleet, settings, true),
};

static LAST_FM_CARD: Card = Card {
    family: Family::Memcached,
    does: [
        "A server of average weight has 160 points, four from the MD5 of each label host:port-i.",
        "A key is the first word of its MD5 and belongs to the first point at or after it.",
        "The list cannot say that a server is down: here it is then left out, and the points are counted anew.",
    ],
    checked: "ketama 0.1.1 (PyPI)",
    defaults: "40 labels for an average weight; there is nothing to set.",
    takes: |fleet, _| whole_weights(&members(fleet)),
    shape: |fleet, _| {
        let members = members(fleet);
        let system = last_fm::ring(&members)?;
        Ok(Shape::Ring(Circular::new(system.circle(), KEYS, texts(&members), point)))
    },
};

/// npm's hashring.
pub static NPM_HASHRING: Declaration = Declaration {
    id: "npm-hashring",
    name: "npm hashring",
    preposition: "by",
    source: "hashring 3.2.0 (npm), index.js",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&NPM_HASHRING_CARD),
    build: |fleet, settings| build(&NPM_HASHRING_CARD, fleet, settings, true),
};

static NPM_HASHRING_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "A server of average weight has 160 points, four from the MD5 of each label host:port-i, counted in double precision.",
        "A key is the first word of its MD5 and belongs to the first point at or after it.",
        "A server that is removed leaves the ring, and the points of the others are counted anew. Weights may have fractions.",
    ],
    checked: "hashring 3.2.0 (npm)",
    defaults: "40 labels for an average weight, four points each, MD5; the port is part of a label.",
    takes: |_, _| Ok(()),
    shape: |fleet, _| {
        let members = members(fleet);
        let system = npm_hashring::ring(&members, 40, 4)?;
        Ok(Shape::Ring(Circular::new(system.circle(), KEYS, texts(&members), point)))
    },
};

/// PyPI's hashring, which is hash_ring.
pub static PYPI_HASHRING: Declaration = Declaration {
    id: "pypi-hashring",
    name: "PyPI hashring",
    preposition: "by",
    source: "hashring 1.5.1 (PyPI), hash_ring",
    weights: Weights::Used,
    parameters: &[],
    remembers: None,
    card: Some(&PYPI_HASHRING_CARD),
    build: |fleet, settings| build(&PYPI_HASHRING_CARD, fleet, settings, true),
};

static PYPI_HASHRING_CARD: Card = Card {
    family: Family::Libraries,
    does: [
        "A server of average weight has 120 points: only three of the four words of each label's MD5 are used.",
        "A key is the first word of its MD5 and belongs to the first point after it, strictly; the ring here shows a point one position early.",
        "A server that is removed leaves the ring, and the points of the others are counted anew. Weights may have fractions.",
    ],
    checked: "hashring 1.5.1 (PyPI)",
    defaults: "40 labels for an average weight; there is nothing to set.",
    takes: |_, _| Ok(()),
    shape: |fleet, _| {
        let members = members(fleet);
        let system = pypi_hashring::ring(&members, 40, pypi_hashring::POINTS_PER_LABEL)?;
        let name = |text: &str, number: u32, _: u64| format!("{text}-{}, word {}", number / 3, number % 3 + 1);
        Ok(Shape::Ring(Circular::new(system.circle(), KEYS, texts(&members), name)))
    },
};
