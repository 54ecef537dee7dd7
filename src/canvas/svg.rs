//! A picture as SVG: the same frame that `painter` turns into calls, written as paths, with the words that stand over the
//! canvas on the page set as text. Presentation attributes only: a strict host allows no style of an image's own.
//!
//! Nothing here can measure a text. Widths are guessed from the letters, a little generously, and lines are broken by
//! that.

mod lettering;
mod path;
mod xml;

use placement::fleet::NodeId;

use self::{
    lettering::{broken, cut, width_of},
    path::{sector, trace},
    xml::{escape, push},
};
use super::palette::Palette;
use crate::picture::{
    scene::{Align, Frame, Ink, Paint, PixelRing, Point, Shape, TEXT_CSS_PX},
    words::{Core, Corner, Note, Words},
};

/// Around the picture.
const MARGIN_CSS_PX: f64 = 16.0;
/// The title's line.
const TITLE_CSS_PX: f64 = 30.0;
/// A line of the caption.
const CAPTION_LINE_CSS_PX: f64 = 20.0;
/// From the middle of a text to its base line, as a part of its size.
const MIDDLE: f64 = 0.36;
/// Notes leave this room to the sides, and this at top and bottom; see `style/picture.css`.
const NOTE_SIDE_CSS_PX: f64 = 22.0;
const NOTE_TOP_CSS_PX: f64 = 12.0;
const NOTE_LINE_CSS_PX: f64 = 16.0;
/// How wide a note may be, as a part of the picture.
const NOTE_WIDTH: f64 = 0.34;

/// Writes a picture with its title and its words.
#[must_use]
pub fn write(frame: &Frame, words: &Words, title: &str, palette: &Palette) -> String {
    let (width, height) = (frame.size.width_css_px, frame.size.height_css_px);
    let caption = if words.is_compact { &words.caption } else { "" };
    let caption = broken(caption, width, 13.0);
    let below = caption.len() as f64 * CAPTION_LINE_CSS_PX;
    let whole = (width + 2.0 * MARGIN_CSS_PX, height + 2.0 * MARGIN_CSS_PX + TITLE_CSS_PX + below);
    let mut svg = Svg { out: String::new(), palette };
    svg.out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    for (name, value) in [("width", whole.0), ("height", whole.1)] {
        svg.number(name, value);
    }
    svg.out.push_str(" viewBox=\"0 0");
    for value in [whole.0, whole.1] {
        svg.out.push(' ');
        push(&mut svg.out, value);
    }
    svg.out.push_str("\" font-family=\"");
    escape(&mut svg.out, &palette.font_family);
    svg.out.push_str("\">\n<title>");
    escape(&mut svg.out, title);
    svg.out.push_str("</title>\n<desc>");
    escape(&mut svg.out, &words.summary);
    svg.out.push_str("</desc>\n");
    svg.out.push_str("<rect width=\"100%\" height=\"100%\"");
    svg.ink("fill", Ink::Ground, false, 1.0);
    svg.out.push_str("/>\n");
    let head = Set { size: 13.0, bold: true, ink: Ink::Ink, align: Align::Start };
    svg.text(head, Point::new(MARGIN_CSS_PX, MARGIN_CSS_PX + TITLE_CSS_PX / 3.0), &cut(title, width, 13.0));
    svg.out.push_str("<g transform=\"translate(");
    push(&mut svg.out, MARGIN_CSS_PX);
    svg.out.push(' ');
    push(&mut svg.out, MARGIN_CSS_PX + TITLE_CSS_PX);
    svg.out.push_str(")\">\n");
    svg.frame(frame);
    if let Some(core) = &words.core {
        svg.core(core, words.is_compact);
    }
    for note in &words.notes {
        svg.note(note, width, height);
    }
    let quiet = Set { size: 13.0, bold: false, ink: Ink::Ink2, align: Align::Start };
    for (line, at) in caption.iter().zip(0u32..) {
        svg.text(quiet, Point::new(0.0, height + (f64::from(at) + 0.5) * CAPTION_LINE_CSS_PX), line);
    }
    svg.out.push_str("</g>\n</svg>\n");
    svg.out
}

/// How a text is set.
#[derive(Clone, Copy)]
struct Set {
    size: f64,
    bold: bool,
    ink: Ink,
    align: Align,
}

struct Svg<'a> {
    out: String,
    palette: &'a Palette,
}

