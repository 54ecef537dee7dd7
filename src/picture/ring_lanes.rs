//! The lanes of a ring picture: grounds, owned arcs and ticks. With more nodes than lanes, one common lane of density
//! and a lane of its own for the node that is pointed at.

use placement::{
    algorithm::{NO_SEAT, Seat, ring::Ring},
    fleet::NodeId,
};

use super::{
    pattern::Pattern,
    ring_arcs::arcs,
    ring_binned::is_binned,
    ring_data::RingData,
    ring_layout::{Radii, RingLayout},
    scene::{Ink, Layer},
};

/// With more points than this to a pixel, a lane shows density.
const MOST_TICKS_A_PIXEL: f64 = 2.0;

/// How strongly a node is drawn, in per cent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Its stretches of the band.
    pub band: u8,
    /// Its arcs.
    pub arc: u8,
    /// Its ticks.
    pub tick: u8,
}

/// How strongly a node is drawn, given the one that is pointed at and whether movement is on show.
#[must_use]
pub fn strength(data: &RingData, id: NodeId, lit: Option<NodeId>) -> Strength {
    let received = || data.lane_of(id).is_some_and(|lane| data.lanes[lane].received);
    match lit {
        Some(lit) if lit != id => Strength { band: 13, arc: 13, tick: 22 },
        // Back a little, so that the accent stands out.
        None if data.movement.is_some() && !received() => Strength { band: 100, arc: 22, tick: 60 },
        _ => Strength { band: 100, arc: 42, tick: 100 },
    }
}

/// Grounds, arcs and ticks.
#[must_use]
pub fn layers(data: &RingData, layout: &RingLayout, lit: Option<NodeId>) -> Vec<Layer> {
    let mut grounds = Layer::new("lanes");
    let (mut owned, mut ticks) = (Layer::new("arcs"), Layer::new("ticks"));
    if layout.lanes == 0 {
        if !data.lanes.is_empty() {
            common(data, layout, &mut grounds, &mut ticks);
            grounds.fill(Ink::Track, layout.sector(layout.private_lane(), 0.0, 1.0));
        }
        let seat = lit.and_then(|id| data.lane_of(id)).map(|lane| data.lanes[lane].seat);
        if let (Some(id), Some(ring), Some(seat)) = (lit, data.ring(), seat.filter(|&seat| seat != NO_SEAT)) {
            let lane = OneLane { radii: layout.private_lane(), id, strength: strength(data, id, lit) };
            lane.draw(ring, seat, layout, &mut owned, &mut ticks);
        }
        return vec![grounds, owned, ticks];
    }
    for (at, lane) in data.lanes.iter().enumerate() {
        let radii = layout.lane(at);
        grounds.fill(Ink::Track, layout.sector(radii, 0.0, 1.0));
        let strength = strength(data, lane.id, lit);
        let one = OneLane { radii, id: lane.id, strength };
        match (lane.ghost, data.ring(), data.ring_before()) {
            (Some(seat), _, Some(before)) => {
                let ghost = Strength { arc: 0, tick: strength.tick / 2, ..strength };
                OneLane { strength: ghost, ..one }.draw(before, seat, layout, &mut owned, &mut ticks);
            }
            (None, Some(ring), _) if lane.seat != NO_SEAT => {
                one.draw(ring, lane.seat, layout, &mut owned, &mut ticks);
            }
            _ => {}
        }
    }
    vec![grounds, owned, ticks]
}

/// One lane, at full strength: its ground, arcs and ticks.
pub fn lane(data: &RingData, layout: &RingLayout, at: usize, layer: &mut Layer) {
    let Some(lane) = data.lanes.get(at) else { return };
    let radii = layout.lane(at);
    layer.fill(Ink::Track, layout.sector(radii, 0.0, 1.0));
    // Of a node that went, what it had.
    let (ring, seat) = match lane.ghost {
        Some(seat) => (data.ring_before(), seat),
        None => (data.ring(), lane.seat),
    };
    if let Some(ring) = ring.filter(|_| seat != NO_SEAT) {
        let one = OneLane { radii, id: lane.id, strength: Strength { band: 100, arc: 42, tick: 100 } };
        let mut ticks = Layer::new("ticks");
        one.draw(ring, seat, layout, layer, &mut ticks);
        layer.batches.append(&mut ticks.batches);
    }
}

/// Does a lane show density, having so many points on so many pixels?
fn is_dense(points: usize, pixels: usize) -> bool {
    points as f64 > MOST_TICKS_A_PIXEL * pixels as f64
}

