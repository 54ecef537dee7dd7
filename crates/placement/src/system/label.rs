//! Labels that count up, and the points at their hashes: what most rings are made of.

use super::{
    error::SystemError,
    member::{Member, within_limit},
};

/// A text with a separator and a number behind it, written again for each number.
pub(super) struct Label {
    text: Vec<u8>,
    length: usize,
}

impl Label {
    /// The part that stays.
    pub fn new(text: &[u8], separator: &[u8]) -> Self {
        let text = [text, separator].concat();
        Self { length: text.len(), text }
    }

    /// The label of a number.
    pub fn numbered(&mut self, number: u64) -> &[u8] {
        self.text.truncate(self.length);
        self.text.extend(itoa::Buffer::new().format(number).as_bytes());
        &self.text
    }
}

/// Points at the hashes of numbered labels.
pub(super) struct Labelled<'a, P> {
    /// How many points a member has.
    pub count: &'a dyn Fn(&Member) -> Result<u64, SystemError>,
    /// What stands before the separator.
    pub text: &'a dyn Fn(&Member) -> Vec<u8>,
    /// What stands between the text and the number.
    pub separator: &'static [u8],
    /// The number of the first label.
    pub first: u64,
    /// The position of a label.
    pub hash: &'a dyn Fn(&[u8]) -> P,
}

impl<P> Labelled<'_, P> {
    /// The points of these members, in their order and that of the numbers.
    pub fn points(&self, members: &[(u32, &Member)]) -> Result<Vec<(P, u32)>, SystemError> {
        let counts: Vec<u64> = members.iter().map(|(_, member)| (self.count)(member)).collect::<Result<_, _>>()?;
        let mut points = Vec::with_capacity(within_limit(counts.iter().copied())?);
        for (&(place, member), count) in members.iter().zip(counts) {
            let mut label = Label::new(&(self.text)(member), self.separator);
            let numbers = self.first..self.first + count;
            points.extend(numbers.map(|number| ((self.hash)(label.numbered(number)), place)));
        }
        Ok(points)
    }
}

/// The bytes of a member's text.
pub(super) fn text(member: &Member) -> Vec<u8> {
    member.text().as_bytes().to_vec()
}

/// So many points, or the member's own number of them, whatever its weight.
pub(super) fn unweighted(replicas: u32) -> impl Fn(&Member) -> Result<u64, SystemError> {
    move |member| Ok(member.points.unwrap_or(replicas).into())
}
