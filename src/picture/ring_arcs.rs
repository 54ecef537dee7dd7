//! The arcs of a ring in the order of the circle, as shares of a turn. An arc that wraps comes in two pieces.

use placement::algorithm::{
    Placed as _, Seat,
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

fn push(stretches: &mut Vec<Stretch>, seat: Seat, from_turns: f64, to_turns: f64) {
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

/// Cuts the circle into so many pixels and tells of each piece of an arc in which pixel it lies and how long it is.
fn by_pixel(ring: &Ring, pixels: usize, mut visit: impl FnMut(usize, Seat, f64)) {
    let width = 1.0 / pixels as f64;
    let mut pixel = 0;
    for arc in arcs(ring) {
        let mut from = arc.from_turns;
        loop {
            let end = if pixel + 1 == pixels { 1.0 } else { (pixel + 1) as f64 * width };
            let to = arc.to_turns.min(end);
            if to > from {
                visit(pixel, arc.seat, to - from);
            }
            from = to;
            if arc.to_turns <= end {
                break;
            }
            pixel += 1;
        }
    }
}

/// The circle cut into so many pixels, each given to the node that owns most of it; neighbours of one owner are merged.
#[must_use]
pub fn stretches_by_pixel(ring: &Ring, pixels: usize) -> Vec<Stretch> {
    let width = 1.0 / pixels as f64;
    let mut out = Vec::new();
    // Within the pixel at hand: what each seat owns, and the seats that own something.
    let mut shares = vec![0.0; ring.seats().len()];
    let mut seen: Vec<Seat> = Vec::new();
    let mut at = 0;
    let mut close = |at: usize, shares: &mut [f64], seen: &mut Vec<Seat>| {
        let most = seen.iter().copied().reduce(
            |best, one| {
                if shares[one as usize] > shares[best as usize] { one } else { best }
            },
        );
        if let Some(seat) = most {
            push(&mut out, seat, at as f64 * width, (at + 1) as f64 * width);
        }
        seen.drain(..).for_each(|seat| shares[seat as usize] = 0.0);
    };
    by_pixel(ring, pixels, |pixel, seat, share| {
        if pixel != at {
            close(at, &mut shares, &mut seen);
            at = pixel;
        }
        if shares[seat as usize] == 0.0 {
            seen.push(seat);
        }
        shares[seat as usize] += share;
    });
    close(at, &mut shares, &mut seen);
    out
}

/// How much of each of so many pixels a node owns, from 0 to 1.
#[must_use]
pub fn coverage(ring: &Ring, seat: Seat, pixels: usize) -> Vec<f64> {
    let mut parts = vec![0.0; pixels];
    by_pixel(ring, pixels, |pixel, owner, share| {
        if owner == seat {
            parts[pixel] += share * pixels as f64;
        }
    });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        algorithm::{Geometry, ring},
        parameter::Value,
        scenario::{Command, Scenario},
        snapshot::Snapshot,
    };

    fn with_ring(commands: Vec<Command>, check: impl Fn(&Ring)) {
        let mut scenario = Scenario::default();
        for command in commands {
            scenario.apply(command).expect("a command");
        }
        let snapshot = Snapshot::place(&scenario, None);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("a ring") };
        check(ring);
    }

    /// What each seat owns, from arcs, as the exact shares say it.
    fn check_shares(ring: &Ring, owned: impl Iterator<Item = (Seat, f64)>, within: f64) {
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

    #[test]
    fn coverage_adds_up_to_the_share() {
        with_ring(vec![], |ring| {
            for (seat, exact) in ring.exact_shares().expect("a ring has exact shares").iter().enumerate() {
                let parts = coverage(ring, seat as Seat, 777);
                assert!((parts.iter().sum::<f64>() / 777.0 - exact.value()).abs() < 1e-8);
                assert!(parts.iter().all(|part| (0.0..=1.0 + 1e-9).contains(part)));
            }
        });
    }

    #[test]
    fn pixels_go_to_whom_they_mostly_belong() {
        let many = Command::Set(&ring::VIRTUAL_NODES, Value::Count(5_000));
        with_ring(vec![many], |ring| {
            let all = stretches_by_pixel(ring, 1_800);
            assert!(all.len() <= 1_800);
            assert!((all.iter().map(|one| one.to_turns - one.from_turns).sum::<f64>() - 1.0).abs() < 1e-9);
            check_shares(ring, all.iter().map(|one| (one.seat, one.to_turns - one.from_turns)), 0.05);
        });
        with_ring(vec![Command::SetNodeCount(0)], |ring| {
            assert!(stretches_by_pixel(ring, 100).is_empty() && stretches(ring).is_empty());
        });
    }
}
