//! Patterns for nodes beyond the twelve colours: a colour and a pattern together are unique for 36 nodes.

use placement::fleet::NodeId;

use super::{
    ring_layout::{Radii, RingLayout},
    scene::Shape,
};

/// Node colours that there are; a node's own goes by its id.
pub const COLOURS: u32 = 12;
/// Below this height an arc is solid: a pattern would only blur.
const LEAST_HEIGHT_CSS_PX: f64 = 12.0;

/// How a node's arcs and ticks are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Arcs and ticks as they are: the first twelve nodes.
    Solid,
    /// Arcs of two tracks, double ticks.
    Double,
    /// Arcs with cuts across, dashed ticks.
    Cut,
}

impl Pattern {
    /// The pattern of a node.
    #[must_use]
    pub fn of(id: NodeId) -> Self {
        match id.0 / COLOURS % 3 {
            0 => Self::Solid,
            1 => Self::Double,
            _ => Self::Cut,
        }
    }

    /// The shapes of an arc.
    pub fn arc(self, layout: &RingLayout, radii: Radii, from: f64, to: f64, mut draw: impl FnMut(Shape)) {
        const TRACK_GAP_CSS_PX: f64 = 4.0;
        const CUT_CSS_PX: f64 = 2.0;
        const PERIOD_CSS_PX: f64 = 7.0;
        match self {
            Self::Double if radii.height() >= LEAST_HEIGHT_CSS_PX => {
                let half = TRACK_GAP_CSS_PX / 2.0;
                draw(layout.sector(Radii { outer: radii.middle() - half, ..radii }, from, to));
                draw(layout.sector(Radii { inner: radii.middle() + half, ..radii }, from, to));
            }
            Self::Cut if radii.height() >= LEAST_HEIGHT_CSS_PX => {
                let period = layout.turns_from_css_px(PERIOD_CSS_PX, radii.middle());
                let on = layout.turns_from_css_px(PERIOD_CSS_PX - CUT_CSS_PX, radii.middle());
                let mut start = from;
                while start < to {
                    draw(layout.sector(radii, start, (start + on).min(to)));
                    start += period;
                }
            }
            _ => draw(layout.sector(radii, from, to)),
        }
    }

    /// The shapes of a tick.
    pub fn tick(self, layout: &RingLayout, radii: Radii, turns: f64, mut draw: impl FnMut(Shape)) {
        const APART_CSS_PX: f64 = 3.5;
        const ON_CSS_PX: f64 = 4.0;
        const OFF_CSS_PX: f64 = 3.0;
        match self {
            Self::Solid => draw(layout.tick(radii, turns)),
            Self::Double => {
                let off = layout.turns_from_css_px(APART_CSS_PX / 2.0, radii.middle());
                draw(layout.tick(radii, turns - off));
                draw(layout.tick(radii, turns + off));
            }
            Self::Cut => {
                let mut outer = radii.outer;
                while outer > radii.inner {
                    draw(layout.tick(Radii { inner: (outer - ON_CSS_PX).max(radii.inner), outer }, turns));
                    outer -= ON_CSS_PX + OFF_CSS_PX;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Size;
    use super::*;

    #[test]
    fn colour_and_pattern_are_unique_for_36_nodes() {
        let of = |id: u32| (id % COLOURS, Pattern::of(NodeId(id)));
        let all: Vec<_> = (0..36).map(of).collect();
        assert!(all.iter().enumerate().all(|(at, one)| !all[..at].contains(one)));
        assert_eq!(of(36), of(0));
    }

    #[test]
    fn patterns_keep_within_their_arc_and_short_arcs_are_seen() {
        let layout = RingLayout::new(Size { width_css_px: 692.0, height_css_px: 711.0 }, 20);
        let count = |pattern: Pattern, radii: Radii, css_px: f64| {
            let (from, mut shapes) = (0.3, 0);
            let to = from + layout.turns_from_css_px(css_px, radii.middle());
            pattern.arc(&layout, radii, from, to, |shape| {
                let Shape::Sector { inner, outer, from_rad, to_rad, .. } = shape else { panic!("a sector") };
                assert!(inner >= radii.inner && outer <= radii.outer && from_rad < to_rad);
                assert!(to_rad <= layout.angle_rad_from_turns(to) + 1e-9);
                shapes += 1;
            });
            shapes
        };
        let band = layout.band();
        let one = |pattern| count(pattern, band, 1.0);
        assert_eq!([Pattern::Solid, Pattern::Double, Pattern::Cut].map(one), [1, 2, 1]);
        assert_eq!(count(Pattern::Cut, band, 70.5), 11);
        let low = Radii { inner: 200.0, outer: 208.0 };
        assert_eq!([Pattern::Double, Pattern::Cut].map(|pattern| count(pattern, low, 70.0)), [1, 1]);
    }
}
