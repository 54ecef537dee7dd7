//! What the ketama family shares: four points from each MD5, and labels that count up.
//!
//! Richard Jones, libketama (RJ/ketama, 18cf9a7): the label `name-k` is hashed with MD5 and gives four points, the
//! little-endian words of the digest; a key is the first word of its own MD5. The members of the family differ in how
//! many labels a weight gives, and in which arithmetic that is computed.

use ::md5::{Digest, Md5};

use super::{
    circle::{Circle, Equals, Search},
    error::SystemError,
    label::Label,
    member::{Member, within_limit},
};

/// The four little-endian words of the MD5 of these bytes.
pub(super) fn words(bytes: &[u8]) -> [u32; 4] {
    let digest: [u8; 16] = Md5::digest(bytes).into();
    let mut words = [0; 4];
    for (word, &four) in words.iter_mut().zip(digest.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(four);
    }
    words
}

/// The position of a key: the first word.
pub(super) fn key(bytes: &[u8]) -> u32 {
    words(bytes)[0]
}

/// Adds the points of the labels `text-0` … for a member: the first `words_of_each` words of each.
pub(super) fn add_points(points: &mut Vec<(u32, u32)>, member: u32, text: &str, labels: u64, words_of_each: usize) {
    let mut label = Label::new(text.as_bytes(), b"-");
    for number in 0..labels {
        points.extend(words(label.numbered(number)).iter().take(words_of_each).map(|&word| (word, member)));
    }
}

/// What the number of a member's labels hangs on.
#[derive(Clone, Copy)]
pub(super) struct Share {
    /// The member's weight.
    pub weight: f64,
    /// The sum of all weights, added up in order.
    pub total: f64,
    /// How many members there are.
    pub members: usize,
    /// The number of points or labels that the member has of its own, where it says one.
    pub points: Option<u32>,
}

/// A member with the number of its labels.
pub(super) struct Counted<'a> {
    pub place: u32,
    pub text: &'a str,
    pub labels: u64,
}

/// Which weights a system takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Weights {
    /// Whole numbers.
    Whole,
    /// Fractions too.
    Any,
}

/// Members with their labels, by the system's rule; a weight of 0 has none.
pub(super) fn counted<'a>(
    members: &[(u32, &'a Member)],
    weights: Weights,
    labels: &dyn Fn(Share) -> u64,
) -> Result<Vec<Counted<'a>>, SystemError> {
    let mut total = 0.0;
    for (_, member) in members {
        total += if weights == Weights::Whole { member.whole_weight()?.into() } else { member.number_weight()? };
    }
    let of = |&(place, member): &(u32, &'a Member)| {
        let share = Share { weight: member.weight, total, members: members.len(), points: member.points };
        Counted { place, text: member.text(), labels: if member.weight > 0.0 { labels(share) } else { 0 } }
    };
    Ok(members.iter().map(of).collect())
}

/// The circle of these labels, so many words of each.
pub(super) fn ring(
    members: &[Counted],
    words_of_each: usize,
    equals: Equals,
    search: Search,
) -> Result<Circle<u32>, SystemError> {
    let all = within_limit(members.iter().map(|member| member.labels.saturating_mul(words_of_each as u64)))?;
    let mut points = Vec::with_capacity(all);
    for member in members {
        add_points(&mut points, member.place, member.text, member.labels, words_of_each);
    }
    Ok(Circle::new(&points, equals, search))
}
