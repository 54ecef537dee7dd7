//! The flow: bars of those who gave and of those who received, ribbons between them, and around it of a ring the band, the
//! arcs that changed hands and the moved keys by degree.

use placement::{
    fleet::NodeId,
    measure::{FromTo, Pair, from_to::Party},
    number::thousands,
};

use super::{
    flow_data::{self, FlowData, OnRing, sign},
    flow_layout::{BAR_CSS_PX, Bar, FlowLayout},
    ring_hands,
    ring_layout::{Radii, RingLayout},
    ring_scene,
    scene::{Align, Ink, Layer, Point, Scene, Shape, Size},
    words::{Words, counted},
};
use crate::{movement_words, view::Flow};

/// Ribbons at rest, those that stand out, and those that stand back, in per cent of the accent.
const AT_REST: u8 = 62;
const LIT: u8 = 100;
const DIM: u8 = 16;
/// A ribbon below this is drawn as a line, and none is thinner than a hair.
const THIN_CSS_PX: f64 = 1.0;
const HAIR_CSS_PX: f64 = 0.3;
/// Between the lines of the heading.
const LINE_CSS_PX: f64 = 16.0;
/// The height of the edge where all of a place changed hands, for radius 300.
const HANDS: f64 = 6.0;

/// The measures for a size.
#[must_use]
pub fn layout(data: &FlowData, size: Size) -> FlowLayout {
    FlowLayout::new(size, data.ring.is_some())
}

/// Draws a flow.
#[must_use]
pub fn scene(data: &FlowData, size: Size, lit: Option<NodeId>) -> Scene {
    let layout = layout(data, size);
    let from_to = data.from_to(layout.most_parties());
    let mut layers = Vec::new();
    if let (Some(on_ring), Some(ring)) = (&data.ring, &layout.ring) {
        around(on_ring, ring, lit, &mut layers);
    }
    layers.extend([ribbons(&from_to, &layout, lit), bars(&from_to, &layout, lit), texts(data, &from_to, &layout)]);
    Scene::new(size, layers)
}

/// Band, changed arcs, moved keys by degree.
fn around(on_ring: &OnRing, layout: &RingLayout, lit: Option<NodeId>, layers: &mut Vec<Layer>) {
    let lit = lit.filter(|&id| on_ring.data.lane_of(id).is_some());
    layers.extend([ring_scene::scale(layout), ring_scene::band(&on_ring.data, layout, lit)]);
    if let Some(hands) = &on_ring.hands {
        layers.push(ring_hands::layer(hands, layout, HANDS));
    }
    let mut wheel = Layer::new("wheel");
    let radii = wheel_radii(layout);
    wheel.fill(Ink::Track, layout.sector(radii, 0.0, 1.0));
    let most = on_ring.moved.iter().copied().max().unwrap_or(1).max(1);
    let bins = on_ring.moved.len() as f64;
    for (at, &keys) in on_ring.moved.iter().enumerate().filter(|(_, keys)| **keys > 0) {
        let outer = radii.inner + radii.height() * f64::from(keys) / f64::from(most);
        let (from, to) = (at as f64 + 0.1, at as f64 + 0.9);
        wheel.fill(Ink::Accent, layout.sector(Radii { outer, ..radii }, from / bins, to / bins));
    }
    let mut opening = Layer::new("opening");
    let edges = Radii { inner: radii.inner, outer: layout.opening().outer };
    ring_scene::wrap(&mut opening, &on_ring.data, layout, edges);
    layers.extend([wheel, opening]);
}

fn wheel_radii(layout: &RingLayout) -> Radii {
    Radii { inner: layout.scaled(236.0), outer: layout.scaled(264.0) }
}

fn has(party: &Party, node: NodeId) -> bool {
    party.owners.binary_search(&Some(node)).is_ok()
}

