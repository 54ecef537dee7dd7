//! Lanes over one axis of time: lines of several runs, loads of nodes with how they do, events as numbered marks, and the
//! moment on show through all of them.

use placement::{
    drill::{NodeState, clock},
    fleet::NodeId,
    number::thousands,
};
use plotters::prelude::{Color, DrawingBackend, PathElement, Polygon, RGBColor, ShapeStyle};

use super::{
    figure::{Anchor, Drawn, Pen, SAMPLE_CSS_PX, between, legend, width_css_px},
    lines::{apart, dashes},
};

/// The line of event numbers on top.
const MARKS_CSS_PX: f64 = 24.0;
/// The words above a lane.
const HEAD_CSS_PX: f64 = 24.0;
/// The plane of a lane.
const PLANE_CSS_PX: f64 = 84.0;
/// The row of a node.
const NODE_CSS_PX: f64 = 22.0;
/// What is drawn in it.
const LOAD_CSS_PX: f64 = 16.0;
/// The axis.
const AXIS_CSS_PX: f64 = 30.0;
/// Below this width nodes have no names, and lines theirs above.
const NARROW_CSS_PX: f64 = 620.0;
/// Of the width, names beside the lines take less than this.
const MOST_NAMES: f64 = 0.18;
/// Between the names of two lines.
const NAME_CSS_PX: f64 = 15.0;

/// Everything over one axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Timeline {
    /// The end of the axis, in ticks of a drill.
    pub length_ticks: u32,
    /// The moment on show.
    pub playhead_tick: u32,
    /// When something happens, with its number.
    pub marks: Vec<(u32, String)>,
    /// The runs, in the order of the lines of each lane.
    pub runs: Vec<String>,
    /// Lanes of lines.
    pub lanes: Vec<Lane>,
    /// Above the nodes.
    pub nodes_title: String,
    /// Whose nodes they are, told where there is room; empty where there is one run.
    pub nodes_run: String,
    /// The nodes of one run.
    pub nodes: Vec<NodeLane>,
}

/// A lane of lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Lane {
    /// What it measures, with its unit.
    pub title: String,
    /// The ends of its scale.
    pub ends: (f64, f64),
    /// After a number of the scale.
    pub unit: &'static str,
    /// What must not be passed, and its name.
    pub limit: Option<(f64, String)>,
    /// One line a run: tick and value.
    pub lines: Vec<Vec<(f64, f64)>>,
}

/// The load of a node over time.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeLane {
    /// Whose colour and letter.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// Spans in their order.
    pub spans: Vec<Span>,
}

/// A span of time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    /// Its first tick.
    pub from_tick: u32,
    /// The one after its last.
    pub to_tick: u32,
    /// Requests of what the node can serve; 1 and above is all.
    pub load: f64,
    /// How it did at the end.
    pub state: NodeState,
}

/// The lines of runs, told apart by their dashes: dash and gap; none for a whole line.
const DASHES: [Option<(f64, f64)>; 4] = [None, Some((7.0, 4.0)), Some((2.0, 3.0)), Some((12.0, 4.0))];

/// Where everything stands at a width.
struct Plan {
    left: f64,
    right: f64,
    is_narrow: bool,
    names_beside: bool,
}

impl Plan {
    fn of(timeline: &Timeline, width: f64) -> Self {
        let is_narrow = width < NARROW_CSS_PX;
        let names_beside = timeline.names_beside(width);
        let right = width - if names_beside { timeline.names_css_px() + 12.0 } else { 6.0 };
        Self { left: if is_narrow { 48.0 } else { 92.0 }, right, is_narrow, names_beside }
    }

    fn x(&self, tick: f64, length_ticks: u32) -> f64 {
        self.left + (tick / f64::from(length_ticks.max(1))).clamp(0.0, 1.0) * (self.right - self.left)
    }
}

