//! Moved keys as a list: those between some nodes, or with a text in them, in an order. A million keys take longer than a
//! frame, so it goes in steps of a few milliseconds.
//!
//! Keys are sorted by numbers of 32 bits, from the least significant to the most, each time with equal ones as they stood.
//! A text is cut into pieces of three bytes; a key takes part in the rounds for which it has a piece.

use super::moved::Moved;
use crate::{fleet::NodeId, order::Passes, owners::Owners};

/// Keys that are looked at in one step.
const KEYS_A_STEP: usize = 1 << 14;
/// Bytes of a text that make one piece.
const PIECE_BYTES: usize = 3;

/// Which owners are meant.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Side {
    /// Any.
    #[default]
    Any,
    /// One of these, rising.
    These(Vec<Option<NodeId>>),
}

impl Side {
    /// One owner.
    #[must_use]
    pub fn one(owner: Option<NodeId>) -> Self {
        Self::These(vec![owner])
    }

    /// Is this owner meant?
    #[must_use]
    pub fn has(&self, owner: Option<NodeId>) -> bool {
        match self {
            Self::Any => true,
            Self::These(owners) => owners.binary_search(&owner).is_ok(),
        }
    }
}

/// What keys are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Column {
    /// Their number.
    #[default]
    Number,
    /// Their text, byte by byte.
    Text,
    /// The number that they are placed by: on a ring the position.
    Position,
    /// The owner before, in the order of ids; nobody last.
    From,
    /// The owner after, likewise.
    To,
}

/// Which moved keys, in which order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Search {
    /// Whose they were.
    pub from: Side,
    /// Whose they are.
    pub to: Side,
    /// What their text has in it.
    pub text: String,
    /// What they are sorted by; equal ones by their number.
    pub column: Column,
    /// The other way round?
    pub descending: bool,
}

impl Search {
    /// Is any moved key wanted?
    #[must_use]
    pub fn is_for_all(&self) -> bool {
        self.from == Side::Any && self.to == Side::Any && self.text.is_empty()
    }
}

/// A list in the making.
#[derive(Debug)]
pub struct Listing {
    search: Search,
    /// For each number of the owners before and after: is it meant?
    wanted: [Vec<bool>; 2],
    /// For each number of the owners before or after its rank, where that is what keys are sorted by.
    ranks: Vec<u32>,
    stage: Stage,
    /// The keys so far.
    keys: Vec<u32>,
    /// While texts are sorted: the keys in the order of how many pieces they have, those that have not begun.
    waiting: Vec<u64>,
}

#[derive(Debug)]
enum Stage {
    /// The next key to be looked at.
    Choosing(usize),
    /// A number for each key of a round, so far.
    Numbering(Round, Vec<u64>),
    Sorting(Round, Passes),
    Done,
}

/// By which number keys are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Round {
    LowPosition,
    HighPosition,
    From,
    To,
    /// How many pieces a text has.
    Pieces,
    /// This piece of the text.
    Piece(u32),
}

