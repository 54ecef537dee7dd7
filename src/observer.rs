//! Boxes on the page: hears when one has another size, and tells whether one is in sight.

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, ResizeObserver};

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

/// Is an element in the window of a tab that is on show? Whatever moves by itself stops where it is not.
#[must_use]
pub fn is_in_sight(element: &Element) -> bool {
    let Some(window) = web_sys::window() else { return false };
    let height = window.inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
    let place = element.get_bounding_client_rect();
    window.document().is_some_and(|document| !document.hidden()) && place.bottom() > 0.0 && place.top() < height
}
