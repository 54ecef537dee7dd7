//! Parts of the page that are files of their own: what is seldom opened is not downloaded before the first picture. A
//! release is built with `--cfg split` and parted at the functions of [`borders`]; without it every part is there
//! from the start, and all else is the same.
//!
//! What is loaded belongs to the module and not to a page: a page that is mounted again finds it there.

mod borders;

use std::{
    cell::{Cell, RefCell},
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
};

use leptos::{prelude::*, task::spawn_local, wasm_split::SplitLoaderError};

pub use self::borders::{Charted, Extent, Panel, Studies, chart, compare, drills, lab, migrate, panel};
use crate::idle::when_idle;

/// A part of the module that is a file of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What draws charts.
    Charts,
    /// What the explorer opens when it is asked to.
    Panels,
    /// The comparison.
    Compare,
    /// The migration.
    Migrate,
    /// The lab.
    Lab,
    /// The drills.
    Drills,
}

impl Part {
    /// All, in the order in which they are likely to be wanted.
    pub const ALL: [Self; 6] = [Self::Charts, Self::Panels, Self::Compare, Self::Migrate, Self::Lab, Self::Drills];

    fn loading(self) -> Loading {
        match self {
            Self::Charts => Box::pin(borders::load_charts()),
            Self::Panels => Box::pin(borders::load_panels()),
            Self::Compare => Box::pin(borders::load_compare()),
            Self::Migrate => Box::pin(borders::load_migrate()),
            Self::Lab => Box::pin(borders::load_lab()),
            Self::Drills => Box::pin(borders::load_drills()),
        }
    }
}

type Loading = Pin<Box<dyn Future<Output = Result<(), SplitLoaderError>>>>;

/// What is known of a part.
struct Known {
    is_there: ArcRwSignal<bool>,
    has_failed: ArcRwSignal<bool>,
    is_loading: Cell<bool>,
    /// What waits for it.
    then: RefCell<Vec<Box<dyn FnOnce()>>>,
}

impl Known {
    fn new() -> Self {
        Self {
            is_there: ArcRwSignal::new(!cfg!(split)),
            has_failed: ArcRwSignal::new(false),
            is_loading: Cell::new(false),
            then: RefCell::default(),
        }
    }
}

thread_local! {
    static KNOWN: [Known; 6] = Part::ALL.map(|_| Known::new());
}

fn with<T>(part: Part, read: impl FnOnce(&Known) -> T) -> T {
    KNOWN.with(|known| read(&known[part as usize]))
}

/// Is a part there? Follows it.
#[must_use]
pub fn is_there(part: Part) -> bool {
    with(part, |known| known.is_there.clone()).get()
}

/// Could a part not be loaded, when that was tried last? Follows it.
#[must_use]
pub fn has_failed(part: Part) -> bool {
    with(part, |known| known.has_failed.clone()).get()
}

/// Loads a part, unless it is there or on its way.
pub fn load(part: Part) {
    let is_wanted = with(part, |known| !known.is_there.get_untracked() && !known.is_loading.replace(true));
    if is_wanted {
        with(part, |known| known.has_failed.clone()).set(false);
        spawn_local(async move {
            let is_loaded = part.loading().await.is_ok();
            let (signal, then) = with(part, |known| {
                known.is_loading.set(false);
                let signal = if is_loaded { &known.is_there } else { &known.has_failed };
                (signal.clone(), if is_loaded { known.then.take() } else { Vec::new() })
            });
            signal.set(true);
            then.into_iter().for_each(|run| run());
        });
    }
}

/// Runs something once a part is there: at once, where it is.
pub fn once_there(part: Part, run: impl FnOnce() + 'static) {
    if with(part, |known| known.is_there.get_untracked()) {
        run();
    } else {
        with(part, |known| known.then.borrow_mut().push(Box::new(run)));
    }
}

/// Loads all parts while the page is idle, one after the other, so that they are there when they are opened, and without a
/// connection too. What fails is tried again when it is opened.
pub fn load_when_idle() {
    load_from(0);
}

fn load_from(place: usize) {
    if let Some(&part) = Part::ALL.get(place) {
        when_idle(Box::new(move || {
            load(part);
            once_there(part, move || load_from(place + 1));
        }));
    }
}

/// What a border gives where its part is there; `None` where it is not.
fn now<T>(given: impl Future<Output = Result<T, SplitLoaderError>>) -> Option<T> {
    match pin!(given).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(given) => given.ok(),
        Poll::Pending => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_known_by_its_place() {
        for (place, part) in Part::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, place);
        }
    }

    #[test]
    fn what_has_to_be_waited_for_is_not_there_now() {
        assert_eq!(now(std::future::ready(Ok(7))), Some(7));
        assert_eq!(now(std::future::pending::<Result<u8, _>>()), None);
    }

    #[test]
    #[cfg(not(split))]
    fn a_module_in_one_piece_has_all_its_parts() {
        let ran = std::rc::Rc::new(Cell::new(0));
        for part in Part::ALL {
            let seen = std::rc::Rc::clone(&ran);
            once_there(part, move || seen.set(seen.get() + 1));
            assert!(untrack(|| is_there(part) && !has_failed(part)), "{part:?}");
        }
        assert_eq!(ran.get(), Part::ALL.len());
    }
}
