//! A store of one column of a comparison: the same page, but what is on show is the column's own view, and a setting that
//! is turned there is the column's own. All else is shared, so that a node that stands out does so in every column.

use std::sync::Arc;

use leptos::prelude::*;
use placement::{
    beside::Variant,
    scenario::{Command, ScenarioError},
};

use super::{Store, first_view};
use crate::{
    compare::{Wanted, change, first_column},
    view::{Making, View},
    work::Work,
};

/// A column. Copies are the same.
#[derive(Clone, Copy)]
pub struct Column {
    /// Its place; the first is the page's own placement.
    pub place: usize,
    /// What it shows.
    pub(super) view: RwSignal<Arc<View>>,
    /// Why it cannot be placed, if so.
    pub refused: RwSignal<Option<String>>,
    /// The variant that a gesture began with.
    gesture: StoredValue<Option<Variant>>,
}

impl Column {
    /// A gesture begins here.
    pub(super) fn keep(self, variant: Option<Variant>) {
        self.gesture.set_value(variant);
    }

    /// What the gesture began with, which is over.
    pub(super) fn kept(self) -> Option<Variant> {
        self.gesture.try_update_value(Option::take).flatten()
    }
}

impl Store {
    /// The store of a column, whose view follows that of the page, and the column's own settings.
    #[must_use]
    pub fn of_column(&self, place: usize) -> Self {
        let page = Self { column: None, ..*self };
        let shown = page.view.get_untracked();
        let wanted = page.wanted(place, &shown);
        let (view, late) = match &wanted {
            None => (first_column(&shown), None),
            Some(Ok(wanted)) => {
                let (view, late) = first_view(wanted.making(None), &wanted.scenario);
                (Arc::new(view), late)
            }
            // Something must be on show; the column says that it is not its own.
            Some(Err(_)) => (first_column(&shown), None),
        };
        let refused = wanted.as_ref().and_then(|wanted| wanted.as_ref().err().map(ToString::to_string));
        let column = Column {
            place,
            view: RwSignal::new(view),
            refused: RwSignal::new(refused),
            gesture: StoredValue::new(None),
        };
        let this = Self { column: Some(column), work: Work::in_slices(), ..*self };
        if let Some(making) = late {
            this.make_column(column, making);
        }
        Effect::new(move |last: Option<Option<Wanted>>| {
            let shown = page.view.get();
            page.variants.track();
            let wanted = page.wanted(place, &shown);
            match &wanted {
                None => column.view.set(first_column(&shown)),
                Some(Ok(wanted)) => {
                    column.refused.set(None);
                    if last.flatten().as_ref() != Some(wanted) {
                        this.make_column(column, wanted.making(Some(&column.view.get_untracked())));
                    }
                }
                Some(Err(error)) => column.refused.set(Some(error.to_string())),
            }
            wanted.and_then(Result::ok)
        });
        this
    }

    /// What a column places; `None` for the first, which shows the page's own.
    fn wanted(&self, place: usize, shown: &View) -> Option<Result<Wanted, ScenarioError>> {
        let variant = self.variants.with_untracked(|variants| variants.get(place.checked_sub(1)?).cloned())?;
        Some(Wanted::by(&variant, shown))
    }

    fn make_column(self, column: Column, making: Box<Making>) {
        let then = move |view| column.view.set(Arc::new(view));
        if let Some(view) = self.work.make(making, Arc::new(then)) {
            column.view.set(Arc::new(view));
        }
    }

    /// The column that a command is for: settings are the column's own, all else is the page's.
    pub(super) fn own_column(&self, command: &Command) -> Option<Column> {
        let is_setting = matches!(command, Command::Set(..) | Command::SetAlgorithm(_));
        self.column.filter(|column| is_setting && column.place > 0)
    }

    /// The settings of a column.
    pub(super) fn variant(&self, column: Column) -> Option<Variant> {
        self.variants.with_untracked(|variants| variants.get(column.place.checked_sub(1)?).cloned())
    }

    /// Carries out a command on the settings of a column.
    pub(super) fn change_variant(&self, column: Column, command: Command) -> Result<(), ScenarioError> {
        let Some(variant) = self.variant(column) else { return Ok(()) };
        let mut placed = variant.on(&self.scenario())?;
        let effects = placed.apply(command)?;
        self.notes.set(effects.notes);
        self.set_variant(column, Variant::of(&placed));
        Ok(())
    }

    /// Gives a column other settings. The address follows.
    pub(super) fn set_variant(&self, column: Column, variant: Variant) {
        let mut variants = self.variants.get_untracked();
        if let Some(here) = column.place.checked_sub(1).and_then(|at| variants.get_mut(at)) {
            *here = variant;
            self.compare_with(variants);
        }
    }

    /// Everything that is compared, the page's own placement first. Follows it.
    #[must_use]
    pub fn placements(&self) -> Vec<Variant> {
        let own = self.view.with(|view| Variant::of(view.scenario()));
        [own].into_iter().chain(self.variants.get()).collect()
    }

    /// No longer compares with the placement of a column.
    pub fn remove_variant(self, place: usize) {
        let mut variants = self.variants.get_untracked();
        if let Some(at) = place.checked_sub(1).filter(|&at| at < variants.len()) {
            variants.remove(at);
            self.compare_with(variants);
        }
    }

    /// Shows the placement of a column in the explorer, as a step of the history.
    pub fn explore(self, place: usize) {
        let variant = self.variants.with_untracked(|variants| variants.get(place.checked_sub(1)?).cloned());
        let placed = variant.and_then(|variant| variant.on(&self.scenario()).ok());
        if let Some(scenario) = placed {
            let title = format!("Place {} {}", scenario.algorithm.preposition, scenario.algorithm.name);
            self.take(title, Vec::new(), scenario);
            self.show_lab(None);
        }
    }

    /// Carries out a command in place of the last step, which is taken back; what does not fit becomes a note.
    pub fn try_instead(&self, command: Command) {
        self.end_gesture();
        let shown = self.view.get_untracked();
        let before = if change(&shown).is_some() {
            self.history.with_value(|history| history.previous().cloned())
        } else {
            None
        };
        let mut scenario = before.as_ref().map_or_else(|| (*self.scenario()).clone(), |before| (**before).clone());
        match scenario.apply(command) {
            Ok(effects) => {
                if before.is_some() {
                    self.history.update_value(|history| {
                        history.undo();
                    });
                }
                self.take(effects.title, effects.notes, scenario);
            }
            Err(error) => self.notes.set(vec![error.to_string()]),
        }
    }

    /// The column that this is the store of.
    #[must_use]
    pub fn column(&self) -> Option<Column> {
        self.column
    }
}
