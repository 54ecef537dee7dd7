//! The load of every node as a strip of bars below a small picture, with its fair share: the shape of the whole fleet at
//! a glance. The table of the fleet has the numbers.

use placement::fleet::NodeId;

use super::{
    pattern::Pattern,
    scene::{Align, Ink, Layer, Point, Scene, Shape, Size},
};
use crate::view::View;

/// Room for the letters below the bars.
const LETTERS_CSS_PX: f64 = 18.0;
/// Least pitch at which each bar has its letter, for each character of it.
const LETTER_PITCH_CSS_PX: f64 = 9.0;
/// Room over the highest bar.
const TOP_CSS_PX: f64 = 4.0;

/// Where bars stand.
struct Layout {
    pitch: f64,
    base: f64,
    height: f64,
    /// Keys at the full height.
    most: f64,
}

impl Layout {
    fn new(view: &View, size: Size) -> Self {
        let loads = &view.balance.loads;
        let fair = |at: usize| loads[at].fair.value() * f64::from(view.balance.keys);
        let highest = (0..loads.len()).map(|at| fair(at).max(f64::from(loads[at].keys))).fold(1.0, f64::max);
        let base = size.height_css_px - LETTERS_CSS_PX;
        Self {
            pitch: size.width_css_px / loads.len().max(1) as f64,
            base,
            height: (base - TOP_CSS_PX).max(0.0),
            most: highest,
        }
    }

    fn y(&self, keys: f64) -> f64 {
        self.base - self.height * (keys / self.most)
    }
}

/// Draws the strip; a node that stands out dims the others.
#[must_use]
pub fn scene(view: &View, size: Size, lit: Option<NodeId>) -> Scene {
    let layout = Layout::new(view, size);
    let (mut bars, mut fair) = (Layer::new("bars"), Layer::new("fair"));
    let ids = view.balance.loads.iter().map(|load| load.id);
    let longest = ids.map(|id| id.letter().len()).max().unwrap_or(1) as f64;
    let has_letters = layout.pitch >= LETTER_PITCH_CSS_PX * longest;
    let gap = if layout.pitch >= 12.0 { layout.pitch * 0.42 } else { (layout.pitch * 0.2).min(1.0) };
    for (load, at) in view.balance.loads.iter().zip(0u32..) {
        let left = f64::from(at) * layout.pitch;
        let width = layout.pitch - gap;
        let top = layout.y(f64::from(load.keys));
        let strength = if lit.is_none_or(|lit| lit == load.id) { 100 } else { 30 };
        bar(
            &mut bars,
            Ink::Node(load.id, strength),
            Pattern::of(load.id),
            (left + gap / 2.0, top),
            (width, layout.base - top),
        );
        let middle = left + layout.pitch / 2.0;
        if has_letters {
            let at = Point::new(middle, layout.base + LETTERS_CSS_PX / 2.0 + 1.0);
            bars.write(if strength == 100 { Ink::Ink } else { Ink::Ink2 }, true, Align::Middle, at, load.id.letter());
        }
        if load.fair.part > 0 {
            dots(&mut fair, layout.y(load.fair.value() * f64::from(view.balance.keys)), left, layout.pitch);
        }
    }
    Scene::new(size, vec![bars, fair])
}

/// A bar in the pattern of its node.
fn bar(layer: &mut Layer, ink: Ink, pattern: Pattern, (left, top): (f64, f64), (width, height): (f64, f64)) {
    /// Narrower bars are solid: a pattern would only blur.
    const LEAST_WIDTH_CSS_PX: f64 = 10.0;
    let mut piece = |left: f64, top: f64, width: f64, height: f64| {
        layer.fill(ink, Shape::Box { at: Point::new(left, top), width, height, corner: 0.0 });
    };
    match pattern {
        Pattern::Double if width >= LEAST_WIDTH_CSS_PX => {
            let half = (width - 3.0) / 2.0;
            piece(left, top, half, height);
            piece(left + half + 3.0, top, half, height);
        }
        Pattern::Cut if width >= LEAST_WIDTH_CSS_PX => {
            let mut bottom = top + height;
            while bottom > top {
                let length = (bottom - top).min(5.0);
                piece(left, bottom - length, width, length);
                bottom -= 7.0;
            }
        }
        _ => piece(left, top, width, height),
    }
}

/// A dotted line over a bar, at its fair share.
fn dots(layer: &mut Layer, y: f64, left: f64, pitch: f64) {
    const APART_CSS_PX: f64 = 4.0;
    let mut x = (left / APART_CSS_PX).ceil() * APART_CSS_PX;
    while x < left + pitch {
        layer.fill(Ink::Ink, Shape::Box { at: Point::new(x, y - 0.75), width: 1.5, height: 1.5, corner: 0.0 });
        x += APART_CSS_PX;
    }
}

/// The node whose column a place is in.
#[must_use]
pub fn node_at(view: &View, size: Size, point: Point) -> Option<NodeId> {
    if point.x < 0.0 {
        return None;
    }
    let at = (point.x / Layout::new(view, size).pitch) as usize;
    view.balance.loads.get(at).map(|load| load.id)
}

#[cfg(test)]
mod tests {
    use super::{super::ring_data::tests::after, *};
    use placement::scenario::Command;

    const SIZE: Size = Size { width_css_px: 400.0, height_css_px: 72.0 };

    fn heights(scene: &Scene, id: u32) -> f64 {
        let layer = scene.layer("bars").expect("bars");
        let of = |batch: &&super::super::scene::Batch| batch.ink == Ink::Node(NodeId(id), 100);
        let batch = layer.batches.iter().find(of).expect("a bar");
        batch.shapes.iter().map(|shape| if let Shape::Box { height, .. } = shape { *height } else { 0.0 }).sum()
    }

    #[test]
    fn bars_are_as_high_as_their_loads() {
        let view = after([]);
        let scene = scene(&view, SIZE, None);
        // cache-03 has 16,891 keys, cache-08 6,781.
        let counts = view.snapshot.counts();
        let ratio = f64::from(counts[2]) / f64::from(counts[7]);
        assert!((heights(&scene, 2) / heights(&scene, 7) - ratio).abs() < 1e-9);
        assert!((heights(&scene, 2) - (SIZE.height_css_px - LETTERS_CSS_PX - TOP_CSS_PX)).abs() < 1e-9);
        assert_eq!(scene.layer("bars").expect("bars").texts.len(), 8);
        let at = |x: f64| node_at(&view, SIZE, Point::new(x, 10.0));
        assert_eq!(
            [at(0.0), at(399.0), at(125.0), at(-1.0), at(401.0)],
            [0, 7, 2, 9, 9].map(|id| (id < 9).then_some(NodeId(id)))
        );
    }

    #[test]
    fn nothing_and_much_are_drawn_too() {
        assert_eq!(scene(&after([Command::SetNodeCount(0)]), SIZE, None).shapes(), 0);
        let many = scene(&after([Command::SetNodeCount(200)]), SIZE, Some(NodeId(3)));
        assert!(many.layer("bars").expect("bars").texts.is_empty());
        assert_eq!(many.layer("bars").expect("bars").count(Ink::Node(NodeId(3), 100)), 1);
    }
}
