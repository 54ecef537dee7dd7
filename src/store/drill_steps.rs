//! What the reader did to the drill on show, step by step, so that it can be undone. The history knows scenarios only; so
//! each of these steps stands beside the scenario at which it was made, and its turn comes when that is on show.

use std::sync::Arc;

use placement::{drill::Asked, scenario::Scenario};

/// Most steps that are kept; older ones are forgotten.
const MOST: usize = 200;

/// A step, with the drill on its other side: before it while it is done, after it while it is undone.
#[derive(Clone, Debug)]
struct Step {
    at: Arc<Scenario>,
    title: String,
    other: Asked,
}

/// The steps that are done and those that were undone, the nearest last.
#[derive(Clone, Debug, Default)]
pub(super) struct DrillSteps {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl DrillSteps {
    /// A step from a drill to another, made while a scenario is on show. What had been undone is forgotten.
    pub(super) fn push(&mut self, at: &Arc<Scenario>, title: &str, before: Asked) {
        self.undone.clear();
        if self.done.len() == MOST {
            self.done.remove(0);
        }
        self.done.push(Step { at: Arc::clone(at), title: title.to_owned(), other: before });
    }

    /// What had been undone is forgotten: the scenario has gone on to another.
    pub(super) fn forget_undone(&mut self) {
        self.undone.clear();
    }

    /// Can a step be undone, and one be done again, before any of the history?
    pub(super) fn can(&self, here: &Arc<Scenario>) -> (bool, bool) {
        let is_near = |steps: &[Step]| steps.last().is_some_and(|step| Arc::ptr_eq(&step.at, here));
        (is_near(&self.done), is_near(&self.undone))
    }

    /// The drill before the last step, with the step in words; `None` where a step of the history comes first.
    pub(super) fn undo(&mut self, here: &Arc<Scenario>, now: Asked) -> Option<(String, Asked)> {
        if self.can(here).0 { turn(&mut self.done, &mut self.undone, now) } else { None }
    }

    /// The drill after the step that was undone last, in the same way.
    pub(super) fn redo(&mut self, here: &Arc<Scenario>, now: Asked) -> Option<(String, Asked)> {
        if self.can(here).1 { turn(&mut self.undone, &mut self.done, now) } else { None }
    }
}

/// Takes a step from one side to the other.
fn turn(from: &mut Vec<Step>, to: &mut Vec<Step>, now: Asked) -> Option<(String, Asked)> {
    let Step { at, title, other } = from.pop()?;
    to.push(Step { at, title: title.clone(), other: now });
    Some((title, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        drill::{Event, Happening},
        fleet::NodeId,
    };

    fn with_kills(count: u32) -> Asked {
        let mut asked = Asked::new("flap").expect("a drill");
        for at in 0..count {
            asked.add(Event::at(at, Happening::Kill(NodeId(at))));
        }
        asked
    }

    #[test]
    fn steps_go_back_and_forth_each_at_its_own_scenario() {
        let [first, second] = [Scenario::default(), Scenario::default()].map(Arc::new);
        let mut steps = DrillSteps::default();
        assert_eq!(steps.can(&first), (false, false));
        steps.push(&first, "one", with_kills(0));
        steps.push(&second, "two", with_kills(1));
        // Between the two the scenario was changed: that is undone first.
        assert_eq!((steps.can(&first), steps.can(&second)), ((false, false), (true, false)));
        assert_eq!(steps.undo(&first, with_kills(2)), None);
        assert_eq!(steps.undo(&second, with_kills(2)), Some(("two".into(), with_kills(1))));
        assert_eq!((steps.can(&first), steps.can(&second)), ((true, false), (false, true)));
        assert_eq!(steps.undo(&first, with_kills(1)), Some(("one".into(), with_kills(0))));
        assert_eq!(steps.redo(&second, with_kills(0)), None);
        assert_eq!(steps.redo(&first, with_kills(0)), Some(("one".into(), with_kills(1))));
        assert_eq!(steps.redo(&second, with_kills(1)), Some(("two".into(), with_kills(2))));
        // A step of another kind, and what was undone is gone.
        assert!(steps.undo(&second, with_kills(2)).is_some());
        steps.push(&second, "three", with_kills(1));
        assert_eq!(steps.can(&second), (true, false));
    }

    #[test]
    fn old_steps_are_forgotten() {
        let here = Arc::new(Scenario::default());
        let mut steps = DrillSteps::default();
        for at in 0..300 {
            steps.push(&here, &at.to_string(), with_kills(0));
        }
        let undone = std::iter::from_fn(|| steps.undo(&here, with_kills(0))).collect::<Vec<_>>();
        assert_eq!((undone.len(), undone.last().map(|last| last.0.as_str())), (MOST, Some("100")));
    }
}
