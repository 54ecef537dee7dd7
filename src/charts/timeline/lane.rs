//! A lane of lines: its scale, what must not be passed, a line for each run with its name.

use placement::number::{decimal, thousands};
use plotters::prelude::DrawingBackend;

use super::{HEAD_CSS_PX, Lane, PLANE_CSS_PX, Plan, Timeline, stroke::stroke, title};
use crate::charts::{
    figure::{Anchor, Drawn, Pen},
    lines::apart,
};

/// Between the names of two lines.
const NAME_CSS_PX: f64 = 15.0;

impl Timeline {
    /// A lane below a height.
    pub(super) fn draw_lane<DB: DrawingBackend>(
        &self,
        pen: &Pen<'_, DB>,
        plan: &Plan,
        lane: &Lane,
        top: f64,
    ) -> Drawn<DB> {
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
}

/// A number of a scale that ends at another; M is a million.
fn written(value: f64, most: f64) -> String {
    const MILLION: f64 = 1e6;
    if most >= MILLION {
        let millions = decimal(value / MILLION, u32::from(most < 20.0 * MILLION));
        return if value == 0.0 { "0".into() } else { format!("{millions} M") };
    }
    if most >= 20.0 {
        thousands(value.round().max(0.0) as u64)
    } else {
        decimal(value, if most >= 2.0 { 1 } else { 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_scale_are_short() {
        let told = [(12_500.0, 25_000.0), (0.5, 1.0), (0.0, 5e6), (2.5e6, 5e6), (2e7, 2e7)]
            .map(|(one, most)| written(one, most));
        assert_eq!(told, ["12,500", "0.50", "0", "2.5 M", "20 M"]);
    }
}
