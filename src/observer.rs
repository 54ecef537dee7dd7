//! Boxes on the page: hears when one has another size, and tells whether one is in sight. A figure in another page can be
//! out of sight as a whole, which only an observer sees; what goes on by itself waits for it.

use std::cell::{Cell, RefCell};

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, ResizeObserver};

thread_local! {
    static IN_SIGHT: Cell<bool> = const { Cell::new(true) };
    static WAITING: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
}

/// Hears of some elements for as long as it lives; for the first time when they are laid out.
pub struct SizeObserver {
    observer: ResizeObserver,
    _heard: Closure<dyn FnMut()>,
}

impl SizeObserver {
    /// Calls `heard` after each layout in which one of the elements has another size.
    pub fn new(elements: &[&Element], heard: impl FnMut() + 'static) -> Option<Self> {
        let heard = Closure::<dyn FnMut()>::new(heard);
        let observer = ResizeObserver::new(heard.as_ref().unchecked_ref()).ok()?;
        for element in elements {
            observer.observe(element);
        }
        Some(Self { observer, _heard: heard })
    }
}

impl Drop for SizeObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Sees whether a figure is in the reader's sight, wherever the page around has been scrolled, for as long as it lives.
pub struct SightObserver {
    observer: IntersectionObserver,
    _seen: Closure<dyn FnMut(js_sys::Array)>,
}

impl SightObserver {
    /// Of the element that is all of the figure.
    pub fn new(element: &Element) -> Option<Self> {
        let seen = Closure::<dyn FnMut(js_sys::Array)>::new(|entries: js_sys::Array| {
            let last = entries.pop().dyn_into::<IntersectionObserverEntry>().ok();
            saw(last.is_none_or(|entry| entry.is_intersecting()));
        });
        let observer = IntersectionObserver::new(seen.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _seen: seen })
    }
}

impl Drop for SightObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
        saw(true);
    }
}

fn saw(in_sight: bool) {
    IN_SIGHT.set(in_sight);
    if in_sight {
        for run in WAITING.take() {
            run();
        }
    }
}

/// Runs something at once, or when the figure comes into sight. The whole page counts as in sight.
pub fn when_in_sight(run: Box<dyn FnOnce()>) {
    if IN_SIGHT.get() {
        run();
    } else {
        WAITING.with_borrow_mut(|waiting| waiting.push(run));
    }
}

/// Is an element in the window of a tab that is on show? Whatever moves by itself stops where it is not.
#[must_use]
pub fn is_in_sight(element: &Element) -> bool {
    let Some(window) = web_sys::window() else { return false };
    let height = window.inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
    let place = element.get_bounding_client_rect();
    let is_shown = IN_SIGHT.get() && window.document().is_some_and(|document| !document.hidden());
    is_shown && place.bottom() > 0.0 && place.top() < height
}
