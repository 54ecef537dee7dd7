//! What is pointed at or focused in a picture, the steps of the keyboard from one such spot to the next, and the tip
//! that explains it, with its place beside the spot and never over it.

use placement::fleet::NodeId;

use super::scene::{Point, Size};

/// A node, and where the picture knows it, one of its virtual nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Whose.
    pub node: NodeId,
    /// The virtual node, as its place among the points of the ring.
    pub point: Option<usize>,
    /// Was it pointed at on the band, not on its lane?
    pub on_band: bool,
}

impl Spot {
    /// A node as a whole.
    #[must_use]
    pub fn of_node(node: NodeId) -> Self {
        Self { node, point: None, on_band: false }
    }
}

/// A step of the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the node before.
    NodeBefore,
    /// To the node after.
    NodeAfter,
    /// To the arc before, of the same node.
    ArcBefore,
    /// To the arc after, of the same node.
    ArcAfter,
    /// To the first arc of the node.
    First,
    /// To the last arc of the node.
    Last,
}

impl Step {
    /// The step of a key, by its name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Some(match key {
            "ArrowUp" => Self::NodeBefore,
            "ArrowDown" => Self::NodeAfter,
            "ArrowLeft" => Self::ArcBefore,
            "ArrowRight" => Self::ArcAfter,
            "Home" => Self::First,
            "End" => Self::Last,
            _ => return None,
        })
    }

    /// From a place among so many; nodes have a first and a last.
    #[must_use]
    pub fn along(self, at: usize, count: usize) -> usize {
        let last = count.saturating_sub(1);
        match self {
            Self::NodeBefore | Self::ArcBefore => at.saturating_sub(1),
            Self::NodeAfter | Self::ArcAfter => (at + 1).min(last),
            Self::First => 0,
            Self::Last => last,
        }
    }

    /// From a place among so many that go round.
    #[must_use]
    pub fn around(self, at: usize, count: usize) -> usize {
        match self {
            Self::ArcBefore => (at + count - 1) % count.max(1),
            Self::ArcAfter => (at + 1) % count.max(1),
            _ => self.along(at, count),
        }
    }
}

/// What a tip says, and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Tip {
    /// Of whom.
    pub node: NodeId,
    /// The virtual node.
    pub title: String,
    /// A term and what it is, a line each.
    pub rows: Vec<(&'static str, String)>,
    /// The same as a sentence.
    pub said: String,
    /// Which of the node's arcs this is, counted from 1, and how many there are.
    pub place: (usize, usize),
    /// Its box.
    pub area: Area,
}

/// A box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    /// Its upper left corner.
    pub at: Point,
    /// Its size.
    pub size: Size,
}

/// Between a tip and what it explains.
const GAP_CSS_PX: f64 = 9.0;
/// Between a tip and the edge of the picture.
const EDGE_CSS_PX: f64 = 2.0;

impl Area {
    fn around_middle(middle: Point, size: Size) -> Self {
        Self { at: Point::new(middle.x - size.width_css_px / 2.0, middle.y - size.height_css_px / 2.0), size }
    }

    /// Moved as little as it takes to lie within a picture.
    fn within(self, picture: Size) -> Self {
        let along = |at: f64, length: f64, room: f64| at.min(room - length - EDGE_CSS_PX).max(EDGE_CSS_PX);
        let x = along(self.at.x, self.size.width_css_px, picture.width_css_px);
        let y = along(self.at.y, self.size.height_css_px, picture.height_css_px);
        Self { at: Point::new(x, y), ..self }
    }

    /// How far a point is from it; 0 within.
    #[must_use]
    pub fn distance(&self, point: Point) -> f64 {
        let off = |at: f64, from: f64, length: f64| (from - at).max(at - from - length).max(0.0);
        off(point.x, self.at.x, self.size.width_css_px).hypot(off(point.y, self.at.y, self.size.height_css_px))
    }

    /// Does the pointer come nearer to it?
    #[must_use]
    pub fn is_approached(&self, before: Point, now: Point) -> bool {
        self.distance(now) < self.distance(before)
    }

