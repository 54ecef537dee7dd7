//! How the ring picture gets from one state to the next. After another hash, label, direction or space each tick runs
//! along its own lane, the short way; after a change of the roster keys leave marks on the old lane, lines grow, and
//! the new lane fills. A frame is a pure function of the two states and the time.

use std::sync::Arc;

use placement::{algorithm::ring::Ring, fleet::NodeId};

use super::{
    pattern::Pattern,
    ring_data::RingData,
    ring_lanes::strength,
    ring_layout::{Radii, RingLayout},
    ring_notes,
    scene::{Frame, Ink, Layer, Scene, Size},
};

/// With more points than this nothing moves: a frame would take too long.
const MOST_POINTS: usize = 6_000;

const TICKS_MS: f64 = 600.0;
/// The band, the wheel and the arcs change in the last part of it, and old arcs go in the first.
const FADE_MS: f64 = 200.0;
const ARCS_GO_MS: f64 = 120.0;

const MARKS_MS: f64 = 120.0;
const LINES_MS: f64 = 260.0;
const FILL_MS: f64 = 120.0;

/// From one state to the next.
#[derive(Clone, Debug)]
pub struct Motion {
    size: Size,
    before: Scene,
    after: Scene,
    is_lit: bool,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Ticks {
        lanes: Vec<Lane>,
        layout: RingLayout,
        width: f64,
    },
    /// With arcs and ticks in two: of the nodes that stayed, and of those that received.
    Roster {
        data: Arc<RingData>,
        layout: RingLayout,
        lit: Option<NodeId>,
        parted: Vec<[Arc<Layer>; 2]>,
    },
}

/// The ticks of one lane.
#[derive(Clone, Debug)]
struct Lane {
    radii: Radii,
    ink: Ink,
    pattern: Pattern,
    /// Where each starts, and how far it goes, in turns.
    ways: Vec<(f64, f64)>,
}

impl Motion {
    /// The motion between two states, with their scenes at rest, the first of which is only made where something moves;
    /// `None` where the picture jumps.
    #[must_use]
    pub fn new(
        (before, before_scene): (&RingData, impl FnOnce() -> Scene),
        (after, after_scene): (&Arc<RingData>, &Scene),
        layout: RingLayout,
        lit: Option<NodeId>,
    ) -> Option<Self> {
        let (ring_before, ring) = (before.ring()?, after.ring()?);
        let lit = lit.filter(|&id| after.lane_of(id).is_some());
        if layout.lanes == 0 || ring.points().len().max(ring_before.points().len()) > MOST_POINTS {
            return None;
        }
        let is_next =
            after.view().change.as_ref().is_some_and(|change| Arc::ptr_eq(&change.before, &before.view().snapshot));
        let kind = if after.movement.as_ref().is_some_and(|movement| !movement.lines.is_empty()) {
            // Back in the history, or in the middle of a drag, the lines do not start from what was on show.
            let is_new = |ink: Ink| {
                let received = |id| after.lane_of(id).is_some_and(|lane| after.lanes[lane].received);
                matches!(ink, Ink::Node(id, _) if received(id))
            };
            let parted = ["arcs", "ticks"].into_iter().filter_map(|name| after_scene.layer(name));
            let parted = parted.map(|layer| layer.parted(is_new)).map(|(new, old)| [old, new].map(Arc::new)).collect();
            is_next.then(|| Kind::Roster { data: Arc::clone(after), layout, lit, parted })?
        } else {
            let same = |a: &RingData, b: &RingData| {
                let seats = |data: &RingData| data.lanes.iter().map(|lane| (lane.id, lane.seat)).collect::<Vec<_>>();
                a.points == b.points && seats(a) == seats(b)
            };
            let is_other = ring.points() != ring_before.points() || ring.is_clockwise() != ring_before.is_clockwise();
            if !same(before, after) || !is_other {
                return None;
            }
            let width = if layout.is_compact() { 1.0 } else { 1.5 };
            Kind::Ticks { lanes: lanes((before, ring_before), (after, ring), &layout, lit), layout, width }
        };
        let (before, after) = (before_scene(), after_scene.clone());
        Some(Self { size: layout.size, before, after, is_lit: lit.is_some(), kind })
    }

