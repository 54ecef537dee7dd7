//! The list in the making: at once where that is quick, else in slices between which the page does what it has to.

use std::{sync::Arc, time::Duration};

use leptos::prelude::*;
use placement::measure::{
    MovedKey,
    moved_listing::{Column, Listing, Search},
};

use crate::{store::Store, view::View, work::now};

/// A slice lasts so long, in milliseconds.
const SLICE_MS: f64 = 12.0;

/// The keys on show. Copies are cheap.
#[derive(Clone)]
pub struct Listed {
    /// Of which view.
    pub view: Arc<View>,
    /// Their numbers; `None` for all that moved, in their own order.
    keys: Option<Arc<Vec<u32>>>,
}

impl Listed {
    fn keys(&self) -> &[u32] {
        match &self.keys {
            Some(keys) => keys,
            None => self.view.moved().map_or(&[], |moved| moved.keys),
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.keys().len()
    }

    /// The number of the key at a place.
    pub fn key(&self, place: usize) -> Option<u32> {
        self.keys().get(place).copied()
    }

    /// The key at a place.
    pub fn row(&self, place: usize) -> Option<MovedKey> {
        Some(self.view.moved()?.key(self.key(place)?))
    }

    /// Bits of a position.
    pub fn bits(&self) -> u32 {
        self.view.moved().map_or(u32::BITS, |moved| moved.bits())
    }
}

/// What is in the making. Copies are the same.
#[derive(Clone, Copy)]
pub struct Making {
    job: StoredValue<Option<(Arc<View>, Listing)>, LocalStorage>,
    /// Which one it is: slices of an earlier one find another number.
    run: StoredValue<u32>,
    /// What there is to show.
    pub listed: RwSignal<Listed>,
    /// Does it take longer than a slice?
    pub is_busy: RwSignal<bool>,
}

impl Making {
    /// Follows what is on show and what is searched for.
    pub fn following(store: Store) -> Self {
        let view = store.view();
        let this = Self {
            job: StoredValue::new_local(None),
            run: StoredValue::new(0),
            listed: RwSignal::new(Listed { view: view.get_untracked(), keys: None }),
            is_busy: RwSignal::new(false),
        };
        Effect::new(move |first: Option<()>| {
            let (view, search) = (view.get(), store.movement.search.get());
            this.begin(view, search, first.is_none());
        });
        this
    }

    fn begin(self, view: Arc<View>, search: Search, is_first: bool) {
        let run = self.run.try_update_value(|run| {
            *run += 1;
            *run
        });
        self.job.set_value(None);
        let Some(moved) = view.moved().filter(|_| !in_its_own_order(&search)) else {
            self.is_busy.set(false);
            // It stands there already.
            if !is_first {
                self.listed.set(Listed { view, keys: None });
            }
            return;
        };
        let listing = Listing::new(&moved, search);
        let is_other_view = self.listed.with_untracked(|listed| !Arc::ptr_eq(&listed.view, &view));
        self.job.set_value(Some((Arc::clone(&view), listing)));
        self.slice(run.unwrap_or_default());
        // The keys of another change are not these, whatever takes long.
        if is_other_view && self.is_busy.get_untracked() {
            self.listed.set(Listed { view, keys: Some(Arc::default()) });
        }
    }

    fn slice(self, run: u32) {
        // The list may have gone by the time it is made.
        if self.run.try_get_value() != Some(run) {
            return;
        }
        let start = now();
        let is_done = self.job.try_update_value(|job| {
            let Some((view, listing)) = job else { return true };
            let Some(moved) = view.moved() else { return true };
            while listing.step(&moved) {
                if now() - start > SLICE_MS {
                    return false;
                }
            }
            true
        });
        if is_done == Some(true) {
            if let Some((view, listing)) = self.job.try_update_value(Option::take).flatten() {
                self.listed.set(Listed { view, keys: Some(Arc::new(listing.finish())) });
            }
            self.is_busy.set(false);
        } else {
            self.is_busy.set(true);
            set_timeout(move || self.slice(run), Duration::ZERO);
        }
    }
}

/// Is there nothing to do for it?
fn in_its_own_order(search: &Search) -> bool {
    search.is_for_all() && search.column == Column::Number && !search.descending
}
