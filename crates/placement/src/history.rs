//! Undo and redo: the scenarios that the reader has been through, one step for one gesture.

use std::sync::Arc;

use crate::scenario::Scenario;

/// Most steps that are kept; older ones are forgotten from the front.
const STEPS: usize = 200;

/// A scenario and the change that led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The change in words; empty for the start.
    pub title: String,
    /// The scenario after it.
    pub scenario: Arc<Scenario>,
}

/// Steps, and the one that is on show.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    steps: Vec<Step>,
    at: usize,
}

impl History {
    /// Starts with a scenario.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        Self { steps: vec![Step { title: String::new(), scenario: Arc::new(scenario) }], at: 0 }
    }

    /// The scenario on show.
    #[must_use]
    pub fn current(&self) -> &Arc<Scenario> {
        &self.steps[self.at].scenario
    }

    /// The change that led to it; empty at the start.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.steps[self.at].title
    }

    /// The scenario before that change.
    #[must_use]
    pub fn previous(&self) -> Option<&Arc<Scenario>> {
        self.at.checked_sub(1).map(|at| &self.steps[at].scenario)
    }

    /// All steps.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The place of the step on show.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// A new step after the one on show; what had been undone is forgotten. A scenario that is no other is no step.
    pub fn push(&mut self, title: String, scenario: Scenario) {
        if scenario == **self.current() {
            return;
        }
        self.steps.truncate(self.at + 1);
        self.steps.push(Step { title, scenario: Arc::new(scenario) });
        if self.steps.len() > STEPS {
            self.steps.remove(0);
        }
        self.at = self.steps.len() - 1;
    }

    /// Replaces the step on show, for a gesture that goes on; one that comes back to where it began leaves no step.
    pub fn amend(&mut self, title: String, scenario: Scenario) {
        if self.at == 0 {
            self.push(title, scenario);
            return;
        }
        self.at -= 1;
        self.steps.truncate(self.at + 1);
        self.push(title, scenario);
    }

    /// One step back; false at the start.
    pub fn undo(&mut self) -> bool {
        let can = self.at > 0;
        self.at -= usize::from(can);
        can
    }

    /// One step forth; false at the end.
    pub fn redo(&mut self) -> bool {
        let can = self.at + 1 < self.steps.len();
        self.at += usize::from(can);
        can
    }

    /// To a step by its place; false where there is none, or it is the one on show.
    pub fn go_to(&mut self, at: usize) -> bool {
        let can = at < self.steps.len() && at != self.at;
        if can {
            self.at = at;
        }
        can
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Command;

    fn with_nodes(count: u32) -> Scenario {
        let mut scenario = Scenario::default();
        scenario.apply(Command::SetNodeCount(count)).expect("a count");
        scenario
    }

    #[test]
    fn goes_back_and_forth_and_forgets_what_was_undone() {
        let mut history = History::new(with_nodes(8));
        assert!(!history.undo() && !history.redo());
        history.push("9".into(), with_nodes(9));
        history.push("9 again".into(), with_nodes(9));
        history.push("10".into(), with_nodes(10));
        assert_eq!(history.steps().len(), 3);
        assert!(history.undo() && history.undo() && !history.undo());
        assert_eq!((history.title(), history.previous()), ("", None));
        assert!(history.redo());
        assert_eq!(history.title(), "9");
        history.push("7".into(), with_nodes(7));
        assert!(!history.redo());
        assert_eq!(history.current().fleet.nodes().len(), 7);
    }

    #[test]
    fn goes_to_any_step_and_keeps_the_others() {
        let mut history = History::new(with_nodes(8));
        history.push("9".into(), with_nodes(9));
        history.push("10".into(), with_nodes(10));
        assert!(history.go_to(0) && !history.go_to(0) && !history.go_to(3));
        assert_eq!((history.at(), history.steps().len(), history.previous()), (0, 3, None));
        assert!(history.go_to(2) && !history.redo());
        assert_eq!((history.title(), history.current().fleet.nodes().len()), ("10", 10));
        assert!(history.go_to(1));
        history.push("7".into(), with_nodes(7));
        assert_eq!((history.steps().len(), history.at()), (3, 2));
    }

    #[test]
    fn one_gesture_is_one_step() {
        let mut history = History::new(with_nodes(8));
        history.push("9".into(), with_nodes(9));
        history.amend("10".into(), with_nodes(10));
        history.amend("11".into(), with_nodes(11));
        assert_eq!((history.steps().len(), history.title()), (2, "11"));
        history.amend("back".into(), with_nodes(8));
        assert_eq!((history.steps().len(), history.at()), (1, 0));
    }

    #[test]
    fn forgets_the_oldest_steps() {
        let mut history = History::new(with_nodes(0));
        for count in 1..=300 {
            history.push(count.to_string(), with_nodes(count));
        }
        assert_eq!((history.steps().len(), history.title()), (STEPS, "300"));
    }
}