fn ribbons(from_to: &FromTo, layout: &FlowLayout, lit: Option<NodeId>) -> Layer {
    let mut layer = Layer::new("ribbons");
    let placed = layout.place(from_to);
    let is_here = |node: &NodeId| from_to.givers.iter().chain(&from_to.receivers).any(|party| has(party, *node));
    let lit = lit.filter(is_here);
    for (cell, ribbon) in from_to.cells.iter().zip(&placed.ribbons) {
        let of = |node| has(&from_to.givers[cell.giver], node) || has(&from_to.receivers[cell.receiver], node);
        let strength = match lit {
            None => AT_REST,
            Some(node) if of(node) => LIT,
            Some(_) => DIM,
        };
        if ribbon.height < THIN_CSS_PX {
            // Between two edges so close a canvas leaves holes.
            layer.stroke(Ink::Moved(strength), ribbon.height.max(HAIR_CSS_PX), Shape::Path(layout.line(ribbon)));
        } else {
            layer.fill(Ink::Moved(strength), Shape::Path(layout.outline(ribbon)));
        }
    }
    // A hair of ground between neighbours, as far as there is something left of them.
    for ribbon in placed.ribbons.iter().filter(|ribbon| ribbon.height > 2.0) {
        layer.stroke(Ink::Ground, 0.7, closed(layout.outline(ribbon)));
    }
    layer
}

fn closed(mut outline: Vec<Point>) -> Shape {
    outline.extend(outline.first().copied());
    Shape::Path(outline)
}

fn bars(from_to: &FromTo, layout: &FlowLayout, lit: Option<NodeId>) -> Layer {
    let mut layer = Layer::new("bars");
    let placed = layout.place(from_to);
    let sides = [(&from_to.givers, &placed.givers, -1.0), (&from_to.receivers, &placed.receivers, 1.0)];
    for (parties, bars, way) in sides {
        for (party, bar) in parties.iter().zip(bars) {
            draw_bar(&mut layer, layout, party, bar, way, lit);
        }
    }
    layer
}

/// A bar with its sign and its keys: to the left of the ribbons (-1), or to the right (1).
fn draw_bar(layer: &mut Layer, layout: &FlowLayout, party: &Party, bar: &Bar, way: f64, lit: Option<NodeId>) {
    let (start, align) = if way < 0.0 { (layout.sides.0, Align::End) } else { (layout.sides.1, Align::Start) };
    let is_quiet = lit.is_some_and(|node| !has(party, node));
    let ink = match party.owners[..] {
        [Some(id)] => Ink::Node(id, if is_quiet { 30 } else { 100 }),
        _ => Ink::Key,
    };
    let left = if way < 0.0 { start - BAR_CSS_PX } else { start };
    let height = bar.height.max(1.0);
    let at = Point::new(left, bar.middle - height / 2.0);
    layer.fill(ink, Shape::Box { at, width: BAR_CSS_PX, height, corner: 0.0 });
    let sign = sign(party);
    let is_own = matches!(party.owners[..], [Some(_)]);
    // About the widths of the characters: capitals, or words.
    let width = sign.len() as f64 * if is_own { 8.0 } else { 5.8 };
    let text = |off: f64| Point::new(start + way * (BAR_CSS_PX + 6.0 + off), bar.middle);
    let ink = if is_quiet { Ink::Ink2 } else { Ink::Ink };
    layer.write(ink, is_own, align, text(0.0), sign);
    layer.write(ink, false, align, text(width.max(10.0) + 6.0), thousands(party.keys));
}

fn texts(data: &FlowData, from_to: &FromTo, layout: &FlowLayout) -> Layer {
    let mut layer = Layer::new("texts");
    let mut line = |ink, bold, y: f64, text: String| {
        layer.write(ink, bold, Align::Middle, Point::new(layout.centre.x, y), text);
    };
    line(Ink::Ink, true, layout.head, "Keys moved, from and to".into());
    let most = from_to.cells.iter().map(|cell| cell.keys).max().unwrap_or(0);
    let scale = format!("height: keys; widest {} of {}", thousands(most), thousands(from_to.moved));
    line(Ink::Ink2, false, layout.head + LINE_CSS_PX, scale);
    if let Some(words) = movement_words::changed_hands(data.view()) {
        line(Ink::Ink2, false, layout.foot, words);
    }
    if let (Some(on_ring), Some(_)) = (&data.ring, &layout.ring) {
        let most = on_ring.moved.iter().copied().max().unwrap_or(0);
        line(
            Ink::Ink2,
            false,
            layout.foot + LINE_CSS_PX,
            format!("ring: moved keys per degree, up to {}", thousands(most)),
        );
    }
    layer
}

