//! The ring picture: scale, band, lanes, keys per degree, the opening at the wrap, and what moved.

use placement::{algorithm::ring::Ring, fleet::NodeId};

use super::{
    pattern::Pattern,
    ring_arcs, ring_binned,
    ring_data::{Keys, Lane, RingData, WHEEL_BINS},
    ring_hands,
    ring_lanes::{self, strength},
    ring_layout::{Radii, RingLayout},
    ring_notes,
    scene::{Align, Ink, Layer, Point, Scene, Shape},
};

/// Least length of a stretch that holds a letter.
const LETTER_ROOM_CSS_PX: f64 = 15.0;
/// Among thousands of stretches a pattern shows on those of this length; on shorter ones it would be specks.
const PATTERN_ROOM_CSS_PX: f64 = 8.0;
/// Least pitch of lanes at which each has its letter.
const LETTER_PITCH_CSS_PX: f64 = 9.5;

/// Draws a ring.
#[must_use]
pub fn scene(data: &RingData, layout: &RingLayout, lit: Option<NodeId>) -> Scene {
    let lit = lit.filter(|&id| data.lane_of(id).is_some());
    let mut layers = vec![scale(layout), band(data, layout, lit)];
    // Where there is room between the band and the lanes.
    if let Some(hands) = data.hands.as_ref().filter(|_| !layout.is_compact()) {
        layers.push(ring_hands::layer(hands, layout, 4.0));
    }
    layers.extend(ring_lanes::layers(data, layout, lit));
    layers.push(wheel(data, layout));
    layers.push(ring_notes::marks(data, layout));
    layers.push(ring_notes::lines(data, layout, lit, 1.0));
    layers.push(opening(data, layout, lit));
    layers.push(ring_notes::named_run(data, layout, lit));
    layers.push(ring_notes::leaders(data, layout));
    Scene::new(layout.size, layers)
}

/// 64 ticks outside the band, four of them with a label.
pub(super) fn scale(layout: &RingLayout) -> Layer {
    let mut layer = Layer::new("scale");
    let stretch = (layout.radius / 300.0).max(0.7);
    let inner = layout.scaled(311.0);
    for at in 1..64u32 {
        let length = stretch
            * if at % 16 == 0 {
                9.0
            } else if at % 4 == 0 {
                5.0
            } else {
                3.0
            };
        let radii = Radii { inner, outer: inner + length };
        layer.stroke(Ink::Ink3, 1.0, layout.tick(radii, f64::from(at) / 64.0));
    }
    let radius = inner + stretch * 9.0 + 5.0;
    for (turns, text, align, lower) in
        [(0.25, "¼", Align::Start, 0.0), (0.5, "½", Align::Middle, 6.0), (0.75, "¾", Align::End, 0.0)]
    {
        let at = layout.point(radius, turns);
        layer.write(Ink::Ink2, false, align, Point::new(at.x, at.y + lower), text);
    }
    layer
}

