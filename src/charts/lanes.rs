//! Lanes: circles cut open, one lane a node, a tick for each point and below it a low block for the arc that it owns. Two
//! blocks of lanes to one scale, before above after; while points travel, the lower block shows them on their way.

use std::sync::Arc;

use placement::fleet::NodeId;
use plotters::prelude::DrawingBackend;

use super::figure::{Anchor, Drawn, Pen, between, width_css_px};

/// From lane to lane.
const PITCH_CSS_PX: f64 = 27.0;
/// Of a tick.
const TICK_CSS_PX: f64 = 14.0;
/// Of the block of an arc, at the foot of the lane.
const ARC_CSS_PX: f64 = 6.0;
const HEAD_CSS_PX: f64 = 28.0;
const AXIS_CSS_PX: f64 = 34.0;
/// Below this width letters stand without names.
const NARROW_CSS_PX: f64 = 640.0;
/// Letters of a name that have room.
const NAME_LETTERS: usize = 14;

/// Two blocks of lanes.
#[derive(Clone, PartialEq, Debug)]
pub struct Lanes {
    /// What the upper block shows, and what the lower.
    pub titles: [String; 2],
    /// The lanes of both.
    pub lanes: Vec<Lane>,
    /// The end of the scale in bits.
    pub bits: u32,
    /// The labels that are pointed out.
    pub marked: String,
    /// How far the lower block's points are on their way from the upper one's places to their own, from 0 to 1.
    pub travelled: f64,
}

/// One lane.
#[derive(Clone, PartialEq, Debug)]
pub struct Lane {
    /// Whose.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// Its points: where each stands before and after, in turns from 0 to 1, and whether it is pointed out.
    pub points: Arc<[(f32, f32, bool)]>,
    /// The arcs that it owns, from and to in turns, before and after. None wraps.
    pub arcs: [Arc<[(f32, f32)]>; 2],
    /// Its share and how many times fair that is, before and after.
    pub figures: [(String, String); 2],
}

/// A turn in one direction or the other, whichever is shorter, so far on its way.
fn on_the_way(from: f32, to: f32, travelled: f64) -> f64 {
    let way = f64::from(to) - f64::from(from);
    let short = way - way.round();
    // Slow at both ends.
    let eased = travelled * travelled * (3.0 - 2.0 * travelled);
    (f64::from(from) + short * eased).rem_euclid(1.0)
}

impl Lanes {
    fn block_css_px(&self) -> f64 {
        HEAD_CSS_PX + self.lanes.len() as f64 * PITCH_CSS_PX + AXIS_CSS_PX
    }

    pub(super) fn height_css_px(&self) -> f64 {
        2.0 * self.block_css_px() + 8.0
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        for (block, title) in self.titles.iter().enumerate() {
            self.draw_block(pen, block, title)?;
        }
        Ok(())
    }