impl Timeline {
    /// How high it is at a width.
    #[must_use]
    pub fn height_css_px(&self, width: f64) -> f64 {
        let nodes = if self.nodes.is_empty() { 0.0 } else { HEAD_CSS_PX + NODE_CSS_PX * self.nodes.len() as f64 };
        let lanes = (HEAD_CSS_PX + PLANE_CSS_PX) * self.lanes.len() as f64;
        self.legend_height(width) + MARKS_CSS_PX + lanes + nodes + AXIS_CSS_PX
    }

    /// The moment at a place across it, as a tick; beside the plane its nearer end.
    #[must_use]
    pub fn tick_at(&self, x_css_px: f64, width: f64) -> u32 {
        let plan = Plan::of(self, width);
        let part = ((x_css_px - plan.left) / (plan.right - plan.left).max(1.0)).clamp(0.0, 1.0);
        (part * f64::from(self.length_ticks)).round() as u32
    }

    fn legend_height(&self, width: f64) -> f64 {
        if self.has_legend(width) { legend(self.runs.iter().map(String::as_str), width).1 } else { 0.0 }
    }

    fn has_legend(&self, width: f64) -> bool {
        self.runs.len() > 1 && !self.names_beside(width)
    }

    fn names_css_px(&self) -> f64 {
        self.runs.iter().map(|name| width_css_px(name)).fold(0.0, f64::max)
    }

    /// Do lines have their names beside them? Long ones would leave no room for the lines.
    fn names_beside(&self, width: f64) -> bool {
        self.runs.len() > 1 && width >= NARROW_CSS_PX && self.names_css_px() < width * MOST_NAMES
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let (width, theme) = (pen.width_css_px(), pen.theme);
        let plan = Plan::of(self, width);
        let mut top = 0.0;
        if self.has_legend(width) {
            let (places, height) = legend(self.runs.iter().map(String::as_str), width);
            for (at, ((x, y), name)) in places.into_iter().zip(&self.runs).enumerate() {
                stroke(pen, at, &[(x, y), (x + SAMPLE_CSS_PX, y)])?;
                pen.text(name, (x + SAMPLE_CSS_PX + 6.0, y), Anchor::Left, theme.ink_2)?;
            }
            top = height;
        }
        let marks_top = top;
        top += MARKS_CSS_PX;
        let bottom = self.height_css_px(width) - AXIS_CSS_PX;
        for (tick, _) in &self.marks {
            let x = plan.x(f64::from(*tick), self.length_ticks);
            pen.fill((x - 0.5, marks_top + 18.0), (x + 0.5, bottom), theme.line)?;
        }
        let x = plan.x(f64::from(self.playhead_tick), self.length_ticks);
        pen.fill((x - 0.75, marks_top + 16.0), (x + 0.75, bottom), theme.ink)?;
        for lane in &self.lanes {
            self.draw_lane(pen, &plan, lane, top)?;
            top += HEAD_CSS_PX + PLANE_CSS_PX;
        }
        if !self.nodes.is_empty() {
            let whose = format!("{}, {}", self.nodes_title, self.nodes_run);
            let fits = !self.nodes_run.is_empty() && width_css_px(&whose) < width;
            title(pen, if fits { &whose } else { &self.nodes_title }, top + 13.0)?;
            top += HEAD_CSS_PX;
            for node in &self.nodes {
                self.draw_node(pen, &plan, node, top)?;
                top += NODE_CSS_PX;
            }
        }
        self.draw_axis(pen, &plan, bottom)?;
        self.draw_marks(pen, &plan, marks_top + 9.0)
    }

