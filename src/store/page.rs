//! Which of the pages is on show: what each of them needs is in the store, and at most one of them is there.

use leptos::prelude::*;
use placement::{beside::Variant, drill::Asked};

use super::{Store, drill_steps::DrillSteps};
use crate::{a11y, compare, lab::Options};

/// One of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// The fleet, its picture and what moved.
    Explore,
    /// Placements side by side.
    Compare,
    /// From one placement to another.
    Migrate,
    /// Studies.
    Lab,
    /// What a placement does to a running fleet.
    Drills,
}

impl Store {
    /// The page on show. Follows it.
    #[must_use]
    pub fn page(&self) -> Page {
        if self.lab.with(Option::is_some) {
            Page::Lab
        } else if self.drill.with(Option::is_some) {
            Page::Drills
        } else if self.compares.get() {
            Page::Compare
        } else if self.migrates.get() {
            Page::Migrate
        } else {
            Page::Explore
        }
    }

    /// Takes what is on show away, for another page to come; what was compared and migrated to is kept.
    pub(super) fn leave(&self) {
        self.lab.set(None);
        self.drill.set(None);
        self.drill_steps.set_value(DrillSteps::default());
        self.tell_undo_redo();
        self.compares.set(false);
        self.migrates.set(false);
    }

    /// What is on show in the lab; `None` while it is not.
    #[must_use]
    pub fn lab(&self) -> Signal<Option<Options>> {
        self.lab.into()
    }

    /// Shows the lab, or the explorer again. The address follows.
    pub fn show_lab(&self, options: Option<Options>) {
        self.leave();
        self.lab.set(options);
        self.write_address(&self.encoded());
    }

    /// The drill on show; `None` while there is none.
    #[must_use]
    pub fn drill(&self) -> Signal<Option<Asked>> {
        self.drill.into()
    }

    /// Shows a drill, from another page. The address follows.
    pub fn show_drill(&self, asked: Asked) {
        self.leave();
        self.drill.set(Some(asked));
        self.write_address(&self.encoded());
    }

    /// Another drill than the one on show, or the same with other values or events: a step that can be undone, with its
    /// words. The address follows.
    pub fn change_drill(&self, title: &str, asked: Asked) {
        self.end_gesture();
        let Some(before) = self.drill.get_untracked() else { return self.show_drill(asked) };
        if before != asked {
            let here = self.scenario();
            self.drill_steps.update_value(|steps| steps.push(&here, title, before));
            self.set_drill(asked);
        }
    }

    fn set_drill(&self, asked: Asked) {
        self.drill.set(Some(asked));
        self.write_address(&self.encoded());
        self.tell_undo_redo();
    }

    /// Undoes the last step of the drill on show, or does again what was undone; false where there is none, or where a step
    /// of the history comes first.
    pub(super) fn step_drill(&self, is_back: bool) -> bool {
        self.end_gesture();
        let Some(now) = self.drill.get_untracked() else { return false };
        let here = self.scenario();
        let stepped = self.drill_steps.try_update_value(|steps| match is_back {
            true => steps.undo(&here, now),
            false => steps.redo(&here, now),
        });
        let Some((title, asked)) = stepped.flatten() else { return false };
        self.notes.set(Vec::new());
        self.set_drill(asked);
        let words = if is_back { "Undone" } else { "Done again" };
        a11y::announce(self.announcement, format!("{words}: {title}."));
        true
    }

    /// Is the comparison on show?
    #[must_use]
    pub fn compares(&self) -> Signal<bool> {
        self.compares.into()
    }

    /// Shows the comparison: with what was compared last, or with what one usually compares with.
    pub fn show_comparison(&self) {
        if self.variants.with_untracked(Vec::is_empty) {
            self.variants.set(compare::usual(&self.scenario()));
        }
        self.leave();
        self.compares.set(true);
        self.write_address(&self.encoded());
    }

    /// The placements that are compared with the page's own.
    #[must_use]
    pub fn variants(&self) -> Signal<Vec<Variant>> {
        self.variants.into()
    }

    /// Compares other placements with the page's own. The address follows.
    pub fn compare_with(&self, variants: Vec<Variant>) {
        self.variants.set(variants);
        self.write_address(&self.encoded());
    }
}