    /// The place of a box of this size on the inner side of an arc: beyond the line through its innermost points. Where
    /// there is no room, above it, below it or beside it; `outline` are points all along the arc's edge.
    #[must_use]
    pub fn beside(size: Size, outline: &[Point], centre: Point, picture: Size) -> Self {
        let in_the_middle = Self::around_middle(centre, size).within(picture);
        if outline.is_empty() {
            return in_the_middle;
        }
        let count = outline.len() as f64;
        let mean =
            outline.iter().fold(Point::default(), |sum, at| Point::new(sum.x + at.x / count, sum.y + at.y / count));
        let (dx, dy) = (mean.x - centre.x, mean.y - centre.y);
        let length = dx.hypot(dy);
        let out = if length < 1.0 { Point::new(0.0, 1.0) } else { Point::new(dx / length, dy / length) };
        let innermost = outline
            .iter()
            .map(|at| (at.x - centre.x) * out.x + (at.y - centre.y) * out.y)
            .fold(f64::MAX, f64::min)
            .min(length);
        let half = (size.width_css_px * out.x.abs() + size.height_css_px * out.y.abs()) / 2.0;
        let off = innermost - GAP_CSS_PX - half;
        let (mut low, mut high) = (mean, mean);
        for at in outline {
            low = Point::new(low.x.min(at.x), low.y.min(at.y));
            high = Point::new(high.x.max(at.x), high.y.max(at.y));
        }
        let (dx, dy) = (size.width_css_px / 2.0 + GAP_CSS_PX, size.height_css_px / 2.0 + GAP_CSS_PX);
        let middles = [
            Point::new(centre.x + out.x * off, centre.y + out.y * off),
            Point::new(mean.x, if out.y > 0.0 { low.y - dy } else { high.y + dy }),
            Point::new(if out.x > 0.0 { low.x - dx } else { high.x + dx }, mean.y),
            Point::new(mean.x, if out.y > 0.0 { high.y + dy } else { low.y - dy }),
            Point::new(if out.x > 0.0 { high.x + dx } else { low.x - dx }, mean.y),
        ];
        let is_free = |area: &Self| outline.iter().all(|&at| area.distance(at) > 1.0);
        middles
            .into_iter()
            .map(|middle| Self::around_middle(middle, size).within(picture))
            .find(is_free)
            // An arc all round leaves room in the middle only.
            .unwrap_or(in_the_middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIP: Size = Size { width_css_px: 312.0, height_css_px: 132.0 };

    /// Points along a part of a circle.
    fn arc(centre: Point, radius: f64, from_degrees: i32, to_degrees: i32) -> Vec<Point> {
        (from_degrees..=to_degrees)
            .map(|degrees| f64::from(degrees).to_radians())
            .map(|angle| Point::new(centre.x + radius * angle.cos(), centre.y + radius * angle.sin()))
            .collect()
    }

    #[test]
    fn a_tip_is_on_the_inner_side_of_its_arc_and_never_over_it() {
        for (width, height) in [(692.0, 711.0), (374.0, 376.0)] {
            let picture = Size { width_css_px: width, height_css_px: height };
            let centre = Point::new(width / 2.0, height / 2.0);
            for radius in [width / 2.0 - 40.0, width / 2.0 - 80.0, width / 4.0] {
                for from in (0..360).step_by(7) {
                    let outline = arc(centre, radius, from, from + 4);
                    let area = Area::beside(TIP, &outline, centre, picture);
                    assert!(outline.iter().all(|&at| area.distance(at) > 1.0), "{width} {radius} {from} {area:?}");
                    assert_eq!(area, area.within(picture));
                    let to_centre = area.distance(centre);
                    assert!(width < 400.0 || to_centre < radius, "{radius} {from} {to_centre}");
                }
            }
        }
    }

    #[test]
    fn an_arc_all_round_has_its_tip_in_the_middle() {
        let (centre, picture) = (Point::new(346.0, 355.0), Size { width_css_px: 692.0, height_css_px: 711.0 });
        let area = Area::beside(TIP, &arc(centre, 300.0, 0, 359), centre, picture);
        assert!(area.distance(centre) < 1e-9);
        assert_eq!(Area::beside(TIP, &[], centre, picture), area);
    }

    #[test]
    fn the_pointer_may_come_nearer() {
        let area = Area { at: Point::new(100.0, 100.0), size: TIP };
        assert!(area.is_approached(Point::new(50.0, 150.0), Point::new(60.0, 150.0)));
        assert!(!area.is_approached(Point::new(60.0, 150.0), Point::new(60.0, 160.0)));
        assert!(area.distance(Point::new(200.0, 200.0)) < 1e-9);
    }

    #[test]
    fn steps_end_along_a_row_and_go_on_around_a_ring() {
        assert_eq!([0, 1, 2].map(|at| Step::ArcAfter.around(at, 3)), [1, 2, 0]);
        assert_eq!([0, 1, 2].map(|at| Step::ArcBefore.around(at, 3)), [2, 0, 1]);
        assert_eq!([0, 1, 2].map(|at| Step::NodeAfter.along(at, 3)), [1, 2, 2]);
        assert_eq!((Step::First.around(2, 3), Step::Last.around(0, 3), Step::Last.along(0, 0)), (0, 2, 0));
        assert_eq!(Step::from_key("ArrowUp"), Some(Step::NodeBefore));
        assert_eq!(Step::from_key("a"), None);
    }
}
