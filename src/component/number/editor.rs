//! The small editor of a number: a field, the range in words, a slider, and the keys that work.

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::Range;
use crate::react::{css_px, on_change, on_focus, on_key, text};

/// The editor. While it is open, what it sets is one gesture.
#[component]
pub fn Editor(
    label: Signal<String>,
    value: Signal<u32>,
    range: Range,
    error: RwSignal<Option<String>>,
    set: Callback<u32>,
    /// (take the number, go back to the number in the sentence)
    close: Callback<(bool, bool)>,
) -> impl IntoView {
    let popover = NodeRef::<html::Div>::new();
    let input = NodeRef::<html::Input>::new();
    // The field is the reader's while it is being typed in; the slider writes into it.
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            let _ = input.focus();
            input.select();
        }
        if let Some(popover) = popover.get() {
            keep_in_window(&popover);
        }
    });
    let typed = move |event: ev::Event| {
        let text = event_target_value(&event);
        match range.read(&text) {
            Some(number) => {
                error.set(None);
                set.run(number);
            }
            None => error.set(Some(format!("A number from {}.", range.words()))),
        }
    };
    let slid = move |event: ev::Event| {
        if let Ok(place) = event_target_value(&event).parse::<u32>() {
            let number = range.from_slider(place);
            error.set(None);
            if let Some(input) = input.get_untracked() {
                input.set_value(&range.write(number));
            }
            set.run(number);
        }
    };
    let key_down = move |event: ev::KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            event.prevent_default();
            close.run((true, true));
        }
        "Escape" => {
            event.stop_propagation();
            close.run((false, true));
        }
        "ArrowUp" | "ArrowDown" if event.target() == input.get_untracked().map(|input| (*input).clone().into()) => {
            event.prevent_default();
            let steps = if event.key() == "ArrowUp" { 1 } else { -1 } * if event.shift_key() { 10 } else { 1 };
            let Some(input) = input.get_untracked() else { return };
            // From what stands in the field: the number itself follows once a frame.
            let number = range.stepped(range.read(&input.value()).unwrap_or(value.get_untracked()), steps);
            input.set_value(&range.write(number));
            error.set(None);
            set.run(number);
        }
        _ => {}
    };
    let focus_out = move |event: ev::FocusEvent| {
        let goes_to = event.related_target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
        let inside = popover.get_untracked().is_some_and(|popover| popover.contains(goes_to.as_ref()));
        if !inside {
            close.run((true, false));
        }
    };
    view! {
        <div
            node_ref=popover
            class="editor"
            role="dialog"
            aria-label=label
            tabindex="-1"
            on:keydown=on_key(key_down)
            on:focusout=on_focus(focus_out)
        >
            <div class="editor-line">
                <input
                    node_ref=input
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    aria-label=label
                    aria-invalid=text(move || error.with(Option::is_some).to_string())
                    value=range.write(value.get_untracked())
                    on:input=on_change(typed)
                />
                <span class="quiet">{range.words()}</span>
            </div>
            <input
                class="slider"
                type="range"
                min="0"
                max="1000"
                aria-label=text(move || format!("{}, slider", label.get()))
                aria-valuetext=text(move || range.write(value.get()))
                prop:value=text(move || range.slider(value.get()).to_string())
                on:input=on_change(slid)
            />
            <p class="editor-error" role="alert">{text(move || error.get().unwrap_or_default())}</p>
            <p class="editor-keys quiet">
                <kbd>"↑"</kbd>
                <kbd>"↓"</kbd>
                " one step "
                <kbd>"Shift"</kbd>
                " ten "
                <kbd>"Enter"</kbd>
                " take "
                <kbd>"Esc"</kbd>
                " undo"
            </p>
        </div>
    }
}

/// Moves a popover back into the window where it would stand out of it sideways.
fn keep_in_window(popover: &web_sys::HtmlElement) {
    const MARGIN_CSS_PX: f64 = 8.0;
    let width = web_sys::window().and_then(|window| window.inner_width().ok()).and_then(|width| width.as_f64());
    let (Some(width), box_) = (width, popover.get_bounding_client_rect()) else { return };
    let over = (box_.right() + MARGIN_CSS_PX - width).max(0.0);
    let shift = over.min((box_.left() - MARGIN_CSS_PX).max(0.0));
    if shift > 0.0 {
        let style = web_sys::HtmlElement::style(popover);
        let _ = style.set_property("translate", &format!("{} 0", css_px(-shift)));
    }
}
