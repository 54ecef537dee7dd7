//! The search rules of real rings by looking at every point, as their documents put them.
#![allow(dead_code)]

use placement::system::member::Member;

/// How a ring is searched, in words: which point a key at a position has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The lowest point that is not below the key, else the lowest of all.
    AtOrAfter,
    /// The lowest point above the key, else the lowest of all.
    After,
    /// The highest point that is not above the key, else the highest of all.
    AtOrBefore,
    /// The lowest point that is not below the key, else the highest of all.
    NoWrap,
    /// Of the lowest not below and the highest below the nearer one, half way the lower; both go round.
    Nearest,
}

/// The position that a key has among these, by looking at all of them.
pub fn position_of<P: Copy + Ord>(points: &[P], key: P, rule: Rule, distance: &dyn Fn(P, P) -> P) -> P {
    let lowest = |fits: &dyn Fn(P) -> bool| points.iter().copied().filter(|&point| fits(point)).min();
    let highest = |fits: &dyn Fn(P) -> bool| points.iter().copied().filter(|&point| fits(point)).max();
    let (first, last) = (lowest(&|_| true).unwrap(), highest(&|_| true).unwrap());
    match rule {
        Rule::AtOrAfter => lowest(&|point| point >= key).unwrap_or(first),
        Rule::After => lowest(&|point| point > key).unwrap_or(first),
        Rule::AtOrBefore => highest(&|point| point <= key).unwrap_or(last),
        Rule::NoWrap => lowest(&|point| point >= key).unwrap_or(last),
        Rule::Nearest => {
            let next = lowest(&|point| point >= key).unwrap_or(first);
            let before = highest(&|point| point < key).unwrap_or(last);
            if distance(before, key) <= distance(key, next) { before } else { next }
        }
    }
}

/// `count` members of weight 1: `cache-1:11211` and so on.
pub fn members(count: usize) -> Vec<Member> {
    (1..=count).map(|number| Member::new(format!("cache-{number}:11211"), 1.0)).collect()
}

/// Members of these weights.
pub fn weighted(weights: &[u32]) -> Vec<Member> {
    let mut members = members(weights.len());
    members.iter_mut().zip(weights).for_each(|(member, &weight)| member.weight = weight.into());
    members
}

/// The first key `key:0`, `key:1` … that fits.
pub fn search_key(fits: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let key = |number: u32| format!("key:{number}").into_bytes();
    (0..200_000_000).map(key).find(|key| fits(key)).expect("a key that fits")
}