    fn draw_block<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, block: usize, title: &str) -> Drawn<DB> {
        let theme = pen.theme;
        let width = pen.width_css_px();
        let is_narrow = width < NARROW_CSS_PX;
        let name = |lane: &Lane| {
            let is_long = lane.name.chars().count() > NAME_LETTERS;
            // Names differ at their ends.
            let last: String =
                lane.name.chars().rev().take(NAME_LETTERS - 1).collect::<Vec<_>>().iter().rev().collect();
            if is_long { format!("…{last}") } else { lane.name.clone() }
        };
        let letters = self.lanes.iter().map(|lane| width_css_px(&lane.id.letter())).fold(0.0, f64::max);
        let names = if is_narrow {
            0.0
        } else {
            self.lanes.iter().map(|lane| width_css_px(&name(lane))).fold(0.0, f64::max) + 8.0
        };
        let left = 16.0 + letters + 8.0 + names;
        let room = if is_narrow { [44.0, 38.0] } else { [64.0, 56.0] };
        let right = (width - room[0] - room[1]).max(left + 40.0);
        let x = |turns: f64| left + turns * (right - left);
        let above = block as f64 * (self.block_css_px() + 8.0);

        let is_moving = block == 1 && self.travelled < 1.0;
        let way = if is_moving { format!(", {:.0} % of the way", self.travelled * 100.0) } else { String::new() };
        let title = format!("{title}{way}");
        pen.text(&title, (if is_narrow { 0.0 } else { left }, above + 10.0), Anchor::Left, theme.ink)?;
        for (head, end) in [("share", width - room[1]), ("× fair", width)] {
            pen.text(head, (end, above + 10.0), Anchor::Right, theme.ink_2)?;
        }
        for (place, lane) in self.lanes.iter().enumerate() {
            let top = above + HEAD_CSS_PX + place as f64 * PITCH_CSS_PX;
            let foot = top + TICK_CSS_PX + 1.0 + ARC_CSS_PX;
            let middle = (top + foot) / 2.0;
            let colour = theme.nodes[lane.id.0 as usize % theme.nodes.len()];
            pen.fill((0.0, middle - 5.0), (10.0, middle + 5.0), colour)?;
            pen.text(&lane.id.letter(), (16.0, middle), Anchor::Left, theme.ink)?;
            if !is_narrow {
                pen.text(&name(lane), (left - 8.0, middle), Anchor::Right, theme.ink_2)?;
            }
            // Points on their way own nothing yet.
            if !is_moving {
                let (share, times) = &lane.figures[block];
                pen.text(share, (width - room[1], middle), Anchor::Right, theme.ink)?;
                pen.text(times, (width, middle), Anchor::Right, theme.ink)?;
            }
            pen.fill((left, foot), (right, foot + 1.0), theme.line)?;

            if !is_moving {
                let light = between(theme.ground, colour, 0.6);
                let mut covered = i32::MIN;
                for &(from, to) in lane.arcs[block].iter() {
                    let (from, to) = (x(f64::from(from)), x(f64::from(to)));
                    // Arcs within a pixel that is covered would only be painted over it.
                    if pen.pixels(to) > covered {
                        covered = pen.pixels(to);
                        pen.fill((from, foot - ARC_CSS_PX), (to, foot), light)?;
                    }
                }
            }
            let mut marked = Vec::new();
            let mut taken = vec![false; (pen.pixels(right) + 2).max(2) as usize];
            for &(before, after, is_marked) in lane.points.iter() {
                let turns = match (block, is_moving) {
                    (0, _) => f64::from(before),
                    (_, false) => f64::from(after),
                    (_, true) => on_the_way(before, after, self.travelled),
                };
                let at = x(turns);
                if is_marked {
                    marked.push(at);
                    continue;
                }
                let pixel = pen.pixels(at).max(0) as usize;
                if taken.get_mut(pixel).is_some_and(|taken| !std::mem::replace(taken, true)) {
                    pen.fill((at - 0.5, top), (at + 0.5, top + TICK_CSS_PX), colour)?;
                }
            }
            for &at in &marked {
                pen.fill((at - 0.75, top - 2.0), (at + 0.75, top + TICK_CSS_PX), theme.ink)?;
            }
            if block == 0 && !marked.is_empty() {
                self.bracket(pen, &marked, top, (left, right))?;
            }
        }
        self.axis(pen, above + HEAD_CSS_PX + self.lanes.len() as f64 * PITCH_CSS_PX, (left, right))
    }

    /// Round the ticks that are pointed out, with their labels beside it.
    fn bracket<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, ticks: &[f64], top: f64, ends: (f64, f64)) -> Drawn<DB> {
        let (from, to) = ticks.iter().fold((f64::MAX, f64::MIN), |(low, high), &x| (low.min(x), high.max(x)));
        let (from, to, ink) = (from - 2.0, to + 2.0, pen.theme.ink);
        // A run that wraps has its ticks at both ends, and then the bracket would say nothing.
        if to - from > (ends.1 - ends.0) / 2.0 {
            return Ok(());
        }
        pen.fill((from, top - 5.0), (to, top - 3.5), ink)?;
        pen.fill((from, top - 5.0), (from + 1.5, top), ink)?;
        pen.fill((to - 1.5, top - 5.0), (to, top), ink)?;
        let wide = width_css_px(&self.marked);
        let (at, anchor) =
            if to + 8.0 + wide < ends.1 { (to + 7.0, Anchor::Left) } else { (from - 7.0, Anchor::Right) };
        let (low, high) = if anchor == Anchor::Left { (at - 3.0, at + wide) } else { (at - wide, at + 3.0) };
        pen.fill((low, top - 1.0), (high, top + TICK_CSS_PX + 1.0), pen.theme.ground)?;
        pen.text(&self.marked, (at, top + TICK_CSS_PX / 2.0), anchor, ink)
    }

    fn axis<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, top: f64, (left, right): (f64, f64)) -> Drawn<DB> {
        let theme = pen.theme;
        pen.fill((left, top + 3.0), (right, top + 4.0), theme.ink_3)?;
        for part in 0..=16 {
            let x = left + f64::from(part) / 16.0 * (right - left);
            let long = if part % 4 == 0 { 7.0 } else { 3.0 };
            pen.fill((x - 0.5, top + 3.0), (x + 0.5, top + 3.0 + long), theme.ink_3)?;
        }
        let end = if self.bits == 32 { "2³²" } else { "2⁶⁴" };
        for (part, words) in [(0.0, "0"), (0.25, "¼"), (0.5, "½"), (0.75, "¾"), (1.0, end)] {
            let anchor = match part {
                0.0 => Anchor::Left,
                1.0 => Anchor::Right,
                _ => Anchor::Middle,
            };
            pen.text(words, (left + part * (right - left), top + 19.0), anchor, theme.ink_2)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_go_the_short_way() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(near(on_the_way(0.25, 0.5, 0.0), 0.25) && near(on_the_way(0.25, 0.5, 1.0), 0.5));
        assert!(near(on_the_way(0.25, 0.5, 0.5), 0.375));
        // Over the end of the circle: 0.9 to 0.2 is three tenths forwards.
        assert!(near(on_the_way(0.9, 0.2, 0.5), 0.05));
        assert!(near(on_the_way(0.2, 0.9, 0.5), 0.05));
    }
}
