//! The list being looked up: at once where that is quick, else in slices between which the page does what it has to.

use std::{sync::Arc, time::Duration};

use leptos::prelude::*;
use placement::{fleet::NodeId, keys::KeyList, number::thousands};

use crate::{
    lookup::{Filter, Lookup, Row},
    lookup_file::Columns,
    store::Store,
    view::View,
    work::now,
};

/// A slice lasts so long, in milliseconds.
const SLICE_MS: f64 = 12.0;

/// What was looked up; nothing where a list is still under way. Copies are cheap.
#[derive(Clone, Default)]
pub struct Looked(Option<Arc<Lookup>>);

/// The keys that are shown, by their places in the list. Copies are cheap.
#[derive(Clone)]
pub struct Listed {
    /// Of which list.
    pub looked: Looked,
    places: Arc<Vec<u32>>,
}

impl PartialEq for Listed {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.looked.0, &other.looked.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        same && self.places == other.places
    }
}

impl Listed {
    /// How many.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The key at a place of what is shown.
    pub fn row(&self, place: usize) -> Option<Row> {
        self.looked.0.as_ref()?.row(*self.places.get(place)? as usize)
    }
}

impl Looked {
    /// Keys of the list.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |lookup| lookup.len())
    }

    /// The name of an owner.
    pub fn name(&self, owner: Option<NodeId>) -> String {
        self.0.as_ref().map_or_else(String::new, |lookup| lookup.view().name_of(owner))
    }

    /// The name that it had before the change on show.
    pub fn name_before(&self, owner: Option<NodeId>) -> String {
        self.0.as_ref().map_or_else(String::new, |lookup| lookup.view().name_before(owner))
    }

    /// What a slot is called; `None` where there are none.
    pub fn slot_word(&self) -> Option<&'static str> {
        self.0.as_ref()?.slot_word()
    }

    /// Is there an owner before?
    pub fn has_before(&self) -> bool {
        self.0.as_ref().is_some_and(|lookup| lookup.has_before())
    }

    /// The columns of a file.
    pub fn columns(&self) -> Columns {
        Columns { slot: self.slot_word(), before: self.has_before() }
    }

    /// The keys that a filter lets pass.
    pub fn listed(&self, filter: Filter) -> Listed {
        let places = self.0.as_ref().map_or_else(Vec::new, |lookup| lookup.places(filter));
        Listed { looked: self.clone(), places: Arc::new(places) }
    }

    /// Is there anything that a filter asks for? While a list is under way there may be.
    pub fn has(&self, filter: Filter) -> bool {
        let Some(lookup) = &self.0 else { return true };
        match filter {
            Filter::All => true,
            Filter::Owner(owner) => lookup.counts().iter().any(|one| one.0 == owner),
            Filter::Moved => lookup.has_before(),
        }
    }

    /// What can be filtered by, and how each is called.
    pub fn choices(&self) -> (Vec<Filter>, Vec<String>) {
        let mut choices = vec![(Filter::All, "all owners".to_owned())];
        if let Some(lookup) = &self.0 {
            let moved = lookup.moved();
            choices.extend(moved.map(|keys| (Filter::Moved, format!("another than before: {}", thousands(keys)))));
            let named = |(owner, keys): (Option<NodeId>, u32)| {
                let letter = owner.map_or_else(String::new, |id| format!("{} ", id.letter()));
                (Filter::Owner(owner), format!("{letter}{}: {}", self.name(owner), thousands(keys)))
            };
            choices.extend(lookup.counts().into_iter().map(named));
        }
        choices.into_iter().unzip()
    }
}

/// What is under way. Copies are the same.
#[derive(Clone, Copy)]
pub struct Making {
    job: StoredValue<Option<Lookup>, LocalStorage>,
    /// Which one it is: slices of an earlier one find another number.
    run: StoredValue<u32>,
    /// What there is to show.
    pub looked: RwSignal<Looked>,
    /// How far it is, in per cent, where it takes longer than a slice.
    pub progress: RwSignal<Option<u32>>,
}

impl Making {
    /// Follows what is on show and the list.
    pub fn following(store: Store, keys: RwSignal<Option<KeyList>>) -> Self {
        let view = store.view();
        let this = Self {
            job: StoredValue::new_local(None),
            run: StoredValue::new(0),
            looked: RwSignal::new(Looked::default()),
            progress: RwSignal::new(None),
        };
        Effect::new(move |_| this.begin(view.get(), keys.get()));
        this
    }

    fn begin(self, view: Arc<View>, keys: Option<KeyList>) {
        let run = self.run.try_update_value(|run| {
            *run += 1;
            *run
        });
        self.job.set_value(keys.map(|keys| Lookup::new(view, keys)));
        self.slice(run.unwrap_or_default());
        if self.progress.get_untracked().is_some() {
            // What was on show is of another list or another fleet.
            self.looked.set(Looked::default());
        }
    }

    fn slice(self, run: u32) {
        // The section may have gone by the time it is done.
        if self.run.try_get_value() != Some(run) {
            return;
        }
        let start = now();
        let percent = self.job.try_update_value(|job| {
            let lookup = job.as_mut()?;
            while !lookup.step() {
                if now() - start > SLICE_MS {
                    let (done, all) = lookup.progress();
                    return Some((100 * u64::from(done) / u64::from(all.max(1))) as u32);
                }
            }
            None
        });
        let percent = percent.flatten();
        self.progress.set(percent);
        if percent.is_some() {
            set_timeout(move || self.slice(run), Duration::ZERO);
        } else {
            let done = self.job.try_update_value(Option::take).flatten();
            self.looked.set(Looked(done.map(Arc::new)));
        }
    }
}