    /// The numbers of events; those that would stand on one another share a box.
    fn draw_marks<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, plan: &Plan, y: f64) -> Drawn<DB> {
        let mut groups: Vec<(f64, &str, &str)> = Vec::new();
        for (tick, number) in &self.marks {
            let x = plan.x(f64::from(*tick), self.length_ticks);
            match groups.last_mut().filter(|last| x - last.0 < 26.0) {
                Some(last) => last.2 = number,
                None => groups.push((x, number, number)),
            }
        }
        for (x, first, last) in groups {
            let words = if first == last { first.to_owned() } else { format!("{first}–{last}") };
            let half = width_css_px(&words) / 2.0 + 5.0;
            let x = x.clamp(half, pen.width_css_px() - half);
            pen.fill((x - half, y - 8.0), (x + half, y + 8.0), pen.theme.ink)?;
            pen.text(&words, (x, y), Anchor::Middle, pen.theme.ground)?;
        }
        Ok(())
    }

    fn draw_lane<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, plan: &Plan, lane: &Lane, top: f64) -> Drawn<DB> {
        let theme = pen.theme;
        title(pen, &lane.title, top + 10.0)?;
        let (top, bottom) = (top + HEAD_CSS_PX, top + HEAD_CSS_PX + PLANE_CSS_PX - 10.0);
        let (least, most) = lane.ends;
        let y = |value: f64| bottom - ((value - least) / (most - least).max(1e-12)).clamp(0.0, 1.0) * (bottom - top);
        for value in [least, least.midpoint(most), most] {
            pen.fill((plan.left, y(value) - 0.5), (plan.right, y(value) + 0.5), theme.line)?;
            let words = format!("{}{}", written(value, most), lane.unit);
            pen.text(&words, (plan.left - 6.0, y(value)), Anchor::Right, theme.ink_2)?;
        }
        if let Some((limit, name)) = &lane.limit {
            pen.fill((plan.left, y(*limit) - 0.75), (plan.right, y(*limit) + 0.75), theme.ink_3)?;
            let above = if y(*limit) - top > 12.0 { -8.0 } else { 9.0 };
            pen.text(name, (plan.right - 4.0, y(*limit) + above), Anchor::Right, theme.ink_2)?;
        }
        let mut ends = Vec::new();
        for (at, line) in lane.lines.iter().enumerate() {
            let points: Vec<(f64, f64)> =
                line.iter().map(|&(tick, value)| (plan.x(tick, self.length_ticks), y(value))).collect();
            stroke(pen, at, &points)?;
            ends.extend(points.last().map(|&end| (end, at)));
        }
        if !plan.names_beside {
            return Ok(());
        }
        let order = placement::order::places(ends.len(), &|a, b| ends[a].0.1.total_cmp(&ends[b].0.1));
        let sorted: Vec<((f64, f64), usize)> = order.into_iter().map(|place| ends[place]).collect();
        let places = apart(sorted.iter().map(|end| end.0.1).collect(), NAME_CSS_PX, bottom + 6.0);
        for (y, ((x, _), at)) in places.into_iter().zip(sorted) {
            if let Some(name) = self.runs.get(at) {
                pen.text(name, (x + 6.0, y), Anchor::Left, theme.ink)?;
            }
        }
        Ok(())
    }

    fn draw_node<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, plan: &Plan, node: &NodeLane, top: f64) -> Drawn<DB> {
        let theme = pen.theme;
        let Some(&colour) = theme.nodes.get(node.id.0 as usize % theme.nodes.len().max(1)) else { return Ok(()) };
        let (middle, foot) = (top + NODE_CSS_PX / 2.0, top + NODE_CSS_PX - 3.0);
        pen.fill((0.0, middle - 5.0), (10.0, middle + 5.0), colour)?;
        let letter = node.id.letter();
        let words = if plan.is_narrow { letter } else { format!("{letter} {}", shortened(&node.name)) };
        pen.text(&words, (15.0, middle), Anchor::Left, theme.ink)?;
        pen.fill((plan.left, foot - 0.5), (plan.right, foot + 0.5), theme.line)?;
        let x = |tick: u32| plan.x(f64::from(tick), self.length_ticks);
        for same in node.spans.chunk_by(|a, b| a.state == b.state) {
            let (Some(first), Some(last)) = (same.first(), same.last()) else { continue };
            let (from, to) = (x(first.from_tick), x(last.to_tick));
            let outline = same.iter().flat_map(|span| {
                let y = foot - span.load.clamp(0.0, 1.0) * LOAD_CSS_PX;
                [(x(span.from_tick), y), (x(span.to_tick), y)]
            });
            let corners: Vec<(f64, f64)> = [(from, foot)].into_iter().chain(outline).chain([(to, foot)]).collect();
            let pixels = |points: &[(f64, f64)]| -> Vec<(i32, i32)> {
                points.iter().map(|&(x, y)| (pen.pixels(x), pen.pixels(y))).collect()
            };
            let fill = match first.state {
                NodeState::Up | NodeState::Overloaded => Some(colour),
                NodeState::Warming => Some(between(theme.ground, colour, 0.4)),
                NodeState::Down | NodeState::Absent => None,
            };
            if let Some(fill) = fill {
                pen.area.draw(&Polygon::new(pixels(&corners), fill.filled()))?;
            }
            match first.state {
                NodeState::Up | NodeState::Absent => {}
                // The load keeps its full colour at its edge.
                NodeState::Warming => {
                    let edge = ShapeStyle {
                        color: colour.to_rgba(),
                        filled: false,
                        stroke_width: pen.pixels(1.5).max(1) as u32,
                    };
                    pen.area.draw(&PathElement::new(pixels(&corners[1..corners.len() - 1]), edge))?;
                }
                NodeState::Overloaded => {
                    pen.fill((from, foot - LOAD_CSS_PX - 2.5), (to, foot - LOAD_CSS_PX + 0.5), theme.ink)?;
                }
                NodeState::Down => {
                    dashed(pen, &[(from, middle), (to, middle)], (3.0, 3.0), theme.ink_2, 1.5)?;
                }
            }
            if first.state != NodeState::Up && first.state != NodeState::Absent {
                let word = first.state.name();
                let wide = width_css_px(word);
                if to - from > wide + 10.0 {
                    let at = from + 5.0;
                    pen.fill((at - 2.0, middle - 6.0), (at + wide + 2.0, middle + 7.0), theme.ground)?;
                    pen.text(word, (at, middle), Anchor::Left, theme.ink)?;
                }
            }
        }
        Ok(())
    }

    fn draw_axis<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, plan: &Plan, top: f64) -> Drawn<DB> {
        pen.fill((plan.left, top - 0.5), (plan.right, top + 0.5), pen.theme.ink_3)?;
        let most = ((plan.right - plan.left) / 80.0).max(2.0) as u32;
        let step = step_ticks(self.length_ticks, most);
        for tick in (0..=self.length_ticks).step_by(step as usize) {
            let x = plan.x(f64::from(tick), self.length_ticks);
            pen.fill((x - 0.5, top), (x + 0.5, top + 4.0), pen.theme.ink_3)?;
            let words = clock::in_words(tick);
            let half = width_css_px(&words) / 2.0;
            pen.text(&words, (x.min(pen.width_css_px() - half), top + 14.0), Anchor::Middle, pen.theme.ink_2)?;
        }
        Ok(())
    }
}