impl Listing {
    /// Begins a list of what moved.
    #[must_use]
    pub fn new(moved: &Moved<'_>, search: Search) -> Self {
        let wanted = |owners: &Owners, side: &Side| owners.table(|id| side.has(id));
        let rank = |owners: &Owners| owners.table(|id| id.map_or(u32::MAX, |id| id.0));
        let (before, after) = (moved.before.owners(), moved.after.owners());
        Self {
            wanted: [wanted(before, &search.from), wanted(after, &search.to)],
            ranks: match search.column {
                Column::From => rank(before),
                Column::To => rank(after),
                _ => Vec::new(),
            },
            search,
            stage: Stage::Choosing(0),
            keys: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// A step on, given what moved; false once the list is there.
    pub fn step(&mut self, moved: &Moved<'_>) -> bool {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Choosing(from) => self.choose(moved, from),
            Stage::Numbering(round, numbers) => self.number(moved, round, numbers),
            Stage::Sorting(round, mut passes) => {
                if passes.step() {
                    Stage::Sorting(round, passes)
                } else {
                    self.after(moved, round, passes.finish())
                }
            }
            Stage::Done => Stage::Done,
        };
        !matches!(self.stage, Stage::Done)
    }

    /// The numbers of the keys in their order, once the last step is done.
    #[must_use]
    pub fn finish(self) -> Vec<u32> {
        self.keys
    }

    fn choose(&mut self, moved: &Moved<'_>, from: usize) -> Stage {
        let to = (from + KEYS_A_STEP).min(moved.keys.len());
        let (before, after) = (moved.before.owners(), moved.after.owners());
        let mut texts = moved.after.keys().keys().texts();
        let wanted_text = self.search.text.as_bytes();
        for &key in &moved.keys[from..to] {
            let is_between = self.wanted[0][before.place(key)] && self.wanted[1][after.place(key)];
            if is_between && (wanted_text.is_empty() || has(texts.get(key), wanted_text)) {
                self.keys.push(key);
            }
        }
        if to < moved.keys.len() {
            return Stage::Choosing(to);
        }
        let first = match self.search.column {
            Column::Number => None,
            Column::Text => Some(Round::Pieces),
            Column::Position => Some(Round::LowPosition),
            Column::From => Some(Round::From),
            Column::To => Some(Round::To),
        };
        first.map_or_else(|| self.done(), |round| Stage::Numbering(round, Vec::new()))
    }

    /// Numbers the next of the keys for a round.
    fn number(&self, moved: &Moved<'_>, round: Round, mut numbers: Vec<u64>) -> Stage {
        let from = numbers.len();
        let to = (from + KEYS_A_STEP).min(self.keys.len());
        let mut texts = moved.after.keys().keys().texts();
        let number = |key: u32| match round {
            Round::LowPosition => moved.after.keys().value(key) as u32,
            Round::HighPosition => (moved.after.keys().value(key) >> 32) as u32,
            Round::From => self.ranks[moved.before.owners().place(key)],
            Round::To => self.ranks[moved.after.owners().place(key)],
            Round::Pieces => texts.get(key).len().div_ceil(PIECE_BYTES) as u32,
            Round::Piece(at) => piece(texts.get(key), at),
        };
        numbers.reserve_exact(self.keys.len() - from);
        let keys = &self.keys[from..to];
        numbers.extend(keys.iter().copied().map(pack(number)));
        if to < self.keys.len() {
            Stage::Numbering(round, numbers)
        } else {
            Stage::Sorting(round, Passes::new(numbers, u32::BITS))
        }
    }

    /// What follows on a round, given the keys with their numbers in order.
    fn after(&mut self, moved: &Moved<'_>, round: Round, sorted: Vec<u64>) -> Stage {
        if round == Round::Pieces {
            self.waiting = sorted;
            self.keys.clear();
            return self.next_piece(None);
        }
        self.keys.clear();
        self.keys.extend(sorted.iter().map(|&number| number as u32));
        match round {
            Round::LowPosition if moved.bits() > u32::BITS => Stage::Numbering(Round::HighPosition, Vec::new()),
            Round::Piece(at) => self.next_piece(Some(at)),
            _ => self.done(),
        }
    }

    /// The round of the piece before one, or of the last piece that any text has. Keys of which it is the last go before longer ones: they are the beginning of
    /// those whose pieces are the same.
    fn next_piece(&mut self, before: Option<u32>) -> Stage {
        let most = self.waiting.last().map_or(0, |number| (number >> 32) as u32);
        let pieces = before.unwrap_or(most);
        let from = self.waiting.partition_point(|number| ((number >> 32) as u32) < pieces);
        let begin = self.waiting.split_off(from);
        let mut keys: Vec<u32> = begin.iter().map(|&number| number as u32).collect();
        keys.append(&mut self.keys);
        self.keys = keys;
        match pieces.checked_sub(1) {
            Some(at) => Stage::Numbering(Round::Piece(at), Vec::new()),
            // Only keys without a text are left.
            None => self.done(),
        }
    }

    fn done(&mut self) -> Stage {
        if self.search.descending {
            self.keys.reverse();
        }
        Stage::Done
    }
}

/// A key below its number, so that one can be sorted by the other.
fn pack(mut number: impl FnMut(u32) -> u32) -> impl FnMut(u32) -> u64 {
    move |key| u64::from(number(key)) << 32 | u64::from(key)
}

/// Is there a text, which is not empty, within another?
fn has(text: &[u8], wanted: &[u8]) -> bool {
    text.windows(wanted.len()).any(|part| part == wanted)
}

/// A piece of a text as a number that sorts as its bytes do: where one of two equal ones goes on, it is the larger.
fn piece(text: &[u8], at: u32) -> u32 {
    let rest = text.get(at as usize * PIECE_BYTES..).unwrap_or_default();
    let here = &rest[..rest.len().min(PIECE_BYTES)];
    let byte = |at: usize| u32::from(here.get(at).copied().unwrap_or(0));
    byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | here.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        keys::{KeyList, Keys},
        measure::Movement,
        parameter::{self, Value},
        scenario::{Command, Scenario},
        snapshot::Snapshot,
        weight::Weight,
    };

