//! What is on show: what is derived from it, and the next view in the making.

use std::sync::Arc;

use leptos::prelude::*;
use placement::{history::History, scenario::Scenario};

use super::Store;
use crate::{
    idle::when_idle,
    react,
    view::{Making, View},
    work::Work,
};

/// Keys on show while all are being placed for the first time.
const FEW_KEYS: u32 = 1_000;

impl Store {
    /// What is on show.
    #[must_use]
    pub fn view(&self) -> Signal<Arc<View>> {
        self.on_show().into()
    }

    /// The page's own view, or that of the column.
    pub(super) fn on_show(&self) -> RwSignal<Arc<View>> {
        self.column.map_or(self.view, |column| column.view)
    }

    /// Something derived from what is on show.
    pub fn derive<T: PartialEq + Send + Sync + 'static>(
        &self,
        read: impl Fn(&View) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        let view = self.on_show();
        Memo::new(move |_| view.with(|view| read(view)))
    }

    /// A text derived from what is on show.
    pub fn text(&self, read: impl Fn(&View) -> String + Send + Sync + 'static) -> Signal<String> {
        let view = self.on_show();
        react::text(move || view.with(|view| read(view)))
    }

    /// A condition derived from what is on show.
    pub fn flag(&self, read: impl Fn(&View) -> bool + Send + Sync + 'static) -> Signal<bool> {
        let view = self.on_show();
        react::flag(move || view.with(|view| read(view)))
    }

    /// A number derived from what is on show.
    pub fn number(&self, read: impl Fn(&View) -> u32 + Send + Sync + 'static) -> Signal<u32> {
        let view = self.on_show();
        react::number(move || view.with(|view| read(view)))
    }

    /// Shows the current step of the history, at once or when its view is there.
    pub(super) fn show(&self) {
        self.looks_ahead.set(false);
        let last = self.view.get_untracked();
        let making = self.history.with_value(|history| Box::new(making_of(history, Some(&last))));
        self.tell_undo_redo();
        self.unsettled.set_value(None);
        if !self.make(making) {
            self.show_steps(None);
        }
    }

    /// Makes a view and shows it; false where it comes later.
    pub(super) fn make(&self, making: Box<Making>) -> bool {
        let this = *self;
        let then = move |view| {
            this.show_view(view);
            if let Some(undone) = this.unsettled.try_update_value(Option::take).flatten() {
                this.settle(undone.as_deref());
            }
        };
        let view = self.work.make(making, Arc::new(then));
        let is_there = view.is_some();
        view.into_iter().for_each(|view| self.show_view(view));
        is_there
    }

    fn show_view(&self, view: View) {
        self.show_steps(Some(&view));
        self.view.set(Arc::new(view));
    }

    fn show_steps(&self, view: Option<&View>) {
        self.steps.update(|steps| *steps = self.history.with_value(|history| steps.after(history, view)));
    }

    /// Keys placed, of all, where the next view takes long.
    #[must_use]
    pub fn progress(&self) -> Signal<Option<(u32, u32)>> {
        self.work.progress.into()
    }

    /// When nobody waits, makes ready what a change would have to make first.
    pub fn prepare(&self) {
        for keys in self.view.with_untracked(|view| view.unprepared()) {
            when_idle(Box::new(move || keys.prepare()));
        }
    }
}

/// The view of a history's current step, to be made.
pub(super) fn making_of(history: &History, last: Option<&View>) -> Making {
    Making::new(history.current(), history.title(), history.previous().map(|before| &**before), last)
}

/// A first view; where it takes long it is of few keys until all are placed: there is something to show at once, and
/// nothing of it is untrue.
pub(super) fn first_view(making: Box<Making>, scenario: &Scenario) -> (View, Option<Box<Making>>) {
    match Work::first(making) {
        Ok(view) => (view, None),
        Err(making) => (View::new(&of_few_keys(scenario), "", None, None), Some(making)),
    }
}

/// The same scenario with its first keys only.
fn of_few_keys(scenario: &Scenario) -> Scenario {
    Scenario { keys: scenario.keys.part(0, FEW_KEYS), ..scenario.clone() }
}
