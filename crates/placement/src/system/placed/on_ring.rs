//! A real system on a ring: its own points, searched by its own rule, as a ring of stretches that end at points.
//!
//! Where the nearer neighbour has a key, a stretch ends half way to the next point, and that is what stands on the ring:
//! arcs and shares are true, a tick is the end of a stretch and not the point itself. A ring that does not wrap has an end
//! point more, at the last position. Points that a server keeps while it is down belong to whom a lookup goes on to.

use std::sync::Arc;

use super::{Seating, SystemKey};
use crate::{
    algorithm::{
        Geometry, NO_SEAT, Placed, Seat, bytes_of,
        ring::{
            Point, Ring,
            given::{Given, GivenLabels},
        },
    },
    explain::Explanation,
    fleet::NodeId,
    keys::{HashedKeys, KeyHashing},
    number::Ratio,
    owners::{Onward, Owners},
    system::circle::{Circle, Position, Search},
    walk::Walk,
};

/// One end of a stretch.
#[derive(Clone, Copy)]
struct End {
    position: u64,
    /// The member whose point it is, and which of its points, from 0.
    member: u32,
    number: u32,
}

/// A position as the ring has it: a number from 0 on, of 32 or 64 bits, in the same order.
pub(crate) trait Place: Position {
    fn place(self) -> u64;
}

impl Place for u32 {
    fn place(self) -> u64 {
        self.into()
    }
}

impl Place for u64 {
    fn place(self) -> u64 {
        self
    }
}

impl Place for i32 {
    fn place(self) -> u64 {
        (self as u32 ^ 1 << 31).into()
    }
}

impl Place for i64 {
    fn place(self) -> u64 {
        self as u64 ^ 1 << 63
    }
}

impl Place for u128 {
    /// The upper half: that two differ only below it takes more points than there will ever be.
    fn place(self) -> u64 {
        (self >> 64) as u64
    }
}

/// Points of a system, to be seated.
pub(crate) struct Circular {
    keys: SystemKey,
    clockwise: bool,
    /// Does a lookup that finds no further point go on at the other end?
    wraps: bool,
    ends: Vec<End>,
    /// Whom keys at each end belong to, where that is not the member itself.
    heirs: Option<Vec<Option<usize>>>,
    texts: Vec<String>,
    write: fn(&str, u32, u64) -> String,
}

impl Circular {
    /// The points of a circle, by the rule that it is searched by. `write` names a point from its member's text and its
    /// number, and from where it stands.
    pub fn new<P: Place>(
        circle: &Circle<P>,
        keys: SystemKey,
        texts: Vec<String>,
        write: fn(&str, u32, u64) -> String,
    ) -> Self {
        let all = circle.points().iter().zip(circle.numbers());
        let ends = all.map(|(&(position, member), &number)| End { position: position.place(), member, number });
        Self::of_ends(ends.collect(), circle.search(), keys, texts, write)
    }

    fn of_ends(
        mut ends: Vec<End>,
        search: Search,
        keys: SystemKey,
        texts: Vec<String>,
        write: fn(&str, u32, u64) -> String,
    ) -> Self {
        match search {
            Search::Nearest => half_way(&mut ends, keys.bits()),
            Search::AtOrAfterWithoutWrap => {
                let last = u64::MAX >> (64 - keys.bits());
                ends.extend(
                    ends.last().copied().filter(|end| end.position < last).map(|end| End { position: last, ..end }),
                );
            }
            Search::After => {
                // The last position before a point is the last that belongs to it.
                let wraps = ends.iter().take_while(|end| end.position == 0).count();
                ends.rotate_left(wraps);
                ends.iter_mut()
                    .for_each(|end| end.position = end.position.wrapping_sub(1) & u64::MAX >> (64 - keys.bits()));
            }
            Search::AtOrAfter | Search::AtOrBefore => {}
        }
        // The nearer of two is looked for both ways.
        let wraps = !matches!(search, Search::Nearest | Search::AtOrAfterWithoutWrap);
        Self { keys, clockwise: search != Search::AtOrBefore, wraps, ends, heirs: None, texts, write }
    }

    /// The same where servers keep their points while they are down: `owner_of` a position is whom a lookup ends at.
    pub fn passing_over(mut self, owner_of: &dyn Fn(u64) -> Option<usize>) -> Self {
        self.heirs = Some(self.ends.iter().map(|end| owner_of(end.position)).collect());
        self
    }

    /// The same where a lookup goes on clockwise, however far, to the next point of a server that is up.
    pub fn going_on(mut self, up: &[bool]) -> Self {
        let mut heirs = vec![None; self.ends.len()];
        let mut heir = None;
        // Backwards and twice, for a lookup goes on past the last point.
        for at in (0..self.ends.len()).rev().chain((0..self.ends.len()).rev()) {
            let own = self.ends[at].member as usize;
            if up.get(own) == Some(&true) {
                heir = Some(own);
            }
            heirs[at] = heir;
        }
        self.heirs = Some(heirs);
        self
    }
}