    /// How long it takes.
    #[must_use]
    pub fn duration_ms(&self) -> f64 {
        match self.kind {
            Kind::Ticks { .. } => TICKS_MS,
            Kind::Roster { .. } => MARKS_MS + LINES_MS + FILL_MS,
        }
    }

    /// How much is there of what stands at the new places only.
    #[must_use]
    pub fn arrived(&self, now_ms: f64) -> f64 {
        match self.kind {
            Kind::Ticks { .. } => part(now_ms - (TICKS_MS - FADE_MS), FADE_MS),
            Kind::Roster { .. } => 1.0,
        }
    }

    /// The picture so long after the start.
    #[must_use]
    pub fn frame(&self, now_ms: f64) -> Frame {
        let mut layers: Vec<(Arc<Layer>, f64)> = Vec::with_capacity(self.after.layers.len() + 4);
        let before = |name: &str| self.before.layers.iter().find(|layer| layer.name == name);
        for after in &self.after.layers {
            // What both states have crosses over; opaque areas lie over one another, so that no ground shines through.
            let mut cross = |arrived: f64, left: f64| {
                layers.extend(before(after.name).map(|layer| (Arc::clone(layer), left)));
                layers.push((Arc::clone(after), arrived));
            };
            let solid = |arrived: f64| if self.is_lit || arrived >= 1.0 { 1.0 - arrived } else { 1.0 };
            match &self.kind {
                Kind::Ticks { lanes, layout, width } => {
                    let arrived = self.arrived(now_ms);
                    match after.name {
                        "band" => cross(arrived, solid(arrived)),
                        "arcs" => cross(arrived, 1.0 - part(now_ms, ARCS_GO_MS)),
                        "wheel" => cross(arrived, 1.0 - arrived),
                        "named run" => layers.push((Arc::clone(after), arrived)),
                        "ticks" => {
                            let ticks = ticks(lanes, layout, *width, ease(part(now_ms, TICKS_MS)));
                            layers.push((Arc::new(ticks), 1.0));
                        }
                        _ => layers.push((Arc::clone(after), 1.0)),
                    }
                }
                Kind::Roster { data, layout, lit, parted } => {
                    let marked = part(now_ms, MARKS_MS);
                    let filled = part(now_ms - MARKS_MS - LINES_MS, FILL_MS);
                    match after.name {
                        "band" => cross(filled, solid(filled)),
                        "wheel" => cross(filled, 1.0 - filled),
                        "arcs" | "ticks" => {
                            let parted = parted.iter().find(|[old, _]| old.name == after.name);
                            let [old, new] = parted.cloned().unwrap_or([Arc::clone(after), Arc::clone(after)]);
                            layers.extend([(old, 1.0), (new, filled)]);
                        }
                        "marks" | "hands" => layers.push((Arc::clone(after), marked)),
                        "lines" => {
                            let grown = ease(part(now_ms - MARKS_MS, LINES_MS));
                            layers.push((Arc::new(ring_notes::lines(data, layout, *lit, grown)), marked));
                        }
                        _ => layers.push((Arc::clone(after), 1.0)),
                    }
                }
            }
        }
        Frame { size: self.size, layers, moves: now_ms < self.duration_ms() }
    }
}

/// How much of a time has passed, from 0 to 1.
fn part(passed_ms: f64, of_ms: f64) -> f64 {
    (passed_ms / of_ms).clamp(0.0, 1.0)
}

