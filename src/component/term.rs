//! A word that explains itself on focus, hover or tap. There is one tip for the whole page: it can be entered with the
//! pointer and closed with Escape, and it goes when the page is scrolled from under it.

use std::time::Duration;

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use crate::{
    help::{self, Word},
    react::{css_px, on_click, on_focus, on_pointer, text},
    store::Store,
};

/// So long a tip stays after the pointer has left its word.
const LINGER: Duration = Duration::from_millis(200);
/// Width of a tip, and its distance from the edge of the window.
const WIDTH_CSS_PX: f64 = 300.0;
const EDGE_CSS_PX: f64 = 12.0;
/// With less room than this below a word, its tip stands above.
const ROOM_CSS_PX: f64 = 130.0;

/// The tip on show.
#[derive(Clone, Copy)]
pub struct Tips {
    shown: RwSignal<Option<Tip>>,
    leaving: StoredValue<Option<TimeoutHandle>>,
}

#[derive(Clone, Copy)]
struct Tip {
    text: Signal<String>,
    left: f64,
    /// From the top of the window, or from its bottom where the tip stands above its word.
    top: Result<f64, f64>,
}

impl Tips {
    /// Nothing is on show, and it listens for as long as the page is there. To be provided once, for all words.
    #[must_use]
    pub fn listening() -> Self {
        let this = Self { shown: RwSignal::new(None), leaving: StoredValue::new(None) };
        let escape = window_event_listener(ev::keydown, move |event| {
            if event.key() == "Escape" {
                this.close();
            }
        });
        let scrolled = window_event_listener(ev::wheel, move |_| this.close());
        let swiped = window_event_listener(ev::touchmove, move |_| this.close());
        // Not every browser moves the focus to a button that is tapped, nor away from it.
        let elsewhere = window_event_listener(ev::pointerdown, move |event| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            if target.is_none_or(|target| target.closest(".term, .term-tip").ok().flatten().is_none()) {
                this.close();
            }
        });
        on_cleanup(move || {
            escape.remove();
            scrolled.remove();
            swiped.remove();
            elsewhere.remove();
            this.stay();
        });
        this
    }

    fn open(self, at: Option<web_sys::EventTarget>, text: Signal<String>) {
        self.stay();
        let place = |word: web_sys::Element| {
            let (area, window) = (word.get_bounding_client_rect(), web_sys::window()?);
            let (wide, high) = (window.inner_width().ok()?.as_f64()?, window.inner_height().ok()?.as_f64()?);
            let left = area.left().min(wide - WIDTH_CSS_PX - EDGE_CSS_PX).max(EDGE_CSS_PX);
            let has_room = high - area.bottom() > ROOM_CSS_PX;
            let top = if has_room { Ok(area.bottom() + 6.0) } else { Err(high - area.top() + 6.0) };
            Some(Tip { text, left, top })
        };
        self.shown.set(at.and_then(|target| target.dyn_into().ok()).and_then(place));
    }

    fn close(self) {
        self.stay();
        if self.shown.with_untracked(Option::is_some) {
            self.shown.set(None);
        }
    }

    fn close_soon(self) {
        self.stay();
        let close = move || {
            let _ = self.shown.try_set(None);
        };
        self.leaving.set_value(set_timeout_with_handle(close, LINGER).ok());
    }

    fn stay(self) {
        if let Some(Some(timer)) = self.leaving.try_update_value(Option::take) {
            timer.clear();
        }
    }
}

/// Where the tip of the page stands.
#[component]
pub fn TermTip() -> impl IntoView {
    let tips: Tips = expect_context();
    // A word may go from under its tip: then the tip has nothing to say.
    let written = text(move || tips.shown.get().and_then(|tip| tip.text.try_get()).unwrap_or_default());
    let edge = move |read: fn(Result<f64, f64>) -> Option<f64>| {
        text(move || tips.shown.get().and_then(|tip| read(tip.top)).map_or_else(|| "auto".into(), css_px))
    };
    view! {
        <div
            id="term-tip"
            class="term-tip"
            role="tooltip"
            hidden=move || tips.shown.with(Option::is_none)
            style:left=text(move || css_px(tips.shown.get().map_or(0.0, |tip| tip.left)))
            style:top=edge(Result::ok)
            style:bottom=edge(Result::err)
            on:pointerenter=on_pointer(move |_| tips.stay())
            on:pointerleave=on_pointer(move |_| tips.close_soon())
        >
            {written}
        </div>
    }
}

/// A word and what it means.
pub fn term(word: &'static str, help: Signal<String>) -> AnyView {
    let tips: Tips = expect_context();
    on_cleanup(move || {
        let is_own = |tip: &Option<Tip>| tip.as_ref().is_some_and(|tip| tip.text == help);
        if tips.shown.try_with_untracked(is_own) == Some(true) {
            tips.close();
        }
    });
    view! {
        <button
            type="button"
            class="term"
            aria-describedby="term-tip"
            on:pointerenter=on_pointer(move |event| {
                if event.pointer_type() == "mouse" {
                    tips.open(event.current_target(), help);
                }
            })
            on:pointerleave=on_pointer(move |event| {
                if event.pointer_type() == "mouse" {
                    tips.close_soon();
                }
            })
            on:focus=on_focus(move |event| tips.open(event.current_target(), help))
            on:blur=on_focus(move |_| tips.close())
            on:click=on_click(move |event| tips.open(event.current_target(), help))
        >
            {word}
        </button>
    }
    .into_any()
}

/// One of the words of the page.
pub fn word(store: Store, name: &'static str, word: Word) -> AnyView {
    term(name, store.text(move |view| help::word(word, view)))
}