/// From points to the ends of their stretches, half way to the next point; just half way belongs to the lower one.
fn half_way(ends: &mut [End], bits: u32) {
    let Some(&first) = ends.first() else { return };
    let size = 1u128 << bits;
    for at in 0..ends.len() {
        let here = u128::from(ends[at].position);
        let next = ends.get(at + 1).map_or(u128::from(first.position) + size, |next| u128::from(next.position));
        ends[at].position = ((here + (next - here) / 2) % size) as u64;
    }
    // The last stretch may end beyond the end of the space.
    if ends.len() > 1 && ends[ends.len() - 1].position < ends[0].position {
        ends.rotate_right(1);
    }
}

/// A system's ring with its seats.
#[derive(Debug)]
pub(super) struct OnRing {
    ring: Ring,
    /// Which points lead to nobody: a lookup gives up before it finds a server that is up. Empty where none do.
    nobody: Vec<bool>,
    /// May a point lead to nobody?
    passes_over: bool,
}

impl OnRing {
    pub fn new(circular: Circular, seating: Seating) -> Self {
        let Circular { keys, clockwise, wraps, ends, heirs, texts, write } = circular;
        let passes_over = heirs.is_some();
        let own = |end: &End| seating.seat(end.member as usize);
        let seats: Vec<Seat> = match &heirs {
            None => ends.iter().map(own).collect(),
            Some(heirs) => heirs.iter().map(|heir| heir.map_or(NO_SEAT, |place| seating.seat(place))).collect(),
        };
        // On the ring such a point stands with somebody all the same.
        let mut nobody: Vec<bool> = seats.iter().map(|&seat| seat == NO_SEAT).collect();
        let anybody = seats.iter().copied().find(|&seat| seat != NO_SEAT);
        let points: Vec<Point> = ends
            .iter()
            .zip(&seats)
            .filter_map(|(end, &seat)| {
                let seat = if seat == NO_SEAT { anybody? } else { seat };
                Some(Point { position: end.position, seat, label: end.number })
            })
            .collect();
        if points.is_empty() || !nobody.contains(&true) {
            nobody = Vec::new();
        }
        let mut names = vec![String::new(); seating.seats.len()];
        for (place, text) in texts.iter().enumerate() {
            if let Some(name) = names.get_mut(seating.seat(place) as usize) {
                name.clone_from(text);
            }
        }
        let labels = GivenLabels { texts, members: ends.iter().map(|end| end.member).collect(), write };
        let keys = KeyHashing::of_system(keys);
        let ring = Ring::given(Given { keys, clockwise, wraps, seats: seating.seats, names, points, labels });
        Self { ring, nobody, passes_over }
    }

    /// Does the lookup of this position end nowhere?
    fn leads_nowhere(&self, value: u64) -> bool {
        !self.nobody.is_empty() && self.ring.point_at(value).is_none_or(|at| self.nobody[at])
    }
}

impl Placed for OnRing {
    fn seats(&self) -> &[NodeId] {
        self.ring.seats()
    }

    fn key_hashing(&self) -> KeyHashing {
        self.ring.key_hashing()
    }

    fn owner(&self, key: &[u8], value: u64) -> Seat {
        if self.leads_nowhere(value) { NO_SEAT } else { self.ring.owner(key, value) }
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        if self.leads_nowhere(self.key_hashing().value(key)) { Vec::new() } else { self.ring.owners(key, most) }
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        if self.leads_nowhere(self.key_hashing().value(key)) { Explanation::Ring(None) } else { self.ring.explain(key) }
    }

    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk) {
        if !self.leads_nowhere(value) {
            self.ring.walk(key, value, walk);
        }
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Ring(&self.ring)
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        if self.nobody.is_empty() { self.ring.exact_shares() } else { None }
    }

    fn usual_deviation(&self, seat: usize, share: f64, keys: u32) -> f64 {
        self.ring.usual_deviation(seat, share, keys)
    }

    fn table_bytes(&self) -> u64 {
        self.ring.table_bytes() + bytes_of(&self.nobody)
    }

    fn place(&self, keys: &Arc<HashedKeys>) -> Vec<Seat> {
        let mut owners = self.ring.place(keys);
        if !self.nobody.is_empty() {
            for (owner, value) in owners.iter_mut().zip(keys.values()) {
                if self.leads_nowhere(value) {
                    *owner = NO_SEAT;
                }
            }
        }
        owners
    }

    fn place_from(&self, keys: &Arc<HashedKeys>, earlier: &dyn Placed, owners: &Owners) -> Option<Onward> {
        // The earlier ring does not say who was nobody's there.
        if self.passes_over { None } else { self.ring.place_from(keys, earlier, owners) }
    }
}
