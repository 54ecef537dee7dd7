//! An arc of the ring and its virtual node: its outline, its tip, and the way from one to the next by the keyboard.

use placement::{
    algorithm::{
        NO_SEAT, Placed as _, Seat,
        ring::{Point as RingPoint, Ring},
    },
    fleet::NodeId,
    number::{Ratio, thousands},
};

use super::{
    ring_data::RingData,
    ring_layout::{Radii, RingLayout},
    scene::{Ink, Layer, Point, Size},
    spot::{Area, Spot, Step, Tip},
};

/// An outline is at least so long.
const LEAST_CSS_PX: f64 = 4.0;
const TIP: Size = Size { width_css_px: 312.0, height_css_px: 134.0 };

/// The points of a seat, in the order of the ring.
pub(super) fn of_seat(ring: &Ring, seat: Seat) -> impl Iterator<Item = usize> + '_ {
    ring.points().iter().enumerate().filter(move |(_, point)| point.seat == seat).map(|(at, _)| at)
}

/// The two ends of the arc of a point: clockwise the point is the second, the other way the first.
fn ends(ring: &Ring, at: usize) -> (&RingPoint, &RingPoint) {
    let (points, count) = (ring.points(), ring.points().len());
    if ring.is_clockwise() {
        (&points[(at + count - 1) % count], &points[at])
    } else {
        (&points[at], &points[(at + 1) % count])
    }
}

/// The arc of a point in turns; in two pieces where it passes the end of the space.
fn pieces(ring: &Ring, at: usize) -> Vec<(f64, f64)> {
    let (from, to) = ends(ring, at);
    let wraps = if ring.is_clockwise() { at == 0 } else { at + 1 == ring.points().len() };
    let (from, to) = (ring.turns(from.position), ring.turns(to.position));
    if wraps { vec![(from, 1.0), (0.0, to)] } else { vec![(from, to)] }
}

/// The parts of the picture that belong to a spot: on the band, and on the lane unless the band is pointed at.
fn rings(data: &RingData, layout: &RingLayout, spot: Spot) -> Vec<Radii> {
    let mut rings = vec![layout.band()];
    match data.lane_of(spot.node) {
        Some(_) if spot.on_band => {}
        Some(lane) if layout.lanes > 0 => rings.push(layout.lane(lane)),
        Some(_) => rings.push(layout.private_lane()),
        None => {}
    }
    rings
}

/// The pieces of an arc at a radius, each long enough to be seen.
fn visible(data: &RingData, layout: &RingLayout, spot: Spot, radius: f64) -> Vec<(f64, f64)> {
    let (Some(ring), Some(at)) = (data.ring(), spot.point) else { return Vec::new() };
    if at >= ring.points().len() {
        return Vec::new();
    }
    let least = layout.turns_from_css_px(LEAST_CSS_PX, radius);
    let pieces = pieces(ring, at).into_iter();
    pieces.map(|(from, to)| (from.min(to - least).max(0.0), to.max(from + least).min(1.0))).collect()
}

/// A line of ink around the arc, with ground on both sides.
#[must_use]
pub fn outline(data: &RingData, layout: &RingLayout, spot: Spot) -> Layer {
    let mut layer = Layer::new("outline");
    for radii in rings(data, layout, spot) {
        let wider = Radii { inner: radii.inner - 1.5, outer: radii.outer + 1.5 };
        for (from, to) in visible(data, layout, spot, radii.middle()) {
            let off = layout.turns_from_css_px(1.5, radii.middle());
            let shape = layout.sector(wider, from - off, to + off);
            layer.stroke(Ink::Ground, 5.0, shape.clone());
            layer.stroke(Ink::Ink, 2.0, shape);
        }
    }
    layer
}

/// The tip of an arc; `None` for a node as a whole.
#[must_use]
pub fn tip(data: &RingData, layout: &RingLayout, spot: Spot) -> Option<Tip> {
    let (ring, at) = (data.ring()?, spot.point?);
    let point = ring.points().get(at)?;
    let (from, to) = ends(ring, at);
    let digits = ring.bits() as usize / 4;
    let hex = |point: &RingPoint| format!("0x{:0digits$x}", point.position);
    let title = ring.label_text(point);
    let (start, goal) = if ring.is_clockwise() {
        (format!("{}, after {}", hex(from), ring.label_text(from)), hex(to))
    } else {
        (hex(from), format!("{}, before {}", hex(to), ring.label_text(to)))
    };
    let share = percent(Ratio::new(ring.arc_length(at), ring.circumference()));
    let (keys, all) = (keys_in(data, at), data.view().balance.keys);
    let part = percent(Ratio::new(keys, all));
    let keys = format!("{} of {}", thousands(keys), thousands(all));
    // Where the arc does not decide, these are the keys that lie on it, whoever has them.
    let here = if data.arcs_are_owned() { "keys" } else { "keys here" };
    let said = format!("{title}: {share} of the ring, {keys} {here}, {part}. From {start} to {goal}.");
    let keys = format!("{keys}, {part}");
    let rows = vec![("from", start), ("to", goal), ("share", format!("{share} of the ring")), (here, keys)];
    let own: Vec<usize> = of_seat(ring, point.seat).collect();
    let place = (own.iter().position(|&one| one == at).map_or(0, |at| at + 1), own.len());
    let area = Area::beside(TIP, &edge(data, layout, spot), layout.centre, layout.size);
    Some(Tip { node: spot.node, title, rows, said, place, area })
}

