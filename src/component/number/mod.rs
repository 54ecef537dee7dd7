//! A number edited in place: dragged sideways, stepped with the arrow keys, or typed and slid in a small editor that a
//! click or Enter opens, so that no drag is the only way. One gesture is one step of the history; Escape puts the old
//! value back.

mod editor;
mod range;

use leptos::{ev, html, prelude::*};
use placement::scenario::Command;

use self::editor::Editor;
pub use self::range::{Form, Range};
use crate::{
    react::{flag, on_focus, on_key, on_pointer, shown_while, text},
    store::{Store, use_store},
};

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
                title="Drag it sideways, or click to type"
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
