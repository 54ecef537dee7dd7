//! The arcs of a ring in the order of the circle, as shares of a turn. An arc that wraps comes in two pieces.

use placement::algorithm::{
    Seat,
    ring::{Point, Ring},
};

/// What one point owns, or a piece of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arc {
    /// Whose, as a place among the seats.
    pub seat: Seat,
    /// Where it begins.
    pub from_turns: f64,
    /// Where it ends.
    pub to_turns: f64,
    /// Does a point of its own stand at its beginning?
    pub tick_at_start: bool,
    /// Does a point of its own stand at its end?
    pub tick_at_end: bool,
}

/// All arcs, from the start of the space to its end.
pub fn arcs(ring: &Ring) -> impl Iterator<Item = Arc> + '_ {
    let points = ring.points();
    let clockwise = ring.is_clockwise();
    let count = points.len();
    let pieces = if count == 0 { 0 } else { count + 1 };
    // Piece number i lies between point i - 1 and point i; the first and the last begin and end at the wrap.
    (0..pieces).map(move |piece| {
        let before: Option<&Point> = piece.checked_sub(1).map(|at| &points[at]);
        let after = points.get(piece);
        let owner = if clockwise { after.unwrap_or(&points[0]) } else { before.unwrap_or(&points[count - 1]) };
        let is_own = |point: Option<&Point>| point.is_some_and(|point| point.seat == owner.seat);
        Arc {
            seat: owner.seat,
            from_turns: before.map_or(0.0, |point| ring.turns(point.position)),
            to_turns: after.map_or(1.0, |point| ring.turns(point.position)),
            tick_at_start: is_own(before),
            tick_at_end: is_own(after),
        }
    })
}

/// Neighbouring arcs of one owner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stretch {
    /// Whose, as a place among the seats.
    pub seat: Seat,
    /// Where it begins.
    pub from_turns: f64,
    /// Where it ends.
    pub to_turns: f64,
}

pub(super) fn push(stretches: &mut Vec<Stretch>, seat: Seat, from_turns: f64, to_turns: f64) {
    match stretches.last_mut() {
        Some(last) if last.seat == seat => last.to_turns = to_turns,
        _ if to_turns > from_turns => stretches.push(Stretch { seat, from_turns, to_turns }),
        _ => {}
    }
}

/// The circle as stretches of one owner each, without gaps.
#[must_use]
pub fn stretches(ring: &Ring) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    for arc in arcs(ring) {
        push(&mut stretches, arc.seat, arc.from_turns, arc.to_turns);
    }
    stretches
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use placement::{
        algorithm::{Geometry, Placed as _, ring},
        parameter::Value,
        scenario::{Command, Scenario},
        snapshot::Snapshot,
    };

    pub fn with_ring(commands: Vec<Command>, check: impl Fn(&Ring)) {
        let mut scenario = Scenario::default();
        for command in commands {
            scenario.apply(command).expect("a command");
        }
        let snapshot = Snapshot::place(&scenario, None);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
        check(ring);
    }

    /// What each seat owns, from arcs, as the exact shares say it.
    pub fn check_shares(ring: &Ring, owned: impl Iterator<Item = (Seat, f64)>, within: f64) {
        let mut sums = vec![0.0; ring.seats().len()];
        owned.for_each(|(seat, share)| sums[seat as usize] += share);
        for (sum, exact) in sums.iter().zip(ring.exact_shares().expect("a ring has exact shares")) {
            assert!((sum - exact.value()).abs() < within, "{sum} {exact:?}");
        }
    }

    #[test]
    fn arcs_and_stretches_cover_the_circle_as_the_exact_shares_say() {
        for direction in [0, 1] {
            with_ring(vec![Command::Set(&ring::DIRECTION, Value::Choice(direction))], |ring| {
                check_shares(ring, arcs(ring).map(|arc| (arc.seat, arc.to_turns - arc.from_turns)), 1e-8);
                let all = stretches(ring);
                check_shares(ring, all.iter().map(|one| (one.seat, one.to_turns - one.from_turns)), 1e-8);
                assert!(all.windows(2).all(|two| two[0].seat != two[1].seat));
                assert!(all.windows(2).all(|two| (two[0].to_turns - two[1].from_turns).abs() < 1e-12));
                assert_eq!((all[0].from_turns, all[all.len() - 1].to_turns), (0.0, 1.0));
            });
        }
    }

    #[test]
    fn a_tick_stands_at_the_end_of_its_arc_clockwise_and_at_its_start_the_other_way() {
        with_ring(vec![], |ring| assert_eq!(arcs(ring).filter(|arc| arc.tick_at_end).count(), 1_280));
        with_ring(vec![Command::Set(&ring::DIRECTION, Value::Choice(1))], |ring| {
            assert_eq!(arcs(ring).filter(|arc| arc.tick_at_start).count(), 1_280);
        });
    }
}