/// A percentage with two places, and with four where two would say nothing.
fn percent(share: Ratio) -> String {
    let is_tiny = share.part > 0 && share.value() < 0.000_1;
    format!("{} %", share.decimal(100, if is_tiny { 4 } else { 2 }))
}

/// Points along the innermost outline of a spot.
fn edge(data: &RingData, layout: &RingLayout, spot: Spot) -> Vec<Point> {
    const STEP_TURNS: f64 = 1.0 / 180.0;
    let Some(&radii) = rings(data, layout, spot).last() else { return Vec::new() };
    let mut points = Vec::new();
    for (from, to) in visible(data, layout, spot, radii.middle()) {
        let steps = ((to - from) / STEP_TURNS).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let turns = from + (to - from) * step as f64 / steps as f64;
            points.extend([radii.inner - 3.0, radii.outer + 3.0].map(|radius| layout.point(radius, turns)));
        }
    }
    points
}

/// How many keys an arc holds.
fn keys_in(data: &RingData, at: usize) -> u32 {
    let Some(ring) = data.ring() else { return 0 };
    let last = (ring.circumference() - 1) as u64;
    let (from, _) = ends(ring, at);
    // Clockwise an arc has its end and not its start, the other way its start and not its end.
    let start = if ring.is_clockwise() { from.position.wrapping_add(1) } else { from.position };
    let length = ring.arc_length(at);
    let values = data.view().snapshot.keys().values();
    values.filter(|&value| u128::from(value.wrapping_sub(start) & last) < length).count() as u32
}

/// Where the keyboard begins: the first arc of the node that stands out, or of the first node.
#[must_use]
pub fn start(data: &RingData, shown: Option<NodeId>) -> Option<Spot> {
    let ring = data.ring()?;
    let mut lanes = data.lanes.iter().filter(|lane| lane.seat != NO_SEAT);
    let lane = lanes.clone().find(|lane| Some(lane.id) == shown).or_else(|| lanes.next())?;
    Some(Spot { point: of_seat(ring, lane.seat).next(), ..Spot::of_node(lane.id) })
}

/// The next spot: of the same node round the ring, or the arc of another node that is nearest to this one.
#[must_use]
pub fn step(data: &RingData, spot: Spot, step: Step) -> Option<Spot> {
    let (ring, at) = (data.ring()?, spot.point?);
    let point = ring.points().get(at)?;
    if !matches!(step, Step::NodeBefore | Step::NodeAfter) {
        let own: Vec<usize> = of_seat(ring, point.seat).collect();
        let here = own.iter().position(|&one| one == at)?;
        return Some(Spot { point: own.get(step.around(here, own.len())).copied(), on_band: false, ..spot });
    }
    let here = usize::from(point.seat);
    let seat = step.along(here, ring.seats().len());
    if seat == here {
        return Some(Spot { on_band: false, ..spot });
    }
    let seat = seat as Seat;
    let nearest = of_seat(ring, seat).min_by_key(|&one| ring.points()[one].position.abs_diff(point.position));
    Some(Spot { point: nearest, ..Spot::of_node(data.node(seat)?) })
}