/// Between two numbers of the axis, so that there are not more than so many.
fn step_ticks(length_ticks: u32, most: u32) -> u32 {
    const STEPS_S: [u32; 16] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800];
    let fits = |step: &u32| length_ticks / clock::ticks_of_s(*step) <= most;
    clock::ticks_of_s(STEPS_S.into_iter().find(fits).unwrap_or(28_800))
}

/// The words above a lane, on a ground of their own: lines go down behind them.
fn title<DB: DrawingBackend>(pen: &Pen<'_, DB>, words: &str, y: f64) -> Drawn<DB> {
    pen.fill((0.0, y - 8.0), (width_css_px(words) + 6.0, y + 8.0), pen.theme.ground)?;
    pen.text(words, (0.0, y), Anchor::Left, pen.theme.ink_2)
}

/// A number of a scale that ends at another; M is a million.
fn written(value: f64, most: f64) -> String {
    const MILLION: f64 = 1e6;
    if most >= MILLION {
        let millions = placement::number::decimal(value / MILLION, u32::from(most < 20.0 * MILLION));
        return if value == 0.0 { "0".into() } else { format!("{millions} M") };
    }
    if most >= 20.0 {
        thousands(value.round().max(0.0) as u64)
    } else {
        placement::number::decimal(value, if most >= 2.0 { 1 } else { 2 })
    }
}

