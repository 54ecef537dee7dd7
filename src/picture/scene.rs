//! A picture as plain data in CSS pixels: layers of shapes, batched by ink, and short texts. It knows no colour and no
//! browser; `crate::canvas::painter` paints it, tests read it.

use std::sync::Arc;

use placement::fleet::NodeId;

/// A place in the picture.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// A place by its two coordinates.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// The size of a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Size {
    /// Width in CSS px.
    pub width_css_px: f64,
    /// Height in CSS px.
    pub height_css_px: f64,
}

/// A colour by its meaning. Which colour that is, the style sheet says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// A node's colour, so many per cent of it.
    Node(NodeId, u8),
    /// A letter on a node's colour.
    Letter(NodeId),
    /// The page's ground.
    Ground,
    /// The ground of lanes and empty bars.
    Track,
    /// What is usual, behind what is measured.
    Usual,
    /// Hairlines.
    Line,
    /// Text, and lines that must be seen.
    Ink,
    /// Secondary text.
    Ink2,
    /// Lines of scales and leaders; never text.
    Ink3,
    /// Keys.
    Key,
    /// Moved: marks.
    Accent,
    /// Moved: areas, so many per cent of the colour.
    Moved(u8),
    /// Moved: text.
    AccentInk,
}

/// How a shape is painted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Paint {
    /// Its inside.
    Fill,
    /// A line along it, so wide.
    Stroke(f64),
}

/// One shape. Angles are in radians, clockwise from the right, as a canvas takes them.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A part of a ring.
    Sector {
        /// The middle of the ring.
        centre: Point,
        /// Its inner radius.
        inner: f64,
        /// Its outer radius.
        outer: f64,
        /// Where it begins.
        from_rad: f64,
        /// Where it ends.
        to_rad: f64,
    },
    /// A part of a circle.
    Arc {
        /// The middle of the circle.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// Where it begins.
        from_rad: f64,
        /// Where it ends.
        to_rad: f64,
    },
    /// A straight line.
    Segment(Point, Point),
    /// Straight lines from point to point; filled, the area within.
    Path(Vec<Point>),
    /// A round dot.
    Dot(Point, f64),
    /// A box with rounded corners.
    Box {
        /// Its upper left corner.
        at: Point,
        /// Width in CSS px.
        width: f64,
        /// Height in CSS px.
        height: f64,
        /// The radius of its corners.
        corner: f64,
    },
}

/// Shapes that are painted in one go.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// In which colour.
    pub ink: Ink,
    /// How.
    pub paint: Paint,
    /// What.
    pub shapes: Vec<Shape>,
}

/// A ring cut into pixels along its circumference, each of one ink: where single shapes would be thousands.
#[derive(Clone, PartialEq, Debug)]
pub struct PixelRing {
    /// The middle of the ring.
    pub centre: Point,
    /// Its inner radius.
    pub inner: f64,
    /// Its outer radius.
    pub outer: f64,
    /// Where the first pixel begins, in radians, clockwise from the right.
    pub from_rad: f64,
    /// What all pixels span.
    pub span_rad: f64,
    /// The inks.
    pub inks: Vec<Ink>,
    /// Of each pixel the place of its ink among them; one beyond them is left free.
    pub pixels: Vec<u16>,
}

impl PixelRing {
    /// No ink: what is below shines through.
    pub const FREE: u16 = u16::MAX;

    /// Gives some pixels an ink.
    pub fn set(&mut self, pixels: std::ops::Range<usize>, ink: Ink) {
        let known = self.inks.iter().position(|&one| one == ink);
        let place = known.unwrap_or_else(|| {
            self.inks.push(ink);
            self.inks.len() - 1
        });
        let end = pixels.end.min(self.pixels.len());
        if let (Some(pixels), Ok(place)) = (self.pixels.get_mut(pixels.start..end), u16::try_from(place)) {
            pixels.fill(place);
        }
    }

    /// The number of pixels of an ink.
    #[must_use]
    pub fn count(&self, ink: Ink) -> usize {
        let is_it = |&&pixel: &&u16| self.inks.get(pixel as usize) == Some(&ink);
        self.pixels.iter().filter(is_it).count()
    }
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A short text, its height centred on its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Where.
    pub at: Point,
    /// What.
    pub text: String,
    /// In which colour.
    pub ink: Ink,
    /// Bold?
    pub bold: bool,
    /// Which part stands there.
    pub align: Align,
}

/// Text on a canvas is never smaller or larger than this.
pub const TEXT_CSS_PX: f64 = 12.0;

/// Shapes and texts of one purpose; the texts are over the shapes.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// What for.
    pub name: &'static str,
    /// Rings of pixels, below the shapes.
    pub rings: Vec<PixelRing>,
    /// The shapes, in the order in which their inks first came.
    pub batches: Vec<Batch>,
    /// The texts.
    pub texts: Vec<Text>,
}