/// One pair over the flow: its ribbon at full strength, and its keys in place of the line below.
#[must_use]
pub fn pair(data: &FlowData, size: Size, pair: Flow) -> Option<Layer> {
    let layout = layout(data, size);
    let from_to = data.from_to(layout.most_parties());
    let at = (0..from_to.cells.len()).find(|&at| flow_data::pair(&from_to, at) == Some(pair))?;
    let placed = layout.place(&from_to);
    let mut layer = Layer::new("pair");
    let outline = layout.outline(&placed.ribbons[at]);
    layer.fill(Ink::Accent, Shape::Path(outline.clone()));
    layer.stroke(Ink::Ink, 1.5, closed(outline));
    let text = told(data, pair);
    // The line that stood here is covered.
    let half = (layout.sides.1 - layout.sides.0) / 2.0 + 60.0;
    let box_at = Point::new(layout.centre.x - half, layout.foot - 9.0);
    layer.fill(Ink::Ground, Shape::Box { at: box_at, width: 2.0 * half, height: 17.0, corner: 0.0 });
    layer.write(Ink::AccentInk, true, Align::Middle, Point::new(layout.centre.x, layout.foot), text);
    Some(layer)
}

/// A pair in words: "1,665 keys: cache-07 to cache-09".
#[must_use]
pub fn told(data: &FlowData, pair: Flow) -> String {
    let view = data.view();
    let movement = view.change.as_ref().and_then(|change| change.movement.as_ref());
    let is_it = |one: &&Pair| (one.from, one.to) == (pair.from, pair.to);
    let keys = movement.and_then(|movement| movement.pairs.iter().find(is_it)).map_or(0, |pair| pair.keys);
    format!("{} keys: {} to {}", thousands(keys), view.name_before(pair.from), view.name_of(pair.to))
}

/// The words of a flow.
#[must_use]
pub fn words(data: &FlowData, size: Size) -> Words {
    let layout = layout(data, size);
    let view = data.view();
    let from_to = data.drawn();
    let nodes = |parties: &[Party]| counted(parties.iter().map(|party| party.owners.len()).sum(), "node", "nodes");
    let (givers, receivers) = (nodes(&from_to.givers), nodes(&from_to.receivers));
    let mut said = format!("{} keys moved from {givers} to {receivers}.", thousands(from_to.moved));
    let movement = view.change.as_ref().and_then(|change| change.movement.as_ref());
    // Of all pairs, also those that are drawn as one with others.
    if let Some(most) = movement.and_then(|movement| movement.pairs.iter().max_by_key(|pair| pair.keys)) {
        let (from, to) = (view.name_before(most.from), view.name_of(most.to));
        said.push_str(&format!(" Most, {}, from {from} to {to}.", thousands(most.keys)));
    }
    if let Some(words) = movement_words::changed_hands(view) {
        said.push(' ');
        said.push_str(&words);
    }
    let is_compact = layout.ring.is_none() && size.width_css_px < 480.0;
    let summary = format!("Flow of keys. {said} The matrix of what moved has all numbers.");
    Words { summary, core: None, notes: Vec::new(), caption: said, is_compact }
}

