//! Points on their way from one picture to the other: played, paused, stepped, or led by hand. Whatever moves stops off
//! screen, as it does in a hidden tab, which has no frames.

use std::sync::Arc;

use leptos::prelude::*;

use crate::{
    a11y,
    react::{on_change, on_click, text},
    work::now,
};

/// From start to end.
const LASTS_MS: f64 = 2_400.0;
/// A step, in thousandths of the way.
const STEP: u32 = 100;
/// The whole way.
pub const WHOLE: u32 = 1_000;

/// Tells whether what moves can be seen.
pub type InSight = Arc<dyn Fn() -> bool + Send + Sync>;

/// The words of a way, each for another picture.
#[derive(Clone, Copy)]
pub struct Words {
    /// What the controls are for.
    pub group: &'static str,
    /// Begins to play.
    pub play: &'static str,
    /// What the slider is.
    pub slider: &'static str,
    /// What stands at its two ends.
    pub ends: (&'static str, &'static str),
}

/// A way under way.
#[derive(Clone, Copy)]
struct Travel {
    /// Thousandths of the way.
    at: RwSignal<u32>,
    plays: RwSignal<bool>,
    in_sight: StoredValue<InSight>,
}

impl Travel {
    fn play(self) {
        if self.at.get_untracked() >= WHOLE {
            self.at.set(0);
        }
        if a11y::wants_no_motion() {
            self.at.set(WHOLE);
            return;
        }
        self.plays.set(true);
        self.next_frame(f64::from(self.at.get_untracked()), now());
    }

    /// From a place at a time on.
    fn next_frame(self, from: f64, since: f64) {
        request_animation_frame(move || {
            // When the plate is gone, so is what it plays.
            if self.plays.try_get_untracked() != Some(true) {
                return;
            }
            let at = from + (now() - since) / LASTS_MS * f64::from(WHOLE);
            if at >= f64::from(WHOLE) || !self.is_in_sight() {
                self.plays.set(false);
            } else {
                self.next_frame(from, since);
            }
            self.at.set((at.max(0.0) as u32).min(WHOLE));
        });
    }

    fn is_in_sight(self) -> bool {
        self.in_sight.try_with_value(|in_sight| in_sight()) == Some(true)
    }

    fn go_to(self, at: u32) {
        self.plays.set(false);
        self.at.set(at.min(WHOLE));
    }
}

/// The controls below the picture.
#[component]
pub fn TravelControls(
    /// Thousandths of the way.
    at: RwSignal<u32>,
    words: Words,
    in_sight: InSight,
) -> impl IntoView {
    let travel = Travel { at, plays: RwSignal::new(false), in_sight: StoredValue::new(in_sight) };
    let toggle = move |_| if travel.plays.get_untracked() { travel.go_to(at.get_untracked()) } else { travel.play() };
    let back = move |_| travel.go_to(at.get_untracked().saturating_sub(STEP));
    let step = move |_| travel.go_to(at.get_untracked() + STEP);
    let lead = move |event| {
        if let Ok(at) = event_target_value(&event).parse() {
            travel.go_to(at);
        }
    };
    let percent = text(move || format!("{} %", at.get() / 10));
    view! {
        <div class="travel" role="group" aria-label=words.group>
            <button type="button" class="button" on:click=on_click(toggle)>
                {text(move || if travel.plays.get() { "Pause".into() } else { words.play.into() })}
            </button>
            <button type="button" class="button" on:click=on_click(back)>
                "Step back"
            </button>
            <button type="button" class="button" on:click=on_click(step)>
                "Step"
            </button>
            <label>
                <span>{words.ends.0}</span>
                <input
                    type="range"
                    min="0"
                    max=WHOLE
                    step="10"
                    aria-label=words.slider
                    aria-valuetext=percent
                    prop:value=text(move || at.get().to_string())
                    on:input=on_change(lead)
                />
                <span>{words.ends.1}</span>
            </label>
        </div>
    }
}
