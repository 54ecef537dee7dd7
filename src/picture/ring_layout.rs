//! Where things stand on the ring picture. All radii are for a ring of radius 300 and scale with it.
//!
//! The circle is open by 10° at the top, where the space wraps: its left edge is the end of the space, its right edge
//! the start. So the space spans 350°, and all shares are drawn to that scale.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::scene::{PixelRing, Point, Shape, Size};

/// The opening at the wrap.
const OPENING_RAD: f64 = 10.0 / 180.0 * PI;
/// What the circle spans.
const SPAN_RAD: f64 = TAU - OPENING_RAD;
/// The radius that all others are given for.
const UNIT: f64 = 300.0;

/// Room for lanes at their usual distance.
const LANES_AT_FULL_PITCH: usize = 9;
const PITCH: f64 = 13.4;
const LANES_OUTER: f64 = 270.0;
const LANES_ROOM: f64 = 120.6;
/// A tick's part of its lane's pitch.
const TICK_SHARE: f64 = 10.4 / PITCH;
/// With more nodes than this no node has a lane of its own.
pub const MOST_LANES: usize = 12;

/// An inner and an outer radius.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Radii {
    /// Inner radius in CSS px.
    pub inner: f64,
    /// Outer radius in CSS px.
    pub outer: f64,
}

impl Radii {
    /// Half-way between.
    #[must_use]
    pub fn middle(self) -> f64 {
        (self.inner + self.outer) / 2.0
    }

    /// From the inner to the outer.
    #[must_use]
    pub fn height(self) -> f64 {
        self.outer - self.inner
    }
}

/// What is at a place of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    /// On the band, so many turns from the start.
    Band(f64),
    /// On a lane or its letter, counted from outside.
    Lane(usize),
    /// On the lane that is the pointed-at node's alone, so many turns from the start.
    Private(f64),
    /// On the wheel of keys, so many turns from the start.
    Wheel(f64),
    /// Anywhere else.
    Elsewhere,
}

/// The measures of one ring picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RingLayout {
    /// The size of the picture.
    pub size: Size,
    /// The middle of the ring.
    pub centre: Point,
    /// The outer radius of the band.
    pub radius: f64,
    /// Lanes, one a node; 0 where nodes share one.
    pub lanes: usize,
}

impl RingLayout {
    /// Fits a ring with so many lanes into a picture.
    #[must_use]
    pub fn new(size: Size, nodes: usize) -> Self {
        let room = ((size.width_css_px - 82.0) / 2.0).min((size.height_css_px - 84.0) / 2.0);
        // The labels at the opening need a little more room than those below.
        let centre = Point::new(size.width_css_px / 2.0, size.height_css_px / 2.0 + 4.0);
        Self { size, centre, radius: room.clamp(20.0, 400.0), lanes: if nodes > MOST_LANES { 0 } else { nodes } }
    }

    /// Is there too little room for letters in runs, notes in the corners and a sentence in the core?
    #[must_use]
    pub fn is_compact(&self) -> bool {
        self.radius < 200.0
    }

    /// Is there room for a few words in the core, but not for a sentence?
    #[must_use]
    pub fn is_tight(&self) -> bool {
        self.radius < 262.0
    }

    /// Is there room for any words in the core? Below, a figure would lie over the lanes.
    #[must_use]
    pub fn has_core(&self) -> bool {
        self.radius >= 80.0
    }

    /// A length or radius given for radius 300.
    #[must_use]
    pub fn scaled(&self, at_unit: f64) -> f64 {
        at_unit * self.radius / UNIT
    }

    fn radii(&self, inner: f64, outer: f64) -> Radii {
        Radii { inner: self.scaled(inner), outer: self.scaled(outer) }
    }

    /// Who owns each stretch.
    #[must_use]
    pub fn band(&self) -> Radii {
        self.radii(276.0, 300.0)
    }

    /// Marks of moved keys.
    #[must_use]
    pub fn marks(&self) -> Radii {
        self.radii(303.0, 308.0)
    }

    /// Keys per degree.
    #[must_use]
    pub fn wheel(&self) -> Radii {
        self.radii(106.0, 142.0)
    }

