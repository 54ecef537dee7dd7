//! Which of the pages is on show: what each of them needs is in the store, and at most one of them is there.

use leptos::prelude::*;
use placement::{beside::Variant, drill::Asked};

use super::Store;
use crate::{compare, lab::Options};

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

    /// Shows a drill with what the reader set and lets happen. The address follows.
    pub fn show_drill(&self, asked: Asked) {
        self.leave();
        self.drill.set(Some(asked));
        self.write_address(&self.encoded());
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
