//! A study at work: in slices between which the page does what it has to, begun anew whenever scenario or choices ask for
//! other measurements, and dropped when the lab is left.

use std::sync::Arc;

use leptos::prelude::*;

use crate::{
    a11y,
    lab::{self, Options, Progress, Sheet, Study},
    observer::when_in_sight,
    store::Store,
    work::now,
};

/// A slice lasts so long: short enough that nobody waits for it.
const SLICE_MS: f64 = 16.0;
/// What there is to show is shown so often.
const SHOW_MS: f64 = 160.0;

/// The study on show.
#[derive(Clone, Copy)]
pub struct Running {
    store: Store,
    study: StoredValue<Option<Box<dyn Study>>, LocalStorage>,
    /// Which run it is: slices of an earlier one find another number.
    run: StoredValue<u32>,
    shown_at: StoredValue<f64>,
    /// What there is to show.
    pub shown: RwSignal<Arc<Shown>>,
}

/// A study as it stands.
#[derive(Default)]
pub struct Shown {
    /// What it has to show.
    pub sheet: Sheet,
    /// How far it is.
    pub progress: Progress,
    /// Has the reader stopped it?
    pub is_stopped: bool,
}

impl Running {
    /// Begins with what is on show, and follows it.
    pub fn following(store: Store) -> Self {
        let this = Self {
            store,
            study: StoredValue::new_local(None),
            run: StoredValue::new(0),
            shown_at: StoredValue::new(0.0),
            shown: RwSignal::new(Arc::default()),
        };
        let known = StoredValue::new(None::<(u32, Options)>);
        Effect::new(move |_| {
            let (settled, options) = (store.settled.get(), store.lab().get());
            let Some(options) = options else { return };
            let is_same = known.with_value(|known| {
                known.as_ref().is_some_and(|(at, known)| *at == settled && !known.needs_another_run(&options))
            });
            known.set_value(Some((settled, options)));
            if is_same {
                this.show(this.shown.with_untracked(|shown| shown.is_stopped));
            } else {
                this.begin_again();
            }
        });
        this
    }

    /// Begins the study from the start.
    pub fn begin_again(self) {
        let Some(options) = self.store.lab().get_untracked() else { return };
        self.study.set_value(Some(lab::begin(&self.store.scenario(), &options, now)));
        self.show(false);
        self.go_on();
    }

    /// Stops it; what is there stays on show.
    pub fn stop(self) {
        self.run.update_value(|run| *run += 1);
        self.show(true);
    }

    fn go_on(self) {
        let run = self.run.try_update_value(|run| {
            *run += 1;
            *run
        });
        self.plan_slice(run.unwrap_or_default());
    }

    fn plan_slice(self, run: u32) {
        // A timeout lets input and paint go first. A figure that nobody sees measures nothing.
        let slice = move || set_timeout(move || self.slice(run), std::time::Duration::ZERO);
        when_in_sight(Box::new(slice));
    }

    fn slice(self, run: u32) {
        // When the lab has been left there is nothing to go on with.
        if self.run.try_get_value() != Some(run) {
            return;
        }
        let start = now();
        let is_complete = self.study.try_update_value(|study| {
            let Some(study) = study else { return true };
            while !study.progress().is_complete() && now() - start < SLICE_MS {
                study.step();
            }
            study.progress().is_complete()
        });
        if is_complete != Some(false) || now() - self.shown_at.get_value() > SHOW_MS {
            self.show(false);
        }
        match is_complete {
            Some(false) => self.plan_slice(run),
            Some(true) => a11y::announce(self.store.announcement, self.store.lab_finding.get_untracked()),
            None => {}
        }
    }

    fn show(self, is_stopped: bool) {
        let Some(options) = self.store.lab().get_untracked() else { return };
        let shown =
            self.study.try_with_value(|study| study.as_ref().map(|study| (study.sheet(&options), study.progress())));
        if let Some((sheet, progress)) = shown.flatten() {
            self.store.lab_finding.set(sheet.finding.clone());
            self.shown.set(Arc::new(Shown { sheet, progress, is_stopped }));
        }
        self.shown_at.set_value(now());
    }
}