/// What the lanes show.
#[must_use]
pub fn said(data: &RingData, layout: &RingLayout) -> &'static str {
    let pixels = |at: usize| layout.pixels_around(layout.lane(at).outer);
    let points = |seat: Seat| data.points.get(seat as usize).map_or(0, |&points| points as usize);
    if data.lanes.iter().enumerate().any(|(at, lane)| is_dense(points(lane.seat), pixels(at))) {
        "stronger where more virtual nodes are"
    } else if data.ring().is_some_and(is_binned) {
        "a tick is one or more virtual nodes"
    } else {
        "a tick is a virtual node"
    }
}

#[derive(Clone, Copy)]
struct OneLane {
    radii: Radii,
    id: NodeId,
    strength: Strength,
}

impl OneLane {
    fn draw(self, ring: &Ring, seat: Seat, layout: &RingLayout, owned: &mut Layer, ticks: &mut Layer) {
        let turns: Vec<f64> =
            ring.points().iter().filter(|point| point.seat == seat).map(|point| ring.turns(point.position)).collect();
        let pixels = layout.pixels_around(self.radii.outer);
        if is_dense(turns.len(), pixels) {
            self.density(&turns, pixels, layout, ticks);
            return;
        }
        if self.strength.arc > 0 {
            self.arcs(ring, seat, layout, owned);
        }
        let width = if layout.is_compact() { 1.0 } else { 1.5 };
        let ink = Ink::Node(self.id, self.strength.tick);
        let pattern = Pattern::of(self.id);
        let one_a_pixel = is_binned(ring);
        let mut last_pixel = usize::MAX;
        for turns in turns {
            let pixel = (turns * pixels as f64) as usize;
            if one_a_pixel && pixel == last_pixel {
                continue;
            }
            last_pixel = pixel;
            pattern.tick(layout, self.radii, turns, |tick| ticks.stroke(ink, width, tick));
        }
    }

    /// Arcs keep off their own ticks, which would not stand out against them.
    fn arcs(self, ring: &Ring, seat: Seat, layout: &RingLayout, owned: &mut Layer) {
        let off_tick = if layout.is_compact() { 1.1 } else { 1.75 };
        let gap = layout.turns_from_css_px(off_tick, self.radii.middle());
        let least = gap / 5.0;
        for arc in arcs(ring).filter(|arc| arc.seat == seat) {
            let from = arc.from_turns + if arc.tick_at_start { gap } else { 0.0 };
            let to = arc.to_turns - if arc.tick_at_end { gap } else { 0.0 };
            if to - from > least {
                let ink = Ink::Node(self.id, self.strength.arc);
                Pattern::of(self.id).arc(layout, self.radii, from, to, |arc| owned.fill(ink, arc));
            }
        }
    }

    /// Points a pixel in four steps, twice the mean and more being full strength.
    fn density(self, turns: &[f64], pixels: usize, layout: &RingLayout, ticks: &mut Layer) {
        let counts = counts(turns.iter().copied(), pixels);
        let mean = turns.len() as f64 / pixels as f64;
        let step = |count: u32| (f64::from(count) / mean * 2.0).round().min(4.0) as u8;
        let width = 1.0 / pixels as f64;
        let steps: Vec<u8> = counts.into_iter().map(step).collect();
        let mut from = 0;
        for run in steps.chunk_by(|a, b| a == b) {
            let to = from + run.len();
            if run[0] > 0 {
                let ink = Ink::Node(self.id, (u16::from(self.strength.tick) * u16::from(run[0]) / 4) as u8);
                ticks.fill(ink, layout.sector(self.radii, from as f64 * width, to as f64 * width));
            }
            from = to;
        }
    }
}

fn counts(turns: impl Iterator<Item = f64>, bins: usize) -> Vec<u32> {
    let mut counts = vec![0; bins];
    turns.for_each(|turns| counts[((turns * bins as f64) as usize).min(bins - 1)] += 1);
    counts
}

