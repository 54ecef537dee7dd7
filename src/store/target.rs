//! Where a migration goes: the page's own scenario is where keys come from, and the other side has settings and servers of
//! its own. What is changed there is no step of the history; what changes both sides is one, and to undo it brings both
//! back.

use std::sync::Arc;

use leptos::prelude::*;
use placement::{
    beside::Variant,
    migration::{Matching, Target, servers_of},
    scenario::{Command, Scenario, ScenarioError},
};

use super::{Kind, Store};
use crate::{
    migrate::{self, Example},
    movement_show::MovementShow,
};

/// Steps of the history for which the other side is remembered.
const REMEMBERED: usize = 64;

/// Another scenario where keys come from, and where they go from there.
type Sides = Result<(Scenario, Target), ScenarioError>;

/// A step of the history that changed both sides.
pub(super) struct Turn {
    /// The page's scenario before and after it.
    scenarios: [Arc<Scenario>; 2],
    /// Where it went before and after.
    targets: [Target; 2],
}

impl Store {
    /// Is the migration on show?
    #[must_use]
    pub fn migrates(&self) -> Signal<bool> {
        self.migrates.into()
    }

    /// Where it goes. Follows it.
    #[must_use]
    pub fn target(&self) -> Signal<Option<Target>> {
        self.target.into()
    }

    /// Shows the migration: to where it went last, or to where one usually goes.
    pub fn show_migration(&self) {
        self.end_gesture();
        if self.target.with_untracked(Option::is_none) {
            self.target.set(Some(migrate::usual(&self.scenario())));
        }
        self.leave();
        self.migrates.set(true);
        self.write_address(&self.encoded());
    }

    /// Goes elsewhere. The address follows.
    pub(super) fn migrate_to(&self, target: Target) {
        self.target.set(Some(target));
        self.write_address(&self.encoded());
    }

    /// The store of where it goes: its view is of that after what is on show, and what is looked at of it is its own.
    #[must_use]
    pub fn of_target(&self) -> Self {
        let movement = MovementShow::new();
        movement.flow.set(true);
        Self { movement, ..self.of_column(Kind::Target) }
    }

    /// Other rules for which server is which; the names stay.
    pub fn match_servers(&self, matching: Matching) {
        if let Some(target) = self.target.get_untracked() {
            self.migrate_to(Target { matching, ..target });
        }
    }

    /// The other side has the servers of the page's scenario, whatever they are.
    pub fn share_servers(&self) {
        if let Some(target) = self.target.get_untracked() {
            self.migrate_to(Target { servers: None, ..target });
        }
    }

    /// The other side is as this one, with a list of servers of its own: before and after an edit.
    pub fn copy_to_target(&self) {
        let (here, servers) = self.view.with_untracked(|view| (Variant::of(view.scenario()), servers_of(view.fleet())));
        self.migrate_to(Target { servers: Some(servers), ..Target::by(here) });
    }

    /// What is gone to becomes what is come from, and the other way round: a step of the history.
    pub fn swap_sides(&self) {
        self.turn("Swap the sides of the migration", &|target, store| target.swapped(&store.scenario()));
    }

    /// What is gone to becomes what is come from, and stays what is gone to: the next migration begins there.
    pub fn go_on_from_target(&self) {
        self.turn("Go on from where the migration went", &|target, store| {
            Ok((target.on(&store.scenario())?, target.clone()))
        });
    }

    fn turn(&self, title: &str, turn: &dyn Fn(&Target, &Self) -> Sides) {
        self.end_gesture();
        let Some(target) = self.target.get_untracked() else { return };
        match turn(&target, self) {
            Ok((scenario, to)) => self.take_both(title, Vec::new(), scenario, to),
            Err(error) => self.notes.set(vec![error.to_string()]),
        }
    }

    /// Other sides, both of them, as one step of the history.
    fn take_both(&self, title: &str, notes: Vec<String>, scenario: Scenario, to: Target) {
        let (before, target) = (self.scenario(), self.target.get_untracked());
        self.target.set(Some(to.clone()));
        self.take(title.to_owned(), notes, scenario);
        self.write_address(&self.encoded());
        if let (Some(target), after) = (target, self.scenario()) {
            self.turns.update_value(|turns| {
                turns.push(Turn { scenarios: [before, after], targets: [target, to] });
                if turns.len() > REMEMBERED {
                    turns.remove(0);
                }
            });
        }
    }

    /// Loads an example: both sides, on the servers and with the keys of the page.
    pub fn load_example(&self, example: Example) {
        self.end_gesture();
        let mut from = (*self.scenario()).clone();
        let to = from.apply(Command::SetAlgorithm(example.from)).and_then(|effects| {
            let to = (example.to)(&from);
            to.on(&from)?;
            Ok((effects, to))
        });
        match to {
            // The history tells what became of this side, and what that moved.
            Ok((effects, to)) => self.take_both(&effects.title, effects.notes, from, to),
            Err(error) => self.notes.set(vec![error.to_string()]),
        }
    }

    /// After steps back or forth, from one place of the history to another: where one of them changed both sides, the other
    /// side is what it was there.
    pub(super) fn recall_target(&self, from: usize, to: usize) {
        let steps: Vec<Arc<Scenario>> =
            self.history.with_value(|history| history.steps().iter().map(|step| Arc::clone(&step.scenario)).collect());
        let Some(mut target) = self.target.get_untracked() else { return };
        self.turns.update_value(|turns| {
            let mut at = from;
            while at != to {
                let next = if to > at { at + 1 } else { at - 1 };
                let passed = |turn: &&mut Turn| {
                    let [before, after] = &turn.scenarios;
                    let is = |one: &Arc<Scenario>, at: usize| steps.get(at).is_some_and(|step| Arc::ptr_eq(one, step));
                    is(before, at.min(next)) && is(after, at.max(next))
                };
                if let Some(turn) = turns.iter_mut().find(passed) {
                    // What it is now, it will be again on the way here.
                    let (here, there) = if next > at { (0, 1) } else { (1, 0) };
                    turn.targets[here] = target.clone();
                    target = turn.targets[there].clone();
                }
                at = next;
            }
        });
        self.target.set(Some(target));
    }
}
