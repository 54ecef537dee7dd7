//! What a client knows of a node: the failures in a row, when it was marked down and until when, how often before.
//!
//! By default as the first document's `ShardedCache` does: one failure marks a node down, which leaves the placement at
//! once and comes back untested after ten seconds. Everything else is what it says that production code should do.

use super::{
    clock::{TICKS_A_SECOND, ticks_of_s},
    quantity,
};
use crate::parameter::Settings;

/// Most doublings of a penalty.
const MOST_DOUBLINGS: u32 = 6;
/// Good answers in a row that bring a node back.
const GOOD_ANSWERS: u32 = 3;

/// The rules, in ticks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    eject_after: u32,
    within_ticks: u32,
    penalty_ticks: u32,
    doubles: bool,
    checks: bool,
    grace_ticks: u32,
}

/// One client's knowledge of one node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Health {
    failures: u32,
    first_failure_tick: u32,
    /// Marked down since and until.
    down: Option<(u32, u32)>,
    is_left_out: bool,
    good_answers: u32,
    ejections: u32,
    last_penalty_ticks: u32,
    /// When it came back last.
    back_tick: u32,
}

/// What changed for a client after it marked a node down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// It is left out of the placement.
    LeftOut,
    /// It is asked again, and in the placement.
    Back,
}

impl Rules {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            eject_after: quantity::EJECT_AFTER.of(settings),
            within_ticks: ticks_of_s(quantity::EJECT_WITHIN.of(settings)),
            penalty_ticks: ticks_of_s(quantity::PENALTY.of(settings)),
            doubles: quantity::BACKOFF.is_on(settings),
            checks: quantity::HEALTH_CHECK.is_on(settings),
            grace_ticks: ticks_of_s(quantity::GRACE.of(settings)),
        }
    }
}

impl Health {
    /// Is it marked down?
    #[inline]
    pub(super) fn is_down(&self) -> bool {
        self.down.is_some()
    }

    /// A request was answered.
    #[inline]
    pub(super) fn succeed(&mut self) {
        self.failures = 0;
    }

    /// A request failed; true when that marks the node down.
    pub(super) fn fail(&mut self, rules: &Rules, now: u32) -> bool {
        let is_late = rules.within_ticks > 0 && now - self.first_failure_tick > rules.within_ticks;
        if self.failures == 0 || is_late {
            (self.failures, self.first_failure_tick) = (0, now);
        }
        self.failures += 1;
        if self.is_down() || self.failures < rules.eject_after {
            return false;
        }
        if now - self.back_tick > 2 * self.last_penalty_ticks {
            self.ejections = 0;
        }
        let doublings = if rules.doubles { self.ejections.min(MOST_DOUBLINGS) } else { 0 };
        self.last_penalty_ticks = rules.penalty_ticks << doublings;
        self.ejections += 1;
        self.failures = 0;
        self.good_answers = 0;
        self.down = Some((now, now + self.last_penalty_ticks));
        true
    }

    /// The beginning of a tick for a node that is marked down. `answers`: would it answer now?
    pub(super) fn tick(&mut self, rules: &Rules, now: u32, answers: bool) -> Option<Turn> {
        let (since, until) = self.down?;
        if now >= until && self.may_come_back(rules, now - until, answers) {
            let (ejections, last_penalty_ticks) = (self.ejections, self.last_penalty_ticks);
            *self = Self { ejections, last_penalty_ticks, back_tick: now, ..Self::default() };
            return Some(Turn::Back);
        }
        if !self.is_left_out && now >= since + rules.grace_ticks {
            self.is_left_out = true;
            return Some(Turn::LeftOut);
        }
        None
    }

    /// Without a check it may; with one it is asked each second.
    fn may_come_back(&mut self, rules: &Rules, overdue_ticks: u32, answers: bool) -> bool {
        if rules.checks && overdue_ticks.is_multiple_of(TICKS_A_SECOND) {
            self.good_answers = if answers { self.good_answers + 1 } else { 0 };
        }
        !rules.checks || self.good_answers >= GOOD_ANSWERS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(of: &[(&quantity::Quantity, u32)]) -> Rules {
        let settings = of.iter().fold(Settings::default(), |settings, (one, count)| one.with(&settings, *count));
        Rules::new(&settings)
    }

    /// The ticks of every turn, `None` for a node that is marked down, while a node fails or answers as given, one request a tick.
    fn turns(rules: &Rules, ticks: u32, answers: impl Fn(u32) -> bool) -> Vec<(u32, Option<Turn>)> {
        let mut health = Health::default();
        let mut turns = Vec::new();
        for now in 0..ticks {
            turns.extend(health.tick(rules, now, answers(now)).map(|turn| (now, Some(turn))));
            if !health.is_down() {
                if answers(now) {
                    health.succeed();
                } else if health.fail(rules, now) {
                    turns.push((now, None));
                    turns.extend(health.tick(rules, now, false).map(|turn| (now, Some(turn))));
                }
            }
        }
        turns
    }

    #[test]
    fn the_document_ejects_at_once_for_ten_seconds() {
        let turns = turns(&rules(&[]), 250, |now| now < 20);
        let expected = [
            (20, None),
            (20, Some(Turn::LeftOut)),
            (120, Some(Turn::Back)),
            (120, None),
            (120, Some(Turn::LeftOut)),
            (220, Some(Turn::Back)),
            (220, None),
            (220, Some(Turn::LeftOut)),
        ];
        assert_eq!(turns, expected);
    }

    #[test]
    fn failures_count_in_a_row_and_within_their_time() {
        let three = rules(&[(&quantity::EJECT_AFTER, 3)]);
        assert!(turns(&three, 200, |now| now % 3 == 0).is_empty());
        assert_eq!(turns(&three, 13, |now| now < 10)[0], (12, None));
        let within = rules(&[(&quantity::EJECT_AFTER, 3), (&quantity::EJECT_WITHIN, 1)]);
        let mut health = Health::default();
        // The first is forgotten after a second: the third of the rest marks it down.
        assert_eq!([0, 6, 11, 15, 20].map(|now| health.fail(&within, now)), [false, false, false, false, true]);
    }

    #[test]
    fn grace_comes_before_the_removal_and_a_node_that_is_back_in_time_moves_nothing() {
        let grace = rules(&[(&quantity::GRACE, 30), (&quantity::PENALTY, 10)]);
        let all = turns(&grace, 300, |now| !(20..100).contains(&now));
        assert_eq!(all, [(20, None), (120, Some(Turn::Back))]);
        let short = rules(&[(&quantity::GRACE, 5)]);
        let all = turns(&short, 130, |now| now < 20);
        assert_eq!(all[..3], [(20, None), (70, Some(Turn::LeftOut)), (120, Some(Turn::Back))]);
    }

    #[test]
    fn back_off_doubles_and_a_check_waits_for_good_answers() {
        let mut doubling = rules(&[]);
        doubling.doubles = true;
        let downs: Vec<u32> = turns(&doubling, 2_000, |_| false)
            .into_iter()
            .filter(|(_, turn)| turn.is_none())
            .map(|(now, _)| now)
            .collect();
        assert_eq!(downs, [0, 100, 300, 700, 1_500]);
        let mut checking = rules(&[]);
        checking.checks = true;
        let all = turns(&checking, 400, |now| now >= 215);
        // Down at 0 for 100 ticks; asked at 100, 110 … 220, 230, 240: back with the third good answer.
        assert_eq!(all, [(0, None), (0, Some(Turn::LeftOut)), (240, Some(Turn::Back))]);
    }
}
