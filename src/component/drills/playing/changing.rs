//! What the reader does to a drill that is at work: lets something happen, takes it out again or puts it elsewhere, and keeps
//! a run to be laid over those that come of it.

use std::{sync::Arc, time::Duration};

use leptos::prelude::*;
use placement::{
    drill::{Asked, Event, Happening, Plan, PlanError, Run, clock},
    weight::Weight,
};

use super::Playing;
use crate::{component::focus_first_shown, drills::happened};

/// Behind the name of a run that was kept.
const KEPT: &str = ", as kept";

impl Playing {
    /// Something happens now, in all runs of the drill; it is part of it and its link from now on.
    pub fn inject(self, what: Happening) {
        let is_ready = self.runs.with_value(|runs| {
            let first = runs.first().map(Run::tick);
            first.is_some() && runs.iter().all(|run| Some(run.tick()) == first)
        });
        let is_there = self.plays.get_untracked() || self.goal.get_value() == self.tick();
        let Some(before) = self.store.drill().get_untracked().filter(|_| is_ready && is_there) else { return };
        if self.lead.get_untracked() >= self.own_runs.get_value() {
            self.store
                .notes
                .set(vec!["A run that was kept stays as it is. Show the nodes of another run to change it.".into()]);
            return;
        }
        let (tick, rollout_s) =
            (self.tick(), if what.command().is_some() { self.rollout_s.get_untracked() } else { 0 });
        let event = Event { at_tick: tick, what, rollout_s };
        let title = self.title_of(&event);
        let mut asked = before.clone();
        if !asked.add(event) {
            self.store.notes.set(vec![PlanError::TooManyEvents.to_string()]);
            return;
        }
        if self.reschedule(&asked).is_err() {
            // What some of the runs took, none has.
            let _ = self.reschedule(&before);
            return;
        }
        self.known.set_value(Some((self.store.settled.get_untracked(), asked.clone())));
        self.store.change_drill(&title, asked);
        if !self.plays.get_untracked() {
            // A tick, so that it is to be seen.
            self.goal.set_value(tick + 1);
        }
        self.go_on();
    }

    /// A node joins.
    pub fn inject_node(self) {
        let name = self.runs.with_value(|runs| happened::free_name(runs));
        if !name.is_empty() {
            self.inject(Happening::Add { name, weight: Weight::ONE });
        }
    }

    /// One of the reader's events, by its place among them, has never been. The moment on show stays.
    pub fn forget(self, place: usize) {
        let Some((asked, event)) = self.store.drill().get_untracked().and_then(|asked| asked.without_event(place))
        else {
            return;
        };
        let left = asked.events().len();
        self.store.change_drill(&format!("{} removed", self.title_of(&event)), asked);
        // The button is gone; the next one has the focus.
        focus_later(match left {
            0 => "#drill-events".into(),
            _ => format!("#drill-remove-{}", place.min(left - 1)),
        });
    }

    /// One of the reader's events happens at another time. False, with the reason, where that is no time of the drill.
    pub fn put(self, place: usize, seconds: &str) -> bool {
        let length_ticks = self.shown.with_untracked(|shown| shown.length_ticks);
        let Some(tick) = clock::ticks_from(seconds.trim()).filter(|tick| *tick < length_ticks) else {
            let longest = clock::in_seconds(length_ticks.saturating_sub(1));
            self.store.notes.set(vec![format!("An event of this drill happens at a time from 0 to {longest} s.")]);
            return false;
        };
        let taken_out = self.store.drill().get_untracked().and_then(|asked| asked.without_event(place));
        let Some((mut asked, event)) = taken_out.filter(|(_, event)| event.at_tick != tick) else { return true };
        let title = format!("{} at {}", self.title_of(&event), clock::in_words(tick));
        asked.add(Event { at_tick: tick, ..event });
        // After all of its tick, as it came last.
        let place = asked.events().iter().filter(|event| event.at_tick <= tick).count().saturating_sub(1);
        self.store.notes.set(Vec::new());
        self.store.change_drill(&title, asked);
        focus_later(format!("#drill-at-{place}"));
        true
    }

    /// The events of the drill are others: it stands at the moment on show, with them.
    pub(super) fn follow_events(self, asked: &Asked) {
        let own_runs = self.runs.with_value(Vec::len).min(self.own_runs.get_value());
        let is_made = own_runs == self.own_runs.get_value() && own_runs > 0;
        if !is_made || self.reschedule(asked).is_err() {
            // A drill that cannot run says why.
            self.begin();
            return;
        }
        if self.plays.get_untracked() {
            self.plays.set(false);
            self.goal.set_value(self.shown.with_untracked(|shown| shown.tick));
        }
        self.show();
        self.go_on();
    }

    /// Has the drill's own runs follow its events. Nothing is changed for those that have these already.
    fn reschedule(self, asked: &Asked) -> Result<(), PlanError> {
        let plans = asked.runs(&self.store.scenario());
        let refused = self.runs.try_update_value(|runs| {
            let pairs = runs.iter_mut().zip(&plans).take(self.own_runs.get_value());
            pairs.filter_map(|(run, plan)| run.reschedule(&plan.events).err()).next()
        });
        // What was computed beyond is no longer so.
        self.furthest.set_value((0, Arc::default()));
        match refused.flatten() {
            Some(reason) => {
                self.store.notes.set(vec![reason.to_string()]);
                Err(reason)
            }
            None => Ok(()),
        }
    }

    /// Keeps the run on show as it is now, and lays it over those of the drill, whatever becomes of them.
    pub fn keep(self) {
        let plan = self.runs.with_value(|runs| {
            let run = runs.get(self.lead.get_untracked())?;
            Some(Plan { name: format!("{}{KEPT}", run.plan().name), ..run.plan().clone() })
        });
        if let Some(plan) = plan.filter(|_| self.kept.with_untracked(Option::is_none)) {
            self.stand_still();
            self.waiting.update_value(|waiting| waiting.push(plan.clone()));
            self.kept.set(Some(Arc::new(plan)));
            self.go_on();
        }
    }

    /// The run that was kept is let go.
    pub fn let_go(self) {
        if self.kept.with_untracked(Option::is_none) {
            return;
        }
        let own_runs = self.own_runs.get_value();
        self.stand_still();
        self.waiting.update_value(|waiting| waiting.retain(|plan| !plan.name.ends_with(KEPT)));
        self.runs.update_value(|runs| runs.truncate(own_runs));
        self.kept.set(None);
        if self.lead.get_untracked() >= own_runs {
            self.lead.set(0);
        }
        self.go_on();
    }

    /// At the moment on show, with the lanes to be put together anew.
    fn stand_still(self) {
        self.plays.set(false);
        self.goal.set_value(self.shown.with_untracked(|shown| shown.tick));
        self.furthest.set_value((0, Arc::default()));
    }

    fn title_of(self, event: &Event) -> String {
        self.runs
            .with_value(|runs| runs.first().map_or_else(String::new, |run| event.what.title(&run.membership().fleet)))
    }
}

/// Moves the focus once what has changed is there.
fn focus_later(selector: String) {
    set_timeout(move || focus_first_shown(&selector), Duration::ZERO);
}