    /// The edges of the opening.
    #[must_use]
    pub fn opening(&self) -> Radii {
        self.radii(151.0, 320.0)
    }

    /// With more nodes than lanes: how many points there are at each place.
    #[must_use]
    pub fn common_lane(&self) -> Radii {
        self.radii(222.0, 266.0)
    }

    /// With more nodes than lanes: the lane of the node that is pointed at.
    #[must_use]
    pub fn private_lane(&self) -> Radii {
        self.radii(168.0, 200.0)
    }

    /// From lane to lane.
    #[must_use]
    pub fn pitch(&self) -> f64 {
        let pitch = if self.lanes > LANES_AT_FULL_PITCH { LANES_ROOM / self.lanes as f64 } else { PITCH };
        self.scaled(pitch)
    }

    /// The ground of a lane, counted from outside; ticks are as long as it is wide.
    #[must_use]
    pub fn lane(&self, at: usize) -> Radii {
        let outer = self.scaled(LANES_OUTER) - self.pitch() * at as f64;
        Radii { inner: outer - self.pitch() * TICK_SHARE, outer }
    }

    /// The angle of a place on the circle.
    #[must_use]
    pub fn angle_rad_from_turns(&self, turns: f64) -> f64 {
        -FRAC_PI_2 + OPENING_RAD / 2.0 + turns * SPAN_RAD
    }

    /// How long a pixel is at a radius.
    #[must_use]
    pub fn turns_from_css_px(&self, length: f64, radius: f64) -> f64 {
        length / (radius * SPAN_RAD)
    }

    /// How long a part of the circle is at a radius.
    #[must_use]
    pub fn css_px_from_turns(&self, turns: f64, radius: f64) -> f64 {
        turns * radius * SPAN_RAD
    }

    /// Whole pixels along the circle at a radius.
    #[must_use]
    pub fn pixels_around(&self, radius: f64) -> usize {
        ((radius * SPAN_RAD).round() as usize).max(1)
    }

    /// The point at a radius and a place on the circle.
    #[must_use]
    pub fn point(&self, radius: f64, turns: f64) -> Point {
        self.point_at_angle(radius, self.angle_rad_from_turns(turns))
    }

    /// The point at a radius and an angle.
    #[must_use]
    pub fn point_at_angle(&self, radius: f64, angle_rad: f64) -> Point {
        Point::new(self.centre.x + radius * angle_rad.cos(), self.centre.y + radius * angle_rad.sin())
    }

    /// The whole circle between two radii in pixels, none of which has an ink yet.
    #[must_use]
    pub fn pixel_ring(&self, radii: Radii) -> PixelRing {
        PixelRing {
            centre: self.centre,
            inner: radii.inner,
            outer: radii.outer,
            from_rad: self.angle_rad_from_turns(0.0),
            span_rad: SPAN_RAD,
            inks: Vec::new(),
            pixels: vec![PixelRing::FREE; self.pixels_around(radii.outer)],
        }
    }

    /// A part of a ring.
    #[must_use]
    pub fn sector(&self, radii: Radii, from_turns: f64, to_turns: f64) -> Shape {
        Shape::Sector {
            centre: self.centre,
            inner: radii.inner,
            outer: radii.outer,
            from_rad: self.angle_rad_from_turns(from_turns),
            to_rad: self.angle_rad_from_turns(to_turns),
        }
    }

    /// A part of a circle.
    #[must_use]
    pub fn arc(&self, radius: f64, from_turns: f64, to_turns: f64) -> Shape {
        Shape::Arc {
            centre: self.centre,
            radius,
            from_rad: self.angle_rad_from_turns(from_turns),
            to_rad: self.angle_rad_from_turns(to_turns),
        }
    }

    /// A line towards the middle.
    #[must_use]
    pub fn tick(&self, radii: Radii, turns: f64) -> Shape {
        Shape::Segment(self.point(radii.inner, turns), self.point(radii.outer, turns))
    }

    /// Where a place of the picture lies on the circle; `None` in the opening.
    #[must_use]
    pub fn turns_from_point(&self, point: Point) -> Option<f64> {
        let angle = (point.y - self.centre.y).atan2(point.x - self.centre.x);
        let turns = ((angle + FRAC_PI_2 - OPENING_RAD / 2.0).rem_euclid(TAU)) / SPAN_RAD;
        (turns <= 1.0).then_some(turns)
    }

