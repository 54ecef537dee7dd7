//! A number edited in place: dragged sideways, stepped with the arrow keys, or typed and slid in a small editor that a
//! click or Enter opens, so that no drag is the only way. One gesture is one step of the history; Escape puts the old
//! value back.

use leptos::{ev, html, prelude::*};
use placement::{number::thousands, scenario::Command, weight::Weight};
use wasm_bindgen::JsCast;

use crate::{
    react::{flag, on_change, on_focus, on_key, on_pointer, shown_while, text},
    store::{Store, use_store},
};

/// The numbers that a field can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// Smallest.
    pub least: u32,
    /// Largest.
    pub most: u32,
    /// Is a step at 10 as large as a step at 1,000? Then 1 % for each pixel of a drag.
    pub logarithmic: bool,
    /// How the number is written.
    pub form: Form,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A whole number.
    Whole,
    /// A weight, held in hundredths.
    Weight,
}

impl Range {
    /// As it stands on the page.
    #[must_use]
    pub fn write(self, value: u32) -> String {
        match self.form {
            Form::Whole => thousands(value),
            Form::Weight => Weight::from_hundredths(value).unwrap_or(Weight::MAX).to_string(),
        }
    }

    /// As a person types it; `None` for what is no such number.
    #[must_use]
    pub fn read(self, text: &str) -> Option<u32> {
        let plain: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '\u{a0}' | '_')).collect();
        let value = match self.form {
            Form::Whole if plain.bytes().all(|b| b.is_ascii_digit()) => plain.parse().ok()?,
            Form::Whole => return None,
            Form::Weight => plain.parse::<Weight>().ok()?.hundredths(),
        };
        (self.least..=self.most).contains(&value).then_some(value)
    }

    /// The range in words.
    #[must_use]
    pub fn words(self) -> String {
        format!("{} to {}", self.write(self.least), self.write(self.most))
    }

    /// One step of an arrow key.
    fn step(self) -> u32 {
        match self.form {
            Form::Whole => 1,
            Form::Weight => 10,
        }
    }

    fn clamp(self, value: f64) -> u32 {
        value.round().clamp(f64::from(self.least), f64::from(self.most)) as u32
    }

    /// A number some steps away.
    #[must_use]
    pub fn stepped(self, value: u32, steps: i32) -> u32 {
        self.clamp(f64::from(value) + f64::from(steps) * f64::from(self.step()))
    }

    /// The number after a drag: one step for each 4 px, or 1 % a pixel.
    #[must_use]
    pub fn dragged(self, from: u32, css_px: f64) -> u32 {
        if self.logarithmic {
            return self.clamp(f64::from(from.max(1)) * 1.01f64.powf(css_px));
        }
        self.stepped(from, (css_px / 4.0).trunc() as i32)
    }

    /// Where the number stands on a slider from 0 to 1,000.
    #[must_use]
    pub fn slider(self, value: u32) -> u32 {
        let (least, most, value) = (f64::from(self.least), f64::from(self.most), f64::from(value));
        let part = if self.logarithmic {
            let log = |x: f64| x.max(1.0).ln();
            (log(value) - log(least)) / (log(most) - log(least))
        } else {
            (value - least) / (most - least)
        };
        (part * 1_000.0).round() as u32
    }

    /// The number at a place of the slider; rounded to two digits where a slider cannot be exact.
    #[must_use]
    pub fn from_slider(self, place: u32) -> u32 {
        let part = f64::from(place) / 1_000.0;
        let (least, most) = (f64::from(self.least), f64::from(self.most));
        let value = if self.logarithmic {
            let log = |x: f64| x.max(1.0).ln();
            (log(least) + part * (log(most) - log(least))).exp()
        } else {
            least + part * (most - least)
        };
        let coarse = 10f64.powf((value.max(1.0).log10() - 1.0).floor().max(0.0));
        self.clamp((value / coarse).round() * coarse)
    }
}

/// A drag under way.
#[derive(Clone, Copy)]
struct Drag {
    pointer: i32,
    start_x_css_px: f64,
    from: u32,
    moved: bool,
}

