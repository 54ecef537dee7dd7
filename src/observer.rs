//! Hears when a box on the page has another size.

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