/// A name as far as there is room for it.
fn shortened(name: &str) -> String {
    const MOST: usize = 9;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

/// The line of a run by its place.
fn stroke<DB: DrawingBackend>(pen: &Pen<'_, DB>, at: usize, points: &[(f64, f64)]) -> Drawn<DB> {
    let colour = pen.theme.ink;
    match DASHES.get(at % DASHES.len()).copied().flatten() {
        Some(dash) => dashed(pen, points, dash, colour, 1.75),
        None => {
            let points = points.iter().map(|&(x, y)| (pen.pixels(x), pen.pixels(y))).collect::<Vec<_>>();
            let stroke_width = pen.pixels(2.0).max(1) as u32;
            pen.area
                .draw(&PathElement::new(points, ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width }))
        }
    }
}

fn dashed<DB: DrawingBackend>(
    pen: &Pen<'_, DB>,
    points: &[(f64, f64)],
    (dash, gap): (f64, f64),
    colour: RGBColor,
    css_px: f64,
) -> Drawn<DB> {
    let points: Vec<(i32, i32)> = points.iter().map(|&(x, y)| (pen.pixels(x), pen.pixels(y))).collect();
    let stroke_width = pen.pixels(css_px).max(1) as u32;
    for piece in dashes(&points, f64::from(pen.pixels(dash)), f64::from(pen.pixels(gap))) {
        let style = ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width };
        pen.area.draw(&PathElement::new(piece.to_vec(), style))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timeline() -> Timeline {
        Timeline { length_ticks: 18_600, runs: vec!["by modulo".into(), "on a ring".into()], ..Timeline::default() }
    }

    #[test]
    fn a_place_is_a_moment_and_back() {
        let timeline = timeline();
        for width in [360.0, 1_000.0] {
            let plan = Plan::of(&timeline, width);
            for tick in [0, 600, 9_300, 18_600] {
                let at = timeline.tick_at(plan.x(f64::from(tick), timeline.length_ticks), width);
                assert!(at.abs_diff(tick) <= 1, "{at} for {tick}");
            }
            assert_eq!((timeline.tick_at(-5.0, width), timeline.tick_at(width, width)), (0, 18_600));
        }
    }

    #[test]
    fn the_axis_has_round_times_and_not_too_many() {
        // 10 s, 31 min and a day: steps of 1 s, 5 min and 4 h.
        assert_eq!(
            [(100, 10), (18_600, 12), (864_000, 8)].map(|(length, most)| step_ticks(length, most)),
            [10, 3_000, 144_000]
        );
    }

    #[test]
    fn names_stand_beside_the_lines_where_there_is_room_else_in_a_legend() {
        let mut timeline = timeline();
        assert!(timeline.height_css_px(360.0) > timeline.height_css_px(1_000.0));
        timeline.runs.push("with three failures, back-off and a check".into());
        assert!(timeline.has_legend(1_000.0));
    }

    #[test]
    fn numbers_of_a_scale_are_short() {
        let told = [(12_500.0, 25_000.0), (0.5, 1.0), (0.0, 5e6), (2.5e6, 5e6), (2e7, 2e7)]
            .map(|(one, most)| written(one, most));
        assert_eq!(told, ["12,500", "0.50", "0", "2.5 M", "20 M"]);
    }
}
