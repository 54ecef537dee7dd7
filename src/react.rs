//! Signals and handlers of a few common types. Leptos compiles its machinery anew for every closure that stands in a
//! view; a text, a flag or a handler that is boxed once is compiled once, and the page is a third smaller for it.

use std::sync::Arc;

use leptos::{ev, prelude::*};

/// A text that follows what it reads. It is made anew whenever that changes, and the page is touched only where the
/// text is another one: to keep every text as well would double the work of a large fleet.
pub fn text(read: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(read)
}

/// A condition that follows what it reads.
pub fn flag(read: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    kept(Box::new(read))
}

/// A number that follows what it reads.
pub fn number(read: impl Fn() -> u32 + Send + Sync + 'static) -> Signal<u32> {
    kept(Box::new(read))
}

/// A memo whose closure is one type for each type of value.
fn kept<T: PartialEq + Clone + Send + Sync + 'static>(read: Box<dyn Fn() -> T + Send + Sync>) -> Signal<T> {
    Memo::new(move |_| read()).into()
}

/// A length or place as a CSS percentage, with two places: a share of 1 is `100%`.
#[must_use]
pub fn css_percent(share: f64) -> String {
    let hundredths = (share.clamp(-10.0, 10.0) * 10_000.0).round() as i32;
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}%", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// A length in CSS px, with one place.
#[must_use]
pub fn css_px(length: f64) -> String {
    let tenths = (length * 10.0).round() as i32;
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}px", tenths.abs() / 10, tenths.abs() % 10)
}

/// A part of the page that is there while a condition holds.
pub fn shown_while(condition: Signal<bool>, make: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    following(Arc::new(move || condition.get().then(&make).into_any()))
}

/// A part of the page that is made anew whenever what it reads changes.
pub fn remade(make: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    following(Arc::new(make))
}

/// Not generic, so that its closure is one type.
fn following(make: Arc<dyn Fn() -> AnyView + Send + Sync>) -> AnyView {
    (move || make()).into_any()
}

/// A handler of clicks.
pub fn on_click(handle: impl FnMut(ev::MouseEvent) + 'static) -> Box<dyn FnMut(ev::MouseEvent)> {
    Box::new(handle)
}

/// A handler of keys.
pub fn on_key(handle: impl FnMut(ev::KeyboardEvent) + 'static) -> Box<dyn FnMut(ev::KeyboardEvent)> {
    Box::new(handle)
}

/// A handler of what a pointer does.
pub fn on_pointer(handle: impl FnMut(ev::PointerEvent) + 'static) -> Box<dyn FnMut(ev::PointerEvent)> {
    Box::new(handle)
}

/// A handler of what is dragged.
pub fn on_drag(handle: impl FnMut(ev::DragEvent) + 'static) -> Box<dyn FnMut(ev::DragEvent)> {
    Box::new(handle)
}

/// A handler of what is pasted.
pub fn on_paste(handle: impl FnMut(ev::ClipboardEvent) + 'static) -> Box<dyn FnMut(ev::ClipboardEvent)> {
    Box::new(handle)
}

/// A handler of the focus.
pub fn on_focus(handle: impl FnMut(ev::FocusEvent) + 'static) -> Box<dyn FnMut(ev::FocusEvent)> {
    Box::new(handle)
}

/// A handler of input and change.
pub fn on_change(handle: impl FnMut(ev::Event) + 'static) -> Box<dyn FnMut(ev::Event)> {
    Box::new(handle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_too() {
        assert_eq!([0.0, 12.34, -0.26].map(css_px), ["0.0px", "12.3px", "-0.3px"]);
    }

    #[test]
    fn percentages_are_written_without_floating_point() {
        let written: Vec<String> = [0.0, 1.0, 0.123_456, -0.5, 0.000_01, 66.0].map(css_percent).into();
        assert_eq!(written, ["0.00%", "100.00%", "12.35%", "-50.00%", "0.00%", "1000.00%"]);
    }
}
