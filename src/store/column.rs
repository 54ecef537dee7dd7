//! A store of one column of a comparison, or of where a migration goes: the same page, but what is on show is the column's
//! own view, and a setting that is turned there is the column's own. All else is shared, so that a node that stands out
//! does so in every column.

use std::sync::Arc;

use leptos::prelude::*;
use placement::{
    beside::Variant,
    migration::Target,
    scenario::{Command, ScenarioError},
};

use super::{Store, on_show::first_view};
use crate::{
    compare::{Wanted, change, first_column},
    view::{Making, View},
    work::Work,
};

/// A column. Copies are the same.
#[derive(Clone, Copy)]
pub struct Column {
    /// Which one.
    pub kind: Kind,
    /// What it shows.
    pub(super) view: RwSignal<Arc<View>>,
    /// Why it cannot be placed, if so.
    pub refused: RwSignal<Option<String>>,
    /// What a gesture began with.
    gesture: StoredValue<Option<Own>>,
}

/// What stands beside the page's own placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A column of the comparison by its place; the first is the page's own.
    Compared(usize),
    /// What the page's own is migrated to.
    Target,
}

/// What a column does not share with the page.
#[derive(Clone)]
pub(super) enum Own {
    /// Its settings.
    Variant(Variant),
    /// Where the migration goes.
    Target(Target),
}

impl Column {
    /// Its place among those that are compared.
    #[must_use]
    pub fn place(self) -> usize {
        if let Kind::Compared(place) = self.kind { place } else { 0 }
    }

    /// A gesture begins here.
    pub(super) fn keep(self, own: Option<Own>) {
        self.gesture.set_value(own);
    }

    /// What the gesture began with, which is over.
    pub(super) fn kept(self) -> Option<Own> {
        self.gesture.try_update_value(Option::take).flatten()
    }
}

impl Store {
    /// The store of a column, whose view follows that of the page, and what is the column's own.
    #[must_use]
    pub fn of_column(&self, kind: Kind) -> Self {
        let page = Self { column: None, ..*self };
        let shown = page.view.get_untracked();
        let wanted = page.wanted(kind, &shown);
        let (view, late) = match &wanted {
            None => (first_column(&shown), None),
            Some(Ok(wanted)) => {
                let (view, late) = first_view(wanted.making(Some(&shown), None), &wanted.scenario);
                (Arc::new(view), late)
            }
            // Something must be on show; the column says that it is not its own.
            Some(Err(_)) => (Arc::new(shown.without_change()), None),
        };
        let refused = wanted.as_ref().and_then(|wanted| wanted.as_ref().err().map(ToString::to_string));
        let column = Column {
            kind,
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
            page.target.track();
            let wanted = page.wanted(kind, &shown);
            match &wanted {
                None => column.view.set(first_column(&shown)),
                Some(Ok(wanted)) => {
                    column.refused.set(None);
                    if last.flatten().as_ref() != Some(wanted) {
                        let making = wanted.making(Some(&shown), Some(&column.view.get_untracked()));
                        this.make_column(column, making);
                    }
                }
                Some(Err(error)) => column.refused.set(Some(error.to_string())),
            }
            wanted.and_then(Result::ok)
        });
        this
    }

    /// What a column places; `None` for the first, which shows the page's own.
    fn wanted(&self, kind: Kind, shown: &View) -> Option<Result<Wanted, ScenarioError>> {
        let Kind::Compared(place) = kind else {
            let target = self.target.get_untracked()?;
            return Some(Wanted::to(&target, shown));
        };
        let variant = self.variants.with_untracked(|variants| variants.get(place.checked_sub(1)?).cloned())?;
        Some(Wanted::by(&variant, shown))
    }

    fn make_column(self, column: Column, making: Box<Making>) {
        let then = move |view| column.view.set(Arc::new(view));
        if let Some(view) = self.work.make(making, Arc::new(then)) {
            column.view.set(Arc::new(view));
        }
    }

    /// The column that commands are for: settings are the column's own, and where a migration goes servers too; all else
    /// is the page's.
    pub(super) fn own_column(&self, commands: &[Command]) -> Option<Column> {
        let is_own = |column: &Column, command: &Command| match column.kind {
            Kind::Compared(place) => place > 0 && matches!(command, Command::Set(..) | Command::SetAlgorithm(_)),
            Kind::Target => !matches!(command, Command::SetKeys(_)),
        };
        self.column.filter(|column| commands.iter().all(|command| is_own(column, command)))
    }

    /// What is a column's own.
    pub(super) fn own(&self, column: Column) -> Option<Own> {
        match column.kind {
            Kind::Compared(place) => {
                let of = |variants: &Vec<Variant>| variants.get(place.checked_sub(1)?).cloned();
                self.variants.with_untracked(of).map(Own::Variant)
            }
            Kind::Target => self.target.get_untracked().map(Own::Target),
        }
    }

    /// Carries out commands on what is a column's own.
    pub(super) fn change_own(&self, column: Column, commands: &[Command]) -> Result<(), ScenarioError> {
        let (own, notes) = match self.own(column) {
            None => return Ok(()),
            Some(Own::Variant(variant)) => {
                let mut placed = variant.on(&self.scenario())?;
                let mut notes = Vec::new();
                for command in commands {
                    notes.extend(placed.apply(command.clone())?.notes);
                }
                (Own::Variant(Variant::of(&placed)), notes)
            }
            Some(Own::Target(target)) => {
                let (target, notes) = target.after(commands, &self.scenario())?;
                (Own::Target(target), notes)
            }
        };
        self.notes.set(notes);
        self.set_own(column, own);
        Ok(())
    }

    /// Gives a column something else of its own. The address follows.
    pub(super) fn set_own(&self, column: Column, own: Own) {
        match own {
            Own::Variant(variant) => {
                let mut variants = self.variants.get_untracked();
                if let Some(here) = column.place().checked_sub(1).and_then(|at| variants.get_mut(at)) {
                    *here = variant;
                    self.compare_with(variants);
                }
            }
            Own::Target(target) => self.migrate_to(target),
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