/// Who owns each stretch.
pub(super) fn band(data: &RingData, layout: &RingLayout, lit: Option<NodeId>) -> Layer {
    let mut layer = Layer::new("band");
    let radii = layout.band();
    let Some(ring) = data.ring().filter(|ring| !ring.points().is_empty()) else {
        layer.fill(Ink::Track, layout.sector(radii, 0.0, 1.0));
        return layer;
    };
    let binned = data.binned(layout.pixels_around(radii.outer));
    let is_merged = binned.is_some();
    let all;
    let stretches = match &binned {
        Some(binned) => &binned.stretches,
        None => {
            all = ring_arcs::stretches(ring);
            &all
        }
    };
    let mut pixels = is_merged.then(|| layout.pixel_ring(radii));
    // Neighbours overlap by a hair, or the ground would shine through between two edges that are both smoothed.
    let overlap = layout.turns_from_css_px(0.3, radii.middle());
    for stretch in stretches {
        // Of many small stretches the lit node's own are drawn exactly, below.
        let Some(id) = data.node(stretch.seat).filter(|&id| !(is_merged && lit == Some(id))) else { continue };
        let ink = Ink::Node(id, strength(data, id, lit).band);
        let (from, to) = (stretch.from_turns, (stretch.to_turns + overlap).min(1.0));
        let pattern = Pattern::of(id);
        let letter = id.letter();
        let room = layout.css_px_from_turns(stretch.to_turns - stretch.from_turns, radii.middle());
        let wanted = LETTER_ROOM_CSS_PX + 7.0 * (letter.len() as f64 - 1.0);
        if room >= wanted && !layout.is_compact() && lit.is_none_or(|lit| lit == id) {
            // A letter stands on its colour, not on a pattern.
            let middle = (stretch.from_turns + stretch.to_turns) / 2.0;
            let half = layout.turns_from_css_px(wanted / 2.0, radii.middle());
            if pattern == Pattern::Solid {
                layer.fill(ink, layout.sector(radii, from, to));
            } else {
                pattern.arc(layout, radii, from, middle - half, |arc| layer.fill(ink, arc));
                layer.fill(ink, layout.sector(radii, middle - half, middle + half));
                pattern.arc(layout, radii, middle + half, to, |arc| layer.fill(ink, arc));
            }
            layer.write(Ink::Letter(id), true, Align::Middle, layout.point(radii.middle(), middle), letter);
        } else if let Some(pixels) = pixels.as_mut().filter(|_| pattern == Pattern::Solid || room < PATTERN_ROOM_CSS_PX)
        {
            let pixel = |turns: f64| (turns * pixels.pixels.len() as f64).round() as usize;
            pixels.set(pixel(stretch.from_turns)..pixel(stretch.to_turns), ink);
        } else {
            pattern.arc(layout, radii, from, to, |arc| layer.fill(ink, arc));
        }
    }
    layer.rings.extend(pixels);
    let lit_lane = lit.filter(|_| is_merged).and_then(|id| data.lane_of(id)).map(|lane| &data.lanes[lane]);
    if let Some(lane) = lit_lane {
        covered(&mut layer, ring, lane, layout);
    }
    layer
}

/// Pixels go to whom they mostly belong; of the lit node every part of a pixel counts, in four steps.
fn covered(layer: &mut Layer, ring: &Ring, lane: &Lane, layout: &RingLayout) {
    let radii = layout.band();
    let pixels = layout.pixels_around(radii.outer);
    let steps: Vec<u8> = ring_binned::coverage(ring, lane.seat, pixels)
        .into_iter()
        .map(|part| (part * 4.0).ceil().min(4.0) as u8)
        .collect();
    let mut from = 0;
    for run in steps.chunk_by(|a, b| a == b) {
        let to = from + run.len();
        if run[0] > 0 {
            let turns = |pixel: usize| pixel as f64 / pixels as f64;
            layer.fill(Ink::Node(lane.id, run[0] * 25), layout.sector(radii, turns(from), turns(to)));
        }
        from = to;
    }
}

/// Keys per degree, out from or in from the even line; a few keys stand on the line one by one.
fn wheel(data: &RingData, layout: &RingLayout) -> Layer {
    /// How much a bar's full length stands for.
    const FULL: f64 = 0.3;
    let mut layer = Layer::new("wheel");
    let radii = layout.wheel();
    layer.fill(Ink::Track, layout.sector(radii, 0.0, 1.0));
    let even = radii.middle();
    let label = match &data.keys {
        Keys::Wheel(bins) => {
            let full = radii.height() / 2.0;
            for (at, over) in bins.iter().enumerate() {
                let end = even + full * (over / FULL).clamp(-1.0, 1.0);
                let bar = Radii { inner: even.min(end), outer: even.max(end) };
                let (from, to) = (at as f64 + 0.1, at as f64 + 0.9);
                let bins = WHEEL_BINS as f64;
                layer.fill(Ink::Key, layout.sector(bar, from / bins, to / bins));
            }
            "keys per degree"
        }
        Keys::Single(turns) => {
            for &turns in turns {
                layer.fill(Ink::Key, Shape::Dot(layout.point(even, turns), 1.5));
            }
            if turns.is_empty() { "no keys" } else { "each dot a key" }
        }
    };
    layer.stroke(Ink::Ink, 1.0, layout.arc(even, 0.0, 1.0));
    if !layout.is_tight() {
        let at = Point::new(layout.centre.x, layout.centre.y + layout.scaled(84.0));
        layer.write(Ink::Ink2, false, Align::Middle, at, label);
    }
    layer
}

