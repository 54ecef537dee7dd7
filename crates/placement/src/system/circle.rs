//! A circle of points, searched by the rule of the system that made it.
//!
//! Real rings differ in four things only: how wide a position is, which of several points at one position counts, in
//! which direction a key looks, and whether it goes on at the other end. All four are data here.

use crate::order;

/// A place on the circle, as wide as the system's hash is.
pub trait Position: Copy + Ord + std::fmt::Debug {
    /// How far it is from another place to this one, going upwards and round.
    #[must_use]
    fn after(self, other: Self) -> Self;
}

macro_rules! positions {
    ($($width:ty),*) => { $(impl Position for $width {
        fn after(self, other: Self) -> Self {
            self.wrapping_sub(other)
        }
    })* };
}
positions!(u32, u64, u128, i32, i64);

/// Which point a key belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// The first at or after it; behind the last one, the lowest.
    AtOrAfter,
    /// The first after it, strictly; behind the last one, the lowest.
    After,
    /// The last at or before it; before the first one, the highest.
    AtOrBefore,
    /// The first at or after it; behind the last one, that last one.
    AtOrAfterWithoutWrap,
    /// The nearer of the first at or after it and the one before that; half way, the latter. Both wrap.
    Nearest,
}

/// What becomes of points at one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equals {
    /// All stay, in the order in which they were added.
    AllStay,
    /// Only the one that was added first stays.
    FirstStays,
    /// Only the one that was added last stays.
    LastStays,
}

/// Points in the order of their positions, each with the place of its member in the configuration.
#[derive(Clone, Debug)]
pub struct Circle<P> {
    points: Vec<(P, u32)>,
    /// Of each point, which of its member's it was, in the order in which they were added.
    numbers: Vec<u32>,
    search: Search,
}

impl<P: Position> Circle<P> {
    /// Sorts points, given in the order in which the system adds them.
    #[must_use]
    pub fn new(added: &[(P, u32)], equals: Equals, search: Search) -> Self {
        let sorted = order::places(added.len(), &|a, b| added[a].0.cmp(&added[b].0));
        let number_of = numbers(added);
        let mut points: Vec<(P, u32)> = Vec::with_capacity(added.len());
        let mut numbers: Vec<u32> = Vec::with_capacity(added.len());
        for at in sorted {
            let (point, number) = (added[at], number_of[at]);
            match points.last_mut().zip(numbers.last_mut()).filter(|(last, _)| last.0 == point.0) {
                Some(_) if equals == Equals::FirstStays => {}
                Some(last) if equals == Equals::LastStays => (*last.0, *last.1) = (point, number),
                _ => {
                    points.push(point);
                    numbers.push(number);
                }
            }
        }
        Self { points, numbers, search }
    }

    /// The points in the order of their positions: position and place of the member.
    #[must_use]
    pub fn points(&self) -> &[(P, u32)] {
        &self.points
    }

    /// Of each point in the same order, which of its member's it was when they were added, from 0.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Which point a key belongs to.
    #[must_use]
    pub fn search(&self) -> Search {
        self.search
    }

    /// The place of the point that this position belongs to; `None` on an empty circle.
    #[must_use]
    pub fn point_of(&self, position: P) -> Option<usize> {
        let count = self.points.len();
        if count == 0 {
            return None;
        }
        let is_beyond = matches!(self.search, Search::After | Search::AtOrBefore);
        let next = self.points.partition_point(|&(point, _)| point < position || is_beyond && point == position);
        let before = (next + count - 1) % count;
        Some(match self.search {
            Search::AtOrAfter | Search::After => next % count,
            Search::AtOrBefore => before,
            Search::AtOrAfterWithoutWrap => next.min(count - 1),
            Search::Nearest => {
                let next = next % count;
                let back = position.after(self.points[before].0);
                if back <= self.points[next].0.after(position) { before } else { next }
            }
        })
    }

    /// The place of the member that this position belongs to; `None` on an empty circle.
    #[must_use]
    pub fn owner_of(&self, position: P) -> Option<usize> {
        self.point_of(position).map(|at| self.points[at].1 as usize)
    }

    /// The places of the members of the points from this position's own on, once round.
    pub fn walk(&self, position: P) -> impl Iterator<Item = usize> + Clone {
        let from = self.point_of(position).unwrap_or(0);
        self.points[from..].iter().chain(&self.points[..from]).map(|&(_, member)| member as usize)
    }
}

/// For each added point, how many of the same member were added before it.
fn numbers<P>(added: &[(P, u32)]) -> Vec<u32> {
    let members = added.iter().map(|&(_, member)| member as usize + 1).max().unwrap_or(0);
    let mut next = vec![0; members];
    let number = |&(_, member): &(P, u32)| {
        let next: &mut u32 = &mut next[member as usize];
        *next += 1;
        *next - 1
    };
    added.iter().map(number).collect()
}

/// What gives a key its position.
pub trait KeyPosition<P> {
    /// The position of a key.
    #[must_use]
    fn position(&self, key: &[u8]) -> P;
}

impl<P> KeyPosition<P> for fn(&[u8]) -> P {
    fn position(&self, key: &[u8]) -> P {
        self(key)
    }
}

/// A circle with what gives a key its position, mostly a function: all there is to most client libraries.
#[derive(Clone, Debug)]
pub struct HashedCircle<P, K = fn(&[u8]) -> P> {
    circle: Circle<P>,
    keys: K,
}

impl<P: Position, K: KeyPosition<P>> HashedCircle<P, K> {
    /// A circle whose keys have their positions from here.
    #[must_use]
    pub fn of(circle: Circle<P>, keys: K) -> Self {
        Self { circle, keys }
    }

    /// What gives a key its position.
    #[must_use]
    pub fn keys(&self) -> &K {
        &self.keys
    }

    /// The circle alone.
    #[must_use]
    pub fn circle(&self) -> &Circle<P> {
        &self.circle
    }

    /// The points in the order of their positions: position and place of the member.
    #[must_use]
    pub fn points(&self) -> &[(P, u32)] {
        self.circle.points()
    }

    /// The position of a key.
    #[must_use]
    pub fn hash(&self, key: &[u8]) -> P {
        self.keys.position(key)
    }

    /// The place of the member that a position belongs to; `None` on an empty circle.
    #[must_use]
    pub fn owner_of(&self, position: P) -> Option<usize> {
        self.circle.owner_of(position)
    }

    /// The place of the member that a key belongs to; `None` on an empty circle.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(self.hash(key))
    }

    /// The places of the first `most` different members from a key's point on.
    #[must_use]
    pub fn owners(&self, key: &[u8], most: usize) -> Vec<usize> {
        let mut owners = Vec::new();
        for member in self.circle.walk(self.hash(key)) {
            if owners.len() >= most {
                break;
            }
            if !owners.contains(&member) {
                owners.push(member);
            }
        }
        owners
    }
}
