//! The stretches of a ring: positions on end that belong to one node; and where two rings differ in them, found on one
//! walk along both.

use super::Ring;
use crate::algorithm::{GONE, NO_SEAT, Seat};

/// Positions from `first` to `last`, both included, that belong to one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stretch {
    pub first: u64,
    pub last: u64,
    pub seat: Seat,
}

impl Ring {
    /// The last position of the space.
    fn end(&self) -> u64 {
        u64::MAX >> (64 - self.hashing.bits)
    }

    /// Start number `at` and those after it: from which position on which seat is the owner, rising from position 0. Where
    /// two stand at one position the later counts; one may stand just beyond the end. Nothing on an empty ring.
    #[inline]
    fn next_start(&self, at: &mut usize) -> Option<(u64, Seat)> {
        let points = &self.points;
        let (first, last) = (points.first()?, points.last()?);
        // The arc that wraps is at both ends of the space: clockwise the first point's, counter-clockwise the last one's.
        loop {
            *at += 1;
            if self.clockwise {
                let place = *at - 1;
                let before = place.checked_sub(1).and_then(|before| points.get(before)).map(|point| point.position);
                match points.get(place) {
                    // Of equal points the first is the owner.
                    Some(point) if before == Some(point.position) => {}
                    // From just after the point before on.
                    Some(point) => return Some((before.map_or(0, |before| before + 1), point.seat)),
                    None if place == points.len() => return Some((last.position.checked_add(1)?, first.seat)),
                    None => return None,
                }
            } else {
                let Some(place) = at.checked_sub(2) else { return Some((0, last.seat)) };
                let point = points.get(place)?;
                // From the point itself on; of equal points the last is the owner.
                if points.get(place + 1).is_none_or(|next| next.position != point.position) {
                    return Some((point.position, point.seat));
                }
            }
        }
    }

    /// The stretches of a ring that has points, rising. Given an earlier ring of the same space, and for each seat of
    /// then the seat now, only those that belonged to another.
    pub(super) fn stretches<'a>(
        &'a self,
        unlike: Option<(&'a Self, &'a [Seat])>,
    ) -> impl Iterator<Item = Stretch> + use<'a> {
        let end = self.end();
        let seat_now = unlike.map_or(&[][..], |(_, seat_now)| seat_now);
        let (mut at_before, mut at) = (0, 0);
        let mut next_old = move || {
            let (position, seat) = unlike?.0.next_start(&mut at_before)?;
            Some((position, seat_now[seat as usize]))
        };
        let mut next_new = move || self.next_start(&mut at);
        let (mut old, mut new) = (next_old(), next_new());
        let (mut owner_before, mut owner) = (GONE, NO_SEAT);
        let nearest = |new: Option<(u64, Seat)>, old: Option<(u64, Seat)>| match (new, old) {
            (Some(new), Some(old)) => Some(new.0.min(old.0)),
            (one, other) => one.or(other).map(|start| start.0),
        };
        std::iter::from_fn(move || {
            loop {
                // Mostly both rings go on alike.
                while let Some(start) = new.filter(|_| new == old) {
                    (owner, owner_before) = (start.1, start.1);
                    (new, old) = (next_new(), next_old());
                }
                let first = nearest(new, old).filter(|&first| first <= end)?;
                while let Some((_, seat)) = new.filter(|start| start.0 == first) {
                    owner = seat;
                    new = next_new();
                }
                while let Some((_, seat)) = old.filter(|start| start.0 == first) {
                    owner_before = seat;
                    old = next_old();
                }
                if owner != owner_before {
                    let last = nearest(new, old).map_or(end, |next| end.min(next - 1));
                    return Some(Stretch { first, last, seat: owner });
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        algorithm::{
            Placed as _,
            ring::{Plan, Point},
        },
        hash::SplitMix64,
        parameter::Settings,
        template::Template,
    };

    /// A ring of points at given positions, whatever would be hashed to them.
    fn ring(bits: u32, clockwise: bool, mut points: Vec<(u64, Seat)>) -> Ring {
        points.sort_unstable();
        let hashing =
            crate::algorithm::Hashing { bits, ..crate::algorithm::Hashing::from_settings(&Settings::default()) };
        let plan = Plan { hashing, clockwise, label: Template::parse("{node}") };
        let points: Vec<Point> =
            points.into_iter().map(|(position, seat)| Point { position, seat, label: 0 }).collect();
        Ring::of_points(plan, &[], Vec::new(), Vec::new(), points)
    }

    /// Points at the ends of the space, beside them, on one another and next to one another.
    fn any_points(bits: u32, numbers: &mut SplitMix64) -> Vec<(u64, Seat)> {
        let end = u64::MAX >> (64 - bits);
        let places = [0, 0, 1, 2, 7, 8, end / 2, end / 2 + 1, end - 1, end, end];
        let count = 1 + numbers.next_value() % 6;
        let mut place = || (numbers.next_value() % places.len() as u64) as usize;
        (0..count).map(|_| (places[place()], (place() % 3) as Seat)).collect()
    }

    #[test]
    fn stretches_are_what_lookups_find() {
        let mut numbers = SplitMix64::new(1);
        for round in 0..4_000 {
            let (bits, clockwise) = ([32, 64][round % 2], round % 4 < 2);
            let end = u64::MAX >> (64 - bits);
            let asked = [0, 1, 2, 3, 6, 7, 8, 9, end / 2, end / 2 + 1, end / 2 + 2, end - 2, end - 1, end];
            let before = ring(bits, clockwise, any_points(bits, &mut numbers));
            // Now and then the other way round.
            let after = ring(bits, clockwise != (round % 32 > 27), any_points(bits, &mut numbers));
            let seat_now = [[0, 1, 2], [1, GONE, 0]][round % 3 % 2];
            let all: Vec<Stretch> = after.stretches(None).collect();
            let changed: Vec<Stretch> = after.stretches(Some((&before, &seat_now))).collect();
            for position in asked {
                let find = |stretches: &[Stretch]| {
                    let mut here = stretches.iter().filter(|one| (one.first..=one.last).contains(&position));
                    let seat = here.next().map(|one| one.seat);
                    assert_eq!(here.next(), None);
                    seat
                };
                let owner = after.owner(&[], position);
                assert_eq!(find(&all), Some(owner), "{position} in {all:?} of {after:?}");
                let changes = seat_now[before.owner(&[], position) as usize] != owner;
                assert_eq!(find(&changed), changes.then_some(owner), "{position} in {changed:?}");
            }
            assert_eq!(all.first().map(|one| one.first), Some(0));
            assert_eq!(all.last().map(|one| one.last), Some(end));
        }
    }

    #[test]
    fn an_empty_ring_has_none() {
        assert_eq!(ring(32, true, Vec::new()).stretches(None).count(), 0);
        assert_eq!(ring(64, false, Vec::new()).stretches(None).count(), 0);
    }
}
