//! Gestures: a drag or a turn of a wheel is many commands and one step.

use std::sync::Arc;

use leptos::prelude::*;
use placement::scenario::{Command, Scenario, ScenarioError};

use super::{Store, drill_steps::DrillSteps};

impl Store {
    /// Begins a gesture: the commands that follow through [`Store::drag`] are one step.
    pub fn begin_gesture(&self) {
        self.end_gesture();
        if let Some(column) = self.column {
            column.keep(self.own(column));
        }
        self.gesture.set_value(Some(self.scenario()));
    }

    /// The gesture goes on: this command takes the place of the one before it.
    ///
    /// # Errors
    /// The command does not fit; the one before it stands.
    pub fn drag(&self, command: Command) -> Result<(), ScenarioError> {
        if self.own_column(std::slice::from_ref(&command)).is_some() {
            return self.dispatch(command);
        }
        let Some(base) = self.gesture.get_value() else { return self.dispatch(command) };
        let mut scenario = (*base).clone();
        let effects = scenario.apply(command)?;
        self.notes.set(effects.notes);
        self.drill_steps.update_value(DrillSteps::forget_undone);
        let goes_on = self.has_left(&base);
        self.history.update_value(|history| {
            if goes_on {
                history.amend(effects.title, scenario);
            } else {
                history.push(effects.title, scenario);
            }
        });
        self.show();
        Ok(())
    }

    /// The gesture is over; its last command stands. One that led nowhere was nothing.
    pub fn end_gesture(&self) {
        if let Some(base) = self.gesture.try_update_value(Option::take).flatten()
            && self.has_left(&base)
        {
            self.settle(None);
        }
    }

    /// The gesture is given up: back to where it began.
    pub fn cancel_gesture(&self) {
        if let Some((column, own)) = self.column.and_then(|column| Some((column, column.kept()?))) {
            self.set_own(column, own);
        }
        if let Some(base) = self.gesture.try_update_value(Option::take).flatten()
            && self.has_left(&base)
        {
            self.notes.set(Vec::new());
            self.history.update_value(|history| history.amend(String::new(), (*base).clone()));
            self.show();
            self.settled.update(|count| *count += 1);
        }
    }

    /// Is a gesture under way?
    #[must_use]
    pub fn is_in_gesture(&self) -> bool {
        self.gesture.with_value(Option::is_some)
    }

    /// Is another scenario on show than the one that a gesture began with?
    fn has_left(&self, base: &Arc<Scenario>) -> bool {
        !Arc::ptr_eq(&self.scenario(), base)
    }
}
