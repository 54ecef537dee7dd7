//! A figure of the lab as plain data, and how it is drawn: bars or lines, with their words, so that a picture that is
//! taken away says what it shows. In CSS pixels until the last moment; generic over the drawing backend.

use plotters::{
    coord::Shift,
    prelude::{Color, DrawingArea, DrawingAreaErrorKind, DrawingBackend, IntoFont, RGBColor, Rectangle, TextStyle},
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{bars::Bars, lines::Lines};

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Figure {
    /// One bar a row.
    Bars(Bars),
    /// Lines over a scale of numbers.
    Lines(Lines),
}

/// The colours and the face of the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Theme {
    /// Behind everything.
    pub ground: RGBColor,
    /// Text and main marks.
    pub ink: RGBColor,
    /// Secondary text.
    pub ink_2: RGBColor,
    /// Secondary marks.
    pub ink_3: RGBColor,
    /// The grid.
    pub line: RGBColor,
    /// Behind the marks: what is usual.
    pub usual: RGBColor,
    /// What moved.
    pub accent: RGBColor,
    /// The family of the text.
    pub font_family: String,
}

/// The size of text, in CSS pixels.
pub const TEXT_CSS_PX: f64 = 12.0;

/// About so wide is a text; nothing here can measure one.
#[must_use]
pub fn width_css_px(text: &str) -> f64 {
    text.chars().count() as f64 * TEXT_CSS_PX * 0.56
}

impl Figure {
    /// How high it is at a width.
    #[must_use]
    pub fn height_css_px(&self, width_css_px: f64) -> f64 {
        match self {
            Self::Bars(bars) => bars.height_css_px(width_css_px),
            Self::Lines(_) => (width_css_px * 0.56).clamp(240.0, 400.0),
        }
    }

    /// Draws it over the whole area.
    ///
    /// # Errors
    /// What the backend cannot draw.
    pub fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        pen.area.fill(&pen.theme.ground)?;
        match self {
            Self::Bars(bars) => bars.draw(pen)?,
            Self::Lines(lines) => lines.draw(pen)?,
        }
        pen.area.present()
    }
}

/// What drawing gives.
pub type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Draws in CSS pixels.
pub struct Pen<'a, DB: DrawingBackend> {
    /// The whole area.
    pub area: &'a DrawingArea<DB, Shift>,
    /// The colours.
    pub theme: &'a Theme,
    /// Pixels of the area in a CSS pixel.
    pub scale: f64,
    /// What the backend makes of a size of text: SVG's takes it for a line's height.
    pub text_scale: f64,
}

/// Where a text stands by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The place is its left end.
    Left,
    /// The place is its middle.
    Middle,
    /// The place is its right end.
    Right,
}

impl<DB: DrawingBackend> Pen<'_, DB> {
    /// The width of the area.
    #[must_use]
    pub fn width_css_px(&self) -> f64 {
        f64::from(self.area.dim_in_pixel().0) / self.scale
    }

    /// The height of the area.
    #[must_use]
    pub fn height_css_px(&self) -> f64 {
        f64::from(self.area.dim_in_pixel().1) / self.scale
    }

    /// A length as whole pixels of the area.
    #[must_use]
    pub fn pixels(&self, css_px: f64) -> i32 {
        (css_px * self.scale).round() as i32
    }

    /// A filled rectangle, at least a pixel in both directions.
    ///
    /// # Errors
    /// What the backend cannot draw.
    pub fn fill(&self, from: (f64, f64), to: (f64, f64), colour: RGBColor) -> Drawn<DB> {
        let (left, top) = (self.pixels(from.0), self.pixels(from.1));
        let corner = (self.pixels(to.0).max(left + 1), self.pixels(to.1).max(top + 1));
        self.area.draw(&Rectangle::new([(left, top), corner], colour.filled()))
    }

    /// A text, vertically in the middle of its place.
    ///
    /// # Errors
    /// What the backend cannot draw.
    pub fn text(&self, text: &str, at: (f64, f64), anchor: Anchor, colour: RGBColor) -> Drawn<DB> {
        let horizontal = match anchor {
            Anchor::Left => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::Right => HPos::Right,
        };
        let font = (self.theme.font_family.as_str(), TEXT_CSS_PX * self.scale * self.text_scale).into_font();
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(horizontal, VPos::Center));
        self.area.draw_text(text, &style, (self.pixels(at.0), self.pixels(at.1)))
    }
}