/// The curve of `cubic-bezier(.2, 0, 0, 1)`: quick to start, slow to arrive.
fn ease(time: f64) -> f64 {
    // Along the curve: x(s) is time, y(s) is the way.
    let x = |s: f64| 3.0 * (1.0 - s) * (1.0 - s) * s * 0.2 + s * s * s;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        if x(middle) < time { low = middle } else { high = middle }
    }
    if time >= 1.0 { 1.0 } else { low * low * (3.0 - 2.0 * low) }
}

fn lanes(
    (before, ring_before): (&RingData, &Ring),
    (after, ring): (&RingData, &Ring),
    layout: &RingLayout,
    lit: Option<NodeId>,
) -> Vec<Lane> {
    let starts = by_label(before, ring_before);
    let ends = by_label(after, ring);
    let lane = |(at, lane): (usize, &super::ring_data::Lane)| {
        let (starts, ends) = (starts.get(usize::from(lane.seat))?, ends.get(usize::from(lane.seat))?);
        let way = |(&start, &end): (&f64, &f64)| (start, (end - start + 0.5).rem_euclid(1.0) - 0.5);
        Some(Lane {
            radii: layout.lane(at),
            ink: Ink::Node(lane.id, strength(after, lane.id, lit).tick),
            pattern: Pattern::of(lane.id),
            ways: starts.iter().zip(ends).map(way).collect(),
        })
    };
    after.lanes.iter().enumerate().filter_map(lane).collect()
}

/// The places of all points by seat, in the order of their labels' numbers.
fn by_label(data: &RingData, ring: &Ring) -> Vec<Vec<f64>> {
    let mut places: Vec<Vec<f64>> = data.points.iter().map(|&count| vec![0.0; count as usize]).collect();
    for point in ring.points() {
        let place = places.get_mut(usize::from(point.seat)).and_then(|seat| seat.get_mut(point.label as usize));
        if let Some(place) = place {
            *place = ring.turns(point.position);
        }
    }
    places
}

