//! How the runs go on: in slices between frames, all to the same tick, as fast as the drill is played or, to a moment that
//! was asked for, as fast as they can.

use std::{sync::Arc, time::Duration};

use leptos::prelude::*;
use placement::drill::{Run, clock, quantity};

use super::Playing;
use crate::{
    a11y,
    drills::{pace, shown::Shown},
    work::now,
};

/// A slice lasts so long: short enough that nobody waits for it.
const SLICE_MS: f64 = 12.0;
/// What there is to show is shown so often.
const SHOW_MS: f64 = 120.0;
/// Where motion is not wanted it goes on in steps, one in so long.
const STEP_MS: f64 = 1_000.0;
/// About so many simulated reads of a run between two looks at the clock.
const READS_A_LOOK: u32 = 400;

impl Playing {
    /// Goes on from here: what was under way is given up.
    pub(super) fn go_on(self) {
        let turn = self.turn.try_update_value(|turn| {
            *turn = turn.wrapping_add(1);
            *turn
        });
        self.plan_slice(turn.unwrap_or_default());
    }

    fn plan_slice(self, turn: u32) {
        if self.plays.get_untracked() {
            request_animation_frame(move || self.slice(turn));
        } else {
            // A timeout lets input and paint go first.
            set_timeout(move || self.slice(turn), Duration::ZERO);
        }
    }

    fn slice(self, turn: u32) {
        // When the page has been left there is nothing to go on with.
        if self.turn.try_get_value() != Some(turn) {
            return;
        }
        if self.make_next() {
            self.plan_slice(turn);
            return;
        }
        if self.runs.with_value(Vec::is_empty) {
            return;
        }
        let plays = self.plays.get_untracked();
        if plays {
            self.follow_clock();
        }
        let goal = self.goal.get_value();
        let tick = self.run_towards(goal);
        if plays && tick < goal {
            // Played no faster than it can be.
            self.goal.set_value(tick.max(self.shown.with_untracked(|shown| shown.tick)));
        }
        let length = self.shown.with_untracked(|shown| shown.length_ticks);
        let is_over = plays && tick >= length;
        let is_settled = is_over || !plays && tick >= goal;
        if is_over {
            self.plays.set(false);
        }
        if is_settled || now() - self.shown_at.get_value() > SHOW_MS {
            self.show();
        }
        if is_settled {
            self.announce(is_over || tick >= length);
        } else {
            self.plan_slice(turn);
        }
    }

    /// Makes a run that is still to be made; false when there is none.
    fn make_next(self) -> bool {
        let next =
            self.waiting.try_update_value(|waiting| if waiting.is_empty() { None } else { Some(waiting.remove(0)) });
        let Some(plan) = next.flatten() else { return false };
        match Run::new(plan) {
            Ok(run) => self.runs.update_value(|runs| runs.push(run)),
            Err(error) => {
                self.waiting.update_value(Vec::clear);
                self.runs.update_value(Vec::clear);
                self.shown.set(Arc::new(Shown { error: Some(error.to_string()), ..Shown::default() }));
            }
        }
        true
    }

    fn follow_clock(self) {
        let (last, left) = self.clock.get_value();
        let now = now();
        if a11y::wants_no_motion() {
            // Steps in place of a motion.
            if now - last >= STEP_MS {
                let step = pace::step_ticks(self.shown.with_untracked(|shown| shown.length_ticks));
                self.goal.update_value(|goal| *goal = (*goal / step + 1) * step);
                self.clock.set_value((now, 0.0));
            }
        } else {
            let is_seen = self.in_sight.with_value(|in_sight| in_sight.as_ref().is_none_or(|in_sight| in_sight()));
            let speed = pace::SPEEDS.get(self.speed.get_untracked()).copied().unwrap_or(1);
            let (ticks, left) = if is_seen { pace::ticks_passed(now - last, speed, left) } else { (0, left) };
            self.goal.update_value(|goal| *goal += ticks);
            self.clock.set_value((now, left));
        }
        let length = self.shown.with_untracked(|shown| shown.length_ticks);
        self.goal.update_value(|goal| *goal = (*goal).min(length));
    }

    /// Goes on for the time of a slice; the tick that all runs have then.
    fn run_towards(self, goal: u32) -> u32 {
        let start = now();
        let reached = self.runs.try_update_value(|runs| {
            loop {
                let tick = runs.iter().map(Run::tick).min().unwrap_or(goal);
                if tick >= goal || now() - start >= SLICE_MS {
                    return tick;
                }
                for run in runs.iter_mut() {
                    let reads = quantity::READS.of(&run.plan().settings);
                    let a_tick = (reads / (run.plan().scale() * clock::TICKS_A_SECOND)).max(1);
                    let until = (tick + (READS_A_LOOK / a_tick).max(1)).min(goal);
                    run.step(until.saturating_sub(run.tick()));
                }
            }
        });
        reached.unwrap_or(goal)
    }
}