    /// What is at a place of the picture.
    #[must_use]
    pub fn place(&self, point: Point) -> Place {
        let radius = (point.x - self.centre.x).hypot(point.y - self.centre.y);
        let around = |place: fn(f64) -> Place| self.turns_from_point(point).map_or(Place::Elsewhere, place);
        let band = self.band();
        if (band.inner..=band.outer).contains(&radius) {
            return around(Place::Band);
        }
        let (private, wheel) = (self.private_lane(), self.wheel());
        if self.lanes == 0 && (private.inner..=private.outer).contains(&radius) {
            return around(Place::Private);
        }
        if (wheel.inner..=wheel.outer).contains(&radius) {
            return around(Place::Wheel);
        }
        // A lane reaches half-way to its neighbours, so that the pointer is never between two.
        let from_outside = self.scaled(LANES_OUTER) + self.pitch() * (1.0 - TICK_SHARE) / 2.0 - radius;
        let lane = (from_outside / self.pitch()).floor();
        if lane >= 0.0 && (lane as usize) < self.lanes { Place::Lane(lane as usize) } else { Place::Elsewhere }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };

    #[test]
    fn the_ring_fills_its_box_and_stops_at_400() {
        assert!((RingLayout::new(WIDE, 8).radius - 305.0).abs() < 1e-9);
        let huge = Size { width_css_px: 2000.0, height_css_px: 2000.0 };
        assert!((RingLayout::new(huge, 8).radius - 400.0).abs() < 1e-9);
        let none = Size { width_css_px: 0.0, height_css_px: 0.0 };
        assert!(RingLayout::new(none, 8).radius > 0.0);
    }

    #[test]
    fn the_opening_is_at_the_top_and_ten_degrees_wide() {
        let layout = RingLayout::new(WIDE, 8);
        let degrees_from_top = |turns| (layout.angle_rad_from_turns(turns) + FRAC_PI_2).to_degrees();
        assert!((degrees_from_top(0.0) - 5.0).abs() < 1e-9);
        assert!((degrees_from_top(0.5) - 180.0).abs() < 1e-9);
        assert!((degrees_from_top(1.0) - 355.0).abs() < 1e-9);
        assert_eq!(layout.turns_from_point(Point::new(layout.centre.x + 1.0, 10.0)), None);
    }

    #[test]
    fn a_point_and_its_turns_agree() {
        let layout = RingLayout::new(WIDE, 8);
        for turns in [0.001, 0.2, 0.5, 0.75, 0.999] {
            let back = layout.turns_from_point(layout.point(200.0, turns)).expect("on the circle");
            assert!((back - turns).abs() < 1e-12, "{turns} {back}");
        }
    }

    #[test]
    fn nine_lanes_keep_their_places_and_twelve_share_the_room() {
        let (eight, nine, twelve) = (RingLayout::new(WIDE, 8), RingLayout::new(WIDE, 9), RingLayout::new(WIDE, 12));
        assert_eq!(eight.lane(7), nine.lane(7));
        for layout in [eight, nine, twelve] {
            let innermost = layout.lane(layout.lanes - 1);
            assert!(innermost.inner > layout.wheel().outer, "{innermost:?}");
        }
        assert_eq!(RingLayout::new(WIDE, 13).lanes, 0);
    }

    #[test]
    fn every_pixel_across_the_lanes_belongs_to_one() {
        let layout = RingLayout::new(WIDE, 8);
        let mut seen = Vec::new();
        for step in 0..110 {
            let radius = layout.lane(0).outer - f64::from(step);
            if let Place::Lane(lane) = layout.place(layout.point(radius, 0.3)) {
                seen.push(lane);
            } else {
                assert!(radius < layout.lane(7).inner, "{radius}");
            }
        }
        seen.dedup();
        assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6, 7]);
        let band = layout.place(layout.point(layout.band().middle(), 0.3));
        assert!(matches!(band, Place::Band(turns) if (turns - 0.3).abs() < 1e-9));
        assert_eq!(layout.place(layout.centre), Place::Elsewhere);
    }
}