impl Layer {
    /// An empty layer.
    #[must_use]
    pub fn new(name: &'static str) -> Self {
        Self { name, rings: Vec::new(), batches: Vec::new(), texts: Vec::new() }
    }

    /// Adds a shape to the batch of its ink.
    pub fn add(&mut self, ink: Ink, paint: Paint, shape: Shape) {
        // Neighbours often have the same ink, so look from the end.
        match self.batches.iter_mut().rev().find(|batch| batch.ink == ink && batch.paint == paint) {
            Some(batch) => batch.shapes.push(shape),
            None => self.batches.push(Batch { ink, paint, shapes: vec![shape] }),
        }
    }

    /// Fills a shape.
    pub fn fill(&mut self, ink: Ink, shape: Shape) {
        self.add(ink, Paint::Fill, shape);
    }

    /// Draws a line along a shape.
    pub fn stroke(&mut self, ink: Ink, width_css_px: f64, shape: Shape) {
        self.add(ink, Paint::Stroke(width_css_px), shape);
    }

    /// Writes a text.
    pub fn write(&mut self, ink: Ink, bold: bool, align: Align, at: Point, text: impl Into<String>) {
        self.texts.push(Text { at, text: text.into(), ink, bold, align });
    }

    /// The shapes of some inks and those of the others, without texts and rings.
    #[must_use]
    pub fn parted(&self, is_first: impl Fn(Ink) -> bool) -> (Self, Self) {
        let (first, others) = self.batches.iter().cloned().partition(|batch| is_first(batch.ink));
        let part = |batches| Self { name: self.name, rings: Vec::new(), batches, texts: Vec::new() };
        (part(first), part(others))
    }

    /// The number of shapes of an ink.
    #[must_use]
    pub fn count(&self, ink: Ink) -> usize {
        self.batches.iter().filter(|batch| batch.ink == ink).map(|batch| batch.shapes.len()).sum()
    }
}

/// A whole picture, the first layer at the bottom. Layers are shared: what does not change is not made again.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Its size.
    pub size: Size,
    /// Its layers.
    pub layers: Vec<Arc<Layer>>,
}

impl Scene {
    /// A picture of these layers.
    #[must_use]
    pub fn new(size: Size, layers: Vec<Layer>) -> Self {
        Self { size, layers: layers.into_iter().map(Arc::new).collect() }
    }

    /// The layer of this name.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.name == name).map(|layer| &**layer)
    }

    /// Shapes in all.
    #[must_use]
    pub fn shapes(&self) -> usize {
        self.layers.iter().flat_map(|layer| &layer.batches).map(|batch| batch.shapes.len()).sum()
    }
}

/// What is painted at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// The size of the picture.
    pub size: Size,
    /// The layers, the first at the bottom, each with how much of it is there, from 0 to 1.
    pub layers: Vec<(Arc<Layer>, f64)>,
    /// Is something moving, so that another frame must follow?
    pub moves: bool,
}

impl Frame {
    /// A scene at rest.
    #[must_use]
    pub fn at_rest(scene: &Scene) -> Self {
        Self {
            size: scene.size,
            layers: scene.layers.iter().map(|layer| (Arc::clone(layer), 1.0)).collect(),
            moves: false,
        }
    }

    /// With so much left of another scene over it, which is going.
    #[must_use]
    pub fn over(mut self, going: &Scene, left: f64) -> Self {
        self.layers.extend(going.layers.iter().map(|layer| (Arc::clone(layer), left)));
        self.moves = true;
        self
    }

    /// As it is, though it is on its way: no other frame follows by itself.
    #[must_use]
    pub fn held(mut self) -> Self {
        self.moves = false;
        self
    }

    /// Without the layers of some names.
    #[must_use]
    pub fn without(mut self, names: &[&str]) -> Self {
        self.layers.retain(|(layer, _)| !names.contains(&layer.name));
        self
    }

    /// With another layer on top, so much of it.
    #[must_use]
    pub fn with(mut self, layer: &Arc<Layer>, opacity: f64) -> Self {
        self.layers.push((Arc::clone(layer), opacity));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_one_ink_are_painted_together() {
        let mut layer = Layer::new("test");
        for at in 0..10u32 {
            layer.fill(Ink::Node(NodeId(at % 2), 100), Shape::Dot(Point::default(), 1.0));
        }
        layer.stroke(Ink::Node(NodeId(0), 100), 1.5, Shape::Segment(Point::default(), Point::new(1.0, 1.0)));
        assert_eq!(layer.batches.len(), 3);
        assert_eq!(layer.count(Ink::Node(NodeId(0), 100)), 6);
    }
}
