//! Where a view is made: at once where that is quick, else in a worker, else in slices of the page's own time. One view is
//! in the making at a time; whoever asks for another drops it, and what comes of it late is known by its number.

mod outside;
mod placer;

use std::{sync::Arc, time::Duration};

use leptos::prelude::*;

pub use outside::use_workers;
use outside::{Answer, Outside};

use crate::view::{Making, View};

/// A view that takes less is made at once: nobody sees a frame or two pass.
const AT_ONCE_MS: f64 = 24.0;
/// The first view of all has a little longer, for there is nothing else to show.
const AT_FIRST_MS: f64 = 400.0;
/// A slice of the page's own time.
const SLICE_MS: f64 = 16.0;
/// Whoever waits longer is told how far it is.
const QUIET: Duration = Duration::from_millis(200);

/// The time in milliseconds.
#[must_use]
pub fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// What is done with a view that was long in the making.
type Then = Arc<dyn Fn(View) + Send + Sync>;

struct Job {
    making: Box<Making>,
    then: Then,
}

/// The one view that is in the making, if any is. Copies are the same.
#[derive(Clone, Copy)]
pub struct Work {
    job: StoredValue<Option<Job>, LocalStorage>,
    /// Which one it is: what an earlier one left behind finds another number.
    number: StoredValue<u32>,
    outside: StoredValue<Outside, LocalStorage>,
    /// Keys placed, of all; `None` while nobody waits for long.
    pub progress: RwSignal<Option<(u32, u32)>>,
}

impl Work {
    /// Nothing to do.
    #[must_use]
    pub fn new() -> Self {
        Self {
            job: StoredValue::new_local(None),
            number: StoredValue::new(0),
            outside: StoredValue::new_local(Outside::default()),
            progress: RwSignal::new(None),
        }
    }

    /// Nothing to do, and never by a worker: for views beside the page's own, of which there are several.
    #[must_use]
    pub fn in_slices() -> Self {
        Self { outside: StoredValue::new_local(Outside::Missing), ..Self::new() }
    }

    /// Is a view in the making?
    #[must_use]
    pub fn is_under_way(self) -> bool {
        self.job.with_value(Option::is_some)
    }

    /// Makes the first view, where that is quick.
    ///
    /// # Errors
    /// It is not; what there is of it.
    pub fn first(making: Box<Making>) -> Result<View, Box<Making>> {
        go_on(making, AT_FIRST_MS)
    }

    /// Makes a view, and drops the one that was in the making. `None` where it takes long: then it is handed to `then` when
    /// it is there, unless another is asked for before.
    pub fn make(self, making: Box<Making>, then: Then) -> Option<View> {
        let number = self.number.try_update_value(|number| {
            *number = number.wrapping_add(1);
            *number
        })?;
        let was_under_way = self.job.try_update_value(Option::take)?.is_some();
        // Who drags a slider has not the time that one press has.
        match go_on(making, if was_under_way { 0.0 } else { AT_ONCE_MS }) {
            Ok(view) => {
                self.outside.update_value(Outside::drop_job);
                self.progress.set(None);
                Some(view)
            }
            Err(making) => {
                self.job.set_value(Some(Job { making, then }));
                if !was_under_way {
                    self.progress.set(None);
                    set_timeout(move || self.tell_after_a_while(), QUIET);
                }
                self.go_on_elsewhere(number);
                None
            }
        }
    }

    /// Asks the worker for what takes long, or goes on here.
    fn go_on_elsewhere(self, number: u32) {
        let asked = self.outside.try_update_value(|outside| {
            self.job.with_value(|job| {
                let placing = job.as_ref().and_then(|job| job.making.placing());
                placing.is_some_and(|placing| {
                    outside.place(number, placing.scenario(), move |answer| self.hear(number, answer))
                })
            })
        });
        if asked == Some(true) {
            self.job.update_value(|job| job.iter_mut().for_each(|job| job.making.start_over()));
        } else {
            self.plan_slice(number);
        }
    }

    fn hear(self, number: u32, answer: Answer) {
        if self.number.try_get_value() != Some(number) {
            return;
        }
        match answer {
            Answer::Placed(placed) => self.tell(placed),
            Answer::Done(numbers, owners) => {
                // What does not fit is made here, as if nobody had been asked.
                let _ = self.job.try_update_value(|job| job.as_mut().map(|job| job.making.take(numbers, owners)));
                self.slice(number);
            }
            // Not at once: this is the worker's own message, and with the worker goes what hears it.
            Answer::Failed => set_timeout(
                move || {
                    self.outside.set_value(Outside::Missing);
                    self.slice(number);
                },
                Duration::ZERO,
            ),
        }
    }

    fn plan_slice(self, number: u32) {
        // A timeout lets input and paint go first.
        set_timeout(move || self.slice(number), Duration::ZERO);
    }

    fn slice(self, number: u32) {
        if self.number.try_get_value() != Some(number) {
            return;
        }
        let Some(Job { making, then }) = self.job.try_update_value(Option::take).flatten() else { return };
        match go_on(making, SLICE_MS) {
            Ok(view) => {
                self.progress.set(None);
                then(view);
            }
            Err(making) => {
                let placed = making.placing().map_or(0, |placing| placing.progress().0);
                self.job.set_value(Some(Job { making, then }));
                self.tell(placed);
                self.plan_slice(number);
            }
        }
    }

    fn tell_after_a_while(self) {
        if self.job.try_with_value(Option::is_some) == Some(true) {
            self.progress.set(self.progress_at(0));
        }
    }

    /// Only whoever has been waiting for long is told.
    fn tell(self, placed: u32) {
        if self.progress.with_untracked(Option::is_some) {
            self.progress.set(self.progress_at(placed));
        }
    }

    fn progress_at(self, placed: u32) -> Option<(u32, u32)> {
        self.job.with_value(|job| Some((placed, job.as_ref()?.making.placing()?.progress().1)))
    }
}

impl Default for Work {
    fn default() -> Self {
        Self::new()
    }
}

/// Goes on for so long at most; what is quick is done in any case.
fn go_on(mut making: Box<Making>, most_ms: f64) -> Result<View, Box<Making>> {
    let start = now();
    while !making.step() {
        if making.placing().is_some() && now() - start >= most_ms {
            return Err(making);
        }
    }
    Ok(making.finish())
}