/// How many points there are at each place, of all nodes together; the line is the mean.
fn common(data: &RingData, layout: &RingLayout, grounds: &mut Layer, bars: &mut Layer) {
    let radii = layout.common_lane();
    grounds.fill(Ink::Track, layout.sector(radii, 0.0, 1.0));
    let Some(ring) = data.ring().filter(|ring| !ring.points().is_empty()) else { return };
    let pixels = layout.pixels_around(radii.outer);
    let points = ring.points().len();
    // Few points stand alone; more of them need a handful to a bin, or chance is all that shows.
    let a_pixel = points as f64 / pixels as f64;
    let is_sparse = a_pixel < 0.3;
    let pixels_a_bin = if is_sparse { 1 } else { ((6.0 / a_pixel).ceil() as usize).clamp(1, 4) };
    let bins = (pixels / pixels_a_bin).max(1);
    let counts = counts(ring.points().iter().map(|point| ring.turns(point.position)), bins);
    let mean = points as f64 / bins as f64;
    let width = 1.0 / bins as f64;
    for (at, &count) in counts.iter().enumerate() {
        let end = radii.inner + (f64::from(count) / mean / 2.0).min(1.0) * radii.height();
        // Single points stand in the lane as ticks do; of many it counts how they differ from the mean.
        let start = if is_sparse { radii.inner } else { radii.middle() };
        let bar = Radii { inner: start.min(end), outer: start.max(end) };
        if bar.height() > 0.0 {
            bars.fill(Ink::Key, layout.sector(bar, at as f64 * width, (at + 1) as f64 * width));
        }
    }
    if !is_sparse {
        bars.stroke(Ink::Ink, 1.0, layout.arc(radii.middle(), 0.0, 1.0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        ring_data::tests::{add, after, finaliser},
        scene::{Paint, Size},
    };
    use super::*;
    use placement::{algorithm::ring, parameter::Value, scenario::Command};

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };

    fn drawn(commands: Vec<Command>, lit: Option<NodeId>) -> Vec<Layer> {
        let data = RingData::new(&after(commands)).expect("a ring");
        layers(&data, &RingLayout::new(WIDE, data.lanes.len()), lit)
    }

    #[test]
    fn every_point_of_the_first_paint_is_a_tick_of_its_own() {
        let layers = drawn(vec![], None);
        for id in 0..8 {
            assert_eq!(layers[2].count(Ink::Node(NodeId(id), 100)), 160);
        }
        // One path for each node and layer.
        assert_eq!((layers[0].batches.len(), layers[1].batches.len(), layers[2].batches.len()), (1, 8, 8));
        assert!(layers[2].batches.iter().all(|batch| batch.paint == Paint::Stroke(1.5)));
    }

    #[test]
    fn the_lit_node_keeps_its_strength_and_the_others_give_way() {
        let layers = drawn(vec![], Some(NodeId(2)));
        assert_eq!(layers[2].count(Ink::Node(NodeId(2), 100)), 160);
        assert_eq!(layers[2].count(Ink::Node(NodeId(3), 22)), 160);
        assert!(layers[1].count(Ink::Node(NodeId(3), 13)) > 0);
    }

    #[test]
    fn many_points_are_merged() {
        let at_most = |layers: &[Layer], shapes: usize| {
            let all: usize = layers.iter().flat_map(|layer| &layer.batches).map(|batch| batch.shapes.len()).sum();
            assert!(all <= shapes, "{all}");
        };
        let each = |count| Command::Set(&ring::VIRTUAL_NODES, Value::Count(count));
        at_most(&drawn(vec![finaliser(), each(1_000)], None), 12_000);
        at_most(&drawn(vec![finaliser(), each(10_000)], None), 13_000);
        at_most(&drawn(vec![finaliser(), Command::SetNodeCount(100)], Some(NodeId(50))), 2_500);
    }

    #[test]
    fn a_large_fleet_shares_a_lane_and_the_lit_node_has_its_own() {
        let layers = drawn(vec![Command::SetNodeCount(20)], Some(NodeId(15)));
        assert!(layers[2].count(Ink::Key) > 100);
        // Double ticks: the colours begin anew at the thirteenth node.
        assert_eq!(layers[2].count(Ink::Node(NodeId(15), 100)), 2 * 160);
        assert_eq!(layers[2].batches.len(), 3);
    }

    #[test]
    fn a_node_that_went_leaves_its_old_ticks_and_no_arcs() {
        let layers = drawn(vec![finaliser(), Command::RemoveNode(NodeId(2))], None);
        assert_eq!(layers[2].count(Ink::Node(NodeId(2), 30)), 160);
        assert_eq!(layers[1].count(Ink::Node(NodeId(2), 0)), 0);
        let added = drawn(vec![finaliser(), add("cache-09")], None);
        assert_eq!(added[2].count(Ink::Node(NodeId(8), 100)), 160);
        assert_eq!(added[2].count(Ink::Node(NodeId(0), 60)), 160);
    }
}