#[cfg(test)]
mod tests {
    use super::super::ring_data::tests::{add, after, finaliser};
    use super::*;
    use placement::{
        algorithm::Algorithm,
        measure::Movement,
        parameter::{self, Value},
        scenario::Command,
    };

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };
    const NARROW: Size = Size { width_css_px: 374.0, height_css_px: 374.0 };

    fn data(commands: impl IntoIterator<Item = Command>) -> FlowData {
        FlowData::new(&after(commands)).expect("something moved")
    }

    fn texts(scene: &Scene, layer: &str) -> Vec<String> {
        scene.layer(layer).expect("a layer").texts.iter().map(|text| text.text.clone()).collect()
    }

    #[test]
    fn every_node_has_its_count_on_its_side() {
        let data = data([finaliser(), add("cache-09")]);
        let scene = scene(&data, WIDE, None);
        // The recorded run of the page's design: these keys went to the new node.
        let sides = [
            "A", "1,372", "B", "1,510", "C", "1,594", "D", "1,619", "E", "1,185", "F", "700", "G", "1,665", "H",
            "1,273", "I", "10,918",
        ];
        assert_eq!(texts(&scene, "bars"), sides);
        assert_eq!(texts(&scene, "texts")[1], "height: keys; widest 1,665 of 10,918");
        let view = after([finaliser(), add("cache-09")]);
        let exact = view.balance.loads[8].exact.expect("by arc").decimal(100, 2);
        assert_eq!(texts(&scene, "texts")[2], format!("{exact} % of the circle changed hands."));
        let on_ring = data.ring.as_ref().expect("a ring");
        assert_eq!(on_ring.moved.iter().sum::<u32>(), 10_918);
        assert!(scene.layer("band").is_some() && scene.layer("lines").is_none());
    }

    #[test]
    fn a_narrow_flow_has_no_ring_around_it() {
        let data = data([finaliser(), add("cache-09")]);
        let scene = scene(&data, NARROW, None);
        assert!(scene.layer("band").is_none() && scene.layer("ribbons").is_some());
        assert!(words(&data, NARROW).is_compact && !words(&data, WIDE).is_compact);
    }

    #[test]
    fn nothing_is_drawn_out_of_the_picture_and_texts_keep_apart() {
        let dial = || Command::Set(&parameter::FINALISER, Value::Switch(true));
        let jump = Command::SetAlgorithm(Algorithm::from_id("jump").expect("known"));
        let many = [Command::SetNodeCount(60), finaliser(), add("another")];
        for data in [data([dial()]), data([jump, add("cache-09")]), data(many), data([Command::SetNodeCount(0)])] {
            for size in [WIDE, NARROW, Size { width_css_px: 560.0, height_css_px: 560.0 }] {
                let scene = scene(&data, size, Some(NodeId(0)));
                let mut lines: Vec<(f64, f64, usize)> = Vec::new();
                for text in scene.layers.iter().flat_map(|layer| &layer.texts) {
                    assert!((0.0..size.width_css_px).contains(&text.at.x), "{text:?}");
                    assert!((0.0..size.height_css_px).contains(&text.at.y), "{text:?}");
                    lines.push((text.at.x, text.at.y, text.text.len()));
                }
                for layer in [&scene.layer("ribbons"), &scene.layer("bars")].into_iter().flatten() {
                    for shape in layer.batches.iter().flat_map(|batch| &batch.shapes) {
                        if let Shape::Path(points) = shape {
                            let is_in = |at: &Point| at.y >= 0.0 && at.y <= size.height_css_px && at.x >= 0.0;
                            assert!(points.iter().all(is_in));
                        }
                    }
                }
                assert!(!lines.is_empty());
            }
        }
    }

    #[test]
    fn a_pair_stands_out_with_its_keys() {
        let data = data([finaliser(), add("cache-09")]);
        let flow = Flow { from: Some(NodeId(6)), to: Some(NodeId(8)) };
        let layer = pair(&data, WIDE, flow).expect("a ribbon");
        assert_eq!(layer.texts[0].text, "1,665 keys: cache-07 to cache-09");
        assert!(pair(&data, WIDE, Flow { from: flow.to, to: flow.from }).is_none());
    }

    #[test]
    fn what_is_told_is_what_moved() {
        let view = after([finaliser(), add("cache-09")]);
        let movement =
            Movement::between(&view.change.as_ref().expect("a change").before, &view.snapshot).expect("the same keys");
        let most = movement.pairs.iter().max_by_key(|pair| pair.keys).expect("pairs");
        assert_eq!((most.from, most.keys), (Some(NodeId(6)), 1_665));
        let words = words(&data([finaliser(), add("cache-09")]), WIDE);
        let begin = "10,918 keys moved from 8 nodes to 1 node. Most, 1,665, from cache-07 to cache-09.";
        assert!(words.caption.starts_with(begin), "{}", words.caption);
        assert!(FlowData::new(&after([])).is_none());
    }
}