    /// Two placements that differ by a command.
    fn change(before: &Scenario, command: Command) -> (Snapshot, Snapshot, Movement) {
        let mut scenario = before.clone();
        scenario.apply(command).expect("a command");
        let before = Snapshot::place(before, None);
        let after = Snapshot::place(&scenario, Some(&before));
        let movement = Movement::between(&before, &after).expect("the same keys");
        (before, after, movement)
    }

    fn listed(moved: &Moved<'_>, search: Search) -> Vec<u32> {
        let mut listing = Listing::new(moved, search);
        while listing.step(moved) {}
        listing.finish()
    }

    /// All searches, held against a filter and the library's stable sort.
    fn holds(before: &Scenario, command: Command, texts: &[&str]) {
        let (before, after, movement) = change(before, command);
        let moved = Moved { before: &before, after: &after, keys: &movement.moved_keys };
        let sides = [Side::Any, Side::one(Some(NodeId(2))), Side::These(vec![None, Some(NodeId(0)), Some(NodeId(8))])];
        for (from, to) in sides.iter().flat_map(|from| sides.iter().map(move |to| (from, to))) {
            for &text in texts {
                let mut wanted: Vec<(u32, String)> = movement
                    .moved_keys
                    .iter()
                    .map(|&key| (key, moved.key(key).text))
                    .filter(|(key, of)| from.has(before.owner(*key)) && to.has(after.owner(*key)) && of.contains(text))
                    .collect();
                for column in [Column::Number, Column::Text, Column::Position, Column::From, Column::To] {
                    let by = |owner: Option<NodeId>| (owner.is_none(), owner);
                    wanted.sort_by(|(a, a_text), (b, b_text)| {
                        let equal = std::cmp::Ordering::Equal;
                        let order = match column {
                            Column::Number => equal,
                            Column::Text => a_text.as_bytes().cmp(b_text.as_bytes()),
                            Column::Position => moved.key(*a).position.cmp(&moved.key(*b).position),
                            Column::From => by(before.owner(*a)).cmp(&by(before.owner(*b))),
                            Column::To => by(after.owner(*a)).cmp(&by(after.owner(*b))),
                        };
                        order.then(a.cmp(b))
                    });
                    let mut wanted: Vec<u32> = wanted.iter().map(|one| one.0).collect();
                    for descending in [false, true] {
                        let (from, to) = (from.clone(), to.clone());
                        let search = Search { from, to, text: text.into(), column, descending };
                        assert_eq!(listed(&moved, search.clone()), wanted, "{search:?}");
                        wanted.reverse();
                    }
                }
            }
        }
    }

    #[test]
    fn a_pattern_is_searched_and_sorted() {
        let keys = Keys::Pattern { pattern: "user:{i}".into(), first: 7, count: 20_011 };
        let add = Command::AddNode { name: "cache-09".into(), weight: Weight::ONE };
        holds(&Scenario { keys, ..Scenario::default() }, add, &["", "99", "user:1", "r:", "none of them"]);
    }

    #[test]
    fn a_pasted_list_is_searched_and_sorted_whatever_the_lengths() {
        // Texts that begin alike and end at every place, also with bytes that would sort as padding.
        let mut lines: Vec<String> =
            (0..2_000u32).map(|at| "ab\u{1}é".repeat((at % 9) as usize) + &at.to_string()).collect();
        lines.extend(["a", "aa", "aaa", "aaaa", "\u{1}", "\u{1}\u{1}"].map(Into::into));
        let keys = Keys::List(KeyList::parse(&lines.join("\n")).expect("keys"));
        holds(&Scenario { keys, ..Scenario::default() }, Command::RemoveNode(NodeId(2)), &["", "b\u{1}", "é19"]);
    }

    #[test]
    fn positions_of_64_bits_are_sorted_to_the_last() {
        let keys = Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: 5_000 };
        let mut scenario = Scenario { keys, ..Scenario::default() };
        for (parameter, value) in [
            (&parameter::HASH, parameter::hash_value(crate::hash::HashFn::XxHash64)),
            (&parameter::SPACE, Value::Choice(1)),
        ] {
            scenario.apply(Command::Set(parameter, value)).expect("a value");
        }
        holds(&scenario, Command::SetUp { id: NodeId(2), up: false }, &["", "7"]);
        let (before, after, movement) = change(&scenario, Command::RemoveNode(NodeId(1)));
        assert_eq!(Moved { before: &before, after: &after, keys: &movement.moved_keys }.bits(), 64);
    }

    #[test]
    fn keys_without_an_owner_come_last() {
        let keys = Keys::Pattern { pattern: "{i}".into(), first: 0, count: 100 };
        let before = Scenario { keys, ..Scenario::default() };
        holds(&before, Command::SetNodeCount(0), &["", "1"]);
        holds(&before, Command::SetNodeCount(3), &[""]);
    }
}
