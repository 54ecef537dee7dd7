//! Inks as colours: read from the custom properties of the style sheet, so that a theme is declared in one place.
//!
//! A canvas does not take part in forced colours. Where they are on, system words stand for ink, ground and accent;
//! nodes are lines of ink, which their lanes and letters tell apart, and areas of three strengths.

use web_sys::CanvasRenderingContext2d;

use crate::{a11y, picture::scene::Ink};

/// Node colours that there are; a node's own goes by its id.
pub const NODE_COLOURS: usize = 12;

/// The media query of forced colours.
pub const FORCED_COLORS: &str = "(forced-colors: active)";

/// The colours of the page at one moment.
#[derive(Clone, Debug)]
pub struct Palette {
    forced: bool,
    ground: String,
    track: String,
    usual: String,
    line: String,
    ink: String,
    ink_2: String,
    ink_3: String,
    key: String,
    accent: String,
    accent_ink: String,
    nodes: Vec<String>,
    letters: Vec<String>,
    /// The family of the page's text.
    pub font_family: String,
}

impl Palette {
    /// Reads the colours that hold for an element.
    #[must_use]
    pub fn of(element: &web_sys::Element) -> Option<Self> {
        let style = web_sys::window()?.get_computed_style(element).ok()??;
        let read = |name: &str| style.get_property_value(name).unwrap_or_default().trim().to_owned();
        if a11y::media_matches(FORCED_COLORS) {
            return Some(Self::forced(read("font-family")));
        }
        Some(Self::read(&read))
    }

    /// The colours as custom properties give them, and the family of `font-family`.
    #[must_use]
    pub fn read(read: &dyn Fn(&str) -> String) -> Self {
        Self {
            forced: false,
            ground: read("--ground"),
            track: read("--track"),
            usual: read("--usual"),
            line: read("--line"),
            ink: read("--ink"),
            ink_2: read("--ink-2"),
            ink_3: read("--ink-3"),
            key: read("--key"),
            accent: read("--accent"),
            accent_ink: read("--accent-ink"),
            nodes: (0..NODE_COLOURS).map(|at| read(&format!("--node-{at}"))).collect(),
            letters: (0..NODE_COLOURS).map(|at| read(&format!("--letter-{at}"))).collect(),
            font_family: read("font-family"),
        }
    }

    fn forced(font_family: String) -> Self {
        let (text, ground, mark) = ("CanvasText".to_owned(), "Canvas".to_owned(), "Highlight".to_owned());
        Self {
            forced: true,
            track: ground.clone(),
            usual: ground.clone(),
            line: text.clone(),
            ink: text.clone(),
            ink_2: text.clone(),
            ink_3: text.clone(),
            key: text.clone(),
            accent: mark.clone(),
            accent_ink: mark,
            nodes: vec![text.clone(); NODE_COLOURS],
            letters: vec![text; NODE_COLOURS],
            ground,
            font_family,
        }
    }

    /// The colour of an ink for areas or for lines, and how much of it, from 0 to 1.
    #[must_use]
    pub fn colour(&self, ink: Ink, is_line: bool) -> (&str, f64) {
        let plain: &str = match ink {
            Ink::Node(id, per_cent) => {
                // Letters must read on a stretch of the band, so in forced colours even the strongest is half ink.
                let part = if self.forced && !is_line { [0.5, 0.2, 0.35][id.0 as usize % 3] } else { 1.0 };
                return (&self.nodes[id.0 as usize % NODE_COLOURS], part * f64::from(per_cent) / 100.0);
            }
            Ink::Letter(id) => &self.letters[id.0 as usize % NODE_COLOURS],
            Ink::Ground => &self.ground,
            Ink::Track => &self.track,
            Ink::Usual => &self.usual,
            Ink::Line => &self.line,
            Ink::Ink => &self.ink,
            Ink::Ink2 => &self.ink_2,
            Ink::Ink3 => &self.ink_3,
            Ink::Key => &self.key,
            Ink::Accent => &self.accent,
            Ink::Moved(per_cent) => return (&self.accent, f64::from(per_cent) / 100.0),
            Ink::AccentInk => &self.accent_ink,
        };
        (plain, 1.0)
    }
}

/// A colour in numbers: the canvas reads the words of CSS, those of forced colours as well.
pub fn rgb(context: &CanvasRenderingContext2d, css: &str) -> (u8, u8, u8) {
    context.set_fill_style_str(css);
    let read = context.fill_style().as_string().unwrap_or_default();
    let part = |at: usize| read.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
    (part(1), part(3), part(5))
}