/// Pixels that a pointer may tremble before it is a drag.
const TREMBLE_CSS_PX: f64 = 3.0;

/// A number in a sentence or a table.
#[component]
pub fn NumberField(
    /// Its accessible name.
    #[prop(into)]
    label: Signal<String>,
    /// The number that holds now.
    #[prop(into)]
    value: Signal<u32>,
    /// What it can be.
    range: Range,
    /// The change that a number makes.
    #[prop(into)]
    command: Callback<u32, Option<Command>>,
) -> impl IntoView {
    let store = use_store();
    let open = RwSignal::new(false);
    let error = RwSignal::new(None::<String>);
    let drag = StoredValue::new(None::<Drag>);
    let stepping = StoredValue::new(false);
    let spin = NodeRef::<html::Span>::new();

    let set = move |number: u32| {
        if let Some(command) = command.run(number) {
            error.set(store.drag(command).err().map(|error| error.to_string()));
        }
    };
    // A pointer reports more moves than there are frames: only the newest of each frame is carried out.
    let newest = StoredValue::new(None::<u32>);
    let set_in_frame = move |number: u32| {
        let scheduled = newest.try_update_value(|newest| newest.replace(number)).flatten().is_some();
        if !scheduled {
            request_animation_frame(move || {
                if let Some(number) = newest.try_update_value(Option::take).flatten() {
                    set(number);
                }
            });
        }
    };
    let flush = move || {
        if let Some(number) = newest.try_update_value(Option::take).flatten() {
            set(number);
        }
    };

    let open_editor = move || {
        error.set(None);
        store.begin_gesture();
        open.set(true);
    };
    let close_editor = move |take: bool| {
        if !open.get_untracked() {
            return;
        }
        flush();
        if take {
            store.end_gesture();
        } else {
            store.cancel_gesture();
        }
        open.set(false);
        error.set(None);
    };
    let back_to_number = move || {
        if let Some(spin) = spin.get_untracked() {
            let _ = spin.focus();
        }
    };

    let pointer_down = move |event: ev::PointerEvent| {
        if event.button() != 0 || open.get_untracked() {
            return;
        }
        if let Some(spin) = spin.get_untracked() {
            let _ = spin.set_pointer_capture(event.pointer_id());
            let _ = spin.focus();
        }
        let (pointer, start_x_css_px) = (event.pointer_id(), f64::from(event.client_x()));
        drag.set_value(Some(Drag { pointer, start_x_css_px, from: value.get_untracked(), moved: false }));
    };
    let pointer_move = move |event: ev::PointerEvent| {
        let Some(mut now) = drag.get_value().filter(|drag| drag.pointer == event.pointer_id()) else { return };
        let way = f64::from(event.client_x()) - now.start_x_css_px;
        if !now.moved && way.abs() > TREMBLE_CSS_PX {
            now.moved = true;
            drag.set_value(Some(now));
            store.begin_gesture();
        }
        if now.moved {
            set_in_frame(range.dragged(now.from, way));
        }
    };
    let pointer_up = move |_: ev::PointerEvent| match drag.try_update_value(Option::take).flatten() {
        Some(Drag { moved: true, .. }) => {
            flush();
            store.end_gesture();
        }
        Some(_) => open_editor(),
        None => {}
    };
    let pointer_cancel = move |_: ev::PointerEvent| {
        if let Some(Drag { moved: true, .. }) = drag.try_update_value(Option::take).flatten() {
            newest.set_value(None);
            store.cancel_gesture();
        }
    };
    let key_down = move |event: ev::KeyboardEvent| {
        let tens = if event.shift_key() { 10 } else { 1 };
        let steps = match event.key().as_str() {
            "ArrowUp" | "ArrowRight" => tens,
            "ArrowDown" | "ArrowLeft" => -tens,
            "PageUp" => 10,
            "PageDown" => -10,
            "Enter" | " " => {
                event.prevent_default();
                stop_stepping(store, stepping);
                open_editor();
                return;
            }
            "Escape" => {
                if let Some(Drag { moved: true, .. }) = drag.try_update_value(Option::take).flatten() {
                    newest.set_value(None);
                    store.cancel_gesture();
                }
                return;
            }
            _ => return,
        };
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        event.prevent_default();
        if !stepping.get_value() {
            stepping.set_value(true);
            store.begin_gesture();
        }
        set(range.stepped(value.get_untracked(), steps));
    };
    let written = text(move || range.write(value.get()));
    let message = text(move || error.get().unwrap_or_default());
    let refused = flag(move || !open.get() && error.with(Option::is_some));
    let close = Callback::new(move |(take, back): (bool, bool)| {
        close_editor(take);
        if back {
            back_to_number();
        }
    });
    let set = Callback::new(set_in_frame);
    view! {
        <span class="field">
            <span
                node_ref=spin
                class="dial dial-number"
                class:dial-open=open
                role="spinbutton"
                tabindex="0"
                aria-label=label
                aria-valuenow=text(move || value.get().to_string())
                aria-valuemin=range.least.to_string()
                aria-valuemax=range.most.to_string()
                aria-valuetext=written
                on:pointerdown=on_pointer(pointer_down)
                on:pointermove=on_pointer(pointer_move)
                on:pointerup=on_pointer(pointer_up)
                on:pointercancel=on_pointer(pointer_cancel)
                on:keydown=on_key(key_down)
                on:keyup=on_key(move |_| stop_stepping(store, stepping))
                on:blur=on_focus(move |_| stop_stepping(store, stepping))
            >
                {written}
            </span>
            {shown_while(open.into(), move || view! { <Editor label value range error set close /> }.into_any())}
            {shown_while(refused, move || view! { <span class="field-error" role="alert">{message}</span> }.into_any())}
        </span>
    }
}