/// Where the space wraps: its two ends, an arrow from one to the other, and the letters of the lanes.
fn opening(data: &RingData, layout: &RingLayout, lit: Option<NodeId>) -> Layer {
    let mut layer = Layer::new("opening");
    wrap(&mut layer, data, layout, layout.opening());
    letters(&mut layer, data, layout, lit);
    layer
}

/// The two ends of the space and the way that keys walk over them.
pub(super) fn wrap(layer: &mut Layer, data: &RingData, layout: &RingLayout, radii: Radii) {
    for turns in [0.0, 1.0] {
        layer.stroke(Ink::Ink, 1.0, layout.tick(radii, turns));
    }
    let (start, end) = (layout.point(radii.outer, 0.0), layout.point(radii.outer, 1.0));
    let y = start.y - 10.0;
    let end_of_space = if data.ring().is_some_and(|ring| ring.bits() == 64) { "2⁶⁴" } else { "2³²" };
    layer.write(Ink::Ink, true, Align::End, Point::new(end.x - 1.0, y), end_of_space);
    layer.write(Ink::Ink, true, Align::Start, Point::new(start.x + 4.0, y), "0");
    // Keys walk clockwise over the wrap, or the other way.
    let clockwise = data.ring().is_none_or(Ring::is_clockwise);
    let (tail, tip) = if clockwise { (end.x + 3.0, start.x - 1.0) } else { (start.x - 1.0, end.x + 3.0) };
    let back = if clockwise { -5.0 } else { 5.0 };
    layer.stroke(Ink::Ink, 1.5, Shape::Segment(Point::new(tail, y), Point::new(tip + back, y)));
    let head = [(tip, y), (tip + back, y - 3.0), (tip + back, y + 3.0)];
    layer.fill(Ink::Ink, Shape::Path(head.map(|(x, y)| Point::new(x, y)).to_vec()));
}

