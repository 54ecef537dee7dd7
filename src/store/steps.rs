//! The steps of the history as the page shows them, and the way back and forth.

use std::sync::Arc;

use leptos::prelude::*;
use placement::{history::History, scenario::Scenario};

use super::Store;
use crate::view::View;

/// The steps of the history as they were on show, and which of them is now.
#[derive(Clone, Default, Debug)]
pub struct Steps {
    /// All that can be gone to.
    pub steps: Vec<Step>,
    /// The place of the one on show.
    pub at: usize,
}

/// One step of the history.
#[derive(Clone, Debug)]
pub struct Step {
    /// The change in words; empty for the start.
    pub title: String,
    /// The share of the keys that it moved, as it was when the step was last on show; `None` where that says nothing.
    pub moved: Option<String>,
    /// Whose share it is: a step that is amended is another one.
    scenario: Arc<Scenario>,
}

impl Steps {
    /// The steps of a history, with the share of the one on show, once there is a view of it; the shares of the others are
    /// taken over.
    pub(super) fn after(&self, history: &History, view: Option<&View>) -> Self {
        let at = history.at();
        let movement = view.and_then(|view| view.change.as_ref()?.movement.as_ref());
        let now = movement.map(|movement| movement.share().percent());
        let steps = history.steps().iter().enumerate().map(|(place, step)| {
            let moved = if place == at && now.is_some() {
                now.clone()
            } else {
                let known = self.steps.iter().find(|known| Arc::ptr_eq(&known.scenario, &step.scenario));
                known.and_then(|known| known.moved.clone())
            };
            Step { title: step.title.clone(), moved, scenario: Arc::clone(&step.scenario) }
        });
        Self { steps: steps.collect(), at }
    }
}

impl Store {
    /// Can the last step be undone?
    #[must_use]
    pub fn can_undo(&self) -> Signal<bool> {
        let undo_redo = self.undo_redo;
        Signal::derive(move || undo_redo.get().0)
    }

    /// Can an undone step be redone?
    #[must_use]
    pub fn can_redo(&self) -> Signal<bool> {
        let undo_redo = self.undo_redo;
        Signal::derive(move || undo_redo.get().1)
    }

    /// The steps of the history.
    #[must_use]
    pub fn steps(&self) -> Signal<Steps> {
        self.steps.into()
    }

    /// One step back: of the drill on show, where one was made since the last step of the history.
    pub fn undo(&self) {
        if !self.step_drill(true) {
            self.step(&History::undo);
        }
    }

    /// One step forth.
    pub fn redo(&self) {
        if !self.step_drill(false) {
            self.step(&History::redo);
        }
    }

    /// What can be undone and done again now.
    pub(super) fn tell_undo_redo(&self) {
        let here = self.scenario();
        let of_drill = self.drill_steps.with_value(|steps| steps.can(&here));
        let can = self.history.with_value(|history| {
            (of_drill.0 || history.at() > 0, of_drill.1 || history.at() + 1 < history.steps().len())
        });
        self.undo_redo.set(can);
    }

    /// Back or forth to a step by its place.
    pub fn go_to(&self, at: usize) {
        self.step(&|history| history.go_to(at));
    }

    fn step(&self, step: &dyn Fn(&mut History) -> bool) {
        self.end_gesture();
        let (from, title) = self.history.with_value(|history| (history.at(), history.title().to_owned()));
        if self.history.try_update_value(step) == Some(true) {
            self.notes.set(Vec::new());
            self.recall_target(from, self.history.with_value(History::at));
            self.show();
            let undone = match from.checked_sub(self.history.with_value(History::at)) {
                None | Some(0) => None,
                Some(1) => Some(title),
                Some(steps) => Some(format!("{steps} steps")),
            };
            self.settle(undone.as_deref());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::scenario::Command;

    fn with_nodes(count: u32) -> Scenario {
        let mut scenario = Scenario::default();
        scenario.apply(Command::SetNodeCount(count)).expect("a count");
        scenario
    }

    fn now(history: &History) -> View {
        View::new(history.current(), history.title(), history.previous().map(|before| &**before), None)
    }

    fn moved(steps: &Steps) -> Vec<Option<&str>> {
        steps.steps.iter().map(|step| step.moved.as_deref()).collect()
    }

    #[test]
    fn a_step_keeps_the_share_with_which_it_was_on_show() {
        let mut history = History::new(with_nodes(8));
        let start = Steps::default().after(&history, Some(&now(&history)));
        assert_eq!((moved(&start), start.at), (vec![None], 0));
        history.push("9 nodes".into(), with_nodes(9));
        let added = start.after(&history, Some(&now(&history)));
        assert_eq!(moved(&added), [None, Some("4.9 %")]);
        history.go_to(0);
        let back = added.after(&history, Some(&now(&history)));
        assert_eq!((moved(&back), back.at), (vec![None, Some("4.9 %")], 0));
        // An amended step is another one: what was known of the old one is not taken for it.
        history.go_to(1);
        history.amend("10 nodes".into(), with_nodes(10));
        history.go_to(0);
        assert_eq!(moved(&back.after(&history, Some(&now(&history)))), [None, None]);
    }
}
