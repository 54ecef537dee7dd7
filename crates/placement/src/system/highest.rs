//! Rendezvous as real systems have it: every member is hashed with the key, and the highest value has it.

/// Who has the key where two have the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ties {
    /// The one that comes first.
    First,
    /// The one whose name is larger, by bytes.
    LargerName,
}

/// The place of the highest value.
pub(super) fn highest<'a>(values: impl Iterator<Item = (usize, &'a str, u64)>, ties: Ties) -> Option<usize> {
    let wins = |(_, name, value): (usize, &str, u64), (_, best_name, best): (usize, &str, u64)| {
        value > best || value == best && ties == Ties::LargerName && name > best_name
    };
    values.reduce(|best, one| if wins(one, best) { one } else { best }).map(|(place, ..)| place)
}