fn letters(layer: &mut Layer, data: &RingData, layout: &RingLayout, lit: Option<NodeId>) {
    let place = |radius: f64| Point::new(layout.centre.x, layout.centre.y - radius);
    let lit_at = lit.and_then(|id| data.lane_of(id));
    if layout.lanes == 0 {
        if let Some(id) = lit {
            layer.write(Ink::Ink, true, Align::Middle, place(layout.private_lane().middle()), id.letter());
        }
        return;
    }
    let radius = |at: usize| layout.lane(at).middle();
    let is_roomy = layout.pitch() >= LETTER_PITCH_CSS_PX && !layout.is_compact();
    // Where there is no room for all: the lit one in its place, the first and the last, as far as they do not touch.
    let last = data.lanes.len() - 1;
    let wanted: Vec<usize> =
        if is_roomy { (0..=last).collect() } else { lit_at.into_iter().chain([0, last]).collect() };
    let room = if is_roomy { 0.1 } else { 13.0 };
    let mut shown: Vec<usize> = Vec::new();
    for at in wanted {
        if shown.iter().all(|&one| (radius(one) - radius(at)).abs() >= room) {
            shown.push(at);
        }
    }
    shown.sort_unstable();
    for two in shown.windows(2).filter(|two| two[1] > two[0] + 1) {
        let (from, to) = (radius(two[0]) - 9.0, radius(two[1]) + 9.0);
        if from - to > 3.0 {
            layer.stroke(Ink::Ink3, 1.0, Shape::Segment(place(from), place(to)));
        }
    }
    let is_tight = is_roomy && layout.pitch() < 12.0;
    for at in shown {
        let lane = &data.lanes[at];
        let is_quiet = lit.map_or(lane.ghost.is_some(), |lit| lit != lane.id);
        let ink = if is_quiet { Ink::Ink2 } else { Ink::Ink };
        let is_bold = !is_quiet && (!is_tight || lit.is_some());
        layer.write(ink, is_bold, Align::Middle, place(radius(at)), lane.id.letter());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        ring_data::tests::{add, after, finaliser},
        scene::Size,
    };
    use super::*;
    use placement::{algorithm::ring, parameter::Value, scenario::Command};

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };
    const NARROW: Size = Size { width_css_px: 374.0, height_css_px: 376.0 };

    fn drawn(commands: Vec<Command>, size: Size, lit: Option<NodeId>) -> Scene {
        let data = RingData::new(&after(commands)).expect("a ring");
        scene(&data, &RingLayout::new(size, data.lanes.len()), lit)
    }

    fn texts(scene: &Scene, layer: &str) -> Vec<String> {
        scene.layer(layer).expect("a layer").texts.iter().map(|text| text.text.clone()).collect()
    }

    #[test]
    fn letters_stand_one_a_lane_and_in_long_stretches() {
        let scene = drawn(vec![], WIDE, None);
        assert_eq!(texts(&scene, "opening"), ["2³²", "0", "A", "B", "C", "D", "E", "F", "G", "H"]);
        let in_runs = texts(&scene, "band");
        assert!((8..20).contains(&in_runs.len()), "{in_runs:?}");
        assert_eq!(texts(&scene, "scale"), ["¼", "½", "¾"]);
    }

    #[test]
    fn a_narrow_ring_has_the_first_letter_the_last_and_the_lit_one() {
        let letters = |lit| texts(&drawn(vec![], NARROW, lit), "opening")[2..].concat();
        assert_eq!(letters(None), "AH");
        assert_eq!(letters(Some(NodeId(4))), "AEH");
        assert_eq!(letters(Some(NodeId(7))), "AH");
        assert!(texts(&drawn(vec![], NARROW, None), "band").is_empty());
    }

    #[test]
    fn the_band_is_batched_and_merged() {
        let few = drawn(vec![], WIDE, None);
        let band = few.layer("band").expect("a band");
        assert_eq!(band.batches.len(), 8);
        let many = Command::Set(&ring::VIRTUAL_NODES, Value::Count(10_000));
        let merged = drawn(vec![finaliser(), many], WIDE, None);
        let band = merged.layer("band").expect("a band");
        let shapes: usize = band.batches.iter().map(|batch| batch.shapes.len()).sum();
        assert_eq!((shapes, band.rings.len()), (0, 1));
        // Every pixel has a node, each node about an eighth of them, as its arcs have of the circle.
        let ring = &band.rings[0];
        assert!(ring.pixels.iter().all(|&pixel| usize::from(pixel) < 8));
        for id in 0..8 {
            let part = ring.count(Ink::Node(NodeId(id), 100)) as f64 / ring.pixels.len() as f64;
            assert!((part - 0.125).abs() < 0.03, "{part}");
        }
    }

    #[test]
    fn a_hundred_nodes_are_drawn_with_a_few_thousand_shapes() {
        let many = drawn(vec![Command::SetNodeCount(100)], WIDE, Some(NodeId(42)));
        assert!(many.shapes() < 5_000, "{}", many.shapes());
        assert_eq!(texts(&many, "opening"), ["2³²", "0", "Q2"]);
    }

    #[test]
    fn moved_keys_are_marked_only_after_a_change_of_the_roster() {
        let count = |scene: &Scene, layer: &str| scene.layer(layer).map_or(0, |layer| layer.count(Ink::Accent));
        let added = drawn(vec![finaliser(), add("cache-09")], WIDE, None);
        assert!(count(&added, "marks") > 100 && count(&added, "lines") > 100);
        for commands in [vec![], vec![finaliser()]] {
            let scene = drawn(commands, WIDE, None);
            assert_eq!((count(&scene, "marks"), count(&scene, "lines")), (0, 0));
        }
    }

    #[test]
    fn nothing_is_drawn_outside_its_box_or_nowhere() {
        for commands in [vec![Command::SetNodeCount(0)], vec![Command::SetNodeCount(1)], vec![]] {
            for size in [WIDE, NARROW, Size { width_css_px: 1.0, height_css_px: 1.0 }] {
                for layer in drawn(commands.clone(), size, Some(NodeId(0))).layers {
                    for text in &layer.texts {
                        assert!(text.at.x.is_finite() && text.at.y.is_finite(), "{text:?}");
                    }
                }
            }
        }
    }
}
