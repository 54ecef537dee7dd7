//! Lanes over one axis of time: lines of several runs, loads of nodes with how they do, events as numbered marks, and the
//! moment on show through all of them.

mod axis;
mod lane;
mod node_lane;
mod stroke;

use placement::{drill::NodeState, fleet::NodeId};
use plotters::prelude::DrawingBackend;

use self::stroke::stroke;
use super::figure::{Anchor, Drawn, Pen, SAMPLE_CSS_PX, legend, width_css_px};

/// The line of event numbers on top.
const MARKS_CSS_PX: f64 = 24.0;
/// The words above a lane.
const HEAD_CSS_PX: f64 = 24.0;
/// The plane of a lane.
const PLANE_CSS_PX: f64 = 84.0;
/// The row of a node.
const NODE_CSS_PX: f64 = 22.0;
/// The axis.
const AXIS_CSS_PX: f64 = 30.0;
/// Below this width nodes have no names, and lines theirs above.
const NARROW_CSS_PX: f64 = 620.0;
/// Of the width, names beside the lines take less than this.
const MOST_NAMES: f64 = 0.18;

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
        Self { left: if is_narrow { 56.0 } else { 92.0 }, right, is_narrow, names_beside }
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
            let x = x.min(pen.width_css_px() - half).max(half);
            pen.fill((x - half, y - 8.0), (x + half, y + 8.0), pen.theme.ink)?;
            pen.text(&words, (x, y), Anchor::Middle, pen.theme.ground)?;
        }
        Ok(())
    }
}

/// The words above a lane, on a ground of their own: lines go down behind them.
fn title<DB: DrawingBackend>(pen: &Pen<'_, DB>, words: &str, y: f64) -> Drawn<DB> {
    pen.fill((0.0, y - 8.0), (width_css_px(words) + 6.0, y + 8.0), pen.theme.ground)?;
    pen.text(words, (0.0, y), Anchor::Left, pen.theme.ink_2)
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
    fn names_stand_beside_the_lines_where_there_is_room_else_in_a_legend() {
        let mut timeline = timeline();
        assert!(timeline.height_css_px(360.0) > timeline.height_css_px(1_000.0));
        timeline.runs.push("with three failures, back-off and a check".into());
        assert!(timeline.has_legend(1_000.0));
    }
}
