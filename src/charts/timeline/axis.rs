//! The axis below all lanes.

use placement::drill::clock;
use plotters::prelude::DrawingBackend;

use super::{Plan, Timeline};
use crate::charts::figure::{Anchor, Drawn, Pen, width_css_px};

impl Timeline {
    /// The axis, with round times.
    pub(super) fn draw_axis<DB: DrawingBackend>(&self, pen: &Pen<'_, DB>, plan: &Plan, top: f64) -> Drawn<DB> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_has_round_times_and_not_too_many() {
        // 10 s, 31 min and a day: steps of 1 s, 5 min and 4 h.
        assert_eq!(
            [(100, 10), (18_600, 12), (864_000, 8)].map(|(length, most)| step_ticks(length, most)),
            [10, 3_000, 144_000]
        );
    }
}