fn ticks(lanes: &[Lane], layout: &RingLayout, width: f64, way: f64) -> Layer {
    let mut layer = Layer::new("ticks");
    for lane in lanes {
        for &(start, far) in &lane.ways {
            let turns = (start + far * way).rem_euclid(1.0);
            lane.pattern.tick(layout, lane.radii, turns, |tick| layer.stroke(lane.ink, width, tick));
        }
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::super::{
        ring_data::tests::{add, after, finaliser},
        ring_scene,
        scene::Shape,
    };
    use super::*;
    use crate::view::View;
    use placement::{
        algorithm::ring,
        parameter::Value,
        scenario::{Command, Scenario},
    };

    fn layout(lanes: usize) -> RingLayout {
        RingLayout::new(Size { width_css_px: 692.0, height_css_px: 711.0 }, lanes)
    }

    /// From what commands made to one command more, as the page does it.
    fn motion(commands: Vec<Command>, last: Command) -> Option<(Motion, Scene)> {
        let mut scenario = Scenario::default();
        for command in commands {
            scenario.apply(command).expect("a command");
        }
        let before = Arc::new(View::new(&scenario, "", None, None));
        let from = scenario.clone();
        scenario.apply(last).expect("a command");
        let now = Arc::new(View::new(&scenario, "", Some(&from), Some(&before)));
        let (before, now) = (RingData::new(&before)?, Arc::new(RingData::new(&now)?));
        let [layout_before, layout] = [before.lanes.len(), now.lanes.len()].map(layout);
        let (first, last) = (ring_scene::scene(&before, &layout_before, None), ring_scene::scene(&now, &layout, None));
        Some((Motion::new((&before, || first), (&now, &last), layout, None)?, last))
    }

    fn at(frame: &Frame, name: &str) -> Vec<f64> {
        frame.layers.iter().filter(|(layer, _)| layer.name == name).map(|(_, there)| *there).collect()
    }

    fn middles(frame: &Frame) -> Vec<(f64, f64)> {
        let ticks = frame.layers.iter().find(|(layer, _)| layer.name == "ticks").expect("ticks");
        let shapes = ticks.0.batches.iter().flat_map(|batch| &batch.shapes);
        let mut all: Vec<(f64, f64)> = shapes
            .map(|shape| match shape {
                Shape::Segment(from, to) => (from.x + to.x, from.y + to.y),
                other => panic!("{other:?}"),
            })
            .collect();
        all.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        all
    }

    #[test]
    fn ticks_run_from_their_old_places_to_their_new_ones() {
        let (motion, last) = motion(vec![], finaliser()).expect("a motion");
        let first = RingData::new(&after([])).expect("a ring");
        let first = ring_scene::scene(&first, &layout(8), None);
        let is_there = |now: f64, scene: &Scene| {
            let (moving, still) = (middles(&motion.frame(now)), middles(&Frame::at_rest(scene)));
            moving.len() == still.len()
                && moving.iter().zip(&still).all(|(a, b)| (a.0 - b.0).abs() < 1e-6 && (a.1 - b.1).abs() < 1e-6)
        };
        assert!(is_there(0.0, &first) && is_there(600.0, &last));
        assert!(!is_there(300.0, &first) && !is_there(300.0, &last));
        assert_eq!(
            (at(&motion.frame(0.0), "band"), at(&motion.frame(500.0), "band")),
            (vec![1.0, 0.0], vec![1.0, 0.5])
        );
        assert_eq!(at(&motion.frame(600.0), "band"), [0.0, 1.0]);
        assert!(motion.frame(599.0).moves && !motion.frame(600.0).moves);
        // Each the short way.
        let Kind::Ticks { lanes, .. } = &motion.kind else { panic!("ticks") };
        assert_eq!(lanes.iter().map(|lane| lane.ways.len()).sum::<usize>(), 1_280);
        assert!(lanes.iter().flat_map(|lane| &lane.ways).all(|way| way.1.abs() <= 0.5));
    }

    #[test]
    fn keys_leave_marks_then_lines_grow_then_the_new_lane_fills() {
        let (motion, last) = motion(vec![finaliser()], add("cache-09")).expect("a motion");
        let strengths = |now: f64| {
            let frame = motion.frame(now);
            (at(&frame, "marks"), at(&frame, "ticks"))
        };
        assert_eq!(strengths(0.0), (vec![0.0], vec![1.0, 0.0]));
        assert_eq!(strengths(60.0), (vec![0.5], vec![1.0, 0.0]));
        assert_eq!(strengths(440.0), (vec![1.0], vec![1.0, 0.5]));
        let accent = |frame: &Frame| {
            let lines = frame.layers.iter().find(|(layer, _)| layer.name == "lines").expect("lines");
            lines.0.count(Ink::Accent)
        };
        // Heads come when the lines have grown.
        assert!(accent(&motion.frame(300.0)) < accent(&Frame::at_rest(&last)));
        assert_eq!(accent(&motion.frame(500.0)), accent(&Frame::at_rest(&last)));
    }

    #[test]
    fn what_has_no_lanes_in_common_or_too_many_points_jumps() {
        let each = |count| Command::Set(&ring::VIRTUAL_NODES, Value::Count(count));
        assert!(motion(vec![], each(100)).is_none());
        assert!(motion(vec![each(1_000)], finaliser()).is_none());
        assert!(motion(vec![Command::SetNodeCount(20)], finaliser()).is_none());
        assert!(motion(vec![], Command::Set(&ring::DIRECTION, Value::Choice(1))).is_some());
    }

    #[test]
    fn the_curve_starts_at_once_and_arrives_slowly() {
        assert_eq!((ease(0.0) < 1e-6, ease(1.0)), (true, 1.0));
        let ways: Vec<f64> = (0..=20).map(|step| ease(f64::from(step) / 20.0)).collect();
        assert!(ways.windows(2).all(|two| two[1] >= two[0]));
        assert!(ways[10] > 0.85, "{}", ways[10]);
    }
}