#[cfg(test)]
mod tests {
    use super::super::ring_data::tests::{add, after, finaliser};
    use super::*;
    use placement::{
        algorithm::ring,
        hash::HashFn,
        parameter::{self, Value},
        scenario::Command,
    };

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };

    fn data(commands: Vec<Command>) -> RingData {
        RingData::new(&after(commands)).expect("a ring")
    }

    fn tip_of(data: &RingData, at: usize) -> Tip {
        let node = data.node(data.ring().expect("a ring").points()[at].seat).expect("a node");
        let spot = Spot { node, point: Some(at), on_band: true };
        tip(data, &RingLayout::new(WIDE, data.lanes.len()), spot).expect("a tip")
    }

    #[test]
    fn an_arc_is_told_with_its_ends_its_share_and_its_keys() {
        let data = data(vec![]);
        let ring = data.ring().expect("a ring");
        let at = ring.points().iter().position(|point| ring.label_text(point) == "cache-06#148").expect("a point");
        let tip = tip_of(&data, at);
        assert_eq!(tip.title, "cache-06#148");
        let rows: Vec<&str> = tip.rows.iter().map(|row| row.1.as_str()).collect();
        let expected =
            ["0x638541f7, after cache-06#129", "0x6680c982", "1.17 % of the ring", "1,173 of 100,000, 1.17 %"];
        assert_eq!(rows, expected);
        assert_eq!(tip.place.1, 160);
    }

    #[test]
    fn the_keys_of_all_arcs_are_all_keys_whatever_the_direction_and_the_space() {
        let wide = [
            Command::Set(&parameter::HASH, parameter::hash_value(HashFn::XxHash64)),
            Command::Set(&parameter::SPACE, Value::Choice(1)),
        ];
        for direction in [0, 1] {
            let turned = Command::Set(&ring::DIRECTION, Value::Choice(direction));
            let few = Command::Set(&ring::VIRTUAL_NODES, Value::Count(5));
            for commands in [vec![turned.clone(), few.clone()], [&wide[..], &[turned.clone(), few]].concat()] {
                let data = data(commands);
                let ring = data.ring().expect("a ring");
                let counts: Vec<u32> = (0..ring.points().len()).map(|at| keys_in(&data, at)).collect();
                assert_eq!(counts.iter().sum::<u32>(), 100_000);
                for (seat, id) in ring.seats().iter().enumerate() {
                    let own: u32 = of_seat(ring, seat as Seat).map(|at| counts[at]).sum();
                    let load = data.view().balance.loads.iter().find(|load| load.id == *id).expect("a load");
                    assert_eq!(own, load.keys);
                }
            }
        }
    }

    #[test]
    fn one_point_owns_the_whole_ring() {
        let data = data(vec![Command::SetNodeCount(1), Command::Set(&ring::VIRTUAL_NODES, Value::Count(1))]);
        let tip = tip_of(&data, 0);
        assert_eq!(
            (tip.rows[2].1.as_str(), tip.rows[3].1.as_str()),
            ("100.00 % of the ring", "100,000 of 100,000, 100.00 %")
        );
        let layout = RingLayout::new(WIDE, 1);
        let spot = start(&data, None).expect("a spot");
        assert_eq!(outline(&data, &layout, spot).count(Ink::Ink), 4);
        assert_eq!(step(&data, spot, Step::ArcAfter), Some(spot));
    }

    #[test]
    fn the_keyboard_walks_round_a_node_and_from_node_to_node() {
        let data = data(vec![finaliser(), add("cache-09"), Command::SetUp { id: NodeId(1), up: false }]);
        let ring = data.ring().expect("a ring");
        let first = start(&data, None).expect("a spot");
        assert_eq!(start(&data, Some(NodeId(3))).map(|spot| spot.node), Some(NodeId(3)));
        let (mut spot, mut steps) = (first, 0);
        loop {
            spot = step(&data, spot, Step::ArcAfter).expect("an arc");
            steps += 1;
            assert_eq!(data.node(ring.points()[spot.point.expect("a point")].seat), Some(NodeId(0)));
            if spot == first {
                break;
            }
        }
        assert_eq!(steps, 160);
        // The node that is down has no arc.
        let next = step(&data, first, Step::NodeAfter).expect("a node");
        assert_eq!(next.node, NodeId(2));
        assert_eq!(step(&data, first, Step::NodeBefore), Some(first));
        let last = step(&data, next, Step::Last).expect("an arc");
        assert_eq!(step(&data, last, Step::ArcAfter), step(&data, next, Step::First));
    }

    #[test]
    fn a_tip_is_never_over_its_arc() {
        let data = data(vec![]);
        for size in [WIDE, Size { width_css_px: 374.0, height_css_px: 376.0 }] {
            let layout = RingLayout::new(size, data.lanes.len());
            let mut spot = start(&data, None).expect("a spot");
            for _ in 0..8 {
                for _ in 0..20 {
                    spot = step(&data, spot, Step::ArcAfter).expect("an arc");
                    let tip = tip(&data, &layout, spot).expect("a tip");
                    assert!(
                        edge(&data, &layout, spot).iter().all(|&at| tip.area.distance(at) > 1.0),
                        "{size:?} {tip:?}"
                    );
                }
                spot = step(&data, spot, Step::NodeAfter).expect("a node");
            }
        }
    }

    #[test]
    fn tiny_shares_are_not_nothing() {
        let told = [(0, 100), (1, 100_000), (1, 8_000), (1, 3)]
            .map(|(part, whole): (u32, u32)| percent(Ratio::new(part, whole)));
        assert_eq!(told, ["0.00 %", "0.0010 %", "0.01 %", "33.33 %"]);
    }

    #[test]
    fn an_empty_ring_has_no_spot() {
        assert_eq!(start(&data(vec![Command::SetNodeCount(0)]), None), None);
    }
}
