//! libmemcached: a plain modulus, and three rings that differ in their labels and in what hashes them.
//!
//! Source: awesomized/libmemcached `src/libmemcached/hosts.cc`, `hash.cc`, `behavior.cc` (374774df); run: 1.1.4 (Debian).
//! Consistent and unweighted ketama have 100 points a server, one for each label, hashed by the function of the keys.
//! Weighted ketama has four points from the MD5 of each label; how many labels is computed in single precision, step by
//! step. Labels are `name-i`, where the usual port is left out of the name by whoever makes the label, or `/name-i` for
//! the ring that is compatible with spymemcached. Equal points: the server that comes first. A server that is ejected is
//! left out, and the counts of the others are made anew.

use super::{
    circle::{Circle, Equals, HashedCircle, KeyPosition, Search},
    error::SystemError,
    hash::memcached::KeyFunction,
    ketama::{self, Counted, Weights},
    label::{self, Labelled},
    member::{Member, live},
    slots,
};

/// Labels of a server of the weighted ring: every step in single precision. twemproxy counts likewise.
#[must_use]
pub fn labels(weight: f64, total: f64, servers: usize) -> u64 {
    let share = weight as f32 / total as f32;
    (share * 160.0 / 4.0 * servers as f32) as u64
}

/// Servers of whole weights with the labels of the weighted ring.
pub(super) fn weighted<'a>(members: &[(u32, &'a Member)]) -> Result<Vec<Counted<'a>>, SystemError> {
    ketama::counted(members, Weights::Whole, &|one| labels(one.weight, one.total, one.members))
}

/// Which points stand on the ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// 100 a server, hashed by the function of the keys; weights do not count.
    Unweighted,
    /// About 160 per average weight, by MD5.
    Weighted,
    /// The same with `/` before the name.
    Spy,
}

/// Points of a server on the unweighted ring.
const UNWEIGHTED_POINTS: u64 = 100;

/// The plain modulus, `MEMCACHED_DISTRIBUTION_MODULA`; weights do not count.
#[derive(Clone, Debug)]
pub struct Modula {
    function: KeyFunction,
    places: Vec<u32>,
}

impl Modula {
    /// The servers that are up, in order.
    #[must_use]
    pub fn new(members: &[Member], function: KeyFunction) -> Self {
        Self { function, places: live(members).into_iter().map(|(place, _)| place).collect() }
    }

    /// The number of a key.
    #[must_use]
    pub fn hash(&self, key: &[u8]) -> u32 {
        self.function.value32(key)
    }

    /// The place of the server of a number.
    #[must_use]
    pub fn owner_of(&self, number: u32) -> Option<usize> {
        slots::owner_of(&self.places, number.into())
    }

    /// The place of the server of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(self.hash(key))
    }
}

/// Servers on one of libmemcached's rings.
pub type Continuum = HashedCircle<u32, KeyFunction>;

impl KeyPosition<u32> for KeyFunction {
    fn position(&self, key: &[u8]) -> u32 {
        self.value32(key)
    }
}

impl Continuum {
    /// Places the points of the servers that are up; keys are hashed by `function`.
    ///
    /// # Errors
    /// Where a weight that counts is not a whole number, or there are too many points.
    pub fn new(members: &[Member], points: Points, function: KeyFunction) -> Result<Self, SystemError> {
        let members = live(members);
        if points != Points::Unweighted {
            let mut counted = weighted(&members)?;
            let texts: Vec<String> = counted.iter().map(|member| format!("/{}", member.text)).collect();
            if points == Points::Spy {
                counted.iter_mut().zip(&texts).for_each(|(member, text)| member.text = text);
            }
            return Ok(Self::of(ketama::ring(&counted, 4, Equals::FirstStays, Search::AtOrAfter)?, function));
        }
        let (count, hash) = (|_: &Member| Ok(UNWEIGHTED_POINTS), |label: &[u8]| function.value32(label));
        let labelled = Labelled { count: &count, text: &label::text, separator: b"-", first: 0, hash: &hash };
        let added = labelled.points(&members)?;
        Ok(Self::of(Circle::new(&added, Equals::FirstStays, Search::AtOrAfter), function))
    }
}