impl Svg<'_> {
    fn frame(&mut self, frame: &Frame) {
        for (layer, opacity) in frame.layers.iter().filter(|(_, opacity)| *opacity > 0.0) {
            for ring in &layer.rings {
                self.ring(ring, *opacity);
            }
            for batch in &layer.batches {
                self.out.push_str("<path");
                match batch.paint {
                    Paint::Fill => self.ink("fill", batch.ink, false, *opacity),
                    Paint::Stroke(width) => {
                        self.out.push_str(" fill=\"none\" stroke-linejoin=\"round\"");
                        self.number("stroke-width", width);
                        self.ink("stroke", batch.ink, true, *opacity);
                    }
                }
                self.out.push_str(" d=\"");
                batch.shapes.iter().for_each(|shape| trace(&mut self.out, shape));
                self.out.push_str("\"/>\n");
            }
            for text in &layer.texts {
                let set = Set { size: TEXT_CSS_PX, bold: text.bold, ink: text.ink, align: text.align };
                self.text(set, text.at, &text.text);
            }
        }
    }

    /// Neighbours of one ink as one sector, those of all inks in turn.
    fn ring(&mut self, ring: &PixelRing, opacity: f64) {
        let step = ring.span_rad / ring.pixels.len().max(1) as f64;
        for (ink, place) in ring.inks.iter().zip(0u16..) {
            self.out.push_str("<path");
            self.ink("fill", *ink, false, opacity);
            self.out.push_str(" d=\"");
            let mut at = 0;
            for run in ring.pixels.chunk_by(|a, b| a == b) {
                if run[0] == place {
                    let rad = |pixel: usize| ring.from_rad + step * pixel as f64;
                    sector(&mut self.out, ring.centre, (ring.inner, ring.outer), (rad(at), rad(at + run.len())));
                }
                at += run.len();
            }
            self.out.push_str("\"/>\n");
        }
    }

    fn core(&mut self, core: &Core, is_compact: bool) {
        let (figure, figure_line) = match (is_compact, core.is_tight) {
            (true, _) => (22.0, 26.0),
            (_, true) => (30.0, 36.0),
            _ => (40.0, 46.0),
        };
        let (size, line) = match (is_compact, core.is_tight) {
            (true, _) => (12.0, 15.0),
            (_, true) => (12.0, 16.0),
            _ => (13.0, 18.0),
        };
        // What is bold stands first, and ends within its line: a heading of a few words.
        let lines: Vec<(String, String)> = core
            .lines
            .iter()
            .flat_map(|one| {
                let strong = one.strong.trim();
                let text = format!("{}{}", one.strong, one.rest);
                let parts = broken(&text, core.width_css_px, size).into_iter().enumerate();
                parts.map(move |(at, part)| match part.strip_prefix(strong) {
                    Some(rest) if at == 0 => (strong.to_owned(), rest.to_owned()),
                    _ if one.rest.is_empty() => (part, String::new()),
                    _ => (String::new(), part),
                })
            })
            .collect();
        let node = if core.node.is_some() { line + 4.0 } else { 0.0 };
        let shown_figure = if core.figure.is_empty() { 0.0 } else { figure_line };
        let height = node + shown_figure + lines.len() as f64 * line;
        let mut y = core.at.y - height * if is_compact { 0.5 } else { 0.56 };
        if let Some((id, name)) = &core.node {
            self.node(*id, name, Point::new(core.at.x, y + line / 2.0), core.width_css_px);
            y += node;
        }
        if !core.figure.is_empty() {
            let ink = if core.is_accent { Ink::AccentInk } else { Ink::Ink };
            let set = Set { size: figure, bold: true, ink, align: Align::Middle };
            self.text(set, Point::new(core.at.x, y + figure_line / 2.0), &core.figure);
            y += figure_line;
        }
        for (strong, rest) in lines {
            let at = Point::new(core.at.x, y + line / 2.0);
            self.begin_text(Set { size, bold: false, ink: Ink::Ink2, align: Align::Middle }, at);
            if !strong.is_empty() {
                self.out.push_str("<tspan font-weight=\"600\"");
                self.ink("fill", Ink::Ink, true, 1.0);
                self.out.push('>');
                escape(&mut self.out, &strong);
                self.out.push_str("</tspan>");
            }
            escape(&mut self.out, &rest);
            self.out.push_str("</text>\n");
            y += line;
        }
    }

    /// A node's chip and name, centred.
    fn node(&mut self, id: NodeId, name: &str, at: Point, most: f64) {
        let letter = id.letter();
        let chip = (width_of(&letter, TEXT_CSS_PX) + 6.0).max(16.0);
        let name = cut(name, most - chip - 6.0, TEXT_CSS_PX);
        let left = at.x - (chip + 6.0 + width_of(&name, TEXT_CSS_PX)) / 2.0;
        self.out.push_str("<path");
        self.ink("fill", Ink::Node(id, 100), false, 1.0);
        self.out.push_str(" d=\"");
        trace(&mut self.out, &Shape::Box { at: Point::new(left, at.y - 8.0), width: chip, height: 16.0, corner: 3.0 });
        self.out.push_str("\"/>\n");
        let set = Set { size: TEXT_CSS_PX, bold: true, ink: Ink::Letter(id), align: Align::Middle };
        self.text(set, Point::new(left + chip / 2.0, at.y), &letter);
        self.text(Set { ink: Ink::Ink, align: Align::Start, ..set }, Point::new(left + chip + 6.0, at.y), &name);
    }

    fn note(&mut self, note: &Note, width: f64, height: f64) {
        let is_left = matches!(note.corner, Corner::TopLeft | Corner::BottomLeft);
        let is_top = matches!(note.corner, Corner::TopLeft | Corner::TopRight);
        let room = if note.corner == Corner::TopLeft && note.heading.is_empty() { 148.0 } else { width * NOTE_WIDTH };
        let mut lines = Vec::new();
        if !note.heading.is_empty() {
            lines.push((cut(&note.heading, room, TEXT_CSS_PX), true));
        }
        lines.extend(broken(&note.text, room, TEXT_CSS_PX).into_iter().map(|line| (line, false)));
        let all = lines.len() as f64 * NOTE_LINE_CSS_PX;
        let top = if is_top { NOTE_TOP_CSS_PX } else { height - NOTE_TOP_CSS_PX - all };
        let (x, align) =
            if is_left { (NOTE_SIDE_CSS_PX, Align::Start) } else { (width - NOTE_SIDE_CSS_PX, Align::End) };
        for ((text, bold), at) in lines.into_iter().zip(0u32..) {
            let ink = match (bold, note.is_accent) {
                (true, true) => Ink::AccentInk,
                (true, false) => Ink::Ink,
                (false, _) => Ink::Ink2,
            };
            let y = top + (f64::from(at) + 0.5) * NOTE_LINE_CSS_PX;
            self.text(Set { size: TEXT_CSS_PX, bold, ink, align }, Point::new(x, y), &text);
        }
    }

    fn text(&mut self, set: Set, at: Point, text: &str) {
        if text.is_empty() {
            return;
        }
        self.begin_text(set, at);
        escape(&mut self.out, text);
        self.out.push_str("</text>\n");
    }

    fn begin_text(&mut self, set: Set, at: Point) {
        self.out.push_str("<text");
        self.number("x", at.x);
        self.number("y", at.y + set.size * MIDDLE);
        self.number("font-size", set.size);
        self.ink("fill", set.ink, true, 1.0);
        if set.bold {
            self.out.push_str(" font-weight=\"600\"");
        }
        match set.align {
            Align::Start => {}
            Align::Middle => self.out.push_str(" text-anchor=\"middle\""),
            Align::End => self.out.push_str(" text-anchor=\"end\""),
        }
        self.out.push('>');
    }

    /// An ink as `fill` or `stroke`, and how much of it.
    fn ink(&mut self, name: &str, ink: Ink, is_line: bool, opacity: f64) {
        let (colour, part) = self.palette.colour(ink, is_line);
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        escape(&mut self.out, colour);
        self.out.push('"');
        if part * opacity < 1.0 {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("-opacity=\"");
            push(&mut self.out, part * opacity);
            self.out.push('"');
        }
    }

    fn number(&mut self, name: &str, value: f64) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        push(&mut self.out, value);
        self.out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use super::*;
    use crate::{
        picture::{Content, scene::Size},
        view::View,
    };
    use placement::{link, scenario::Scenario};

    const TOKENS: &str = include_str!("../../style/tokens.css");

    /// The colours of a theme, from the style sheet itself.
    fn palette(theme: &str) -> Palette {
        let block = TOKENS.split(theme).nth(1).and_then(|rest| rest.split('}').next()).expect("a block");
        Palette::read(&|name| {
            let value = block.split(&format!("{name}:")).nth(1).and_then(|rest| rest.split(';').next());
            value.map_or_else(|| "Sans \"of\" <Test>, serif".to_owned(), |value| value.trim().to_owned())
        })
    }

    const LIGHT: &str = ":root {";
    const DARK: &str = ":root[data-theme=\"dark\"] {";

    fn svg(query: &str, title: &str, size: (f64, f64), theme: &str) -> String {
        let read = link::decode(query);
        let mut scenario = read.scenario.clone();
        for command in &read.beside.then {
            scenario.apply(command.clone()).expect("a change");
        }
        let before: Option<&Scenario> = (!read.beside.then.is_empty()).then_some(&read.scenario);
        let view = Arc::new(View::new(&scenario, "changed", before, None));
        let content = Content::new(&view).expect("a picture");
        let size = Size { width_css_px: size.0, height_css_px: size.1 };
        let frame = Frame::at_rest(&content.scene(size, None));
        write(&frame, &content.words(size, None, false), title, &palette(theme))
    }

    #[test]
    fn every_shape_of_picture_is_well_formed_in_both_themes() {
        for query in [
            "v=1",
            "v=1&then=cache-09",
            "alg=rendezvous",
            "alg=modulo",
            "alg=maglev",
            "sys=nginx-consistent",
            "alg=coordinator",
            "vn=10000",
            "nodes=",
            "nodes=a%3Cscript%3Ealert(1)%3C%2Fscript%3E,%22%26%27,%01%EF%BF%BE",
        ] {
            for (theme, ground) in [(LIGHT, "#fafaf8"), (DARK, "#111316")] {
                for size in [(692.0, 711.0), (340.0, 340.0)] {
                    let text = svg(query, "a <title> & \"more\"\u{1}", size, theme);
                    let tree = roxmltree::Document::parse(&text).unwrap_or_else(|fault| panic!("{query}: {fault}"));
                    let root = tree.root_element();
                    assert_eq!(root.attribute("width"), Some(if size.0 > 400.0 { "724" } else { "372" }), "{query}");
                    let title = root.children().find(|one| one.has_tag_name(("http://www.w3.org/2000/svg", "title")));
                    assert_eq!(title.and_then(|one| one.text()), Some("a <title> & \"more\"\u{fffd}"));
                    // Nothing but these: no script, no style, no link, whatever the names are.
                    let names: BTreeSet<&str> =
                        tree.descendants().filter(|one| one.is_element()).map(|one| one.tag_name().name()).collect();
                    assert!(
                        names.is_subset(&["svg", "title", "desc", "rect", "g", "path", "text", "tspan"].into()),
                        "{names:?}"
                    );
                    let attributes: BTreeSet<&str> =
                        tree.descendants().flat_map(|one| one.attributes()).map(|one| one.name()).collect();
                    assert!(
                        attributes.iter().all(|name| !name.starts_with("on") && *name != "style" && *name != "href")
                    );
                    let ground_of = tree.descendants().find(|one| one.tag_name().name() == "rect");
                    assert_eq!(ground_of.and_then(|one| one.attribute("fill")), Some(ground), "{query}");
                    assert!(!text.contains("NaN") && !text.contains("inf"), "{query}");
                }
            }
        }
    }

    #[test]
    fn the_first_paint_has_its_ticks_its_words_and_its_colours() {
        let text = svg("v=1", "First", (692.0, 711.0), LIGHT);
        let tree = roxmltree::Document::parse(&text).expect("well-formed");
        let words: Vec<&str> =
            tree.descendants().filter(|one| one.tag_name().name() == "text").filter_map(|one| one.text()).collect();
        let bold = tree.descendants().find(|one| one.tag_name().name() == "tspan").and_then(|one| one.text());
        assert_eq!(bold, Some("of virtual nodes"));
        for word in ["First", "43 %", "keys per degree", "Lanes", "a tick is a virtual node", "A", "H"] {
            assert!(words.contains(&word), "{word}: {words:?}");
        }
        let fills: BTreeSet<&str> = tree.descendants().filter_map(|one| one.attribute("fill")).collect();
        // All eight nodes in the colours of the style sheet, and none that it does not have.
        for at in 0..8 {
            let colour = TOKENS
                .split(&format!("--node-{at}: "))
                .nth(1)
                .and_then(|rest| rest.split(';').next())
                .expect("a colour");
            let is_drawn =
                |one: roxmltree::Node<'_, '_>| [one.attribute("fill"), one.attribute("stroke")].contains(&Some(colour));
            assert!(tree.descendants().any(is_drawn), "{colour}");
        }
        assert!(fills.iter().all(|fill| *fill == "none" || TOKENS.contains(*fill)), "{fills:?}");
    }
}
