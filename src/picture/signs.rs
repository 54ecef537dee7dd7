//! Signs that pictures share: a node's chip, and the frame around what one key leads to.

use placement::fleet::NodeId;

use super::scene::{Align, Ink, Layer, Point, Shape};

/// The height of a chip, and the width of one with a single letter.
pub const CHIP_CSS_PX: f64 = 20.0;

/// A line of ink around a box, with ground on both sides.
pub fn frame(layer: &mut Layer, middle: Point, width: f64, height: f64) {
    let edge = |off: f64| Shape::Box {
        at: Point::new(middle.x - width / 2.0 - off, middle.y - height / 2.0 - off),
        width: width + 2.0 * off,
        height: height + 2.0 * off,
        corner: 4.0 + off,
    };
    layer.stroke(Ink::Ground, 4.5, edge(2.0));
    layer.stroke(Ink::Ink, 1.5, edge(2.0));
}

/// A text in the room of so many characters.
#[must_use]
pub fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        text.to_owned()
    } else {
        format!("{}…", text.chars().take(most.saturating_sub(1)).collect::<String>())
    }
}

/// The width of a chip with so many letters.
#[must_use]
pub fn chip_width(letters: usize) -> f64 {
    CHIP_CSS_PX + 7.0 * (letters as f64 - 1.0)
}

/// A letter on its node's colour; its letter stays readable when others are lit.
pub fn chip(layer: &mut Layer, middle: Point, id: NodeId, lit: Option<NodeId>) {
    let letter = id.letter();
    let width = chip_width(letter.len());
    let at = Point::new(middle.x - width / 2.0, middle.y - CHIP_CSS_PX / 2.0);
    let shape = Shape::Box { at, width, height: CHIP_CSS_PX, corner: 4.0 };
    let is_quiet = lit.is_some_and(|lit| lit != id);
    layer.fill(Ink::Node(id, if is_quiet { 22 } else { 100 }), shape);
    layer.write(if is_quiet { Ink::Ink2 } else { Ink::Letter(id) }, true, Align::Middle, middle, letter);
}
