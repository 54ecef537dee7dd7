//! Shapes as the commands of a path.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::xml::push;
use crate::picture::scene::{Point, Shape};

/// Below this angle the edges of a sector are straight, as `painter` has it.
const STRAIGHT_RAD: f64 = 0.044;
/// One arc of a path is not longer: from half a circle on it would be ambiguous.
const MOST_ARC_RAD: f64 = 2.0;

/// One command of a path.
fn command(out: &mut String, name: char, numbers: &[f64]) {
    out.push(name);
    for (place, &number) in numbers.iter().enumerate() {
        if place > 0 {
            out.push(' ');
        }
        push(out, number);
    }
}

fn on_circle(centre: Point, radius: f64, rad: f64) -> [f64; 2] {
    [centre.x + radius * rad.cos(), centre.y + radius * rad.sin()]
}

/// Arcs along a circle from where the path is, in either direction.
fn arc(out: &mut String, centre: Point, radius: f64, from: f64, to: f64) {
    let pieces = ((to - from).abs() / MOST_ARC_RAD).ceil().max(1.0);
    let sweep = if to < from { 0.0 } else { 1.0 };
    for piece in 1..=pieces as u32 {
        let [x, y] = on_circle(centre, radius, from + (to - from) * f64::from(piece) / pieces);
        command(out, 'A', &[radius, radius, 0.0, 0.0, sweep, x, y]);
    }
}

/// Writes a shape.
pub(super) fn trace(out: &mut String, shape: &Shape) {
    match shape {
        &Shape::Sector { centre, inner, outer, from_rad, to_rad } => {
            sector(out, centre, (inner, outer), (from_rad, to_rad));
        }
        &Shape::Arc { centre, radius, from_rad, to_rad } => {
            command(out, 'M', &on_circle(centre, radius, from_rad));
            arc(out, centre, radius, from_rad, to_rad);
        }
        Shape::Segment(from, to) => {
            command(out, 'M', &[from.x, from.y]);
            command(out, 'L', &[to.x, to.y]);
        }
        Shape::Path(points) => {
            for (at, point) in points.iter().enumerate() {
                command(out, if at == 0 { 'M' } else { 'L' }, &[point.x, point.y]);
            }
        }
        &Shape::Dot(at, radius) => {
            command(out, 'M', &[at.x + radius, at.y]);
            arc(out, at, radius, 0.0, TAU);
        }
        &Shape::Box { at, width, height, corner } => {
            let corner = corner.min(width / 2.0).min(height / 2.0);
            let corner = if corner < 0.5 { 0.0 } else { corner };
            let (left, top) = (at.x + corner, at.y + corner);
            let (right, bottom) = (at.x + width - corner, at.y + height - corner);
            command(out, 'M', &[at.x, top]);
            // Clockwise from the upper left corner.
            for (quarter, (x, y)) in
                [(2.0, (left, top)), (3.0, (right, top)), (4.0, (right, bottom)), (5.0, (left, bottom))]
            {
                let centre = Point::new(x, y);
                command(out, 'L', &on_circle(centre, corner, quarter * FRAC_PI_2));
                if corner > 0.0 {
                    arc(out, centre, corner, quarter * FRAC_PI_2, (quarter + 1.0) * FRAC_PI_2);
                }
            }
            out.push('Z');
        }
    }
}

/// Writes a sector between two radii and two angles.
pub(super) fn sector(out: &mut String, centre: Point, (inner, outer): (f64, f64), (from, to): (f64, f64)) {
    command(out, 'M', &on_circle(centre, outer, from));
    if to - from < STRAIGHT_RAD {
        command(out, 'L', &on_circle(centre, outer, to));
        command(out, 'L', &on_circle(centre, inner, to));
        command(out, 'L', &on_circle(centre, inner, from));
    } else {
        arc(out, centre, outer, from, to);
        command(out, 'L', &on_circle(centre, inner, to));
        arc(out, centre, inner, to, from);
    }
    out.push('Z');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(shape: &Shape) -> String {
        let mut out = String::new();
        trace(&mut out, shape);
        out
    }

    // Worked by hand.
    #[test]
    fn shapes_are_the_paths_that_they_should_be() {
        let at = Point::new(10.0, 20.0);
        assert_eq!(path(&Shape::Segment(at, Point::new(-1.5, 0.25))), "M10 20L-1.5 0.25");
        assert_eq!(path(&Shape::Box { at, width: 4.0, height: 2.0, corner: 0.0 }), "M10 20L10 20L14 20L14 22L10 22Z");
        let quarter = Shape::Sector { centre: at, inner: 5.0, outer: 10.0, from_rad: 0.0, to_rad: FRAC_PI_2 };
        assert_eq!(path(&quarter), "M20 20A10 10 0 0 1 10 30L10 25A5 5 0 0 0 15 20Z");
        // A whole circle is more than one arc, since one from a point to itself is nothing.
        assert_eq!(path(&Shape::Dot(at, 1.0)).matches('A').count(), 4);
    }
}