/// The arrow key was let go: the steps it made are one.
fn stop_stepping(store: Store, stepping: StoredValue<bool>) {
    if stepping.get_value() {
        stepping.set_value(false);
        store.end_gesture();
    }
}

/// The editor: a field, the range in words, a slider, and the keys that work.
#[component]
fn Editor(
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
        let _ = style.set_property("translate", &format!("{}px 0", -shift));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIRTUAL_NODES: Range = Range { least: 1, most: 10_000, logarithmic: true, form: Form::Whole };
    const WEIGHT: Range = Range { least: 0, most: 100_000, logarithmic: false, form: Form::Weight };

    #[test]
    fn reads_what_people_type() {
        assert_eq!(VIRTUAL_NODES.read("1,000"), Some(1_000));
        assert_eq!(VIRTUAL_NODES.read(" 160 "), Some(160));
        for text in ["", "0", "10001", "1.5", "-3", "many"] {
            assert_eq!(VIRTUAL_NODES.read(text), None, "{text}");
        }
        assert_eq!((WEIGHT.read("2.5"), WEIGHT.write(250)), (Some(250), "2.5".into()));
        assert_eq!(WEIGHT.read("1000.5"), None);
    }

    #[test]
    fn drags_by_the_scale() {
        // 1 % a pixel: 70 px double it, and as many back halve it.
        assert_eq!((VIRTUAL_NODES.dragged(160, 70.0), VIRTUAL_NODES.dragged(160, -70.0)), (321, 80));
        assert_eq!((VIRTUAL_NODES.dragged(160, 10_000.0), VIRTUAL_NODES.dragged(1, -500.0)), (10_000, 1));
        assert_eq!((WEIGHT.dragged(100, 9.0), WEIGHT.dragged(100, -400.0)), (120, 0));
    }

    #[test]
    fn the_slider_reaches_both_ends() {
        for range in [VIRTUAL_NODES, WEIGHT] {
            assert_eq!((range.slider(range.least), range.slider(range.most)), (0, 1_000));
            assert_eq!((range.from_slider(0), range.from_slider(1_000)), (range.least, range.most));
        }
        assert_eq!((VIRTUAL_NODES.slider(100), VIRTUAL_NODES.from_slider(500)), (500, 100));
    }
}
