//! What drives a drill: play and pause, steps, speed, a slider over its whole length, and the run whose nodes are on show.

use leptos::prelude::*;
use placement::drill::clock;

use super::playing::Playing;
use crate::{
    component::choice::{ChoiceField, Item},
    drills::pace::SPEEDS,
    react::{flag, on_change, on_click, remade, text},
    store::use_store,
};

/// The controls above the lanes.
#[component]
pub fn Transport() -> impl IntoView {
    let playing: Playing = expect_context();
    let shown = playing.shown;
    let play = text(move || {
        let is_begun = shown.with(|shown| shown.tick > 0);
        match (playing.plays.get(), is_begun) {
            (true, _) => "Pause".into(),
            (false, true) => "Play".into(),
            (false, false) => "Start".into(),
        }
    });
    let lead = move |event| {
        if let Ok(tick) = event_target_value(&event).parse() {
            playing.seek(tick);
        }
    };
    let length = text(move || shown.with(|shown| shown.length_ticks.to_string()));
    let at = text(move || shown.with(|shown| shown.tick.to_string()));
    let time = text(move || {
        shown.with(|shown| format!("{} of {}", clock::in_words(shown.tick), clock::in_words(shown.length_ticks)))
    });
    let said = text(move || shown.with(|shown| clock::in_words(shown.tick)));
    let items = SPEEDS.iter().map(|speed| Item {
        name: format!("{speed} ×"),
        help: format!("{} of the drill in a second", clock::in_words(clock::ticks_of_s(*speed))),
    });
    let (speed, take) = (playing.speed, Callback::new(move |at| playing.speed.set(at)));
    view! {
        <div class="drill-transport" role="group" aria-label="Timeline">
            <button type="button" class="button button-main" on:click=on_click(move |_| playing.toggle())>
                {play}
            </button>
            <button type="button" class="button" on:click=on_click(move |_| playing.step(true))>
                "Step back"
            </button>
            <button type="button" class="button" on:click=on_click(move |_| playing.step(false))>
                "Step"
            </button>
            <button
                type="button"
                class="button"
                on:click=on_click(move |_| playing.seek(shown.with_untracked(|shown| shown.length_ticks)))
            >
                "To the end"
            </button>
            <span class="drill-speed">
                "at " <ChoiceField label="Speed".to_owned() items=items.collect() value=speed take />
            </span>
            <span class="drill-time" data-figure="time">{time}</span>
            <input
                type="range"
                class="drill-slider"
                min="0"
                max=length
                step="1"
                aria-label="Moment on show"
                aria-valuetext=said
                prop:value=at
                on:change=on_change(lead)
                on:input=on_change(lead)
            />
        </div>
        <RunChoice />
    }
}

/// Several runs are laid over each other; the nodes and the ring are those of one. It can be kept, and laid over what comes
/// of the drill when it is changed.
#[component]
fn RunChoice() -> impl IntoView {
    let playing: Playing = expect_context();
    let names = Memo::new(move |_| playing.shown.with(|shown| shown.runs.clone()));
    let words = if use_store().is_figure() { "Nodes of the run" } else { "Nodes and ring of the run" };
    let choice = move || {
        let names = names.get();
        if names.len() < 2 {
            return ().into_any();
        }
        let buttons = names.into_iter().enumerate().map(|(at, name)| {
            view! {
                <button
                    type="button"
                    class="lab-section"
                    aria-pressed=text(move || (playing.lead.get() == at).to_string())
                    on:click=on_click(move |_| playing.lead.set(at))
                >
                    {name}
                </button>
            }
        });
        view! {
            <div class="drill-run-names" role="group" aria-label="Run whose nodes are shown">
                <span class="quiet">{words}</span>
                {buttons.collect_view()}
            </div>
        }
        .into_any()
    };
    let is_kept = flag(move || playing.kept.with(Option::is_some));
    let keep = move |_| if is_kept.get_untracked() { playing.let_go() } else { playing.keep() };
    view! {
        <div class="drill-runs">
            {remade(choice)}
            <button
                type="button"
                class="link"
                title="Keeps the run on show as it is now, and lays it over the drill while you change it"
                on:click=on_click(keep)
            >
                {text(move || {
                    if is_kept.get() { "Let go of the kept run".into() } else { "Keep this run to compare".into() }
                })}
            </button>
        </div>
    }
}
