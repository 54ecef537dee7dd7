//! Commands carried out, each a step of the history; and what follows once a change is over.

use std::sync::Arc;

use leptos::prelude::*;
use placement::scenario::{Command, Scenario, ScenarioError};

use super::{Store, drill_steps::DrillSteps};
use crate::{a11y, finding};

impl Store {
    /// The scenario of now, without following it.
    #[must_use]
    pub fn scenario(&self) -> Arc<Scenario> {
        self.history.with_value(|history| Arc::clone(history.current()))
    }

    /// Carries out a command as a step of its own; a gesture under way is settled first.
    ///
    /// # Errors
    /// The command does not fit; the message is for people and nothing has changed.
    pub fn dispatch(&self, command: Command) -> Result<(), ScenarioError> {
        if let Some(column) = self.own_column(std::slice::from_ref(&command)) {
            return self.change_own(column, &[command]);
        }
        self.end_gesture();
        let mut scenario = (*self.scenario()).clone();
        let effects = scenario.apply(command)?;
        self.take(effects.title, effects.notes, scenario);
        Ok(())
    }

    /// Carries out a command; what does not fit becomes a note.
    pub fn try_dispatch(&self, command: Command) {
        if let Err(error) = self.dispatch(command) {
            self.notes.set(vec![error.to_string()]);
        }
    }

    /// Carries out several commands as one step with a title.
    ///
    /// # Errors
    /// One does not fit; the message is for people and nothing has changed.
    pub fn dispatch_all(&self, title: &str, commands: &[Command]) -> Result<(), ScenarioError> {
        if let Some(column) = self.own_column(commands) {
            return self.change_own(column, commands);
        }
        self.end_gesture();
        let mut scenario = (*self.scenario()).clone();
        let mut notes = Vec::new();
        for command in commands {
            notes.extend(scenario.apply(command.clone())?.notes);
        }
        self.take(title.to_owned(), notes, scenario);
        Ok(())
    }

    /// The same; what does not fit becomes a note.
    pub fn try_dispatch_all(&self, title: &str, commands: &[Command]) {
        if let Err(error) = self.dispatch_all(title, commands) {
            self.notes.set(vec![error.to_string()]);
        }
    }

    /// Another scenario is on show, as a step of its own.
    pub(super) fn take(&self, title: String, notes: Vec<String>, scenario: Scenario) {
        self.notes.set(notes);
        self.drill_steps.update_value(DrillSteps::forget_undone);
        self.history.update_value(|history| history.push(title, scenario));
        self.show();
        self.settle(None);
    }

    /// A change is over: the address follows, and it is said once; of a step back, what was undone.
    pub(super) fn settle(&self, undone: Option<&str>) {
        if self.work.is_under_way() {
            self.unsettled.set_value(Some(undone.map(str::to_owned)));
            return;
        }
        let encoded = self.encoded();
        if !encoded.notes.is_empty() {
            self.notes.update(|notes| notes.extend(encoded.notes.iter().map(ToString::to_string)));
        }
        self.write_address(&encoded);
        let text = self.view.with_untracked(|view| finding::announcement(view, undone));
        a11y::announce(self.announcement, text);
        self.prepare();
        self.settled.update(|count| *count += 1);
    }
}
