//! The lane of a node: its load, and how it does by shade, mark and word.

use placement::drill::NodeState;
use plotters::prelude::{Color, DrawingBackend, PathElement, Polygon, ShapeStyle};

use super::{NODE_CSS_PX, NodeLane, Plan, Timeline, stroke::dashed};
use crate::charts::figure::{Anchor, Drawn, Pen, between, width_css_px};

/// What is drawn in it.
const LOAD_CSS_PX: f64 = 16.0;

impl Timeline {
    /// The row of a node below a height.
    pub(super) fn draw_node<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        plan: &Plan,
        node: &NodeLane,
        top: f64,
    ) -> Drawn<DB> {
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
}

/// A name as far as there is room for it.
fn shortened(name: &str) -> String {
    const MOST: usize = 9;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}
