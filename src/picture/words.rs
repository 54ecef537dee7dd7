//! The words that go with a picture, as data: they are real text on the page, not paint.

use placement::fleet::NodeId;

use super::scene::Point;

/// All words of a picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Words {
    /// The picture in one sentence, for those who do not see it.
    pub summary: String,
    /// In the middle, where the picture has room there.
    pub core: Option<Core>,
    /// In the corners.
    pub notes: Vec<Note>,
    /// Below a picture that is too small for notes and a core.
    pub caption: String,
    /// Is it that small?
    pub is_compact: bool,
}

/// A figure and some lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Core {
    /// Its middle.
    pub at: Point,
    /// How wide its widest line may be.
    pub width_css_px: f64,
    /// Of whom it speaks, by sign and name.
    pub node: Option<(NodeId, String)>,
    /// Is there room for a small figure only?
    pub is_tight: bool,
    /// The figure; may be empty.
    pub figure: String,
    /// Is it about keys that moved?
    pub is_accent: bool,
    /// The lines below.
    pub lines: Vec<Line>,
}

/// A line that begins in bold.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The part in bold; may be empty.
    pub strong: String,
    /// The rest.
    pub rest: String,
}

impl Line {
    /// A line without a part in bold.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { strong: String::new(), rest: text.into() }
    }

    /// A line all in bold.
    pub fn strong(text: impl Into<String>) -> Self {
        Self { strong: text.into(), rest: String::new() }
    }
}

/// Where a note stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corner {
    /// Upper left.
    TopLeft,
    /// Upper right.
    TopRight,
    /// Lower left.
    BottomLeft,
    /// Lower right.
    BottomRight,
}

/// A note in a corner: a heading and a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    /// Where.
    pub corner: Corner,
    /// In bold; may be empty.
    pub heading: String,
    /// The rest.
    pub text: String,
    /// Is it about keys that moved?
    pub is_accent: bool,
}

impl Note {
    /// A note in ink.
    pub fn new(corner: Corner, heading: impl Into<String>, text: impl Into<String>) -> Self {
        Self { corner, heading: heading.into(), text: text.into(), is_accent: false }
    }
}

/// `1 node`, `8 nodes`.
#[must_use]
pub fn counted(number: usize, one: &str, more: &str) -> String {
    format!("{} {}", placement::number::thousands(number as u64), if number == 1 { one } else { more })
}
