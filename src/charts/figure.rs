//! A figure of the lab as plain data, and how it is drawn: bars or lines, with their words, so that a picture that is
//! taken away says what it shows. In CSS pixels until the last moment; generic over the drawing backend.

use plotters::{
    coord::Shift,
    prelude::{Color, DrawingArea, DrawingAreaErrorKind, DrawingBackend, IntoFont, RGBColor, Rectangle, TextStyle},
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{bars::Bars, heat::Heat, histogram::Histogram, lanes::Lanes, lines::Lines, timeline::Timeline};

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Figure {
    /// One bar a row.
    Bars(Bars),
    /// Lines over a scale of numbers.
    Lines(Lines),
    /// Counts of lengths.
    Histogram(Histogram),
    /// Shares as greys.
    Heat(Heat),
    /// Circles cut open.
    Lanes(Lanes),
    /// Lanes over time.
    Timeline(Timeline),
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
    /// Those of the nodes, by id.
    pub nodes: Vec<RGBColor>,
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

/// So much of the way from one colour to another, from 0 to 1.
#[must_use]
pub fn between(from: RGBColor, to: RGBColor, part: f64) -> RGBColor {
    let mix = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * part).round() as u8;
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// The height of a line of a legend.
const LEGEND_CSS_PX: f64 = 20.0;
/// A piece of what a legend explains.
pub(super) const SAMPLE_CSS_PX: f64 = 20.0;

/// Where the lines of a legend stand at a width: the left end and the middle of each sample, and the height of all.
#[must_use]
pub fn legend<'a>(words: impl Iterator<Item = &'a str>, width: f64) -> (Vec<(f64, f64)>, f64) {
    let (mut places, mut x, mut y) = (Vec::new(), 0.0, 0.0);
    for words in words {
        let wide = SAMPLE_CSS_PX + 6.0 + width_css_px(words);
        if x > 0.0 && x + wide > width {
            (x, y) = (0.0, y + LEGEND_CSS_PX);
        }
        places.push((x, y + LEGEND_CSS_PX / 2.0));
        x += wide + 18.0;
    }
    let height = if places.is_empty() { 0.0 } else { y + LEGEND_CSS_PX };
    (places, height)
}

impl Figure {
    /// How high it is at a width.
    #[must_use]
    pub fn height_css_px(&self, width_css_px: f64) -> f64 {
        match self {
            Self::Bars(bars) => bars.height_css_px(width_css_px),
            Self::Lines(_) | Self::Histogram(_) => (width_css_px * 0.56).clamp(300.0, 400.0),
            Self::Heat(heat) => heat.height_css_px(width_css_px),
            Self::Lanes(lanes) => lanes.height_css_px(),
            Self::Timeline(timeline) => timeline.height_css_px(width_css_px),
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
            Self::Histogram(histogram) => histogram.draw(pen)?,
            Self::Heat(heat) => heat.draw(pen)?,
            Self::Lanes(lanes) => lanes.draw(pen)?,
            Self::Timeline(timeline) => timeline.draw(pen)?,
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

#[cfg(test)]
mod tests {
    use super::{
        super::{
            bars::{Bar, Fill},
            lanes::Lane,
            lines::{Line, Stroke},
            saved,
            timeline::{self, NodeLane, Span},
        },
        *,
    };
    use placement::drill::NodeState;

    fn svg(figure: &Figure, theme: &Theme, size: (f64, f64)) -> String {
        let text = saved::svg(figure, "What it shows", theme, size);
        assert!(text.contains("What it shows"));
        text
    }

    fn theme() -> Theme {
        let grey = |part| RGBColor(part, part, part);
        Theme {
            ground: grey(250),
            ink: grey(1),
            ink_2: grey(2),
            ink_3: grey(3),
            line: grey(4),
            usual: grey(5),
            accent: RGBColor(200, 0, 100),
            nodes: vec![RGBColor(0, 0, 200), RGBColor(0, 100, 0)],
            font_family: "sans-serif".into(),
        }
    }

    /// The rectangles of a colour: x, y, width, height.
    fn rectangles(svg: &str, colour: &str) -> Vec<[i32; 4]> {
        let of = |line: &str, name: &str| -> i32 {
            let from = line.find(&format!(" {name}=\"")).expect(name) + name.len() + 3;
            line[from..].split('"').next().and_then(|number| number.parse().ok()).expect("a number")
        };
        let lines = svg.lines().filter(|line| line.starts_with("<rect") && line.contains(colour));
        lines.map(|line| ["x", "y", "width", "height"].map(|name| of(line, name))).collect()
    }

    fn bar(value: f64, figure: &str) -> Bar {
        Bar {
            name: "Ring".into(),
            from: 0.0,
            parts: vec![(value, Fill::Moved)],
            tick: None,
            figure: figure.into(),
            is_current: false,
        }
    }

    #[test]
    fn bars_are_as_long_as_their_values() {
        let bars = Bars { rows: vec![bar(50.0, "50 %"), bar(100.0, "100 %"), bar(0.0, "0 %")], ..Bars::default() };
        for width in [800.0, 360.0] {
            let figure = Figure::Bars(bars.clone());
            let height = figure.height_css_px(width);
            let text = svg(&figure, &theme(), (width, height));
            let drawn = rectangles(&text, "#C80064");
            assert_eq!(drawn.len(), 2, "{text}");
            assert!((drawn[1][2] - 2 * drawn[0][2]).abs() <= 1, "{drawn:?}");
            assert_eq!(drawn[0][0], drawn[1][0]);
            // The margin of the picture and its title stand before the figure.
            let is_inside =
                |[x, y, wide, high]: &[i32; 4]| x + wide <= width as i32 + 16 && y + high <= height as i32 + 46;
            assert!(drawn.iter().all(is_inside), "{drawn:?}");
            for words in ["50 %", "100 %", "0 %", "Ring"] {
                assert!(text.contains(words), "{words}");
            }
        }
    }

    #[test]
    fn no_width_is_too_small_to_be_drawn() {
        let timeline = Timeline { length_ticks: 600, marks: vec![(0, "1".into())], ..Timeline::default() };
        let histogram = Histogram {
            bins: vec![(1.0, 10.0, 3, 2.0), (10.0, 100.0, 1, 2.0)],
            peaks: vec![(20.0, "a peak".into())],
            x_words: "length".into(),
            curve: "chance".into(),
            y_words: "gaps".into(),
        };
        for figure in [Figure::Timeline(timeline), Figure::Histogram(histogram), Figure::Bars(Bars::default())] {
            for width in [0.0, 1.0, 30.0, 280.0] {
                let text = svg(&figure, &theme(), (width, figure.height_css_px(width)));
                assert!(roxmltree::Document::parse(&text).is_ok(), "{width}");
            }
        }
    }

    #[test]
    fn a_figure_does_not_stand_on_the_line_through_all_rows() {
        let bars = Bars {
            rows: vec![bar(20.0, "20 %"), bar(100.0, "100 %")],
            mark: Some((22.0, "fair".into())),
            ..Bars::default()
        };
        let text = svg(&Figure::Bars(bars), &theme(), (800.0, 100.0));
        let mark = rectangles(&text, "#010101").into_iter().find(|[_, _, wide, high]| high > wide).expect("a line");
        let at = text.find("20 %").expect("a figure");
        let x = text[..at].rfind(" x=\"").and_then(|from| text[from + 4..].split('"').next()).expect("x");
        assert!(x.parse::<i32>().expect("a number") > mark[0], "{x} {mark:?}");
    }

    #[test]
    fn decades_are_equally_long_on_both_scales() {
        let lines = Lines {
            x: (1.0, 10_000.0),
            y: (0.1, 1_000.0),
            y_unit: " %",
            x_words: "virtual nodes each".into(),
            y_words: "spread".into(),
            band: vec![(1.0, 1.0, 10.0), (10_000.0, 1.0, 10.0)],
            lines: vec![Line {
                name: "these names".into(),
                points: vec![(1.0, 1_000.0), (100.0, 10.0), (10_000.0, 0.1)],
                stroke: Stroke::Main,
            }],
        };
        let text = svg(&Figure::Lines(lines), &theme(), (800.0, 400.0));
        let line = text.lines().find(|line| line.contains("<polyline") && line.contains("#010101")).expect("a line");
        let points = line.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("points");
        let points: Vec<(i32, i32)> = points
            .split_whitespace()
            .map(|pair| {
                pair.split_once(',').map(|(x, y)| (x.parse().expect("x"), y.parse().expect("y"))).expect("a pair")
            })
            .collect();
        // Two decades of four: half the way.
        assert!((points[1].0 - points[0].0 - (points[2].0 - points[1].0)).abs() <= 1, "{points:?}");
        assert!((points[1].1 - points[0].1 - (points[2].1 - points[1].1)).abs() <= 1, "{points:?}");
        for words in ["these names", "virtual nodes each", "spread", "10,000", "0.1 %", "1,000 %", "<polygon"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }

    #[test]
    fn a_histogram_is_as_high_as_its_counts() {
        let histogram = Histogram {
            bins: vec![(1.0, 2.0, 10, 5.0), (2.0, 4.0, 20, 5.0), (4.0, 8.0, 0, 5.0)],
            peaks: vec![(3.0, "3 = P (20)".into())],
            ..Histogram::default()
        };
        for width in [800.0, 360.0] {
            let text = svg(&Figure::Histogram(histogram.clone()), &theme(), (width, 300.0));
            // Ticks of the scale are a pixel wide.
            let bars: Vec<_> = rectangles(&text, "#030303").into_iter().filter(|bar| bar[2] > 20).collect();
            assert_eq!(bars.len(), 2, "{bars:?}");
            assert!((bars[1][3] - 2 * bars[0][3]).abs() <= 1 && (bars[1][2] - bars[0][2]).abs() <= 1, "{bars:?}");
            assert!(text.contains("3 = P (20)"));
        }
    }

    #[test]
    fn lanes_have_their_ticks_where_the_points_are() {
        let lane = Lane {
            id: placement::fleet::NodeId(0),
            name: "a".into(),
            points: [(0.25, 0.5, false), (0.75, 0.9, true)].into(),
            arcs: [[].into(), [].into()],
            figures: [("60 %".into(), "1.20".into()), ("50 %".into(), "1.00".into())],
        };
        let lanes = |travelled| Lanes {
            titles: ["raw".into(), "finalised".into()],
            lanes: vec![lane.clone()],
            bits: 32,
            marked: "a#1 … 2".into(),
            travelled,
        };
        let ticks = |travelled| {
            let figure = Figure::Lanes(lanes(travelled));
            let text = svg(&figure, &theme(), (800.0, figure.height_css_px(800.0)));
            assert_eq!(text.contains("1.00"), travelled == 1.0);
            assert!(["60 %", "1.20", "raw", "finalised", "2³²"].iter().all(|words| text.contains(words)));
            let wide = rectangles(&text, "#040404").iter().map(|line| line[2]).max().expect("the foot of a lane");
            let ticks = rectangles(&text, "#0000C8").into_iter().filter(|tick| tick[2] < 5);
            (ticks.map(|tick| tick[0]).collect::<Vec<_>>(), wide)
        };
        // The block above stays; the one below goes from the same place to its own, a quarter of the lane further on.
        let (arrived, wide) = ticks(1.0);
        assert!(arrived.len() == 2 && (4 * (arrived[1] - arrived[0]) - wide).abs() <= 8, "{arrived:?} of {wide}");
        let (begun, _) = ticks(0.0);
        assert_eq!(begun, [arrived[0], arrived[0]]);
    }

    #[test]
    fn a_timeline_has_its_lines_limits_marks_and_states_where_they_belong() {
        let span = |from_tick, to_tick, load, state| Span { from_tick, to_tick, load, state };
        let timeline = Timeline {
            length_ticks: 6_000,
            playhead_tick: 3_000,
            marks: vec![(1_000, "1".into()), (1_010, "2".into()), (5_000, "3".into())],
            runs: vec!["by modulo".into(), "on a ring".into()],
            lanes: vec![timeline::Lane {
                title: "Reads for the database".into(),
                ends: (0.0, 10_000.0),
                unit: "",
                limit: Some((8_000.0, "stands 8,000".into())),
                lines: vec![vec![(0.0, 0.0), (6_000.0, 10_000.0)], vec![(0.0, 0.0), (3_000.0, 0.0)]],
            }],
            nodes_title: "Nodes".into(),
            nodes_run: "on a ring".into(),
            nodes: vec![NodeLane {
                id: placement::fleet::NodeId(1),
                name: "cache-02".into(),
                spans: vec![
                    span(0, 2_000, 0.5, NodeState::Up),
                    span(2_000, 4_000, 1.0, NodeState::Overloaded),
                    span(4_000, 6_000, 0.0, NodeState::Down),
                ],
            }],
        };
        let width = 1_000.0;
        let figure = Figure::Timeline(timeline.clone());
        let text = svg(&figure, &theme(), (width, figure.height_css_px(width)));
        // Two marks that would stand on one another share a box; 6,000 ticks are ten minutes.
        for words in ["by modulo", "on a ring", "stands 8,000", "overloaded", "down", "1–2", "10 min", "B cache-02"] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(!text.contains("warming"));
        // The whole line of the first run climbs over the whole plane: from the foot to the top at its end.
        let line = text.lines().find(|line| line.contains("<polyline") && line.contains("#010101")).expect("a line");
        let points = line.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("points");
        let ends: Vec<Vec<i32>> = points
            .split_whitespace()
            .map(|pair| pair.split(',').map(|number| number.parse().expect("a number")).collect())
            .collect();
        let (left, right, middle) = (ends[0][0], ends[1][0], timeline.tick_at(f64::from(ends[0][0] - 16), width));
        assert!(right > left && ends[0][1] - ends[1][1] > 60 && middle == 0, "{ends:?} {middle}");
        // The moment on show is half way: a line of ink through everything.
        let heads = rectangles(&text, "#010101").into_iter().filter(|one| one[2] <= 2 && one[3] > 120);
        let heads: Vec<i32> = heads.map(|one| one[0]).collect();
        assert!(heads.len() == 1 && (2 * heads[0] - left - right).abs() <= 3, "{heads:?} between {left} and {right}");
    }

    #[test]
    fn a_heat_map_has_a_grey_for_each_share() {
        assert_eq!(between(RGBColor(250, 250, 250), RGBColor(10, 20, 30), 0.5), RGBColor(130, 135, 140));
        let heat = Heat {
            maps: vec![("raw".into(), [0.0, 0.5].repeat(8))],
            columns: 2,
            groups: vec!["#".into()],
            ends: ["bit 1".into(), "bit 0".into()],
        };
        let figure = Figure::Heat(heat);
        let text = svg(&figure, &theme(), (800.0, figure.height_css_px(800.0)));
        // Eight cells and one in the key: from 250 half the way to 1.
        assert_eq!(rectangles(&text, "#7E7E7E").len(), 9);
    }
}
